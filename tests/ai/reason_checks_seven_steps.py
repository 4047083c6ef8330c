"""Whether what is said of 7 Steps is true, by its towers, its rules and its legal rows."""

from __future__ import annotations

from typing import Any

from colonnade.contract.packed import octet
from colonnade.games.seven_steps.material import (
    COLORS,
    CONSTRUCTION,
    POINTS,
    SPACE_NAMES,
)
from colonnade.games.seven_steps.moves import MOVES
from colonnade.games.seven_steps.state import color_of, height, held_tile
from tests.ai.reason_lines import Said, gained

COUNT, COUNT_TILE = MOVES.number("count"), MOVES.number("count tile")


def at(name: str) -> int:
    """The number of a space."""
    return SPACE_NAMES.index(name)


def first_level(state: Any, color: str) -> int:
    """Where a first disc of a color stands: above the lowest of its seven spaces."""
    wanted = COLORS.index(color)
    return 1 + min(
        int(height(state, space)) for space in range(49) if color_of(state, space) == wanted
    )


def hand(state: Any, seat: int, color: str) -> int:
    """Discs of a color behind a screen."""
    return int(octet(state.hands[seat], COLORS.index(color)))


def discs(said: Said) -> list[tuple[str, int]]:
    """Space and level of each disc of the line."""
    return [
        (str(row.fields["space"]), int(height(before, at(str(row.fields["space"])))) + 1)
        for row, before, _ in said.walk()
        if row.kind == "place"
    ]


def tile_name(said: Said, field: str = "tile") -> str:
    """A tile as the rules name it."""
    return str(said.fields[field]).removeprefix("tile.").replace("_", " ")


def counting(said: Said) -> tuple[Any, Any, Any]:
    """The step that counts the turn."""
    return next(step for step in said.walk() if step[0].kind in ("count", "count tile"))


def path(said: Said) -> None:
    """As many discs as were placed, from there to there, and counting them brings so much."""
    _, before, _ = counting(said)
    made = before.copy()
    made.apply(COUNT)
    ended = made.breakdown(said.seat)["unused tiles"]
    assert gained(before, made, said.seat) - ended == said.fields["points"]
    assert before.path_length == said.fields["count"]
    assert before.level == said.fields["level"]
    spaces = [(before.path >> (6 * i)) & 63 for i in range(before.path_length)]
    assert SPACE_NAMES[spaces[0] - 1] == said.fields["first"]
    assert SPACE_NAMES[spaces[-1] - 1] == said.fields["space"]


def points_tile(said: Said) -> None:
    """Counting with the tile brings so much more than without."""
    _, before, _ = counting(said)
    plain, with_tile = before.copy(), before.copy()
    plain.apply(COUNT)
    assert COUNT_TILE in before.legal()
    with_tile.apply(COUNT_TILE)
    # A tile that is used brings no two points at the end.
    worth = [
        state.scores()[said.seat] - state.breakdown(said.seat)["unused tiles"]
        for state in (plain, with_tile)
    ]
    assert worth[1] - worth[0] == said.fields["count"]
    assert POINTS[held_tile(before.points, said.seat)] == tile_name(said)
    used = counting(said)[0].kind == "count tile"
    assert used == said.reason.reason.endswith("points_tile")


def seven(said: Said) -> None:
    """A disc at level 7 there, on a space of that color."""
    assert (said.fields["space"], 7) in discs(said)
    assert COLORS[color_of(said.start, at(said.fields["space"]))] == said.color()


def high(said: Said) -> None:
    """The last disc of the line, there, at that level."""
    assert discs(said)[-1] == (said.fields["space"], said.fields["level"])
    assert COLORS[color_of(said.start, at(said.fields["space"]))] == said.color()


def climbs(said: Said) -> None:
    """The first and the last disc of the line."""
    made = discs(said)
    assert (made[0][1], made[-1][1]) == (said.fields["first"], said.fields["level"])


def all_discs(said: Said) -> None:
    """As many as the screen hid, and none is left when they are placed."""
    placed = [step for step in said.walk() if step[0].kind == "place"]
    assert len(placed) == said.fields["count"]
    assert sum(hand(said.start, said.seat, color) for color in COLORS) == len(placed)
    assert sum(hand(placed[-1][2], said.seat, color) for color in COLORS) == 0


def bonus(said: Said) -> None:
    """A tile of that type is due; whether one is held already, the sentence knows."""
    kind = str(said.fields["type"]).removeprefix("type.")
    _, before, _ = next(
        step for step in said.walk() if step[0].kind == "bonus" and step[0].fields["type"] == kind
    )
    tiles = before.construction if kind == "construction" else before.points
    assert (held_tile(tiles, said.seat) >= 0) == said.reason.reason.endswith("bonus")
    turn = [step for step in said.walk() if step[0].kind in ("count", "count tile")]
    assert all(gained(b, a, said.seat) <= 7 for _, b, a in turn)


def keep_tile(said: Said) -> None:
    """The one is held after it, the other is not."""
    row, _, after = next(step for step in said.walk() if step[0].kind == "keep")
    kept, rejected = tile_name(said), tile_name(said, "other")
    assert row.words == f"keep {kept} reject {rejected}"
    if kept in CONSTRUCTION:
        assert CONSTRUCTION[held_tile(after.construction, said.seat)] == kept
    else:
        assert POINTS[held_tile(after.points, said.seat)] == kept


def recover(said: Said) -> None:
    """The top disc of that tower comes behind the screen."""
    _, before, after = next(step for step in said.walk() if step[0].kind == "recover")
    space = at(said.fields["space"])
    assert height(before, space) == height(after, space) + 1
    color = said.color()
    assert hand(after, said.seat, color) == hand(before, said.seat, color) + 1


def lifts(said: Said) -> None:
    """The first disc stands there; without the tile such a disc could only begin lower."""
    space, level = discs(said)[0]
    assert level == said.fields["level"] > said.fields["other"]
    assert COLORS[color_of(said.start, at(space))] == said.color()
    first = next(row.kind for row, _, _ in said.walk())
    assert first == tile_name(said)
    without = [
        int(height(said.start, at(str(MOVES.rows[row].fields["space"])))) + 1
        for row in said.start.legal()
        if MOVES.rows[row].kind == "place"
        and COLORS[color_of(said.start, at(str(MOVES.rows[row].fields["space"])))] == said.color()
    ]
    assert first_level(said.start, said.color()) == said.fields["other"]
    assert set(without) <= {said.fields["other"]}


def raises(said: Said) -> None:
    """The color begins there now, and began lower before."""
    level = first_level(said.end, said.color())
    assert level == said.fields["level"] > first_level(said.start, said.color())
    left = hand(said.end, said.seat, said.color())
    assert left == said.fields.get("count", 0)


def keeps_start(said: Said) -> None:
    """Such a disc is left, and would begin there."""
    assert hand(said.end, said.seat, said.color()) > 0
    assert first_level(said.end, said.color()) == said.fields["level"]


def returns(said: Said) -> None:
    """So many go back, and none of them could begin higher."""
    gone = [str(row.fields["color"]) for row, _, _ in said.walk() if row.kind == "return"]
    assert len(gone) == said.fields["count"]
    assert max(first_level(said.end, color) for color in gone) == said.fields["level"]
    kept = [color for color in COLORS if hand(said.end, said.seat, color)]
    lowest = bool(kept) and all(first_level(said.end, c) > said.fields["level"] for c in kept)
    assert lowest == said.reason.reason.endswith("lowest")


def calls(said: Said) -> None:
    """The end is called by this line."""
    assert said.end.called
    assert not said.start.called
    scores = said.end.scores()
    lead = scores[said.seat] - max(s for seat, s in enumerate(scores) if seat != said.seat)
    if said.reason.reason.endswith("ahead"):
        assert lead == said.fields["count"] > 0
    else:
        assert lead <= 0


def keeps_low(said: Said) -> None:
    """The color begins lower after this line than after the other."""
    here, there = said.fields["level"], said.fields["other"]
    assert first_level(said.end, said.color()) == here == first_level(said.start, said.color())
    assert first_level(said.other_end, said.color()) == there > here


def better_start(said: Said) -> None:
    """The highest first level of what is left behind the screen, after either line."""
    for state, told in ((said.end, said.fields["level"]), (said.other_end, said.fields["other"])):
        left = [color for color in COLORS if hand(state, said.seat, color)]
        assert max(first_level(state, color) for color in left) == told
    assert said.fields["level"] > said.fields["other"]


def holds_tile(said: Said) -> None:
    """The tile was held, is still held after this line, and not after the other."""
    kind = tile_name(said)
    names, field = (CONSTRUCTION, "construction") if kind in CONSTRUCTION else (POINTS, "points")
    at = names.index(kind)
    held = [held_tile(getattr(s, field), said.seat) for s in (said.start, said.end, said.other_end)]
    assert held[0] == held[1] == at != held[2]


CHECKS = {
    "seven_steps.reason.path": path,
    "seven_steps.reason.points_tile": points_tile,
    "seven_steps.reason.saves_tile": points_tile,
    "seven_steps.reason.seven": seven,
    "seven_steps.reason.high": high,
    "seven_steps.reason.climbs": climbs,
    "seven_steps.reason.all_discs": all_discs,
    "seven_steps.reason.bonus": bonus,
    "seven_steps.reason.draws": bonus,
    "seven_steps.reason.keep_tile": keep_tile,
    "seven_steps.reason.recover": recover,
    "seven_steps.reason.lifts": lifts,
    "seven_steps.reason.raises": raises,
    "seven_steps.reason.raises_own": raises,
    "seven_steps.reason.keeps_start": keeps_start,
    "seven_steps.reason.returns": returns,
    "seven_steps.reason.returns_lowest": returns,
    "seven_steps.reason.calls": calls,
    "seven_steps.reason.calls_ahead": calls,
    "seven_steps.reason.keeps_low": keeps_low,
    "seven_steps.reason.better_start": better_start,
    "seven_steps.reason.holds_tile": holds_tile,
}
