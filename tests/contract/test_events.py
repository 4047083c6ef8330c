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
    """They have a text in each language, a rule of the game, and points that were made just now."""
    rules = case.game.folder().joinpath("RULES.md").read_text(encoding="utf-8")
    for seed in range(3):
        state, rng = case.start(), Rng(seed, 31)
        walk = Walk(state)
        while state.actor != OVER:
            before, row = state.copy(), walk.pick(state, rng)
            state.apply(row)
            gains = [b - a for a, b in zip(before.scores(), state.scores(), strict=True)]
            for event in before.events(row, state):
                assert re.fullmatch(rf"{case.game.key}\.event\.[a-z_]+", event.event)
                assert re.search(rf"\b{re.escape(event.rule)}\b", rules), event
                assert event.seat in range(-1, case.seats)
                assert not event.points or gains[event.seat], event
                for lang in LANGUAGES:
                    assert "{" not in say(event.event, lang, **event.fields)
