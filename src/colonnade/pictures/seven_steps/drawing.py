"""A 7 Steps position as a picture: the board with its towers, the turn, bag, tiles and seats.

How board and towers look is decided in towers.py; what a view knows, in view.py.
"""

from __future__ import annotations

from typing import Final

from colonnade.games.seven_steps.material import (
    COLORS,
    CONSTRUCTION,
    HAND_SIZE,
    POINTS,
    THIRD_LEVEL,
)
from colonnade.games.seven_steps.view_types import Discs, SeatView, StepsView
from colonnade.pictures.paper import number
from colonnade.pictures.seven_steps import geometry as g
from colonnade.pictures.seven_steps.tiles import draw_tile
from colonnade.pictures.seven_steps.towers import draw_board, draw_hand_disc
from colonnade.pictures.sheet import EDGE, GAP, INSIDE, TOP, Sheet
from colonnade.tokens import word

PANEL_WIDE: Final = 252
PANEL_HIGH: Final = 114
SEAT_HIGH: Final = 126
PANELS: Final = 4
COLUMN_HIGH: Final = PANELS * PANEL_HIGH + (PANELS - 1) * GAP
SMALL: Final = 0.72  # below this scale a long board gets the whole width, panels under it
KINDS: Final = {"construction": CONSTRUCTION, "points": POINTS}


def draw(view: StepsView, lang: str = "en") -> str:
    """The whole table: panels beside the board, or under a board that is long."""
    layout = view.options["layout"]
    room = INSIDE - PANEL_WIDE - GAP
    scene, scale = g.fitted(layout, room, COLUMN_HIGH)
    high = float(COLUMN_HIGH)
    long = scale < SMALL
    if long:
        scene, scale = g.fitted(layout, INSIDE, COLUMN_HIGH)
        room, high = INSIDE, scene.height * scale
    seats = TOP + high + GAP + (PANEL_HIGH + GAP if long else 0)
    sheet = Sheet(view, "seven", seats + SEAT_HIGH + EDGE, lang)
    draw_water(sheet, EDGE + room / 2, TOP + high / 2, scene.width * scale)
    sheet.heading(sheet.words(view.phase), ending(sheet, view))
    x = EDGE + (room - scene.width * scale) / 2 - scene.left * scale
    y = TOP + (high - scene.height * scale) / 2 - scene.top * scale
    with sheet.group(x, y, scale):
        draw_board(sheet, view, scene)
    width = (INSIDE - (PANELS - 1) * GAP) / PANELS if long else PANEL_WIDE
    for i, panel in enumerate((draw_turn, draw_bag, draw_construction, draw_points)):
        if long:
            panel(sheet, view, EDGE + i * (width + GAP), TOP + high + GAP, width)
        else:
            panel(sheet, view, EDGE + room + GAP, TOP + i * (PANEL_HIGH + GAP), width)
    width = (INSIDE - (view.seats - 1) * GAP) / view.seats
    for seat in range(view.seats):
        draw_seat(sheet, view, seat, EDGE + seat * (width + GAP), seats, width)
    return sheet.signed(facts(sheet, view))


def ending(sheet: Sheet, view: StepsView) -> str:
    """The round, or that it is one of the last."""
    if view.extra_begun:
        return sheet.page("extra_round")
    return sheet.page("last_round") if view.called else sheet.page("round", round=view.round)


def facts(sheet: Sheet, view: StepsView) -> list[str]:
    """What a reader hears: the towers, the discs of each seat, the bag."""
    towers = [
        sheet.page("space.tower", space=name, color=sheet.color(space.color), count=space.height)
        for name, space in view.board.items()
        if space.height
    ]
    hands = [
        f"{sheet.seat(seat)}, {sheet.page('discs', count=player.hand_size)}"
        for seat, player in enumerate(view.players)
    ]
    return [*hands, sheet.page("bag", count=view.bag_size), *towers]


def draw_water(sheet: Sheet, x: float, y: float, width: float) -> None:
    """Rings on the water around the board."""
    with sheet.group(clip_path=sheet.plate, fill="none", stroke="glow", stroke_opacity=0.11):
        for size in (0.62, 0.74, 0.86, 0.98, 1.1):
            sheet.ellipse(x, y, width * size, width * size * g.SQUASH, stroke_width=1.5)


# The panels


def draw_turn(sheet: Sheet, view: StepsView, x: float, y: float, width: float) -> None:
    """The points of the discs placed so far, and what the turn still allows."""
    sheet.panel(
        x, y, width, PANEL_HIGH, sheet.page("this_turn"), sheet.page("limit", count=view.limit)
    )
    told = view.levels
    if told:
        parts = " + ".join(str(level) for level in told)
        sum_ = f"{parts} = {view.level_sum}" if len(told) > 1 else parts
        size = 22 if len(told) < 6 else 17
        sheet.text(x + 14, y + 53, sum_, size, weight=560, display=True)
    else:
        sheet.text(x + 14, y + 53, "0", 22, "ink3", 560, display=True)
    at = x + 14
    if view.third:
        words = f"{sheet.words('level')} {THIRD_LEVEL}"
        sheet.text(at, y + 92, words, 12, "ink2")
        at += 60
    for color in view.third:
        sheet.chip(color, at + 9, y + 88, 9)
        at += 22
    if view.recovered:
        draw_tile(sheet, "construction", "recover", at, y + 75, 27)
        sheet.chip(view.recovered, at + 38, y + 88, 9)
        at += 54
    if view.climbing:
        draw_tile(sheet, "construction", "climb", at, y + 75, 27)
        at += 33
    if view.new_tile and view.bonus:
        with sheet.group(data_piece="new tile"):
            draw_tile(sheet, view.bonus, view.new_tile, at, y + 71, 34)
    elif view.bonus:
        draw_tile(sheet, view.bonus, None, at, y + 71, 34)


def draw_bag(sheet: Sheet, view: StepsView, x: float, y: float, width: float) -> None:
    """The bag: how many discs it holds, and which where all lies open; and what left the game."""
    sheet.panel(x, y, width, PANEL_HIGH)
    with sheet.group(x + 12, y + 8, 0.86):
        sheet.path(word("emblems", "bag", "sack"), fill="stone-shade", stroke="none")
        sheet.path(
            word("emblems", "bag", "sack"), fill="turquoise-fill", fill_opacity=0.4,
            stroke="line-strong", stroke_width=1.5,
        )  # fmt: skip
        sheet.path(
            word("emblems", "bag", "neck"), fill="stone-mid", stroke="line-strong",
            stroke_width=1.5, stroke_linejoin="round",
        )  # fmt: skip
        with sheet.group(fill="none", stroke_linecap="round"):
            sheet.path(word("emblems", "bag", "cord"), stroke="gold", stroke_width=3)
            sheet.path(
                word("emblems", "bag", "shine"), stroke="bonus-ink", stroke_opacity=0.35,
                stroke_width=2.5,
            )  # fmt: skip
    sheet.text(x + 82, y + 38, view.bag_size, 30, weight=560, display=True)
    sheet.text(x + 82, y + 58, sheet.page("in_bag", count=view.bag_size), 12, "ink2")
    gone = sum(view.gone.values())
    if gone:
        words = sheet.page("gone", count=gone)
        sheet.text(x + width - 14, y + 40, words, 11, "ink2", text_anchor="end")
    if view.bag is not None:
        some = dict(list(view.bag.items())[:4])
        rest = {color: count for color, count in view.bag.items() if color not in some}
        for row, discs in enumerate((some, rest)):
            draw_counts(sheet, discs, x + 82, y + 84 + row * 19, (width - 92) / 4, 6.5)


def draw_counts(
    sheet: Sheet, discs: Discs, x: float, y: float, step: float, r: float, piece: str | None = None
) -> None:
    """Discs by color, each as a chip with its number."""
    at = 0
    for color in COLORS:
        if discs.get(color):
            with sheet.group(data_piece=piece, data_color=piece and color):
                sheet.chip(color, x + at * step + r, y - r * 0.5, r)
                sheet.text(x + at * step + 2 * r + 2.5, y, discs[color], r * 1.5, weight=600)
            at += 1


def draw_construction(sheet: Sheet, view: StepsView, x: float, y: float, width: float) -> None:
    """The construction tiles left."""
    draw_pile(sheet, view, "construction", x, y, width)


def draw_points(sheet: Sheet, view: StepsView, x: float, y: float, width: float) -> None:
    """The points tiles left."""
    draw_pile(sheet, view, "points", x, y, width)


def draw_pile(sheet: Sheet, view: StepsView, type_: str, x: float, y: float, width: float) -> None:
    """Every kind of one type with the number left, and the discards in small."""
    left, gone = view.piles[type_], view.discards[type_]
    count = sum(left.values())
    sheet.panel(
        x, y, width, PANEL_HIGH, sheet.page(f"type.{type_}"), sheet.page("pile_left", count=count)
    )
    kinds = KINDS[type_]
    step = (width - 22) / len(kinds)
    for i, kind in enumerate(kinds):
        count = left.get(kind, 0)
        faint = None if count else 0.3
        with sheet.group(opacity=faint, data_piece="pile", data_color=kind, data_count=count):
            draw_tile(sheet, type_, kind, x + 14 + i * step, y + 32, 30)
        sheet.text(
            x + 29 + i * step, y + 77, count, 13, "ink" if count else "ink3", 640,
            text_anchor="middle",
        )  # fmt: skip
    sheet.text(x + 14, y + 101, sheet.words("discards"), 11, "ink2")
    each = [kind for kind in kinds for _ in range(gone.get(kind, 0))]
    for i, kind in enumerate(each):
        at = x + 84 + i * min(21, (width - 114) / len(each))
        with sheet.group(data_piece="discard", data_color=kind):
            draw_tile(sheet, type_, kind, at, y + 87, 19)


# The seats


def draw_seat(sheet: Sheet, view: StepsView, seat: int, x: float, y: float, width: float) -> None:
    """One seat: points, the tiles it holds, the discs behind its screen."""
    player = view.players[seat]
    sheet.panel(x, y, width, SEAT_HIGH, seat=seat)
    with sheet.group(data_seat=seat):
        sheet.badge(seat, x + 29, y + 28, 16)
        lost = f" · {sheet.words('lost')} {player.lost_size}" if player.lost_size else ""
        sheet.text(x + 53, y + 33, sheet.seat(seat) + lost, 14, weight=640)
        sheet.score(seat, x + width - 14, y + 38, 30, text_anchor="end")
        held = (("construction", player.construction), ("points", player.points))
        for i, (type_, kind) in enumerate(held):
            draw_held(sheet, type_, kind, x + width - 148 + i * 38, y + 12)
        draw_screen(sheet, player, x + 12, y + 55, width - 24)


def draw_held(sheet: Sheet, type_: str, kind: str | None, x: float, y: float) -> None:
    """A bonus tile that a seat holds, or its empty place."""
    if kind:
        with sheet.group(data_piece="held", data_color=kind):
            draw_tile(sheet, type_, kind, x, y, 33)
    else:
        sheet.rect(
            x + 1, y + 1, 31, 31, 8, fill="none", stroke="line-strong", stroke_opacity=0.6,
            stroke_dasharray="4 3",
        )  # fmt: skip


def draw_screen(sheet: Sheet, player: SeatView, x: float, y: float, width: float) -> None:
    """A screen with the discs behind it: their colors, or hidden ones and what can be named."""
    n = number
    top = f"Q{n(x + width / 2)},{n(y - 4)} {n(x + width - 4)},{n(y + 4)}"
    sheet.path(
        f"M{n(x)},{n(y + 59)}l4,-55{top}l4,55Z", fill="accent-soft", stroke="line-strong",
        stroke_opacity=0.35,
    )  # fmt: skip
    discs: list[str | None] = [None] * player.hand_size
    if player.hand is not None:
        discs = [color for color in COLORS for _ in range(player.hand.get(color, 0))]
    r = 18.0
    step = min(2 * r + 6, (width - 2 * r - 22) / max(len(discs) - 1, HAND_SIZE - 1))
    for i, color in enumerate(discs):
        draw_hand_disc(sheet, color, x + 11 + r + i * step, y + 20, r)
    if player.hand is None and player.known:
        draw_counts(sheet, player.known, x + 12, y + 55, min(32, (width - 20) / 7), 6.5, "known")
