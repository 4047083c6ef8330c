"""What moves bring about that is worth a line, for every game, seat count and option.

That nothing of it tells a secret is tested in test_secrecy.py.
"""

from __future__ import annotations

import re

import pytest

from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER
from colonnade.locales import LANGUAGES, say
from tests.contract.cases import REAL, Case


@pytest.mark.parametrize("case", REAL, ids=lambda case: case.name)
def test_events_say_what_happened(case: Case) -> None:
    """They have a text in each language, a rule of the game, and others' points are all told."""
    rules = case.game.folder().joinpath("RULES.md").read_text(encoding="utf-8")
    for seed in range(3):
        state, rng = case.start(), Rng(seed, 31)
        walk = Walk(state)
        while state.actor != OVER:
            before, row = state.copy(), walk.pick(state, rng)
            state.apply(row)
            gains = [b - a for a, b in zip(before.scores(), state.scores(), strict=True)]
            told = [0] * case.seats  # points on lines of their own
            for event in before.events(row, state):
                if event.points:
                    told[event.seat] += event.points
                assert re.fullmatch(rf"{case.game.key}\.event\.[a-z_]+", event.event)
                assert re.search(rf"\b{re.escape(event.rule)}\b", rules), event
                assert event.seat in range(-1, case.seats)
                for lang in LANGUAGES:
                    assert "{" not in say(event.event, lang, **event.fields)
            # Who makes a move sees its points there; others' points need a line that says why, in a
            # game that has such lines at all.
            others = [seat for seat in range(case.seats) if seat != before.actor]
            if "events" in vars(type(state)):
                assert [told[seat] for seat in others] == [gains[seat] for seat in others]
