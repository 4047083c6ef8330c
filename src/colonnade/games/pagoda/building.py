"""Which columns, tiles and roofs may be built, with every color, limit and payment rule.

What else a turn offers is decided in legal.py, what a move does in rules.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from colonnade.contract.packed import any_of, nibble, nibbles
from colonnade.games.pagoda.material import (
    ANY,
    BUDDHA,
    COLUMN_LIMIT,
    DISPLAY,
    GREEN,
    HAND,
    LANTERN,
    LOTS,
    RICE,
)
from colonnade.games.pagoda.moves import (
    PAY_STEP,
    buddha_roof_row,
    buddha_tile_row,
    column_row,
    free_column_row,
    rice_column_row,
    rice_rooftop_row,
    roof_row,
    rooftop_row,
    tile_row,
)
from colonnade.games.pagoda.payments import (
    fill_cards,
    fill_pair,
    fill_pairs,
    fill_sources,
    has_pair,
    pair_list,
)
from colonnade.games.pagoda.rules import apply
from colonnade.games.pagoda.state import (
    Position,
    can_use,
    cards,
    copy_position,
    five,
)

ALL_LOTS: Final = 0b111111
FULL_LOT_ROWS: Final = 451  # six lots, five tiles, five colors, three pairs; and one to spare


def fill_actions(s: Position, rows: vec[i64]) -> i64:
    """Columns, tiles and roofs that may be built now. [P4.1]"""
    n: i64 = 0
    may_build = s.built < column_limit(s)
    if may_build:
        n = fill_columns(s, rows)
        if can_use(s, RICE):
            n = fill_rice_columns(s, rows, n)
    if s.full:
        buddha = can_use(s, BUDDHA)
        n = fill_tiles(s, rows, n)  # whatever the column limit says [P4.4]
        if buddha:
            n = fill_buddha(s, rows, n, s.full & ~s.tall, False)
        if may_build:  # a rooftop counts as a column, so the limit stops roofs too [P7.4]
            n = fill_roofs(s, rows, n)
            if buddha:
                n = fill_buddha(s, rows, n, s.full & s.tall, True)
    return n


def column_limit(s: Position) -> i64:
    """Three columns a turn, four by the light of the Lantern. [P4.3, P10.6]"""
    return COLUMN_LIMIT + ((s.used >> LANTERN) & 1)


def open_lots(s: Position) -> i64:
    """A bit for each lot with room for a column. [P5.3]"""
    return ALL_LOTS & ~(s.full | s.completed)


# Columns [P5]


def fill_columns(s: Position, rows: vec[i64]) -> i64:
    """A column for one card of its color, on any lot that takes it. [P3.2, P5.1]"""
    display = five(s.display, s.seat)
    hand = five(s.hand, s.seat)
    tops = s.tops
    lots = open_lots(s)
    lot: i64 = 0
    n: i64 = 0
    while lots:
        if lots & 1:
            top = tops & 15
            if top != ANY:
                row = column_row(lot, top, DISPLAY)
                rows[n] = row
                n += any_of(nibble(display, top))
                rows[n] = row + HAND
                n += any_of(nibble(hand, top))
            else:
                n = fill_cards(display, hand, rows, n, column_row(lot, 0, DISPLAY))
        lots >>= 1
        tops >>= 4
        lot += 1
    return n


def fill_rice_columns(s: Position, rows: vec[i64], n: i64) -> i64:
    """A column of any fitting color for two equal cards. [P10.4]"""
    pairs = pair_list(s)
    tops = s.tops
    lots = open_lots(s)
    lot: i64 = 0
    while lots:
        if lots & 1:
            top = tops & 15
            if top != ANY:
                n = fill_pairs(rows, n, rice_column_row(lot, top, 0, 0), pairs)
            else:
                color: i64 = 0
                while color < 5:
                    n = fill_pairs(rows, n, rice_column_row(lot, color, 0, 0), pairs)
                    color += 1
        lots >>= 1
        tops >>= 4
        lot += 1
    return n


def fill_free_columns(s: Position, rows: vec[i64]) -> i64:
    """The column of an alternative turn: any fitting color. [P9.1]"""
    n: i64 = 0
    lot: i64 = 0
    while lot < LOTS:
        top = nibble(s.tops, lot)
        color: i64 = 0
        while color < 5 and (open_lots(s) >> lot) & 1:
            if top == color or top == ANY:
                rows[n] = free_column_row(lot, color)
                n += 1
            color += 1
        lot += 1
    return n


# Tiles [P6]


def fill_tiles(s: Position, rows: vec[i64], n: i64) -> i64:
    """A tile for one card of its base color, if the turn can still build a column. [P6.2, P4.2]"""
    lots = s.full & ~s.tall  # the last tile comes with its rooftop only [P6.5]
    lot: i64 = 0
    while lots:
        base = nibble(s.tops, lot)  # [P3.3]
        if lots & 1 and nibble(cards(s), base):
            color: i64 = 0
            while color < 5:
                row = tile_row(lot, color, DISPLAY)
                if tile_left(s, base, color) and column_follows(s, row, color, base, 1):
                    n = fill_sources(s, rows, n, row, base)
                color += 1
        lots >>= 1
        lot += 1
    return n


def fill_buddha(s: Position, rows: vec[i64], n: i64, lots: i64, roof: bool) -> i64:
    """A tile, or a roof's tile, for two equal cards of any color. [P10.5]"""
    if not has_pair(cards(s)):
        return n
    pairs = pair_list(s)
    lot: i64 = 0
    while lots:
        if lots & 1:
            color: i64 = 0
            while color < 5:
                if tile_left(s, nibble(s.tops, lot), color):
                    if s.built > 0 and not roof:  # nothing more must follow
                        n = fill_pairs(rows, n, buddha_tile_row(lot, color, 0, 0), pairs)
                    else:
                        n = fill_buddha_tile(s, rows, n, lot, color, roof)
                color += 1
        lots >>= 1
        lot += 1
    return n


def fill_buddha_tile(s: Position, rows: vec[i64], n: i64, lot: i64, color: i64, roof: bool) -> i64:
    """The ways to pay one tile with two equal cards, where what must follow still can."""
    row = buddha_tile_row(lot, color, 0, 0)
    if roof:
        row = buddha_roof_row(lot, color, 0, 0)
    pay: i64 = 0
    while pay < 5:
        if nibble(cards(s), pay) >= 2:
            if roof:
                follows = rooftop_follows(s, nibble(s.tops, lot), color, pay, 2)
            else:
                follows = column_follows(s, row, color, pay, 2)
            if follows:
                n = fill_pair(s, rows, n, row, pay)
        pay += 1
        row += PAY_STEP
    return n


def tile_left(s: Position, base: i64, color: i64) -> bool:
    """Whether the supply still has this tile. [P1.2]"""
    return (s.tiles >> (base * 5 + color)) & 1 == 1


# No dead ends [P4.2]


def column_follows(s: Position, row: i64, color: i64, pay: i64, price: i64) -> bool:
    """Whether a tile, paid with `price` cards of color `pay`, still lets the turn build a column.

    `row` is the tile's row with its first source or pair.
    """
    if s.built > 0:
        return True
    left = cards(s) - nibbles(price, pay)
    if nibble(left, color) or takes_column(s, left):  # on the new floor, or on a lot open before
        return True
    trial = Position()
    copy_position(trial, s)
    # Where the cards come from makes no difference here: from the display, all of them.
    moved = nibbles(five(s.hand, s.seat), s.seat * 5)
    trial.hand -= moved
    trial.display += moved
    apply(trial, row)
    return column_reachable(trial)


def takes_column(s: Position, held: i64) -> bool:
    """Whether one of the open lots takes a column paid with the cards held. [P5.1, P10.4]"""
    lots = open_lots(s)
    if lots == 0 or held == 0:
        return False
    if can_use(s, RICE) and has_pair(held):
        return True
    tops = s.tops
    while lots:
        top = tops & 15
        if lots & 1 and (top == ANY or nibble(held, top)):
            return True
        lots >>= 1
        tops >>= 4
    return False


def column_reachable(s: Position) -> bool:
    """Search the rest of a regular turn for a column: at once, by a roof, or after more tiles.

    Rare, hence with buffers of its own; each tile costs a card, so it is never deep.
    """
    if takes_column(s, cards(s)):
        return True
    rows = vec[i64]([0] * FULL_LOT_ROWS)
    if fill_tiles(s, rows, 0) or fill_roofs(s, rows, 0):
        return True
    if not can_use(s, BUDDHA):
        return False
    tiles = fill_buddha(s, rows, 0, s.full & ~s.tall, False)
    return tiles > 0 or fill_buddha(s, rows, 0, s.full & s.tall, True) > 0


# Roofs [P7]


def fill_roofs(s: Position, rows: vec[i64], n: i64) -> i64:
    """A roof's tile for one card of its base color, if its rooftop can follow. [P7.1, P7.2]"""
    lots = s.full & s.tall
    lot: i64 = 0
    while lots:
        base = nibble(s.tops, lot)
        if lots & 1 and nibble(cards(s), base):
            color: i64 = 0
            while color < 5:
                if tile_left(s, base, color) and rooftop_follows(s, base, color, base, 1):
                    n = fill_sources(s, rows, n, roof_row(lot, color, DISPLAY), base)
                color += 1
        lots >>= 1
        lot += 1
    return n


def rooftop_follows(s: Position, base: i64, color: i64, pay: i64, price: i64) -> bool:
    """Whether the rooftop can be paid after the roof's tile, by the Bowl it gives too. [P7.1]"""
    left = cards(s) - nibbles(price, pay)
    right = nibble(left, color)
    if right >= 2:
        return True
    if right == 0 or (s.used >> RICE) & 1:
        return False
    gained = base == GREEN and s.uses_given > 0  # works at once [P10.7]
    return (gained or can_use(s, RICE)) and has_pair(left - nibbles(1, color))


def fill_rooftops(s: Position, rows: vec[i64]) -> i64:
    """Two cards of the rooftop's color; or one, and two equal ones by the Bowl. [P7.2, P10.4]"""
    color = nibble(s.tops, s.roof_lot)  # [P3.5]
    n = fill_pair(s, rows, 0, rooftop_row(color, 0), color)
    if can_use(s, RICE):
        if nibble(s.display, s.seat * 5 + color):
            n = fill_rice_rooftops(s, rows, n, color, DISPLAY)
        if nibble(s.hand, s.seat * 5 + color):
            n = fill_rice_rooftops(s, rows, n, color, HAND)
    return n


def fill_rice_rooftops(s: Position, rows: vec[i64], n: i64, color: i64, source: i64) -> i64:
    """Every pair beside one right card, from hand or display."""
    pay: i64 = 0
    while pay < 5:
        first = rice_rooftop_row(color, source, pay, 0)
        if pay != color:
            n = fill_pair(s, rows, n, first, pay)
        else:
            n = fill_three(s, rows, n, first, color, source == HAND)
        pay += 1
    return n


def fill_three(s: Position, rows: vec[i64], n: i64, first: i64, color: i64, from_hand: bool) -> i64:
    """Three cards of one color: the single one is a hand card only where all three are.

    Otherwise the same three cards could be paid by two rows.
    """
    in_display = nibble(s.display, s.seat * 5 + color)
    in_hand = nibble(s.hand, s.seat * 5 + color)
    if from_hand:
        if in_hand >= 3:
            rows[n] = first + 2
            n += 1
        return n
    pair: i64 = 0
    while pair < 3:
        if in_display >= 3 - pair and in_hand >= pair:
            rows[n] = first + pair
            n += 1
        pair += 1
    return n
