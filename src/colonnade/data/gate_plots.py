"""The plot of a gate as SVG: the running ratio between the limits where it decides.

The numbers come from arena/gate.py, the look from stats_plots.py, the words from whoever asks.
"""

from __future__ import annotations

from collections.abc import Sequence

from colonnade.data.stats_plots import mixed, needed, saved, sheet, style

WIDTH, HEIGHT = 6.0, 2.8  # in inches


def ratio_plot(
    ratios: Sequence[float],
    limits: tuple[float, float],
    *,
    each: int,
    title: str,
    across: str,
    upward: str,
    verdicts: tuple[str, str],
) -> bytes:
    """The ratio before the first unit and after each, over the games that were played."""
    needed()
    with style():
        figure = sheet(WIDTH, HEIGHT)
        panel = figure.subplots()
        games = [each * i for i in range(len(ratios))]
        panel.axhline(0, color=mixed("line-strong"), lw=0.5, ls=":")
        for limit, verdict, seat in zip(limits, verdicts, (1, 0), strict=True):
            color = mixed(f"seat-{seat}")
            panel.axhline(limit, color=color, lw=0.9, ls="--")
            panel.annotate(
                verdict,
                (0, limit),
                xytext=(2, 3 if limit > 0 else -3),
                textcoords="offset points",
                va="bottom" if limit > 0 else "top",
                color=color,
            )
        panel.plot(games, ratios, lw=1.2, color=mixed("line-strong"))
        low, high = min(limits[0], *ratios), max(limits[1], *ratios)
        room = 0.16 * (high - low)  # for the words at the limits
        panel.set_ylim(low - room, high + room)
        panel.set_xlim(0, max(games[-1], each))
        panel.set_title(title)
        panel.set_xlabel(across)
        panel.set_ylabel(upward)
        return saved(figure)
