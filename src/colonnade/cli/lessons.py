"""Lessons in the terminal: a game's path step by step, at the same table as a game.

What is taught stands in the files of each game; which moves serve is decided in teaching/. How far
somebody has come is kept in the user's data folder.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import msgspec
from rich.table import Table

import colonnade
from colonnade.cli import INTERRUPTED
from colonnade.cli.choosing import Choosing, Command, Leave, prepare_completion
from colonnade.cli.common import Lang, said, unwritable
from colonnade.cli.files import games_folder
from colonnade.cli.speech import UsageError, console, language, local, tell
from colonnade.cli.table import show_table
from colonnade.contract.files import replace
from colonnade.contract.game import Game
from colonnade.teaching.exercise import Attempt, Exercise
from colonnade.teaching.lesson import Lesson, Step, lesson, lessons
from colonnade.teaching.tutor import answer, exercises

FILE = "lessons.json"


class Place(msgspec.Struct):
    """How far somebody has come in a game's lessons."""

    done: list[str] = []
    lesson: str = ""  # where to go on
    step: int = 0
    gap: bool = False  # whether something of that lesson was skipped


class Progress:
    """What is kept of the lessons, for all games; a file that cannot be read counts as none."""

    def __init__(self) -> None:
        self.path: Path = games_folder().parent / FILE
        self.places: dict[str, Place] = {}
        with suppress(OSError, msgspec.MsgspecError):
            self.places = msgspec.json.decode(self.path.read_bytes(), type=dict[str, Place])

    def of(self, game: Game) -> Place:
        """The place in a game's lessons."""
        return self.places.setdefault(game.key, Place())

    def keep(self) -> None:
        """Write it down."""
        try:
            replace(self.path, msgspec.json.format(msgspec.json.encode(self.places)) + b"\n")
        except OSError as problem:
            raise unwritable(self.path, problem) from problem


def run_lessons(
    game: str | None = None,
    key: Annotated[str | None, said("lesson_key")] = None,
    /,
    *,
    lang: Lang = None,
) -> int:
    """Learn a game step by step; without one, list all lessons."""
    progress = Progress()
    if game is None:
        for found in colonnade.all_games():
            show_list(found, progress.of(found))
        return 0
    found = colonnade.game(game)
    path = lessons(found)
    if not path:
        raise UsageError("lessons.none", game=tell(f"{found.key}.name"))
    place = progress.of(found)
    if key is not None:
        place.lesson, place.step = lesson(found, key).key, 0
    elif place.lesson not in [one.key for one in path]:
        place.lesson, place.step = path[0].key, 0
    return Course(found, progress).run()


def show_list(game: Game, place: Place) -> None:
    """A game's lessons with their times, and what was done."""
    path = lessons(game)
    if not path:
        return
    table = Table(title=tell(f"{game.key}.name"), title_justify="left")
    for name in ("lesson", "title"):
        table.add_column(tell(f"lessons.column.{name}"))
    table.add_column(tell("lessons.column.time"), justify="right")
    table.add_column(tell("lessons.column.mark"))
    for one in path:
        kind = "enough" if one.enough else "strategy" if one.strategy else ""
        marks = [tell(f"lessons.{kind}")] if kind else []
        if one.key in place.done:
            marks.append(tell("lessons.done"))
        table.add_row(one.key, one.title.say(language()), clock(one.seconds), ", ".join(marks))
    out = console()
    out.print(table)
    out.print(tell("lessons.begin", game=game.key), style="dim")


def clock(seconds: int) -> str:
    """A time as minutes and seconds."""
    return f"{seconds // 60}:{seconds % 60:02}"


class GoTo(Exception):
    """The person goes on, or back, by so many steps."""

    def __init__(self, by: int, skipped: bool = False) -> None:
        super().__init__()
        self.by = by
        self.skipped = skipped


class Course:
    """A game's lessons, one after the other, for one person at one keyboard."""

    def __init__(self, game: Game, progress: Progress) -> None:
        self.game = game
        self.progress = progress
        self.place = progress.of(game)
        self.path = lessons(game)
        self.out = console()

    def run(self) -> int:
        """Teach until the end of the path, or until the person leaves; returns the exit code."""
        code = 0
        try:
            while self.place.lesson:
                self.step()
            self.out.print(tell("lessons.all", game=tell(f"{self.game.key}.name")))
            self.out.print(tell("lessons.play", game=self.game.key), style="dim")
        except (EOFError, Leave):
            self.out.print(tell("lessons.left", game=self.game.key))
        except KeyboardInterrupt:
            self.out.print()
            code = INTERRUPTED
        self.progress.keep()
        return code

    def step(self) -> None:
        """Teach one step, then move the place."""
        found = lesson(self.game, self.place.lesson)
        number = self.place.step = min(self.place.step, len(found.steps) - 1)
        if number == 0:
            self.place.gap = False  # a lesson with a gap stays open
            self.begin(found)
        self.progress.keep()
        by = 1
        try:
            StepTable(found.steps[number], exercises(found)[number]).run()
        except GoTo as wish:
            by, self.place.gap = wish.by, self.place.gap or wish.skipped
        self.go(found, number + by)

    def begin(self, found: Lesson) -> None:
        """Say which lesson this is."""
        at, count = self.path.index(found) + 1, len(self.path)
        title, time = found.title.say(language()), clock(found.seconds)
        self.out.rule()
        line = tell("lessons.title", title=title, at=at, count=count, time=time)
        self.out.print(line, style="bold")

    def go(self, found: Lesson, step: int) -> None:
        """Where to go on: in this lesson, or in the one after or before it."""
        here, keys = self.path.index(found), [one.key for one in self.path]
        if 0 <= step < len(found.steps):
            self.place.step = step
            return
        if step > 0 and not self.place.gap and found.key not in self.place.done:
            self.place.done.append(found.key)
        if step > 0:
            self.place.lesson = keys[here + 1] if here + 1 < len(keys) else ""
        else:
            self.place.lesson = keys[max(here - 1, 0)]
        self.place.step = 0


class StepTable(Choosing):
    """One step: what is said, and a task that is tried until it is done."""

    def __init__(self, step: Step, exercise: Exercise) -> None:
        self.step = step
        self.exercise = exercise
        self.attempt = exercise.attempt(())
        history = self.attempt.history
        super().__init__(history, exercise.seat, names(history.seats, exercise.seat))

    def run(self) -> None:
        """Say and show everything, then wait for the task, or for somebody who has read."""
        self.tell_facts(self.attempt)
        self.draw_table("")
        self.out.print(self.step.say.say(language()))
        for label in self.step.labels:
            at, text = local(label.at, self.game.key), label.text.say(language())
            self.out.print(tell("lessons.label", at=at, text=text), style="dim")
        prepare_completion(self.completions)
        if self.step.task is None:
            self.read()
            return
        self.out.print(tell("lessons.task", task=self.step.task.say(language())), style="bold")
        while self.attempt.verdict != "done":
            row = self.take(f"{tell('play.your_turn')} ({len(self.history.legal())}) > ")
            if row is not None:
                self.try_move(self.game.moves.words(row))

    def read(self) -> None:
        """Wait until somebody has read."""
        while (typed := input(f"{tell('lessons.next')} > ").strip()) != "":
            if not self.obey(typed):
                self.out.print(tell("lessons.help"))

    def try_move(self, words: str) -> None:
        """Make a move and say what it is worth; a wrong one is not made."""
        found = self.exercise.attempt((*self.attempt.moves, words))
        text = answer(self.step, found)
        if found.verdict == "wrong":
            if text is not None:
                self.out.print(text.say(language()), style="yellow")
            return
        self.attempt, self.history = found, found.history
        self.tell_facts(found)
        if found.verdict == "right":
            self.draw_table("")
        elif text is not None:
            self.out.print(text.say(language()), style="green")

    def tell_facts(self, found: Attempt) -> None:
        """Say what the last move and the answers to it did."""
        walk = found.history.walk(found.tried)
        before = next(walk).copy()
        for row, after in zip(found.history.rows[found.tried :], walk, strict=True):
            self.tell_row(before, row)
            self.tell_events(before, row, after)
            before = after.copy()

    def draw_table(self, _: str) -> None:
        """Draw what the learner sees."""
        show_table(self.game, self.state.view(self.seat))

    # What can be typed

    def commands(self) -> dict[str, Command]:
        """What can be typed instead of a move."""
        own = {"show": self.show, "skip": self.skip, "back": self.back}
        return {**super().commands(), **own}

    def help(self, _: str) -> None:
        """Say what can be typed, and list the moves."""
        self.out.print(tell("lessons.help"))
        if self.step.task is not None:
            self.list_moves("")

    def show(self, _: str) -> None:
        """Make the next move of the solution."""
        words = self.exercise.next_move(self.attempt.moves)
        if words is not None:
            self.out.print(f"-> {local(words, self.game.key)}", style="bold")
            self.try_move(words)

    def skip(self, _: str) -> None:
        """Go on without the task."""
        raise GoTo(1, skipped=self.step.task is not None)

    def back(self, _: str) -> None:
        """Go back to the step before."""
        raise GoTo(-1)


def names(seats: int, mine: int) -> list[str]:
    """What the seats are called: you and your rivals, numbered where there are several."""
    rival = tell("lessons.rival")
    rivals = [rival] if seats == 2 else [f"{rival} {i}" for i in range(1, seats)]
    return [tell("play.you") if seat == mine else rivals.pop(0) for seat in range(seats)]
