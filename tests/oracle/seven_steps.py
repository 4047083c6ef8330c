"""Decides, slowly and literally, which moves of 7 Steps are legal and what each of them does.

Leaves row numbers, views, secrecy and speed to the engine, and the choice of moves to the caller.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.oracle.seven_steps_board import (
    CENTERS,
    DIRECTIONS,
    PLACES,
    SPACES,
    neighbors_of,
    points_of,
    step_from,
)

CHANCE = -1
OVER = -2

COLORS = ["turquoise", "yellow", "black", "red", "white", "orange", "purple"]
DISCS_PER_COLOR = 20
HAND_SIZE, TOP_LEVEL, BONUS_THRESHOLD = 7, 7, 7
DISC_LIMIT, REDUCED_DISC_LIMIT = 7, 5
TILE_POINTS, THIRD_POINTS = 2, 5
LAST_ROUND = 250
THIRD_COLORS = {
    "third light": ["turquoise", "yellow", "red", "white"],
    "third dark": ["black", "orange", "purple"],
}
TILES = {
    "construction": ["remove", "shift", "move", "climb", "recover"] * 2,
    "points": ["colors", "one color", "edge", "line"] * 2 + list(THIRD_COLORS),
}
MIXED_FACE = {  # the center of each segment, then its ring
    1: "yellow turquoise red turquoise red turquoise yellow",
    2: "black yellow white yellow white yellow black",
    3: "red black orange black orange black red",
    4: "white red purple red purple red white",
    5: "orange white turquoise white turquoise white orange",
    6: "purple orange yellow orange yellow orange purple",
    7: "turquoise purple black purple black purple turquoise",
}
RIVER_MIDDLE, RIVER_SEGMENT = "d", 1
assert Counter(" ".join(MIXED_FACE.values()).split()) == Counter(COLORS * 7)


@dataclass
class Turn:
    """What has to be remembered until the end of a turn."""

    limit: int = DISC_LIMIT
    climbing: bool = False
    recovered: str = ""
    taken_up: str = ""  # the space the construction tile was first used on
    placed: dict[str, int] = field(default_factory=dict)  # spaces in order and their levels
    bonus: str = ""  # the type of the tile drawn
    drawn: str = ""  # that tile, until the choice is made
    earliest_return: int = 0


class Oracle:
    """A whole game of 7 Steps, hidden discs and tiles included, changed in place by `play`."""

    def __init__(
        self, seats: int = 2, face: str = "plain", layout: str = "standard", extra_round: str = "no"
    ) -> None:
        """Set the table up to the point where chance lays the first segment."""
        known = seats in (2, 3, 4) and face in ("plain", "mixed") and layout in CENTERS
        if not known or extra_round not in ("no", "yes"):
            raise ValueError(f"unknown options: {seats} {face} {layout} {extra_round}")
        self.seats, self.face, self.layout = seats, face, layout
        self.extra_rounds = 1 if extra_round == "yes" else 0
        self.points, self.neighbors = points_of(layout), neighbors_of(layout)
        self.laid: dict[str, int] = {}  # the segment on each place
        self.colors: dict[str, str] = {}
        self.heights = dict.fromkeys(SPACES, 0)
        self.bag, self.out_of_game = Counter(COLORS * DISCS_PER_COLOR), Counter[str]()
        self.hands: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.tiles: list[dict[str, str | None]] = [dict.fromkeys(TILES) for _ in range(seats)]
        self.piles = {kind: Counter(tiles) for kind, tiles in TILES.items()}
        self.discards: dict[str, Counter[str]] = {kind: Counter() for kind in TILES}
        self.scored = [0] * seats
        self.seat = self.round = self.turn = 0
        self.end_called, self.last_round = False, LAST_ROUND
        self.now, self.step = Turn(), "lay"

    @property
    def actor(self) -> int:
        """Say who moves next: a seat, CHANCE or OVER."""
        if self.step == "over":
            return OVER
        return CHANCE if self.step in ("lay", "rotate", "draw", "tile") else self.seat

    def scores(self) -> list[int]:
        """Give the points of all seats, those for tiles held included once the game is over."""
        return list(self.scored)

    def winners(self) -> list[int]:
        """Give the seats with the most points, nobody before the end."""
        best = max(self.scored)
        return [s for s in range(self.seats) if self.step == "over" and self.scored[s] == best]

    def weights(self) -> dict[str, int]:
        """Give everything chance may do now with its weight, nothing if a seat moves."""
        if self.step == "lay":
            return self._layings(PLACES[len(self.laid)])
        if self.step == "rotate":
            return {f"rotate {PLACES[len(self.laid) - 1]} by {k}": 1 for k in range(6)}
        if self.step == "draw":
            return {f"draw {c}": self.bag[c] for c in COLORS if self.bag[c] > 0}
        if self.step == "tile":
            pile = self.piles[self.now.bonus]
            return {f"tile {kind}": pile[kind] for kind in pile if pile[kind] > 0}
        return {}

    def legal(self) -> set[str]:
        """Give the words of all legal moves."""
        if self.step == "start":
            return self._construction_moves() | self._first_discs()
        if self.step == "removed one":
            later = SPACES[SPACES.index(self.now.taken_up) :]
            removes = {f"remove {space}" for space in later if self.heights[space] > 0}
            return removes | self._first_discs()
        if self.step == "shift":
            return self._shifts(self.now.taken_up)
        if self.step == "move":
            return self._moves_onto(self.now.taken_up, 1)
        if self.step == "first disc":
            return self._first_discs()
        if self.step == "later disc":
            counts = {"count", "count tile"} if self._tile_value() > 0 else {"count"}
            return self._later_discs() | counts
        if self.step == "bonus":
            return {"bonus construction", "bonus points"}
        if self.step == "keep":
            held, drawn = self.tiles[self.seat][self.now.bonus], self.now.drawn
            return {f"keep {held} reject {drawn}", f"keep {drawn} reject {held}"}
        if self.step == "return":
            return self._returns() | {"refill"}
        return set(self.weights())

    def play(self, words: str) -> None:
        """Make one legal move."""
        if words not in self.legal():
            raise ValueError(f"not legal now: {words}")
        if self.step == "start" and not words.startswith("place"):
            self._use_tile("construction")
        match words.split():
            case ["lay", segment, "at", place]:
                self.laid[place] = int(segment)
                self.step = "rotate"
                if self.face == "plain":
                    self._paint(place, 0)
            case ["rotate", place, "by", rotation]:
                self._paint(place, int(rotation))
            case ["draw", color]:
                self.bag[color] -= 1
                self.hands[self.seat][color] += 1
                self._draw_or_end_turn()
            case ["remove", space]:
                self.heights[space] -= 1
                self._give_back(self.colors[space])
                self.now.taken_up = space
                self.step = "removed one" if self.step == "start" else "first disc"
            case ["shift" | "move" as kind, space]:
                self.now.taken_up, self.step = space, kind
            case ["onto", space]:
                discs = self.heights[self.now.taken_up] if self.step == "shift" else 1
                self.heights[self.now.taken_up] -= discs
                self.heights[space] += discs
                self._dissolve(self.colors[space])
                self.step = "first disc"
            case ["swap", space]:
                towers, other = self.heights, self.now.taken_up
                towers[other], towers[space] = towers[space], towers[other]
                self.step = "first disc"
            case ["climb"]:
                self.now.climbing, self.now.limit = True, REDUCED_DISC_LIMIT
                self.step = "first disc"
            case ["recover", space]:
                self.heights[space] -= 1
                self.hands[self.seat][self.colors[space]] += 1
                self.now.recovered, self.now.limit = self.colors[space], REDUCED_DISC_LIMIT
                self.step = "first disc"
            case ["place", space]:
                self.hands[self.seat][self.colors[space]] -= 1
                self.heights[space] += 1
                self.now.placed[space] = self.heights[space]
                self._dissolve(self.colors[space])
                self.step = "later disc"
            case ["count", *tile]:
                self._count(with_tile=tile == ["tile"])
            case ["bonus", kind]:
                self.now.bonus, self.step = kind, "tile"
                if self.piles[kind].total() == 0:
                    self.piles[kind], self.discards[kind] = self.discards[kind], Counter()
            case ["tile", *kind]:
                self._receive_tile(" ".join(kind))
            case ["keep", *_]:
                kept, rejected = words.removeprefix("keep ").split(" reject ")
                self.tiles[self.seat][self.now.bonus] = kept
                self.discards[self.now.bonus][rejected] += 1
                self._end_counting()
            case ["return", color]:
                self.hands[self.seat][color] -= 1
                self._give_back(color)
                self.now.earliest_return = COLORS.index(color)
            case ["refill"]:
                self._draw_or_end_turn()

    def _layings(self, place: str) -> dict[str, int]:
        """Give the segments that may come to a place; the river has its own in the middle."""
        free = [segment for segment in MIXED_FACE if segment not in self.laid.values()]
        if self.layout == "river":
            free = [s for s in free if (s == RIVER_SEGMENT) == (place == RIVER_MIDDLE)]
        return {f"lay {segment} at {place}": 1 for segment in free}

    def _spaces_of(self, color: str) -> list[str]:
        """Give the seven spaces of a color."""
        return [space for space in SPACES if self.colors[space] == color]

    def _lowest(self, color: str) -> int:
        """Give the height of the lowest stack of a color."""
        return min(self.heights[space] for space in self._spaces_of(color))

    def _in_hand(self) -> list[str]:
        """Give the colors the mover has a disc of."""
        return [color for color in COLORS if self.hands[self.seat][color] > 0]

    def _construction_moves(self) -> set[str]:
        """Give the first moves with the mover's construction tile."""
        kind = self.tiles[self.seat]["construction"]
        towers = [space for space in SPACES if self.heights[space] > 0]
        if kind in ("remove", "recover", "move"):
            # A disc can always be moved: no stack is higher than six between moves.
            return {f"{kind} {space}" for space in towers}
        if kind == "shift":
            return {f"shift {space}" for space in towers if self._shifts(space)}
        in_hand = [space for space in SPACES if self.colors[space] in self._in_hand()]
        helped = [s for s in in_hand if self.heights[s] == self._lowest(self.colors[s]) + 1]
        return {"climb"} if kind == "climb" and helped else set()

    def _moves_onto(self, origin: str, discs: int) -> set[str]:
        """Give the spaces where so many discs of this one may go."""
        others = [s for s in self._spaces_of(self.colors[origin]) if s != origin]
        return {f"onto {s}" for s in others if self.heights[s] + discs <= TOP_LEVEL}

    def _shifts(self, origin: str) -> set[str]:
        """Give the spaces for a whole tower and the later towers it may change places with."""
        alike = self._spaces_of(self.colors[origin])
        later = alike[alike.index(origin) + 1 :]
        swaps = {f"swap {s}" for s in later if self.heights[s] not in (0, self.heights[origin])}
        return swaps | self._moves_onto(origin, self.heights[origin])

    def _first_discs(self) -> set[str]:
        """Give the lowest spaces of all colors in hand, with climb also those one higher."""
        allowance = 1 if self.now.climbing else 0
        return {
            f"place {space}"
            for color in self._in_hand()
            for highest in [self._lowest(color) + allowance]
            for space in self._spaces_of(color)
            if self.heights[space] <= highest
        }

    def _later_discs(self) -> set[str]:
        """Give the spaces beside the last disc that go on level or one step up."""
        if len(self.now.placed) == self.now.limit:
            return set()
        last, level = list(self.now.placed.items())[-1]
        return {
            f"place {space}"
            for space in self.neighbors[last]
            if space not in self.now.placed and self.colors[space] in self._in_hand()
            if level <= self.heights[space] + 1 <= min(level + 1, TOP_LEVEL)
        }

    def _returns(self) -> set[str]:
        """Give the discs that may go back to the bag, in the one order of colors."""
        hand = self.hands[self.seat].copy()
        if self.now.recovered and self.now.recovered not in self._placed_colors():
            hand[self.now.recovered] -= 1  # the disc taken back has to stay
        return {f"return {c}" for c in COLORS[self.now.earliest_return :] if hand[c] > 0}

    def _paint(self, place: str, rotation: int) -> None:
        """Note the colors of a place, and go on to the next one or to the first hand."""
        segment = self.laid[place]
        mixed, plain = MIXED_FACE[segment].split(), [COLORS[segment - 1]] * 7
        center, *ring = mixed if self.face == "mixed" else plain
        self.colors[f"{place}0"] = center
        for digit in range(1, 7):
            self.colors[f"{place}{digit}"] = ring[(digit - 1 + rotation) % 6]
        self.step = "lay" if len(self.laid) < len(PLACES) else "draw"

    def _use_tile(self, kind: str) -> None:
        """Put the mover's tile of this type on its discards."""
        tile = self.tiles[self.seat][kind]
        assert tile is not None
        self.discards[kind][tile] += 1
        self.tiles[self.seat][kind] = None

    def _give_back(self, color: str) -> None:
        """Put a disc in the bag, or out of the game if the bag is empty."""
        (self.bag if self.bag.total() > 0 else self.out_of_game)[color] += 1

    def _dissolve(self, color: str) -> None:
        """Spread seven discs of every tower of a color that has so many, until none has."""
        spaces = self._spaces_of(color)
        while full := [space for space in spaces if self.heights[space] >= TOP_LEVEL]:
            self.heights[full[0]] -= TOP_LEVEL
            for space in spaces:
                self.heights[space] += 1

    def _placed_colors(self) -> Counter[str]:
        """Give the discs placed this turn by color."""
        return Counter(self.colors[space] for space in self.now.placed)

    def _tile_value(self) -> int:
        """Give what the mover's points tile is worth now, nothing without one."""
        placed, by_color = self.now.placed, self._placed_colors()
        match self.tiles[self.seat]["points"]:
            case "colors":
                return len(by_color)
            case "one color":
                return 2 * max(by_color.values())
            case "edge":
                return sum(1 for s in placed if len(self.neighbors[s]) < len(DIRECTIONS))
            case "line":
                return self._longest_line()
            case "third light" | "third dark" as kind:
                at_third = [self.colors[space] for space, level in placed.items() if level == 3]
                return THIRD_POINTS if set(at_third) & set(THIRD_COLORS[kind]) else 0
        return 0

    def _longest_line(self) -> int:
        """Give the most spaces placed on this turn that lie straight behind each other."""
        covered = [self.points[space] for space in self.now.placed]
        longest = 0
        for start in covered:
            for direction in DIRECTIONS:
                length, here = 0, start
                while here in covered:
                    length, here = length + 1, step_from(here, direction)
                longest = max(longest, length)
        return longest

    def _count(self, with_tile: bool) -> None:
        """Score the discs placed, and the points tile if it is used."""
        total = sum(self.now.placed.values())
        if with_tile:
            total += self._tile_value()
            self._use_tile("points")
        self.scored[self.seat] += total
        self.step = "bonus"
        if total > BONUS_THRESHOLD:
            self._end_counting()

    def _receive_tile(self, tile: str) -> None:
        """Take a tile, for good only if the mover has no other of its type."""
        self.piles[self.now.bonus][tile] -= 1
        self.now.drawn, self.step = tile, "keep"
        if self.tiles[self.seat][self.now.bonus] is None:
            self.tiles[self.seat][self.now.bonus] = tile
            self._end_counting()

    def _missing(self) -> int:
        """Give how many discs the hand of the mover lacks."""
        return HAND_SIZE - self.hands[self.seat].total()

    def _call_end_if(self, short: bool) -> None:
        """Settle which round is the last one, unless that was done before."""
        if short and not self.end_called:
            self.end_called = True
            self.last_round = min(LAST_ROUND, self.round + self.extra_rounds)

    def _end_counting(self) -> None:
        """See whether the end is near, and whether the mover still needs a new hand."""
        self._call_end_if(self.bag.total() < self._missing())
        if self.round == self.last_round:
            self._next_turn()
        elif self._in_hand():
            self.step = "return"
        else:
            self._draw_or_end_turn()

    def _draw_or_end_turn(self) -> None:
        """Let chance fill the hand; when that is over, pass the turn on."""
        if self._missing() > 0 and self.bag.total() > 0:
            self.step = "draw"
        elif self.turn == 0 and self.seat < self.seats - 1:
            self.seat += 1
        else:
            self._call_end_if(self._missing() > 0)
            self._next_turn()

    def _next_turn(self) -> None:
        """Begin the turn of the next seat that has a disc, or end the game."""
        self.now = Turn()
        self.seat += 1
        # In the set-up the last seat has just drawn, so this begins the first round, too.
        if self.seat == self.seats and self.round == self.last_round:
            self.step = "over"
            for seat, held in enumerate(self.tiles):
                self.scored[seat] += TILE_POINTS * sum(1 for tile in held.values() if tile)
            return
        if self.seat == self.seats:
            self.seat, self.round = 0, self.round + 1
        if self._in_hand():
            self.turn += 1
            self.step = "start"
        else:
            self._next_turn()
