"""What OpenSpiel is told of hidden things: nothing that a seat does not know, all that it does."""

from __future__ import annotations

from functools import partial
from random import Random

import msgspec
import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

from colonnade.adapters.open_spiel import NoObserverParameters, SpielState
from colonnade.adapters.open_spiel_observers import HISTORY
from colonnade.environments.tensors import observe
from colonnade.games import game
from tests.adapters.tables import NAMES, TABLES, Table, choose, decisions, wander

pytestmark = pytest.mark.once

by_name = pytest.mark.parametrize("name", NAMES)
by_table = pytest.mark.parametrize("table", TABLES, ids=NAMES)
HIDING = [name for name in NAMES if "pavilion" not in name]


def seats_of(state: SpielState) -> range:
    """All seats of a state."""
    return range(state.num_players())


def resampled(state: SpielState, seat: int, seed: int) -> SpielState:
    """A world that a seat may imagine."""
    return state.resample_from_infostate(seat, Random(seed).random)


# Resampling


@by_name
def test_a_resampled_world_looks_the_same(name: str) -> None:
    """To every seat that imagines it: memory, observation, tensors, whose move, what is legal."""
    for state in decisions(name, seed=1, every=40):
        for seat in seats_of(state):
            world = resampled(state, seat, seed=7)
            assert world.information_state_string(seat) == state.information_state_string(seat)
            assert world.observation_string(seat) == state.observation_string(seat)
            assert world.information_state_tensor(seat) == state.information_state_tensor(seat)
            assert world.current_player() == state.current_player()
            assert world.move_number() == state.move_number()
            assert world.history() == state.board.seen(seat)
            if seat == state.current_player():
                assert world.legal_actions() == state.legal_actions()


@by_name
def test_resampling_knows_nothing_hidden(name: str) -> None:
    """From the true world and from an imagined one, the same luck gives the same guess."""
    for state in decisions(name, seed=2, every=60):
        for seat in seats_of(state):
            imagined = resampled(state, seat, seed=11)
            first, second = (resampled(world, seat, seed=13) for world in (state, imagined))
            assert str(first) == str(second)
            assert first.history() == second.history()
            for other in seats_of(state):
                memory = first.information_state_string(other)
                assert memory == second.information_state_string(other)


@pytest.mark.parametrize("name", HIDING)
def test_hidden_things_are_dealt_anew(name: str) -> None:
    """Many guesses are not one guess."""
    state = next(decisions(name, seed=3, every=30))
    worlds = {str(resampled(state, state.current_player(), seed)) for seed in range(20)}
    assert len(worlds) > 5


@pytest.mark.parametrize("name", HIDING)
def test_what_others_remember_goes_with_the_guess(name: str) -> None:
    """Worlds in which another seat remembers the same are the same to it: its moves, too."""
    state = next(decisions(name, seed=4, every=25))
    other = (state.current_player() + 1) % state.num_players()
    known: dict[str, str] = {}
    for seed in range(60):
        world = resampled(state, state.current_player(), seed)
        chance = Random(5)
        while not world.is_terminal() and world.current_player() != other:
            world.apply_action(choose(world, chance))
        memory = world.information_state_string(other)
        assert known.setdefault(memory, world.observation_string(other)) == (
            world.observation_string(other)
        )
    assert len(known) > 1


@by_name
def test_a_resampled_world_can_be_played_and_saved(name: str) -> None:
    """To its end, along with a copy that was saved and read again."""
    state = next(decisions(name, seed=6, every=50))
    world = resampled(state, state.current_player(), seed=1)
    text = pyspiel.serialize_game_and_state(world.get_game(), world)
    twin = pyspiel.deserialize_game_and_state(text)[1]
    chance = Random(8)
    while not world.is_terminal():
        action = choose(world, chance)
        world.apply_action(action)
        twin.apply_action(action)
    assert str(twin) == str(world)
    assert twin.history() == world.history()
    for seat in seats_of(world):
        assert twin.information_state_string(seat) == world.information_state_string(seat)
    assert sum(world.returns()) == pytest.approx(0)


# Information states and observations


@by_name
def test_recall_is_perfect(name: str) -> None:
    """A memory only grows: each one begins with all those before it."""
    memories = [""] * pyspiel.load_game(name).num_players()
    for made, state in enumerate(wander(name, seed=9)):
        for seat, before in enumerate(memories):
            memory = state.information_state_string(seat)
            assert memory.startswith(before)
            assert made == len(state.board.seen(seat))
            memories[seat] = memory


def test_hidden_draws_stay_hidden_in_memories() -> None:
    """In Pagoda's set-up each seat sees its own two cards, and that the other drew two."""
    state = next(decisions("colonnade_pagoda", seed=1, every=1))
    mine, other = (state.information_state_string(seat).splitlines() for seat in (0, 1))
    words = [state.board.game.moves.words(row) for row in state.history()]
    hidden = ["draw hidden hand"] * 2
    assert mine == ["seat 0", *words[:2], *hidden]
    assert other == ["seat 1", *hidden, *words[2:]]


@by_table
def test_observations_are_views(table: Table) -> None:
    """Strings are the view, tensors those of the laboratory."""
    own = game(table.key)
    layout = own.layout(table.seats)
    for state in decisions(table.name, seed=5, every=50):
        for seat in seats_of(state):
            position = state.board.position
            view = msgspec.json.decode(state.observation_string(seat), type=own.view_type)
            assert view == position.view(seat)
            tensor = np.array(state.observation_tensor(seat), np.float32)
            assert np.array_equal(tensor, observe(position, seat, scaled=True))
            assert len(tensor) == layout.size
            whole = np.array(state.information_state_tensor(seat), np.float32)
            assert np.array_equal(whole[: layout.size], tensor)
            rows = np.rint(whole[layout.size :] * len(own.moves)).astype(int) - 1
            seen = state.board.seen(seat)
            assert rows.tolist() == seen + [-1] * (len(rows) - len(seen))


def test_observers_by_kind() -> None:
    """One seat's with named parts, the public one in words; what is not offered is None."""
    private = pyspiel.PrivateInfoType
    kind = partial(pyspiel.IIGObservationType, perfect_recall=False)
    state = next(decisions("colonnade_pagoda", seed=1, every=9))
    loaded = state.get_game()
    seat = make_observation(loaded, kind(perfect_recall=True))
    seat.set_from(state, 1)
    assert [*seat.dict] == [*(part.name for part in game("pagoda").layout(2).parts), HISTORY]
    assert np.concatenate([*seat.dict.values()]).tolist() == state.information_state_tensor(1)
    public = make_observation(loaded, kind(private_info=private.NONE))
    assert public.tensor is None
    assert public.string_from(state, 0) == public.string_from(state, 1)
    view = msgspec.json.decode(public.string_from(state, 0), type=game("pagoda").view_type)
    assert view == state.board.position.view(None)
    recalled = make_observation(loaded, kind(perfect_recall=True, private_info=private.NONE))
    told = recalled.string_from(state, 0).splitlines()
    assert told[:5] == ["spectator", *["draw hidden hand"] * 4]
    assert make_observation(loaded, kind(private_info=private.ALL_PLAYERS)) is None
    assert make_observation(loaded, kind(public_info=False)) is None
    with pytest.raises(NoObserverParameters, match="deep"):
        make_observation(loaded, None, {"deep": 1})
