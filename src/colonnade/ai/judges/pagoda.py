"""Judgement of Pagoda: which building moves look good, and what cards and abilities are worth.

The weights stand in pagoda.json.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from colonnade.ai.judges.linear import Linear
from colonnade.contract.packed import count_bits, nibble
from colonnade.contract.state import State
from colonnade.games.pagoda.building import column_limit, open_lots, tile_left
from colonnade.games.pagoda.material import ABILITIES, ANY, HAND, LANTERN, LOTS, PAGODAS_TO_END
from colonnade.games.pagoda.moves import (
    ALTERNATIVE,
    COLUMN_FREE,
    COLUMN_RICE,
    DISCARD,
    DRAGON_BEGUN,
    DRAGON_DRAW,
    END,
    FAN_OPENED,
    FAN_REFUSED,
    LANTERN_LIT,
    ROOF,
    ROOF_BUDDHA,
    ROOFTOP,
    ROOFTOP_RICE,
    TILE,
    TILE_BUDDHA,
    buddha_tile_color,
    buddha_tile_lot,
    card_color,
    card_source,
    column_lot,
    discard_kind,
    free_column_color,
    free_column_lot,
    kind_color,
    pay_color,
    rice_column_color,
    rice_column_lot,
    tile_lot,
)
from colonnade.games.pagoda.state import Position, five, score

# Features of rows, by number; the data file names them by the same words.
ROW_COLUMN: Final = 0
ROW_COLUMN_POINTS: Final = 1
ROW_FOURTH_COLUMN: Final = 2
ROW_FOURTH_COLUMN_OWN_TILE_NEXT: Final = 3
ROW_RICE_COLUMN: Final = 4
ROW_FROM_HAND: Final = 5
ROW_LAST_CARD_OF_ITS_COLOR: Final = 6
ROW_TILE: Final = 7
ROW_TILE_ABILITY: Final = 8
ROW_TILE_OPENS_POINTS: Final = 9
ROW_TILE_OPENS_FOR_RIVAL: Final = 10
ROW_TILE_BY_BUDDHA: Final = 11
ROW_ROOF: Final = 12
ROW_ROOF_AHEAD: Final = 13
ROW_ROOF_BEHIND: Final = 14
ROW_ROOFTOP_RICE: Final = 15
ROW_LANTERN: Final = 16
ROW_LANTERN_USEFUL: Final = 17
ROW_DRAGON: Final = 18
ROW_DRAGON_DRAW: Final = 19
ROW_DRAGON_DRAW_SMALL: Final = 20
ROW_ALTERNATIVE: Final = 21
ROW_END: Final = 22
ROW_END_LEAVES: Final = 23
ROW_FAN: Final = 24
ROW_NO_FAN: Final = 25
ROW_DISCARD_USEFUL: Final = 26
ROW_DISCARD: Final = 27
ROW_FREE_COLUMN_POINTS: Final = 28
ROW_START_LOT: Final = 29
ROW_START_LOT_CARDS: Final = 30
ROW_FOURTH_COLUMN_RIVAL_TILE: Final = 31
ROW_FEATURES: Final = (
    "column", "column points", "fourth column", "fourth column, own tile next", "rice column",
    "from hand", "last card of its color", "tile", "tile ability", "tile opens points",
    "tile opens for rival", "tile by buddha", "roof", "roof ahead", "roof behind", "rooftop rice",
    "lantern", "lantern useful", "dragon", "dragon draw", "dragon draw small", "alternative",
    "end", "end leaves", "fan", "no fan", "discard useful", "discard", "free column points",
    "start lot", "start lot cards", "fourth column, rival tile",
)  # fmt: skip

# Features of seats, likewise; SEAT_ABILITY is the first of five.
SEAT_TURN: Final = 0
SEAT_COLUMNS: Final = 1
SEAT_COLUMNS_ON_TURN: Final = 2
SEAT_TILES: Final = 3
SEAT_TILES_ON_TURN: Final = 4
SEAT_ROOFS: Final = 5
SEAT_ROOFS_ON_TURN: Final = 6
SEAT_ABILITY: Final = 7
SEAT_PAIRS: Final = 12
SEAT_EXTRA_CARDS: Final = 13
SEAT_LATE_ABILITIES: Final = 14
SEAT_FITTING_CARDS: Final = 15
SEAT_RISING_POINTS: Final = 16
SEAT_RISING_POINTS_ON_TURN: Final = 17
SEAT_FEATURES: Final = (
    "turn", "columns", "columns on turn", "tiles", "tiles on turn", "roofs", "roofs on turn",
    *ABILITIES, "pairs", "extra cards", "late abilities", "fitting cards", "rising points",
    "rising points on turn",
)  # fmt: skip
STAGES: Final = 8


@final
@mypyc_attr(acyclic=True)
class PagodaJudge(Linear):
    """Looks at lots, cards and abilities of both seats."""

    def __init__(self) -> None:
        super().__init__(len(ROW_FEATURES), len(SEAT_FEATURES), STAGES)
        self.horizon = 1
        self.reach = 4
        self.load("pagoda", ROW_FEATURES, SEAT_FEATURES)
        self.held: i64 = 0  # the cards of the seat on turn, five counters

    def begin(self, state: State) -> None:
        """Count the cards of the seat on turn."""
        assert isinstance(state, Position)
        self.held = five(state.display, state.seat) + five(state.hand, state.seat)

    def stage(self, state: State) -> i64:
        """Completed pagodas count two, tall ones one."""
        assert isinstance(state, Position)
        stage = 2 * count_bits(state.completed) + count_bits(state.tall & ~state.completed)
        if stage >= STAGES:
            return STAGES - 1
        return stage

    # Rows

    def describe_row(self, state: State, row: i64) -> None:
        """What speaks for a row, by its kind."""
        assert isinstance(state, Position)
        if row < COLUMN_RICE:
            self.describe_column(state, column_lot(row), card_color(row), 1)
            if card_source(row) == HAND:
                self.note(ROW_FROM_HAND, 1.0)
        elif row < TILE:
            self.note(ROW_RICE_COLUMN, 1.0)
            self.describe_column(state, rice_column_lot(row), rice_column_color(row), 0)
            self.describe_loss(pay_color(row), 2)
        elif row < TILE_BUDDHA:
            self.describe_tile(state, tile_lot(row), card_color(row))
            if card_source(row) == HAND:
                self.note(ROW_FROM_HAND, 1.0)
        elif row < ROOF:
            self.note(ROW_TILE_BY_BUDDHA, 1.0)
            self.describe_tile(state, buddha_tile_lot(row), buddha_tile_color(row))
            self.describe_loss(pay_color(row), 2)
        elif row < ROOFTOP:
            self.describe_roof(state, row)
        elif row < COLUMN_FREE:
            if row >= ROOFTOP_RICE:
                self.note(ROW_ROOFTOP_RICE, 1.0)
                self.describe_loss(pay_color(row), 2)
        elif row < DISCARD:
            lot = free_column_lot(row)
            self.note(ROW_FREE_COLUMN_POINTS, float(nibble(state.floors, lot) + 1))
            self.describe_fourth(state, lot, free_column_color(row))
        else:
            self.describe_word(state, row)

    def describe_column(self, state: Position, lot: i64, color: i64, paid: i64) -> None:
        """A column: its points, and what it opens."""
        self.note(ROW_COLUMN, 1.0)
        self.note(ROW_COLUMN_POINTS, float(nibble(state.floors, lot) + 1))
        if nibble(state.columns, lot) == 0 and nibble(state.tops, lot) == ANY:
            self.note(ROW_START_LOT, 1.0)
            self.note(ROW_START_LOT_CARDS, float(nibble(self.held, color)))
        if paid and nibble(self.held, color) == 1:
            self.note(ROW_LAST_CARD_OF_ITS_COLOR, 1.0)
        self.describe_fourth(state, lot, color)

    def describe_fourth(self, state: Position, lot: i64, color: i64) -> None:
        """The fourth column invites a tile: one's own now, or the rival's."""
        if nibble(state.columns, lot) != 3:
            return
        self.note(ROW_FOURTH_COLUMN, 1.0)
        if nibble(self.held, color) >= 2:
            self.note(ROW_FOURTH_COLUMN_OWN_TILE_NEXT, 1.0)
        rival = five(state.display, 1 - state.seat) + five(state.hand, 1 - state.seat)
        if nibble(rival, color):
            self.note(ROW_FOURTH_COLUMN_RIVAL_TILE, 1.0)

    def describe_loss(self, pay: i64, count: i64) -> None:
        """Cards of another color spent."""
        if nibble(self.held, pay) == count:
            self.note(ROW_LAST_CARD_OF_ITS_COLOR, 1.0)

    def describe_tile(self, state: Position, lot: i64, color: i64) -> None:
        """A tile: its ability, and the columns it opens, now or for the rival."""
        base = nibble(state.tops, lot)
        self.note(ROW_TILE, 1.0)
        if state.uses_given:
            missing = 2 - nibble(state.markers, state.seat * 5 + base)
            self.note(ROW_TILE_ABILITY, float(missing))
        held = nibble(self.held, color)
        if color == base:
            held -= 1
        floor = nibble(state.floors, lot) + 2
        room = column_limit(state) - state.built
        if held > room:
            held = room
        self.note(ROW_TILE_OPENS_POINTS, float(held * floor))
        if room - held > 0 or held < 4:
            rival = five(state.display, 1 - state.seat) + five(state.hand, 1 - state.seat)
            fits = nibble(rival, color)
            if fits > 4 - held:
                fits = 4 - held
            if fits > 3:
                fits = 3
            self.note(ROW_TILE_OPENS_FOR_RIVAL, float(fits * floor))

    def describe_roof(self, state: Position, row: i64) -> None:
        """A roof: many points, and a step to the end of the game."""
        self.note(ROW_ROOF, 1.0)
        if row >= ROOF_BUDDHA:
            self.note(ROW_TILE_BY_BUDDHA, 1.0)
        if count_bits(state.completed) == PAGODAS_TO_END - 1:
            lead = score(state, state.seat) - score(state, 1 - state.seat)
            if lead >= -6:
                self.note(ROW_ROOF_AHEAD, 1.0)
            else:
                self.note(ROW_ROOF_BEHIND, 1.0)

    def describe_word(self, state: Position, row: i64) -> None:
        """Abilities, discards and ends."""
        if row < LANTERN_LIT:
            color = kind_color(discard_kind(row))
            self.note(ROW_DISCARD, float(nibble(self.held, color)))
            self.note(ROW_DISCARD_USEFUL, float(most_points(state, color)))
        elif row == LANTERN_LIT:
            self.note(ROW_LANTERN, 1.0)
            if state.built == 3:
                self.note(ROW_LANTERN_USEFUL, 1.0)
        elif row == DRAGON_BEGUN:
            self.note(ROW_DRAGON, 1.0)
        elif row == DRAGON_DRAW:
            self.note(ROW_DRAGON_DRAW, 1.0)
            if state.tossed < 3:
                self.note(ROW_DRAGON_DRAW_SMALL, 1.0)
        elif row == ALTERNATIVE:
            self.note(ROW_ALTERNATIVE, 1.0)
        elif row == END:
            self.note(ROW_END, 1.0)
            self.note(ROW_END_LEAVES, float(column_limit(state) - state.built))
        elif row == FAN_OPENED:
            self.note(ROW_FAN, 1.0)
        elif row == FAN_REFUSED:
            self.note(ROW_NO_FAN, 1.0)

    # Seats

    def describe_seat(self, state: State, seat: i64) -> None:
        """What a seat holds: cards that fit, tiles and roofs within reach, abilities."""
        assert isinstance(state, Position)
        on_turn: float = 0.0
        if state.seat == seat:
            on_turn = 1.0
        held = five(state.display, seat) + five(state.hand, seat)
        self.note(SEAT_TURN, on_turn)
        self.describe_columns(state, seat, held, on_turn)
        self.describe_full_lots(state, held, on_turn)
        left = PAGODAS_TO_END - count_bits(state.completed)
        ability: i64 = 0
        uses: i64 = 0
        while ability < 5:
            uses += nibble(state.markers, seat * 5 + ability)
            self.note(SEAT_ABILITY + ability, float(nibble(state.markers, seat * 5 + ability)))
            ability += 1
        if left <= 1:
            self.note(SEAT_LATE_ABILITIES, float(uses))
        color: i64 = 0
        size: i64 = 0
        while color < 5:
            count = nibble(held, color)
            size += count
            if count >= 2:
                self.note(SEAT_PAIRS, float(count - 1))
            color += 1
        if size > 7:
            self.note(SEAT_EXTRA_CARDS, float(size - 7))

    def describe_columns(self, state: Position, seat: i64, held: i64, on_turn: float) -> None:
        """The columns that its cards could put up at once, the best of them first."""
        room: i64 = 3
        if nibble(state.markers, seat * 5 + LANTERN):
            room = 4
        lots = open_lots(state)
        points: i64 = 0
        fitting: i64 = 0
        floor: i64 = 4
        while floor >= 1:
            lot: i64 = 0
            while lot < LOTS:
                if (lots >> lot) & 1 and nibble(state.floors, lot) + 1 == floor:
                    top = nibble(state.tops, lot)
                    count = 4 - nibble(state.columns, lot)
                    if top == ANY:
                        count = 2  # any cards will do; some better use is likely
                    elif nibble(held, top) < count:
                        count = nibble(held, top)
                    fitting += count * floor
                    if count > room:
                        count = room
                    points += count * floor
                    room -= count
                lot += 1
            floor -= 1
        self.note(SEAT_COLUMNS, float(points))
        self.note(SEAT_COLUMNS_ON_TURN, float(points) * on_turn)
        self.note(SEAT_FITTING_CARDS, float(fitting))

    def describe_full_lots(self, state: Position, held: i64, on_turn: float) -> None:
        """Full floors that wait for a tile it could pay, and what would rise on them."""
        lot: i64 = 0
        while lot < LOTS:
            if (state.full >> lot) & 1:
                base = nibble(state.tops, lot)
                if nibble(held, base):
                    most: i64 = 0
                    color: i64 = 0
                    while color < 5:
                        count = nibble(held, color)
                        if color == base:
                            count -= 1
                        if count > most and tile_left(state, base, color):
                            most = count
                        color += 1
                    if (state.tall >> lot) & 1:
                        if most >= 2:
                            self.note(SEAT_ROOFS, 1.0)
                            self.note(SEAT_ROOFS_ON_TURN, on_turn)
                    else:
                        if most > 3:
                            most = 3
                        rising = float(most * (nibble(state.floors, lot) + 2))
                        self.note(SEAT_TILES, 1.0)
                        self.note(SEAT_TILES_ON_TURN, on_turn)
                        self.note(SEAT_RISING_POINTS, rising)
                        self.note(SEAT_RISING_POINTS_ON_TURN, rising * on_turn)
            lot += 1


def most_points(state: Position, color: i64) -> i64:
    """The highest floor that takes a column of this color now."""
    most: i64 = 0
    lots = open_lots(state)
    lot: i64 = 0
    while lot < LOTS:
        floor = nibble(state.floors, lot) + 1
        if (lots >> lot) & 1 and nibble(state.tops, lot) == color and floor > most:
            most = floor
        lot += 1
    return most


JUDGE: Final = PagodaJudge
