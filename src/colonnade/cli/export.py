"""The command that keeps games by the million: export.

Games are played, written down and kept in the lab; here are its words, its bar and its end.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

import colonnade
from colonnade.ai.levels import check_players
from colonnade.arena.provenance import PARQUET, parquet
from colonnade.cli import INTERRUPTED
from colonnade.cli.common import (
    Compute,
    Lang,
    Option,
    Processes,
    Seated,
    Seats,
    Seed,
    check_work,
    check_writable,
    choices,
    progress_bar,
    said,
    unwritable,
)
from colonnade.cli.speech import UsageError, console, tell, tell_number
from colonnade.compute.places import LOCAL
from colonnade.data import export

if TYPE_CHECKING:
    from colonnade.data.export_writer import ExportWriter


def run_export(
    game: str,
    /,
    *,
    out: Annotated[Path, said("export_out")],
    games: Annotated[int, said("games")] = 1000,
    seed: Seed = 1,
    seats: Seats = None,
    option: Option = None,
    player: Seated = "random",
    moves: Annotated[bool, said("export_moves"), Parameter(negative=())] = False,
    processes: Processes = None,
    compute: Compute = LOCAL,
    lang: Lang = None,
) -> int:
    """Play games and keep each of them as a line of a Parquet file."""
    found = colonnade.game(game)
    options = choices(found, option or [])
    check_work(games, seed, compute, processes)
    start = found.start(seats, options)  # says what exists before any work begins
    check_players([player], found, len(start.scores()), options)
    if out.suffix != PARQUET:
        raise UsageError("export.suffix", path=str(out))
    check_writable(out)
    parquet()
    from colonnade.data.export_writer import ExportWriter  # needs what parquet() has just found

    settings = export.export_settings(
        found, len(start.scores()), options, player, games, seed, moves
    )
    began = perf_counter()
    try:
        with ExportWriter(settings, out) as writer:
            before = writer.games
            finished = play_with_bar(writer, processes, compute)
            played, seconds = writer.games - before, perf_counter() - began
            gather_with_bar(writer)
    except OSError as problem:
        raise unwritable(out, problem) from problem
    show_end(writer, played, seconds)
    return 0 if finished else INTERRUPTED


def play_with_bar(writer: ExportWriter, processes: int | None, compute: str) -> bool:
    """Play what is missing behind a bar; Ctrl-C stops early and loses no game that has ended."""
    settings = writer.settings
    playing = export.play(settings, writer.missing(), processes, compute)
    before, began = writer.games, perf_counter()
    with progress_bar() as bar:
        task = bar.add_task(tell("simulate.progress"), total=settings.games, completed=before)
        try:
            # Closed here, so that no process plays on while the file is written.
            with closing(playing):
                for chunk in playing:
                    writer.add(chunk)
                    rate = (writer.games - before) / (perf_counter() - began)
                    text = tell("export.progress", rate=tell_number(rate, ",.0f"))
                    bar.update(task, completed=writer.games, description=text)
        except KeyboardInterrupt:
            return False
    return True


def gather_with_bar(writer: ExportWriter) -> None:
    """Write the file from its parts behind a bar; they stay if this is stopped too."""
    with progress_bar() as bar:
        task = bar.add_task(tell("export.gathering"), total=writer.games)
        writer.gather(lambda games: bar.advance(task, games))


def show_end(writer: ExportWriter, played: int, seconds: float) -> None:
    """Say what there is now, and how to go on if it is not all."""
    out, settings = console(), writer.settings
    if writer.games:
        size = tell_number(writer.path.stat().st_size / 1e6, ".1f")
        out.print(tell("export.written", path=str(writer.path), count=writer.games, size=size))
    if played:
        out.print(tell("export.played", count=played, rate=tell_number(played / seconds, ",.0f")))
    if writer.games < settings.games:
        text = tell("export.stopped", count=writer.games, games=settings.games)
        console(stderr=True).print(text)
