"""Plans, lines and reasons in the terminal: moves in a row, sentences, and both for machines.

How they are found is decided in ai; which of them a command shows, in its own file.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from colonnade.cli.speech import language, local
from colonnade.contract.game import Game
from colonnade.locales import say_of

if TYPE_CHECKING:
    from colonnade.ai.plans import PlanMove
    from colonnade.ai.reasons import Reason


def sentence(game: Game, reason: Reason) -> str:
    """A reason in the language in use."""
    return say_of(game.key, reason.reason, language(), reason.fields)


def moves_in_words(game: Game, moves: Iterable[PlanMove]) -> str:
    """Moves one after the other, each with its points."""
    found = []
    for move in moves:
        words = local(game.moves.words(move.row), game.key)
        found.append(f"{words} ({move.points:+d})" if move.points else words)
    return ", ".join(found)


def moves_as_json(game: Game, moves: Iterable[PlanMove]) -> list[dict[str, Any]]:
    """Moves for machines."""
    words = game.moves.words
    return [{"words": words(one.row), "row": one.row, "points": one.points} for one in moves]


def reasons_as_json(game: Game, reasons: Iterable[Reason]) -> list[dict[str, Any]]:
    """Reasons for machines: key and fields, and the sentence."""
    return [
        {"reason": one.reason, "fields": one.fields, "text": sentence(game, one)} for one in reasons
    ]
