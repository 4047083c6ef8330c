"""Decides, slowly and literally, which moves of Pagoda are legal and what each of them does.

Leaves row numbers, views, secrecy and speed to the engine, and the choice of moves to the caller.
"""

from __future__ import annotations

import itertools
import pickle
from collections import Counter
from dataclasses import dataclass

CHANCE = -1
OVER = -2

COLORS = ["red", "blue", "green", "yellow", "purple"]
SOURCES = ["display", "hand"]
PAIRS = [("display", "display"), ("display", "hand"), ("hand", "hand")]
KINDS = [(color, source) for color in COLORS for source in SOURCES]
LANTERN, BUDDHA, RICE, DRAGON, FAN = COLORS
PAYING_ABILITIES = {"buddha": BUDDHA, "rice": RICE}

COLUMNS_PER_FLOOR = 4
DISPLAY_SIZE = 5
HAND_SIZE = 2
FAN_HAND_SIZE = 4
COLUMN_LIMIT = 3
OWED_DISCARDS = 4
PAGODAS_TO_END = 3


@dataclass
class Lot:
    """One building lot: its current floor, that floor's color and columns, and its roof."""

    floor: int = 1
    color: str = ""
    columns: int = 0
    roof: str = ""


class Oracle:
    """A whole game of Pagoda, hidden cards included, changed in place by `play`."""

    def __init__(self, length: str = "full", abilities: str = "all") -> None:
        """Set the table up to the point where chance deals the hands."""
        if length not in ("full", "fast") or abilities not in ("all", "none"):
            raise ValueError(f"unknown options: {length} {abilities}")
        self.floors = 4 if length == "full" else 3
        self.rooftop_points = 5 if length == "full" else 4
        self.uses_per_tile = 2 if abilities == "all" else 0
        self.lots = {number: Lot() for number in range(1, 7)}
        self.tiles = {(base, space) for base in COLORS for space in COLORS}
        self.completed: set[int] = set()
        self.points = [0, 0]
        self.displays = [Counter(COLORS) for _ in range(2)]
        self.hands: list[Counter[str]] = [Counter(), Counter()]
        self.deck = Counter(COLORS * 9)
        self.discard: Counter[str] = Counter()
        self.played: Counter[str] = Counter()
        self.abilities = [dict.fromkeys(COLORS, 0) for _ in range(2)]
        self.turn = self.seat = self.built = 0
        self.limit = COLUMN_LIMIT
        self.used: set[str] = set()
        self.phase = "draw"
        self.next_step = "next turn"
        self.draws = [(0, "hand"), (0, "hand"), (1, "hand"), (1, "hand")]
        self.owed = self.last_kind = self.hand_before = 0
        self.roof_lot = 0

    @property
    def actor(self) -> int:
        """Say who moves next: a seat, CHANCE or OVER."""
        if self.phase == "over":
            return OVER
        return CHANCE if self.phase == "draw" else self.seat

    def scores(self) -> list[int]:
        """Give the points of both seats so far."""
        return list(self.points)

    def winners(self) -> list[int]:
        """Give the seats with the most points, nobody before the end."""
        best = max(self.points)
        return [seat for seat in (0, 1) if self.phase == "over" and self.points[seat] == best]

    def weights(self) -> dict[str, int]:
        """Give every possible draw with its number of cards in the pile, nothing if none is due."""
        if self.phase != "draw":
            return {}
        _, place = self.draws[0]
        return {f"draw {c} {place}": self.deck[c] for c in COLORS if self.deck[c] > 0}

    def legal(self) -> set[str]:
        """Give the words of all legal moves."""
        if self.phase == "start":
            return self._turn_start_moves()
        if self.phase == "regular":
            return self._regular_moves()
        if self.phase == "rooftop":
            return self._rooftops()
        if self.phase in ("dragon", "alternative", "stuck"):
            return self._discards()
        if self.phase == "free column":
            return {f"column {n} {c} free" for n in self.lots for c in self._column_colors(n)}
        return {"fan", "no fan"} if self.phase == "fan" else set(self.weights())

    def play(self, words: str) -> None:
        """Make one legal move."""
        if words not in self.legal():
            raise ValueError(f"not legal now: {words}")
        self._apply(words)

    def _turn_start_moves(self) -> set[str]:
        """Give the Dragon, the first moves of all kinds of turn, or the stuck turn."""
        moves = self._regular_moves()
        if any(self._column_colors(number) for number in self.lots):
            moves.add("alternative")
        if not moves:
            moves.add("stuck")
        if self._available(DRAGON):
            moves.add("dragon")
        return moves

    def _regular_moves(self) -> set[str]:
        """Give the actions of a regular turn that leave a way to its obligatory column."""
        moves = self._columns() | self._roofs()
        moves |= {words for words in self._payable_tiles("tile") if self._leaves_a_column(words)}
        if self._available(LANTERN) and self._leaves_a_column("lantern"):
            moves.add("lantern")
        if self.built > 0:
            moves.add("end")
        return moves

    def _copy(self) -> Oracle:
        """Give the same game once more; by pickle, which takes a quarter of deepcopy's time."""
        twin: Oracle = pickle.loads(pickle.dumps(self))
        return twin

    def _after(self, words: str) -> Oracle:
        """Give a copy of the game in which this action has been taken."""
        later = self._copy()
        later._apply(words)
        return later

    def _leaves_a_column(self, words: str) -> bool:
        """Say whether a column is built already or still possible after this action."""
        return self.built > 0 or self._after(words)._column_possible()

    def _column_possible(self) -> bool:
        """Search this regular turn's actions for a way to a column or rooftop."""
        # The Lantern is not tried: the limit it raises does not bind before the first column.
        if self._columns() or self._roofs():
            return True
        return any(self._leaves_a_column(words) for words in self._payable_tiles("tile"))

    def _columns(self) -> set[str]:
        """Give every column that can be paid for within the limit."""
        return {
            f"column {number} {color} {payment}"
            for number in self.lots
            if self.built < self.limit
            for color in self._column_colors(number)
            for payment in self._payments(color, "rice")
        }

    def _roofs(self) -> set[str]:
        """Give every roof tile that can be paid for together with its rooftop."""
        roofs = self._payable_tiles("roof") if self.built < self.limit else set()
        return {words for words in roofs if self._after(words)._rooftops()}

    def _payable_tiles(self, verb: str) -> set[str]:
        """Give every tile, or every roof tile, that can be paid for, dead ends included."""
        return {
            f"{verb} {number} for {space} {payment}"
            for number, lot in self.lots.items()
            if (lot.floor == self.floors) == (verb == "roof")
            for space in self._tile_spaces(number)
            for payment in self._payments(lot.color, "buddha")
        }

    def _rooftops(self) -> set[str]:
        """Give every way to pay for the rooftop of the roof tile just laid."""
        color = self.lots[self.roof_lot].roof
        moves = {f"rooftop {color} {pair}" for pair in self._pairs(color)}
        sources = [source for source in SOURCES if self._cards(source)[color] > 0]
        for source in sources if self._available(RICE) else []:
            later = self._copy()
            later._cards(source)[color] -= 1
            for pay in COLORS:
                for pair in later._pairs(pay):
                    # Three cards of one color must not be named twice.
                    if pay != color or source == "display" or pair == "hand hand":
                        moves.add(f"rooftop {color} {source} rice {pay} {pair}")
        return moves

    def _discards(self) -> set[str]:
        """Give the next discards in the one order of kinds, or the end of the Dragon's."""
        moves = {
            f"discard {color} {source}"
            for place, (color, source) in enumerate(KINDS)
            if place >= self.last_kind and self._cards(source)[color] > 0
            if sum(self._cards(s)[c] for c, s in KINDS[place:]) >= self.owed
        }
        if self.phase == "dragon" and self._missing_cards(self.hand_before):
            moves.add("dragon draw")
        return moves

    def _cards(self, source: str) -> Counter[str]:
        """Give the mover's display or hand."""
        return self.displays[self.seat] if source == "display" else self.hands[self.seat]

    def _available(self, ability: str) -> bool:
        """Say whether the mover may still use this ability in this turn."""
        return self.abilities[self.seat][ability] > 0 and ability not in self.used

    def _column_colors(self, number: int) -> list[str]:
        """Give the colors a next column on this lot may have."""
        lot = self.lots[number]
        if number in self.completed or lot.columns == COLUMNS_PER_FLOOR:
            return []
        return [lot.color] if lot.color else COLORS

    def _tile_spaces(self, number: int) -> list[str]:
        """Give the space colors of the tiles left for this lot, none unless its floor is full."""
        lot = self.lots[number]
        if number in self.completed or lot.columns < COLUMNS_PER_FLOOR:
            return []
        return [space for space in COLORS if (lot.color, space) in self.tiles]

    def _pairs(self, color: str) -> list[str]:
        """Give the sources from which the mover can play two cards of this color."""
        owned = ["display"] * self._cards("display")[color] + ["hand"] * self._cards("hand")[color]
        return [f"{a} {b}" for a, b in PAIRS if (a, b) in itertools.combinations(owned, 2)]

    def _payments(self, color: str, ability: str) -> list[str]:
        """Give the ways to pay one card of this color, or two equal ones by the ability."""
        payments = [source for source in SOURCES if self._cards(source)[color] > 0]
        if self._available(PAYING_ABILITIES[ability]):
            payments += [f"{ability} {pay} {pair}" for pay in COLORS for pair in self._pairs(pay)]
        return payments

    def _missing_cards(self, hand_size: int) -> list[tuple[int, str]]:
        """Give the draws that fill the mover's display, then the hand."""
        display_gap = DISPLAY_SIZE - self.displays[self.seat].total()
        hand_gap = hand_size - self.hands[self.seat].total()
        return [(self.seat, "display")] * display_gap + [(self.seat, "hand")] * hand_gap

    def _apply(self, words: str) -> None:
        """Make one move, unchecked, and see which lots are completed by it."""
        verb, *rest = words.split()
        if verb == "column":
            self._build_column(int(rest[0]), rest[1], rest[2:])
        elif verb in ("tile", "roof"):
            self._build_tile(int(rest[0]), rest[2], rest[3:])
        elif verb == "rooftop":
            self._build_rooftop(rest[0], rest[1:])
        elif verb == "discard":
            self._throw_away(rest[0], rest[1])
        elif verb == "draw":
            self._draw(rest[0], rest[1])
        elif words == "lantern":
            self._use(LANTERN)
            self.limit += 1
            self.phase = "regular"
        elif words == "dragon draw":
            self._begin_draws(self._missing_cards(self.hand_before), "start")
        elif words in ("dragon", "alternative", "stuck"):
            self._begin_discards(words)
        elif words == "end":
            self._finish_turn()
        elif words == "fan":
            self._use(FAN)
            self._begin_draws(self._missing_cards(FAN_HAND_SIZE), "next turn")
        elif words == "no fan":
            self._begin_draws([], "next turn")
        self._complete_lots_without_tiles()
        if words.endswith("free"):
            # Only now, since a lot completed by this very column may end the game.
            self._finish_turn()

    def _build_column(self, number: int, color: str, payment: list[str]) -> None:
        """Pay and score a column."""
        lot = self.lots[number]
        self._pay(color, payment)
        lot.color = color
        lot.columns += 1
        self.built += 1
        self.points[self.seat] += lot.floor
        self.phase = "regular"

    def _build_tile(self, number: int, space: str, payment: list[str]) -> None:
        """Pay and score a tile; it opens the next floor or, as a roof, waits for its rooftop."""
        lot = self.lots[number]
        base = lot.color
        # Paid first, so that a Buddha spent on a blue tile is refilled by it.
        self._pay(base, payment)
        self.tiles.remove((base, space))
        self.points[self.seat] += 1
        self.abilities[self.seat][base] = self.uses_per_tile
        if lot.floor == self.floors:
            lot.roof = space
            self.roof_lot = number
            self.phase = "rooftop"
        else:
            lot.floor += 1
            lot.color = space
            lot.columns = 0
            self.phase = "regular"

    def _build_rooftop(self, color: str, payment: list[str]) -> None:
        """Pay and score the rooftop, which counts as one column."""
        self._pay(color, payment)
        self.completed.add(self.roof_lot)
        self.points[self.seat] += self.rooftop_points
        self.built += 1
        self.phase = "regular"

    def _complete_lots_without_tiles(self) -> None:
        """Complete every lot that waits for a tile of which none is left."""
        for number, lot in self.lots.items():
            floor_full = lot.columns == COLUMNS_PER_FLOOR
            if floor_full and not lot.roof and not self._tile_spaces(number):
                self.completed.add(number)

    def _pay(self, color: str, payment: list[str]) -> None:
        """Play the cards a payment names onto the table, with the ability it names."""
        for word in payment:
            if word in PAYING_ABILITIES:
                self._use(PAYING_ABILITIES[word])
            elif word in COLORS:
                # The sources after an ability are those of its two equal cards.
                color = word
            elif word in SOURCES:
                self._cards(word)[color] -= 1
                self.played[color] += 1

    def _use(self, ability: str) -> None:
        """Move the ability's marker and remember the use for this turn."""
        self.abilities[self.seat][ability] -= 1
        self.used.add(ability)

    def _begin_discards(self, phase: str) -> None:
        """Start the discards of a Dragon, an alternative or a stuck turn."""
        if phase == "dragon":
            self._use(DRAGON)
        self.phase = phase
        self.owed = 0 if phase == "dragon" else OWED_DISCARDS
        self.last_kind = 0
        self.hand_before = self.hands[self.seat].total()

    def _throw_away(self, color: str, source: str) -> None:
        """Discard one card and go on once the owed ones are gone."""
        self._cards(source)[color] -= 1
        self.discard[color] += 1
        self.last_kind = KINDS.index((color, source))
        self.owed -= 1
        if self.phase == "alternative" and self.owed == 0:
            self.phase = "free column"
        elif self.phase == "stuck" and self.owed == 0:
            self._finish_turn()

    def _finish_turn(self) -> None:
        """Clear the table, then end the game or replenish."""
        self.discard.update(self.played)
        self.played.clear()
        if self.seat == 1 and len(self.completed) >= PAGODAS_TO_END:
            self.phase = "over"
        else:
            self._begin_draws(self._missing_cards(HAND_SIZE), "fan question")

    def _begin_draws(self, draws: list[tuple[int, str]], step: str) -> None:
        """Let chance draw these cards, if any, before the next step."""
        self.draws = draws
        self.next_step = step
        self.phase = "draw"
        self._go_on()

    def _draw(self, color: str, place: str) -> None:
        """Move one card from the pile to the seat that is filling up."""
        seat, _ = self.draws.pop(0)
        (self.displays if place == "display" else self.hands)[seat][color] += 1
        self.deck[color] -= 1
        if self.deck.total() == 0:
            self.deck, self.discard = self.discard, Counter()
        self._go_on()

    def _go_on(self) -> None:
        """Go on after the last draw: to the rest of the turn, the Fan's question or a new turn."""
        if self.draws:
            return
        fan_helps = self._available(FAN) and self._missing_cards(FAN_HAND_SIZE)
        if self.next_step == "start":
            self.phase = "start"
        elif self.next_step == "fan question" and fan_helps:
            self.phase = "fan"
        else:
            self.turn += 1
            self.seat = 0 if self.turn % 2 == 1 else 1
            self.built = 0
            self.limit = COLUMN_LIMIT
            self.used = set()
            self.phase = "start"
