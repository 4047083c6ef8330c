"""Tables of every game and seat count in OpenSpiel's words, and ways to play at them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

import pyspiel

from colonnade.adapters.open_spiel import SpielState


class Table(NamedTuple):
    """A game as OpenSpiel loads it, its key and its seats."""

    name: str
    key: str
    seats: int


# Every game and seat count, each with other options.
TABLES = (
    Table("colonnade_pagoda", "pagoda", 2),
    Table("colonnade_pagoda(length=fast,abilities=none)", "pagoda", 2),
    Table("colonnade_seven_steps", "seven_steps", 2),
    Table("colonnade_seven_steps(players=3,face=mixed,layout=ring)", "seven_steps", 3),
    Table("colonnade_seven_steps(players=4,extra_round=yes)", "seven_steps", 4),
    Table("colonnade_summer_pavilion(information=imperfect)", "summer_pavilion", 2),
    Table("colonnade_summer_pavilion(players=3,board=grey)", "summer_pavilion", 3),
    Table("colonnade_summer_pavilion(players=4)", "summer_pavilion", 4),
)
NAMES = [table.name for table in TABLES]


def begin(name: str) -> SpielState:
    """A fresh state of a game."""
    state = pyspiel.load_game(name).new_initial_state()
    assert isinstance(state, SpielState)
    return state


def choose(state: SpielState, chance: Random) -> int:
    """A random action; chance's by its probabilities."""
    if state.is_chance_node():
        rows, odds = zip(*state.chance_outcomes(), strict=True)
        return int(chance.choices(rows, odds)[0])
    return int(chance.choice(state.legal_actions()))


def wander(name: str, seed: int) -> Iterator[SpielState]:
    """Every position of one random game; the state itself goes on, so clone what is kept."""
    state, chance = begin(name), Random(seed)
    yield state
    while not state.is_terminal():
        state.apply_action(choose(state, chance))
        yield state


def decisions(name: str, seed: int, every: int) -> Iterator[SpielState]:
    """Each so-many-th position of a random game in which a seat must decide."""
    found = 0
    for state in wander(name, seed):
        if not state.is_terminal() and not state.is_chance_node():
            found += 1
            if found % every == 0:
                yield state


def play_out(state: SpielState, seats: list[Callable[[SpielState], int]], seed: int) -> None:
    """Play a state to its end, each seat by its own choice."""
    chance = Random(seed)
    while not state.is_terminal():
        if state.is_chance_node():
            action = choose(state, chance)
        else:
            action = int(seats[state.current_player()](state))
        assert action in state.legal_actions()
        state.apply_action(action)
