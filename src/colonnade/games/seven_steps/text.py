"""A 7 Steps position as a picture in plain text, and back.

Tests draw their positions so, and the terminal shows them; what a view holds is decided in view.py.
"""

from __future__ import annotations

from colonnade.contract.checks import among, equal, whole, within
from colonnade.contract.state import CHANCE, OVER
from colonnade.contract.state_text import read_counts, read_words, write_counts
from colonnade.games.seven_steps.checks import BOXES, check_view
from colonnade.games.seven_steps.material import (
    COLORS,
    DISCS_OF_A_COLOR,
    FACES,
    LAYOUTS,
    SPACE_NAMES,
    coordinates,
    space_colors,
)
from colonnade.games.seven_steps.state import PHASES, SOURCES_OF_POINTS, START
from colonnade.games.seven_steps.view_types import SeatView, SpaceView, StepsView, Tiles

CELL = 4  # characters for a space: the step of this turn, the color's letter, the height
MARGIN = 2
WIDEST = 90  # characters of a line
USUAL = ("1234567", "2341567")  # segments where none are told: the turquoise one amid a river


def cells(layout: str) -> list[tuple[int, int]]:
    """The line and column of each space's cell: rows of hexes, each half a cell further."""
    places = coordinates(layout)
    left = min(2 * q + r for q, r in places)
    top = min(r for _, r in places)
    return [(r - top, MARGIN + (2 * q + r - left) * CELL // 2) for q, r in places]


# Drawing


def draw(view: StepsView) -> str:
    """The whole table: the turn, the hexes, every seat, bag and piles."""
    lines = [draw_turn(view), *draw_board(view), ""]
    lines += [draw_seat(seat, player) for seat, player in enumerate(view.players)]
    lines += [draw_bag(view), *draw_piles(view)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def draw_turn(view: StepsView) -> str:
    """Where the turn stands, as pairs of a word and its value."""
    parts = [f"turn {view.turn}", f"seat {view.on_turn + 1}", f"phase {view.phase}"]
    parts += [f"round {view.round}", f"face {view.options['face']}"]
    parts += [f"layout {view.options['layout']}", f"extra {view.options['extra_round']}"]
    parts.append("segments " + ("".join(map(str, view.segments)) or "-"))
    parts.append("rotations " + ("".join(map(str, view.rotations)) or "-"))
    told = {
        "called": "yes" if view.called else "",
        "begun": "yes" if view.extra_begun else "",
        "placed": " ".join(view.path),
        "at": view.space or "",
        "level": view.level or "",
        "limit": view.limit if view.limit != 7 else "",
        "climbing": "yes" if view.climbing else "",
        "recovered": view.recovered or "",
        "scored": view.level_sum or "",
        "third": " ".join(view.third),
        "least": view.least or "",
        "bonus": view.bonus or "",
        "new": view.new_tile or "",
    }
    parts += [f"{name} {value}" for name, value in told.items() if value != ""]
    return "  ".join(parts)


def draw_board(view: StepsView) -> list[str]:
    """Hexes in their rows: a step of this turn, a letter for the color, the height.

    Beside them, or below where the board is wide, the same hexes with their names.
    """
    shown = {}
    for name in SPACE_NAMES:
        space = view.board.get(name)
        step = str(view.path.index(name) + 1) if name in view.path else " "
        shown[name] = f"{step}{space.color[0]}{space.height}" if space else " .."
    board = draw_hexes(view.options["layout"], shown)
    names = draw_hexes(view.options["layout"], {name: f" {name.upper()}" for name in SPACE_NAMES})
    width = max(len(line) for line in board)
    if 2 * width > WIDEST:
        return [*board, "", *names]
    return [left.ljust(width) + right for left, right in zip(board, names, strict=True)]


def draw_hexes(layout: str, shown: dict[str, str]) -> list[str]:
    """One cell for each space, where it lies."""
    places = cells(layout)
    lines = [[" "] * WIDEST for _ in range(1 + max(line for line, _ in places))]
    for name, (line, column) in zip(SPACE_NAMES, places, strict=True):
        lines[line][column : column + len(shown[name])] = shown[name]
    return ["".join(line).rstrip() for line in lines]


def draw_seat(seat: int, player: SeatView) -> str:
    """One seat: points and their sources, discs and bonus tiles."""
    points = [player.breakdown[source] for source in SOURCES_OF_POINTS]
    parts = [
        f"seat {seat + 1}",
        f"points {sum(points)} = {'+'.join(str(part) for part in points)}",
        f"hand {f'?{player.hand_size}' if player.hand is None else write_counts(player.hand)}",
    ]
    if player.known:
        parts.append(f"known {write_counts(player.known)}")
    if player.lost_size:
        lost = f"?{player.lost_size}" if player.lost is None else write_counts(player.lost)
        parts.append(f"lost {lost}")
    parts += [f"construction {player.construction}"] if player.construction else []
    parts += [f"tile {player.points}"] if player.points else []
    return "  ".join(parts)


def draw_bag(view: StepsView) -> str:
    """The bag, and the discs that left the game for all to see."""
    bag = str(view.bag_size) if view.bag is None else write_counts(view.bag)
    return f"bag {bag}  gone {write_counts(view.gone)}"


def draw_piles(view: StepsView) -> list[str]:
    """Both piles of bonus tiles and their discards."""
    return [
        f"{kind} pile  left {tiles(view.piles[kind])}  discards {tiles(view.discards[kind])}"
        for kind in ("construction", "points")
    ]


def tiles(named: Tiles) -> str:
    """Tiles with their numbers."""
    return ", ".join(f"{count} {kind}" for kind, count in named.items()) or "-"


# Reading


def parse(text: str) -> StepsView:
    """Read a picture in which every disc lies open; what is left out is as at the start.

    Discs and tiles that are nowhere else are in bag and piles. What cannot be is a ValueError.
    """
    lines = [line.rstrip() for line in text.strip("\n").splitlines()]
    if not lines:
        raise ValueError("it is empty")
    turn = read_words(lines[0])
    rest = {tuple(line.split()[:2]): line for line in lines if line}
    seats = [rest[("seat", str(i))] for i in range(1, 5) if ("seat", str(i)) in rest]
    first = next((i for i, line in enumerate(lines) if line.startswith("seat 1  points")), 1)
    view = build(turn, lines[1:first], [parse_seat(line) for line in seats], rest)
    check_view(view)
    return view


def build(
    turn: dict[str, str],
    drawn: list[str],
    players: list[SeatView],
    rest: dict[tuple[str, ...], str],
) -> StepsView:
    """Put the parts of a picture together as a view that hides nothing."""
    seat = whole(turn.get("seat", "1"), "the seat on turn") - 1
    phase = turn.get("phase", "")
    among(phase, PHASES, "the phase")
    options = {
        "face": turn.get("face", "plain"),
        "layout": turn.get("layout", "standard"),
        "extra_round": turn.get("extra", "no"),
    }
    among(options["face"], FACES, "the face")
    among(options["layout"], LAYOUTS, "the layout")
    segments = digits(turn.get("segments", USUAL[options["layout"] == "river"]), 1, "a segment")
    rotations = digits(turn.get("rotations", "0000000"), 0, "a rotation")
    within(len(rotations), 0, len(segments), "the number of rotations")
    bag = next((read_words(line) for key, line in rest.items() if key[0] == "bag"), {})
    gone = read_counts(bag.get("gone", "-"), COLORS)
    board = parse_board(options, segments, rotations, drawn)
    out = sum(gone.values()) + sum(space.height for space in board.values())
    out += sum(player.hand_size + player.lost_size for player in players)
    held = [player.construction for player in players] + [player.points for player in players]
    piles = {kind: parse_piles(kind, rest, [*held, turn.get("new")]) for kind in BOXES}
    return StepsView(
        game="seven_steps",
        seat=None,
        seats=len(players),
        options=options,
        actor=CHANCE if PHASES.index(phase) < START else OVER if phase == "over" else seat,
        turn=whole(turn.get("turn", "1"), "the turn"),
        scores=[sum(player.breakdown.values()) for player in players],
        phase=phase,
        round=whole(turn.get("round", "1"), "the round"),
        on_turn=seat,
        called="called" in turn,
        extra_begun="begun" in turn,
        segments=segments,
        rotations=rotations,
        board=board,
        players=players,
        bag_size=DISCS_OF_A_COLOR * len(COLORS) - out,
        gone=gone,
        piles={kind: left for kind, (left, _) in piles.items()},
        discards={kind: gone for kind, (_, gone) in piles.items()},
        new_tile=turn.get("new"),
        bonus=turn.get("bonus"),
        path=turn.get("placed", "").split(),
        space=turn.get("at"),
        level=whole(turn.get("level", "0"), "level"),
        limit=whole(turn.get("limit", "7"), "limit"),
        climbing="climbing" in turn,
        recovered=turn.get("recovered"),
        level_sum=whole(turn.get("scored", "0"), "scored"),
        third=turn.get("third", "").split(),
        least=whole(turn.get("least", "0"), "least"),
    )


def parse_board(
    options: dict[str, str], segments: list[int], rotations: list[int], drawn: list[str]
) -> dict[str, SpaceView]:
    """Heights from the picture; colors follow from the segments, and must be the ones drawn."""
    found = {}
    places = cells(options["layout"])
    for place, rotation in enumerate(rotations):
        colors = space_colors(options["face"], segments[place] - 1, rotation)
        for digit, color in enumerate(colors):
            at = place * 7 + digit
            line, column = places[at]
            cell = f" {COLORS[color][0]}0"
            if drawn:
                cell = drawn[line][column : column + 3] if line < len(drawn) else ""
            if cell[1:2] != COLORS[color][0]:
                raise ValueError(f"{SPACE_NAMES[at]} is {COLORS[color]}, drawn as {cell!r}")
            height = whole(cell[2:], f"the height of {SPACE_NAMES[at]}")
            found[SPACE_NAMES[at]] = SpaceView(COLORS[color], height)
    return found


def parse_seat(line: str) -> SeatView:
    """Read one seat's line."""
    said = read_words(line)
    parts = said.get("points", "= 0+0+0").split("=")[-1].split("+")
    equal(len(parts), len(SOURCES_OF_POINTS), "the number of sources of points")
    hand, lost = (
        read_counts(said.get("hand", "-"), COLORS),
        read_counts(said.get("lost", "-"), COLORS),
    )
    return SeatView(
        hand=hand,
        hand_size=sum(hand.values()),
        known=read_counts(said.get("known", "-"), COLORS),
        lost=lost,
        lost_size=sum(lost.values()),
        construction=said.get("construction"),
        points=said.get("tile"),
        breakdown={
            name: whole(part.strip(), name)
            for name, part in zip(SOURCES_OF_POINTS, parts, strict=True)
        },
    )


def parse_piles(
    kind: str, rest: dict[tuple[str, ...], str], held: list[str | None]
) -> tuple[Tiles, Tiles]:
    """Read a pile's line; a pile left out has all tiles that are nowhere else."""
    said = read_words(rest.get((kind, "pile"), ""))
    discards = parse_tiles(said.get("discards", "-"), kind)
    if "left" in said:
        return parse_tiles(said["left"], kind), discards
    left = {tile: n - held.count(tile) - discards.get(tile, 0) for tile, n in BOXES[kind].items()}
    return {tile: n for tile, n in left.items() if n}, discards


def parse_tiles(text: str, kind: str) -> Tiles:
    """Read tiles with their numbers, in the order of the box."""
    found: Tiles = {}
    for part in text.split(", ") if text != "-" else []:
        count, _, tile = part.partition(" ")
        among(tile, BOXES[kind], "a tile")
        found[tile] = whole(count, f"the number of {tile}")
    return {tile: found[tile] for tile in BOXES[kind] if tile in found}


def digits(text: str, least: int, what: str) -> list[int]:
    """Read a row of digits; `-` for none."""
    found = [whole(digit, what) for digit in text if digit != "-"]
    for digit in found:
        within(digit, least, least + 6 - (least == 0), what)
    return found
