"""Judgement of 7 Steps: which discs lead on, and what tiles and the next turn are worth.

The weights stand in seven_steps.json.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from colonnade.ai.judges.linear import Linear
from colonnade.contract.packed import bit, count_bits, lowest_bit, octet, sum_octets
from colonnade.contract.state import State
from colonnade.games.seven_steps.material import CONSTRUCTION, MODEST_TURN, POINTS, SPACES, TOWER
from colonnade.games.seven_steps.moves import (
    BONUS_CONSTRUCTION,
    BONUS_POINTS,
    CLIMB_HIGHER,
    COUNT_TILE,
    KEEP_POINTS,
    MOVE_DISC,
    ONTO,
    RECOVER_DISC,
    REFILL,
    REMOVE_DISC,
    RETURN,
    SHIFT_TOWER,
    SWAP,
    kept_construction,
    kept_points,
)
from colonnade.games.seven_steps.rules import ends_after_round
from colonnade.games.seven_steps.scoring import worth
from colonnade.games.seven_steps.state import (
    NEIGHBORS,
    Position,
    color_of,
    height,
    held_tile,
    lowest_level,
)

# Features of rows, by number; the data file names them by the same words.
ROW_FIRST_LEVEL: Final = 0
ROW_FIRST_ONWARD: Final = 1
ROW_FIRST_ONWARD_HIGHER: Final = 2
ROW_FIRST_SECOND_STEP: Final = 3
ROW_FIRST_DEAD_END: Final = 4
ROW_STEP_UP: Final = 5
ROW_ONWARD: Final = 6
ROW_ONWARD_HIGHER: Final = 7
ROW_SECOND_STEP: Final = 8
ROW_DEAD_END: Final = 9
ROW_DEAD_END_WITH_DISCS: Final = 10
ROW_LAST_OF_ITS_COLOR: Final = 11
ROW_KEEPS_PLENTY: Final = 12
ROW_COUNT: Final = 13
ROW_COUNT_BONUS: Final = 14
ROW_COUNT_OPEN: Final = 15
ROW_COUNT_OPEN_HIGHER: Final = 16
ROW_COUNT_TILE: Final = 17
ROW_COUNT_TILE_WORTH: Final = 18
ROW_REMOVE: Final = 19
ROW_REMOVE_HEIGHT: Final = 20
ROW_RECOVER: Final = 21
ROW_RECOVER_HEIGHT: Final = 22
ROW_SHIFT: Final = 23
ROW_MOVE: Final = 24
ROW_ONTO_HEIGHT: Final = 25
ROW_SWAP: Final = 26
ROW_CLIMB: Final = 27
ROW_BONUS_CONSTRUCTION: Final = 28
ROW_BONUS_POINTS: Final = 29
ROW_REFILL: Final = 30
ROW_RETURN: Final = 31
ROW_RETURN_MANY: Final = 32
ROW_RETURN_LOWEST: Final = 33
ROW_KEEP: Final = 34  # of a bonus tile, by its kind
ROW_FEATURES: Final = (
    "first level", "first onward", "first onward higher", "first second step", "first dead end",
    "step up", "onward", "onward higher", "second step", "dead end", "dead end with discs",
    "last of its color", "keeps plenty", "count", "count bonus", "count open", "count open higher",
    "count tile", "count tile worth", "remove", "remove height", "recover", "recover height",
    "shift", "move", "onto height", "swap", "climb", "bonus construction", "bonus points",
    "refill", "return", "return many", "return lowest",
    *(f"keep {kind}" for kind in (*CONSTRUCTION, *POINTS)),
)  # fmt: skip

# Features of seats, likewise; SEAT_HOLDS is the first of eleven kinds of tiles.
SEAT_TURN: Final = 0
SEAT_HAND: Final = 1
SEAT_HAND_COLORS: Final = 2
SEAT_LAST_TURN: Final = 3
SEAT_STARTS: Final = 4
SEAT_START_LEVELS: Final = 5
SEAT_START_LEVELS_ON_TURN: Final = 6
SEAT_HOLDS: Final = 7
SEAT_LATE_CONSTRUCTION: Final = 18
SEAT_LATE_POINTS: Final = 19
SEAT_UNUSED_TILES: Final = 20
SEAT_NO_TURN: Final = 21
SEAT_FEATURES: Final = (
    "turn", "hand", "hand colors", "last turn", "starts", "start levels", "start levels on turn",
    *CONSTRUCTION, *POINTS, "late construction", "late points", "unused tiles", "no turn",
)  # fmt: skip
STAGES: Final = 8
LATE: Final = 14  # discs in the bag: a turn or two more for each


@final
@mypyc_attr(acyclic=True)
class StepsJudge(Linear):
    """Looks at paths that lead on, at levels, hands and tiles."""

    def __init__(self) -> None:
        super().__init__(len(ROW_FEATURES), len(SEAT_FEATURES), STAGES)
        self.horizon = 2
        self.reach = 2
        self.load("seven_steps", ROW_FEATURES, SEAT_FEATURES)

    def stage(self, state: State) -> i64:
        """By the discs left in the bag."""
        assert isinstance(state, Position)
        if state.called:
            return STAGES - 1
        stage = STAGES - 2 - sum_octets(state.bag) // 20
        if stage < 0:
            return 0
        return stage

    # Rows

    def describe_row(self, state: State, row: i64) -> None:
        """What speaks for a row, by its kind."""
        assert isinstance(state, Position)
        if row < REMOVE_DISC:
            self.describe_place(state, row)
        elif row < CLIMB_HIGHER:
            self.describe_construction(state, row)
        elif row < BONUS_CONSTRUCTION:
            self.describe_count(state, row)
        elif row >= RETURN:
            self.describe_return(state, row)
        elif row == BONUS_CONSTRUCTION:
            self.note(ROW_BONUS_CONSTRUCTION, 1.0)
        elif row == BONUS_POINTS:
            self.note(ROW_BONUS_POINTS, 1.0)
        elif row < KEEP_POINTS:
            self.note(ROW_KEEP + kept_construction(row), 1.0)
        else:
            self.note(ROW_KEEP + 5 + kept_points(row), 1.0)

    def describe_place(self, state: Position, space: i64) -> None:
        """A disc: its level, and where the path could go from it."""
        color = color_of(state, space)
        level = height(state, space) + 1
        hand = state.hands[state.seat] - (bit(color * 8))
        used = state.used | bit(space)
        same = onward(state, space, hand, used, level)
        higher: i64 = 0
        if level < TOWER:
            higher = onward(state, space, hand, used, level + 1)
        ways = count_bits(same) + count_bits(higher)
        room = state.limit - state.path_length - 1
        second: i64 = 0
        if room > 1:
            second = best_second(state, hand, used, same, higher, level)
        if octet(hand, color) == 0:
            self.note(ROW_LAST_OF_ITS_COLOR, 1.0)
        elif octet(hand, color) >= 2:
            self.note(ROW_KEEPS_PLENTY, 1.0)
        if state.path_length == 0:
            self.note(ROW_FIRST_LEVEL, float(level))
            if ways == 0:
                self.note(ROW_FIRST_DEAD_END, 1.0)
            else:
                self.note(ROW_FIRST_ONWARD, 1.0)
            if higher:
                self.note(ROW_FIRST_ONWARD_HIGHER, 1.0)
            self.note(ROW_FIRST_SECOND_STEP, float(second))
            return
        if level > state.level:
            self.note(ROW_STEP_UP, 1.0)
        if room == 0:
            return
        if ways == 0:
            self.note(ROW_DEAD_END, 1.0)
            self.note(ROW_DEAD_END_WITH_DISCS, float(sum_octets(hand)))
            return
        self.note(ROW_ONWARD, float(ways))
        if higher:
            self.note(ROW_ONWARD_HIGHER, 1.0)
        self.note(ROW_SECOND_STEP, float(second))

    def describe_count(self, state: Position, row: i64) -> None:
        """Stopping: what it earns, and what it leaves undone; or climbing."""
        if row == CLIMB_HIGHER:
            self.note(ROW_CLIMB, 1.0)
            return
        points = state.level_sum
        if row == COUNT_TILE:
            tile = worth(state)
            points += tile
            self.note(ROW_COUNT_TILE, 1.0)
            self.note(ROW_COUNT_TILE_WORTH, float(tile))
        else:
            self.note(ROW_COUNT, 1.0)
        if points <= MODEST_TURN:
            self.note(ROW_COUNT_BONUS, 1.0)
        if state.path_length < state.limit:
            hand = state.hands[state.seat]
            if onward(state, state.space, hand, state.used, state.level):
                self.note(ROW_COUNT_OPEN, float(state.level))
            if state.level < TOWER and onward(
                state, state.space, hand, state.used, state.level + 1
            ):
                self.note(ROW_COUNT_OPEN_HIGHER, float(state.level))

    def describe_construction(self, state: Position, row: i64) -> None:
        """A construction tile: its kind, and how high the tower is."""
        if row < RECOVER_DISC:
            self.note(ROW_REMOVE, 1.0)
            self.note(ROW_REMOVE_HEIGHT, float(height(state, row - REMOVE_DISC)))
        elif row < SHIFT_TOWER:
            self.note(ROW_RECOVER, 1.0)
            self.note(ROW_RECOVER_HEIGHT, float(height(state, row - RECOVER_DISC)))
        elif row < MOVE_DISC:
            self.note(ROW_SHIFT, 1.0)
        elif row < ONTO:
            self.note(ROW_MOVE, 1.0)
        elif row < SWAP:
            self.note(ROW_ONTO_HEIGHT, float(height(state, row - ONTO)))
        else:
            self.note(ROW_SWAP, 1.0)

    def describe_return(self, state: Position, row: i64) -> None:
        """Returning a disc, or no more."""
        if row == REFILL:
            self.note(ROW_REFILL, 1.0)
            return
        color = row - RETURN
        self.note(ROW_RETURN, 1.0)
        if octet(state.hands[state.seat], color) >= 3:
            self.note(ROW_RETURN_MANY, 1.0)
        self.note(ROW_RETURN_LOWEST, float(lowest_level(state, color)))

    # Seats

    def describe_seat(self, state: State, seat: i64) -> None:
        """What a seat may expect: its next turn, its tiles."""
        assert isinstance(state, Position)
        on_turn: float = 0.0
        if state.seat == seat:
            on_turn = 1.0
        self.note(SEAT_TURN, on_turn)
        if ends_after_round(state):
            if seat < state.seat:
                self.describe_no_turn(state, seat)
                return
            self.note(SEAT_LAST_TURN, 1.0)
        hand = state.hands[seat]
        self.note(SEAT_HAND, float(sum_octets(hand)))
        starts: i64 = 0
        levels: i64 = 0
        color: i64 = 0
        colors: i64 = 0
        while color < 7:
            if octet(hand, color):
                low = lowest_level(state, color)
                starts += count_bits(state.at[low] & state.spaces[color])
                colors += 1
                if low + 1 > levels:
                    levels = low + 1
            color += 1
        self.note(SEAT_HAND_COLORS, float(colors))
        self.note(SEAT_STARTS, float(starts))
        self.note(SEAT_START_LEVELS, float(levels))
        self.note(SEAT_START_LEVELS_ON_TURN, float(levels) * on_turn)
        late = sum_octets(state.bag) < LATE
        kind = held_tile(state.construction, seat)
        if kind >= 0:
            self.note(SEAT_HOLDS + kind, 1.0)
            if late:
                self.note(SEAT_LATE_CONSTRUCTION, 1.0)
        kind = held_tile(state.points, seat)
        if kind >= 0:
            self.note(SEAT_HOLDS + 5 + kind, 1.0)
            if late:
                self.note(SEAT_LATE_POINTS, 1.0)

    def describe_no_turn(self, state: Position, seat: i64) -> None:
        """Nothing is left but the points of unused tiles."""
        self.note(SEAT_NO_TURN, 1.0)
        tiles: i64 = 0
        if held_tile(state.construction, seat) >= 0:
            tiles += 1
        if held_tile(state.points, seat) >= 0:
            tiles += 1
        self.note(SEAT_UNUSED_TILES, float(tiles))


def onward(s: Position, space: i64, hand: i64, used: i64, level: i64) -> i64:
    """A bit for each space beside one where a disc in hand would stand at this level."""
    found = s.at[level - 1] & NEIGHBORS[s.layout * SPACES + space] & ~used
    if found == 0:
        return 0
    spaces: i64 = 0
    color: i64 = 0
    while hand:
        if hand & 255:
            spaces |= s.spaces[color]
        hand >>= 8
        color += 1
    return found & spaces


def best_second(s: Position, hand: i64, used: i64, same: i64, higher: i64, level: i64) -> i64:
    """The most points that the next two discs could bring, looking no further."""
    best: i64 = 0
    step: i64 = 0
    while step < 2:
        targets = same
        if step == 1:
            targets = higher
        at = level + step
        while targets:
            space = lowest_bit(targets)
            left = hand - bit(color_of(s, space) * 8)
            points = at
            after = used | bit(space)
            if at < TOWER and onward(s, space, left, after, at + 1):
                points = at + at + 1
            elif onward(s, space, left, after, at):
                points = at + at
            if points > best:
                best = points
            targets &= targets - 1
        step += 1
    return best


JUDGE: Final = StepsJudge
