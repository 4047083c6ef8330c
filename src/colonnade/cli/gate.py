"""The command that decides by test whether a new player is stronger than an old one: gate.

Units of games are counted in arena/gate.py, where the decision falls too; what it looks like is
decided here.
"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Annotated

import msgspec
from rich.table import Table

import colonnade
from colonnade.ai.levels import check_players
from colonnade.arena import gate
from colonnade.arena.gate import Course, GateSettings, Report, Verdict
from colonnade.arena.match import ClockName
from colonnade.arena.run_files import Book
from colonnade.arena.sprt import Bounds, elo_of
from colonnade.cli import INTERRUPTED
from colonnade.cli.arena import check_files, percents, points
from colonnade.cli.common import (
    Compute,
    Json,
    Lang,
    Option,
    Processes,
    Seats,
    Seed,
    check_work,
    choices,
    make_table,
    positive,
    progress_bar,
    said,
    unwritable,
)
from colonnade.cli.speech import UsageError, console, tell, tell_number
from colonnade.compute.places import LOCAL
from colonnade.contract.files import replace
from colonnade.contract.game import Game

# Exit codes: scripts go on only with what was accepted, and can tell what to play longer.
EXITS: dict[Verdict, int] = {"accepted": 0, "rejected": 1, "undecided": 3}
TOLD: dict[Verdict, str] = {
    "accepted": "gate.accepted",
    "rejected": "gate.rejected",
    "undecided": "gate.undecided",
}
MOST_ELO = 1000.0
MOST_DOUBT = 0.5  # of alpha and beta: a coin errs as often
WIDE, TALL = 64, 11  # columns and lines of the plot in the terminal


def run_gate(
    game: str,
    /,
    *,
    new: Annotated[str, said("gate_new")],
    old: Annotated[str, said("gate_old")] = "master",
    seats: Seats = None,
    option: Option = None,
    elo0: Annotated[float, said("elo0")] = 0.0,
    elo1: Annotated[float, said("elo1")] = 10.0,
    alpha: Annotated[float, said("alpha")] = 0.05,
    beta: Annotated[float, said("beta")] = 0.05,
    max_games: Annotated[int, said("max_games")] = 20_000,
    seed: Seed = 1,
    time: Annotated[float | None, said("time")] = None,
    clock: Annotated[ClockName, said("clock")] = "cpu",
    processes: Processes = None,
    compute: Compute = LOCAL,
    out: Annotated[Path | None, said("gate_out")] = None,
    plot: Annotated[Path | None, said("gate_plot")] = None,
    json: Json = False,
    lang: Lang = None,
) -> int:
    """Let a new player meet an old one until it is clear which is stronger."""
    found = colonnade.game(game)
    options = choices(found, option or [])
    check_work(max_games, seed, compute, processes, "--max-games")
    positive("--time", time)
    bounds = check_bounds(elo0, elo1, alpha, beta)
    count = seats or found.seats[0]
    found.start(count, options)  # says what exists before any work begins
    check_players([new, old], found, count, options)
    check_files(out, None)
    if plot is not None:
        check_plot(plot, out)
    settings = gate.gate_settings(
        found, options, (new, old), count, max_games, seed, bounds, time, clock
    )
    course, finished = play_gate(settings, out, processes, compute)
    report = gate.report(course)
    if plot is not None:
        write_plot(plot, course)
    if json:
        told = {"settings": settings, **msgspec.structs.asdict(report)}
        print(msgspec.json.encode(told).decode())
    else:
        show_report(found, course, report)
    if finished:
        return EXITS[course.verdict]
    told_why = tell("cli.stopped_early", count=len(course.games), games=settings.games)
    console(stderr=True).print(told_why)
    return INTERRUPTED


def check_bounds(elo0: float, elo1: float, alpha: float, beta: float) -> Bounds:
    """Refuse hypotheses that cannot be told apart, and errors that a coin would make."""
    if not -MOST_ELO <= elo0 < elo1 <= MOST_ELO:
        raise UsageError("gate.bad_elo", most=f"{MOST_ELO:g}")
    for name, value in (("--alpha", alpha), ("--beta", beta)):
        if not 0 < value < MOST_DOUBT:
            raise UsageError("gate.bad_error", name=name, most=f"{MOST_DOUBT:g}")
    return Bounds(elo0, elo1, alpha, beta)


def check_plot(plot: Path, out: Path | None) -> None:
    """Refuse a plot that could not be drawn or written in the end."""
    if out is not None and plot.resolve() == out.resolve():
        raise UsageError("gate.same_file", path=str(plot))
    check_files(plot, None)
    # Takes a while, and is an extra.
    from colonnade.data import stats_plots

    stats_plots.needed()


# Playing


def play_gate(
    settings: GateSettings, out: Path | None, processes: int | None, compute: str
) -> tuple[Course, bool]:
    """Play until it is decided; returns the course, and whether it was not interrupted."""
    course = Course(settings)
    try:
        with Book(settings, out) as book:
            for played in book.run().games:
                course.add(played)
            finished = course.decided or play_with_bar(book, course, processes, compute)
    except OSError as problem:
        if out is None:
            raise
        raise unwritable(out, problem) from problem
    return course, finished


def play_with_bar(
    book: Book[GateSettings], course: Course, processes: int | None, compute: str
) -> bool:
    """Play behind a line that tells how it stands; Ctrl-C stops early and loses no game."""
    settings = book.settings
    playing = gate.play(settings, set(book.games), processes, compute)
    with progress_bar() as bar:
        task = bar.add_task(running(course), total=settings.games, completed=len(book.games))
        try:
            # Closed here, so that no process plays on behind the table.
            with closing(playing):
                for played in playing:
                    book.add(played)
                    course.add(played)
                    bar.update(task, completed=len(book.games), description=running(course))
                    if course.decided:
                        break
        except KeyboardInterrupt:
            return False
    return True


def running(course: Course) -> str:
    """How it stands, beside the bar."""
    low, high = (tell_number(limit, "+.2f") for limit in course.limits)
    ratio = tell_number(course.ratios[-1] if course.ratios else 0.0, "+.2f")
    elo = tell_elo(gate.finite(elo_of(course.score, course.settings.seats)), course.score)
    return tell("gate.running", ratio=ratio, low=low, high=high, elo=elo)


# Telling


def show_report(game: Game, course: Course, report: Report) -> None:
    """Tables for people, and the ratio's course."""
    settings, out = course.settings, console()
    name = tell(f"{game.key}.name")
    title = tell("gate.title", game=name, new=settings.new, old=settings.old, count=report.games)
    out.print(title)
    out.print(tell(TOLD[report.verdict], **hypotheses(settings)))
    out.print()
    for line in text_plot(course.ratios, report.limits):
        out.print(line)
    out.print(main_table(report))
    out.print(band_table(settings, report))
    out.print(player_table(settings, report))
    facts = (
        (tell("arena.seed"), str(settings.seed)),
        (tell("gate.clock"), settings.clock),
        (tell("simulate.build"), settings.build),
    )
    out.print("   ".join(f"{name} {value}" for name, value in facts))
    if report.left_out:
        out.print(tell("gate.left_out", count=report.left_out))


def hypotheses(settings: GateSettings) -> dict[str, str]:
    """What was tested, for the lines that say what came of it."""
    bounds = settings.bounds
    return {
        "elo0": tell_number(bounds.elo0, "+g"),
        "elo1": tell_number(bounds.elo1, "+g"),
        "alpha": tell_number(bounds.alpha, ".3g"),
        "beta": tell_number(bounds.beta, ".3g"),
        "games": tell_number(settings.games, ",d"),
    }


def main_table(report: Report) -> Table:
    """How much stronger the new player is, in every unit of measure."""
    table = make_table(tell("gate.measure"), tell("gate.value"), tell("simulate.interval"))
    ratio = " / ".join(tell_number(limit, "+.2f") for limit in report.limits)
    edges = " / ".join(tell_elo(edge, end) for end, edge in enumerate(report.elo_interval))
    table.add_row(tell("gate.ratio"), tell_number(report.ratio, "+.2f"), f"({ratio})")
    table.add_row(tell("gate.elo"), tell_elo(report.elo, report.score), edges)
    table.add_row(
        tell("gate.score"), tell_number(report.score, ".1%"), percents(report.score_interval)
    )
    table.add_row(tell("gate.superiority"), tell_number(report.superiority, ".1%"), "")
    table.add_row(
        tell("arena.margin"), tell_number(report.margin, "+.1f"), points(report.margin_interval)
    )
    return table


def tell_elo(value: float | None, score: float) -> str:
    """An Elo; one without a limit lies at the end where the score does."""
    if value is not None:
        return tell_number(value, "+.1f")
    return "+∞" if score > 0.5 else "-∞"


def band_table(settings: GateSettings, report: Report) -> Table:
    """How many units came to which score."""
    if settings.seats == 2:
        heads = ["0", "1/2", "1", "1 1/2", "2"]
    else:
        edges = [tell_number(i / gate.BANDS, ".0%") for i in range(gate.BANDS + 1)]
        heads = [f"{edges[i]} - {edges[i + 1]}" for i in range(gate.BANDS)]
    table = make_table(tell("gate.pairs" if settings.seats == 2 else "gate.bands"), *heads)
    table.add_row(tell("gate.deals"), *(tell_number(count, ",d") for count in report.bands))
    return table


def player_table(settings: GateSettings, report: Report) -> Table:
    """What each of the two won where it sat alone, and how long it took to decide."""
    table = make_table(
        tell("arena.player"),
        tell("arena.wins" if settings.seats == 2 else "gate.alone"),
        tell("arena.mean_decision"),
    )
    lines = (
        (settings.new, report.alone, report.new_seconds),
        (settings.old, report.other, report.old_seconds),
    )
    for spec, share, seconds in lines:
        table.add_row(spec, tell_number(share, ".1%"), tell_number(seconds, ".4f"))
    return table


def text_plot(ratios: list[float], limits: tuple[float, float]) -> list[str]:
    """The ratio's course between its limits, as lines of text: upward for the new player."""
    if not ratios:
        return []
    low, high = limits
    columns = min(WIDE, len(ratios))
    heights = []
    for column in range(columns):
        ratio = ratios[(column + 1) * len(ratios) // columns - 1]
        part = (min(max(ratio, low), high) - low) / (high - low)
        heights.append(round(part * (TALL - 1)))
    zero = round(-low / (high - low) * (TALL - 1))
    lines = []
    for height in reversed(range(TALL)):
        ground = "─" if height in (0, TALL - 1) else "·" if height == zero else " "
        marks = "".join("•" if found == height else ground for found in heights)
        label = {TALL - 1: tell_number(high, "+.2f"), 0: tell_number(low, "+.2f"), zero: "0"}
        lines.append(f"{label.get(height, ''):>8} {marks}".rstrip())
    return lines


def write_plot(path: Path, course: Course) -> None:
    """Write the ratio's course as SVG."""
    from colonnade.data.gate_plots import ratio_plot

    settings = course.settings
    drawn = ratio_plot(
        [0.0, *course.ratios],
        course.limits,
        each=settings.unit,
        title=tell("gate.plot", new=settings.new, old=settings.old),
        across=tell("gate.games"),
        upward=tell("gate.ratio"),
        verdicts=(tell("gate.h0"), tell("gate.h1")),
    )
    try:
        replace(path, drawn)
    except OSError as problem:
        raise unwritable(path, problem) from problem
