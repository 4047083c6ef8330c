"""How long a game can be, by its rules: decisions of seats, and draws of chance.

The rules themselves are decided in each game's folder; the numbers cited stand in its RULES.md.
"""

from __future__ import annotations

from typing import NamedTuple

from colonnade.contract.game import Game

# Pagoda has no last turn: a seat can be stuck again and again, however unlikely [P9.4]. Among
# 14,000 random games the longest had 282 decisions and 202 draws. Any other game, too, is taken to
# end within what the contract's tests allow: 4,000 moves.
UNPROVEN = 2000


class Bounds(NamedTuple):
    """The most decisions, and the most draws, of one game."""

    decisions: int
    draws: int

    @property
    def moves(self) -> int:
        """The most moves of both kinds."""
        return self.decisions + self.draws


def bounds(game: Game, seats: int) -> Bounds:
    """The bounds of a game; proven for all but Pagoda."""
    if game.key == "seven_steps":
        return seven_steps(seats)
    if game.key == "summer_pavilion":
        return summer_pavilion(seats)
    return Bounds(UNPROVEN, UNPROVEN)


def seven_steps(seats: int) -> Bounds:
    """Round 250 is the last [T11.7]; in a turn everything has its place and its limit [T3.2]."""
    turns = 250 * seats
    tile = 2  # a second disc removed [T8.3], or where a tower or disc goes [T8.4, T8.5]
    discs = 7  # each placed or returned; one recovered comes instead of the tile's second row
    rest = 4  # count, type of bonus tile, which of two to keep, refill
    draws = 7 + 1  # discs [T10.3] and a bonus tile
    set_up = 7 + 7 + 7 * seats  # segments laid, segments rotated, discs [T1.3, T1.5]
    return Bounds(turns * (tile + discs + rest), set_up + turns * draws)


def summer_pavilion(seats: int) -> Bounds:
    """Six rounds [S2.1], and on each board 42 spaces with structures worth 36 bonus tiles."""
    tiles = 6 * 4 * (2 * seats + 1)  # laid on factories [S1.4, S1.5]: each take has one at least
    spaces, picks = 42 * seats, 36 * seats  # [S1.2], [S8.2]: 6 * (1 + 2 + 3) bonus tiles
    passes, kept = 6 * seats, 5 * 4 * seats  # [S10.2]; the fourth tile kept ends it [S10.6]
    return Bounds(tiles + spaces + picks + passes + kept, 10 + tiles + picks)
