"""Whether what is said of Summer Pavilion is true, by its boards, its rules and its legal rows."""

from __future__ import annotations

from typing import Any

from colonnade.contract.packed import octet, octets, sum_octets
from colonnade.games.summer_pavilion.material import (
    COLORS,
    NUMBER_POINTS,
    POSITIONS,
    STARS,
    STRUCTURES,
    WILDS,
)
from colonnade.games.summer_pavilion.moves import MOVES
from colonnade.games.summer_pavilion.scoring import NUMBER_MASKS, star_points
from colonnade.games.summer_pavilion.state import NOBODY, PLACE_TILE, PLACING, price
from tests.ai.reason_lines import Said, gained

FULL = 0b111111


def held(state: Any, seat: int, color: str) -> int:
    """Tiles of a color beside a board."""
    return int(octet(state.hands[seat], COLORS.index(color)))


def star(said: Said) -> int:
    """The star told, by its number; on the grey board its name says where it is."""
    word, _, name = str(said.fields["star"]).partition(".")
    colored = said.start.grey == 0 or name == "center"
    assert word == ("star" if colored else "grey")
    return STARS.index(name)


def ring(state: Any, seat: int, at: int) -> int:
    """The filled positions of a star."""
    return int(state.filled[seat] >> (at * POSITIONS)) & FULL


def placings(state: Any, seat: int, at: int, position: int) -> list[int]:
    """The rows by which a seat could fill a space now, were it its turn to place."""
    now = state.copy()
    now.seat = now.actor = seat
    now.phase, now.stage = PLACE_TILE, PLACING
    rows = []
    for row in now.legal():
        fields = MOVES.rows[row].fields
        if MOVES.rows[row].kind == "place" and fields["star"] == STARS[at]:
            rows += [row] if fields["position"] == position else []
    return rows


def place_there(state: Any, seat: int, row: int) -> Any:
    """The position after such a placement."""
    now = state.copy()
    now.seat = now.actor = seat
    now.phase, now.stage = PLACE_TILE, PLACING
    now.apply(row)
    return now


def empty_at(state: Any, seat: int, space: int) -> bool:
    """Whether a space of a board is empty."""
    return not (state.filled[seat] >> space) & 1


def only(said: Said, kind: str) -> tuple[Any, Any, Any]:
    """The one step of a kind."""
    found = [step for step in said.walk() if step[0].kind == kind]
    assert len(found) == 1
    return found[0]


# Taking


def takes(said: Said) -> None:
    """So many come, and so many there are then."""
    _, before, after = only(said, "take")
    color = said.color()
    had, has = held(before, said.seat, color), held(after, said.seat, color)
    assert (has - had, has) == (said.fields["count"], said.fields["total"])


def wild(said: Said) -> None:
    """One tile of the wild color comes with tiles of another."""
    row, before, after = only(said, "take")
    color = COLORS[before.wild]
    assert color == said.color() != row.fields["color"]
    assert held(after, said.seat, color) == held(before, said.seat, color) + 1
    assert held(after, said.seat, color) == said.fields["count"]


def marker(said: Said) -> None:
    """The marker lay in the center; who takes it loses points and begins phase 2."""
    _, before, after = only(said, "take")
    assert before.marker == NOBODY
    assert after.marker == said.seat
    assert -gained(before, after, said.seat) == said.fields["count"]


def center(said: Said) -> None:
    """The center holds so many, and held fewer."""
    _, before, after = only(said, "take")
    at = COLORS.index(said.color())
    assert octet(after.sources[9], at) == said.fields["count"] > octet(before.sources[9], at)


def several(said: Said) -> None:
    """The cheapest spaces of the star, paid one after the other, are so many."""
    _, _, after = only(said, "take")
    at, color = star(said), said.color()
    assert STARS[at] == color
    funds = held(after, said.seat, color)
    assert funds == said.fields["total"]
    costs = sorted(
        int(price(after, at, p)) for p in range(6) if not (ring(after, said.seat, at) >> p) & 1
    )
    count = sum(sum(costs[: i + 1]) <= funds for i in range(len(costs)))
    assert count == said.fields["count"]


def fits_star(said: Said) -> None:
    """So many of the star's spaces are filled, and one more of that color is allowed there."""
    row, before, _ = only(said, "take")
    at = star(said)
    assert row.fields["color"] == said.color()
    assert ring(before, said.seat, at).bit_count() == said.fields["count"]
    whole = before.copy()
    whole.filled[said.seat] |= FULL << (at * POSITIONS)
    whole.used[said.seat] |= (1 << COLORS.index(said.color())) << (at * POSITIONS)
    assert star_points(whole, said.seat, at) == said.fields["points"]


def next_wild(said: Said) -> None:
    """The color taken is wild in the next round."""
    row, before, _ = only(said, "take")
    assert said.fields["round"] == before.round + 1 <= 6
    assert row.fields["color"] == said.color() == COLORS[WILDS[before.round]]


def payable(said: Said) -> None:
    """The rules let the seat fill that space with what it has then, and not with what it had."""
    at, position, name = star(said), int(said.fields["position"]), said.reason.reason
    if ".picks_for" in name:
        before = next(b for row, b, _ in said.walk() if row.kind == "pick")
        assert not placings(before, said.seat, at, position)
    elif ".takes_for" in name:
        assert not placings(said.start, said.seat, at, position)
    rows = placings(said.end, said.seat, at, position)
    assert rows
    # Of several colors that fit, one brings what is told.
    ends = [place_there(said.end, said.seat, row) for row in rows]
    points = {gained(said.end, after, said.seat) for after in ends}
    assert points == {said.fields["count"]}
    if "points" in said.fields:
        assert said.fields["points"] in {star_points(after, said.seat, at) for after in ends}
    if "tiles" in said.fields:
        assert (
            completed_by(said.end, said.seat, at * POSITIONS + position - 1) == said.fields["tiles"]
        )


def completed_by(state: Any, seat: int, space: int) -> int:
    """The bonus tiles of the structures that a tile on a space would complete."""
    filled = int(state.filled[seat]) | 1 << space
    return sum(
        tiles
        for tiles, spaces in STRUCTURES
        if space in spaces and all((filled >> one) & 1 for one in spaces)
    )


def denies(said: Said) -> None:
    """With the very tiles that are taken, the next seat could fill that space."""
    _, before, after = only(said, "take")
    rival = (said.seat + 1) % before.seats
    at, position = star(said), int(said.fields["position"])
    assert not placings(before, rival, at, position)
    now = before.copy()
    for color in range(6):
        came = held(after, said.seat, COLORS[color]) - held(before, said.seat, COLORS[color])
        now.hands[rival] += octets(came, color)
    rows = placings(now, rival, at, position)
    assert said.color() in {MOVES.rows[row].fields["color"] for row in rows}
    came = held(after, said.seat, said.color()) - held(before, said.seat, said.color())
    assert came == said.fields["count"]


# Placing


def placed(said: Said) -> tuple[Any, Any, Any]:
    """The placement on the space told."""
    row, before, after = only(said, "place")
    assert row.fields["star"] == STARS[star(said)]
    assert row.fields["position"] == said.fields["position"]
    return row, before, after


def arc(said: Said) -> None:
    """The placement brings a point for each tile of its arc."""
    _, before, after = placed(said)
    assert gained(before, after, said.seat) == said.fields["count"]


def structure(said: Said) -> None:
    """So many bonus tiles are owed, for these structures."""
    row, before, after = placed(said)
    space = STARS.index(str(row.fields["star"])) * POSITIONS + int(row.fields["position"]) - 1
    filled = int(after.filled[said.seat])
    done = [
        tiles
        for tiles, spaces in STRUCTURES
        if space in spaces and all((filled >> one) & 1 for one in spaces)
    ]
    assert after.owed == said.fields["count"] == min(sum(done), int(sum_octets(before.supply)))
    word, _, what = str(said.fields["what"]).partition(".")
    if word == "a":
        assert done == [{"pillar": 1, "statue": 2, "window": 3}[what]]
    else:
        assert len(done) == int(what) > 1


def full_star(said: Said) -> None:
    """The star is full after the line, and what it brings is what the end books."""
    at = star(said)
    assert ring(said.start, said.seat, at) != FULL == ring(said.end, said.seat, at)
    assert star_points(said.end, said.seat, at) == said.fields["count"]


def full_number(said: Said) -> None:
    """All spaces of the number are filled after the line."""
    number = int(said.fields["number"]) - 1
    mask = NUMBER_MASKS[said.start.grey * 4 + number]
    assert said.start.filled[said.seat] & mask != mask
    assert said.end.filled[said.seat] & mask == mask
    assert said.fields["count"] == NUMBER_POINTS[number]


def near_star(said: Said) -> None:
    """So many spaces are empty; filled with what fits, the star brings so much."""
    at = star(said)
    now = said.end.copy()
    assert 6 - ring(now, said.seat, at).bit_count() == said.fields["count"]
    now.filled[said.seat] |= FULL << (at * POSITIONS)
    used = (now.used[said.seat] >> (at * POSITIONS)) & FULL
    if at == 6 and not now.grey:
        used = FULL
    if int(used).bit_count() > 1:
        assert said.fields["points"] == 12
    else:
        assert said.fields["points"] == star_points(now, said.seat, at)


def near_number(said: Said) -> None:
    """One space of the number is empty."""
    number = int(said.fields["number"]) - 1
    mask = int(NUMBER_MASKS[said.start.grey * 4 + number])
    assert (mask & ~int(said.end.filled[said.seat])).bit_count() == 1
    assert said.fields["points"] == NUMBER_POINTS[number]


def near_structure(said: Said) -> None:
    """That space is the one that lacks, around a structure of that kind."""
    space = star(said) * POSITIONS + int(said.fields["position"]) - 1
    assert empty_at(said.end, said.seat, space)
    kind = str(said.fields["what"]).removeprefix("the.")
    tiles = {"pillar": 1, "statue": 2, "window": 3}[kind]
    assert tiles == said.fields["count"]
    lacking = [
        [one for one in spaces if empty_at(said.end, said.seat, one)]
        for worth, spaces in STRUCTURES
        if worth == tiles and space in spaces
    ]
    assert [space] in lacking


def wilds(said: Said) -> None:
    """What the placement takes of the wild color."""
    row, before, after = only(said, "place")
    color = COLORS[before.wild]
    assert color == said.color() != row.fields["color"]
    spent = held(before, said.seat, color) - held(after, said.seat, color)
    if said.reason.reason.endswith("saves_wilds"):
        assert spent == 0
        assert held(before, said.seat, color) == said.fields["count"] > 0
    else:
        assert spent == said.fields["count"] > 0


def picks(said: Said) -> None:
    """So many of the color are picked, and so many there are then."""
    color = said.color()
    made = [row for row, _, _ in said.walk() if row.kind == "pick"]
    assert sum(row.fields["color"] == color for row in made) == said.fields["count"]
    assert held(said.end, said.seat, color) == said.fields["total"]
    wild = COLORS[said.start.wild] == color
    assert wild == said.reason.reason.endswith("wild")


# Passing


def nothing_fits(said: Said) -> None:
    """No placement is legal."""
    _, before, _ = only(said, "pass")
    assert not [row for row in before.legal() if MOVES.rows[row].kind == "place"]


def keeps(said: Said) -> None:
    """So many are kept; of the next round's wild color, so many."""
    kept = [str(row.fields["color"]) for row, _, _ in said.walk() if row.kind == "keep"]
    assert said.fields["round"] == said.start.round + 1 <= 6
    wild = COLORS[WILDS[said.start.round]]
    if said.reason.reason.endswith("wild"):
        assert said.color() == wild
        assert kept.count(wild) == said.fields["count"] > 0
    else:
        assert wild not in kept
        assert len(kept) == said.fields["count"]


def keeps_all(said: Said) -> None:
    """All tiles beside the board are kept, and no point is lost."""
    kept = [row for row, _, _ in said.walk() if row.kind == "keep"]
    count = sum(held(said.start, said.seat, color) for color in COLORS)
    assert len(kept) == count == said.fields["count"]
    assert gained(said.start, said.end, said.seat) == 0


def loses(said: Said) -> None:
    """The line costs so much."""
    lost = [-gained(b, a, said.seat) for _, b, a in said.walk() if gained(b, a, said.seat) < 0]
    assert sum(lost) == said.fields["count"] > 0


CHECKS = {
    f"summer_pavilion.reason.{name}": check
    for name, check in {
        "takes": takes,
        "wild": wild,
        "marker": marker,
        "center": center,
        "several": several,
        "fits_star": fits_star,
        "next_wild": next_wild,
        "takes_for": payable,
        "takes_for_star": payable,
        "takes_for_structure": payable,
        "picks_for": payable,
        "picks_for_star": payable,
        "picks_for_structure": payable,
        "then": payable,
        "then_star": payable,
        "then_structure": payable,
        "denies": denies,
        "arc": arc,
        "structure": structure,
        "star": full_star,
        "number": full_number,
        "near_star": near_star,
        "near_number": near_number,
        "near_structure": near_structure,
        "saves_wilds": wilds,
        "uses_wilds": wilds,
        "picks": picks,
        "picks_wild": picks,
        "nothing_fits": nothing_fits,
        "keeps": keeps,
        "keeps_wild": keeps,
        "keeps_all": keeps_all,
        "loses": loses,
    }.items()
}
