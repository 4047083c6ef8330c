"""Which Pagoda moves are legal, and chance's weights: every color, limit and payment rule.

What a move does is decided in rules.py.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from colonnade.games.pagoda.material import (
    ANY,
    BUDDHA,
    COLUMN_LIMIT,
    DISCARDS,
    DRAGON,
    GREEN,
    HAND,
    LANTERN,
    RICE,
)
from colonnade.games.pagoda.moves import (
    ALTERNATIVE,
    COLUMN,
    COLUMN_FREE,
    COLUMN_RICE,
    DISCARD,
    DRAGON_BEGUN,
    DRAGON_DRAW,
    DRAW_DISPLAY,
    DRAW_HAND,
    END,
    FAN_OPENED,
    FAN_REFUSED,
    LANTERN_LIT,
    MOVES,
    ROOF,
    ROOF_BUDDHA,
    ROOFTOP,
    ROOFTOP_RICE,
    STUCK,
    TILE,
    TILE_BUDDHA,
)
from colonnade.games.pagoda.rules import apply, display_short
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
    cards,
    copy_position,
    five,
    nibble,
    nibbles,
    total,
)

ALL_LOTS: Final = 0b111111


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
        return fill_any_colors(s, rows, 0, COLUMN_FREE, 1)
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
    n: i64 = 0
    deck = s.deck
    while deck:
        if deck & 15:
            rows[n] = row
            n += 1
        deck >>= 4
        row += 1
    return n


def fill_weights(s: Position, weights: vec[i64]) -> i64:
    """A color comes as often as the draw pile holds it; returns the size of the pile."""
    n: i64 = 0
    size: i64 = 0
    deck = s.deck
    while deck:
        count = deck & 15
        if count:
            weights[n] = count
            n += 1
            size += count
        deck >>= 4
    return size


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


def fill_actions(s: Position, rows: vec[i64]) -> i64:
    """Columns, tiles and roofs that may be built now. [P4.1]"""
    n: i64 = 0
    may_build = s.built < column_limit(s)
    if may_build:
        n = fill_columns(s, rows)
        if can_use(s, RICE):
            n = fill_any_colors(s, rows, n, COLUMN_RICE, 15)
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
    row: i64 = COLUMN
    n: i64 = 0
    while lots:
        if lots & 1:
            top = tops & 15
            if top != ANY:
                if nibble(display, top):
                    rows[n] = row + top * 2
                    n += 1
                if nibble(hand, top):
                    rows[n] = row + top * 2 + HAND
                    n += 1
            else:
                n = fill_cards(display, hand, rows, n, row)
        lots >>= 1
        tops >>= 4
        row += 10
    return n


def fill_cards(display: i64, hand: i64, rows: vec[i64], n: i64, row: i64) -> i64:
    """Every card held, as rows from `row` on."""
    while display | hand:
        if display & 15:
            rows[n] = row
            n += 1
        if hand & 15:
            rows[n] = row + HAND
            n += 1
        display >>= 4
        hand >>= 4
        row += 2
    return n


def fill_any_colors(s: Position, rows: vec[i64], n: i64, first: i64, ways: i64) -> i64:
    """A column of any fitting color: free in an alternative turn, else for a pair. [P9.1, P10.4]"""
    tops = s.tops
    lots = open_lots(s)
    while lots:
        if lots & 1:
            top = tops & 15
            color: i64 = 0
            while color < 5:
                if top == color or top == ANY:
                    if ways == 1:
                        rows[n] = first + color
                        n += 1
                    else:
                        n = fill_pairs(s, rows, n, first + color * ways)
                color += 1
        lots >>= 1
        tops >>= 4
        first += 5 * ways
    return n


def fill_pairs(s: Position, rows: vec[i64], n: i64, first: i64) -> i64:
    """Every way to pay two equal cards, as rows from `first` on."""
    pay: i64 = 0
    while pay < 5:
        n = fill_pair(s, rows, n, first + pay * 3, pay)
        pay += 1
    return n


def fill_pair(s: Position, rows: vec[i64], n: i64, first: i64, pay: i64) -> i64:
    """Every way to pay two cards of one color: none, one or both from the hand."""
    in_display = nibble(s.display, s.seat * 5 + pay)
    in_hand = nibble(s.hand, s.seat * 5 + pay)
    if in_display >= 2:
        rows[n] = first
        n += 1
    if in_display and in_hand:
        rows[n] = first + 1
        n += 1
    if in_hand >= 2:
        rows[n] = first + 2
        n += 1
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
                row = TILE + lot * 10 + color * 2
                if tile_left(s, base, color) and column_follows(s, row, color, base, 1):
                    n = fill_sources(s, rows, n, row, base)
                color += 1
        lots >>= 1
        lot += 1
    return n


def fill_sources(s: Position, rows: vec[i64], n: i64, row: i64, color: i64) -> i64:
    """One card of a color from the display, from the hand, or either."""
    if nibble(s.display, s.seat * 5 + color):
        rows[n] = row
        n += 1
    if nibble(s.hand, s.seat * 5 + color):
        rows[n] = row + HAND
        n += 1
    return n


def fill_buddha(s: Position, rows: vec[i64], n: i64, lots: i64, roof: bool) -> i64:
    """A tile, or a roof's tile, for two equal cards of any color. [P10.5]"""
    if not has_pair(cards(s)):
        return n
    lot: i64 = 0
    while lots:
        if lots & 1:
            color: i64 = 0
            while color < 5:
                if tile_left(s, nibble(s.tops, lot), color):
                    n = fill_buddha_tile(s, rows, n, lot, color, roof)
                color += 1
        lots >>= 1
        lot += 1
    return n


def fill_buddha_tile(s: Position, rows: vec[i64], n: i64, lot: i64, color: i64, roof: bool) -> i64:
    """The ways to pay one tile with two equal cards, where what must follow still can."""
    first: i64 = TILE_BUDDHA
    if roof:
        first = ROOF_BUDDHA
    first += (lot * 5 + color) * 15
    pay: i64 = 0
    while pay < 5:
        if nibble(cards(s), pay) >= 2:
            if roof:
                follows = rooftop_follows(s, nibble(s.tops, lot), color, pay, 2)
            else:
                follows = column_follows(s, first + pay * 3, color, pay, 2)
            if follows:
                n = fill_pair(s, rows, n, first + pay * 3, pay)
        pay += 1
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


def has_pair(held: i64) -> bool:
    """Whether two of the cards are equal: a counter of 2 or more has a bit above its lowest."""
    return held & 0xEEEEE != 0


def column_reachable(s: Position) -> bool:
    """Search the rest of a regular turn for a column: at once, by a roof, or after more tiles.

    Rare, hence with buffers of its own; each tile costs a card, so it is never deep.
    """
    if takes_column(s, cards(s)):
        return True
    rows = vec[i64]([0] * len(MOVES))
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
                    n = fill_sources(s, rows, n, ROOF + lot * 10 + color * 2, base)
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
    n = fill_pair(s, rows, 0, ROOFTOP + color * 3, color)
    if can_use(s, RICE):
        first: i64 = ROOFTOP_RICE + color * 30
        if nibble(s.display, s.seat * 5 + color):
            n = fill_rice_rooftops(s, rows, n, first, color, False)
        if nibble(s.hand, s.seat * 5 + color):
            n = fill_rice_rooftops(s, rows, n, first + 15, color, True)
    return n


def fill_rice_rooftops(
    s: Position, rows: vec[i64], n: i64, first: i64, color: i64, from_hand: bool
) -> i64:
    """Every pair beside one right card, from hand or display."""
    pay: i64 = 0
    while pay < 5:
        if pay != color:
            n = fill_pair(s, rows, n, first + pay * 3, pay)
        else:
            n = fill_three(s, rows, n, first + pay * 3, color, from_hand)
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


# Discards [P9.1, P9.4, P10.3]


def fill_discards(s: Position, rows: vec[i64]) -> i64:
    """Cards of the last kind discarded or a later one, as long as enough remain. [P9.1, P10.3]"""
    dragon = s.phase == DRAGON_DISCARDS
    owed: i64 = 1
    if not dragon:
        owed = DISCARDS - s.tossed
    color = s.least >> 1
    display = five(s.display, s.seat) >> (color * 4)
    hand = five(s.hand, s.seat) >> (color * 4)
    remaining = total(display) + total(hand)
    if s.least & 1:  # the display's cards of this color come before the hand's
        remaining -= display & 15
        display -= display & 15
    row: i64 = DISCARD + color * 2
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
        row += 2
    if dragon and s.tossed:
        rows[n] = DRAGON_DRAW
        n += 1
    return n
