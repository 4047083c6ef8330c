"""All lessons of the house, and the ways through their steps, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from colonnade.games import game, own_keys
from colonnade.teaching.exercise import Attempt, Exercise
from colonnade.teaching.lesson import Lesson, Step, lessons
from colonnade.teaching.tutor import exercises

LESSONS = [lesson for key in own_keys() for lesson in lessons(game(key))]


class Place(NamedTuple):
    """A step of a lesson, with its exercise."""

    lesson: Lesson
    number: int  # of the step, from 0

    @property
    def step(self) -> Step:
        """What the file says."""
        return self.lesson.steps[self.number]

    @property
    def exercise(self) -> Exercise:
        """What is played."""
        return exercises(self.lesson)[self.number]

    def __str__(self) -> str:
        """The test's name."""
        return f"{self.lesson.game}-{self.lesson.key}-{self.number}"


STEPS = [Place(lesson, i) for lesson in LESSONS for i in range(len(lesson.steps))]
TASKS = [place for place in STEPS if place.step.task]


def answers(exercise: Exercise, moves: tuple[str, ...]) -> Iterator[tuple[str, Attempt]]:
    """Each legal move after these, and what is made of it."""
    for row in exercise.attempt(moves).history.legal():
        words = exercise.game.moves.words(row)
        yield words, exercise.attempt((*moves, words))
