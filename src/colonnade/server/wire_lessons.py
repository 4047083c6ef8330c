"""What the server tells of lessons and exercises."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from colonnade.server.wire import Offer, PlanMove, ReasonTold, Refused, SeatTold, Told
from colonnade.server.wire_types import Actor, Chance, Count, GameKey, Seat, Things, View, Words
from colonnade.teaching.exercise import Verdict
from colonnade.teaching.text import Text


class LessonNamed(msgspec.Struct, kw_only=True):
    """A lesson as lists show it."""

    game: GameKey
    key: str
    title: Text
    about: Text  # a line for lists
    seconds: Count  # how long it takes
    enough: bool  # belongs to what is enough to play
    strategy: bool


class LessonListed(LessonNamed, kw_only=True):
    """A lesson in a list."""

    steps: Count


class LabelTold(msgspec.Struct, kw_only=True):
    """A few words beside a thing, or a part of the table."""

    at: str
    text: Text


class LessonStep(msgspec.Struct, kw_only=True):
    """A step of a lesson: what is said, and perhaps what is to be done."""

    say: Text
    task: Text | None  # null: it is only read
    show: Things  # or parts of the table, that stay bright; none: everything
    labels: list[LabelTold]
    solution: list[Words]


class LessonTold(LessonNamed, kw_only=True):
    """A whole lesson but for its positions, which its exercises tell."""

    rules: list[str]  # numbers of the rules that it teaches
    steps: list[LessonStep]


class ExerciseEvent(msgspec.Struct, kw_only=True):
    """An exercise after some moves, as the learner's seat may know it."""

    verdict: Verdict  # on the last move
    points: int  # that the last move itself brought
    view: View
    actor: Actor
    seat: Seat  # the learner's
    seats: Annotated[list[SeatTold], Meta(min_length=1, max_length=8)]
    offers: list[Offer]  # none where nothing is to be done
    refusals: list[Refused]
    facts: list[Told]  # what the last move and the answers to it did
    next: Words | None  # what would serve now; after a wrong move, instead of it
    matched: Count  # of the moves that are asked for
    wanted: Count
    said: Text | None  # to the last move


class LessonEvent(ExerciseEvent, kw_only=True):
    """A step of a lesson after some moves."""

    step: Count  # from 0


class TryEvent(ExerciseEvent, kw_only=True):
    """A turn of a record that is made once more; when it is over, beside a better one."""

    game: GameKey
    turn: Count
    better: list[PlanMove]
    win: Chance | None  # after one's own turn; null until it is over
    best: Chance | None  # after the better one
    reasons: list[ReasonTold]
