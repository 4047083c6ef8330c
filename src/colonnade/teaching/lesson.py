"""Lessons as they are written: one TOML file each, in the folder `lessons` of a game.

What a file may say, and whether it makes sense for its game, is decided here, when it is read. How
a step is played is exercise.py's affair.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources.abc import Traversable
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from colonnade.contract.errors import ColonnadeError, Value
from colonnade.contract.game import Game
from colonnade.contract.state import State
from colonnade.locales import say
from colonnade.teaching.condition import condition
from colonnade.teaching.numbers import rule_numbers
from colonnade.teaching.text import Said, Text
from colonnade.teaching.times import (
    SECONDS_PER_ANSWER,
    SECONDS_PER_MOVE,
    SECONDS_PER_READING,
    SECONDS_PER_TASK,
    WORDS_PER_MINUTE,
    Measured,
    read_times,
    rounded,
    seconds_of,
)

FOLDER: Final = "lessons"
FILE = re.compile(r"\d\d-([a-z]+(?:-[a-z]+)*)\.toml")

SeatNumber = Annotated[int, Meta(ge=1, le=8)]  # as people count


class BadLesson(ColonnadeError):
    """A file of a lesson cannot be used; `file` and `place` say where, `why` what is wrong there.

    Where another error is the reason, it is the cause of this one and speaks for it.
    """

    def __init__(self, file: str, place: str, why: str = "", **fields: Value) -> None:
        super().__init__(**fields)
        self.file = file
        self.place = place
        self.why = why

    def text(self, lang: str = "en") -> str:
        """Say the file, the place in it, and the reason."""
        if isinstance(self.__cause__, ColonnadeError):
            reason = self.__cause__.text(lang)
        else:
            reason = say(f"error.BadLesson.{self.why}", lang, **self.fields)
        return say("error.BadLesson", lang, file=self.file, place=self.place, reason=reason)


class NoLesson(ColonnadeError):
    """The game has no lesson with this key."""


class Written(msgspec.Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A part of a file; unknown fields are refused, so that no typing error is lost."""


class Label(Written, kw_only=True, frozen=True):
    """A few words beside a thing or a part of the table."""

    at: Said
    text: Text


class Answer(Text, kw_only=True, frozen=True):
    """What is said to a move that does not serve; `{points}` stands for what it brought."""

    move: Said


class Claim(Written, kw_only=True, frozen=True):
    """What a step's words take for granted; tests hold it against rules and search.

    Either `most`: the points that a seat can make in its turn after some moves, by these patterns
    alone; or `than`: moves that leave the learner a smaller chance to win than the solution does.
    """

    after: tuple[Said, ...] = ()  # draws come by chance
    seat: SeatNumber | None = None  # who makes them; else the learner
    by: tuple[Said, ...] = ()  # without any, by all moves
    most: Annotated[int, Meta(ge=0)] | None = None
    than: tuple[Said, ...] = ()


class Step(Written, kw_only=True, frozen=True):
    """A sentence, and perhaps a task at a position."""

    say: Text
    position: Said | None = None  # else it goes on where the last step ended
    seat: SeatNumber | None = None  # the learner's; else as before, at first 1
    show: tuple[Said, ...] = ()  # what stays bright; nothing named: everything
    labels: tuple[Label, ...] = ()
    draws: tuple[Said, ...] = ()  # chance's rows, in order
    rival: tuple[Said, ...] = ()  # other seats' rows, in order
    task: Text | None = None
    made: tuple[Said, ...] = ()  # patterns, each to be matched by a move of its own
    ordered: bool = False
    points: Annotated[int, Meta(ge=1)] | None = None  # at least so many, within the turn
    stands: tuple[Said, ...] = ()  # conditions on the position, within the turn
    also: tuple[Said, ...] = ()  # patterns of moves that neither serve nor harm
    free: bool = False  # every legal move may serve
    solution: tuple[Said, ...] = ()
    done: Text | None = None
    wrong: tuple[Answer, ...] = ()
    claim: tuple[Claim, ...] = ()


class File(Written, kw_only=True, frozen=True):
    """A whole file."""

    title: Text
    about: Text
    rules: Annotated[tuple[Said, ...], Meta(min_length=1)]
    step: Annotated[tuple[Step, ...], Meta(min_length=1)]
    enough: bool = False
    strategy: bool = False


class Lesson(msgspec.Struct, kw_only=True, frozen=True):
    """A lesson of a game: what is said and what is to be done, step by step."""

    game: str
    key: str
    file: str
    title: Text
    about: Text
    rules: tuple[str, ...]  # numbers of RULES.md that it teaches
    enough: bool  # belongs to what is enough to play
    strategy: bool
    steps: tuple[Step, ...]
    measured: Measured | None = None  # at the page

    @property
    def seconds(self) -> int:
        """How long it takes, as measured; without a measure, as its file lets expect."""
        tasks = sum(step.task is not None for step in self.steps)
        if self.measured is not None:
            return seconds_of(self.measured, tasks, len(self.steps) - tasks)
        return estimated(self, tasks)


def estimated(lesson: Lesson, tasks: int) -> int:
    """Reading in the slower language, moves, what answers them, and a while to think."""
    taken = max(60 * word_count(lesson, lang) / speed for lang, speed in WORDS_PER_MINUTE.items())
    taken += SECONDS_PER_TASK * tasks + SECONDS_PER_READING * (len(lesson.steps) - tasks)
    for step in lesson.steps:
        taken += SECONDS_PER_MOVE * len(step.solution)
        taken += SECONDS_PER_ANSWER * (len(step.draws) + len(step.rival))
    return rounded(taken)


def word_count(lesson: Lesson, lang: str) -> int:
    """How many words somebody reads who makes no wrong move."""
    texts: list[Text | None] = [lesson.title]
    for step in lesson.steps:
        texts += [step.say, step.task, step.done, *(label.text for label in step.labels)]
    return sum(len(text.say(lang).split()) for text in texts if text is not None)


# Finding and reading them


@cache
def lessons(game: Game) -> tuple[Lesson, ...]:
    """A game's lessons in the order of their files; a game without the folder has none."""
    folder = game.folder() / FOLDER
    if not folder.is_dir():
        return ()
    paths = sorted(folder.iterdir(), key=lambda path: path.name)
    read_ones = [read_path(game, path) for path in paths if path.name.endswith(".toml")]
    times = read_times(game)
    found = [msgspec.structs.replace(one, measured=times.get(one.key)) for one in read_ones]
    for i, one in enumerate(found):
        if one.key in [other.key for other in found[:i]]:
            raise BadLesson(one.file, "key", "twice", key=one.key)
    return tuple(found)


def lesson(game: Game, key: str) -> Lesson:
    """A lesson by its key."""
    for found in lessons(game):
        if found.key == key:
            return found
    known = [found.key for found in lessons(game)]
    raise NoLesson(game=game.key, key=key[:40], known=known)


def read_path(game: Game, path: Traversable) -> Lesson:
    """Read one file of a game."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as problem:
        raise BadLesson(path.name, "-", "toml", problem=str(problem)) from problem
    return read(game, path.name, text)


def read(game: Game, name: str, text: str) -> Lesson:
    """Read a lesson from the text of its file, after checking all that it names."""
    named = FILE.fullmatch(name)
    if named is None:
        raise BadLesson(name, "-", "name")
    try:
        file = msgspec.convert(tomllib.loads(text), File)
    except tomllib.TOMLDecodeError as problem:
        raise BadLesson(name, "-", "toml", problem=str(problem)) from problem
    except msgspec.ValidationError as problem:
        what, _, place = str(problem).partition(" - at `$")
        place = place.strip("`.") or "-"
        raise BadLesson(name, place, "shape", problem=what) from problem
    check(game, name, file)
    return Lesson(
        game=game.key,
        key=named[1],
        file=name,
        title=file.title,
        about=file.about,
        rules=file.rules,
        enough=file.enough,
        strategy=file.strategy,
        steps=file.step,
    )


# Checks of what a file names


def check(game: Game, name: str, file: File) -> None:
    """Refuse rules, positions, moves and tasks that make no sense for this game."""
    known = rule_numbers(game)
    for number in file.rules:
        if number not in known:
            raise BadLesson(name, "rules", "rule", number=number)
    if file.step[0].position is None:
        raise BadLesson(name, "step[0].position", "no_position")
    for i, step in enumerate(file.step):
        place = f"step[{i}]"
        check_task(name, place, step)
        if step.position is not None:
            state = parsed(game, name, f"{place}.position", step.position)
            if step.seat is not None and step.seat > len(state.scores()):
                raise BadLesson(name, f"{place}.seat", "seat", count=len(state.scores()))
        for field in ("draws", "rival", "solution"):
            check_words(game, name, f"{place}.{field}", getattr(step, field))
        for field in ("made", "also"):
            check_patterns(game, name, f"{place}.{field}", getattr(step, field))
        answered = [answer.move for answer in step.wrong]
        check_patterns(game, name, f"{place}.wrong", answered)
        check_conditions(game, name, f"{place}.stands", step.stands)
        for one in step.claim:
            if (one.most is None) == (not one.than):
                raise BadLesson(name, f"{place}.claim", "claim")
            check_words(game, name, f"{place}.claim", (*one.after, *one.than))
            check_patterns(game, name, f"{place}.claim", one.by)


def parsed(game: Game, name: str, place: str, picture: str) -> State:
    """The position of a picture."""
    try:
        return game.parse(picture)
    except ColonnadeError as problem:
        raise BadLesson(name, place) from problem


def check_task(name: str, place: str, step: Step) -> None:
    """A task has something to do and shows how; a step without one has nothing of both."""
    goal = bool(step.made or step.stands) or step.points is not None
    if step.task is None:
        tasked = ("made", "ordered", "points", "stands", "also", "free", "solution")
        for field in (*tasked, "done", "wrong"):
            if getattr(step, field):
                raise BadLesson(name, f"{place}.{field}", "no_task")
    elif not goal:
        raise BadLesson(name, f"{place}.task", "no_goal")
    elif not step.solution:
        raise BadLesson(name, f"{place}.solution", "no_solution")
    elif step.done is None:
        raise BadLesson(name, f"{place}.done", "no_done")


def check_words(game: Game, name: str, place: str, moves: Iterable[str]) -> None:
    """Each is a row of the table."""
    for words in moves:
        try:
            game.moves.number(words)
        except ColonnadeError as problem:
            raise BadLesson(name, place) from problem


def check_patterns(game: Game, name: str, place: str, patterns: Iterable[str]) -> None:
    """Each matches a row of the table."""
    for pattern in patterns:
        if not any(fnmatchcase(row.words, pattern) for row in game.moves.rows):
            raise BadLesson(name, place, "pattern", pattern=pattern)


def check_conditions(game: Game, name: str, place: str, conditions: Iterable[str]) -> None:
    """Each names a field of the game's views."""
    for text in conditions:
        try:
            condition(game.view_type, text)
        except ColonnadeError as problem:
            raise BadLesson(name, place) from problem


def named_places(step: Step) -> Iterator[str]:
    """All things and parts of the table that a step points at."""
    yield from step.show
    yield from (label.at for label in step.labels)
