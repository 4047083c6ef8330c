"""What may be known of a Summer Pavilion position: everything but the order of the bag. [S1.7]

So the views of all watchers are alike, and a position is imagined by reading one.
"""

# Compiled by mypyc.

from __future__ import annotations

from mypy_extensions import i64

from colonnade.contract.checks import WRONG, can_move, reason, same
from colonnade.contract.errors import BadView
from colonnade.contract.packed import bit, by_name, from_names, nibbles, sum_octets
from colonnade.games.summer_pavilion.bonuses import earned, numbers, stars
from colonnade.games.summer_pavilion.checks import check_view
from colonnade.games.summer_pavilion.material import (
    BOARDS,
    CENTER_NUMBERS,
    COLORS,
    FACTORIES,
    MOST_KEPT,
    OUTER_NUMBERS,
    POSITIONS,
    STARS,
    TILES_OF_A_COLOR,
    WILDS,
)
from colonnade.games.summer_pavilion.scoring import breakdown
from colonnade.games.summer_pavilion.state import (
    ARRAYS,
    FIELDS,
    KEEP_TILES,
    MIDDLE,
    NOBODY,
    PHASES,
    SOURCES_OF_POINTS,
    TALLY_BITS,
    Position,
    color_at,
    paint,
    score,
)
from colonnade.games.summer_pavilion.view_types import PavilionView, SeatView, Tiles

# Looking


def look(s: Position, seat: int | None) -> PavilionView:
    """The whole table."""
    seats = int(s.seats)
    return PavilionView(
        game="summer_pavilion",
        seat=seat,
        seats=seats,
        options={"board": BOARDS[s.grey]},
        actor=s.actor,
        turn=s.turn,
        scores=[int(score(s, other)) for other in range(seats)],
        phase=PHASES[s.phase],
        stage=s.stage,
        round=s.round,
        wild=COLORS[s.wild],
        on_turn=s.seat,
        first=s.first,
        marker=None if s.marker == NOBODY else s.marker,
        factories=[by_name(s.sources[i], COLORS) for i in range(s.factories)],
        center=by_name(s.sources[MIDDLE], COLORS),
        supply=by_name(s.supply, COLORS),
        bag=by_name(s.bag, COLORS),
        tower=by_name(s.tower, COLORS),
        players=[look_at_seat(s, other) for other in range(seats)],
        filling=s.filling,
        owed=s.owed,
        most=most(s),
        least=s.least,
    )


def look_at_seat(s: Position, seat: int) -> SeatView:
    """One seat; all of it is open. What it has kept lies in the corners until phase 3. [S10.5]"""
    hand = by_name(s.hands[seat], COLORS)
    waits = waiting(s, seat)
    return SeatView(
        board={name: look_at_star(s, seat, star) for star, name in enumerate(STARS)},
        tiles={} if waits else hand,
        kept=hand if waits else by_name(s.kept, COLORS) if seat == s.seat else {},
        passed=bool((s.passed >> seat) & 1),
        breakdown=breakdown(s, seat),
        earned=list(earned(s.filled[seat])),
        stars=stars(s.filled[seat], s.used[seat], s.grey),
        numbers=numbers(s.filled[seat], s.grey),
    )


def waiting(s: Position, seat: i64) -> bool:
    """Whether a seat's tiles are those it has kept: it has passed, and chooses no more."""
    if (s.passed >> seat) & 1 == 0 or (s.phase == KEEP_TILES and seat == s.seat):
        return False
    return sum_octets(s.hands[seat]) <= MOST_KEPT  # more have only positions made by hand


def most(s: Position) -> int:
    """How many tiles may still be picked or kept now. [S8.4, S10.3]"""
    if s.phase == KEEP_TILES:
        return min(int(MOST_KEPT - s.kept_size), int(sum_octets(s.hands[s.seat])))
    return int(s.owed)


def look_at_star(s: Position, seat: int, star: int) -> list[str | None]:
    """The colors on a star's positions."""
    found: list[str | None] = []
    for position in range(POSITIONS):
        at = star * POSITIONS + position
        filled = (s.filled[seat] >> at) & 1
        found.append(COLORS[color_at(s, seat, at)] if filled else None)
    return found


# Imagining


def choose(s: Position, seats: int, board: str) -> None:
    """Turn seats and option into the plain numbers that the rules use. [S1.4, S13.1]"""
    s.seats = seats
    s.factories = FACTORIES[seats]
    s.grey = BOARDS.index(board)
    s.outer_numbers = s.center_numbers = 0
    for position in range(POSITIONS):
        s.outer_numbers += nibbles(OUTER_NUMBERS[board][position], position)
        s.center_numbers += nibbles(CENTER_NUMBERS[board][position], position)


def imagine(s: Position, view: PavilionView) -> None:
    """Make `s` the position that a view shows."""
    try:
        check_view(view)
        fit(s, view)
        can_move(s)
    except WRONG as problem:
        raise BadView(game="summer_pavilion", why=reason(problem)) from problem


def check_position(s: Position) -> None:
    """Refuse a position read from outside if it cannot be, or if its fields disagree."""
    shown = look(s, None)
    check_view(shown)
    twin = Position()
    fit(twin, shown)
    same(s, twin, [*FIELDS, *ARRAYS])
    can_move(s)


def fit(s: Position, view: PavilionView) -> None:
    """Take over all that a view says."""
    choose(s, view.seats, view.options["board"])
    s.actor = view.actor
    s.turn = view.turn
    s.seat = view.on_turn
    s.phase = PHASES.index(view.phase)
    s.stage = view.stage
    s.round = view.round
    s.wild = WILDS[view.round - 1]
    s.first = view.first
    s.marker = NOBODY if view.marker is None else view.marker
    for i, tiles in enumerate(view.factories):
        s.sources[i] = counters(tiles)
    s.sources[MIDDLE] = counters(view.center)
    s.loose = sum(int(sum_octets(tiles)) for tiles in s.sources)
    s.supply = counters(view.supply)
    s.bag = counters(view.bag)
    s.tower = counters(view.tower)
    s.supply_size, s.bag_size = sum_octets(s.supply), sum_octets(s.bag)
    s.passed = s.kept = 0
    for seat, player in enumerate(view.players):
        read_seat(s, seat, player)
    s.kept_size = sum_octets(s.kept)
    s.filling = view.filling
    s.owed = view.owed
    s.least = view.least


def read_seat(s: Position, seat: i64, player: SeatView) -> None:
    """Take over one seat."""
    s.hands[seat] = counters(player.tiles)
    if player.passed:
        s.passed |= bit(seat)
    if s.phase == KEEP_TILES and seat == s.seat:
        s.kept = counters(player.kept)
    else:
        s.hands[seat] += counters(player.kept)
    tally: i64 = 0
    for i, source in enumerate(SOURCES_OF_POINTS):
        tally += abs(player.breakdown[source]) << (i * TALLY_BITS)
    s.tallies[seat] = tally
    s.filled[seat] = s.used[seat] = 0
    for star, name in enumerate(STARS):
        for position, color in enumerate(player.board[name]):
            if color is not None:
                paint(s, seat, star * POSITIONS + position, COLORS.index(color))


def counters(tiles: Tiles) -> i64:
    """Pack named tiles."""
    return from_names(tiles, COLORS, TILES_OF_A_COLOR)
