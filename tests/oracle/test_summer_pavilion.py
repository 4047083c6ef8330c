"""Summer Pavilion against a second reading of its rulebook, move by move."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from colonnade.contract.rng import Rng
from colonnade.contract.state import State
from colonnade.games.summer_pavilion import GAME
from colonnade.games.summer_pavilion.view_types import PavilionView
from tests.contract.cases import Case, cases_of
from tests.effort import effort
from tests.oracle.follow import Choose, evenly, follow, some
from tests.oracle.summer_pavilion import Oracle

GAMES = effort(8, 3)  # of each way to choose and each set of options


def eagerly(legal: list[int], rng: Rng) -> int:
    """Pass and end keeping only where nothing else is left: boards fill up, tiles run out."""
    more = [row for row in legal if GAME.moves.fields(row)["kind"] not in ("pass", "done")]
    return evenly(more or legal, rng)


def look(state: State, oracle: Oracle) -> None:
    """What is Summer Pavilion's own: where every tile is."""
    assert state.actor == oracle.actor
    view = state.reveal()
    assert isinstance(view, PavilionView)
    for name in ("bag", "tower", "supply", "center"):
        assert some(getattr(view, name)) == some(getattr(oracle, name)), name
    assert [some(f) for f in view.factories] == [some(f) for f in oracle.factories]
    for seat, player in enumerate(view.players):
        held = Counter(player.tiles) + Counter(player.kept)
        assert held == some(oracle.tiles[seat])
        board = {
            (star, position): color
            for star, colors in player.board.items()
            for position, color in enumerate(colors, 1)
            if color is not None
        }
        assert board == oracle.boards[seat]
    if state.actor >= 0:
        assert (view.round, view.turn) == (oracle.round, oracle.turn)


@pytest.mark.parametrize("choose", [evenly, eagerly])
@pytest.mark.parametrize("case", list(cases_of(GAME)), ids=lambda case: case.name)
def test_both_readings_agree(case: Case, choose: Choose) -> None:
    """Legal moves, weights, tiles, boards and points are the same at every move."""
    for seed in range(GAMES):
        oracle = Oracle(case.seats, case.options["board"])
        follow(case, oracle, choose, seed, partial(look, oracle=oracle))
