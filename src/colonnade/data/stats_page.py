"""The page of facts about a game, from exports of it: tables in Markdown, beside them the plots.

The numbers come from stats.py, the plots from stats_plots.py. The page is documentation, so it is
in English; the same exports give the same bytes, in whatever order they are named.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence

from colonnade.arena.ladder import table
from colonnade.arena.provenance import PARQUET
from colonnade.contract.options import complete
from colonnade.data.export import ExportSettings
from colonnade.data.simulate import WALKING
from colonnade.data.stats import Sample, Spread, distinct
from colonnade.data.stats_plots import (
    rule_plot,
    seat_plot,
    setup,
    setups,
    source_plot,
    spread_plot,
)
from colonnade.games import game
from colonnade.locales import say

INTRODUCTION = """\
Whether it helps to begin, how many points to expect, how long a game takes, where points come from
and how often special rules come up. All seats of a game are played by the same player.

Written by `colonnade stats` from games that `colonnade export` has played. Do not edit this page:
play more games and write it anew. [How to read it](../stats.md) says what the columns mean. The
number of games behind a line stands in it; behind a plot, above each panel. In brackets stand 95 %
intervals."""
SEATS = """\
How often each seat won; a shared win counts in part. With luck alone every seat would have the
same. Seat 1 begins."""
SCORES = "The points of all seats at the end, then the mean of each seat."
MARGIN = "The winner's points less those of the best other; 0 where a win is shared."
LENGTH = (
    "Turns of all seats together. Moves are rows of the table of moves, draws of chance among them."
)
SOURCES = "Mean points for one seat and game, by where they come from; losses are negative."
RULES = """\
How often each special rule came up, for all seats together: the mean for a game, and the part of
the games in which it happened at all. Then the mean for the seat that won, and for one that did
not: where these differ, the rule goes with winning. Chance belongs to no seat."""
FIRST = ("setup", "player", "games")


def pages(samples: Iterable[Sample]) -> dict[str, bytes]:
    """All files by their names: a page for each game, and its plots."""
    chosen = distinct(samples)
    found: dict[str, bytes] = {}
    for key in sorted({sample.settings.game for sample in chosen}):
        own = [sample for sample in chosen if sample.settings.game == key]
        plots = draw_plots(key, own)
        found[f"{key}.md"] = page(key, own, list(plots)).encode()
        found |= plots
    return found


def draw_plots(key: str, samples: Sequence[Sample]) -> dict[str, bytes]:
    """The plots of a game by the names of their files."""
    return {
        f"{key}-seats.svg": seat_plot(samples),
        f"{key}-points.svg": spread_plot(samples, lambda one: one.score, "point"),
        f"{key}-margin.svg": spread_plot(samples, lambda one: one.margins, "point"),
        f"{key}-turns.svg": spread_plot(samples, lambda one: one.turns, "turn"),
        f"{key}-sources.svg": source_plot(samples),
        f"{key}-rules.svg": rule_plot(samples),
    }


def page(key: str, samples: Sequence[Sample], plots: Sequence[str]) -> str:
    """The page of one game."""
    seats, points, margin, turns, sources, rules = (
        f"![{name.removesuffix('.svg')}]({name})" for name in plots
    )
    parts = [
        f"# {say(f'{game(key).key}.name')} in numbers",
        INTRODUCTION,
        f"## Seats\n\n{SEATS}\n\n{seats}",
        seat_table(samples),
        f"## Points\n\n{SCORES}\n\n{points}",
        score_table(samples),
        f"## Winning margin\n\n{MARGIN}\n\n{margin}",
        margin_table(samples),
        f"## Length\n\n{LENGTH}\n\n{turns}",
        length_table(samples),
        f"## Where points come from\n\n{SOURCES}\n\n{sources}",
        source_table(samples),
        f"## Special rules\n\n{RULES}\n\n{rules}",
        *rule_tables(samples),
        f"## Made by\n\n{made_by(samples)}",
    ]
    return "\n\n".join(parts) + "\n"


# Tables


def first(sample: Sample) -> list[str]:
    """What every line begins with: what was played, by whom, and how often."""
    return [setup(sample.settings), sample.settings.player, f"{sample.games:,}"]


def most_seats(samples: Sequence[Sample]) -> int:
    """The largest number of seats."""
    return max(sample.settings.seats for sample in samples)


def seat_headings(samples: Sequence[Sample]) -> list[str]:
    """A column for each seat."""
    return [f"seat {seat + 1}" for seat in range(most_seats(samples))]


def filled(cells: Iterable[str], samples: Sequence[Sample]) -> list[str]:
    """Cells by seat, with empty ones for seats that a line does not have."""
    found = list(cells)
    return found + [""] * (most_seats(samples) - len(found))


def percent(part: float) -> str:
    """A part of a whole in hundredths."""
    return f"{100 * part:.1f} %"


def mean(spread: Spread, half: float | None = None) -> str:
    """A mean with its interval."""
    middle, half = spread.mean, spread.half if half is None else half
    return f"{middle:.2f} ({middle - half:.2f} to {middle + half:.2f})"


def seat_table(samples: Sequence[Sample]) -> str:
    """How often each seat won, and how often a win was shared."""
    lines = []
    for sample in samples:
        cells = []
        for seat in range(sample.settings.seats):
            rate, (low, high) = sample.win_rate(seat)
            cells.append(f"{percent(rate)} ({percent(low)} to {percent(high)})")
        shared = percent(sample.shared / sample.games)
        lines.append([*first(sample), *filled(cells, samples), shared])
    return table((*FIRST, *seat_headings(samples), "shared wins"), lines)


def spread_cells(spread: Spread, half: float | None = None) -> list[str]:
    """A distribution in seven numbers."""
    middle = [str(spread.quantile(part)) for part in (0.05, 0.5, 0.95)]
    return [
        mean(spread, half),
        f"{spread.deviation:.2f}",
        *middle,
        str(min(spread.counts)),
        str(max(spread.counts)),
    ]


SPREAD = ("mean", "deviation", "5 %", "median", "95 %", "lowest", "highest")


def score_table(samples: Sequence[Sample]) -> str:
    """The points of all seats, and the mean of each."""
    lines = [
        [
            *first(sample),
            *spread_cells(sample.score, sample.half_score),
            *filled((f"{spread.mean:.2f}" for spread in sample.scores), samples),
        ]
        for sample in samples
    ]
    return table((*FIRST, *SPREAD, *seat_headings(samples)), lines)


def margin_table(samples: Sequence[Sample]) -> str:
    """By how much games are won."""
    lines = [[*first(sample), *spread_cells(sample.margins)] for sample in samples]
    return table((*FIRST, *SPREAD), lines)


def length_table(samples: Sequence[Sample]) -> str:
    """How long games are."""
    lines = [
        [*first(sample), *spread_cells(sample.turns), mean(sample.moves)] for sample in samples
    ]
    return table((*FIRST, *(f"turns: {name}" for name in SPREAD), "moves: mean"), lines)


def source_table(samples: Sequence[Sample]) -> str:
    """Points by source."""
    sources = list(samples[0].points)
    lines = [
        [*first(sample), *(f"{sample.mean_points(source):.2f}" for source in sources)]
        for sample in samples
    ]
    return table((*FIRST, *sources), lines)


def rule_tables(samples: Sequence[Sample]) -> Iterator[str]:
    """A table for each setup, its players beside each other."""
    for group in setups(samples):
        yield f"### {setup(group[0].settings)}"
        head = ["what"]
        for sample in group:
            name = sample.settings.player
            head += [f"{name}, {sample.games:,} games: mean", "games with it", "winner", "other"]
        lines = [
            [statistic.label, *(cell for sample in group for cell in rule_cells(sample, i))]
            for i, statistic in enumerate(group[0].statistics)
        ]
        yield table(head, lines)


def rule_cells(sample: Sample, i: int) -> list[str]:
    """What a sample says of its statistic number i."""
    statistic, found, games = sample.statistics[i], sample.found[i], sample.games
    cells = [f"{found.total / games:.3f}", percent(found.games / games)]
    if statistic.chance or statistic.rounds:
        return [*cells, "", ""]
    others = found.others / games / (sample.settings.seats - 1)
    return [*cells, f"{found.winners / games:.3f}", f"{others:.3f}"]


# How it was made


def made_by(samples: Sequence[Sample]) -> str:
    """The commands that make the exports and the page again, and what they were made with."""
    lines = [" ".join(command(sample.settings)) for sample in samples]
    files = " ".join(shlex.quote(file_name(sample.settings)) for sample in samples)
    code = "\n".join(["```sh", *lines, f"colonnade stats {files}", "```"])
    found = sorted({one.settings.made_with() for one in samples})
    short = [
        f"{setup(one.settings)}, {one.settings.player}: {one.games:,} of {one.settings.games:,}"
        for one in samples
        if one.games < one.settings.games
    ]
    notes = [f"Made with {'; '.join(found)}."]
    if short:
        notes.append(f"Stopped early: {'; '.join(short)}.")
    return "\n\n".join([code, *notes])


def command(settings: ExportSettings) -> list[str]:
    """The words that make an export again."""
    words = ["colonnade", "export", settings.game, "--games", str(settings.games)]
    words += ["--seed", str(settings.seed)]
    if settings.seats != game(settings.game).seats[0]:
        words += ["--seats", str(settings.seats)]
    for key, value in unusual(settings).items():
        words += ["--option", f"{key}={value}"]
    if settings.player != WALKING:
        words += ["--player", settings.player]
    if settings.rows:
        words.append("--moves")
    return [shlex.quote(word) for word in [*words, "--out", file_name(settings)]]


def unusual(settings: ExportSettings) -> Mapping[str, str]:
    """The options that have not their usual values."""
    usual = complete(game(settings.game).options, {})
    return {key: value for key, value in settings.options.items() if usual[key] != value}


def file_name(settings: ExportSettings) -> str:
    """A name that says what is in an export."""
    parts = [settings.game, str(settings.seats), *unusual(settings).values(), settings.player]
    return "-".join([*parts, str(settings.seed)]) + PARQUET
