"""The errors people and programs can meet, each a type with fields.

Their texts stand in the locales under `error.<TypeName>`; who shows them decides the language.
"""

from __future__ import annotations

from collections.abc import Sequence

from colonnade.locales import say

Value = str | int | Sequence[str] | Sequence[int]


class ColonnadeError(Exception):
    """Something asked for cannot be done; nothing was changed."""

    def __init__(self, **fields: Value) -> None:
        super().__init__()
        self.fields = fields

    def text(self, lang: str = "en") -> str:
        """Say what is wrong, where, and what to do, in one line."""
        return say(f"error.{type(self).__name__}", lang, **self.fields)

    def __str__(self) -> str:
        """The English text."""
        return self.text()


class UnknownGame(ColonnadeError):
    """No game has this key."""


class WrongSeats(ColonnadeError):
    """The game is not played by this number."""


class NoSuchSeat(ColonnadeError):
    """Nobody sits there: seats count from 0."""


class UnknownOption(ColonnadeError):
    """The game has no such option."""


class UnknownValue(ColonnadeError):
    """The option has no such value."""


class UnknownMove(ColonnadeError):
    """No row of the game's table has these words."""


class IllegalMove(ColonnadeError):
    """The row exists, but not now."""


class GameOver(ColonnadeError):
    """No move can be made any more."""


class BadState(ColonnadeError):
    """A text is not a position of this game."""


class BadView(ColonnadeError):
    """A view is not one of this game, or contradicts itself."""


class BadRecord(ColonnadeError):
    """A record cannot be read or replayed; `line` says where, `why` what is wrong there.

    Where another error is the reason, it is the cause of this one and speaks for it.
    """

    def __init__(self, line: int, why: str = "", **fields: Value) -> None:
        super().__init__(**fields)
        self.line = line
        self.why = why

    def text(self, lang: str = "en") -> str:
        """Say the line, then the reason."""
        if isinstance(self.__cause__, ColonnadeError):
            reason = self.__cause__.text(lang)
        else:
            reason = say(f"error.BadRecord.{self.why}", lang, **self.fields)
        return say("error.BadRecord", lang, line=self.line, reason=reason)
