"""Summer Pavilion against a second reading of its rulebook, move by move."""

from __future__ import annotations

from collections import Counter

import pytest

from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.games.summer_pavilion import GAME
from colonnade.games.summer_pavilion.shape import PavilionView
from tests.contract.cases import Case, cases_of
from tests.oracle.summer_pavilion import Oracle

GAMES = 8  # of each way to choose and each set of options


def evenly(legal: list[int], rng: Rng) -> int:
    """Choose among all rows."""
    return legal[rng.below(len(legal))]


def eagerly(legal: list[int], rng: Rng) -> int:
    """Pass and end keeping only where nothing else is left: boards fill up, tiles run out."""
    more = [row for row in legal if GAME.moves.fields(row)["kind"] not in ("pass", "done")]
    return evenly(more or legal, rng)


def compare(state: State, oracle: Oracle) -> None:
    """All that both readings say about a position."""
    words = {GAME.moves.words(row) for row in state.legal()}
    assert words == oracle.legal()
    assert state.actor == oracle.actor
    assert state.scores() == oracle.scores()
    if state.actor == CHANCE:
        weights = dict(zip(map(GAME.moves.words, state.legal()), state.weights(), strict=True))
        assert weights == oracle.weights()
    view = state.reveal()
    assert isinstance(view, PavilionView)
    for name in ("bag", "tower", "supply", "center"):
        assert Counter(getattr(view, name)) == +Counter(getattr(oracle, name)), name
    assert [+Counter(f) for f in view.factories] == [+Counter(f) for f in oracle.factories]
    for seat, player in enumerate(view.players):
        held = Counter(player.tiles) + Counter(player.kept)
        assert held == +Counter(oracle.tiles[seat])
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
def test_both_readings_agree(case: Case, choose: object) -> None:
    """Legal moves, weights, tiles, boards and points are the same at every move."""
    assert callable(choose)
    for seed in range(GAMES):
        rng = Rng(seed, 22)
        state, oracle = case.start(), Oracle(case.seats, case.options["board"])
        while state.actor != OVER:
            compare(state, oracle)
            legal = state.legal()
            row = evenly(legal, rng) if state.actor == CHANCE else choose(legal, rng)
            state.apply(row)
            oracle.play(GAME.moves.words(row))
        compare(state, oracle)
        assert state.winners() == oracle.winners()
