"""Positions as SVG pictures, for notebooks, files and pages: what a view knows, and no more.

What a picture shows is decided by each game's folder here; those of the page are drawn in web/.
Loaded with the package, so it is light: a game's drawing is imported when first asked for.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Protocol, cast

from colonnade.contract.errors import ColonnadeError
from colonnade.contract.view import View


class NoPicture(ColonnadeError):
    """Nobody has said how this game is drawn."""


class Drawing(Protocol):
    """How one game is drawn: `draw` of the module `drawing` in its folder."""

    def __call__(self, view: View, lang: str) -> str:
        """What a view knows, as SVG with words of a language."""


@cache
def drawing_of(key: str) -> Drawing | None:
    """How a game is drawn; None for a game without a folder here."""
    folder = f"{__name__}.{key}"
    if not key.isidentifier() or find_spec(folder) is None:
        return None
    return cast(Drawing, import_module(f"{folder}.drawing").draw)


def draw(view: View, lang: str = "en") -> str:
    """What a view knows as an SVG picture, the same text for equal views."""
    drawing = drawing_of(view.game)
    if drawing is None:
        raise NoPicture(game=view.game)
    return drawing(view, lang)


def show(view: View) -> str | None:
    """The picture under a name of its own, for a page of a notebook; None where there is none."""
    if drawing_of(view.game) is None:
        return None
    from colonnade.pictures.paper import own_names

    return own_names(draw(view))
