"""Which rules a game has, by their numbers: what teaches it names them."""

from __future__ import annotations

import re
from functools import cache

from colonnade.contract.game import Game

NUMBERED = re.compile(r"^- \*\*([A-Z]\d+\.\d+)\*\*", re.MULTILINE)


@cache
def rule_numbers(game: Game) -> tuple[str, ...]:
    """The numbers of a game's paragraphs, in their order; none if it has no rules page."""
    path = game.folder() / "RULES.md"
    return tuple(NUMBERED.findall(path.read_text(encoding="utf-8"))) if path.is_file() else ()
