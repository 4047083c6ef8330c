"""What a learner is told of an exercise: the position through that seat's eyes, and the verdict.

Nothing is stored: the moves so far come with each call. Which moves serve is decided in teaching/.
"""

from __future__ import annotations

import logging
from typing import Any

import msgspec

from colonnade.contract.errors import UnknownGame
from colonnade.contract.extensions import BadExtension
from colonnade.contract.game import Game
from colonnade.games import game
from colonnade.server.offers import offers, refusals
from colonnade.server.records import facts_between
from colonnade.server.wire import SeatTold
from colonnade.server.wire_lessons import (
    LabelTold,
    LessonEvent,
    LessonListed,
    LessonStep,
    LessonTold,
)
from colonnade.teaching.exercise import Attempt, Exercise
from colonnade.teaching.lesson import BadLesson, Lesson, NoLesson, lesson, lessons
from colonnade.teaching.tutor import answer, exercises

SHOWN = 40  # letters of a wrong key
log = logging.getLogger("colonnade.lessons")


def exercise_told(exercise: Exercise, found: Attempt) -> dict[str, Any]:
    """The fields of an ExerciseEvent; whoever gives exercises may add more."""
    history, seat, goal = found.history, exercise.seat, exercise.goal
    open_yet = found.verdict in ("open", "right")
    deciding = open_yet and goal is not None and history.actor == seat
    return {
        "verdict": found.verdict,
        "points": found.points,
        "view": msgspec.Raw(msgspec.json.encode(history.state.view(seat))),
        "actor": history.actor,
        "seat": seat,
        "seats": [
            SeatTold(kind="person" if i == seat else "computer", name="", present=i == seat)
            for i in range(history.seats)
        ],
        "offers": offers(history) if deciding else [],
        "refusals": refusals(history, seat) if deciding else [],
        "facts": facts_between(history, found.tried, len(history), seat),
        "next": exercise.next_move(found.moves),
        "matched": found.matched,
        "wanted": len(goal.made) if goal else 0,
    }


# Lessons


def taught(found: Game) -> tuple[Lesson, ...]:
    """A game's lessons; another package's game with a bad one has none, and the log is told."""
    try:
        return lessons(found)
    except BadLesson as problem:
        log.error("the lessons of %s are left out: %s", found.key, problem)
        return ()


def listed(found: Lesson) -> LessonListed:
    """A lesson in a list."""
    return LessonListed(**named(found), steps=len(found.steps))


def told(found: Lesson) -> LessonTold:
    """A whole lesson."""
    steps = [
        LessonStep(
            say=step.say,
            task=step.task,
            show=list(step.show),
            labels=[LabelTold(at=label.at, text=label.text) for label in step.labels],
            solution=list(step.solution),
        )
        for step in found.steps
    ]
    return LessonTold(**named(found), rules=list(found.rules), steps=steps)


def named(found: Lesson) -> dict[str, Any]:
    """The fields of a LessonNamed."""
    return {
        "game": found.game,
        "key": found.key,
        "title": found.title,
        "about": found.about,
        "seconds": found.seconds,
        "enough": found.enough,
        "strategy": found.strategy,
    }


def find(key: str, name: str) -> Lesson:
    """A lesson of a game by their keys."""
    try:
        found = game(key)
    except (UnknownGame, BadExtension):
        found = None
    if found is None or not taught(found):
        raise NoLesson(game=key[:SHOWN], key=name[:SHOWN], known=[])
    return lesson(found, name)


def event(found: Lesson, number: int, moves: list[str]) -> LessonEvent:
    """A step of a lesson after the learner's moves."""
    if number >= len(found.steps):
        raise NoLesson(game=found.game, key=f"{found.key}/{number}", known=[found.key])
    step, exercise = found.steps[number], exercises(found)[number]
    attempt = exercise.attempt(moves)
    fields = exercise_told(exercise, attempt)
    return LessonEvent(**fields, said=answer(step, attempt), step=number)
