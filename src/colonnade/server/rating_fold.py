"""Strengths as a pure function of the games that count, in one order: time of the end, then table.

The same rows give the same numbers to the last digit, whether they come one by one or all at once,
here or in another process. How rows are kept is decided in rating_log.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

import msgspec

from colonnade.arena.strength import UNKNOWN, Strength, rated


class Row(msgspec.Struct, frozen=True):
    """A seat of a game that counts, as it is stored."""

    table_id: str
    seat: int
    game: str
    seats: int
    finished: float
    player: str | None
    bot: bool
    place: int
    counted: bool
    mu: float
    sigma: float
    mu_after: float
    sigma_after: float

    @property
    def key(self) -> tuple[float, str]:
        """Its place in the order."""
        return self.finished, self.table_id

    @property
    def before(self) -> Strength:
        """How strong it was."""
        return Strength(self.mu, self.sigma)

    @property
    def after(self) -> Strength:
        """How strong it was then."""
        return Strength(self.mu_after, self.sigma_after)


def fold(rows: Iterable[Row], known: Callable[[str], Strength | None]) -> Iterator[Row]:
    """Rows of one game and number of seats, in their order, with the strengths that follow.

    `known` tells how strong somebody was before all of these.
    """
    now: dict[str, Strength] = {}

    def strength(row: Row) -> Strength:
        """How strong a seat is before a game: nobody's stays as it is stored."""
        if row.player is None:
            return row.before
        if row.player not in now:
            now[row.player] = known(row.player) or UNKNOWN
        return now[row.player]

    for _, found in groupby(rows, key=lambda row: row.key):
        game = list(found)
        before = [strength(row) for row in game]
        after = rated(before, [row.place for row in game])
        bots = any(row.bot for row in game)
        for row, was, then in zip(game, before, after, strict=True):
            # Bots are rated apart: what people do against them changes the bots alone.
            counted = row.player is not None and (row.bot or not bots)
            now_is = then if counted else was
            if row.player is not None:
                now[row.player] = now_is
            yield msgspec.structs.replace(
                row,
                counted=counted,
                mu=was.mu,
                sigma=was.sigma,
                mu_after=now_is.mu,
                sigma_after=now_is.sigma,
            )


def in_order(rows: Iterable[Row]) -> list[Row]:
    """Rows in the one order."""
    return sorted(rows, key=lambda row: (*row.key, row.seat))


def nobody(row: Row) -> Row:
    """A row of somebody who was deleted: as strong as they were then, and without an owner."""
    return msgspec.structs.replace(
        row, player=None, counted=False, mu_after=row.mu, sigma_after=row.sigma
    )


def first_of(rows: Iterable[Row]) -> dict[tuple[str, int], float]:
    """Of each game and number of seats, when the first of these games ended."""
    found: dict[tuple[str, int], float] = {}
    for row in rows:
        group = (row.game, row.seats)
        found[group] = min(found.get(group, row.finished), row.finished)
    return found
