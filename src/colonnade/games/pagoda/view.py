"""What each seat may know of a Pagoda position, and full positions imagined from that alone.

Hidden are the cards in the other hand and the order of the draw pile. [P2.2]
"""

# Compiled by mypyc.

from __future__ import annotations

from mypy_extensions import i64

from colonnade.contract.checks import WRONG, can_move, reason, same
from colonnade.contract.errors import BadView
from colonnade.contract.packed import bit, nibble, nibbles
from colonnade.contract.rng import Rng
from colonnade.games.pagoda.building import column_limit
from colonnade.games.pagoda.checks import check_view
from colonnade.games.pagoda.material import (
    ABILITIES,
    ANY,
    CARDS_OF_A_COLOR,
    COLORS,
    COLUMNS_OF_A_FLOOR,
    DISCARDS,
    FLOORS,
    LOTS,
    ROOFTOP_POINTS,
    SEATS,
    USES_GIVEN,
)
from colonnade.games.pagoda.moves import DRAW_HAND, DRAW_HIDDEN
from colonnade.games.pagoda.scoring import breakdown
from colonnade.games.pagoda.state import (
    ALTERNATIVE_DISCARDS,
    FIELDS,
    PHASES,
    SOURCES_OF_POINTS,
    STUCK_DISCARDS,
    TALLY_BITS,
    Position,
    five,
    floor_color,
    score,
)
from colonnade.games.pagoda.view_types import LotView, PagodaView, SeatView

# Looking


def look(s: Position, seat: int | None, reveal: bool = False) -> PagodaView:
    """What `seat` may know, or everything where a finished game lies open. [P2.2]"""
    lots = [look_at_lot(s, lot) for lot in range(LOTS)]
    return PagodaView(
        game="pagoda",
        seat=seat,
        seats=SEATS,
        options=choices(s),
        actor=s.actor,
        turn=s.turn,
        scores=[score(s, 0), score(s, 1)],
        phase=PHASES[s.phase],
        on_turn=s.seat,
        players=[look_at_seat(s, other, seat, reveal) for other in range(SEATS)],
        lots=lots,
        tiles=[(COLORS[i // 5], COLORS[i % 5]) for i in range(25) if (s.tiles >> i) & 1],
        discard=names(s.discard),
        played=names(s.played),
        deck_size=len(names(s.deck)),
        deck=names(s.deck) if reveal else None,
        used=[ABILITIES[i] for i in range(5) if (s.used >> i) & 1],
        built=s.built,
        bar=column_limit(s),
        floors=s.last_floor,
        tossed=s.tossed,
        due=DISCARDS - s.tossed if s.phase in (ALTERNATIVE_DISCARDS, STUCK_DISCARDS) else 0,
        least=s.least,
        goal=s.goal,
    )


def look_at_seat(s: Position, seat: int, viewer: int | None, reveal: bool) -> SeatView:
    """One seat as the viewer sees it."""
    hand = names(five(s.hand, seat))
    return SeatView(
        display=names(five(s.display, seat)),
        hand=hand if reveal or seat == viewer else None,
        hand_size=len(hand),
        known=names(five(s.known, seat)) if reveal or viewer is not None else None,
        abilities={ABILITIES[i]: int(nibble(s.markers, seat * 5 + i)) for i in range(5)},
        breakdown=breakdown(s, seat),
    )


def look_at_lot(s: Position, lot: int) -> LotView:
    """One lot; all of it is open."""
    floors: int = nibble(s.floors, lot)
    top: int = nibble(s.tops, lot)
    completed = bool((s.completed >> lot) & 1)
    colors = [COLORS[floor_color(s, lot, floor)] for floor in range(floors)]
    standing = [COLUMNS_OF_A_FLOOR] * floors
    if floors == s.last_floor:
        return LotView(colors, 0, COLORS[top], completed, standing)
    columns: int = nibble(s.columns, lot)
    if top != ANY:
        colors.append(COLORS[top])
        standing.append(columns)
    return LotView(colors, columns, None, completed, standing)


def names(counters: i64) -> list[str]:
    """Cards by name, in the order of the colors."""
    found: list[str] = []
    for color in range(5):
        found += [COLORS[color]] * int(nibble(counters, color))
    return found


def choices(s: Position) -> dict[str, str]:
    """The options that this position was set up with. [P13]"""
    return {
        "length": "full" if s.last_floor == FLOORS["full"] else "fast",
        "abilities": "all" if s.uses_given else "none",
    }


def seen(s: Position, move: int, seat: int | None) -> int:
    """A card drawn to a hand is seen by its owner alone. [P2.2]"""
    if DRAW_HAND <= move < DRAW_HIDDEN and seat != s.seat:
        return DRAW_HIDDEN
    return move


# Imagining


def choose(s: Position, options: dict[str, str]) -> None:
    """Turn the options into plain numbers for the rules; they combine. [P13.1, P13.2, P13.3]"""
    s.last_floor = FLOORS[options["length"]]
    s.rooftop_points = ROOFTOP_POINTS[options["length"]]
    s.uses_given = USES_GIVEN[options["abilities"]]


def imagine(s: Position, view: PagodaView, rng: Rng) -> None:
    """Make `s` a position that fits the view: what is hidden is dealt at random."""
    try:
        check_view(view)
        fit(s, view, rng)
        if view.actor < 0 or view.players[view.actor].hand is not None:
            can_move(s)  # where a hand is hidden, the one imagined may be of no use
    except WRONG as problem:
        raise BadView(game="pagoda", why=reason(problem)) from problem


def fit(s: Position, view: PagodaView, rng: Rng) -> None:
    """Take over a view, and deal the hands that it hides."""
    read(s, view)
    for seat, player in enumerate(view.players):
        if player.hand is None:
            deal_hidden(s, seat, player.hand_size - len(player.known or ()), rng)


def check_position(s: Position) -> None:
    """Refuse a position read from outside if it cannot be, or if its fields disagree."""
    shown = look(s, None, True)
    check_view(shown)
    twin = Position()
    read(twin, shown)
    same(s, twin, FIELDS)
    can_move(s)


def read(s: Position, view: PagodaView) -> None:
    """Take over all that a view says; the cards it hides are left in the draw pile."""
    choose(s, view.options)
    s.actor = view.actor
    s.turn = view.turn
    s.seat = view.on_turn
    s.phase = PHASES.index(view.phase)
    s.display = s.hand = s.known = s.markers = 0
    for seat, player in enumerate(view.players):
        read_seat(s, seat, player)
    s.discard = counters(view.discard)
    s.played = counters(view.played)
    s.deck = CARDS_OF_A_COLOR * 0x11111 - s.discard - s.played
    s.deck -= five(s.display, 0) + five(s.display, 1) + five(s.hand, 0) + five(s.hand, 1)
    s.tiles = 0
    for base, column in view.tiles:
        s.tiles |= bit(COLORS.index(base) * 5 + COLORS.index(column))
    s.columns = s.floors = s.lower = s.upper = s.full = s.tall = s.completed = 0
    s.roof_lot = 0
    s.tops = ANY * 0x111111
    for at, lot in enumerate(view.lots):
        read_lot(s, at, lot)
    s.used = 0
    for ability in view.used:
        s.used |= bit(ABILITIES.index(ability))
    s.built = view.built
    s.tossed = view.tossed
    s.least = view.least
    s.goal = view.goal


def read_seat(s: Position, seat: i64, player: SeatView) -> None:
    """Take over one seat; of a hidden hand, the cards that can be named."""
    at = seat * 5
    s.display += nibbles(counters(player.display), at)
    known: list[str] = player.known or []
    s.known += nibbles(counters(known), at)
    s.hand += nibbles(counters(known if player.hand is None else player.hand), at)
    for ability, uses in player.abilities.items():
        s.markers += nibbles(uses, at + ABILITIES.index(ability))
    tally: i64 = 0
    for source, points in player.breakdown.items():
        tally += points << (SOURCES_OF_POINTS.index(source) * TALLY_BITS)
    if seat == 0:
        s.tally0 = tally
    else:
        s.tally1 = tally


def read_lot(s: Position, at: i64, lot: LotView) -> None:
    """Take over one lot; the last of its colors is the top floor's, unless a roof is on it."""
    below = [COLORS.index(name) for name in lot.floors]
    if lot.completed:
        s.completed |= bit(at)
    if lot.roof is not None:
        top = COLORS.index(lot.roof)
        if not lot.completed:
            s.roof_lot = at
    elif below:
        top = below.pop()
    else:
        return
    s.tops += nibbles(top - ANY, at)
    s.floors += nibbles(len(below), at)
    s.columns += nibbles(lot.columns, at)
    if len(below) + 1 >= s.last_floor:
        s.tall |= bit(at)
    if lot.columns == COLUMNS_OF_A_FLOOR and not lot.completed:
        s.full |= bit(at)
    for floor, color in enumerate(below):
        if floor < 2:
            s.lower += nibbles(color, at * 2 + floor)
        else:
            s.upper += nibbles(color, at * 2 + floor - 2)


def counters(cards: list[str]) -> i64:
    """Count named cards by color."""
    packed: i64 = 0
    for card in cards:
        packed += nibbles(1, COLORS.index(card))
    return packed


def deal_hidden(s: Position, seat: i64, count: i64, rng: Rng) -> None:
    """Deal cards of the draw pile to a hand, each as likely as any other."""
    while count > 0:
        ticket = rng.below(deck_size(s))
        color: i64 = 0
        while ticket >= nibble(s.deck, color):
            ticket -= nibble(s.deck, color)
            color += 1
        s.deck -= nibbles(1, color)
        s.hand += nibbles(1, seat * 5 + color)
        count -= 1


def deck_size(s: Position) -> i64:
    """Count the draw pile."""
    size: i64 = 0
    color: i64 = 0
    while color < 5:
        size += nibble(s.deck, color)
        color += 1
    return size


def reimagine(s: Position, seat: i64, rng: Rng) -> None:
    """Shuffle the other hand's unknown cards into the pile and deal as many anew. [P2.3]"""
    other = 1 - seat
    hidden = five(s.hand, other) - five(s.known, other)
    s.deck += hidden
    s.hand -= nibbles(hidden, other * 5)
    count: i64 = 0
    while hidden > 0:
        count += hidden & 15
        hidden >>= 4
    deal_hidden(s, other, count, rng)
