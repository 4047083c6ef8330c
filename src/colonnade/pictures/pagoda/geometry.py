"""Where everything of a pagoda is drawn, in px at scale 1: the page's geometry, in Python.

web/src/games/pagoda/geometry.ts says the same for the page; tests/test_page_shapes.py and
web/tests/shapes.test.ts hold both to one table. The world is (x, y, z) with z up, seen from the
front left: this yaw spaces the four columns of a floor evenly, so none hides another.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from typing import Final, NamedTuple

from colonnade.pictures.paper import number as plain
from colonnade.tokens import number

Point = tuple[float, float]

COS: Final = 2 / sqrt(5)
SIN: Final = 1 / sqrt(5)
TILT: Final = number("geometry", "pagoda", "sinElevation")
SLOT: Final = number("geometry", "pagoda", "slot")
EAVE_HALF: Final = number("geometry", "pagoda", "eaveHalf")
DECK_HALF: Final = number("geometry", "pagoda", "deckHalf")
EAVE_RISE: Final = number("geometry", "pagoda", "eaveRise")
EAVE_LIFT: Final = number("geometry", "pagoda", "eaveLift")
EAVE_SAG: Final = number("geometry", "pagoda", "eaveSag")
EAVE_THICK: Final = number("geometry", "pagoda", "eaveThickness")
TAPER: Final = number("geometry", "pagoda", "taperPerFloor")
COLUMN_RADIUS: Final = number("geometry", "pagoda", "columnRadius")
COLUMN_HEIGHT: Final = number("geometry", "pagoda", "columnHeight")
ROOF_TOP: Final = number("geometry", "pagoda", "roof", "top")
ROOF_RISE: Final = number("geometry", "pagoda", "roof", "rise")
ROOF_LIFT: Final = number("geometry", "pagoda", "roof", "lift")
ROOFTOP_RADIUS: Final = number("geometry", "pagoda", "rooftopColumn", "radius")
ROOFTOP_HEIGHT: Final = number("geometry", "pagoda", "rooftopColumn", "height")
PLINTH_HALF: Final = number("geometry", "pagoda", "plinthHalf")

EAVE_SINKS: Final = 2  # the eave hangs that far below the capitals
ROOF_WIDER: Final = 1.06
ROOF_SAG: Final = 6
ROOF_HIP: Final = 0.486
ROOF_HIP_RISE: Final = 7.4
TILE_HIP: Final = 0.44
TILE_HIP_RISE: Final = 3.54
FINIAL: Final = 31
SLAB_HALF: Final = 60.5
SLAB_THICK: Final = 9
SLAB_INNER: Final = 52.8

# The slots of a floor by rising depth, which is also the order in which they are filled.
SLOTS: Final = ((-1, -1), (1, -1), (-1, 1), (1, 1))
CORNERS: Final = ((1, 1), (1, -1), (-1, -1), (-1, 1))


def project(x: float, y: float, z: float = 0) -> Point:
    """A point of the world on the screen."""
    return x * COS - y * SIN, (x * SIN + y * COS) * TILT - z


def said(point: Point) -> str:
    """A point in a path."""
    return f"{plain(point[0])},{plain(point[1])}"


def polygon(points: list[Point]) -> str:
    """A closed path."""
    return f"M{'L'.join(said(point) for point in points)}Z"


def square(half: float, z: float) -> str:
    """A flat square over a lot: slabs, decks and their frames."""
    return polygon([project(x * half, y * half, z) for x, y in CORNERS])


class Floor(NamedTuple):
    """A floor's measures; its eave and deck are those of the tile that lies on it."""

    z: float
    taper: float
    radius: float
    height: float
    eave: float
    deck: float
    slots: tuple[Point, ...]


@cache
def floor_at(level: int) -> Floor:
    """A floor, counted from 0."""
    z = 0.0 if level == 0 else floor_at(level - 1).deck
    taper = 1 - TAPER * level
    height = COLUMN_HEIGHT * (1 - 0.03 * level)
    eave = z + height - EAVE_SINKS
    half = SLOT * taper
    slots = tuple(project(x * half, y * half, z) for x, y in SLOTS)
    radius = COLUMN_RADIUS * (1 - 0.05 * level)
    return Floor(z, taper, radius, height, eave, eave + EAVE_RISE, slots)


def roof_top(level: int) -> float:
    """How high the roof over a floor rises."""
    return floor_at(level).eave + ROOF_RISE


def whole_height(floors: int) -> float:
    """How high a whole pagoda rises over its lot."""
    return roof_top(floors - 1) + 2 * ROOFTOP_HEIGHT + FINIAL


class Skirt(NamedTuple):
    """The curved skirt around a deck, as paths."""

    back: str
    left: str
    right: str
    front: str
    rims: str
    ribs: str
    hips: str
    deck: str
    frame: str


class Shape(NamedTuple):
    """The measures of a skirt."""

    half: float
    eave: float
    lift: float
    sag: float
    top: float
    deck: float
    hip: float  # half at the hips' control point
    hip_z: float

    def corner(self, at: Point) -> Point:
        """A lifted corner of the eave."""
        return project(at[0] * self.half, at[1] * self.half, self.eave + self.lift)

    def bend(self, a: Point, b: Point) -> Point:
        """The control point of the eave between two corners."""
        x, y = (a[0] + b[0]) / 2 * 0.97, (a[1] + b[1]) / 2 * 0.97
        return project(x * self.half, y * self.half, self.eave - self.sag)

    def ridge(self, at: Point) -> Point:
        """The control point of a hip."""
        return project(at[0] * self.hip, at[1] * self.hip, self.hip_z)

    def upper(self, at: Point) -> Point:
        """A corner of the deck."""
        return project(at[0] * self.top, at[1] * self.top, self.deck)


def side(s: Shape, a: Point, b: Point) -> str:
    """From corner a along the eave to b, up the hip, along the deck and down again."""
    eave = f"M{said(s.corner(a))}Q{said(s.bend(a, b))} {said(s.corner(b))}"
    up = f"Q{said(s.ridge(b))} {said(s.upper(b))}L{said(s.upper(a))}"
    return f"{eave}{up}Q{said(s.ridge(a))} {said(s.corner(a))}Z"


def lower(point: Point, by: float) -> Point:
    """A point further down on the screen."""
    return point[0], point[1] + by


def between(a: Point, b: Point, part: float) -> Point:
    """A point on the way from a to b."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def rim(s: Shape, a: Point, b: Point) -> str:
    """The thickness of the eave between two corners."""
    start, end, bent = s.corner(a), s.corner(b), s.bend(a, b)
    under = [said(lower(point, EAVE_THICK)) for point in (end, bent, start)]
    return f"M{said(start)}Q{said(bent)} {said(end)}L{under[0]}Q{under[1]} {under[2]}Z"


def ribs(s: Shape, a: Point, b: Point, parts: int) -> str:
    """Lines down a side, from the deck to the eave."""
    start, end, bent = s.corner(a), s.corner(b), s.bend(a, b)
    path = ""
    for i in range(1, parts):
        part = i / parts
        high = between(s.upper(a), s.upper(b), part)
        low = between(between(start, bent, part), between(bent, end, part), part)
        path += f"M{said(high)}Q{said(lower(between(high, low, 0.5), 1.4))} {said(low)}"
    return path


def skirt(s: Shape) -> Skirt:
    """All of a skirt; the light comes from the upper left."""
    nw, ne, sw, se = (-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)
    hips = "".join(
        f"M{said(s.corner(at))}Q{said(s.ridge(at))} {said(s.upper(at))}" for at in (sw, se, ne)
    )
    return Skirt(
        back=side(s, ne, nw),
        left=side(s, nw, sw),
        right=side(s, se, ne),
        front=side(s, sw, se),
        rims=rim(s, se, ne) + rim(s, sw, se),
        ribs=ribs(s, sw, se, 9) + ribs(s, se, ne, 6),
        hips=hips,
        deck=square(s.top, s.deck),
        frame=square(s.top * 0.9, s.deck),
    )


@cache
def tile_on(level: int) -> Skirt:
    """The tile over a floor."""
    floor = floor_at(level)
    half, top = EAVE_HALF * floor.taper, DECK_HALF * floor.taper
    hip = top + (half - top) * TILE_HIP
    rise = floor.eave + TILE_HIP_RISE
    return skirt(Shape(half, floor.eave, EAVE_LIFT, EAVE_SAG, top, floor.deck, hip, rise))


@cache
def roof_on(level: int) -> Skirt:
    """The roof over the last floor."""
    floor = floor_at(level)
    half = EAVE_HALF * floor.taper * ROOF_WIDER
    hip = ROOF_TOP + (half - ROOF_TOP) * ROOF_HIP
    rise = floor.eave + ROOF_HIP_RISE
    deck = roof_top(level)
    return skirt(Shape(half, floor.eave, ROOF_LIFT, ROOF_SAG, ROOF_TOP, deck, hip, rise))


def drum(radius: float, top: float, bottom: float) -> str:
    """A cylinder without its top face, standing on 0, 0."""
    r, ry = plain(radius), plain(radius * TILT)
    arc = f"A{r},{ry} 0 0 1"
    return f"M-{r},{plain(top)}{arc} {r},{plain(top)}V{plain(bottom)}{arc} -{r},{plain(bottom)}Z"


class Column(NamedTuple):
    """A column that stands on 0, 0: base, shaft and capital as paths, and its measures."""

    base: str
    shaft: str
    capital: str
    wide: float  # half the capital
    glyph: tuple[float, float, float]  # x, y and radius


def column(radius: float, height: float) -> Column:
    """The shape of a column."""
    wide, thick = radius * 1.22, 3.2
    return Column(
        base=drum(wide, -thick, 0),
        shaft=drum(radius, -height + thick, -thick),
        capital=drum(wide, -height, -height + thick),
        wide=wide,
        glyph=(-0.06 * radius, -height * 0.42, radius * 0.58),
    )
