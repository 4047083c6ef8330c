"""PettingZoo's own tests, and that its environments are our games."""

from __future__ import annotations

import copy
import pickle
import warnings
from functools import partial
from types import SimpleNamespace

import numpy as np
import pytest
from pettingzoo import AECEnv, make
from pettingzoo.utils.conversions import parallel_to_aec

from colonnade.adapters.pettingzoo import EverybodyEnv, TurnsEnv, env, parallel_env, raw_env
from colonnade.contract.errors import (
    IllegalMove,
    UnknownGame,
    UnknownMove,
    UnknownValue,
    WrongSeats,
)
from colonnade.contract.play import advance, settle
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER
from colonnade.environments.tensors import observe
from colonnade.games import game
from tests.contract.cases import OWN

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # its tests import games in its old way
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        parallel_seed_test,
        render_test,
        seed_test,
    )

pytestmark = [
    pytest.mark.once,
    # Observations with a mask are a dict by PettingZoo's own convention; its tests know that only
    # of the environments that they name.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
]

TABLES = [(found.key, seats) for found in OWN for seats in found.seats]
by_table = pytest.mark.parametrize(("key", "seats"), TABLES)


def act(table: AECEnv) -> int | None:
    """A random legal action of the agent to act, by its space's own generator; None at the end."""
    seen, _, ended, cut, _ = table.last()
    if ended or cut:
        return None
    return int(table.action_space(table.agent_selection).sample(seen["action_mask"]))


def begin(table: AECEnv, seed: int) -> None:
    """Begin a game in which chance and random actions come from a seed."""
    table.reset(seed=seed)
    for seat, agent in enumerate(table.possible_agents):
        table.action_space(agent).seed(seed + seat)


# PettingZoo's own tests


@by_table
def test_its_api_test_passes(key: str, seats: int) -> None:
    """A whole game and more, with wrappers and without."""
    api_test(env(key, seats), num_cycles=1000)
    api_test(raw_env(key, seats), num_cycles=100)


@by_table
def test_its_seed_tests_pass(key: str, seats: int) -> None:
    """Two tables with one seed go the same way."""
    seed_test(partial(env, key, seats), num_cycles=200)
    parallel_seed_test(partial(parallel_env, key, seats), num_cycles=50)


@by_table
def test_its_max_cycles_test_passes(key: str, seats: int) -> None:
    """Where everybody acts in every cycle, each agent acts as often as there are cycles."""
    form = partial(parallel_env, key, seats)
    max_cycles_test(
        SimpleNamespace(
            parallel_env=form, env=lambda max_cycles: parallel_to_aec(form(max_cycles=max_cycles))
        )
    )


@by_table
def test_its_parallel_api_test_passes(key: str, seats: int) -> None:
    """The form in which everybody acts keeps that form's rules, too."""
    parallel_api_test(parallel_env(key, seats), num_cycles=100)


@by_table
def test_its_render_test_passes(key: str, seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Every mode gives what it promises."""
    render_test(partial(env, key, seats), {"svg": lambda drawn: drawn.startswith("<svg")})
    assert len(capsys.readouterr().out) > 500


# Games


@by_table
def test_an_environment_is_the_game(key: str, seats: int) -> None:
    """Tensors, masks, whose move, chance and rewards, all along a game."""
    table = raw_env(key, seats)
    begin(table, seed=5)
    chance = Rng(5)
    state, _ = settle(game(key).start(seats), chance)
    while state.actor != OVER:
        assert table.agent_selection == f"seat_{state.actor}"
        for seat, agent in enumerate(table.agents):
            seen = table.observe(agent)
            assert np.array_equal(seen["observation"], observe(state, seat))
            legal = state.legal() if seat == state.actor else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == legal
        action = act(table)
        assert action is not None
        assert not any(table.rewards.values())
        table.step(action)
        state, _ = advance(state, action, chance)
    assert all(table.terminations.values())
    assert not any(table.truncations.values())
    winners = [f"seat_{seat}" for seat in state.winners()]
    best = max(table.rewards.values())
    assert [agent for agent in table.agents if table.rewards[agent] == best] == winners
    assert sum(table.rewards.values()) == pytest.approx(0)
    while table.agents:
        table.step(None)


def test_seeds_and_what_comes_after_them() -> None:
    """The same seed gives the same games, one after the other; without one they differ."""

    def starts(*seeds: int | None) -> list[str]:
        table, found = raw_env("pagoda"), []
        for seed in seeds:
            table.reset(seed=seed)
            found.append(table.sitting.state.dump())
        return found

    first = starts(3, None, None, 3)
    assert first == starts(3, None, None, 3)
    assert first[0] == first[3]
    assert len(set(first[:3])) == 3
    assert starts(None, None) != starts(None, None)


@by_table
def test_copies_and_pickles_keep_the_board(key: str, seats: int) -> None:
    """And chance: the table and its copies go on to the same end, independent of each other."""
    table = env(key, seats)
    begin(table, seed=8)
    for _ in range(60):
        table.step(act(table))
    before = position(table)
    twins = [copy.deepcopy(table), pickle.loads(pickle.dumps(table))]
    made = []
    while table.agents:
        made.append(act(table))
        table.step(made[-1])
    end = position(table)
    for twin in twins:
        assert position(twin) == before
        for action in made:
            assert action == act(twin)
            twin.step(action)
        assert position(twin) == end
        assert not twin.agents


def position(table: AECEnv) -> str:
    """The whole position of a table."""
    raw = table.unwrapped
    assert isinstance(raw, TurnsEnv)
    return raw.sitting.state.dump()


def test_games_can_be_cut_short() -> None:
    """After so many decisions everybody is truncated, and nobody rewarded."""
    table = env("pagoda", max_cycles=7)
    begin(table, seed=1)
    for _ in range(7):
        assert not any(table.truncations.values())
        table.step(act(table))
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    assert not any(table.rewards.values())
    assert not table.observe("seat_0")["action_mask"].any()
    table.step(None)
    table.step(None)
    assert not table.agents


# Illegal actions


def test_an_illegal_action_is_an_error_of_the_raw_table() -> None:
    """It says what is legal, and nothing is changed."""
    table = raw_env("pagoda")
    begin(table, seed=2)
    before = position(table)
    for action, error in ((1753, IllegalMove), (9999, UnknownMove), (None, UnknownMove)):
        with pytest.raises(error):
            table.step(action)
        assert position(table) == before
        assert table.cycles == 0


def test_an_illegal_action_loses_at_the_usual_table() -> None:
    """PettingZoo's wrapper ends the game for all, with a reward of -1 for who tried."""
    table = env("pagoda")
    begin(table, seed=2)
    agent = table.agent_selection
    table.step(1753)
    assert all(table.terminations.values())
    assert table.rewards == {agent: -1, **{o: 0 for o in table.agents if o != agent}}


def test_an_illegal_action_waits_where_everybody_acts() -> None:
    """The cycle passes, the game does not; whoever is not asked can do nothing else."""
    table = parallel_env("summer_pavilion", 3)
    seen, _ = table.reset(seed=4)
    wait = int(table.action_space("seat_0").n) - 1
    assert [
        np.flatnonzero(seen[f"seat_{seat}"]["action_mask"])[-1] == wait for seat in range(3)
    ] == [
        False,
        True,
        True,
    ]
    before = table.sitting.state.dump()
    table.step(dict.fromkeys(table.agents, wait))
    assert table.sitting.state.dump() == before
    row = int(np.flatnonzero(seen["seat_0"]["action_mask"])[0])
    table.step({"seat_0": row, "seat_1": row, "seat_2": 5})
    assert table.sitting.state.actor == 1
    assert table.cycles == 2


def test_everybody_sees_the_end() -> None:
    """All agents are rewarded at once and leave; after that nothing happens."""
    table = parallel_env("pagoda", options={"length": "fast"})
    seen, _ = table.reset(seed=1)
    rewards: dict[str, float] = {}
    for agent in table.agents:
        table.action_space(agent).seed(1)
    while table.agents:
        assert not any(rewards.values())
        actions = {
            agent: int(table.action_space(agent).sample(seen[agent]["action_mask"]))
            for agent in table.agents
        }
        seen, rewards, ended, cut, _ = table.step(actions)
    assert all(ended.values())
    assert not any(cut.values())
    assert sorted(rewards.values()) == [-1, 1]
    assert table.step({}) == ({}, {}, {}, {}, {})


# Questions


@by_table
def test_games_are_registered(key: str, seats: int) -> None:
    """PettingZoo makes the same tables by their names."""
    name = f"colonnade/{key}-v{game(key).edition}"
    assert str(make("aec", name, seats=seats)) == str(env(key)) == f"colonnade_{key}_v1"
    table = make("parallel", name, seats=seats, max_cycles=3)
    assert isinstance(table, EverybodyEnv)
    assert (len(table.possible_agents), table.max_cycles) == (seats, 3)


def test_wrong_questions_are_refused() -> None:
    """With the same errors as everywhere."""
    with pytest.raises(UnknownGame):
        env("chess")
    with pytest.raises(WrongSeats):
        env("pagoda", 4)
    with pytest.raises(UnknownValue):
        env("pagoda", options={"length": "endless"})
    with pytest.raises(UnknownValue, match="ansi"):
        env("pagoda", render_mode="rgb_array")


def test_pictures_hide_what_a_spectator_cannot_see() -> None:
    """Until the end, when all cards are open."""
    table = raw_env("pagoda", options={"length": "fast"}, render_mode="ansi")
    begin(table, seed=3)
    own = game("pagoda")
    state = table.sitting.state
    assert table.render() == own.picture(state.view(None)) != own.picture(state.reveal())
    while not any(table.terminations.values()):
        table.step(act(table))
    assert table.render() == own.picture(table.sitting.state.reveal())
    assert raw_env("pagoda").render() is None
