"""What chance draws at the tables of a server: a tape that nobody knows, and that undoing rewinds.

The n-th draw of a table is found from its name, n and the server's secret, so that taking back and
playing on draws the same again: an undo is no second throw of the dice. What the number drawn means
is decided by the weights of the position, in contract/play.py.
"""

from __future__ import annotations

import hmac

from mypy_extensions import i64

PURPOSE = b"colonnade.draws"  # so that the secret says nothing about what else it is used for


class Tape:
    """The tapes of all tables."""

    def __init__(self, secret: bytes) -> None:
        key = hmac.digest(secret, PURPOSE, "sha256")
        # Copied for each draw: to make one anew costs more, and lets another thread go first.
        self._keyed = hmac.new(key, digestmod="sha256")

    def source(self, table: str, drawn: int) -> Draws:
        """What a table draws, after so many draws."""
        return Draws(self._keyed, table, drawn)


class Draws:
    """A source that goes on along a table's tape."""

    def __init__(self, keyed: hmac.HMAC, table: str, drawn: int) -> None:
        self._keyed = keyed
        self._table = table
        self._drawn = drawn

    def below(self, bound: i64) -> i64:
        """Draw from 0 to bound - 1, evenly: 256 bits are many more than any bound has."""
        mark = f"{self._table} {self._drawn}".encode()
        self._drawn += 1
        drawing = self._keyed.copy()
        drawing.update(mark)
        return int.from_bytes(drawing.digest()) % bound
