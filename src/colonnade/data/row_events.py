"""What is counted of a game: how often each kind of row was made, and with which fields.

The names come from a game's move table alone, so every game is counted without a word of its own.
What the counts mean is decided by whoever reads them.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from colonnade.contract.moves import MoveTable

# A field with more values than this among the rows of its kind is a place, such as the 49 spaces of
# 7 Steps, not a sort of thing: it would be a table of its own.
MOST_VALUES = 12


class Events(NamedTuple):
    """The names of what is counted, and of each row the numbers of the names it counts for."""

    names: tuple[str, ...]
    of_row: tuple[tuple[int, ...], ...]


@cache
def events(table: MoveTable) -> Events:
    """Name a game's events: `tile`, and `tile color=red` for each value of each small field."""
    values: dict[tuple[str, str], set[str]] = {}
    for row in table.rows:
        for field, value in row.fields.items():
            values.setdefault((row.kind, field), set()).add(str(value))
    numbers: dict[str, int] = {}
    of_row = []
    for row in table.rows:
        names = [row.kind]
        for field, value in row.fields.items():
            if len(values[row.kind, field]) <= MOST_VALUES:
                names.append(f"{row.kind} {field}={value}")
        of_row.append(tuple(numbers.setdefault(name, len(numbers)) for name in names))
    return Events(tuple(numbers), tuple(of_row))
