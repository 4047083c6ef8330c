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
from colonnade.cli.speech import UsageError, console, tell
from colonnade.lab import export
from colonnade.lab.compute import LOCAL
from colonnade.lab.kept import PARQUET, parquet

if TYPE_CHECKING:
    from colonnade.lab.parts import Keeper


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
    from colonnade.lab.parts import Keeper  # needs what parquet() has just found

    settings = export.make_settings(found, len(start.scores()), options, player, games, seed, moves)
    began = perf_counter()
    try:
        with Keeper(settings, out) as keeper:
            before = keeper.games
            finished = play_with_bar(keeper, processes, compute)
            played, seconds = keeper.games - before, perf_counter() - began
            gather_with_bar(keeper)
    except OSError as problem:
        raise unwritable(out, problem) from problem
    show_end(keeper, played, seconds)
    return 0 if finished else INTERRUPTED


def play_with_bar(keeper: Keeper, processes: int | None, compute: str) -> bool:
    """Play what is missing behind a bar; Ctrl-C stops early and loses no game that has ended."""
    settings = keeper.settings
    playing = export.play(settings, keeper.missing(), processes, compute)
    before, began = keeper.games, perf_counter()
    with progress_bar() as bar:
        task = bar.add_task(tell("simulate.progress"), total=settings.games, completed=before)
        try:
            # Closed here, so that no process plays on while the file is written.
            with closing(playing):
                for chunk in playing:
                    keeper.add(chunk)
                    rate = (keeper.games - before) / (perf_counter() - began)
                    text = tell("export.progress", rate=f"{rate:,.0f}")
                    bar.update(task, completed=keeper.games, description=text)
        except KeyboardInterrupt:
            return False
    return True


def gather_with_bar(keeper: Keeper) -> None:
    """Write the file from its parts behind a bar; they stay if this is stopped too."""
    with progress_bar() as bar:
        task = bar.add_task(tell("export.gathering"), total=keeper.games)
        keeper.gather(lambda games: bar.advance(task, games))


def show_end(keeper: Keeper, played: int, seconds: float) -> None:
    """Say what there is now, and how to go on if it is not all."""
    out, settings = console(), keeper.settings
    if keeper.games:
        size = f"{keeper.path.stat().st_size / 1e6:.1f}"
        out.print(tell("export.written", path=str(keeper.path), count=keeper.games, size=size))
    if played:
        out.print(tell("export.played", count=played, rate=f"{played / seconds:,.0f}"))
    if keeper.games < settings.games:
        text = tell("export.stopped", count=keeper.games, games=settings.games)
        console(stderr=True).print(text)
