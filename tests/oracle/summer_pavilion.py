"""Decides, slowly and literally, which moves of Azul: Summer Pavilion are legal and what they do.

Leaves row numbers, views and speed to the engine, and the choice of moves to the caller.
"""

from __future__ import annotations

from collections import Counter

CHANCE = -1
OVER = -2

COLORS = ["orange", "red", "blue", "yellow", "green", "purple"]
CENTER = "center"
STARS = [*COLORS, CENTER]
POSITIONS = [1, 2, 3, 4, 5, 6]
WILD_BY_ROUND = {1: "purple", 2: "green", 3: "orange", 4: "yellow", 5: "blue", 6: "red"}
LAST_ROUND = 6

TILES_PER_COLOR = 22
FACTORIES = {2: 5, 3: 7, 4: 9}
FACTORY_SIZE = 4
SUPPLY_SIZE = 10
START_SCORE = 5
LEAST_SCORE = 1
KEEP_LIMIT = 4

GREY_NUMBERS = {1: 3, 2: 2, 3: 1, 4: 4, 5: 5, 6: 6}
GREY_CENTER_NUMBER = 3
ONE_COLOR_BONUS = {"red": 14, "blue": 15, "yellow": 16, "orange": 17, "green": 18, "purple": 20}
MULTICOLOR_BONUS = 12
NUMBER_BONUS = {1: 4, 2: 8, 3: 12, 4: 16}

BEARINGS = {"orange": -120, "red": -60, "blue": 0, "yellow": 60, "green": 120, "purple": 180}

PRINTED_STRUCTURES = {
    1: "O2 O3 C6 C1 | R2 R3 C1 C2 | B2 B3 C2 C3 | Y2 Y3 C3 C4 | G2 G3 C4 C5 | P2 P3 C5 C6",
    2: "O1 O2 R3 R4 | R1 R2 B3 B4 | B1 B2 Y3 Y4 | Y1 Y2 G3 G4 | G1 G2 P3 P4 | P1 P2 O3 O4",
    3: "O5 O6 | R5 R6 | B5 B6 | Y5 Y6 | G5 G6 | P5 P6",
}

Space = tuple[str, int]
Structure = tuple[int, frozenset[Space]]  # its reward in tiles and the spaces around it

SPACES = [(star, position) for star in STARS for position in POSITIONS]


def pointing(space: Space) -> int:
    """Give the direction, in degrees, of a space as seen from the middle of its star."""
    star, position = space
    return (-90 if star == CENTER else BEARINGS[star] + 90) + 60 * (position - 1)


def apart(one: int, other: int) -> int:
    """Give the angle, 0 to 180, between two directions."""
    return min((one - other) % 360, (other - one) % 360)


def facing(star: str, direction: int) -> frozenset[Space]:
    """Give the two spaces of a star on both sides of a direction."""
    return frozenset(s for s in SPACES if s[0] == star and apart(pointing(s), direction) == 30)


def derived_structures() -> list[Structure]:
    """Give all pillars, then all statues, then all windows, from the bearings of the stars."""
    pillars, statues, windows = [], [], []
    for star, bearing in BEARINGS.items():
        clockwise = next(s for s in BEARINGS if apart(BEARINGS[s], bearing + 60) == 0)
        # The outer stars form a regular hexagon, so the next one is seen 120 degrees further.
        pillars.append((1, facing(star, bearing + 180) | facing(CENTER, bearing)))
        statues.append((2, facing(star, bearing + 120) | facing(clockwise, bearing + 120 + 180)))
        windows.append((3, facing(star, bearing)))
    return pillars + statues + windows


STRUCTURES = derived_structures()
LETTERS = {star[0].upper(): star for star in STARS}
# The rules' own table is not used for play, only to check the geometry.
assert [
    (reward, frozenset((LETTERS[word[0]], int(word[1])) for word in group.split()))
    for reward, row in PRINTED_STRUCTURES.items()
    for group in row.split("|")
] == STRUCTURES
NEIGHBORS = {
    space: [s for s in SPACES if s[0] == space[0] and apart(pointing(s), pointing(space)) == 60]
    for space in SPACES
}
assert all({q for _, q in NEIGHBORS[star, p]} == {p % 6 + 1, (p + 4) % 6 + 1} for star, p in SPACES)


class Oracle:
    """A whole game of Summer Pavilion, changed in place by `play`."""

    def __init__(self, seats: int = 2, board: str = "colored") -> None:
        """Set the table up to the point where chance draws the first supply."""
        if seats not in FACTORIES or board not in ("colored", "grey"):
            raise ValueError(f"unknown options: {seats} {board}")
        self.seats, self.board = seats, board
        self.round, self.turn = 1, 0
        self.wild = WILD_BY_ROUND[1]
        self.bag = Counter(COLORS * TILES_PER_COLOR)
        self.tower: Counter[str] = Counter()
        self.supply: Counter[str] = Counter()
        self.center: Counter[str] = Counter()
        self.factories: list[Counter[str]] = [Counter() for _ in range(FACTORIES[seats])]
        self.tiles: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.boards: list[dict[Space, str]] = [{} for _ in range(seats)]
        self.points = [START_SCORE] * seats
        self.first = self.seat = self.next_seat = 0
        self.marker: int | None = None
        self.passed: set[int] = set()
        self.phase, self.step, self.draw_to = "filling", "draw", ""
        self.earliest = self.owed = 0
        self.kept: Counter[str] = Counter()
        self._go_on()

    @property
    def actor(self) -> int:
        """Say who moves next: a seat, CHANCE or OVER."""
        if self.step == "over":
            return OVER
        return CHANCE if self.step == "draw" else self.seat

    def scores(self) -> list[int]:
        """Give the points of all seats, the end bonuses included once the game is over."""
        return list(self.points)

    def winners(self) -> list[int]:
        """Give the seats with the most points, nobody before the end."""
        best = max(self.points)
        return [s for s in range(self.seats) if self.step == "over" and self.points[s] == best]

    def weights(self) -> dict[str, int]:
        """Give every possible draw with its number of tiles in the bag, nothing if none is due."""
        if self.step != "draw":
            return {}
        return {f"draw {c} {self.draw_to}": self.bag[c] for c in COLORS if self.bag[c] > 0}

    def legal(self) -> set[str]:
        """Give the words of all legal moves."""
        if self.step == "take":
            return self._takes()
        if self.step == "place":
            return self._placements() | {"pass"}
        if self.step == "pick":
            return self._picks()
        if self.step == "keep":
            return self._keeps() | {"done"}
        return set(self.weights())

    def play(self, words: str) -> None:
        """Make one legal move."""
        if words not in self.legal():
            raise ValueError(f"not legal now: {words}")
        match words.split():
            case ["draw", color, *_]:
                self._draw(color)
            case ["take", *source, color]:
                self._take(source, color)
            case ["place", star, position, color, *wilds]:
                self._place((star, int(position)), color, sum(map(int, wilds)))
            case ["pick", color]:
                self._pick(color)
            case ["pass"]:
                self._pass()
            case ["keep", color]:
                self._keep(color)
            case ["done"]:
                self._throw_away_unkept()

    def _takes(self) -> set[str]:
        """Give every color of every factory and of the center."""
        moves = {f"take center {color}" for color in self._takable(self.center)}
        for number, factory in enumerate(self.factories, start=1):
            moves |= {f"take factory {number} {color}" for color in self._takable(factory)}
        return moves

    def _takable(self, source: Counter[str]) -> list[str]:
        """Give the colors that may be chosen here: the wild one only where it is alone."""
        present = [color for color in COLORS if source[color] > 0]
        return present if present == [self.wild] else [c for c in present if c != self.wild]

    def _placements(self) -> set[str]:
        """Give every free space with every color it takes and every way to pay for it."""
        moves = set()
        tiles = self.tiles[self.seat]
        for star, position in SPACES:
            cost = self._number((star, position))
            for color in self._placeable_colors((star, position)):
                # At least one tile has the color itself; wilds cannot stand in for themselves.
                for wilds in range(cost) if color != self.wild else [0]:
                    if tiles[color] >= cost - wilds and tiles[self.wild] >= wilds:
                        suffix = f" +{wilds}" if wilds > 0 else ""
                        moves.add(f"place {star} {position} {color}{suffix}")
        return moves

    def _placeable_colors(self, space: Space) -> list[str]:
        """Give the colors the mover's board accepts on this space, none if it is covered."""
        star = space[0]
        if space in self.boards[self.seat]:
            return []
        present = self._colors_in(self.seat, star)
        absent = [color for color in COLORS if color not in present]
        if self.board == "colored":
            return absent if star == CENTER else [star]
        if len(present) < 2:
            return COLORS
        return present[:1] if len(set(present)) == 1 else absent

    def _picks(self) -> set[str]:
        """Give the next bonus tiles in the one order that still allows all tiles owed."""
        return {
            f"pick {color}"
            for place, color in enumerate(COLORS)
            if place >= self.earliest and self.supply[color] > 0
            if sum(self.supply[later] for later in COLORS[place:]) >= self.owed
        }

    def _keeps(self) -> set[str]:
        """Give the next tiles that may be kept in the one order of colors."""
        if self.kept.total() == KEEP_LIMIT:
            return set()
        own = self.tiles[self.seat]
        return {f"keep {c}" for c in COLORS[self.earliest :] if own[c] > self.kept[c]}

    def _number(self, space: Space) -> int:
        """Give the number printed on a space."""
        star, position = space
        if self.board == "colored":
            return position
        return GREY_CENTER_NUMBER if star == CENTER else GREY_NUMBERS[position]

    def _colors_in(self, seat: int, star: str) -> list[str]:
        """Give the colors of the tiles in one star, one for each tile."""
        return [color for space, color in self.boards[seat].items() if space[0] == star]

    def _lose(self, points: int) -> None:
        """Take points from the mover, never below the least score."""
        self.points[self.seat] = max(LEAST_SCORE, self.points[self.seat] - points)

    def _draw(self, color: str) -> None:
        """Move one tile from the bag to where it is wanted."""
        place, _, number = self.draw_to.partition(" ")
        (self.supply if place == "supply" else self.factories[int(number) - 1])[color] += 1
        self.bag[color] -= 1
        self._go_on()

    def _take(self, place: list[str], color: str) -> None:
        """Take all tiles of a color and one wild, or one wild alone, from a source."""
        source = self.center if place == [CENTER] else self.factories[int(place[1]) - 1]
        # A wild is chosen only where nothing else lies, and then it is the one wild taken.
        taken = Counter({color: source[color]}) if color != self.wild else Counter[str]()
        if source[self.wild] > 0:
            taken[self.wild] = 1
        source.subtract(taken)
        self.tiles[self.seat].update(taken)
        if place != [CENTER]:
            self.center.update(source)
            source.clear()
        elif self.marker is None:
            self.marker = self.seat
            self._lose(taken.total())
        self._end_turn()

    def _place(self, space: Space, color: str, wilds: int) -> None:
        """Pay for a space, cover it, score its arc and see which structures that completed."""
        own, board = self.tiles[self.seat], self.boards[self.seat]
        paid = Counter({color: self._number(space) - wilds})
        paid[self.wild] += wilds
        own.subtract(paid)
        paid[color] -= 1
        self.tower.update(paid)
        board[space] = color
        self.points[self.seat] += len(self._arc(space))
        earned = sum(n for n, around in STRUCTURES if space in around and around <= board.keys())
        assert earned <= 3
        self.owed = min(earned, self.supply.total())
        self.earliest, self.step = 0, "pick"
        if self.owed == 0:
            self._end_turn()

    def _arc(self, space: Space) -> set[Space]:
        """Give the covered spaces of the mover that are connected with this one."""
        arc: set[Space] = set()
        unseen = [space]
        while unseen:
            here = unseen.pop()
            if here in self.boards[self.seat] and here not in arc:
                arc.add(here)
                unseen += NEIGHBORS[here]
        return arc

    def _pick(self, color: str) -> None:
        """Take one bonus tile from the supply."""
        self.supply[color] -= 1
        self.tiles[self.seat][color] += 1
        self.earliest = COLORS.index(color)
        self.owed -= 1
        if self.owed == 0:
            self._end_turn()

    def _pass(self) -> None:
        """Leave the round and keep tiles, if there is a next round and anything to keep."""
        self.passed.add(self.seat)
        self.kept = Counter()
        self.earliest, self.step = 0, "keep"
        if self.round == LAST_ROUND or not self._keeps():
            self._throw_away_unkept()

    def _keep(self, color: str) -> None:
        """Put one tile aside for the next round."""
        self.kept[color] += 1
        self.earliest = COLORS.index(color)
        if not self._keeps():
            self._throw_away_unkept()

    def _throw_away_unkept(self) -> None:
        """Put all tiles not kept in the tower, at a point each, and end the turn."""
        thrown = self.tiles[self.seat] - self.kept
        self.tiles[self.seat].subtract(thrown)
        self.tower.update(thrown)
        self._lose(thrown.total())
        self._end_turn()

    def _end_turn(self) -> None:
        """End the game after the last pass of all, else pass the turn on."""
        self.next_seat = (self.seat + 1) % self.seats
        if self.round == LAST_ROUND and len(self.passed) == self.seats:
            self.step = "over"
            self.points = [self.points[s] + self._end_bonus(s) for s in range(self.seats)]
        else:
            self._go_on()

    def _tile_to_draw(self) -> bool:
        """Say whether a tile can be drawn, tipping the tower if it is wanted for that."""
        if self.bag.total() == 0:
            self.bag, self.tower = self.tower, Counter()
        return self.bag.total() > 0

    def _go_on(self) -> None:
        """Let chance draw the next tile wanted or, if there is none, begin the next turn."""
        if self.supply.total() < SUPPLY_SIZE and self._tile_to_draw():
            self.step, self.draw_to = "draw", "supply"
            return
        if len(self.passed) == self.seats:
            # Only now, since the supply refilled above belongs to the last turn of the old round.
            self.round += 1
            self.wild = WILD_BY_ROUND[self.round]
            self.passed, self.marker = set(), None
            self.phase = "filling"
        if self.phase == "filling":
            for number, factory in enumerate(self.factories, start=1):
                if factory.total() < FACTORY_SIZE and self._tile_to_draw():
                    self.step, self.draw_to = "draw", f"factory {number}"
                    return
            self.phase = "take"
            self.next_seat = self.first
        if self.phase == "take" and not any(s.total() for s in [self.center, *self.factories]):
            self.first = self.first if self.marker is None else self.marker
            self.phase = "place"
            self.next_seat = self.first
        while self.next_seat in self.passed:
            self.next_seat = (self.next_seat + 1) % self.seats
        self.seat = self.next_seat
        self.turn += 1
        self.step = self.phase

    def _end_bonus(self, seat: int) -> int:
        """Give the points for complete stars and for numbers covered everywhere."""
        bonus = 0
        for star in STARS:
            colors = self._colors_in(seat, star)
            # On the coloured board, too, the tiles tell which star it is.
            if len(colors) == len(POSITIONS):
                bonus += ONE_COLOR_BONUS[colors[0]] if len(set(colors)) == 1 else MULTICOLOR_BONUS
        for number, points in NUMBER_BONUS.items():
            if all(s in self.boards[seat] for s in SPACES if self._number(s) == number):
                bonus += points
        return bonus
