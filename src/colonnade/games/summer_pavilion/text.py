"""A Summer Pavilion position as a picture in plain text, and back.

Tests draw their positions so, and the terminal shows them; what a view holds is decided in view.py.
"""

from __future__ import annotations

import re

from colonnade.contract.checks import among, equal, whole, within
from colonnade.contract.state import CHANCE, OVER
from colonnade.contract.state_text import read_counts, read_words, write_counts
from colonnade.games.summer_pavilion.checks import check_view
from colonnade.games.summer_pavilion.material import (
    CENTER_NUMBERS,
    COLORS,
    FACTORIES,
    OUTER_NUMBERS,
    ROUNDS,
    STARS,
    TILES_OF_A_COLOR,
    WILDS,
)
from colonnade.games.summer_pavilion.state import PHASES, SOURCES_OF_POINTS
from colonnade.games.summer_pavilion.view_types import PavilionView, SeatView, Tiles

LETTERS = {color[0]: color for color in COLORS}  # o r b y g p: all different
# The stars as they lie on the board, with the spaces before each.
ROWS = (
    ((14, "orange"), (6, "red")),
    ((2, "purple"), (6, "center"), (6, "blue")),
    ((14, "green"), (6, "yellow")),
)
STAR_WIDTH = 13  # of the longest name and six positions
STAR = re.compile(rf"({'|'.join(STARS)}) ([1-6{''.join(LETTERS)}]{{6}})")


# Drawing


def draw(view: PavilionView) -> str:
    """The whole table: the turn, factories, center and supply, then every board."""
    lines = [draw_turn(view), draw_factories(view), draw_piles(view)]
    for seat, player in enumerate(view.players):
        lines += ["", draw_seat(seat, player), *draw_board(player, view.options["board"])]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def draw_turn(view: PavilionView) -> str:
    """Where the round stands, as pairs of a word and its value."""
    parts = [f"turn {view.turn}", f"seat {view.on_turn + 1}", f"phase {view.phase}"]
    parts += [f"round {view.round}.{view.stage}", f"wild {view.wild}"]
    parts += [f"board {view.options['board']}", f"first {view.first + 1}"]
    parts.append(f"marker {'-' if view.marker is None else view.marker + 1}")
    for name in ("owed", "least"):
        if getattr(view, name):
            parts.append(f"{name} {getattr(view, name)}")
    if view.filling < len(view.factories):
        parts.append(f"filling {view.filling}")
    return "  ".join(parts)


def draw_factories(view: PavilionView) -> str:
    """Every factory by its number."""
    each = [f"{i}:{write_counts(tiles)}" for i, tiles in enumerate(view.factories, 1)]
    return "factory  " + "  ".join(each)


def draw_piles(view: PavilionView) -> str:
    """Center, supply, bag and tower."""
    piles = ("center", "supply", "bag", "tower")
    return "  ".join(f"{name} {write_counts(getattr(view, name))}" for name in piles)


def draw_seat(seat: int, player: SeatView) -> str:
    """One seat: points and their sources, the tiles beside the board."""
    points = [player.breakdown[source] for source in SOURCES_OF_POINTS]
    total = player.breakdown["start"] + sum(points)
    sources = "".join(f"{part:+d}" for part in points)
    parts = [f"seat {seat + 1}", f"points {total} = {player.breakdown['start']}{sources}"]
    parts.append(f"tiles {write_counts(player.tiles)}")
    if player.kept:
        parts.append(f"kept {write_counts(player.kept)}")
    if player.passed:
        parts.append("passed")
    return "  ".join(parts)


def draw_board(player: SeatView, board: str) -> list[str]:
    """Seven stars where they lie: a letter for each tile, the price of each free space."""
    lines = []
    for row in ROWS:
        line = ""
        for indent, star in row:
            numbers = CENTER_NUMBERS[board] if star == "center" else OUTER_NUMBERS[board]
            spaces = zip(player.board[star], numbers, strict=True)
            cells = "".join(color[0] if color else str(number) for color, number in spaces)
            line += " " * indent + f"{star} {cells}".ljust(STAR_WIDTH)
        lines.append(line)
    return lines


# Reading


def parse(text: str) -> PavilionView:
    """Read a picture; what is left out is as at the start, and the bag holds all other tiles.

    What cannot be is a ValueError.
    """
    head, *seats = re.split(r"^(?= *seat [1-9]  points)", text, flags=re.MULTILINE)
    lines = [line.strip() for line in head.strip().splitlines()]
    if not lines:
        raise ValueError("the line of the turn is missing")
    turn = read_words(lines[0])
    told = [line.split()[1:] for line in lines if line.startswith("factory")]
    piles = read_words(next((line for line in lines if line.startswith("center")), ""))
    players = [parse_seat(part) for part in seats]
    among(len(players), FACTORIES, "the number of seats")
    factories = [read_counts(part.partition(":")[2], COLORS) for part in (told[0] if told else [])]
    view = build(turn, factories, piles, players)
    check_view(view)
    return view


def build(
    turn: dict[str, str], factories: list[Tiles], piles: dict[str, str], players: list[SeatView]
) -> PavilionView:
    """Put the parts of a picture together."""
    seats = len(players)
    factories += [{}] * (FACTORIES[seats] - len(factories))
    found = {
        name: read_counts(piles.get(name, "-"), COLORS)
        for name in ("center", "supply", "bag", "tower")
    }
    if "bag" not in piles:
        found["bag"] = rest([*factories, *found.values()], players)
    round_, _, stage = turn.get("round", "1.1").partition(".")
    number = whole(round_, "the round")
    within(number, 1, ROUNDS, "the round")
    seat = whole(turn.get("seat", "1"), "the seat on turn") - 1
    phase = turn.get("phase", "")
    among(phase, PHASES, "the phase")
    marker = turn.get("marker", "-")
    return PavilionView(
        game="summer_pavilion",
        seat=None,
        seats=seats,
        options={"board": turn.get("board", "colored")},
        actor={"draw": CHANCE, "over": OVER}.get(phase, seat),
        turn=whole(turn.get("turn", "1"), "the turn"),
        scores=[sum(player.breakdown.values()) for player in players],
        phase=phase,
        stage=whole(stage, "the phase of the round"),
        round=number,
        wild=COLORS[WILDS[number - 1]],
        on_turn=seat,
        first=whole(turn.get("first", "1"), "the first player") - 1,
        marker=None if marker == "-" else whole(marker, "the marker") - 1,
        factories=factories,
        center=found["center"],
        supply=found["supply"],
        bag=found["bag"],
        tower=found["tower"],
        players=players,
        filling=whole(turn.get("filling", str(len(factories))), "filling"),
        owed=whole(turn.get("owed", "0"), "owed"),
        least=whole(turn.get("least", "0"), "least"),
    )


def parse_seat(text: str) -> SeatView:
    """Read one seat's line and its board."""
    line, *rows = text.strip().splitlines()
    said = read_words(line)
    parts = re.findall(r"[+-][0-9]+", said["points"]) or ["0"] * len(SOURCES_OF_POINTS)
    equal(len(parts), len(SOURCES_OF_POINTS), "the number of sources of points")
    stars = dict(STAR.findall("\n".join(rows)))
    return SeatView(
        board={star: [LETTERS.get(cell) for cell in stars.get(star, "123456")] for star in STARS},
        tiles=read_counts(said.get("tiles", "-"), COLORS),
        kept=read_counts(said.get("kept", "-"), COLORS),
        passed="passed" in said,
        breakdown={
            "start": 5,
            **{
                name: whole(part.removeprefix("+"), name)
                for name, part in zip(SOURCES_OF_POINTS, parts, strict=True)
            },
        },
    )


def rest(piles: list[Tiles], players: list[SeatView]) -> Tiles:
    """All tiles that are nowhere else."""
    left = dict.fromkeys(COLORS, TILES_OF_A_COLOR)
    for pile in [*piles, *(player.tiles for player in players), *(p.kept for p in players)]:
        for color, count in pile.items():
            left[color] -= count
    placed = [color for player in players for star in player.board.values() for color in star]
    for color in COLORS:
        left[color] -= placed.count(color)
    return {color: count for color, count in left.items() if count}
