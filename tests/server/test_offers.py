"""Offers as they are sent: encoded in two parts, and the same as if they were whole."""

from __future__ import annotations

import msgspec
import pytest

from colonnade.contract.history import History
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER
from colonnade.server.offers import offers, refusals
from colonnade.server.wire import Offer, Refused
from tests.contract.cases import REAL, Case


@pytest.mark.once
@pytest.mark.parametrize("case", REAL, ids=lambda case: case.name)
def test_offers_are_what_the_schema_says(case: Case) -> None:
    """Each is read back as an Offer, with the words, things, points and pieces of its row."""
    history, rng = History(case.game, case.start()), Rng(41)
    history.settle(rng)
    for _ in range(25):
        if history.actor == OVER:
            break
        found = msgspec.json.decode(msgspec.json.encode(offers(history)), type=list[Offer])
        for offer, row in zip(found, history.legal(), strict=True):
            touch, after = history.state.touches(row), history.state.copy()
            after.apply(row)
            gained = [b - a for a, b in zip(history.state.scores(), after.scores(), strict=True)]
            assert offer.words == case.game.moves.words(row)
            assert offer.fields == case.game.moves.fields(row)
            assert offer.points == gained
            assert (tuple(offer.things), tuple(offer.earns)) == (touch.things, touch.earns)
            assert (tuple(offer.pays), tuple(offer.takes)) == (touch.pays, touch.takes)
        history.append(history.legal()[rng.below(len(history.legal()))])
        history.settle(rng)


@pytest.mark.once
@pytest.mark.parametrize("case", REAL, ids=lambda case: case.name)
def test_refusals_are_what_the_schema_says(case: Case) -> None:
    """Each is read back as a Refused, field by field."""
    history = History(case.game, case.start())
    history.settle(Rng(42))
    raw = msgspec.json.encode(refusals(history, history.actor))
    found = msgspec.json.decode(raw, type=list[Refused], strict=True)
    for told, meant in zip(found, history.state.refusals(history.actor), strict=True):
        assert msgspec.structs.asdict(told) == msgspec.structs.asdict(meant)
