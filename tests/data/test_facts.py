"""Facts about whole games that the simulation must reproduce."""

from __future__ import annotations

import pytest

from colonnade.ai.eager import Eager
from colonnade.arena.tally import Tally
from colonnade.contract.play import draw
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER
from colonnade.data.simulate import simulate
from colonnade.games import game
from colonnade.games.summer_pavilion.view_types import PavilionView

pytestmark = pytest.mark.once
GAMES = 50


def mean_score(player: str, seats: int, board: str) -> float:
    """Points per seat over many games of Summer Pavilion."""
    tally = Tally(seats)
    options = {"board": board}
    for batch in simulate("summer_pavilion", seats, options, GAMES, 3, processes=2, player=player):
        tally.merge(batch)
    assert tally.games == GAMES
    return sum(tally.mean_scores()) / seats


@pytest.mark.parametrize(
    ("player", "seats", "board", "points"),
    [
        ("gestures", 2, "colored", 19),
        ("gestures", 2, "grey", 35),
        ("eager", 2, "colored", 48),
        ("eager", 2, "grey", 54),
        ("eager", 3, "colored", 44),
        ("eager", 3, "grey", 50),
        ("eager", 4, "colored", 43),
        ("eager", 4, "grey", 47),
    ],
)
def test_mean_scores(player: str, seats: int, board: str, points: float) -> None:
    """Players of two simple kinds reach the points measured elsewhere."""
    assert mean_score(player, seats, board) == pytest.approx(points, abs=2.5)


def short_of_tiles(seed: int) -> bool:
    """Whether round 6 of a game of four eager players begins with a factory not full."""
    found = game("summer_pavilion")
    state = found.start(4)
    chance = Rng(seed, 1)
    player = Eager(found, Rng(seed, 2))
    while state.actor != OVER:
        view = state.view(None)
        assert isinstance(view, PavilionView)
        if view.round == 6 and view.phase == "take":
            return any(sum(factory.values()) < 4 for factory in view.factories)
        chosen = draw(state, chance) if state.actor == CHANCE else player.choose(view)
        state.apply(chosen)
    return True  # a round with nothing to take at all


def test_the_last_round_is_often_short_of_tiles() -> None:
    """With four eager players, in about 40 % of games."""
    short = sum(short_of_tiles(seed) for seed in range(GAMES))
    assert 0.30 < short / GAMES < 0.50
