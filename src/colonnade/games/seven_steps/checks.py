"""What a 7 Steps position cannot be: what is refused of views, pictures and dumps.

Only what comes in from outside is asked; what the rules make of a position is right by itself.
"""

# Compiled by mypyc.

from __future__ import annotations

from collections import Counter
from typing import Final

from colonnade.contract import checks
from colonnade.contract.checks import among, amounts, counts, equal, in_order, within
from colonnade.games.seven_steps.material import (
    COLORS,
    CONSTRUCTION,
    CONSTRUCTION_TILES,
    DISCS_OF_A_COLOR,
    EXTRA_ROUND,
    FACES,
    FEWER_DISCS,
    HAND_SIZE,
    LAST_ROUND,
    LAYOUTS,
    MOST_SEATS,
    PLACES,
    POINTS,
    POINTS_TILES,
    RIVER_PLACE,
    RIVER_SEGMENT,
    SPACE_NAMES,
    TOWER,
    space_colors,
)
from colonnade.games.seven_steps.state import (
    BONUS,
    CHOOSING,
    DEALING,
    DRAWING_TILE,
    END_OF_GAME,
    LAYING,
    MOVING,
    NEXT_DISC,
    PHASES,
    REFILLING,
    REMOVING,
    RETURNING,
    ROTATING,
    SHIFTING,
    SOURCES_OF_POINTS,
    START,
)
from colonnade.games.seven_steps.view_types import SeatView, StepsView

BOXES: Final = {
    "construction": dict(zip(CONSTRUCTION, CONSTRUCTION_TILES, strict=True)),
    "points": dict(zip(POINTS, POINTS_TILES, strict=True)),
}
MOST_POINTS: Final = 20_000  # of a source: more than all rounds can bring, and far below its bits
DISCS: Final = DISCS_OF_A_COLOR * len(COLORS)
# Phases in which discs have been placed in the turn under way, or in the one just over.
PLACED: Final = (NEXT_DISC, BONUS, DRAWING_TILE, CHOOSING, RETURNING, REFILLING, END_OF_GAME)


def check_view(view: StepsView) -> None:
    """Refuse a view that no position gives."""
    within(view.seats, 2, MOST_SEATS, "the number of seats")
    equal(len(view.players), view.seats, "the number of players")
    checks.keys(view.options, ("face", "layout", "extra_round"), "the options")
    for key, known in (("face", FACES), ("layout", LAYOUTS), ("extra_round", EXTRA_ROUND)):
        among(view.options[key], known, f"the option {key}")
    phase = checks.watcher(view, "seven_steps", view.phase, PHASES, START)
    check_board(view, phase)
    for player in view.players:
        check_player(player)
    equal(view.scores, [sum(player.breakdown.values()) for player in view.players], "the score")
    check_discs(view)
    check_tiles(view, phase)
    check_rounds(view)
    check_turn(view, phase)
    check_phase(view, phase)


def check_board(view: StepsView, phase: int) -> None:
    """Segments, rotations and towers. [T1.3, T2.4, T5.1, T12.3]"""
    laid = len(view.rotations)
    setting_up = phase in (LAYING, ROTATING)
    places = len(PLACES)
    within(
        laid, 0 if setting_up else places, places - int(setting_up), "the number of segments laid"
    )
    equal(len(view.segments), laid + (phase == ROTATING), "the number of segments")
    for segment in view.segments:
        within(segment, 1, len(PLACES), "a segment")
    equal(len({*view.segments}), len(view.segments), "the number of different segments")
    if view.options["layout"] == "river":
        for place, segment in enumerate(view.segments):
            middle = place == RIVER_PLACE
            equal(segment == RIVER_SEGMENT + 1, middle, "the turquoise segment in the river")
    turns = 5 if view.options["face"] == "mixed" else 0
    equal(turns == 0 and phase == ROTATING, False, "turning segments of the plain face")
    colors: list[int] = []
    for segment, rotation in zip(view.segments, view.rotations, strict=False):
        within(rotation, 0, turns, "a rotation")
        colors += space_colors(view.options["face"], segment - 1, rotation)
    equal([*view.board], [*SPACE_NAMES[: len(colors)]], "the spaces of the board")
    for (name, space), color in zip(view.board.items(), colors, strict=True):
        if space.color != COLORS[color] or not 0 <= space.height < TOWER:
            equal(space.color, COLORS[color], f"the color of {name}")
            within(space.height, 0, TOWER - 1, f"the height of {name}")


def check_player(player: SeatView) -> None:
    """A seat: no more discs, tiles and points than it can have. [T1.5, T7.4]"""
    most = DISCS_OF_A_COLOR
    within(player.hand_size, 0, DISCS, "the size of a hand")
    within(player.lost_size, 0, DISCS, "the number of lost discs")
    counts(player.known, COLORS, most, "known discs")
    equal(player.hand is None, player.lost is None, "the secrecy of a seat")
    if player.hand is not None and player.lost is not None:
        counts(player.hand, COLORS, most, "discs in hand")
        counts(player.lost, COLORS, most, "lost discs")
        equal(player.hand_size, sum(player.hand.values()), "the size of a hand")
        equal(player.lost_size, sum(player.lost.values()), "the number of lost discs")
        if not Counter(player.known) <= Counter(player.hand):
            raise ValueError("the known discs of a hand are not in it")
    within(sum(player.known.values()), 0, player.hand_size, "the number of known discs")
    if player.construction is not None:
        among(player.construction, CONSTRUCTION, "a construction tile")
    if player.points is not None:
        among(player.points, POINTS, "a points tile")
    amounts(player.breakdown, SOURCES_OF_POINTS, MOST_POINTS, "the points")


def check_discs(view: StepsView) -> None:
    """The discs: those of the box; what is not in sight is in the bag. [T1.1]"""
    counts(view.gone, COLORS, DISCS_OF_A_COLOR, "discs that are gone")
    seen: Counter[str] = Counter(view.gone)
    for space in view.board.values():
        seen[space.color] += space.height
    hidden = 0
    for player in view.players:
        seen.update(player.known if player.hand is None else player.hand)
        seen.update(player.lost or {})
        if player.hand is None:
            hidden += player.hand_size - sum(player.known.values()) + player.lost_size
    for color in COLORS:
        if seen[color] > DISCS_OF_A_COLOR:
            raise ValueError(f"there are {seen[color]} {color} discs, of {DISCS_OF_A_COLOR}")
    left = {color: DISCS_OF_A_COLOR - seen[color] for color in COLORS}
    equal(view.bag_size, sum(left.values()) - hidden, "the number of discs in the bag")
    within(view.bag_size, 0, DISCS, "the number of discs in the bag")
    if view.bag is not None:
        equal(view.bag, {color: n for color, n in left.items() if n}, "the bag")


def check_tiles(view: StepsView, phase: int) -> None:
    """The bonus tiles: those of the box, two while one of them is chosen. [T1.4, T7.3, T7.4]"""
    checks.keys(view.piles, BOXES, "the piles")
    checks.keys(view.discards, BOXES, "the discards")
    for kind, box in BOXES.items():
        held = [getattr(player, kind) for player in view.players]
        held += [view.new_tile] if view.bonus == kind else []
        found = Counter(tile for tile in held if tile is not None)
        for pile, what in ((view.piles, "tiles in a pile"), (view.discards, "discarded tiles")):
            counts(pile[kind], box, max(box.values()), what)
            in_order([*pile[kind]], [*box], f"a name of {what}")
            found.update(pile[kind])
        equal({name: found[name] for name in box}, box, f"the {kind} tiles")
    drawing = phase in (DRAWING_TILE, CHOOSING)
    equal(view.bonus is not None, drawing, "whether a bonus tile is drawn")
    if view.bonus is not None:
        among(view.bonus, BOXES, "the type of a bonus tile")
        if phase == CHOOSING and getattr(view.players[view.on_turn], view.bonus) is None:
            raise ValueError("a tile is chosen where none is held")
        if not view.piles[view.bonus] and (phase == DRAWING_TILE or view.new_tile is None):
            raise ValueError("a tile is drawn from an empty pile")
    if view.new_tile is not None:
        equal(phase, CHOOSING, "the phase of a new tile")
        among(view.new_tile, BOXES[view.bonus or "points"], "a new tile")
    elif phase == CHOOSING and view.players[view.on_turn].hand is not None:
        raise ValueError("the new tile is missing")


def check_rounds(view: StepsView) -> None:
    """Rounds: an extra one follows a call, and only where it was chosen. [T11.7, T13.1]"""
    within(view.round, 1, LAST_ROUND, "the round")
    if view.extra_begun:
        equal((view.called, view.options["extra_round"]), (True, "yes"), "the extra round")


def check_turn(view: StepsView, phase: int) -> None:
    """What was done in this turn. [T4.1, T4.6, T8.7]"""
    for name in view.path:
        among(name, SPACE_NAMES, "a space placed on")
    equal(len({*view.path}), len(view.path), "the number of different spaces placed on")
    if phase not in PLACED:
        equal(view.path, [], "the path of a turn that has placed nothing")
    equal(view.limit in (TOWER, FEWER_DISCS), True, "the limit of discs")
    within(len(view.path), 0, view.limit, "the number of discs placed")
    within(view.level, 1 if phase == NEXT_DISC else 0, TOWER, "the level")
    within(view.level_sum, 0, TOWER * TOWER, "the sum of levels")
    within(view.least, 0, len(COLORS) - 1, "the least color to return")
    in_order(view.third, COLORS, "a color at level 3")
    if view.space is not None:
        among(view.space, SPACE_NAMES, "the last space")
    if phase == NEXT_DISC and view.path:
        equal(view.space, view.path[-1], "the last space")
    if phase in (NEXT_DISC, REMOVING, SHIFTING, MOVING) and view.space is None:
        raise ValueError("the last space is missing")
    if phase in (SHIFTING, MOVING) and view.board[str(view.space)].height == 0:
        raise ValueError("there is no tower to be moved")
    if view.recovered is not None:
        among(view.recovered, COLORS, "the recovered disc")
        placed = [view.board[name].color for name in view.path]
        seen = placed + list(view.players[view.on_turn].known)
        if phase != END_OF_GAME and view.recovered not in seen:
            raise ValueError("the recovered disc is neither placed nor known")


def check_phase(view: StepsView, phase: int) -> None:
    """What a phase of chance needs to go on. [T1.5, T10.3]"""
    sizes = [player.hand_size for player in view.players]
    if phase in (LAYING, ROTATING):
        equal(sizes, [0] * view.seats, "the hands before the deal")
        equal(view.on_turn, 0, "the seat on turn in the set-up")
    elif phase == DEALING:
        seat = view.on_turn
        dealt = [HAND_SIZE] * seat + [sizes[seat]] + [0] * (view.seats - seat - 1)
        equal(sizes, dealt, "the hands in the deal")
        within(sizes[seat], 0, HAND_SIZE - 1, "the hand that is dealt")
        equal(sum(view.gone.values()), 0, "the number of discs gone before the first turn")
    elif phase == REFILLING:
        within(sizes[view.on_turn], 0, HAND_SIZE - 1, "the hand that is filled")
