"""Which Pagoda moves are legal, and chance's weights.

What may be built stands in building.py; what a move does is decided in rules.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from colonnade.contract.packed import fill_counts, fill_present
from colonnade.games.pagoda.building import (
    fill_actions,
    fill_free_columns,
    fill_rooftops,
    open_lots,
)
from colonnade.games.pagoda.material import (
    DISCARDS,
    DISPLAY,
    DRAGON,
    HAND,
    LANTERN,
)
from colonnade.games.pagoda.moves import (
    ALTERNATIVE,
    COLOR_STEP,
    DRAGON_BEGUN,
    DRAGON_DRAW,
    DRAW_DISPLAY,
    DRAW_HAND,
    END,
    FAN_OPENED,
    FAN_REFUSED,
    LANTERN_LIT,
    STUCK,
    discard_row,
    kind_color,
    kind_source,
)
from colonnade.games.pagoda.rules import display_short
from colonnade.games.pagoda.state import (
    DRAGON_DISCARDS,
    END_OF_GAME,
    FAN_CHOICE,
    FAN_FILL,
    FREE_COLUMN,
    REGULAR,
    ROOFTOP_DUE,
    START,
    Position,
    can_use,
    five,
    total,
)


def fill_legal(s: Position, rows: vec[i64]) -> i64:
    """Write the legal rows, rising, and return how many."""
    phase = s.phase
    if phase <= FAN_FILL:
        return fill_draws(s, rows)
    if phase == REGULAR:
        return fill_regular(s, rows)
    if phase == START:
        return fill_start(s, rows)
    if phase == ROOFTOP_DUE:
        return fill_rooftops(s, rows)
    if phase == FREE_COLUMN:
        return fill_free_columns(s, rows)
    if phase == FAN_CHOICE:
        rows[0] = FAN_OPENED
        rows[1] = FAN_REFUSED
        return 2
    if phase == END_OF_GAME:
        return 0
    return fill_discards(s, rows)


# Chance [P1.4, P8.2]


def fill_draws(s: Position, rows: vec[i64]) -> i64:
    """Each color of the draw pile: to the display while it is short, then to the hand. [P8.2]"""
    row: i64 = DRAW_HAND
    if display_short(s):
        row = DRAW_DISPLAY
    return fill_present(rows, 0, row, s.deck, 4)


def fill_weights(s: Position, weights: vec[i64]) -> i64:
    """A color comes as often as the draw pile holds it; returns the size of the pile."""
    return fill_counts(weights, s.deck, 4)


# The kinds of turn [P4, P9]


def fill_start(s: Position, rows: vec[i64]) -> i64:
    """Open a turn: any first action, the Dragon, an alternative turn; or nothing helps. [P9]"""
    n = fill_actions(s, rows)
    regular = n > 0
    if regular and can_use(s, LANTERN):
        rows[n] = LANTERN_LIT
        n += 1
    if can_use(s, DRAGON):
        rows[n] = DRAGON_BEGUN
        n += 1
    if open_lots(s):
        rows[n] = ALTERNATIVE
        n += 1
    elif not regular:
        rows[n] = STUCK
        n += 1
    return n


def fill_regular(s: Position, rows: vec[i64]) -> i64:
    """Go on with a regular turn, or end it once a column stands. [P4.1, P4.2, P9.2]"""
    n = fill_actions(s, rows)
    if can_use(s, LANTERN):  # before the first column, an action was left open for it [P4.2]
        rows[n] = LANTERN_LIT
        n += 1
    if s.built > 0:
        rows[n] = END
        n += 1
    return n


# Discards [P9.1, P9.4, P10.3]


def fill_discards(s: Position, rows: vec[i64]) -> i64:
    """Cards of the last kind discarded or a later one, as long as enough remain. [P9.1, P10.3]"""
    dragon = s.phase == DRAGON_DISCARDS
    owed: i64 = 1
    if not dragon:
        owed = DISCARDS - s.tossed
    color = kind_color(s.least)
    display = five(s.display, s.seat) >> (color * 4)
    hand = five(s.hand, s.seat) >> (color * 4)
    remaining = total(display) + total(hand)
    if kind_source(s.least) == HAND:  # the display's cards of this color come before the hand's
        remaining -= display & 15
        display -= display & 15
    row = discard_row(color, DISPLAY)
    n: i64 = 0
    while remaining >= owed and remaining > 0:
        if display & 15:
            rows[n] = row
            n += 1
        remaining -= display & 15
        if hand & 15 and remaining >= owed:
            rows[n] = row + HAND
            n += 1
        remaining -= hand & 15
        display >>= 4
        hand >>= 4
        row += COLOR_STEP
    if dragon and s.tossed:
        rows[n] = DRAGON_DRAW
        n += 1
    return n
