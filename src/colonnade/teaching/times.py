"""How long a lesson takes: what was measured at the page, and what is assumed of people.

bench/lesson_times.py measures and writes the file `lesson_times.json` of a game's folder; a lesson
without a measure, as of another package, is estimated from its file.
"""

from __future__ import annotations

from hashlib import sha256
from math import ceil
from typing import Final

import msgspec
from msgspec.structs import asdict

from colonnade.contract.game import Game

FILE: Final = "lesson_times.json"
MARK: Final = 12  # letters of a digest

# Assumed of people; docs/lessons.md says it to those who write a lesson.
WORDS_PER_MINUTE: Final = {"en": 200, "fr": 190}
SECONDS_PER_TOUCH: Final = 1.5  # from knowing what to touch until it is touched
SECONDS_PER_TASK: Final = 5.0  # to look at the table and to think
SECONDS_PER_READING: Final = 3.0  # to look at what was only read about
# Where nothing is measured.
SECONDS_PER_MOVE: Final = 3.5  # two touches or so, and motion
SECONDS_PER_ANSWER: Final = 1.0  # a draw, or a rival's move
ROUNDED: Final = 5


class Counts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many words stood on the card and beside things, in each language, as `Text` has them."""

    en: int
    fr: int


class Measured(msgspec.Struct, frozen=True, kw_only=True):
    """What the page took and showed when a lesson was gone through by its own pointer."""

    mark: str  # of the file that was measured
    touches: int
    moving: float  # seconds of motion that the page asked for, one after the other
    words: Counts


def mark_of(text: str) -> str:
    """By which a file is known again; how its lines end is no matter."""
    return sha256(text.replace("\r\n", "\n").encode()).hexdigest()[:MARK]


def read_times(game: Game) -> dict[str, Measured]:
    """The measures of a game's lessons by their keys; none without the file."""
    path = game.folder() / FILE
    if not path.is_file():
        return {}
    return msgspec.json.decode(path.read_bytes(), type=dict[str, Measured])


def seconds_of(measured: Measured, tasks: int, readings: int) -> int:
    """Reading in the slower language, touches, motion, and a while to think."""
    counts = asdict(measured.words).items()
    reading = max(60 * count / WORDS_PER_MINUTE[lang] for lang, count in counts)
    thinking = SECONDS_PER_TASK * tasks + SECONDS_PER_READING * readings
    return rounded(reading + SECONDS_PER_TOUCH * measured.touches + measured.moving + thinking)


def rounded(seconds: float) -> int:
    """Nobody needs it to the second."""
    return ceil(seconds / ROUNDED) * ROUNDED
