"""7 Steps against a second reading of its rulebook, move by move."""

from __future__ import annotations

from functools import partial

import pytest

from colonnade.contract.rng import Rng
from colonnade.contract.state import State
from colonnade.games.seven_steps import GAME
from colonnade.games.seven_steps.view_types import StepsView
from tests.contract.cases import Case, cases_of
from tests.effort import effort
from tests.oracle.follow import Choose, evenly, follow, some
from tests.oracle.seven_steps import Oracle

# Every seat count, face and layout once, and the extra round with each face; pure, a third of them.
SOME = [
    case
    for i, case in enumerate(cases_of(GAME))
    if case.options["extra_round"] == "no" or i % 5 == 0
][:: effort(1, 3)]


def by_kind(legal: list[int], rng: Rng) -> int:
    """Choose a kind of move first: construction tiles and returns come more often than by rows."""
    kinds: dict[str, list[int]] = {}
    for row in legal:
        kinds.setdefault(str(GAME.moves.fields(row)["kind"]), []).append(row)
    return evenly(list(kinds.values())[rng.below(len(kinds))], rng)


def climbing(legal: list[int], rng: Rng) -> int:
    """Place as long as possible and return nothing: towers grow, dissolve, and the bag runs dry."""
    kinds = {row: GAME.moves.fields(row)["kind"] for row in legal}
    places = [row for row in legal if kinds[row] == "place"]
    if places and rng.below(10):
        return places[-1] if rng.below(2) else evenly(places, rng)
    last = [row for row in legal if kinds[row] == "refill"]
    return last[0] if last and rng.below(20) else evenly(legal, rng)


def look(state: State, oracle: Oracle) -> None:
    """What is 7 Steps' own: board, discs, tiles, piles."""
    assert (state.actor, state.turn) == (oracle.actor, oracle.turn)
    view = state.reveal()
    assert isinstance(view, StepsView)
    if state.actor >= 0:
        assert view.round == oracle.round
    assert {name: space.color for name, space in view.board.items()} == oracle.colors
    heights = {name: space.height for name, space in view.board.items()}
    assert heights == {name: oracle.heights[name] for name in heights}
    assert view.bag is not None
    assert some(view.bag) == some(oracle.bag)
    for kind in ("construction", "points"):
        assert some(view.piles[kind]) == some(oracle.piles[kind])
        assert some(view.discards[kind]) == some(oracle.discards[kind])
    for seat, player in enumerate(view.players):
        assert player.hand is not None
        assert some(player.hand) == some(oracle.hands[seat])
        held = {"construction": player.construction, "points": player.points}
        assert held == oracle.tiles[seat]


@pytest.mark.parametrize("choose", [evenly, by_kind, climbing])
@pytest.mark.parametrize("case", SOME, ids=lambda case: case.name)
def test_both_readings_agree(case: Case, choose: Choose) -> None:
    """Legal moves, weights, towers, discs, tiles and points are the same at every move."""
    oracle = Oracle(seats=case.seats, **case.options)
    follow(case, oracle, choose, len(case.name), partial(look, oracle=oracle))
