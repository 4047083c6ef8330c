"""The plots of a game's statistics as SVG: the same samples give the same bytes.

Numbers come from stats.py. Colors come from the design tokens, each halfway between its light and
its dark theme, and nothing lies behind them: so a plot can be read on either.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby

from colonnade.contract.errors import ColonnadeError
from colonnade.contract.options import complete
from colonnade.data.export import ExportSettings
from colonnade.data.stats import Sample, Spread
from colonnade.games import game
from colonnade.tokens import paints

try:
    import matplotlib as mpl
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
except ImportError:
    mpl = None  # type: ignore[assignment]  # needed() says what to do

ACROSS = 3  # panels side by side
BARS = 45  # at most, in a distribution
WIDTH, HEIGHT = 3.0, 2.1  # of a panel, in inches
Draw = Callable[["Axes", Sequence[Sample]], None]


class NoPlots(ColonnadeError):
    """Plots were asked for, but the package that draws them is not installed."""


def needed() -> None:
    """Refuse to begin without the package that draws."""
    if mpl is None:
        raise NoPlots


# Colors


def mixed(name: str) -> str:
    """A token's color between its light and its dark theme."""
    paint = paints()[name]
    pairs = zip(channels(paint.light), channels(paint.dark), strict=True)
    return "#" + "".join(f"{(light + dark) // 2:02x}" for light, dark in pairs)


def channels(color: str) -> list[int]:
    """The red, green and blue of #RRGGBB."""
    return [int(color[i : i + 2], 16) for i in (1, 3, 5)]


def color_of(sample: Sample, players: Sequence[str]) -> str:
    """The color of a player, the same in all plots of a game."""
    return mixed(f"seat-{players.index(sample.settings.player) % 4}")


# Panels


def setup(settings: ExportSettings) -> str:
    """What is played: the number of seats, and the options that are not the usual ones."""
    usual = complete(game(settings.game).options, {})
    others = [f"{key}={value}" for key, value in settings.options.items() if usual[key] != value]
    return ", ".join([f"{settings.seats} seats", *others])


def setups(samples: Sequence[Sample]) -> list[list[Sample]]:
    """Samples of one setup together: what differs among them is who played."""
    return [list(group) for _, group in groupby(samples, key=lambda one: setup(one.settings))]


def names(samples: Sequence[Sample]) -> list[str]:
    """All players, in the order of the samples."""
    return list(dict.fromkeys(sample.settings.player for sample in samples))


@contextmanager
def style() -> Iterator[None]:
    """The look of all plots; a fixed salt makes the names inside an SVG repeat."""
    ink = mixed("line-strong")
    with mpl.rc_context():
        mpl.rc("svg", hashsalt="colonnade", fonttype="none")
        mpl.rc("font", size=8)
        mpl.rc("axes", edgecolor=ink, labelcolor=ink, titlecolor=ink, titlesize=8)
        mpl.rc("axes.spines", top=False, right=False)
        for group in ("text", "xtick", "ytick"):
            mpl.rc(group, color=ink)
        yield


def drawn(
    samples: Sequence[Sample],
    draw: Draw,
    across: str,
    upward: str,
    *,
    wide: float = WIDTH,
    tall: float = HEIGHT,
) -> bytes:
    """A panel for each setup, its number of games above it; returns the SVG."""
    groups = setups(samples)
    columns = 2 if len(groups) == 4 else min(ACROSS, len(groups))
    lines = math.ceil(len(groups) / columns)
    with style():
        figure = sheet(wide * columns + 1, tall * lines + 0.6)
        panels: list[Axes] = list(figure.subplots(lines, columns, squeeze=False).flat)
        for panel, group in zip(panels, groups, strict=False):
            draw(panel, group)
            counts = [f"{one.settings.player} {one.games:,}" for one in group]
            panel.set_title(f"{setup(group[0].settings)}\n{', '.join(counts)} games")
        for panel in panels[len(groups) :]:
            panel.set_axis_off()
        figure.supxlabel(across, fontsize=8)
        figure.supylabel(upward, fontsize=8)
        handles, labels = legend(panels)
        figure.legend(handles, labels, loc="outside upper center", ncols=4, frameon=False)
        return saved(figure)


def sheet(wide: float, tall: float) -> Figure:
    """An empty figure, so large in inches."""
    return Figure(figsize=(wide, tall), layout="constrained")


def saved(figure: Figure) -> bytes:
    """A figure as SVG, without what would differ from one time to the next."""
    sink = io.BytesIO()
    nothing = {"Date": None, "Creator": None}
    figure.savefig(sink, format="svg", transparent=True, metadata=nothing)
    return sink.getvalue()


def legend(panels: Sequence[Axes]) -> tuple[list[Artist], list[str]]:
    """Every player once, from whatever panel has it."""
    found: dict[str, Artist] = {}
    for panel in panels:
        for handle, label in zip(*panel.get_legend_handles_labels(), strict=True):
            found.setdefault(label, handle)
    return list(found.values()), list(found)


# The plots


def seat_plot(samples: Sequence[Sample]) -> bytes:
    """How often each seat won, with 95 % intervals."""
    players = names(samples)

    def draw(panel: Axes, group: Sequence[Sample]) -> None:
        seats = group[0].settings.seats
        panel.axhline(100 / seats, color=mixed("line-strong"), lw=0.7, ls="--")
        for i, sample in enumerate(group):
            rates = [sample.win_rate(seat) for seat in range(seats)]
            shift = (i - (len(group) - 1) / 2) * 0.16
            panel.errorbar(
                [seat + 1 + shift for seat in range(seats)],
                [100 * rate for rate, _ in rates],
                [
                    [100 * max(0.0, rate - low) for rate, (low, _) in rates],
                    [100 * max(0.0, high - rate) for rate, (_, high) in rates],
                ],
                fmt="o",
                ms=3.5,
                capsize=3,
                color=color_of(sample, players),
                label=sample.settings.player,
            )
        panel.set_xticks(range(1, seats + 1))
        panel.set_xlim(0.5, seats + 0.5)

    return drawn(samples, draw, "seat", "games won, %")


def spread_plot(samples: Sequence[Sample], choose: Callable[[Sample], Spread], unit: str) -> bytes:
    """A distribution for each player; all panels have the same range."""
    players = names(samples)
    every = Spread()
    for sample in samples:
        every.merge(choose(sample))
    low, high = min(every.counts), max(every.counts)

    def draw(panel: Axes, group: Sequence[Sample]) -> None:
        edges = steps([choose(sample) for sample in group])
        step = edges[1] - edges[0]
        for sample in group:
            spread = choose(sample)
            heights = [0.0] * (len(edges) - 1)
            for value, count in spread.counts.items():
                heights[(value - edges[0]) // step] += 100 * count / spread.size / step
            color = color_of(sample, players)
            panel.stairs(heights, edges, lw=1.2, color=color, label=sample.settings.player)
            panel.stairs(heights, edges, fill=True, alpha=0.18, color=color)
        panel.set_xlim(low - 1, high + 2)

    return drawn(samples, draw, f"{unit}s", f"%, for each {unit}")


def steps(found: Sequence[Spread]) -> list[int]:
    """Where the steps of distributions begin and end, all of them equally wide."""
    low = min(min(spread.counts) for spread in found)
    high = max(max(spread.counts) for spread in found)
    # Where only every second number can come, as with turns of two, no step may hold none of them.
    apart = math.gcd(*(value - low for spread in found for value in spread.counts)) or 1
    step = apart * math.ceil((high - low + 1) / apart / BARS)
    return [low + i * step for i in range((high - low) // step + 2)]


def source_plot(samples: Sequence[Sample]) -> bytes:
    """Points by source, for one seat and game."""
    players = names(samples)
    sources = list(samples[0].points)

    def draw(panel: Axes, group: Sequence[Sample]) -> None:
        thick = 0.8 / len(group)
        for i, sample in enumerate(group):
            places = [line + (i - (len(group) - 1) / 2) * thick for line in range(len(sources))]
            points = [sample.mean_points(source) for source in sources]
            color = color_of(sample, players)
            panel.barh(places, points, thick, color=color, label=sample.settings.player)
        panel.set_yticks(range(len(sources)), sources)
        panel.invert_yaxis()

    return drawn(samples, draw, "points for one seat and game", "")


def rule_plot(samples: Sequence[Sample]) -> bytes:
    """In how many games each special rule came up, for the first setup."""
    players = names(samples)
    first = setups(samples)[0]
    labels = [statistic.label for statistic in first[0].statistics]

    def draw(panel: Axes, group: Sequence[Sample]) -> None:
        thick = 0.8 / len(group)
        for i, sample in enumerate(group):
            places = [line + (i - (len(group) - 1) / 2) * thick for line in range(len(labels))]
            parts = [100 * found.games / sample.games for found in sample.found]
            color = color_of(sample, players)
            panel.barh(places, parts, thick, color=color, label=sample.settings.player)
        panel.set_yticks(range(len(labels)), labels)
        panel.set_xlim(0, 100)
        panel.invert_yaxis()

    tall = 0.22 * len(labels) + 0.8
    return drawn(first, draw, "games in which it happened, %", "", wide=2 * WIDTH, tall=tall)
