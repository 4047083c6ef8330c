"""A Pagoda position as a picture: six lots, the tiles left, and both seats.

How pagodas look is decided in skyline.py; what a view knows, in view.py.
"""

from __future__ import annotations

from typing import Final

from colonnade.games.pagoda.material import (
    ABILITIES,
    COLORS,
    COLUMN_LIMIT,
    COLUMNS_OF_A_FLOOR,
    DISPLAY_SIZE,
    HAND_SIZE,
    TILES,
    USES,
)
from colonnade.games.pagoda.view_types import LotView, PagodaView
from colonnade.pictures.pagoda.skyline import draw_board, draw_landscape
from colonnade.pictures.sheet import EDGE, GAP, INSIDE, TOP, WIDE, Sheet
from colonnade.tokens import word

HEIGHT: Final = 752
SIDE: Final = 232  # of the panels at the left
SUPPLY_HIGH: Final = 252
CARDS_HIGH: Final = 130
SEAT_HIGH: Final = 152
SEAT_TOP: Final = HEIGHT - SEAT_HIGH - EDGE
CARD_WIDE: Final = 76  # of a card as it is drawn once
CARD_HIGH: Final = 110
SEAT_CARD: Final = 48 / CARD_WIDE
PILE_CARD: Final = 46 / CARD_WIDE
TILE: Final = "M-17.5,-15Q0,-11.5 17.5,-15Q13,0 17.5,15Q0,11.5 -17.5,15Q-13,0 -17.5,-15Z"


def draw(view: PagodaView, lang: str = "en") -> str:
    """The whole table."""
    sheet = Sheet(view, "pagoda", HEIGHT, lang)
    draw_landscape(sheet)
    done = sum(lot.completed for lot in view.lots)
    sheet.heading(sheet.words(view.phase), sheet.page("pagodas", count=done))
    left, low = EDGE + SIDE + GAP, SEAT_TOP - GAP
    draw_board(sheet, view, left, TOP, WIDE - EDGE - left, low - TOP)
    draw_supply(sheet, view, EDGE, TOP)
    cards = TOP + SUPPLY_HIGH + GAP
    draw_cards(sheet, view, EDGE, cards)
    turn = cards + CARDS_HIGH + GAP
    draw_turn(sheet, view, EDGE, turn, low - turn)
    width = (INSIDE - GAP) / 2
    for seat in range(len(view.players)):
        draw_seat(sheet, view, seat, EDGE + seat * (width + GAP), width)
    lots = [
        sheet.page("lot.name", lot=at + 1, content=content(sheet, lot))
        for at, lot in enumerate(view.lots)
    ]
    return sheet.signed(lots)


def content(sheet: Sheet, lot: LotView) -> str:
    """What stands on a lot, in the page's words."""
    if not lot.floors:
        return sheet.page("lot.empty")
    floor = sheet.page(f"floor.{len(lot.floors)}")
    color = sheet.color(lot.floors[-1])
    if lot.roof:
        key = "lot.whole" if lot.completed else "lot.roof_due"
        return sheet.page(key, color=color, rooftop=sheet.color(lot.roof))
    if lot.completed:
        return sheet.page("lot.ended", floor=floor, color=color)
    if lot.columns == COLUMNS_OF_A_FLOOR:
        return sheet.page("lot.full", floor=floor, color=color)
    return sheet.page("lot.some", floor=floor, count=lot.columns, color=color)


def draw_supply(sheet: Sheet, view: PagodaView, x: float, y: float) -> None:
    """The tiles left: rows by the color under a tile, columns by the color of the next floor."""
    left = sheet.page("supply.left", left=len(view.tiles), all=len(TILES))
    sheet.panel(x, y, SIDE, SUPPLY_HIGH, sheet.page("supply"), left)
    sheet.text(x + 14, y + 38, sheet.page("supply.note"), 11, "ink2")
    wide, high = 35.5, 34
    for at, color in enumerate(COLORS):
        sheet.chip(color, x + 58 + at * wide, y + 58, 9.5)
        sheet.chip(color, x + 26, y + 88 + at * high, 9.5)
    tiles = set(view.tiles)
    for row, base in enumerate(COLORS):
        for column, color in enumerate(COLORS):
            cx, cy = x + 58 + column * wide, y + 88 + row * high
            if (base, color) in tiles:
                draw_supply_tile(sheet, base, color, cx, cy)
            else:
                sheet.rect(
                    cx - 15.5, cy - 14, 31, 28, 6, fill="none", stroke="line",
                    stroke_width=1.4, stroke_dasharray="3.5 3",
                )  # fmt: skip


def draw_supply_tile(sheet: Sheet, base: str, color: str, x: float, y: float) -> None:
    """A tile from above: its own color around four spaces of the next floor's."""
    with sheet.group(x, y, 0.94, data_piece="supply", data_color=f"{base} {color}"):
        sheet.path(TILE, fill=f"{base}-fill", stroke=f"{base}-edge")
        ring = f"{base}-ink" if base == color else "white-light"
        for cx in (-5.1, 5.1):
            for cy in (-5.1, 5.1):
                sheet.circle(cx, cy, 4.2, fill=f"{color}-fill", stroke=ring, stroke_opacity=0.85)


def draw_cards(sheet: Sheet, view: PagodaView, x: float, y: float) -> None:
    """The draw pile and the discards; the cards of each by color, where they can be seen."""
    sheet.panel(x, y, SIDE, CARDS_HIGH, sheet.page("cards"))
    top = view.discard[-1] if view.discard else None
    draw_pile(sheet, "draw", None, view.deck_size, view.deck or [], x + 14, y + 32)
    draw_pile(sheet, "discards", top, len(view.discard), view.discard, x + 124, y + 32)


def draw_pile(
    sheet: Sheet, key: str, top: str | None, size: int, cards: list[str], x: float, y: float
) -> None:
    """One pile, with its size below and its cards by color beside it."""
    if size:
        draw_card(sheet, top, x, y, PILE_CARD)
    else:
        draw_gap(sheet, x, y, PILE_CARD)
    sheet.text(x, y + 85, f"{sheet.page(f'pile.{key}')} {size}", 11.5, "ink2")
    for row, color in enumerate(COLORS if cards else ()):
        sheet.chip(color, x + 61, y + 7 + row * 13.6, 5.8)
        sheet.text(x + 72, y + 11 + row * 13.6, cards.count(color), 11.5)


def draw_turn(sheet: Sheet, view: PagodaView, x: float, y: float, height: float) -> None:
    """What this turn has brought: columns built, cards played, abilities used."""
    sheet.panel(x, y, SIDE, height, sheet.page("bar.title"))
    most = COLUMN_LIMIT + ("lantern" in view.used)
    for at in range(max(most, view.built)):
        full = at < view.built
        sheet.rect(
            x + 14 + at * 38, y + 32, 32, 9, 4.5,
            fill="accent" if full else "none", stroke="accent" if full else "line-strong",
            stroke_width=1.3, data_piece="built" if full else None,
        )  # fmt: skip
    right = x + 14.0
    for color in view.played:
        draw_card(sheet, color, right, y + 52, 20 / CARD_WIDE, "played")
        right += 23
    for ability in view.used:
        draw_ability(sheet, ability, right + 5, y + 53, 26, on=True)
        right += 32


# The seats


def draw_seat(sheet: Sheet, view: PagodaView, seat: int, x: float, width: float) -> None:
    """One seat: points, open display, hand, abilities with their uses."""
    player, y = view.players[seat], SEAT_TOP
    sheet.panel(x, y, width, SEAT_HIGH, seat=seat)
    with sheet.group(data_seat=seat):
        sheet.badge(seat, x + 33, y + 35, 19)
        sheet.text(x + 60, y + 40, sheet.seat(seat), 14, weight=640)
        sheet.score(seat, x + 15, y + 96, 42)
        scale, top = SEAT_CARD, y + 46
        cards = x + 127
        sheet.text(cards, y + 28, sheet.page("display"), 12, "ink2", 600)
        for at in range(max(DISPLAY_SIZE, len(player.display))):
            if at < len(player.display):
                draw_card(sheet, player.display[at], cards + at * 53, top, scale, "display")
            else:
                draw_gap(sheet, cards + at * 53, top, scale)
        cards += DISPLAY_SIZE * 53 + 13
        sheet.text(cards, y + 28, sheet.page("hand"), 12, "ink2", 600)
        draw_hand(sheet, view, seat, cards, top)
        if view.options["abilities"] != "none":
            for row, ability in enumerate(ABILITIES):
                draw_uses(sheet, view, seat, ability, x + width - 66, y + 12 + row * 26)


def draw_hand(sheet: Sheet, view: PagodaView, seat: int, x: float, y: float) -> None:
    """A seat's hand: its cards, or their backs with those that can be named."""
    player = view.players[seat]
    known = [] if player.hand is not None else player.known or []
    shown = [*(player.hand or known)]
    size = max(player.hand_size, HAND_SIZE)
    step = 46 / (size - 1)
    for at in range(size):
        cx = x + at * step
        if at >= player.hand_size:
            draw_gap(sheet, cx, y, SEAT_CARD)
        elif player.hand is not None:
            draw_card(sheet, shown[at], cx, y, SEAT_CARD, "hand")
        else:
            draw_card(sheet, None, cx, y, SEAT_CARD, "hidden")
    for at, color in enumerate(known):
        with sheet.group(data_piece="known", data_color=color):
            sheet.chip(color, x + 12 + at * 18, y + 71, 8.5)


def draw_uses(sheet: Sheet, view: PagodaView, seat: int, ability: str, x: float, y: float) -> None:
    """An ability's emblem with a dot for each use left; a gold ring if it was used this turn."""
    uses = view.players[seat].abilities[ability]
    lit = seat == view.on_turn and ability in view.used
    draw_ability(sheet, ability, x, y, 23, on=uses > 0, lit=lit)
    for at in range(USES):
        full = at < uses
        sheet.circle(
            x + 34 + at * 12, y + 11.5, 3.7, fill="ink" if full else "none",
            stroke="ink" if full else "line-strong", stroke_width=1.3,
            data_piece="use" if full else None, data_color=ability if full else None,
        )  # fmt: skip


def draw_ability(
    sheet: Sheet, ability: str, x: float, y: float, size: float, on: bool, lit: bool = False
) -> None:
    """An ability's emblem on its plate: colored while uses are left."""
    color = COLORS[ABILITIES.index(ability)]
    ink = f"{color}-ink" if on else "ink3"
    rim = "gold" if lit else f"{color}-edge" if on else "line"
    sheet.rect(
        x, y, size, size, size * 0.27, fill=f"{color}-fill" if on else "surface2", stroke=rim,
        stroke_width=2.4 if lit else 1.2,
    )  # fmt: skip
    with sheet.group(x + size * 0.15, y + size * 0.15, size * 0.7 / 24):
        body, lines = (word("emblems", "abilities", ability, part) for part in ("body", "lines"))
        with sheet.group(stroke=ink, stroke_width=1.6, stroke_linecap="round"):
            sheet.path(body, fill=ink, fill_opacity=0.18)
            sheet.path(lines, fill="none", stroke_linejoin="round")


# Cards


def draw_card(
    sheet: Sheet, color: str | None, x: float, y: float, scale: float, piece: str | None = None
) -> None:
    """A card's face, or its back."""
    name = sheet.shape(f"card-{color or 'back'}", lambda: card_shape(sheet, color))
    sheet.stamp(name, x, y, scale, data_piece=piece, data_color=piece and color)


def draw_gap(sheet: Sheet, x: float, y: float, scale: float) -> None:
    """The place of a card that is not there."""
    width, height = CARD_WIDE * scale, CARD_HIGH * scale
    sheet.rect(
        x + 1, y + 1, width - 2, height - 2, 10 * scale, fill="none", stroke="line-strong",
        stroke_dasharray="4 3", stroke_opacity=0.7,
    )  # fmt: skip


def card_shape(sheet: Sheet, color: str | None) -> None:
    """A card at scale 1."""
    if color is None:
        sheet.rect(0.75, 0.75, 74.5, 108.5, 11, fill="accent", stroke="halo", stroke_width=1.5)
        sheet.rect(9.9, 9.9, 56.2, 90.2, 6.3, fill="none", stroke="accent-ink", stroke_opacity=0.5)
        with sheet.group(18.2, 34.7, 1.235):
            sheet.path(word("emblems", "pavilion"), fill="accent-ink", opacity=0.75)
        return
    ink = f"{color}-ink"
    slope = sheet.gradient(
        f"slope-{color}", (0, f"{color}-light", 1), (1, f"{color}-fill", 1), down=True
    )
    sheet.rect(0.75, 0.75, 74.5, 108.5, 11, fill=slope, stroke=f"{color}-edge", stroke_width=1.5)
    sheet.rect(6.84, 6.84, 62.32, 96.32, 6.8, fill="none", stroke=ink, stroke_opacity=0.35)
    sheet.path("M15.2,33Q38,36.8 60.8,33L53.2,41.36H22.8Z", fill=ink, opacity=0.27)
    sheet.rect(25.08, 43.64, 25.84, 38.28, fill=ink, opacity=0.15)
    sheet.rect(18.24, 83.44, 39.52, 6.84, 2, fill=ink, opacity=0.27)
    sheet.glyph(color, 38, 61.6, 12.92)
    sheet.glyph(color, 15.2, 17.86, 5.32)
