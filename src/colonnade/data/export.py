"""Games played to be kept one by one: which ones, by whom, and what is written down of each.

How a game is written down is decided in recorder.py and row_events.py, what the columns of the file
are in export_columns.py, and how nothing of it is lost in export_writer.py. Game number i is the
same game that `simulate` plays with this seed.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator

import msgspec

from colonnade.arena.provenance import Provenance, provenance_here
from colonnade.compute.places import LOCAL, opened
from colonnade.contract.game import Game
from colonnade.contract.state import State
from colonnade.data.recorder import Recorder
from colonnade.data.row_events import events
from colonnade.data.simulate import WALKING, GameRange, play_one
from colonnade.games import game

FORMAT = "colonnade export 1"
LARGEST_RANGE = 1000  # random games: some hundredths of a second when compiled

Span = tuple[int, int]  # games from the first up to, but without, the second


class ExportSettings(Provenance, frozen=True, kw_only=True):
    """All that decides the games of an export, and what they were played with."""

    format: str = FORMAT
    seats: int
    player: str
    rows: bool = False  # whether each game has the list of its rows


class ExportTask(msgspec.Struct, frozen=True):
    """A games_range to be played, and whether its rows are wanted."""

    span: GameRange
    rows: bool


class Chunk(msgspec.Struct, frozen=True):
    """The games of a range as plain bytes, which any process can send: see recorder.py."""

    first: int
    last: int
    facts: bytes  # 64 bits each: turns, moves, checksum; by seat scores, shares, decisions, points
    counts: bytes  # 16 bits each: every event, by seat, then by chance
    rows: bytes  # 16 bits each: nothing unless asked for


def export_settings(
    game: Game,
    seats: int,
    options: dict[str, str],
    player: str,
    games: int,
    seed: int,
    rows: bool = False,
) -> ExportSettings:
    """Settings of an export made by this program."""
    return ExportSettings(
        **provenance_here(game, [player]),
        seats=seats,
        options=options,
        player=player,
        seed=seed,
        games=games,
        rows=rows,
    )


def play(
    settings: ExportSettings,
    missing: Iterable[Span],
    processes: int | None = 1,
    compute: str = LOCAL,
) -> Generator[Chunk, None, None]:
    """Play the games that are missing, each once; several processes give them in any order."""
    with opened(compute, processes) as place:
        yield from place.run(play_task, cut(settings, missing, place.size))


def cut(settings: ExportSettings, missing: Iterable[Span], processes: int) -> Iterator[ExportTask]:
    """Cut the missing games into tasks: large ones for random moves, else one game each.

    A game of players that think takes longer than handing it out, and what a task has not finished
    is lost when the work is stopped.
    """
    size = 1
    if settings.player == WALKING:
        size = max(1, min(LARGEST_RANGE, settings.games // (processes * 50)))
    for start, end in missing:
        for first in range(start, end, size):
            span = GameRange(
                settings.game,
                settings.seats,
                settings.options,
                settings.seed,
                first,
                min(first + size, end),
                settings.player,
            )
            yield ExportTask(span, settings.rows)


def play_task(task: ExportTask) -> Chunk:
    """Play the games of a task and write them down."""
    span = task.span
    start = game(span.game).start(span.seats, span.options)
    recorder = make_recorder(start, task.rows)
    for number in range(span.first, span.last):
        if span.player == WALKING:
            recorder.walk_game(span.seed, number)
        else:
            recorder.follow(play_one(span, start, number).rows)
    return Chunk(
        first=span.first,
        last=span.last,
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
