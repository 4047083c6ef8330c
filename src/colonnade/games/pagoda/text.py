"""A Pagoda position as a picture in plain text, and back.

Tests draw their positions so, and the terminal shows them; what a view holds is decided in view.py.
"""

from __future__ import annotations

import re
from itertools import pairwise

from colonnade.contract.checks import among, equal, whole
from colonnade.contract.state import CHANCE, OVER
from colonnade.contract.state_text import read_words
from colonnade.games.pagoda.checks import CARDS, check_view
from colonnade.games.pagoda.material import ABILITIES, COLORS, LOTS, SEATS
from colonnade.games.pagoda.state import PHASES, SOURCES_OF_POINTS, START
from colonnade.games.pagoda.view_types import LotView, PagodaView, SeatView

LETTERS = {color[0]: color for color in COLORS}  # r b g y p: all different
CELL = 9  # characters for a lot in the picture
MARGIN = 2
SKYLINE = re.compile(r"[ rbgyp|.=/\\x]*")
NUMBERS = {"built": 0, "tossed": 0, "least": 0, "goal": 2}  # shown when not as usual


# Drawing


def draw(view: PagodaView) -> str:
    """The whole table: the turn, the lots, both seats, tiles and cards."""
    lines = [draw_turn(view), *draw_lots(view), ""]
    lines += [draw_seat(seat, player) for seat, player in enumerate(view.players)]
    lines += [draw_tiles(view), draw_cards(view)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def draw_turn(view: PagodaView) -> str:
    """Where the turn stands, as pairs of a word and its value."""
    parts = [f"turn {view.turn}", f"seat {view.on_turn + 1}", f"phase {view.phase}"]
    parts += [f"{key} {value}" for key, value in view.options.items()]
    for name, usual in NUMBERS.items():
        value = getattr(view, name)
        if value != usual:
            parts.append(f"{name} {value}")
    if view.used:
        parts.append(f"used {' '.join(view.used)}")
    return "  ".join(parts)


def draw_lots(view: PagodaView) -> list[str]:
    """All pagodas side by side, the highest floor first."""
    towers = [draw_lot(lot, view) for lot in view.lots]
    height = max(len(tower) for tower in towers)
    lines = []
    for level in reversed(range(height)):
        cells = [tower[level] if level < len(tower) else "" for tower in towers]
        lines.append(" " * MARGIN + "".join(cell.ljust(CELL) for cell in cells))
    lines.append(" " * MARGIN + "".join(f" lot {i + 1}".ljust(CELL) for i in range(LOTS)))
    return lines


def draw_lot(lot: LotView, view: PagodaView) -> list[str]:
    """One pagoda from the ground: floors as `r|rr..|`, tiles between them, a roof on top."""
    if not lot.floors:
        return [" |....|"]
    cells = []
    top = len(lot.floors) - 1
    for floor, color in enumerate(lot.floors):
        columns = 4 if floor < top or lot.roof is not None else lot.columns
        cells += [f"{color[0]}|{(color[0] * columns).ljust(4, '.')}|", " ======"]
    if lot.roof is not None:
        rooftop = lot.roof[0] * 2 if lot.completed else ".."
        cells.append(f"{lot.roof[0]} /{rooftop}\\")
    elif lot.completed:
        cells[-1] = " xxxxxx"
    else:
        cells.pop()
    return cells


def draw_seat(seat: int, player: SeatView) -> str:
    """One seat: points and their sources, display, hand, abilities with uses left."""
    points = [player.breakdown[source] for source in SOURCES_OF_POINTS]
    parts = [
        f"seat {seat + 1}",
        f"points {sum(points)} = {'+'.join(str(part) for part in points)}",
        f"display {letters(player.display)}",
        f"hand {'?' * player.hand_size if player.hand is None else letters(player.hand)}",
    ]
    if player.known:
        parts.append(f"known {letters(player.known)}")
    parts += [f"{ability} {uses}" for ability, uses in player.abilities.items() if uses]
    return "  ".join(parts)


def draw_tiles(view: PagodaView) -> str:
    """The tiles left: for each base color, the colors they lead to."""
    left = [
        f"{base[0]}:" + "".join(to[0] if (base, to) in view.tiles else "." for to in COLORS)
        for base in COLORS
    ]
    return "tiles  " + "  ".join(left)


def draw_cards(view: PagodaView) -> str:
    """Draw pile, discard pile and the cards played this turn."""
    deck = str(view.deck_size) if view.deck is None else letters(view.deck)
    return f"cards  deck {deck}  discard {letters(view.discard)}  played {letters(view.played)}"


def letters(cards: list[str]) -> str:
    """Cards as letters; `-` for none."""
    return "".join(card[0] for card in cards) or "-"


# Reading


def parse(text: str) -> PagodaView:
    """Read a picture in which every card lies open; what is left out is as at the start.

    Tiles follow from the lots, the draw pile from the other cards. What cannot be is a ValueError.
    """
    lines = [line.rstrip() for line in text.strip("\n").splitlines() if line.strip()]
    ground = next((i for i, line in enumerate(lines) if line.strip().startswith("lot 1")), -1)
    if ground < 0:
        raise ValueError("the line of lots is missing")
    first = ground
    while first > 0 and SKYLINE.fullmatch(lines[first - 1]):
        first -= 1
    turn = read_words(lines[first - 1]) if first else {}
    lots = parse_lots(lines[first:ground])
    rest = {tuple(line.split()[:2]): line for line in lines[ground + 1 :]}
    players = [parse_seat(rest.get(("seat", str(seat + 1)), "")) for seat in range(SEATS)]
    cards = read_words(next((line for line in lines if line.startswith("cards")), ""))
    view = build(turn, lots, players, cards)
    check_view(view)
    return view


def build(
    turn: dict[str, str], lots: list[LotView], players: list[SeatView], cards: dict[str, str]
) -> PagodaView:
    """Put the parts of a picture together as a view that hides nothing."""
    on_turn = whole(turn.get("seat", "1"), "the seat on turn") - 1
    phase = turn.get("phase", "start")
    among(phase, PHASES, "the phase")
    discard, played = colors(cards.get("discard", "-")), colors(cards.get("played", "-"))
    held = sum(len(player.display) + player.hand_size for player in players)
    built: list[tuple[str, str]] = []
    for lot in lots:
        built += pairwise([*lot.floors, lot.roof] if lot.roof else lot.floors)
    return PagodaView(
        game="pagoda",
        seat=None,
        seats=SEATS,
        options={"length": turn.get("length", "full"), "abilities": turn.get("abilities", "all")},
        actor=CHANCE if PHASES.index(phase) < START else OVER if phase == "over" else on_turn,
        turn=whole(turn.get("turn", str(on_turn + 1)), "the turn"),
        scores=[sum(player.breakdown.values()) for player in players],
        phase=phase,
        on_turn=on_turn,
        players=players,
        lots=lots,
        tiles=[(base, to) for base in COLORS for to in COLORS if (base, to) not in built],
        discard=discard,
        played=played,
        deck_size=CARDS - held - len(discard) - len(played),
        used=turn.get("used", "").split(),
        built=whole(turn.get("built", "0"), "built"),
        tossed=whole(turn.get("tossed", "0"), "tossed"),
        least=whole(turn.get("least", "0"), "least"),
        goal=whole(turn.get("goal", "2"), "goal"),
    )


def parse_lots(lines: list[str]) -> list[LotView]:
    """Read the pagodas column by column, from the ground."""
    lots = []
    for i in range(LOTS):
        at = MARGIN + CELL * i
        cells = [line[at : at + CELL - 1].rstrip() for line in reversed(lines)]
        lots.append(parse_lot([cell for cell in cells if cell.strip()]))
    return lots


def parse_lot(cells: list[str]) -> LotView:
    """Read one pagoda's cells, as draw_lot makes them."""
    floors = [cell for cell in cells if "|" in cell and cell[0] != " "]
    roof = next((cell for cell in cells if "/" in cell), None)
    if not floors:
        return LotView()
    return LotView(
        floors=[color_of(cell[0]) for cell in floors],
        columns=0 if roof else 4 - floors[-1].count("."),
        roof=color_of(roof[0]) if roof else None,
        completed=(roof is not None and "." not in roof) or "x" in cells[-1],
    )


def parse_seat(line: str) -> SeatView:
    """Read one seat's line; a seat left out has one card of each color and no hand."""
    said = read_words(line)
    parts = said.get("points", "= 0+0+0+0+0+0").split("=")[-1].split("+")
    equal(len(parts), len(SOURCES_OF_POINTS), "the number of sources of points")
    hand = colors(said.get("hand", "-"))
    return SeatView(
        display=colors(said.get("display", "rbgyp")),
        hand=hand,
        hand_size=len(hand),
        known=colors(said.get("known", "-")),
        abilities={name: whole(said.get(name, "0"), name) for name in ABILITIES},
        breakdown={
            source: whole(part.strip(), source)
            for source, part in zip(SOURCES_OF_POINTS, parts, strict=True)
        },
    )


def colors(cards: str) -> list[str]:
    """Read letters as cards."""
    return sorted((color_of(c) for c in cards if c != "-"), key=COLORS.index)


def color_of(letter: str) -> str:
    """Read a color's letter."""
    among(letter, LETTERS, "a color")
    return LETTERS[letter]
