"""OpenSpiel's own tests and simulations, and that its games are ours, move by move."""

from __future__ import annotations

import pickle
import subprocess
import sys
import unittest
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.tests import games_sim_test

from colonnade.adapters.open_spiel import SpielGame, SpielState
from colonnade.contract.errors import (
    GameOver,
    IllegalMove,
    UnknownMove,
    UnknownValue,
    WrongSeats,
)
from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER
from colonnade.games import game
from tests.adapters.tables import NAMES, TABLES, Table, begin, choose, wander
from tests.cli.command import PATIENCE
from tests.contract.cases import OWN, REAL, Case, glimpses

pytestmark = pytest.mark.once

by_name = pytest.mark.parametrize("name", NAMES)
by_table = pytest.mark.parametrize("table", TABLES, ids=NAMES)


# OpenSpiel's own tests


@by_name
def test_random_simulations_pass(name: str) -> None:
    """Clones, masks, observations, returns and saved states, checked at every move in C++."""
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@by_name
def test_its_api_tests_pass(name: str) -> None:
    """The suite that OpenSpiel runs over each of its games, on some hundred states."""
    loaded = pyspiel.load_game(name)
    kind = type(
        "Ours", (api_test.EnforceAPIOnPartialTreeBase,), {"game": loaded, "game_name": name}
    )
    np.random.seed(1)  # it draws its states from there
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(kind).run(result)
    assert result.testsRun >= 5
    assert not result.errors + result.failures


@by_name
def test_its_python_simulation_passes(name: str) -> None:
    """Pickled games and states, clones and utilities, as OpenSpiel tests them from Python."""
    np.random.seed(2)
    games_sim_test.GamesSimTest("test_pig").sim_game(pyspiel.load_game(name))


# Names and parameters


def test_all_games_are_registered() -> None:
    """Each under its key, with a name for people and an example that loads."""
    kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
    for found in OWN:
        kind = kinds[f"colonnade_{found.key}"]
        assert kind.default_loadable
        assert (kind.min_num_players, kind.max_num_players) == (found.seats[0], found.seats[-1])
        assert pyspiel.load_game(kind.short_name).num_players() == found.seats[0]


@pytest.mark.parametrize("case", REAL, ids=lambda case: case.name)
def test_every_option_is_a_parameter(case: Case) -> None:
    """A game with its parameters is the game with these seats and options."""
    chosen = {"players": case.seats, **case.options}
    loaded = pyspiel.load_game(f"colonnade_{case.game.key}", chosen)
    assert isinstance(loaded, SpielGame)
    assert str(loaded.new_initial_state()) == case.start().dump()
    again = pyspiel.load_game(str(loaded))
    assert {key: again.get_parameters()[key] for key in chosen} == chosen


def test_wrong_parameters_are_refused() -> None:
    """With the same errors as everywhere."""
    with pytest.raises(UnknownValue, match="fast"):
        pyspiel.load_game("colonnade_pagoda(length=slow)")
    with pytest.raises(WrongSeats):
        pyspiel.load_game("colonnade_pagoda(players=3)")
    with pytest.raises(UnknownValue, match="imperfect"):
        pyspiel.load_game("colonnade_summer_pavilion(information=none)")
    with pytest.raises(pyspiel.SpielError, match="speed"):
        pyspiel.load_game("colonnade_pagoda(speed=1)")


def test_open_games_are_told_apart() -> None:
    """Games that hide something are not called open, and the others are."""
    hiding = set()
    for case in REAL:
        for state in glimpses(case, seed=1, count=30):
            for row in state.legal():
                if any(state.seen(row, watcher) != row for watcher in case.watchers()):
                    hiding.add(case.game.key)
    assert {found.key for found in OWN if not found.perfect_information} == hiding
    kinds = pyspiel.GameType.Information
    plain = pyspiel.load_game("colonnade_summer_pavilion")
    assert plain.get_type().information == kinds.PERFECT_INFORMATION
    renamed = pyspiel.load_game("colonnade_summer_pavilion(information=imperfect)")
    assert renamed.get_type().information == kinds.IMPERFECT_INFORMATION


# Moves


@by_table
def test_actions_are_rows(table: Table) -> None:
    """Legal actions, words, chances and ends are the game's own, all along a game."""
    own = game(table.key)
    for state in wander(table.name, seed=3):
        position = state.board.position
        assert state.legal_actions() == position.legal()
        for row in state.legal_actions()[:5]:
            assert state.action_to_string(row) == own.moves.words(row)
        if position.actor == CHANCE:
            weights = position.weights()
            odds = [weight / sum(weights) for weight in weights]
            assert state.chance_outcomes() == list(zip(position.legal(), odds, strict=True))
        elif position.actor == OVER:
            assert state.current_player() == pyspiel.PlayerId.TERMINAL
            assert sum(state.returns()) == pytest.approx(0)
            assert max(state.returns()) == max(state.returns()[seat] for seat in position.winners())
        else:
            assert state.current_player() == position.actor
            row = position.legal()[-1]
            assert state.string_to_action(own.moves.words(row)) == row


def test_illegal_actions_are_refused() -> None:
    """Nothing is changed, and the error says what could be done."""
    state = next(state for state in wander("colonnade_pagoda", 1) if state.current_player() == 0)
    before, history = str(state), state.history()
    for action, error in ((1753, IllegalMove), (5000, UnknownMove), (-3, UnknownMove)):
        with pytest.raises(error):
            state.apply_action(action)
        assert str(state) == before
        assert state.history() == history
    *_, ended = wander("colonnade_pagoda(length=fast)", 1)
    with pytest.raises(GameOver):
        ended.apply_action(0)


@by_name
def test_clones_and_saved_states_go_on_alike(name: str) -> None:
    """A clone, a pickled and a serialized state are the same state, and independent of it."""
    original, chance = begin(name), Random(4)
    for _ in range(90):
        original.apply_action(choose(original, chance))
    text = pyspiel.serialize_game_and_state(original.get_game(), original)
    twins = [
        original.clone(),
        pickle.loads(pickle.dumps(original)),
        pyspiel.deserialize_game_and_state(text)[1],
    ]
    before = told(original)
    assert [told(twin) for twin in twins] == [before] * 3
    for _ in range(40):
        action = choose(original, chance)
        for state in (original, *twins):
            state.apply_action(action)
    after = told(original)
    assert after != before
    assert [told(twin) for twin in twins] == [after] * 3


def told(state: SpielState) -> tuple[str, list[int], list[str]]:
    """All that a state says of itself."""
    seats = range(state.num_players())
    return str(state), state.history(), [state.information_state_string(seat) for seat in seats]


# Lengths


@by_table
def test_games_stay_within_their_bounds(table: Table) -> None:
    """Decisions and draws of random games, and what OpenSpiel makes of the bounds."""
    loaded = pyspiel.load_game(table.name)
    most = game(table.key).bounds(table.seats)
    assert loaded.max_game_length() == most.decisions
    assert loaded.max_chance_nodes_in_history() == most.draws
    assert loaded.max_history_length() == most.moves
    assert isinstance(loaded, SpielGame)
    for seed in range(20):
        state, rng, made = loaded.start.copy(), Rng(seed), [0, 0]
        walk = Walk(state)
        while state.actor != OVER:
            made[state.actor == CHANCE] += 1
            walk.step(state, rng)
        assert made[0] <= most.decisions
        assert made[1] <= most.draws


def test_a_program_ends_quietly() -> None:
    """OpenSpiel's registry is emptied after Python's end, and our games in it do not mind."""
    program = (
        "import pyspiel, colonnade.adapters.open_spiel\n"
        "state = pyspiel.load_game('colonnade_pagoda').new_initial_state()\n"
        "state.apply_action(state.legal_actions()[0])\n"
        "print(state.history_str())\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.strip() == "1748"
