"""The commands that measure players and ask them: arena, ladder, hint.

Games are played and counted in the lab; how a player searches is decided in ai.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from json import dumps
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter
from rich.table import Table

import colonnade
from colonnade.ai.levels import check_players
from colonnade.cli.common import (
    Compute,
    Lang,
    Option,
    Processes,
    at_least,
    check_place,
    check_writable,
    choices,
    positive,
    progress_bar,
    said,
    unreadable,
    unwritable,
)
from colonnade.cli.files import read_record
from colonnade.cli.speech import UsageError, console, local, tell
from colonnade.cli.table import show_table
from colonnade.contract import record as records
from colonnade.contract.game import Game
from colonnade.contract.play import SHARE
from colonnade.contract.record import Record, steps
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.lab import arena, ladder, results
from colonnade.lab.arena import Interval, Standing, Summary
from colonnade.lab.compute import LOCAL
from colonnade.lab.match import ClockName, Played
from colonnade.lab.results import Book, Run, Settings

if TYPE_CHECKING:
    from colonnade.ai.search_player import Idea

INTERRUPTED = 130


# arena


def run_arena(
    game: str,
    /,
    *,
    players: Annotated[str, said("players")],
    games: Annotated[int, said("arena_games")] = 400,
    seed: Annotated[int, said("seed")] = 1,
    option: Option = None,
    time: Annotated[float | None, said("time")] = None,
    clock: Annotated[ClockName, said("clock")] = "wall",
    processes: Processes = None,
    compute: Compute = LOCAL,
    out: Annotated[Path | None, said("arena_out")] = None,
    parquet: Annotated[Path | None, said("parquet")] = None,
    json: Annotated[bool, said("json"), Parameter(negative=())] = False,
    lang: Lang = None,
) -> int:
    """Let players meet over paired deals and show who is stronger."""
    found = colonnade.game(game)
    options = choices(found, option or [])
    for name, value, least in (("--games", games, 1), ("--seed", seed, 0)):
        at_least(name, value, least)
    check_place(compute, processes)
    positive("--time", time)
    specs = [spec.strip() for spec in players.split(",")]
    check_players(specs, found, len(specs), options)
    found.start(len(specs), options)  # says what exists before any work begins
    check_files(out, parquet)
    settings = results.make_settings(found, options, specs, games, seed, time, clock)
    began = perf_counter()
    run, finished = play_run(settings, out, processes, compute)
    seconds = perf_counter() - began
    if parquet is not None:
        write_parquet(parquet, run)
    summary = arena.summarize(run)
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
    if parquet is not None or (out is not None and out.suffix == results.PARQUET):
        results.parquet()


def write_parquet(path: Path, run: Run) -> None:
    """Write the games of a run as Parquet."""
    try:
        results.write_parquet(path, run)
    except OSError as problem:
        raise unwritable(path, problem) from problem


def play_run(
    settings: Settings, out: Path | None, processes: int | None, compute: str
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


def play_with_bar(book: Book, processes: int | None, compute: str) -> bool:
    """Play behind a progress bar; Ctrl-C stops early and loses no game that has ended."""
    settings = book.settings
    names = arena.names(settings.players)
    won = [0] * len(names)
    for played in book.games.values():
        count_wins(won, played)
    playing = arena.play(settings, set(book.games), processes, compute)
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
        won[player] += arena.parts(played, seat)


def running(names: Sequence[str], won: Sequence[int], games: int) -> str:
    """The result so far, beside the bar."""
    rates = [f"{name} {parts / SHARE / games:.1%}" for name, parts in zip(names, won, strict=True)]
    return "  ".join(rates)


def show_summary(game: Game, settings: Settings, summary: Summary) -> None:
    """Tables for people: results, decisions and ladder, seats."""
    name = tell(f"{game.key}.name")
    title = tell("arena.title", game=name, count=summary.games, deals=summary.deals)
    out = console()
    out.print(title)
    out.print(result_table(summary))
    out.print(player_table(summary))
    out.print(seat_table(summary))
    facts = (
        (tell("simulate.mean_moves"), f"{summary.moves:.1f}"),
        (tell("arena.seed"), str(settings.seed)),
        (tell("simulate.build"), settings.build),
    )
    out.print("   ".join(f"{name} {value}" for name, value in facts))
    if summary.left_out:
        out.print(tell("arena.left_out", count=summary.left_out))


def make_table(first: str, *others: str) -> Table:
    """A table with a column of names and columns of numbers."""
    table = Table()
    table.add_column(first)
    for heading in others:
        table.add_column(heading, justify="right")
    return table


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
            f"{line.win_rate:.1%}",
            percents(line.win_interval),
            f"{line.mean_score:.1f}",
            f"{line.mean_margin:+.1f}",
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
            f"{line.decisions:.1f}",
            f"{line.mean_decision:.4f}",
            f"{line.longest_decision:.4f}",
            *(f"{number:.1f}" for number in numbers),
        )
    return table


def place(line: Standing) -> float:
    """Orders players by the strength that is all but certain."""
    return -line.rating.ordinal if line.rating else 0.0


def seat_table(summary: Summary) -> Table:
    """How often each seat won, whoever sat there."""
    table = make_table(tell("simulate.seat"), tell("arena.wins"), tell("simulate.interval"))
    for line in summary.seats:
        table.add_row(str(line.seat), f"{line.win_rate:.1%}", percents(line.win_interval))
    return table


def percents(found: Interval) -> str:
    """An interval of a win rate."""
    return f"{found[0]:.1%} - {found[1]:.1%}"


def points(found: Interval | None) -> str:
    """An interval of points; a single deal has none."""
    return "-" if found is None else f"{found[0]:+.1f} / {found[1]:+.1f}"


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
        results.replace(out, page.encode())
    except OSError as problem:
        raise unwritable(out, problem) from problem
    print(tell("ladder.written", path=str(out), count=len(runs)))
    return 0


def read_run(path: Path) -> Run:
    """Read a run's file."""
    try:
        return results.read_run(path)[0]
    except OSError as problem:
        raise unreadable(path, problem) from problem


# hint


def run_hint(
    file: Path,
    /,
    *,
    at: Annotated[int | None, said("at")] = None,
    time: Annotated[float, said("hint_time")] = 2.0,
    seed: Annotated[int, said("hint_seed")] = 1,
    count: Annotated[int, said("count")] = 5,
    json: Annotated[bool, said("json"), Parameter(negative=())] = False,
    lang: Lang = None,
) -> int:
    """Show the best moves of a position in a record, as its seat can know them."""
    positive("--time", time)
    at_least("--seed", seed, 0)
    at_least("--count", count, 1)
    game, loaded = read_record(file)
    records.verify(game, loaded)
    at, state = position(game, loaded.record, at)
    from colonnade.ai.search_player import study  # takes a while, and only a hint needs it

    view = state.view(state.actor)
    ideas = study(game, view, time, seed)[:count]
    if json:
        show_ideas_json(game, state, at, ideas)
        return 0
    show_table(game, view)
    show_ideas(game, state, at, ideas)
    return 0


def position(game: Game, record: Record, at: int | None) -> tuple[int, State]:
    """The position after `at` moves, where a seat must decide; its number and its state."""
    last = len(record.moves)
    if at is not None and not 0 <= at <= last:
        raise UsageError("hint.no_move", at=at, last=last)
    states = [state for state, _ in steps(game, record)]
    end = states[-1].copy() if states else game.start(record.seats, record.options)
    if states:
        end.apply(game.moves.number(record.moves[-1]))
    states.append(end)
    if at is None:
        decided = [i for i, state in enumerate(states) if state.actor >= 0]
        at = decided[-1] if end.actor == OVER else last
    if states[at].actor == CHANCE:
        raise UsageError("hint.chance", at=at)
    if states[at].actor == OVER:
        raise UsageError("hint.over", at=at)
    return at, states[at]


def show_ideas_json(game: Game, state: State, at: int, ideas: Sequence[Idea]) -> None:
    """One object for machines; words are the notation's own."""
    facts = {
        "game": game.key,
        "at": at,
        "turn": int(state.turn),
        "seat": int(state.actor) + 1,
        "ideas": [
            {
                "words": game.moves.words(idea.row),
                "row": idea.row,
                "visits": idea.visits,
                "share": idea.share,
                "win": idea.win,
                "margin": idea.margin,
            }
            for idea in ideas
        ],
    }
    print(dumps(facts))


def show_ideas(game: Game, state: State, at: int, ideas: Sequence[Idea]) -> None:
    """A table of moves for people, the best first."""
    table = make_table(
        tell("hint.move"),
        tell("hint.share"),
        tell("hint.visits"),
        tell("hint.win"),
        tell("hint.margin"),
    )
    for idea in ideas:
        words = local(game.moves.words(idea.row), game.key)
        win, margin = f"{idea.win:.1%}", f"{idea.margin:+.1f}"
        table.add_row(words, f"{idea.share:.1%}", f"{idea.visits:,}", win, margin)
    out = console()
    out.print(tell("hint.title", at=at, turn=str(state.turn), seat=int(state.actor) + 1))
    out.print(table)
