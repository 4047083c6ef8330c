"""Pagoda against a second reading of its rulebook, move by move."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.games.pagoda import GAME
from colonnade.games.pagoda.shape import PagodaView
from tests.contract.cases import Case, cases_of
from tests.oracle.pagoda import Oracle

GAMES = 10  # of each way to choose and each set of options: half a minute in all


def evenly(legal: list[int], rng: Rng) -> int:
    """Choose among all rows."""
    return legal[rng.below(len(legal))]


def by_kind(legal: list[int], rng: Rng) -> int:
    """Choose a kind of move first: tiles, roofs and abilities come more often than by rows."""
    kinds = defaultdict(list)
    for row in legal:
        fields = GAME.moves.fields(row)
        kinds[f"{fields['kind']} {fields.get('ability', '')}"].append(row)
    return evenly(evenly_of(sorted(kinds.items()), rng), rng)


def evenly_of(kinds: list[tuple[str, list[int]]], rng: Rng) -> list[int]:
    """Choose one kind's rows."""
    return kinds[rng.below(len(kinds))][1]


def hoarding(legal: list[int], rng: Rng) -> int:
    """Build columns of the lowest lots first: full floors wait, colors run out, turns get stuck."""
    columns = [row for row in legal if GAME.moves.fields(row)["kind"] == "column"]
    return columns[0] if columns and rng.below(8) else by_kind(legal, rng)


def compare(state: State, oracle: Oracle) -> None:
    """All that both readings say about a position."""
    words = {GAME.moves.words(row) for row in state.legal()}
    assert words == oracle.legal()
    assert state.actor == oracle.actor
    assert state.turn == oracle.turn
    if state.actor == CHANCE:
        weights = dict(zip(map(GAME.moves.words, state.legal()), state.weights(), strict=True))
        assert weights == oracle.weights()
    view = state.reveal()
    assert isinstance(view, PagodaView)
    assert view.scores == oracle.scores()
    assert Counter(view.deck) == +Counter(oracle.deck)
    assert Counter(view.discard) == +Counter(oracle.discard)
    for seat, player in enumerate(view.players):
        assert Counter(player.display) == +Counter(oracle.displays[seat])
        assert Counter(player.hand) == +Counter(oracle.hands[seat])
        assert list(player.abilities.values()) == [
            oracle.abilities[seat][color] for color in ("red", "blue", "green", "yellow", "purple")
        ]
    assert {i for i, lot in enumerate(view.lots, 1) if lot.completed} == set(oracle.completed)


@pytest.mark.parametrize("choose", [evenly, by_kind, hoarding])
@pytest.mark.parametrize("case", list(cases_of(GAME)), ids=lambda case: case.name)
def test_both_readings_agree(case: Case, choose: object) -> None:
    """Legal moves, weights, cards, abilities and points are the same at every move."""
    assert callable(choose)
    for seed in range(GAMES):
        rng = Rng(seed, 21)
        state, oracle = case.start(), Oracle(**case.options)
        while state.actor != OVER:
            compare(state, oracle)
            legal = state.legal()
            row = evenly(legal, rng) if state.actor == CHANCE else choose(legal, rng)
            state.apply(row)
            oracle.play(GAME.moves.words(row))
        compare(state, oracle)
        assert state.winners() == oracle.winners()
