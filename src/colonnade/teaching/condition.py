"""Conditions on a position, in words: `board.g2.height = 0`, `players.me.numbers.1.filled >= 7`.

A condition names a field of the view that a seat has, compares it, and knows no rule. When a
condition has to hold is exercise.py's affair.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import inspect

from colonnade.contract.errors import ColonnadeError
from colonnade.contract.view import View

WRITTEN: Final = re.compile(r"(?P<path>\w+(?:\.[\w ]+)*) (?P<sign>=|!=|<=|>=|<|>) (?P<value>\S.*)")
SIGNS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
ORDERS: Final = ("<=", ">=", "<", ">")
WORDS: Final = {"yes": True, "no": False, "nothing": None}
SEATS: Final = ("me", "rival")  # the learner, and who comes next
KEPT: Final = 512  # conditions that were read, a few hundred bytes each


class BadCondition(ColonnadeError):
    """A condition cannot be read, or names what the game's views do not have."""


class Condition(msgspec.Struct, frozen=True):
    """A field of a view, and what it is compared with."""

    path: tuple[str, ...]
    sign: str
    value: int | str | bool | None

    def holds(self, view: View) -> bool:
        """Whether it is so in a view; what is not there, or is hidden, is nothing."""
        found: Any = view
        for part in self.path:
            found = entered(found, part, view)
        if isinstance(found, list | dict):
            found = len(found)
        if self.sign in ORDERS and not isinstance(found, int):
            return False
        return SIGNS[self.sign](found, self.value)


def entered(holder: Any, part: str, view: View) -> Any:
    """What a part of a path leads to: a field, a key, or a place in a list, counted from 1."""
    if isinstance(holder, dict):
        return holder.get(part, 0)  # counts leave out what there is none of
    if isinstance(holder, list):
        at = place(part, view)
        return holder[at] if at < len(holder) else None
    return None if holder is None else getattr(holder, part)


def place(part: str, view: View) -> int:
    """A place in a list, from 0: a number as people count, or one of the seats."""
    if part in SEATS:
        return ((view.seat or 0) + SEATS.index(part)) % view.seats
    return int(part) - 1


@lru_cache(maxsize=KEPT)
def condition(view_type: type[View], text: str) -> Condition:
    """Read one, for the views of a game."""
    written = WRITTEN.fullmatch(text)
    if written is None:
        raise BadCondition(condition=text)
    path, sign, said = tuple(written["path"].split(".")), written["sign"], written["value"]
    info: inspect.Type = inspect.type_info(view_type)
    for part in path:
        inside = within(info, part)
        if inside is None:
            raise BadCondition(condition=text)
        info = inside
    number = int(said) if re.fullmatch(r"-?\d+", said) else None
    value = number if number is not None else WORDS.get(said, said)
    if isinstance(info, inspect.StructType) or (sign in ORDERS and number is None):
        raise BadCondition(condition=text)
    return Condition(path, sign, value)


def within(info: inspect.Type, part: str) -> inspect.Type | None:
    """The type that a part of a path leads to; None if there is no such part."""
    if isinstance(info, inspect.UnionType):
        found = [within(one, part) for one in info.types]
        return next((one for one in found if one is not None), None)
    if isinstance(info, inspect.Metadata):
        return within(info.type, part)
    if isinstance(info, inspect.StructType):
        return next((field.type for field in info.fields if field.name == part), None)
    if isinstance(info, inspect.DictType):
        return info.value_type if named(info.key_type, part) else None
    if isinstance(info, inspect.ListType):
        counted = part in SEATS or (part.isdecimal() and int(part) > 0)
        return info.item_type if counted else None
    return None


def named(info: inspect.Type, part: str) -> bool:
    """Whether a key may be called so."""
    if isinstance(info, inspect.Metadata):
        return named(info.type, part)
    pattern = info.pattern if isinstance(info, inspect.StrType) else None
    return pattern is None or re.search(pattern, part) is not None
