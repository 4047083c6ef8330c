"""The rules open at what is pointed at: each thing of a table has a rule, and the rule exists."""

from __future__ import annotations

import re
from importlib import import_module
from importlib.resources import files

import pytest

from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER
from colonnade.games import game

pytestmark = pytest.mark.once
GAMES = ("pagoda", "seven_steps", "summer_pavilion")


# What `*` is for: the spaces of 7 Steps, which are called by their place alone.
UNNAMED = {"seven_steps": re.compile(r"[a-g][0-6]")}


def rule_for(key: str, table: dict[str, str], thing: str) -> str | None:
    """As web/src/table/pointing.ts looks it up; but what `*` was not meant for has no rule."""
    found = table.get(thing) or table.get(thing.split()[0])
    unnamed = UNNAMED.get(key)
    return found or (table.get("*") if unnamed and unnamed.fullmatch(thing) else None)


@pytest.mark.parametrize("key", GAMES)
def test_every_thing_has_a_rule(key: str) -> None:
    """Whatever moves touch or refusals name in some games; no entry is of a rule that is not."""
    table: dict[str, str] = import_module(f"colonnade.games.{key}.refusals").RULE_OF
    text = files(f"colonnade.games.{key}").joinpath("RULES.md").read_text(encoding="utf-8")
    assert ("*" in table) == (key in UNNAMED)
    assert set(table.values()) <= set(re.findall(r"\*\*([A-Z]\d+\.\d+)\*\*", text))
    things: set[str] = set()
    for seed in range(6):
        state, rng = game(key).start(), Rng(seed)
        walk = Walk(state)
        while state.actor != OVER:
            if state.actor >= 0:
                things.update(*(state.touches(row).things for row in state.legal()))
                things.update(one.thing for one in state.refusals(int(state.actor)))
            walk.step(state, rng)
    assert len(things) > 20
    assert [thing for thing in things if not rule_for(key, table, thing)] == []
