"""Judgement of Summer Pavilion: which tiles to take and place, and what a board is worth.

Positions are judged between rounds; until then a round is played on by quick moves. The weights
stand in summer_pavilion.json.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from colonnade.ai.judges.linear import Linear
from colonnade.ai.judges.pavilion_boards import (
    COST_CLASS,
    DEAREST_STAR,
    FILLS,
    GREY_SPACES,
    NO_COLOR,
    SEAT_FEATURES,
    STRUCTURE_SPACES,
    STRUCTURE_TILES,
    cost_to_complete,
    grey_space,
    nearly,
    next_price,
    next_wild,
    star_promise,
    wanted_spaces,
)
from colonnade.contract.packed import bit, count_bits, octet, sum_octets
from colonnade.contract.state import State
from colonnade.games.summer_pavilion.material import (
    CENTER,
    MOST_KEPT,
    POSITIONS,
    ROUNDS,
    SPACES,
)
from colonnade.games.summer_pavilion.moves import (
    DONE,
    KEEP,
    PASS,
    PICK,
    PLACE,
    place_color,
    place_space,
    place_wilds,
    take_color,
    take_source,
)
from colonnade.games.summer_pavilion.rules import (
    FIRST_MASKS,
    FIRST_TILES,
    SECOND_MASKS,
    SECOND_TILES,
    completed,
)
from colonnade.games.summer_pavilion.scoring import (
    ARCS,
    FULL_STAR,
    NUMBER_MASKS,
    NUMBERS_ALL,
)
from colonnade.games.summer_pavilion.state import (
    MIDDLE,
    NOBODY,
    Position,
    price,
)

# Features of rows, by number; the data file names them by the same words.
ROW_TAKE_TILES: Final = 0
ROW_TAKE_WILD: Final = 1
ROW_TAKE_WANTED: Final = 2
ROW_TAKE_WANTED_STAR: Final = 3
ROW_TAKE_USELESS: Final = 4
ROW_TAKE_REACHES: Final = 5
ROW_MARKER: Final = 6
ROW_MARKER_TILES: Final = 7
ROW_TAKE_MANY: Final = 8
ROW_TAKE_LEAVES: Final = 9
ROW_PLACE: Final = 10
ROW_PLACE_POINTS: Final = 11
ROW_PLACE_PRICE: Final = 12
ROW_PLACE_WILDS: Final = 13
ROW_PLACE_BONUS_TILES: Final = 14
ROW_PLACE_NEXT_BONUS: Final = 15
ROW_PLACE_STAR_BONUS: Final = 16
ROW_PLACE_NUMBER: Final = 17
ROW_PLACE_NUMBER_DONE: Final = 18
ROW_PLACE_FILL: Final = 19
ROW_PLACE_LATE_STAR: Final = 20
ROW_PASS: Final = 21
ROW_PASS_TILES: Final = 22
ROW_PASS_KEEPABLE: Final = 23
ROW_PICK_WILD: Final = 24
ROW_PICK_WANTED: Final = 25
ROW_PICK_IN_HAND: Final = 26
ROW_KEEP_WILD: Final = 27
ROW_KEEP_NEXT_WILD: Final = 28
ROW_KEEP_WANTED: Final = 29
ROW_KEEP: Final = 30
ROW_DONE: Final = 31
ROW_DONE_TILES: Final = 32
ROW_PLACE_CENTER: Final = 33
ROW_TAKE_CENTER_STAR: Final = 34
ROW_PLACE_EFFICIENCY: Final = 35
ROW_PLACE_PROGRESS: Final = 36
ROW_TAKE_PROGRESS: Final = 37
ROW_TAKE_LANDS: Final = 38
ROW_TAKE_SHORT: Final = 39
ROW_TAKE_NEXT_WILD: Final = 40
ROW_TAKE_RIVAL: Final = 41
ROW_PLACE_ONES: Final = 42
ROW_PLACE_TWOS: Final = 43
ROW_PLACE_THREES: Final = 44
ROW_PLACE_FOURS: Final = 45
ROW_PLACE_FIVES: Final = 46
ROW_PLACE_SIXES: Final = 47
ROW_PLACE_NEXT_WILD: Final = 48
ROW_PLACE_SPARE: Final = 49
ROW_PLACE_HAND: Final = 50
ROW_PASS_WILDS: Final = 51
ROW_KEEP_MANY: Final = 52
ROW_PICK_NEXT_WILD: Final = 53
ROW_PICK_LANDS: Final = 54
ROW_FEATURES: Final = (
    "take tiles", "take wild", "take wanted", "take wanted star", "take useless", "take reaches",
    "marker", "marker tiles", "take many", "take leaves", "place", "place points", "place price",
    "place wilds", "place bonus tiles", "place next bonus", "place star bonus", "place number",
    "place number done", "place fill", "place late star", "pass", "pass tiles", "pass keepable",
    "pick wild", "pick wanted", "pick in hand", "keep wild", "keep next wild", "keep wanted",
    "keep", "done", "done tiles", "place center", "take center star", "place efficiency",
    "place progress", "take progress", "take lands", "take short", "take next wild", "take rival",
    "place ones", "place twos", "place threes", "place fours", "place fives", "place sixes",
    "place next wild", "place spare", "place hand", "pass wilds", "keep many", "pick next wild",
    "pick lands",
)  # fmt: skip

# Features of seats, by the rounds left: how many stars have so many tiles, and the points that
# they promise; numbers that lack few spaces; structures that lack one or two; tiles kept; and
# every space filled, on the grey side, where stars are alike, those outside by position only.
CLASSES: Final = 5
SEAT_STARS: Final = 0
SEAT_PROMISES: Final = 35
SEAT_NUMBERS: Final = 70
SEAT_STRUCTURES: Final = 170
SEAT_KEPT: Final = 200
SEAT_KEPT_WILD: Final = 205
SEAT_KEPT_WANTED: Final = 210
SEAT_FIRST: Final = 215
SEAT_COSTS: Final = 220
SEAT_SPACES: Final = 245
SEAT_GREY_SPACES: Final = 455


@final
@mypyc_attr(acyclic=True)
class PavilionJudge(Linear):
    """Looks at stars, numbers and structures of each board."""

    def __init__(self) -> None:
        super().__init__(len(ROW_FEATURES), len(SEAT_FEATURES), ROUNDS)
        self.horizon = 1
        self.reach = 1
        self.margin_weight = 0.6
        self.load("summer_pavilion", ROW_FEATURES, SEAT_FEATURES)
        self.wants: i64 = 0  # of the seat on turn: stars that take a color next, eight bits each

    def clock(self, state: State) -> i64:
        """Rounds: between two of them, boards alone say how it stands."""
        assert isinstance(state, Position)
        return state.round

    def stage(self, state: State) -> i64:
        """By the round."""
        assert isinstance(state, Position)
        return state.round - 1

    # Rows

    def begin(self, state: State) -> None:
        """For each color, how much the board of the seat on turn wants it."""
        assert isinstance(state, Position)
        self.wants = wanted_spaces(state, state.seat)

    def describe_row(self, state: State, row: i64) -> None:
        """What speaks for a row, by its kind."""
        assert isinstance(state, Position)
        if row < PLACE:
            self.describe_take(state, take_source(row), take_color(row))
        elif row < PICK:
            self.describe_place(state, place_space(row), place_color(row), place_wilds(row))
        elif row < PASS:
            color = row - PICK
            if color == state.wild:
                self.note(ROW_PICK_WILD, 1.0)
            self.note(ROW_PICK_WANTED, float(octet(self.wants, color)))
            held = octet(state.hands[state.seat], color)
            self.note(ROW_PICK_IN_HAND, float(held))
            if color == next_wild(state):
                self.note(ROW_PICK_NEXT_WILD, 1.0)
            if held + 1 == next_price(state, state.seat, color):
                self.note(ROW_PICK_LANDS, 1.0)
        elif row == PASS:
            self.note(ROW_PASS, 1.0)
            self.note(ROW_PASS_WILDS, float(octet(state.hands[state.seat], state.wild)))
            tiles = sum_octets(state.hands[state.seat])
            if tiles > MOST_KEPT or state.round == ROUNDS:
                self.note(ROW_PASS_TILES, float(tiles))
            else:
                self.note(ROW_PASS_KEEPABLE, float(tiles))
        elif row < DONE:
            self.describe_keep(state, row - KEEP)
        else:
            self.note(ROW_DONE, 1.0)
            self.note(ROW_DONE_TILES, float(sum_octets(state.hands[state.seat])))

    def describe_take(self, state: Position, source: i64, color: i64) -> None:
        """Tiles taken: how many, how wanted, and at what price."""
        tiles = state.sources[source]
        count: i64 = 1
        wild: i64 = 0
        if color != state.wild:
            count = octet(tiles, color)
            if octet(tiles, state.wild):
                wild = 1
        self.note(ROW_TAKE_TILES, float(count))
        wants = octet(self.wants, color)
        if wants == 0:
            self.note(ROW_TAKE_USELESS, float(count))
        self.note(ROW_TAKE_WANTED, float(wants * count))
        if state.grey == 0:
            ring = (state.filled[state.seat] >> (color * POSITIONS)) & FULL_STAR
            fill = count_bits(ring)
            if fill < 6:
                self.note(ROW_TAKE_WANTED_STAR, float(fill * count))
                lacking = float(cost_to_complete(state, color, ring))
                promised = star_promise(state, state.seat, color, color)
                self.note(ROW_TAKE_PROGRESS, promised * (1.0 - lacking / DEAREST_STAR))
            if (state.used[state.seat] >> (CENTER * POSITIONS + color)) & 1 == 0:
                self.note(ROW_TAKE_CENTER_STAR, 1.0)
        held = octet(state.hands[state.seat], color)
        self.note(ROW_TAKE_REACHES, float(held))
        cheapest = next_price(state, state.seat, color)
        if held + count < cheapest:
            self.note(ROW_TAKE_SHORT, float(cheapest - held - count))
        elif held < cheapest:
            self.note(ROW_TAKE_LANDS, 1.0)
        if color == next_wild(state):
            self.note(ROW_TAKE_NEXT_WILD, float(count))
        rival = state.seat + 1
        if rival == state.seats:
            rival = 0
        self.note(ROW_TAKE_RIVAL, float(count * octet(state.hands[rival], color)))
        if count + held > 6:
            self.note(ROW_TAKE_MANY, float(count + held - 6))
        if wild or color == state.wild:
            self.note(ROW_TAKE_WILD, 1.0)
        if source == MIDDLE:
            if state.marker == NOBODY:
                self.note(ROW_MARKER, 1.0)
                self.note(ROW_MARKER_TILES, float(count + wild))
        else:
            self.note(ROW_TAKE_LEAVES, float(sum_octets(tiles) - count - wild))

    def describe_place(self, state: Position, space: i64, color: i64, wilds: i64) -> None:
        """A tile placed: points now, bonus tiles, and what it brings nearer."""
        seat = state.seat
        star = space // POSITIONS
        position = space % POSITIONS
        filled = state.filled[seat] | bit(space)
        ring = (filled >> (star * POSITIONS)) & FULL_STAR
        cost = price(state, star, position)
        points = ARCS[ring * POSITIONS + position]
        bonus = completed(filled, FIRST_MASKS[space], FIRST_TILES[space])
        bonus += completed(filled, SECOND_MASKS[space], SECOND_TILES[space])
        self.note(ROW_PLACE, 1.0)
        self.note(ROW_PLACE_POINTS, float(points))
        self.note(ROW_PLACE_PRICE, float(cost))
        self.note(ROW_PLACE_WILDS, float(wilds))
        self.note(ROW_PLACE_BONUS_TILES, float(bonus))
        self.note(ROW_PLACE_EFFICIENCY, float(points) / float(cost))
        self.note(ROW_PLACE_ONES + cost - 1, 1.0)
        if color == next_wild(state):
            self.note(ROW_PLACE_NEXT_WILD, float(cost - wilds))
        hand = state.hands[seat]
        self.note(ROW_PLACE_SPARE, float(octet(hand, color) - cost + wilds))
        left = sum_octets(hand) - cost
        if left > MOST_KEPT:
            self.note(ROW_PLACE_HAND, float(left - MOST_KEPT))
        near = nearly(filled, FIRST_MASKS[space], FIRST_TILES[space])
        near += nearly(filled, SECOND_MASKS[space], SECOND_TILES[space])
        self.note(ROW_PLACE_NEXT_BONUS, float(near))
        fill = count_bits(ring)
        self.note(ROW_PLACE_FILL, float(fill))
        if star == CENTER:
            self.note(ROW_PLACE_CENTER, 1.0)
        promised = star_promise(state, seat, star, color)
        lacking = float(cost_to_complete(state, star, ring))
        self.note(ROW_PLACE_PROGRESS, promised * (1.0 - lacking / DEAREST_STAR))
        if fill == 6:
            self.note(ROW_PLACE_STAR_BONUS, promised)
        elif state.round >= ROUNDS - 1:
            self.note(ROW_PLACE_LATE_STAR, promised * float(fill) / 6.0)
        if cost <= 4:
            spaces = NUMBER_MASKS[state.grey * 4 + cost - 1]
            missing = count_bits(spaces & ~filled)
            if missing == 0:
                self.note(ROW_PLACE_NUMBER_DONE, float(NUMBERS_ALL[cost - 1]))
            elif missing < 4:
                self.note(ROW_PLACE_NUMBER, float(NUMBERS_ALL[cost - 1]) / float(missing + 1))

    def describe_keep(self, state: Position, color: i64) -> None:
        """A tile kept for the next round."""
        self.note(ROW_KEEP, 1.0)
        held = octet(state.hands[state.seat], color) + octet(state.kept, color)
        self.note(ROW_KEEP_MANY, float(held))
        if color == next_wild(state):
            self.note(ROW_KEEP_NEXT_WILD, 1.0)
        if color == state.wild:
            self.note(ROW_KEEP_WILD, 1.0)
        self.note(ROW_KEEP_WANTED, float(octet(self.wants, color)))

    # Seats

    def describe_seat(self, state: State, seat: i64) -> None:
        """A board between rounds: stars, numbers, structures, tiles kept."""
        assert isinstance(state, Position)
        at = ROUNDS - state.round  # rounds left but one: this one is before its first tile
        if at > 4:
            at = 4
        filled = state.filled[seat]
        star: i64 = 0
        while star <= CENTER:
            ring = (filled >> (star * POSITIONS)) & FULL_STAR
            fill = count_bits(ring)
            self.note(SEAT_STARS + at * FILLS + fill, 1.0)
            lacking = cost_to_complete(state, star, ring)
            if 0 < lacking <= 20:
                promised = star_promise(state, seat, star, NO_COLOR) / 10.0
                self.note(SEAT_COSTS + at * CLASSES + COST_CLASS[lacking], promised)
            self.note(
                SEAT_PROMISES + at * FILLS + fill, star_promise(state, seat, star, NO_COLOR) / 10.0
            )
            star += 1
        self.describe_spaces(state, filled, at)
        number: i64 = 0
        while number < 4:
            missing = count_bits(NUMBER_MASKS[state.grey * 4 + number] & ~filled)
            if missing < 5:
                self.note(SEAT_NUMBERS + (at * 4 + number) * 5 + missing, 1.0)
            number += 1
        i: i64 = 0
        while i < len(STRUCTURE_SPACES):
            lacks = count_bits(STRUCTURE_SPACES[i] & ~filled)
            if lacks == 1 or lacks == 2:
                self.note(SEAT_STRUCTURES + (at * 3 + STRUCTURE_TILES[i] - 1) * 2 + lacks - 1, 1.0)
            i += 1
        hand = state.hands[seat]
        wants = wanted_spaces(state, seat)
        color: i64 = 0
        while color < 6:
            count = octet(hand, color)
            if count:
                self.note(SEAT_KEPT + at, float(count))
                if color == state.wild:
                    self.note(SEAT_KEPT_WILD + at, float(count))
                self.note(SEAT_KEPT_WANTED + at, float(count * octet(wants, color)))
            color += 1
        if state.first == seat:
            self.note(SEAT_FIRST + at, 1.0)

    def describe_spaces(self, state: Position, filled: i64, at: i64) -> None:
        """Every space that is filled."""
        first = SEAT_SPACES + at * SPACES
        if state.grey:
            first = SEAT_GREY_SPACES + at * GREY_SPACES
        space: i64 = 0
        while space < SPACES:
            if (filled >> space) & 1:
                self.note(first + (grey_space(space) if state.grey else space), 1.0)
            space += 1


JUDGE: Final = PavilionJudge
