"""What leaves a state for people, pages and players: views and refusals, ready for JSON.

What a view of a game holds is decided by that game's view.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta

Count = Annotated[int, Meta(ge=0)]


def one_of(names: Sequence[str]) -> Meta:
    """What makes a text one of some names, where it is read, in schemas and for the page."""
    words = "|".join(re.escape(name) for name in names)
    enum = {"enum": list(names)}
    return Meta(pattern=f"^(?:{words})$", extra_json_schema=enum, extra={"one_of": tuple(names)})


class Showing:
    """How views are shown to people; whoever knows the games sets it, since no view does."""

    def __init__(self) -> None:
        self.text: Callable[[View], str] | None = None
        self.drawing: Callable[[View], str | None] | None = None  # SVG, if the game has pictures


showing = Showing()


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat, or a spectator, may know of a position; games add their own fields."""

    game: str
    seat: Count | None
    seats: Annotated[int, Meta(ge=1)]
    options: dict[str, str]
    actor: Annotated[int, Meta(ge=-2)]  # a seat, CHANCE or OVER
    turn: Count
    scores: list[int]

    def __str__(self) -> str:
        """A picture in plain text, where somebody knows how to draw it."""
        return repr(self) if showing.text is None else showing.text(self)

    def _repr_svg_(self) -> str | None:
        """What a notebook shows; None where the game draws no pictures."""
        return showing.drawing(self) if showing.drawing else None


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why a visible thing cannot be used now: a locale key, its fields, and the rule's number."""

    thing: str
    reason: str
    rule: str
    fields: dict[str, str | int] = {}


REFUSALS = 8192  # that are kept, some 300 bytes each
Reason = tuple[str, str] | tuple[str, str, tuple[str, str | int]]  # key, rule, perhaps a field


@lru_cache(maxsize=REFUSALS)
def refusal(game: str, thing: str, why: Reason) -> Refusal:
    """A refusal of a game: the same ones come again at every decision, so they are kept."""
    reason, rule, *fields = why
    return Refusal(thing, f"{game}.refusal.{reason}", rule, dict(fields))


def refuse(
    game: str, things: Iterable[str], touched: set[str], why: Callable[[str], Reason]
) -> list[Refusal]:
    """A refusal, with its reason, for each thing that no legal move touches."""
    return [refusal(game, thing, why(thing)) for thing in things if thing not in touched]
