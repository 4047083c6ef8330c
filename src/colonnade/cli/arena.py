"""The commands that measure players: arena, ladder, levels.

Games are played and counted in the lab; how a player searches is decided in ai.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from json import dumps
from pathlib import Path
from time import perf_counter
from typing import Annotated

import msgspec
from rich.table import Table

import colonnade
from colonnade.ai.levels import check_players
from colonnade.ai.naming import split_players
from colonnade.arena import ladder, measured, provenance, run_files, tournament
from colonnade.arena.match import ClockName, Played
from colonnade.arena.run_files import Book, Run, RunSettings
from colonnade.arena.tournament import Interval, Standing, Summary
from colonnade.cli import INTERRUPTED
from colonnade.cli.common import (
    Compute,
    Json,
    Lang,
    Option,
    Processes,
    Seed,
    at_least,
    check_work,
    check_writable,
    choices,
    make_table,
    positive,
    progress_bar,
    said,
    unreadable,
    unwritable,
)
from colonnade.cli.speech import UsageError, console, tell, tell_number
from colonnade.compute.places import LOCAL
from colonnade.contract.files import replace
from colonnade.contract.game import Game
from colonnade.contract.play import SHARE

# arena


def run_arena(
    game: str,
    /,
    *,
    players: Annotated[str, said("players")],
    games: Annotated[int, said("arena_games")] = 400,
    seed: Seed = 1,
    option: Option = None,
    time: Annotated[float | None, said("time")] = None,
    clock: Annotated[ClockName, said("clock")] = "wall",
    processes: Processes = None,
    compute: Compute = LOCAL,
    out: Annotated[Path | None, said("arena_out")] = None,
    parquet: Annotated[Path | None, said("parquet")] = None,
    json: Json = False,
    lang: Lang = None,
) -> int:
    """Let players meet over paired deals and show who is stronger."""
    found = colonnade.game(game)
    options = choices(found, option or [])
    check_work(games, seed, compute, processes)
    positive("--time", time)
    specs = split_players(players)
    check_players(specs, found, len(specs), options)
    found.start(len(specs), options)  # says what exists before any work begins
    check_files(out, parquet)
    settings = run_files.run_settings(found, options, specs, games, seed, time, clock)
    began = perf_counter()
    run, finished = play_run(settings, out, processes, compute)
    seconds = perf_counter() - began
    if parquet is not None:
        write_parquet(parquet, run)
    summary = tournament.summarize(run)
    if json:
        facts = {"settings": msgspec.to_builtins(settings), "seconds": seconds}
        print(dumps({**facts, **msgspec.to_builtins(summary)}))
    else:
        show_summary(found, settings, summary)
    if finished:
        return 0
    told = tell("cli.stopped_early", count=len(run.games), games=settings.games)
    console(stderr=True).print(told)
    return INTERRUPTED


def check_files(out: Path | None, parquet: Path | None) -> None:
    """Refuse files that could not be written in the end, before any game is played."""
    if out is not None and parquet is not None and out.resolve() == parquet.resolve():
        raise UsageError("cli.same_file", path=str(out))
    for path in (out, parquet):
        if path is not None:
            check_writable(path)
    if parquet is not None or (out is not None and out.suffix == provenance.PARQUET):
        provenance.parquet()


def write_parquet(path: Path, run: Run) -> None:
    """Write the games of a run as Parquet."""
    try:
        run_files.write_parquet(path, run)
    except OSError as problem:
        raise unwritable(path, problem) from problem


def play_run(
    settings: RunSettings, out: Path | None, processes: int | None, compute: str
) -> tuple[Run, bool]:
    """Play what is still to be played; returns the run and whether it came to its end."""
    try:
        with Book(settings, out) as book:
            finished = play_with_bar(book, processes, compute)
    except OSError as problem:
        if out is None:
            raise
        raise unwritable(out, problem) from problem
    return book.run(), finished


def play_with_bar(book: Book[RunSettings], processes: int | None, compute: str) -> bool:
    """Play behind a progress bar; Ctrl-C stops early and loses no game that has ended."""
    settings = book.settings
    names = tournament.names(settings.players)
    won = [0] * len(names)
    for played in book.games.values():
        count_wins(won, played)
    playing = tournament.play(settings, set(book.games), processes, compute)
    with progress_bar() as bar:
        task = bar.add_task(tell("simulate.progress"), total=settings.games)
        try:
            # Closed here, so that no process plays on behind the table.
            with closing(playing):
                bar.update(task, completed=len(book.games))
                for played in playing:
                    book.add(played)
                    count_wins(won, played)
                    text = running(names, won, len(book.games))
                    bar.update(task, completed=len(book.games), description=text)
        except KeyboardInterrupt:
            return False
    return True


def count_wins(won: list[int], played: Played) -> None:
    """Add a game's wins, in parts, to those of its players."""
    for seat, player in enumerate(played.seats):
        won[player] += tournament.parts(played, seat)


def running(names: Sequence[str], won: Sequence[int], games: int) -> str:
    """The result so far, beside the bar."""
    rates = [tell_number(parts / SHARE / games, ".1%") for parts in won]
    return "  ".join(f"{name} {rate}" for name, rate in zip(names, rates, strict=True))


def show_summary(game: Game, settings: RunSettings, summary: Summary) -> None:
    """Tables for people: results, decisions and ladder, seats."""
    name = tell(f"{game.key}.name")
    title = tell("arena.title", game=name, count=summary.games, deals=summary.deals)
    out = console()
    out.print(title)
    out.print(result_table(summary))
    out.print(player_table(summary))
    out.print(seat_table(summary))
    facts = (
        (tell("simulate.mean_moves"), tell_number(summary.moves, ".1f")),
        (tell("arena.seed"), str(settings.seed)),
        (tell("simulate.build"), settings.build),
    )
    out.print("   ".join(f"{name} {value}" for name, value in facts))
    if summary.left_out:
        out.print(tell("arena.left_out", count=summary.left_out))


def result_table(summary: Summary) -> Table:
    """Who won how often, and by how much."""
    interval = tell("simulate.interval")
    table = make_table(
        tell("arena.player"),
        tell("arena.wins"),
        interval,
        tell("simulate.mean_score"),
        tell("arena.margin"),
        interval,
    )
    for line in summary.players:
        table.add_row(
            line.player,
            tell_number(line.win_rate, ".1%"),
            percents(line.win_interval),
            tell_number(line.mean_score, ".1f"),
            tell_number(line.mean_margin, "+.1f"),
            points(line.margin_interval),
        )
    return table


def player_table(summary: Summary) -> Table:
    """How long players took to decide, and their places on the ladder, the strongest first."""
    table = make_table(
        tell("arena.player"),
        tell("arena.decisions"),
        tell("arena.mean_decision"),
        tell("arena.longest_decision"),
        tell("arena.mu"),
        tell("arena.sigma"),
        tell("arena.ordinal"),
    )
    for line in sorted(summary.players, key=place):
        rating = line.rating
        numbers = (rating.mu, rating.sigma, rating.ordinal) if rating else ()
        table.add_row(
            line.player,
            tell_number(line.decisions, ".1f"),
            tell_number(line.mean_decision, ".4f"),
            tell_number(line.longest_decision, ".4f"),
            *(tell_number(number, ".1f") for number in numbers),
        )
    return table


def place(line: Standing) -> float:
    """Orders players by the strength that is all but certain."""
    return -line.rating.ordinal if line.rating else 0.0


def seat_table(summary: Summary) -> Table:
    """How often each seat won, whoever sat there."""
    table = make_table(tell("simulate.seat"), tell("arena.wins"), tell("simulate.interval"))
    for line in summary.seats:
        table.add_row(
            str(line.seat), tell_number(line.win_rate, ".1%"), percents(line.win_interval)
        )
    return table


def percents(found: Interval) -> str:
    """An interval of a win rate."""
    return " - ".join(tell_number(edge, ".1%") for edge in found)


def points(found: Interval | None) -> str:
    """An interval of points; a single deal has none."""
    return "-" if found is None else " / ".join(tell_number(edge, "+.1f") for edge in found)


# ladder


def run_ladder(
    *runs: Annotated[Path, said("runs")],
    out: Annotated[Path, said("ladder_out")] = Path("docs/ladder.md"),
    lang: Lang = None,
) -> int:
    """Write the page that publishes runs of the arena."""
    if not runs:
        raise UsageError("cli.no_runs")
    if out.resolve() in [path.resolve() for path in runs]:
        raise UsageError("cli.page_is_run", path=str(out))
    page = ladder.page([read_run(path) for path in runs])
    check_writable(out)
    try:
        replace(out, page.encode())
    except OSError as problem:
        raise unwritable(out, problem) from problem
    print(tell("ladder.written", path=str(out), count=len(runs)))
    return 0


def read_run(path: Path) -> Run:
    """Read a run's file."""
    try:
        return run_files.read_run(path)[0]
    except OSError as problem:
        raise unreadable(path, problem) from problem


# levels


def run_levels(
    *runs: Annotated[Path, said("runs")],
    out: Annotated[Path, said("levels_out")] = Path("src/colonnade/arena", measured.FILE),
    seated: Annotated[int, said("levels_seated")] = measured.SEATED,
    processes: Processes = None,
    lang: Lang = None,
) -> int:
    """Measure the levels: strength from runs of the arena, points from games that they play."""
    if not runs:
        raise UsageError("cli.no_runs")
    at_least("--seated", seated, 1)
    at_least("--processes", 1 if processes is None else processes, 1)
    check_writable(out)
    found = []
    with progress_bar() as bar:
        task = bar.add_task(tell("simulate.progress"), total=None)
        for one in measured.measure([read_run(path) for path in runs], seated, processes):
            found.append(one)
            bar.update(task, completed=len(found))
    lines = b",\n".join(msgspec.json.encode(one) for one in found)
    try:
        replace(out, b"[\n" + lines + b"\n]\n")
    except OSError as problem:
        raise unwritable(out, problem) from problem
    print(tell("levels.written", path=str(out), count=len(found)))
    return 0
