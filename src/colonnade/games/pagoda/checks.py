"""What a Pagoda position cannot be: what is refused of views, pictures and dumps.

Only what comes in from outside is asked; what the rules make of a position is right by itself.
"""

# Compiled by mypyc.

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Final

from colonnade.contract import checks
from colonnade.contract.checks import among, amounts, equal, in_order, within
from colonnade.games.pagoda.material import (
    ABILITIES,
    CARDS_OF_A_COLOR,
    COLORS,
    COLUMN_LIMIT,
    COLUMNS_OF_A_FLOOR,
    DISCARDS,
    DISPLAY_SIZE,
    FAN,
    FAN_HAND_SIZE,
    FLOORS,
    LOTS,
    SEATS,
    USES_GIVEN,
)
from colonnade.games.pagoda.state import (
    ALTERNATIVE_DISCARDS,
    DEAL,
    FAN_CHOICE,
    FAN_FILL,
    PHASES,
    ROOFTOP_DUE,
    SOURCES_OF_POINTS,
    START,
    STUCK_DISCARDS,
)
from colonnade.games.pagoda.view_types import LotView, PagodaView, SeatView

CARDS: Final = CARDS_OF_A_COLOR * len(COLORS)
LEAST_KINDS: Final = 9  # kinds of cards, by color and source, counted from 0
MOST_HELD: Final = DISPLAY_SIZE + FAN_HAND_SIZE
MOST_POINTS: Final = 900  # of a source: more than a game can bring, and some below its ten bits


def check_view(view: PagodaView) -> None:
    """Refuse a view that no position gives."""
    equal(view.seats, SEATS, "the number of seats")
    equal(len(view.players), SEATS, "the number of players")
    equal(len(view.lots), LOTS, "the number of lots")
    checks.keys(view.options, ("length", "abilities"), "the options")
    among(view.options["length"], FLOORS, "the length")
    among(view.options["abilities"], USES_GIVEN, "the option of abilities")
    phase = checks.watcher(view, "pagoda", view.phase, PHASES, START)
    for player in view.players:
        check_player(player, USES_GIVEN[view.options["abilities"]])
    equal(view.scores, [sum(player.breakdown.values()) for player in view.players], "the score")
    check_cards(view)
    for lot in view.lots:
        check_lot(lot, FLOORS[view.options["length"]])
    check_tiles(view)
    check_turn(view)
    check_phase(view, phase)


def check_player(player: SeatView, uses: int) -> None:
    """A seat: no more cards, uses and points than it can have. [P2.1, P6.4, P10.2]"""
    within(len(player.display), 0, DISPLAY_SIZE, "the size of a display")
    within(player.hand_size, 0, FAN_HAND_SIZE, "the size of a hand")
    if player.hand is not None:
        equal(player.hand_size, len(player.hand), "the size of a hand")
    known = Counter(player.known or [])
    if not known <= Counter(player.hand if player.hand is not None else player.known or []):
        raise ValueError("the known cards of a hand are not in it")
    within(known.total(), 0, player.hand_size, "the number of known cards")
    amounts(player.abilities, ABILITIES, uses, "the uses")
    amounts(player.breakdown, SOURCES_OF_POINTS, MOST_POINTS, "the points")


def check_cards(view: PagodaView) -> None:
    """The cards: those of the box, the draw pile never empty. [P1.1, P8.4]"""
    seen = view.discard + view.played
    for player in view.players:
        seen = seen + player.display + (player.known or [] if player.hand is None else player.hand)
    for card in seen:
        among(card, COLORS, "a card")
    count = Counter(seen)
    for color in COLORS:
        if count[color] > CARDS_OF_A_COLOR:
            raise ValueError(f"there are {count[color]} {color} cards, of {CARDS_OF_A_COLOR}")
    held = sum(len(player.display) + player.hand_size for player in view.players)
    # Cards played came from what a seat held: both hold as many at most, and so the pile,
    # renewed from the discards, never runs out. [P12.3]
    within(held + len(view.played), 0, SEATS * MOST_HELD, "the number of cards held and played")
    equal(view.deck_size, CARDS - held - len(view.discard) - len(view.played), "the draw pile")
    if view.deck_size == 0:
        raise ValueError("the draw pile is empty")
    if view.deck is not None:
        left = [color for color in COLORS for _ in range(CARDS_OF_A_COLOR - count[color])]
        equal(view.deck, left, "the draw pile")


def check_lot(lot: LotView, floors: int) -> None:
    """A lot: built from the ground, a roof on the last floor alone. [P3.1, P7.1, P12.2]"""
    for color in lot.floors:
        among(color, COLORS, "a floor")
    within(len(lot.floors), 0, floors, "the number of floors")
    within(lot.columns, 0, COLUMNS_OF_A_FLOOR, "the columns of a lot")
    if lot.roof is not None:
        among(lot.roof, COLORS, "a roof")
        equal(len(lot.floors), floors, "the number of floors under a roof")
        equal(lot.columns, 0, "the columns on a roof")
    elif lot.completed:
        equal(lot.columns, COLUMNS_OF_A_FLOOR, "the columns of a lot that is done")
    if len(lot.floors) < 2 and (lot.columns == 0) != (not lot.floors):
        raise ValueError("a lot has a first floor without columns, or columns without a floor")


def check_tiles(view: PagodaView) -> None:
    """The tiles: each is built once or left in the supply. [P1.2]"""
    built: list[tuple[str, str]] = []
    for lot in view.lots:
        built += pairwise([*lot.floors, lot.roof] if lot.roof else lot.floors)
    if len({*built}) != len(built):
        raise ValueError("a tile is built twice")
    left = [(base, to) for base in COLORS for to in COLORS if (base, to) not in built]
    equal(view.tiles, left, "the supply of tiles")


def check_turn(view: PagodaView) -> None:
    """What was done in this turn. [P4.3, P10.1]"""
    in_order(view.used, ABILITIES, "a used ability")
    within(view.built, 0, COLUMN_LIMIT + 1, "the number of columns built")
    within(view.tossed, 0, MOST_HELD, "the number of discards")
    within(view.least, 0, LEAST_KINDS, "the least kind to discard")
    within(view.goal, 0, FAN_HAND_SIZE, "the goal of a hand")


def check_phase(view: PagodaView, phase: int) -> None:
    """What a phase needs to go on."""
    player = view.players[view.on_turn]
    if phase <= FAN_FILL and len(player.display) == DISPLAY_SIZE and player.hand_size >= view.goal:
        raise ValueError("cards are drawn, though display and hand are full")
    if phase == DEAL and view.on_turn == 0:
        equal(view.players[1].hand_size, 0, "the hand that is dealt last")
    if phase in (ALTERNATIVE_DISCARDS, STUCK_DISCARDS):
        within(view.tossed, 0, DISCARDS - 1, "the number of discards")
    due = [lot for lot in view.lots if lot.roof is not None and not lot.completed]
    equal(len(due), int(phase == ROOFTOP_DUE), "the number of rooftops due")
    if phase == FAN_CHOICE:
        within(player.abilities[ABILITIES[FAN]], 1, 2, "the uses of the fan offered")
        within(player.hand_size, 0, FAN_HAND_SIZE - 1, "the hand that the fan is offered to")
        if ABILITIES[FAN] in view.used:
            raise ValueError("the fan is offered twice in a turn")
