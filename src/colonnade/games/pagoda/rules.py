"""What every Pagoda move does, in the order of the rulebook: turn, building, cards, end.

Whether a move is allowed is decided in legal.py; its points in scoring.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from mypy_extensions import i64

from colonnade.contract.packed import bit, count_bits, nibble, nibbles
from colonnade.contract.state import CHANCE, OVER
from colonnade.games.pagoda.material import (
    BUDDHA,
    COLUMNS_OF_A_FLOOR,
    DISCARDS,
    DISPLAY,
    DISPLAY_SIZE,
    DRAGON,
    FAN,
    FAN_HAND_SIZE,
    HAND,
    HAND_SIZE,
    LANTERN,
    PAGODAS_TO_END,
    RICE,
)
from colonnade.games.pagoda.moves import (
    ALTERNATIVE,
    COLUMN_FREE,
    COLUMN_RICE,
    DISCARD,
    DRAGON_BEGUN,
    DRAGON_DRAW,
    DRAW_DISPLAY,
    DRAW_HAND,
    END,
    FAN_OPENED,
    LANTERN_LIT,
    ROOF,
    ROOF_BUDDHA,
    ROOFTOP,
    ROOFTOP_RICE,
    STUCK,
    TILE,
    TILE_BUDDHA,
    buddha_roof_color,
    buddha_roof_lot,
    buddha_tile_color,
    buddha_tile_lot,
    card_color,
    card_source,
    column_lot,
    discard_kind,
    free_column_color,
    free_column_lot,
    kind_color,
    kind_source,
    pay_color,
    pay_pair,
    rice_column_color,
    rice_column_lot,
    rice_rooftop_color,
    rice_rooftop_source,
    roof_lot,
    rooftop_color,
    tile_lot,
)
from colonnade.games.pagoda.scoring import score_column, score_rooftop, score_tile
from colonnade.games.pagoda.state import (
    ALTERNATIVE_DISCARDS,
    DEAL,
    DRAGON_DISCARDS,
    END_OF_GAME,
    FAN_CHOICE,
    FAN_FILL,
    FILL,
    FREE_COLUMN,
    REGULAR,
    RENEW,
    ROOFTOP_DUE,
    START,
    STUCK_DISCARDS,
    Position,
    can_use,
    five,
    total,
)


def apply(s: Position, move: i64) -> None:
    """Make a legal move: chance's first, being the commonest, then by the table's kinds."""
    if move >= DRAW_HAND:
        draw(s, move - DRAW_HAND, True)
    elif move >= DRAW_DISPLAY:
        draw(s, move - DRAW_DISPLAY, False)
    elif move < COLUMN_RICE:
        color = card_color(move)
        pay_card(s, color, card_source(move))
        build_column(s, column_lot(move), color)
    elif move >= LANTERN_LIT:
        apply_word(s, move)
    elif move >= DISCARD:
        toss(s, discard_kind(move))
    else:
        apply_building(s, move)


def apply_building(s: Position, move: i64) -> None:
    """Make a building move that is not a column for one card."""
    if move < TILE:
        pay_by(s, RICE, move)
        build_column(s, rice_column_lot(move), rice_column_color(move))
    elif move < TILE_BUDDHA:
        lot = tile_lot(move)
        pay_card(s, nibble(s.tops, lot), card_source(move))
        build_tile(s, lot, card_color(move))
    elif move < ROOF:
        pay_by(s, BUDDHA, move)
        build_tile(s, buddha_tile_lot(move), buddha_tile_color(move))
    elif move < ROOF_BUDDHA:
        lot = roof_lot(move)
        pay_card(s, nibble(s.tops, lot), card_source(move))
        build_roof(s, lot, card_color(move))
    elif move < ROOFTOP:
        pay_by(s, BUDDHA, move)
        build_roof(s, buddha_roof_lot(move), buddha_roof_color(move))
    elif move < ROOFTOP_RICE:
        pay_two(s, rooftop_color(move), pay_pair(move))
        build_rooftop(s)
    elif move < COLUMN_FREE:
        pay_card(s, rice_rooftop_color(move), rice_rooftop_source(move))
        pay_by(s, RICE, move)
        build_rooftop(s)
    else:
        build_column(s, free_column_lot(move), free_column_color(move))
        end_turn(s)  # at once: of the abilities, only the Fan is still to come [P9.3]


def apply_word(s: Position, move: i64) -> None:
    """Make a move that is one word: an ability, a kind of turn, an end."""
    if move == END:
        end_turn(s)
    elif move == LANTERN_LIT:
        use(s, LANTERN)
        s.phase = REGULAR
    elif move == DRAGON_BEGUN:
        use(s, DRAGON)
        s.goal = total(five(s.hand, s.seat))
        s.phase = DRAGON_DISCARDS
    elif move == DRAGON_DRAW:
        s.phase = RENEW
        s.actor = CHANCE
    elif move == ALTERNATIVE:
        s.phase = ALTERNATIVE_DISCARDS
    elif move == STUCK:
        s.phase = STUCK_DISCARDS
    elif move == FAN_OPENED:
        use(s, FAN)
        s.goal = FAN_HAND_SIZE
        s.phase = FAN_FILL
        s.actor = CHANCE
    else:
        begin_turn(s, 1 - s.seat)


# The turn [P4]


def begin_turn(s: Position, seat: i64) -> None:
    """Give a seat a fresh turn: nothing built, no ability used. [P4.1]"""
    s.seat = seat
    s.actor = seat
    s.turn += 1
    s.phase = START
    s.built = 0
    s.used = 0
    s.tossed = 0
    s.least = 0
    s.goal = HAND_SIZE


def end_turn(s: Position) -> None:
    """Discard what was played; then the game is over or cards are replenished. [P8.1, P11.2]"""
    s.discard += s.played
    s.played = 0
    if s.seat == 1 and count_bits(s.completed) >= PAGODAS_TO_END:
        s.phase = END_OF_GAME  # without replenishing [P11.3]
        s.actor = OVER
        return
    s.phase = FILL
    fill_up(s)


# Paying [P2.1, P10.4, P10.5]


def pay_card(s: Position, color: i64, source: i64) -> None:
    """Play one card from display or hand. [P2.1]"""
    s.played += nibbles(1, color)
    give_up(s, color, source, 1)


def pay_two(s: Position, color: i64, pair: i64) -> None:
    """Play two equal cards, none to two of them from the hand."""
    s.played += nibbles(2, color)
    give_up(s, color, DISPLAY, 2 - pair)
    give_up(s, color, HAND, pair)


def pay_by(s: Position, ability: i64, row: i64) -> None:
    """Use an ability that takes any two equal cards, which the row names. [P10.8]"""
    use(s, ability)
    pay_two(s, pay_color(row), pay_pair(row))


def give_up(s: Position, color: i64, source: i64, count: i64) -> None:
    """Take cards from display or hand; a hand card shown is no longer one to be remembered."""
    at = s.seat * 5 + color
    if source != HAND:
        s.display -= nibbles(count, at)
        return
    s.hand -= nibbles(count, at)
    # The other seat knows a part of the hand and not the rest. A card shown is taken off the known
    # part if it is there: as colors, what remains is the same whichever of two equals was shown.
    known = nibble(s.known, at)
    if count < known:
        known = count
    s.known -= nibbles(known, at)


def use(s: Position, ability: i64) -> None:
    """Move an ability's marker one space left, for this turn. [P10.1]"""
    s.markers -= nibbles(1, s.seat * 5 + ability)
    s.used |= bit(ability)


# Building [P5, P6, P7]


def build_column(s: Position, lot: i64, color: i64) -> None:
    """Put up a column; the fourth makes its floor full. [P3.2, P5.2]"""
    if nibble(s.columns, lot) == 0:
        s.tops += nibbles(color - nibble(s.tops, lot), lot)  # an empty lot takes the color [P3.2]
    s.columns += nibbles(1, lot)
    s.built += 1
    s.phase = REGULAR
    score_column(s, nibble(s.floors, lot))
    if nibble(s.columns, lot) == COLUMNS_OF_A_FLOOR:
        s.full |= bit(lot)
        close_without_tiles(s, color)


def take_tile(s: Position, lot: i64, color: i64) -> None:
    """Put a tile of the columns' color on a full floor, and gain its ability. [P6.2, P6.3, P6.4]"""
    base = nibble(s.tops, lot)
    floor = nibble(s.floors, lot)
    s.tiles &= ~bit(base * 5 + color)
    if floor < 2:
        s.lower += nibbles(base, lot * 2 + floor)
    else:
        s.upper += nibbles(base, lot * 2 + floor - 2)
    s.tops += nibbles(color - base, lot)  # [P3.4]
    s.floors += nibbles(1, lot)
    s.columns -= nibbles(COLUMNS_OF_A_FLOOR, lot)
    s.full &= ~bit(lot)
    if floor + 2 == s.last_floor:
        s.tall |= bit(lot)
    at = s.seat * 5 + base
    if s.uses_given > 0:
        s.markers += nibbles(s.uses_given - nibble(s.markers, at), at)
    score_tile(s)
    close_without_tiles(s, base)


def build_tile(s: Position, lot: i64, color: i64) -> None:
    """Build a tile that carries another floor. [P6.1]"""
    take_tile(s, lot, color)
    s.phase = REGULAR


def build_roof(s: Position, lot: i64, color: i64) -> None:
    """Build the last tile, flipped; its rooftop is due. [P7.1, P7.2]"""
    take_tile(s, lot, color)
    s.roof_lot = lot
    s.phase = ROOFTOP_DUE


def build_rooftop(s: Position) -> None:
    """Put two columns on the roof: that completes the pagoda. [P7.3, P7.5, P4.3]"""
    s.built += 1
    s.completed |= bit(s.roof_lot)
    s.roof_lot = 0
    s.phase = REGULAR
    score_rooftop(s)


def close_without_tiles(s: Position, base: i64) -> None:
    """Complete every full lot of a color that has no tile left. [P12.2]"""
    if (s.tiles >> (base * 5)) & 31:
        return
    lots = s.full
    lot: i64 = 0
    while lots:
        if lots & 1 and nibble(s.tops, lot) == base:
            s.full &= ~bit(lot)
            s.completed |= bit(lot)
        lots >>= 1
        lot += 1


# Discarding [P9.1, P9.4, P10.3]


def toss(s: Position, kind: i64) -> None:
    """Discard a card of Dragon, alternative or stuck turn; the fourth of four ends the gesture."""
    color = kind_color(kind)
    s.discard += nibbles(1, color)
    give_up(s, color, kind_source(kind), 1)
    s.tossed += 1
    s.least = kind
    if s.tossed == DISCARDS:
        if s.phase == ALTERNATIVE_DISCARDS:
            s.phase = FREE_COLUMN
        elif s.phase == STUCK_DISCARDS:
            end_turn(s)


# Drawing [P1.4, P8]


def draw(s: Position, color: i64, to_hand: bool) -> None:
    """Move a card from the draw pile; an empty pile is renewed at once. [P8.4]"""
    card = nibbles(1, s.seat * 5 + color)
    if to_hand:
        s.hand += card
    else:
        s.display += card
    s.deck -= nibbles(1, color)
    if s.deck == 0:
        s.deck = s.discard  # never empty: players hold 18 cards at most [P12.3]
        s.discard = 0
        s.known = s.hand  # nothing else is out of sight now, so both seats can count it [P2.3]
    fill_up(s)


def fill_up(s: Position) -> None:
    """Leave the next draw to chance, display first, then hand; or go on, both full. [P8.2]

    A hand that is larger stays so. [P8.3]
    """
    if display_short(s) or total(five(s.hand, s.seat)) < s.goal:
        s.actor = CHANCE
    elif s.phase == FILL:
        offer_fan(s)
    elif s.phase == FAN_FILL:
        begin_turn(s, 1 - s.seat)
    elif s.phase == RENEW:
        s.actor = s.seat
        s.phase = START
        s.tossed = 0
        s.least = 0
        s.goal = HAND_SIZE
    elif s.phase == DEAL and s.seat == 0:
        s.seat = 1
    else:
        begin_turn(s, 0)


def display_short(s: Position) -> bool:
    """Whether the display still lacks cards: they are drawn before the hand's. [P8.2]"""
    return total(five(s.display, s.seat)) < DISPLAY_SIZE


def offer_fan(s: Position) -> None:
    """Ask for the Fan if it could draw a card; otherwise the turn passes. [P10.2]"""
    if can_use(s, FAN) and total(five(s.hand, s.seat)) < FAN_HAND_SIZE:
        s.phase = FAN_CHOICE
        s.actor = s.seat
    else:
        begin_turn(s, 1 - s.seat)
