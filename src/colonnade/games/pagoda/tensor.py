"""A Pagoda position as numbers, as one seat knows it: what a view says, in the same parts always.

What a seat may know is decided in view.py; how a tensor is used, in environments/ and learning/.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from colonnade.contract import tensor, tensor_writer
from colonnade.contract.packed import nibble
from colonnade.contract.tensor import Layout, Part
from colonnade.contract.tensor_writer import counters, one_hot, put
from colonnade.games.pagoda.material import (
    CARDS_OF_A_COLOR,
    COLORS,
    COLUMN_LIMIT,
    COLUMNS_OF_A_FLOOR,
    DISPLAY_SIZE,
    FAN_HAND_SIZE,
    LOTS,
    ROOFTOP_POINTS,
    SEATS,
    TILE_POINTS,
    TILES,
    USES,
)
from colonnade.games.pagoda.state import (
    PHASES,
    SOURCES_OF_POINTS,
    TALLY_BITS,
    Position,
    five,
    floor_color,
    score,
    total,
)

TURNS: Final = 255  # no proof bounds a game; most end before their 60th turn
PHASE_COUNT: Final = len(PHASES)
SOURCE_COUNT: Final = len(SOURCES_OF_POINTS)
TOP_FLOOR: Final = 4  # of the full game, the fast one ends one lower [P13.1]
KINDS: Final = 10  # of cards, by color and source: color * 2 + source
COLUMN_POINTS: Final = LOTS * COLUMNS_OF_A_FLOOR  # on a floor, in times its number [P5.2]
MOST_POINTS: Final = COLUMN_POINTS * TOP_FLOOR
MOST_SCORE: Final = (
    COLUMN_POINTS * (1 + 2 + 3 + 4) + LOTS * TOP_FLOOR * TILE_POINTS + LOTS * ROOFTOP_POINTS["full"]
)
CARDS: Final = CARDS_OF_A_COLOR * len(COLORS)

LAYOUT: Final = Layout(
    (
        *tensor.who(SEATS, TURNS),
        Part("fast", 1, 1, "1 in the fast game"),
        Part("abilities_on", 1, 1, "1 where tiles give abilities"),
        Part("phase", PHASE_COUNT, 1, "one-hot: " + ", ".join(PHASES)),
        Part(
            "floors",
            LOTS * TOP_FLOOR * 5,
            1,
            "of each lot, of each floor from the ground, its color, one-hot",
        ),
        Part("roofs", LOTS * 5, 1, "of each lot, the color of its roof, one-hot"),
        Part("columns", LOTS, COLUMNS_OF_A_FLOOR, "of each lot, the columns on its top floor"),
        Part("completed", LOTS, 1, "of each lot, whether it is done"),
        Part("tiles", len(TILES), 1, "whether a tile is left: base color * 5 + column color"),
        Part("displays", SEATS * 5, DISPLAY_SIZE, "of each seat, open cards by color"),
        Part("hand", 5, FAN_HAND_SIZE, "one's own hand by color"),
        Part("hand_sizes", SEATS, FAN_HAND_SIZE, "of each seat, the cards in its hand"),
        Part("known", SEATS * 5, FAN_HAND_SIZE, "of each hand, what both seats can name, by color"),
        Part("abilities", SEATS * 5, USES, "of each seat, uses left: lantern to fan"),
        Part("points", SEATS * SOURCE_COUNT, MOST_POINTS, "of each seat, points by source"),
        Part("scores", SEATS, MOST_SCORE, "of each seat, all its points"),
        Part("discard", 5, CARDS_OF_A_COLOR, "the discard pile by color"),
        Part("played", 5, CARDS_OF_A_COLOR, "cards played this turn by color"),
        Part("unseen", 5, CARDS_OF_A_COLOR, "cards that one cannot see, by color"),
        Part("deck_size", 1, CARDS, "cards in the draw pile"),
        Part("used", 5, 1, "abilities used this turn"),
        Part("built", 1, COLUMN_LIMIT + 1, "columns and rooftops built this turn"),
        Part("tossed", 1, DISPLAY_SIZE + FAN_HAND_SIZE, "cards discarded in this gesture"),
        Part("least", KINDS, 1, "lowest kind of card to be discarded next, one-hot"),
        Part("goal", 1, FAN_HAND_SIZE, "cards that the hand is being filled to"),
    )
)


def fill(s: Position, seat: i64, out: vec[i16], at: i64) -> None:
    """Write what a seat knows, its own things first."""
    at = tensor_writer.who(out, at, s, seat, s.seat, SEATS, TURNS)
    at = put(out, at, TOP_FLOOR - s.last_floor)
    at = put(out, at, s.uses_given >> 1)  # two uses, or none [P13.2]
    at = one_hot(out, at, PHASE_COUNT, s.phase)
    at = fill_lots(s, out, at)
    at = counters(out, at, 25, s.tiles, 1)
    at = fill_cards(s, seat, out, at)
    at = fill_points(s, seat, out, at)
    at = fill_piles(s, seat, out, at)
    at = counters(out, at, 5, s.used, 1)
    at = put(out, at, s.built)
    at = put(out, at, s.tossed)
    at = one_hot(out, at, KINDS, s.least)
    put(out, at, s.goal)


def fill_lots(s: Position, out: vec[i16], at: i64) -> i64:
    """Write floors, roofs and columns; all of it is open."""
    roofs = at + LOTS * TOP_FLOOR * 5
    lot: i64 = 0
    while lot < LOTS:
        floors = nibble(s.floors, lot)
        shown = floors + 1
        roof: i64 = -1
        if floors == s.last_floor:
            shown = floors
            roof = nibble(s.tops, lot)
        floor: i64 = 0
        while floor < TOP_FLOOR:
            color: i64 = -1
            if floor < shown:
                color = floor_color(s, lot, floor)  # of an empty lot none of the five
            at = one_hot(out, at, 5, color)
            floor += 1
        one_hot(out, roofs + lot * 5, 5, roof)
        lot += 1
    at = counters(out, at + LOTS * 5, LOTS, s.columns, 4)
    return counters(out, at, LOTS, s.completed, 1)


def fill_cards(s: Position, seat: i64, out: vec[i16], at: i64) -> i64:
    """Write displays, one's own hand, what is known of both hands, and abilities. [P2.2, P2.3]"""
    other = 1 - seat
    at = counters(out, at, 5, five(s.display, seat), 4)
    at = counters(out, at, 5, five(s.display, other), 4)
    at = counters(out, at, 5, five(s.hand, seat), 4)
    at = put(out, at, total(five(s.hand, seat)))
    at = put(out, at, total(five(s.hand, other)))
    at = counters(out, at, 5, five(s.known, seat), 4)
    at = counters(out, at, 5, five(s.known, other), 4)
    at = counters(out, at, 5, five(s.markers, seat), 4)
    return counters(out, at, 5, five(s.markers, other), 4)


def fill_points(s: Position, seat: i64, out: vec[i16], at: i64) -> i64:
    """Write the points of both seats, by source and together."""
    own = s.tally0
    others = s.tally1
    if seat == 1:
        own = s.tally1
        others = s.tally0
    at = counters(out, at, SOURCE_COUNT, own, TALLY_BITS)
    at = counters(out, at, SOURCE_COUNT, others, TALLY_BITS)
    at = put(out, at, score(s, seat))
    return put(out, at, score(s, 1 - seat))


def fill_piles(s: Position, seat: i64, out: vec[i16], at: i64) -> i64:
    """Write the open piles, and by color what is neither open nor one's own."""
    at = counters(out, at, 5, s.discard, 4)
    at = counters(out, at, 5, s.played, 4)
    seen = s.discard + s.played + five(s.display, 0) + five(s.display, 1)
    seen += five(s.hand, seat) + five(s.known, 1 - seat)
    at = counters(out, at, 5, CARDS_OF_A_COLOR * 0x11111 - seen, 4)
    size: i64 = 0
    deck = s.deck
    while deck:
        size += deck & 15
        deck >>= 4
    return put(out, at, size)
