"""What each seat may know of a 7 Steps position, and full positions imagined from that alone.

Hidden are the discs behind the other screens, the colors of returned discs, the bag, and a bonus
tile while its drawer chooses. [T3.4]
"""

# Compiled by mypyc.

from __future__ import annotations

from mypy_extensions import i64

from colonnade.contract.checks import WRONG, can_move, reason, same
from colonnade.contract.errors import BadView
from colonnade.contract.packed import (
    bit,
    by_name,
    from_names,
    nibble,
    nibbles,
    octet,
    octets,
    sum_octets,
)
from colonnade.contract.rng import Rng
from colonnade.games.seven_steps.checks import check_view
from colonnade.games.seven_steps.levels import levels_of_turn, missing
from colonnade.games.seven_steps.material import (
    COLORS,
    CONSTRUCTION,
    CONSTRUCTION_TILES,
    DISCS_OF_A_COLOR,
    EXTRA_ROUND,
    FACES,
    LAYOUTS,
    POINTS,
    POINTS_TILES,
    SPACE_NAMES,
    space_colors,
)
from colonnade.games.seven_steps.moves import (
    DRAW,
    DRAW_HIDDEN,
    LAY,
    POINTS_TILE,
    RETURN,
    RETURN_HIDDEN,
    TILE,
    TILE_HIDDEN,
)
from colonnade.games.seven_steps.scoring import breakdown
from colonnade.games.seven_steps.state import (
    ALL_SPACES,
    ARRAYS,
    CHOOSING,
    DRAWING_TILE,
    FIELDS,
    LEVELS,
    NO_COLOR,
    NO_SPACE,
    PHASES,
    SOURCES_OF_POINTS,
    TALLY_BITS,
    Position,
    color_of,
    discs_on_board,
    height,
    held_tile,
    score,
)
from colonnade.games.seven_steps.view_types import Discs, SeatView, SpaceView, StepsView, Tiles

# Looking


def look(s: Position, seat: int | None, reveal: bool = False) -> StepsView:
    """What `seat` may know, or everything where a finished game lies open. [T3.3, T3.4]"""
    seats = int(s.seats)
    own = reveal or seat == s.seat
    laid = int(s.laid_count)
    return StepsView(
        game="seven_steps",
        seat=seat,
        seats=seats,
        options=choices(s),
        actor=s.actor,
        turn=s.turn,
        scores=[int(score(s, other)) for other in range(seats)],
        phase=PHASES[s.phase],
        round=s.round,
        on_turn=s.seat,
        called=bool(s.called),
        extra_begun=bool(s.extra_begun),
        segments=[int(nibble(s.laid, place)) for place in range(7) if nibble(s.laid, place)],
        rotations=[int(nibble(s.turned, place)) for place in range(laid)],
        board={SPACE_NAMES[i]: look_at_space(s, i) for i in range(laid * 7)},
        players=[look_at_seat(s, other, reveal or other == seat) for other in range(seats)],
        bag_size=sum_octets(s.bag),
        gone=by_name(s.gone, COLORS),
        piles=look_at_piles(s, own),
        discards={
            "construction": tiles(s.construction_discards, CONSTRUCTION),
            "points": tiles(s.points_discards, POINTS),
        },
        bag=by_name(s.bag, COLORS) if reveal else None,
        new_tile=new_tile(s) if own else None,
        bonus=("construction", "points")[s.points_bonus] if is_bonus(s) else None,
        path=[SPACE_NAMES[((s.path >> (6 * i)) & 63) - 1] for i in range(s.path_length)],
        levels=levels_of_turn(s),
        missing=missing(s),
        space=None if s.space == NO_SPACE else SPACE_NAMES[s.space],
        level=s.level,
        limit=s.limit,
        climbing=bool(s.climbing),
        recovered=None if s.recovered == NO_COLOR else COLORS[s.recovered],
        level_sum=s.level_sum,
        third=[COLORS[i] for i in range(7) if (s.third >> i) & 1],
        least=s.least if own else 0,
    )


def look_at_space(s: Position, space: i64) -> SpaceView:
    """One space."""
    discs = height(s, space)
    return SpaceView(COLORS[color_of(s, space)], discs, discs + 1)


def look_at_seat(s: Position, seat: int, own: bool) -> SeatView:
    """One seat, with what is behind its screen if it is one's own."""
    construction = int(held_tile(s.construction, seat))
    points = int(held_tile(s.points, seat))
    return SeatView(
        hand=by_name(s.hands[seat], COLORS) if own else None,
        hand_size=sum_octets(s.hands[seat]),
        known=by_name(s.known[seat], COLORS),
        lost=by_name(s.lost[seat], COLORS) if own else None,
        lost_size=sum_octets(s.lost[seat]),
        construction=CONSTRUCTION[construction] if construction >= 0 else None,
        points=POINTS[points] if points >= 0 else None,
        breakdown=breakdown(s, seat),
    )


def is_bonus(s: Position) -> bool:
    """Whether a bonus tile is being drawn or chosen."""
    return s.phase == DRAWING_TILE or s.phase == CHOOSING


def new_tile(s: Position) -> str | None:
    """The bonus tile that is being chosen."""
    if s.new_tile == 0:
        return None
    return (POINTS if s.points_bonus else CONSTRUCTION)[s.new_tile - 1]


def look_at_piles(s: Position, own: bool) -> dict[str, Tiles]:
    """What the piles must hold; to others, a tile being chosen is still one of them. [T3.4]"""
    construction, points = s.construction_pile, s.points_pile
    if s.new_tile and not own:
        if s.points_bonus:
            points += nibbles(1, s.new_tile - 1)
        else:
            construction += nibbles(1, s.new_tile - 1)
    return {"construction": tiles(construction, CONSTRUCTION), "points": tiles(points, POINTS)}


def tiles(counters: i64, kinds: tuple[str, ...]) -> Tiles:
    """Tiles by kind."""
    return {name: int(nibble(counters, i)) for i, name in enumerate(kinds) if nibble(counters, i)}


def choices(s: Position) -> dict[str, str]:
    """The options that this position was set up with. [T12.1, T13.1]"""
    layout = list(LAYOUTS)[s.layout]
    return {"face": FACES[s.mixed], "layout": layout, "extra_round": EXTRA_ROUND[s.extra]}


def seen(s: Position, move: int, seat: int | None) -> int:
    """Draws, returns and a tile still to be chosen are seen by their owner alone. [T3.4]"""
    if seat == s.seat:
        return move
    if DRAW <= move < DRAW_HIDDEN:
        return DRAW_HIDDEN
    if RETURN <= move < RETURN_HIDDEN:
        return RETURN_HIDDEN
    if TILE <= move < LAY:
        held = s.points if move >= POINTS_TILE else s.construction
        if held_tile(held, s.seat) >= 0:
            return TILE_HIDDEN
    return move


# Imagining


def choose(s: Position, seats: int, options: dict[str, str]) -> None:
    """Turn seats and options into plain numbers, and lay out the piles. [T1.4, T12.1, T13.1]"""
    s.seats = seats
    s.mixed = FACES.index(options["face"])
    s.layout = list(LAYOUTS).index(options["layout"])
    s.extra = EXTRA_ROUND.index(options["extra_round"])
    s.construction_pile = kinds(
        dict(zip(CONSTRUCTION, CONSTRUCTION_TILES, strict=True)), CONSTRUCTION
    )
    s.points_pile = kinds(dict(zip(POINTS, POINTS_TILES, strict=True)), POINTS)


def imagine(s: Position, view: StepsView, rng: Rng) -> None:
    """Make `s` a position that fits the view: what is hidden is dealt at random."""
    try:
        check_view(view)
        fit(s, view, rng)
        if view.actor < 0 or view.players[view.actor].hand is not None:
            can_move(s)  # where a hand is hidden, the one imagined may be of no use
    except WRONG as problem:
        raise BadView(game="seven_steps", why=reason(problem)) from problem


def check_position(s: Position) -> None:
    """Refuse a position read from outside if it cannot be, or if its fields disagree."""
    shown = look(s, None, True)
    check_view(shown)
    twin = Position()
    read(twin, shown)
    same(s, twin, [*FIELDS, *ARRAYS])
    can_move(s)


def fit(s: Position, view: StepsView, rng: Rng) -> None:
    """Take over a view, and deal what it hides: hands, lost discs, a tile being chosen."""
    read(s, view)
    for seat, player in enumerate(view.players):
        if player.hand is None:
            s.hands[seat] += deal(s, player.hand_size - sum(player.known.values()), rng)
            s.lost[seat] = deal(s, player.lost_size, rng)
    if view.phase == PHASES[CHOOSING] and view.new_tile is None:
        choose_new_tile(s, rng)


def read(s: Position, view: StepsView) -> None:
    """Take over all that a view says; the discs it hides are left in the bag."""
    choose(s, view.seats, view.options)
    s.actor = view.actor
    s.turn = view.turn
    s.seat = view.on_turn
    s.phase = PHASES.index(view.phase)
    s.round = view.round
    s.called = int(view.called)
    s.extra_begun = int(view.extra_begun)
    read_board(s, view)
    s.gone = counters(view.gone)
    s.construction = s.points = 0
    for seat, player in enumerate(view.players):
        read_seat(s, seat, player)
    s.bag = DISCS_OF_A_COLOR * 0x01010101010101 - s.gone - discs_on_board(s)
    for seat in range(view.seats):
        s.bag -= s.hands[seat] + s.lost[seat]
    read_tiles(s, view)
    read_turn(s, view)


def read_board(s: Position, view: StepsView) -> None:
    """Take over segments, rotations and towers."""
    s.laid = s.turned = 0
    s.laid_count = len(view.rotations)
    for place, segment in enumerate(view.segments):
        s.laid += nibbles(segment, place)
    for color in range(7):
        s.spaces[color] = 0
    for place, rotation in enumerate(view.rotations):
        s.turned += nibbles(rotation, place)
        for digit, color in enumerate(
            space_colors(FACES[s.mixed], view.segments[place] - 1, rotation)
        ):
            s.spaces[color] |= bit(place * 7 + digit)
    for level in range(LEVELS):
        s.at[level] = 0
    s.at[0] = ALL_SPACES
    for name, space in view.board.items():
        s.at[0] &= ~bit(SPACE_NAMES.index(name))
        s.at[space.height] |= bit(SPACE_NAMES.index(name))


def read_seat(s: Position, seat: i64, player: SeatView) -> None:
    """Take over one seat; of a hidden hand, the discs that can be named."""
    s.known[seat] = counters(player.known)
    s.hands[seat] = s.known[seat] if player.hand is None else counters(player.hand)
    s.lost[seat] = 0 if player.lost is None else counters(player.lost)
    if player.construction is not None:
        s.construction += nibbles(CONSTRUCTION.index(player.construction) + 1, seat)
    if player.points is not None:
        s.points += nibbles(POINTS.index(player.points) + 1, seat)
    tally: i64 = 0
    for i, source in enumerate(SOURCES_OF_POINTS):
        tally += player.breakdown[source] << (i * TALLY_BITS)
    s.tallies[seat] = tally


def read_tiles(s: Position, view: StepsView) -> None:
    """Take over piles, discards and the tile being chosen."""
    s.construction_pile = kinds(view.piles["construction"], CONSTRUCTION)
    s.points_pile = kinds(view.piles["points"], POINTS)
    s.construction_discards = kinds(view.discards["construction"], CONSTRUCTION)
    s.points_discards = kinds(view.discards["points"], POINTS)
    s.points_bonus = int(view.bonus == "points")
    s.new_tile = 0
    if view.new_tile is not None:
        s.new_tile = (POINTS if s.points_bonus else CONSTRUCTION).index(view.new_tile) + 1


def read_turn(s: Position, view: StepsView) -> None:
    """Take over what has happened in this turn."""
    s.path = s.path_length = s.used = s.colors_placed = s.third = 0
    for name in view.path:
        space = SPACE_NAMES.index(name)
        s.path += (space + 1) << (6 * s.path_length)
        s.path_length += 1
        s.used |= bit(space)
        s.colors_placed += octets(1, color_of(s, space))
    s.space = NO_SPACE if view.space is None else SPACE_NAMES.index(view.space)
    s.level = view.level
    s.limit = view.limit
    s.climbing = int(view.climbing)
    s.recovered = NO_COLOR if view.recovered is None else COLORS.index(view.recovered)
    s.level_sum = view.level_sum
    for color in view.third:
        s.third |= bit(COLORS.index(color))
    s.least = view.least


def counters(discs: Discs) -> i64:
    """Pack named discs."""
    return from_names(discs, COLORS, DISCS_OF_A_COLOR)


def kinds(named: Tiles, order: tuple[str, ...]) -> i64:
    """Count named tiles by kind."""
    packed: i64 = 0
    for kind, count in named.items():
        packed += nibbles(count, order.index(kind))
    return packed


def deal(s: Position, count: i64, rng: Rng) -> i64:
    """Take discs out of the bag, each as likely as any other."""
    dealt: i64 = 0
    size = sum_octets(s.bag)
    while count > 0:
        ticket = rng.below(size)
        color: i64 = 0
        while ticket >= octet(s.bag, color):
            ticket -= octet(s.bag, color)
            color += 1
        s.bag -= octets(1, color)
        dealt += octets(1, color)
        size -= 1
        count -= 1
    return dealt


def choose_new_tile(s: Position, rng: Rng) -> None:
    """Take the tile that somebody else is choosing out of its pile."""
    pile = s.points_pile if s.points_bonus else s.construction_pile
    size = sum_octets(pile & 0x0F0F0F0F) + sum_octets((pile >> 4) & 0x0F0F0F0F)
    ticket = rng.below(size)
    kind: i64 = 0
    while ticket >= nibble(pile, kind):
        ticket -= nibble(pile, kind)
        kind += 1
    s.new_tile = kind + 1
    if s.points_bonus:
        s.points_pile -= nibbles(1, kind)
    else:
        s.construction_pile -= nibbles(1, kind)


def reimagine(s: Position, seat: i64, rng: Rng) -> None:
    """Put all that `seat` cannot know into the bag and deal it anew. [T3.4]"""
    sizes = nibbles(0, 0)
    lost_sizes = nibbles(0, 0)
    other: i64 = 0
    while other < s.seats:
        if other != seat:
            hidden = s.hands[other] - s.known[other]
            sizes += octets(sum_octets(hidden), other)
            lost_sizes += octets(sum_octets(s.lost[other]), other)
            s.bag += hidden + s.lost[other]
            s.hands[other] = s.known[other]
            s.lost[other] = 0
        other += 1
    other = 0
    while other < s.seats:
        if other != seat:
            s.hands[other] += deal(s, octet(sizes, other), rng)
            s.lost[other] = deal(s, octet(lost_sizes, other), rng)
        other += 1
    if s.new_tile and seat != s.seat:
        if s.points_bonus:
            s.points_pile += nibbles(1, s.new_tile - 1)
        else:
            s.construction_pile += nibbles(1, s.new_tile - 1)
        choose_new_tile(s, rng)
