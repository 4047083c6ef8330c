"""Games played to be kept one by one: which ones, by whom, and what is written down of each.

How a game is written down is decided in course.py and events.py, what the columns of the file are
in columns.py, and how nothing of it is lost in parts.py. Game number i is the same game that
`simulate` plays with this seed.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

import msgspec

from colonnade.contract.game import Game
from colonnade.contract.state import State
from colonnade.games import game
from colonnade.lab.compute import LOCAL, opened
from colonnade.lab.course import Recorder
from colonnade.lab.events import events
from colonnade.lab.kept import Made, made_here
from colonnade.lab.simulate import WALKING, Batch, play_course

FORMAT = "colonnade export 1"
LARGEST_BATCH = 1000  # random games: some hundredths of a second when compiled

Span = tuple[int, int]  # games from the first up to, but without, the second


class Settings(Made, frozen=True, kw_only=True):
    """All that decides the games of an export, and what they were played with."""

    format: str = FORMAT
    seats: int
    player: str
    rows: bool = False  # whether each game has the list of its rows


class Task(msgspec.Struct, frozen=True):
    """A batch to be played, and whether its rows are wanted."""

    batch: Batch
    rows: bool


class Chunk(msgspec.Struct, frozen=True):
    """The games of a batch as plain bytes, which any process can send: see course.py."""

    first: int
    last: int
    facts: bytes  # 64 bits each: turns, moves, checksum; by seat scores, shares, decisions, points
    counts: bytes  # 16 bits each: every event, by seat, then by chance
    rows: bytes  # 16 bits each: nothing unless asked for


def make_settings(
    game: Game,
    seats: int,
    options: dict[str, str],
    player: str,
    games: int,
    seed: int,
    rows: bool = False,
) -> Settings:
    """Settings of an export made by this program."""
    return Settings(
        **made_here(game, [player]),
        seats=seats,
        options=options,
        player=player,
        seed=seed,
        games=games,
        rows=rows,
    )


def play(
    settings: Settings,
    missing: Iterable[Span],
    processes: int | None = 1,
    compute: str = LOCAL,
) -> Generator[Chunk, None, None]:
    """Play the games that are missing, each once; several processes give them in any order."""
    with opened(compute, processes) as place:
        yield from place.run(play_task, cut(settings, missing, place.size))


def cut(settings: Settings, missing: Iterable[Span], processes: int) -> Iterator[Task]:
    """Cut the missing games into tasks: large ones for random moves, else one game each.

    A game of players that think takes longer than handing it out, and what a task has not finished
    is lost when the work is stopped.
    """
    size = 1
    if settings.player == WALKING:
        size = max(1, min(LARGEST_BATCH, settings.games // (processes * 50)))
    for start, end in missing:
        for first in range(start, end, size):
            batch = Batch(
                settings.game,
                settings.seats,
                settings.options,
                settings.seed,
                first,
                min(first + size, end),
                settings.player,
            )
            yield Task(batch, settings.rows)


def play_task(task: Task) -> Chunk:
    """Play the games of a task and write them down."""
    batch = task.batch
    start = game(batch.game).start(batch.seats, batch.options)
    recorder = make_recorder(start, task.rows)
    for number in range(batch.first, batch.last):
        if batch.player == WALKING:
            recorder.walk_game(batch.seed, number)
        else:
            recorder.follow(play_course(batch, start.copy(), number).rows)
    return Chunk(
        first=batch.first,
        last=batch.last,
        facts=recorder.facts.getvalue(),
        counts=recorder.counted.getvalue(),
        rows=recorder.rows.getvalue(),
    )


def make_recorder(start: State, rows: bool) -> Recorder:
    """What writes down games that begin from this state."""
    found = events(start.table())
    first = [0]
    flat: list[int] = []
    for numbers in found.of_row:
        flat += numbers
        first.append(len(flat))
    return Recorder(start, first, flat, len(found.names), sources(start), rows)


def sources(start: State) -> list[str]:
    """What a game gives points for; a breakdown has the same names for every seat and position."""
    return list(start.breakdown(0))
