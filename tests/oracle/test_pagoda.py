"""Pagoda against a second reading of its rulebook, move by move."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import partial

import pytest

from colonnade.contract.rng import Rng
from colonnade.contract.state import State
from colonnade.games.pagoda import GAME
from colonnade.games.pagoda.material import COLORS
from colonnade.games.pagoda.view_types import PagodaView
from tests.contract.cases import Case, cases_of
from tests.effort import effort
from tests.oracle.follow import Choose, evenly, follow
from tests.oracle.pagoda import Oracle

GAMES = effort(6, 3)  # of each way to choose and each set of options


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


def look(state: State, oracle: Oracle) -> None:
    """What is Pagoda's own: cards, abilities, completed lots."""
    assert (state.actor, state.turn) == (oracle.actor, oracle.turn)
    view = state.reveal()
    assert isinstance(view, PagodaView)
    assert Counter(view.deck) == +Counter(oracle.deck)
    assert Counter(view.discard) == +Counter(oracle.discard)
    for seat, player in enumerate(view.players):
        assert Counter(player.display) == +Counter(oracle.displays[seat])
        assert Counter(player.hand) == +Counter(oracle.hands[seat])
        left = [oracle.abilities[seat][color] for color in COLORS]
        assert list(player.abilities.values()) == left
    assert {i for i, lot in enumerate(view.lots, 1) if lot.completed} == set(oracle.completed)


@pytest.mark.parametrize("choose", [evenly, by_kind, hoarding])
@pytest.mark.parametrize("case", list(cases_of(GAME)), ids=lambda case: case.name)
def test_both_readings_agree(case: Case, choose: Choose) -> None:
    """Legal moves, weights, cards, abilities and points are the same at every move."""
    for seed in range(GAMES):
        oracle = Oracle(**case.options)
        follow(case, oracle, choose, seed, partial(look, oracle=oracle))
