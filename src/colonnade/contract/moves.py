"""The table of a game's moves: number, words and fields of every row.

Which rows are legal is decided by the rules; a table is only ever appended to.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from operator import index

import msgspec

from colonnade.contract.errors import UnknownMove

Field = str | int


class Row(msgspec.Struct, frozen=True):
    """One gesture of a hand at the table: its words are the notation, its fields the JSON."""

    words: str
    kind: str
    fields: dict[str, Field] = {}


class MoveTable:
    """All rows of a game; a row's place is its number."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows: tuple[Row, ...] = tuple(rows)
        self._numbers = {row.words: number for number, row in enumerate(self.rows)}
        if len(self._numbers) != len(self.rows):
            raise ValueError("two rows of a move table have the same words")

    def __len__(self) -> int:
        """Count the rows."""
        return len(self.rows)

    def words(self, number: int) -> str:
        """A row's words."""
        return self.rows[number].words

    def fields(self, number: int) -> dict[str, Field]:
        """A row as the page reads it: its kind and fields."""
        row = self.rows[number]
        return {"kind": row.kind, **row.fields}

    def check(self, number: int) -> int:
        """A row's number, any kind of whole number, if there is such a row."""
        try:
            plain = index(number)
        except TypeError:
            plain = -1
        if not 0 <= plain < len(self.rows):
            raise UnknownMove(words=str(number)[:80], close=[])
        return plain

    def number(self, words: str) -> int:
        """Find a row by its words; case and spacing do not matter."""
        plain = " ".join(words.lower().split())
        found = self._numbers.get(plain)
        if found is None:
            close = difflib.get_close_matches(plain[:80], self._numbers, n=3, cutoff=0.5)
            raise UnknownMove(words=plain[:80], close=close)
        return found
