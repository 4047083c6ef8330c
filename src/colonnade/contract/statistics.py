"""What a game calls worth a line in its statistics: things that may happen by its special rules.

Each game names its own in its folder; data/stats.py counts them over many games. The labels stand
on pages of documentation, so they are in English.
"""

from __future__ import annotations

from typing import NamedTuple


class Statistic(NamedTuple):
    """Something that may happen in a game, as a sum of its events.

    An event is a kind of row, such as `tile`, or a kind with a field, such as `tile color=red`.
    """

    label: str
    terms: tuple[tuple[int, str], ...]  # how much each event counts
    least: int = 1  # the sum over all seats from which on it has happened in a game
    reach: int = 0  # if set, events count once for a seat that has so many of them
    chance: bool = False  # chance's events, which belong to no seat
    rounds: int = 0  # instead of events: the game had so many turns for each seat


def counted(label: str, *names: str, least: int = 1, chance: bool = False) -> Statistic:
    """A statistic whose events count one each."""
    return Statistic(label, tuple((1, name) for name in names), least, 0, chance)
