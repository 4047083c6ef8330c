"""Which discs and tiles of 7 Steps travel when a row is made, and from where to where.

Places are named as the page marks them. Behind a screen that the watcher cannot see into, all
discs lie at their seat.
"""

# Compiled by mypyc.

from __future__ import annotations

from collections.abc import Iterator

from colonnade.contract.packed import octet
from colonnade.contract.touch import Moved
from colonnade.games.seven_steps.material import COLORS, SPACE_NAMES, TOWER
from colonnade.games.seven_steps.moves import MOVES
from colonnade.games.seven_steps.state import SHIFTING, Position, color_of, height


def moved(s: Position, row: int, seat: int | None, reveal: bool) -> list[Moved]:
    """What travels if a row is made from here; choices and the set-up move nothing."""
    kind, fields = MOVES.rows[row].kind, MOVES.rows[row].fields
    own = reveal or seat == s.seat
    if kind == "tile":
        return [drawn_tile(s, str(fields.get("tile", "")))]
    if kind in ("return", "draw"):
        color = str(fields.get("color", ""))
        screen = behind(s, color, own, kind == "draw")
        origin, target = ("bag", screen) if kind == "draw" else (screen, "bag")
        return [Moved(disc(color or "hidden"), origin, target)]
    if "space" not in fields:
        return []
    return on_board(s, kind, SPACE_NAMES.index(str(fields["space"])), own)


def on_board(s: Position, kind: str, space: int, own: bool) -> list[Moved]:
    """The discs that a row with a space moves; to name a tower for its tile moves none yet."""
    color, name = COLORS[color_of(s, space)], SPACE_NAMES[space]
    if kind == "place":
        full = height(s, space) + 1 == TOWER
        target = f"peak {name}" if full else f"disc {name}"
        placed = Moved(disc(color), behind(s, color, own, False), target)
        return [placed, *dissolved(s, space, {space: 1})]
    if kind in ("remove", "recover"):
        target = "bag" if kind == "remove" else behind(s, color, own, True)
        return [Moved(disc(color), f"disc {name}", target)]
    if kind not in ("onto", "swap"):
        return []
    here = f"disc {SPACE_NAMES[s.space]}"
    there = f"disc {name}"
    count = int(height(s, s.space)) if kind == "swap" or s.phase == SHIFTING else 1
    gone = Moved(disc(color), here, there, count)
    if kind == "swap":
        return [gone, Moved(disc(color), there, here, int(height(s, space)))]
    return [gone, *dissolved(s, space, {space: count, int(s.space): -count})]


def dissolved(s: Position, space: int, change: dict[int, int]) -> Iterator[Moved]:
    """Seven discs leave each full tower of a color, one for each of its spaces. [T5.1, T5.2]"""
    color = int(color_of(s, space))
    heights = {
        other: int(height(s, other)) + change.get(other, 0)
        for other in range(int(s.laid_count) * 7)
        if color_of(s, other) == color
    }
    while max(heights.values()) >= TOWER:
        full = max(heights, key=lambda other: (heights[other], -other))
        heights[full] -= TOWER
        for other in heights:
            heights[other] += 1
            origin, target = f"disc {SPACE_NAMES[full]}", f"disc {SPACE_NAMES[other]}"
            yield Moved(disc(COLORS[color]), origin, target)


def behind(s: Position, color: str, own: bool, arrives: bool) -> str:
    """The place behind the screen of the seat on turn that a disc leaves or comes to."""
    if not own or not color:
        return f"seat {s.seat}"
    count = int(octet(s.hands[s.seat], COLORS.index(color)))
    return f"hand {color} {count if arrives else count - 1}"


def drawn_tile(s: Position, tile: str) -> Moved:
    """A bonus tile from its pile; without a kind while its drawer still chooses. [T7.3]"""
    pile = ("construction", "points")[s.points_bonus]
    piece: dict[str, str | int] = {"kind": "tile", "type": pile, "tile": tile}
    return Moved(piece, f"pile {pile}", f"tile {s.seat} {pile}")


def disc(color: str) -> dict[str, str | int]:
    """What is seen of a disc."""
    return {"kind": "disc", "color": color}
