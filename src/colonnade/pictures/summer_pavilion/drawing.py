"""A Summer Pavilion position as a picture: factories, center, round and supply, then every board.

How boards and tiles look is decided in stars.py; what a view knows, in view.py.
"""

from __future__ import annotations

from typing import Final

from colonnade.games.summer_pavilion.material import (
    CENTER_NUMBERS,
    COLORS,
    FACTORY_SIZE,
    NUMBER_POINTS,
    OUTER_NUMBERS,
    STARS,
    WILDS,
)
from colonnade.games.summer_pavilion.view_types import PavilionView, SeatView, Tiles
from colonnade.pictures.sheet import EDGE, GAP, INSIDE, TOP, Sheet
from colonnade.pictures.summer_pavilion import geometry as g
from colonnade.pictures.summer_pavilion.stars import draw_board, draw_tile, spread

STRIP_HIGH: Final = 228
ROUNDS_HIGH: Final = 96
ASIDE: Final = 320  # width of the panels for round and supply
FACTORY: Final = 46  # radius
SIDE_HIGH: Final = 378  # of a seat whose tiles lie beside its board
BELOW_HIGH: Final = 462  # of one whose tiles lie below it
SIDE_SCALE: Final = 0.67
BELOW_SCALE: Final = 0.6


def draw(view: PavilionView, lang: str = "en") -> str:
    """The whole table; three boards stand in one row, others in pairs."""
    pairs = view.seats != 3
    across = 2 if pairs else view.seats
    rows = -(-view.seats // across)
    high = SIDE_HIGH if pairs else BELOW_HIGH
    first = TOP + STRIP_HIGH + GAP
    sheet = Sheet(view, "pavilion", first + rows * (high + GAP) - GAP + EDGE, lang)
    sheet.heading(sheet.page(f"phase.{view.phase}"), sheet.page("round", round=view.round))
    draw_sources(sheet, view, EDGE, TOP, INSIDE - ASIDE - GAP)
    right = EDGE + INSIDE - ASIDE
    draw_rounds(sheet, view, right, TOP)
    draw_supply(sheet, view, right, TOP + ROUNDS_HIGH + GAP)
    width = (INSIDE - (across - 1) * GAP) / across
    for seat in range(view.seats):
        x = EDGE + seat % across * (width + GAP)
        y = first + seat // across * (high + GAP)
        sheet.panel(x, y, width, high, seat=seat)
        with sheet.group(data_seat=seat):
            if pairs:
                draw_seat_beside(sheet, view, seat, x, y, width)
            else:
                draw_seat_below(sheet, view, seat, x, y, width)
    return sheet.signed(facts(sheet, view))


def facts(sheet: Sheet, view: PavilionView) -> list[str]:
    """What a reader hears: the round, what lies where, the tiles of each seat."""
    told = [sheet.page("round.color", round=view.round, color=sheet.color(view.wild))]
    for number, tiles in enumerate(view.factories, 1):
        if tiles:
            told.append(sheet.page("factory.name", number=number, tiles=named(sheet, tiles)))
    if view.center:
        told.append(sheet.page("center.name", tiles=named(sheet, view.center)))
    for seat, player in enumerate(view.players):
        filled = sum(color is not None for star in player.board.values() for color in star)
        told.append(sheet.page("rack.of", name=sheet.seat(seat)) + f" {named(sheet, player.tiles)}")
        told.append(f"{sheet.page('board', name=sheet.seat(seat))} {filled}/{6 * len(STARS)}")
    return told


def named(sheet: Sheet, tiles: Tiles) -> str:
    """Tiles in words."""
    each = (sheet.page("count", count=n, color=sheet.color(c)) for c, n in tiles.items())
    return ", ".join(each) or "0"


# Where tiles come from


def draw_sources(sheet: Sheet, view: PavilionView, x: float, y: float, width: float) -> None:
    """The factories in two rows, one between two, and the center beside them."""
    sheet.panel(x, y, width, STRIP_HIGH, sheet.page("factories"))
    upper = (len(view.factories) + 1) // 2
    pitch = min(114, (width - 28 - 300) / upper)
    for i, tiles in enumerate(view.factories):
        row, column = divmod(i, upper)
        cx = x + 14 + pitch * (column + 0.5 + row * 0.5)
        draw_factory(sheet, tiles, i, cx, y + 30 + FACTORY + row * 96)
    left = x + 14 + pitch * upper + 16
    draw_center(sheet, view, left, y + 32, x + width - 14 - left, STRIP_HIGH - 46)


def draw_factory(sheet: Sheet, tiles: Tiles, at: int, x: float, y: float) -> None:
    """One factory: a disc with its tiles as petals."""
    r = FACTORY
    with sheet.group(x, y, data_factory=at + 1):
        sheet.circle(0, r * 0.05, r, fill="black-edge", fill_opacity=0.1)
        sheet.circle(
            0, 0, r - 1.5, fill="stone-light", stroke="stone-shade", stroke_width=1.4,
            fill_opacity=None if tiles else 0.55,
        )  # fmt: skip
        sheet.circle(
            0, 0, r * 0.86, fill="none", stroke="stone-shade", stroke_width=1.5,
            stroke_dasharray="0.1 4", stroke_linecap="round",
        )  # fmt: skip
        sheet.text(r * 0.6, r * 0.6 + 4, at + 1, 10.5, "ink2", 600, text_anchor="middle")
        each = spread(tiles)
        for i in range(FACTORY_SIZE):
            facing = -90 + 90 * i
            px, py = g.polar(facing, r * 0.457)
            if i < len(each):
                draw_tile(sheet, each[i], px, py, r * 0.47, facing, "source")
            else:
                with sheet.group(px, py):
                    sheet.path(
                        g.outline(r * 0.47, facing, 0.95), fill="none", stroke="stone-shade",
                        stroke_dasharray="3 3",
                    )  # fmt: skip


def draw_center(
    sheet: Sheet, view: PavilionView, x: float, y: float, width: float, height: float
) -> None:
    """The center of the table: each color with its number, and the start marker."""
    with sheet.group(data_center="yes"):
        sheet.rect(
            x, y, width, height, 20, fill="sky-pavilion-1", stroke="stone-shade", stroke_width=1.4
        )
        marker = view.marker is None and view.stage == 1
        if marker:
            draw_marker(sheet, x + 30, y + height / 2, 14)
        left = x + (54 if marker else 12)
        colors = [color for color in COLORS if view.center.get(color)]
        across = max(1, min(3, len(colors)))
        step = (x + width - 8 - left) / across
        lines = -(-len(colors) // across)
        for i, color in enumerate(colors):
            cx = left + (i % across + 0.5) * step
            cy = y + height * (i // across + 0.5) / lines
            draw_count(sheet, color, view.center[color], cx - 8, cy, 31)


def draw_count(sheet: Sheet, color: str, count: int, x: float, y: float, side: float) -> None:
    """An upright tile with the number of its like beside it."""
    with sheet.group(data_piece="count", data_color=color, data_count=str(count)):
        draw_tile(sheet, color, x, y, side)
        sheet.text(x + side * 0.5 + 5, y + side * 0.2, count, max(13, side * 0.5), weight=680)


def draw_marker(sheet: Sheet, x: float, y: float, r: float) -> None:
    """The start marker."""
    with sheet.group(data_piece="marker"):
        sheet.circle(x, y, r, fill="raised", stroke="ink2", stroke_width=1.6)
        sheet.text(x, y + r * 0.4, 1, r * 1.2, weight=680, display=True, text_anchor="middle")


def draw_rounds(sheet: Sheet, view: PavilionView, x: float, y: float) -> None:
    """The six rounds with their wild colors, the present one ringed."""
    wild = sheet.page("round.wild", color=sheet.color(view.wild))
    sheet.panel(x, y, ASIDE, ROUNDS_HIGH, sheet.page("round", round=view.round), wild)
    for i, number in enumerate(WILDS):
        color, now = COLORS[number], i + 1 == view.round
        cx, cy = x + 35 + i * 50, y + 61
        if i:
            sheet.path(f"M{cx - 31},{cy}h12", stroke="line", stroke_width=2)
        if now:
            sheet.circle(cx, cy, 24, fill="none", stroke="glow", stroke_width=2.6)
        past = i + 1 < view.round
        with sheet.group(opacity=0.42 if past else None):
            sheet.chip(color, cx, cy, 19 if now else 15)
        if past:
            sheet.path(
                f"M{cx + 7},{cy + 11}l4,4 7,-8", fill="none", stroke="ink", stroke_width=2.4,
                stroke_linecap="round", stroke_linejoin="round",
            )  # fmt: skip


def draw_supply(sheet: Sheet, view: PavilionView, x: float, y: float) -> None:
    """The supply of bonus tiles, and what bag and tower hold."""
    high = STRIP_HIGH - ROUNDS_HIGH - GAP
    count = sum(view.supply.values())
    sheet.panel(x, y, ASIDE, high, sheet.page("supply"), sheet.page("supply.count", count=count))
    for i, color in enumerate(COLORS):
        number = view.supply.get(color, 0)
        cx = x + 28 + i * 50
        with sheet.group(opacity=None if number else 0.25):
            draw_count(sheet, color, number, cx, y + 58, 28)
    piles = [
        sheet.page("bag", count=sum(view.bag.values())),
        sheet.page("tower", count=sum(view.tower.values())),
    ]
    sheet.text(x + 14, y + high - 13, " · ".join(piles), 11.5, "ink2")


# The seats


def starts(view: PavilionView, seat: int) -> bool:
    """Whether the start marker lies with this seat."""
    if view.marker is None:
        return view.first == seat and view.stage == 2
    return view.marker == seat


def draw_stars(
    sheet: Sheet, view: PavilionView, seat: int, x: float, y: float, scale: float
) -> None:
    """A seat's board."""
    with sheet.group(x, y, scale):
        draw_board(sheet, view.players[seat], view.options["board"])


def draw_who(sheet: Sheet, view: PavilionView, seat: int, x: float, y: float) -> None:
    """A seat's badge, name and whether it has passed."""
    player = view.players[seat]
    sheet.badge(seat, x + 16, y + 18, 16)
    sheet.text(x + 40, y + 16, sheet.seat(seat), 14, weight=640)
    count = sum(player.tiles.values())
    about = sheet.page("passed") if player.passed else sheet.page("tiles", count=count)
    sheet.text(x + 40, y + 33, about, 12, "ink2")


def draw_seat_beside(
    sheet: Sheet, view: PavilionView, seat: int, x: float, y: float, width: float
) -> None:
    """A board with its seat's score and tiles to the right."""
    wide, _ = g.BOARD
    draw_stars(sheet, view, seat, x + 6 + wide / 2 * SIDE_SCALE, y + SIDE_HIGH / 2, SIDE_SCALE)
    left = x + wide * SIDE_SCALE + 14
    draw_who(sheet, view, seat, left, y + 16)
    sheet.score(seat, left + 2, y + 100, 40)
    if starts(view, seat):
        draw_marker(sheet, x + width - 30, y + 87, 13)
    tiles = view.players[seat].tiles
    for i, color in enumerate(color for color in COLORS if tiles.get(color)):
        row, column = divmod(i, 2)
        draw_count(sheet, color, tiles[color], left + 18 + column * 70, y + 144 + row * 54, 29)
    draw_numbers(sheet, view, seat, left, y + SIDE_HIGH - 58, (x + width - 10 - left) / 4)


def draw_seat_below(
    sheet: Sheet, view: PavilionView, seat: int, x: float, y: float, width: float
) -> None:
    """A board with its seat's score and tiles under it."""
    _, high = g.BOARD
    middle = y + 6 + high / 2 * BELOW_SCALE
    draw_stars(sheet, view, seat, x + width / 2, middle, BELOW_SCALE)
    top = y + high * BELOW_SCALE + 12
    draw_who(sheet, view, seat, x + 14, top)
    sheet.score(seat, x + 130, top + 32, 36)
    if starts(view, seat):
        draw_marker(sheet, x + 212, top + 20, 12)
    draw_numbers(sheet, view, seat, x + width - 142, top - 2, 34)
    tiles = view.players[seat].tiles
    for i, color in enumerate(color for color in COLORS if tiles.get(color)):
        draw_count(sheet, color, tiles[color], x + 28 + i * 60, top + 76, 27)


def draw_numbers(
    sheet: Sheet, view: PavilionView, seat: int, x: float, y: float, step: float
) -> None:
    """The numbers that bring points when all their spaces are filled, and how far they are."""
    for i in range(len(NUMBER_POINTS)):
        filled, of = progress(view.players[seat], view.options["board"], i + 1)
        done = filled == of
        left = x + i * step
        sheet.rect(
            left, y, 26, 26, 7, fill="gold" if done else "surface2",
            stroke="gold-shade" if done else "line", stroke_width=1.3,
        )  # fmt: skip
        ink = "yellow-ink" if done else "ink"
        sheet.text(left + 13, y + 18, i + 1, 15, ink, 560, display=True, text_anchor="middle")
        sheet.text(left + 13, y + 41, f"{filled}/{of}", 10.5, "ink2", text_anchor="middle")


def progress(player: SeatView, board: str, number: int) -> tuple[int, int]:
    """How many spaces with a number are filled, of how many."""
    filled = of = 0
    for star, colors in player.board.items():
        numbers = (CENTER_NUMBERS if star == "center" else OUTER_NUMBERS)[board]
        for color, printed in zip(colors, numbers, strict=True):
            of += printed == number
            filled += printed == number and color is not None
    return filled, of
