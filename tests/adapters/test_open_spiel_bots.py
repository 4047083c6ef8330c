"""OpenSpiel's bots play whole games of ours: its MCTS in C++ and Python, its IS-MCTS in Python."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from colonnade.adapters.open_spiel import Rollouts, SpielState
from tests.adapters.tables import begin, choose, decisions, play_out

pytestmark = pytest.mark.once

PAVILION = "colonnade_summer_pavilion(information=imperfect)"
SHORT = ("colonnade_pagoda(length=fast)", PAVILION)
ALL = (*SHORT, "colonnade_seven_steps", "colonnade_seven_steps(players=4)")

Chooser = Callable[[SpielState], int]


def anything(seed: int) -> Chooser:
    """A seat that plays at random."""
    chance = Random(seed)
    return lambda state: choose(state, chance)


def table(state: SpielState, bot: Chooser) -> list[Chooser]:
    """The bot at the first seat, random play at the others."""
    return [bot, *(anything(seat) for seat in range(1, state.num_players()))]


def is_mcts(name: str, simulations: int, seed: int) -> Chooser:
    """OpenSpiel's IS-MCTS with random games played by our rules."""
    bot = ismcts.ISMCTSBot(
        game=pyspiel.load_game(name),
        evaluator=Rollouts(seed),
        uct_c=1.4,
        max_simulations=simulations,
        random_state=np.random.RandomState(seed),
    )
    return lambda state: int(bot.step(state))


@pytest.mark.parametrize("name", SHORT)
def test_mcts_in_cpp_plays_a_game(name: str) -> None:
    """With its own random games, asked by step_with_policy: its step cannot call Python."""
    state = begin(name)
    bot = pyspiel.MCTSBot(
        state.get_game(), pyspiel.RandomRolloutEvaluator(1, 1), 1.4, 3, 10, False, 1, False
    )
    play_out(state, table(state, lambda now: bot.step_with_policy(now)[1]), seed=1)
    assert sorted(state.returns()) in ([-1, 1], [0, 0])


def test_mcts_in_cpp_plays_seven_steps() -> None:
    """The longest game: a few of its decisions, and their random games to the end."""
    state = next(decisions("colonnade_seven_steps", seed=1, every=500))
    bot = pyspiel.MCTSBot(
        state.get_game(), pyspiel.RandomRolloutEvaluator(1, 1), 1.4, 2, 10, False, 1, False
    )
    play_out(state, [lambda now: bot.step_with_policy(now)[1]] * 2, seed=1)
    assert state.is_terminal()


@pytest.mark.parametrize("name", ALL)
def test_mcts_in_python_plays_a_game(name: str) -> None:
    """With random games of our rules."""
    state = begin(name)
    bot = mcts.MCTSBot(state.get_game(), 1.4, 3, Rollouts(1), random_state=np.random.RandomState(1))
    play_out(state, table(state, lambda now: int(bot.step(now))), seed=2)
    assert state.is_terminal()


@pytest.mark.parametrize("name", ALL)
def test_is_mcts_plays_a_game(name: str) -> None:
    """Every decision from worlds that fit what the seat knows."""
    state = begin(name)
    play_out(state, table(state, is_mcts(name, simulations=3, seed=1)), seed=3)
    assert state.is_terminal()


def test_is_mcts_with_its_own_random_games() -> None:
    """The same bot, judged by OpenSpiel alone, on the last part of a game."""
    state = next(decisions("colonnade_pagoda(length=fast)", seed=1, every=90))
    bot = ismcts.ISMCTSBot(
        game=state.get_game(),
        evaluator=mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        uct_c=1.4,
        max_simulations=4,
        random_state=np.random.RandomState(1),
    )
    play_out(state, [lambda now: int(bot.step(now))] * 2, seed=4)
    assert state.is_terminal()


def test_is_mcts_beats_random_play() -> None:
    """Guesses that fit are worth something: with 30 of them for each move it wins more often."""
    # OpenSpiel's bot lets chance resample that nobody can seed: one game could go either way.
    name, won = "colonnade_pagoda(length=fast)", 0.0
    for seed in range(5):
        state = begin(name)
        play_out(state, table(state, is_mcts(name, simulations=30, seed=seed)), seed=seed)
        won += state.returns()[0]
    assert won > 0


def test_random_games_are_fair() -> None:
    """Our random games give what OpenSpiel's give, on average."""
    state = next(decisions("colonnade_pagoda(length=fast)", seed=2, every=60))
    ours = Rollouts(1, count=400).evaluate(state)
    its = mcts.RandomRolloutEvaluator(60, np.random.RandomState(1)).evaluate(state)
    assert ours.sum() == pytest.approx(0)
    assert ours == pytest.approx(its, abs=0.35)
    chances = Rollouts(1).prior(state)
    assert [row for row, _ in chances] == state.legal_actions()
    assert sum(odds for _, odds in chances) == pytest.approx(1)


def test_what_openspiel_does_not_do() -> None:
    """Its IS-MCTS in C++ cannot ask Python games to resample; the one in Python refuses open games.

    Should this fail one day, OpenSpiel has learned it, and docs/open_spiel.md must say so.
    """
    state = next(decisions("colonnade_pagoda", seed=1, every=1))
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 1.4, 4)
    with pytest.raises(pyspiel.SpielError, match="not implemented"):
        bot.get_policy(state)
    state = next(decisions("colonnade_summer_pavilion", seed=1, every=1))
    with pytest.raises(AssertionError):
        is_mcts("colonnade_summer_pavilion", simulations=3, seed=1)(state)
