"""Reads tokens.json, the one source of colors, fonts, measures and emblems: the page's and ours.

What is drawn with them is decided by each game's drawing.py, and by web/ for the page.
"""

from __future__ import annotations

import json
import re
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple, cast

Tree = dict[str, "Tree | str | float | list[str]"]

THEMES: Final = ("light", "dark")
FLAT: Final = ("neutral", "accent", "state", "gold", "stone")  # groups whose names stand alone
PARTS: Final = ("fill", "light", "shade", "edge", "ink")  # of a piece, the same in both themes


class Paint(NamedTuple):
    """One color by its token: what it is on a light and on a dark ground."""

    light: str
    dark: str


@cache
def tokens() -> Tree:
    """The whole file."""
    return cast("Tree", json.loads((files(__package__) / "tokens.json").read_text("utf-8")))


def found(*path: str) -> Tree | str | float | list[str]:
    """What stands at a path of names."""
    at: Tree | str | float | list[str] = tokens()
    for name in path:
        at = cast("Tree", at)[name]
    return at


def branch(*path: str) -> Tree:
    """A part of the file."""
    return cast("Tree", found(*path))


def word(*path: str) -> str:
    """A text: a path of an emblem, a stack of fonts."""
    return cast("str", found(*path))


def number(*path: str) -> float:
    """A measure."""
    return cast("float", found(*path))


@cache
def paints() -> dict[str, Paint]:
    """All colors, by the names that the page's style sheet gives them: ink, seat-0, red-fill."""
    both = [_theme(theme) for theme in THEMES]
    known = {name: Paint(color, both[1][name]) for name, color in both[0].items()}
    for color, piece in branch("pieces", "colors").items():
        for part in PARTS:
            fill = cast("str", cast("Tree", piece)[part])
            known[f"{color}-{part}"] = Paint(fill, fill)
    return known


def _theme(theme: str) -> dict[str, str]:
    """The colors that change with the theme, as web/plugins/tokens.ts names them."""
    known: dict[str, str] = {}
    for group in FLAT:
        for name, color in branch("theme", theme, group).items():
            known[_dashed(name)] = cast("str", color)
    seats = cast("list[str]", found("theme", theme, "seat"))
    known |= {f"seat-{seat}": color for seat, color in enumerate(seats)}
    for sky, stops in branch("theme", theme, "sky").items():
        known |= {f"sky-{sky}-{i}": color for i, color in enumerate(cast("list[str]", stops))}
    for name, color in branch("theme", theme, "bonusTile").items():
        known[f"bonus-{_dashed(name)}"] = cast("str", color)
    for color in branch("pieces", "colors"):
        for part, tint in branch("pieces", "colors", color, "space", theme).items():
            known[f"space-{color}-{part}"] = cast("str", tint)
    return known


def _dashed(name: str) -> str:
    """A name as style sheets write it: goldLight is gold-light."""
    return re.sub(r"[A-Z]", lambda letter: f"-{letter[0].lower()}", name)
