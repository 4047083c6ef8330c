"""A lesson's steps as exercises, and what is said to each move.

What a file holds is decided in lesson.py; which moves serve, in exercise.py.
"""

from __future__ import annotations

from functools import lru_cache

from colonnade.contract.errors import ColonnadeError
from colonnade.contract.state import State
from colonnade.games import game
from colonnade.locales import say
from colonnade.teaching.condition import condition
from colonnade.teaching.exercise import Attempt, Exercise, Goal
from colonnade.teaching.lesson import BadLesson, Lesson, Step, parsed
from colonnade.teaching.text import Text

KEPT = 256  # lessons with all their exercises, a few kB each


@lru_cache(maxsize=KEPT)
def exercises(lesson: Lesson) -> tuple[Exercise, ...]:
    """One for each step: it begins at its own position, or where the one before it ended."""
    found: list[Exercise] = []
    for i, step in enumerate(lesson.steps):
        last = found[-1] if found else None
        start = begin(lesson, i, last)
        seat = step.seat - 1 if step.seat else last.seat if last and not step.position else 0
        if seat >= len(start.scores()):
            raise BadLesson(lesson.file, f"step[{i}].seat", "seat", count=len(start.scores()))
        found.append(exercise(lesson, step, start, seat))
    return tuple(found)


def begin(lesson: Lesson, number: int, last: Exercise | None) -> State:
    """Where a step begins."""
    picture = lesson.steps[number].position
    if picture is not None or last is None:
        return parsed(game(lesson.game), lesson.file, f"step[{number}].position", picture or "")
    try:
        return last.end()
    except ColonnadeError as problem:
        raise BadLesson(lesson.file, f"step[{number - 1}].solution") from problem


def exercise(lesson: Lesson, step: Step, start: State, seat: int) -> Exercise:
    """The exercise of a step; one without a task has no goal."""
    found = game(lesson.game)
    goal = Goal(
        made=step.made,
        ordered=step.ordered,
        points=step.points,
        stands=tuple(condition(found.view_type, text) for text in step.stands),
        also=step.also,
    )
    return Exercise(
        found,
        start,
        seat,
        goal if step.task else None,
        solution=step.solution,
        draws=step.draws,
        rival=step.rival,
    )


def answer(step: Step, attempt: Attempt) -> Text | None:
    """What is said to the last move: why it was right at the end, or why it did not serve."""
    if attempt.verdict == "done":
        return step.done
    if attempt.verdict != "wrong":
        return None
    for one in step.wrong:
        if Goal(made=(one.move,)).matched((attempt.wrong,)):
            return Text(en=filled(one.en, attempt.points), fr=filled(one.fr, attempt.points))
    key, points = f"lesson.wrong.{attempt.why}", step.points or 0
    return Text(en=say(key, "en", points=points), fr=say(key, "fr", points=points))


def filled(text: str, points: int) -> str:
    """A text with what the move brought in the place of its field."""
    return text.replace("{points}", str(points))
