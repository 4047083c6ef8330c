"""Whether what is said of Pagoda is true, by its fields, its rules and its legal rows."""

from __future__ import annotations

from typing import Any

from colonnade.contract.packed import count_bits, nibble
from colonnade.contract.play import settle
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER
from colonnade.games.pagoda.material import ABILITIES, ANY, COLORS
from colonnade.games.pagoda.moves import MOVES
from colonnade.games.pagoda.state import five
from tests.ai.reason_lines import Said, gained


def number(said: Said) -> int:
    """The floor told."""
    word, _, digit = str(said.fields["floor"]).partition(".")
    assert word == "floor"
    return int(digit)


def lot(said: Said) -> int:
    """The lot told, from 0."""
    return int(said.fields["lot"]) - 1


def held(state: Any, seat: int, color: str) -> int:
    """Cards of a color in display and hand."""
    at = COLORS.index(color)
    return int(nibble(five(state.display, seat), at) + nibble(five(state.hand, seat), at))


def shown(state: Any, seat: int, color: str) -> int:
    """Cards of a color in the open display."""
    return int(nibble(five(state.display, seat), COLORS.index(color)))


def has(state: Any, bits: str, at: int) -> bool:
    """A lot's bit."""
    return bool((getattr(state, bits) >> at) & 1)


def open_display(state: Any, seat: int, at: int) -> int:
    """Points that a seat's display could score with columns on a lot in one turn."""
    color = int(nibble(state.tops, at))
    free = 4 - int(nibble(state.columns, at))
    roofed = nibble(state.floors, at) == state.last_floor
    if has(state, "completed", at) or color == ANY or free == 0 or roofed:
        return 0
    count = min(int(nibble(five(state.display, seat), color)), free, 3)
    return count * (int(nibble(state.floors, at)) + 1)


def rival_turn(said: Said) -> Any:
    """The position in which the rival begins its turn."""
    state, _ = settle(said.end, Rng(3))
    while state.actor == said.seat:
        state.apply(MOVES.number("no fan"))
        state, _ = settle(state, Rng(3))
    assert state.actor == 1 - said.seat
    return state


def columns_on(said: Said, at: int, floor: int) -> list[tuple[Any, Any, Any]]:
    """The columns that the line builds on a floor of a lot."""
    return [
        (row, before, after)
        for row, before, after in said.walk()
        if row.kind == "column"
        and row.fields["lot"] == at + 1
        and nibble(before.floors, at) + 1 == floor
    ]


def columns(said: Said) -> None:
    """So many of this color, there, for so many points."""
    found = columns_on(said, lot(said), number(said))
    assert len(found) == said.fields["count"] > 0
    assert {row.fields["color"] for row, _, _ in found} == {said.color()}
    assert sum(gained(b, a, said.seat) for _, b, a in found) == said.fields["points"]


def spread(said: Said) -> None:
    """All columns of the line, on so many lots."""
    found = [step for step in said.walk() if step[0].kind == "column"]
    assert len(found) == said.fields["count"]
    assert len({row.fields["lot"] for row, _, _ in found}) == said.fields["lots"] > 1
    assert sum(gained(b, a, said.seat) for _, b, a in found) == said.fields["points"]


def tile(said: Said) -> None:
    """A tile on a full floor, with or without the columns below it, and its ability."""
    at, floor, name = lot(said), number(said), said.reason.reason
    _, before, after = next(
        step
        for step in said.walk()
        if step[0].kind == "tile"
        and step[0].fields["lot"] == at + 1
        and nibble(step[1].floors, at) + 1 == floor
    )
    assert nibble(before.columns, at) == 4
    below = columns_on(said, at, floor)
    points = gained(before, after, said.seat) + sum(gained(b, a, said.seat) for _, b, a in below)
    assert points == said.fields["points"]
    assert bool(below) == (".floor_" in name)
    if below:
        assert len(below) == said.fields["count"]
    base = int(nibble(before.tops, at))
    uses = [int(nibble(s.markers, said.seat * 5 + base)) for s in (before, after)]
    if name.endswith("_gives"):
        assert said.color("ability") == ABILITIES[base]
        assert uses[0] < uses[1] == 2
    else:
        assert uses[0] == uses[1]


def roof(said: Said) -> None:
    """A rooftop completes the lot; with its tile it brings so much."""
    at = lot(said)
    made = [step for step in said.walk() if step[0].kind in ("roof", "rooftop")]
    _, before, after = next(
        step for step in made if has(step[2], "completed", at) and not has(step[1], "completed", at)
    )
    points = gained(before, after, said.seat)
    for row, early, late in made:
        if row.kind == "roof" and row.fields["lot"] == at + 1:
            points += gained(early, late, said.seat)
    assert points == said.fields["points"]
    assert count_bits(after.completed) == said.fields["count"]


def shortage(said: Said) -> None:
    """The lot is completed in this turn, without a roof, and no such tile is left."""
    at, base = lot(said), COLORS.index(said.color())
    assert has(said.end, "completed", at)
    assert not has(said.start, "completed", at)
    assert nibble(said.end.floors, at) < said.end.last_floor
    assert nibble(said.end.tops, at) == base
    assert (said.end.tiles >> (base * 5)) & 0b11111 == 0


def third(said: Said) -> None:
    """The third pagoda stands; the second player has the last turn."""
    assert count_bits(said.start.completed) < 3 <= count_bits(said.end.completed)
    assert said.seat == 0
    assert said.end.actor != OVER
    scores = said.end.scores()
    lead = scores[0] - scores[1]
    assert abs(lead) == said.fields["count"]
    assert (lead > 0) == said.reason.reason.endswith("ahead")


def fourth(said: Said) -> None:
    """The Lantern was lit, and four columns stand."""
    assert any(row.kind == "lantern" for row, _, _ in said.walk())
    assert said.end.built == 4


def paid_by(said: Said) -> None:
    """A column or tile paid by a pair, with no card of the right color at hand."""
    ability = said.reason.reason.rpartition(".")[2]
    for row, before, after in said.walk():
        if row.fields.get("ability") != ability or row.fields.get("lot") != lot(said) + 1:
            continue
        needed = row.fields["color"]
        if row.kind == "tile":
            needed = COLORS[nibble(before.tops, lot(said))]
        if needed == said.color():
            assert held(before, said.seat, said.color()) == 0
            pay = said.color("pay")
            assert held(before, said.seat, pay) - held(after, said.seat, pay) == 2
            return
    raise AssertionError("no such payment")


def alternative(said: Said) -> None:
    """The one column of an alternative turn."""
    row, before, after = next(step for step in said.walk() if step[0].words.endswith("free"))
    assert row.fields == {"lot": lot(said) + 1, "color": said.color()}
    assert gained(before, after, said.seat) == said.fields["count"]


def dragon(said: Said) -> None:
    """So many cards go; so many of them fit nowhere."""
    gone = [str(row.fields["color"]) for row, _, _ in said.walk() if row.kind == "discard"]
    assert len(gone) == said.fields["count"]
    state = said.start
    lots = [at for at in range(6) if not has(state, "completed", at) and not has(state, "full", at)]
    tops = {int(nibble(state.tops, at)) for at in lots}
    idle = [c for c in gone if ANY not in tops and COLORS.index(c) not in tops]
    if "idle" in said.fields:
        assert len(idle) == said.fields["idle"]
    assert bool(idle) == (not said.reason.reason.endswith("dragon"))
    assert (len(idle) == len(gone)) == said.reason.reason.endswith("all")


def fan(said: Said) -> None:
    """The hand grows to four, so there is room for so many."""
    _, before, after = next(step for step in said.walk() if step[0].kind == "fan")
    assert after.goal == 4
    size = sum(held(before, said.seat, c) - shown(before, said.seat, c) for c in COLORS)
    assert said.fields["count"] == 4 - size


def no_fan(said: Said) -> None:
    """So many uses are left."""
    _, before, after = next(step for step in said.walk() if step[0].kind == "no fan")
    at = said.seat * 5 + ABILITIES.index("fan")
    assert nibble(before.markers, at) == nibble(after.markers, at) == said.fields["count"]


def keeps(said: Said) -> None:
    """The floor there has room in this color, and so many such cards are left."""
    at = lot(said)
    assert COLORS[nibble(said.end.tops, at)] == said.color()
    assert nibble(said.end.columns, at) < 4
    assert nibble(said.end.floors, at) + 1 == number(said)
    assert not has(said.end, "completed", at)
    assert held(said.end, said.seat, said.color()) == said.fields["count"] > 0


def opens(said: Said) -> None:
    """A tile sets the color of the floor above it; these are the cards for it."""
    at = lot(said)
    _, _, after = next(
        step
        for step in said.walk()
        if step[0].kind == "tile"
        and step[0].fields["lot"] == at + 1
        and step[0].fields["color"] == said.color()
        and nibble(step[2].floors, at) + 1 == number(said)
    )
    assert COLORS[nibble(after.tops, at)] == said.color()
    assert held(after, said.seat, said.color()) == said.fields["count"]
    theirs = shown(after, 1 - said.seat, said.color())
    assert theirs == said.fields["other"]
    assert (theirs == 0) == said.reason.reason.endswith("alone")


def begins(said: Said) -> None:
    """The lot was empty and has a first floor of that color now; these are the cards for it."""
    at = lot(said)
    assert nibble(said.start.columns, at) == nibble(said.start.floors, at) == 0
    assert nibble(said.end.floors, at) == 0 < nibble(said.end.columns, at) < 4
    assert COLORS[nibble(said.end.tops, at)] == said.color()
    assert held(said.end, said.seat, said.color()) == said.fields["count"]
    theirs = shown(said.end, 1 - said.seat, said.color())
    assert theirs == said.fields["other"] < said.fields["count"]


def rival_columns(said: Said) -> None:
    """The rival's next turn: these very columns can be built, for these points."""
    state = rival_turn(said)
    at = lot(said)
    assert nibble(state.floors, at) + 1 == number(said)
    before = state.copy()
    for _ in range(said.fields["count"]):
        row = MOVES.number(f"column {at + 1} {said.color()} display")
        assert row in state.legal()
        state.apply(row)
    assert gained(before, state, 1 - said.seat) == said.fields["points"]


def rival_tile(said: Said) -> None:
    """The rival's next turn: a tile there, paid from the display, is legal and gives that."""
    state = rival_turn(said)
    rival, at = 1 - said.seat, lot(said)
    legal = [MOVES.words(row) for row in state.legal()]
    found = [w for w in legal if w.startswith(f"tile {at + 1} for") and w.endswith("display")]
    assert [w for w in found if "buddha" not in w]
    base = int(nibble(state.tops, at))
    assert COLORS[base] == said.color()
    assert shown(state, rival, said.color()) > 0
    if "ability" in said.fields:
        assert said.color("ability") == ABILITIES[base]
        assert state.uses_given == 2
    else:
        assert state.uses_given == 0


def takes_floor(said: Said) -> None:
    """What the rival's display could score there before and after."""
    at, rival = lot(said), 1 - said.seat
    assert COLORS[nibble(said.start.tops, at)] == said.color()
    assert open_display(said.start, rival, at) == said.fields["points"]
    assert open_display(said.end, rival, at) == said.fields["left"]
    assert shown(said.start, rival, said.color()) >= said.fields["count"]


def takes_tile(said: Said) -> None:
    """The floor was full, and this line builds its tile."""
    at = lot(said)
    assert has(said.start, "full", at)
    assert COLORS[nibble(said.start.tops, at)] == said.color()
    assert shown(said.start, 1 - said.seat, said.color()) > 0
    rows = [row for row, _, _ in said.walk() if row.kind == "tile"]
    assert any(row.fields["lot"] == at + 1 for row in rows)


def no_floor(said: Said) -> None:
    """No floor waits for a tile after this line; after the other one does."""
    assert said.end.full == 0
    assert said.other_end.full != 0
    kinds = {MOVES.rows[row].kind for row in rival_turn(said).legal()}
    assert not kinds & {"tile", "roof"}


def spares(said: Said) -> None:
    """What the rival's display could score on this lot after either line."""
    at, rival = lot(said), 1 - said.seat
    assert open_display(said.end, rival, at) == said.fields["left"]
    assert open_display(said.other_end, rival, at) == said.fields["points"]
    assert said.fields["left"] < said.fields["points"]


def saves_ability(said: Said) -> None:
    """So many uses are left after this line, fewer after the other; it gained none."""
    at = said.seat * 5 + ABILITIES.index(said.color("ability"))
    had, here, there = (int(nibble(s.markers, at)) for s in (said.start, said.end, said.other_end))
    assert (here, there) == (said.fields["count"], said.fields["other"])
    assert there < here <= had


def pairs(said: Said) -> None:
    """Cards that equal another one, after either line."""
    for state, told in ((said.end, said.fields["count"]), (said.other_end, said.fields["other"])):
        cards = [held(state, said.seat, color) for color in COLORS]
        assert sum(count - 1 for count in cards if count) == told
    assert said.fields["count"] > said.fields["other"]


CHECKS = {
    "pagoda.reason.columns": columns,
    "pagoda.reason.floor_gives": tile,
    "pagoda.reason.floor_tile": tile,
    "pagoda.reason.tile_gives": tile,
    "pagoda.reason.tile_tile": tile,
    "pagoda.reason.roof": roof,
    "pagoda.reason.shortage": shortage,
    "pagoda.reason.third_ahead": third,
    "pagoda.reason.third_behind": third,
    "pagoda.reason.fourth": fourth,
    "pagoda.reason.rice": paid_by,
    "pagoda.reason.buddha": paid_by,
    "pagoda.reason.alternative": alternative,
    "pagoda.reason.dragon": dragon,
    "pagoda.reason.dragon_idle": dragon,
    "pagoda.reason.dragon_all": dragon,
    "pagoda.reason.spread": spread,
    "pagoda.reason.fan": fan,
    "pagoda.reason.no_fan": no_fan,
    "pagoda.reason.keeps": keeps,
    "pagoda.reason.begins": begins,
    "pagoda.reason.opens": opens,
    "pagoda.reason.opens_alone": opens,
    "pagoda.reason.rival_columns": rival_columns,
    "pagoda.reason.rival_tile": rival_tile,
    "pagoda.reason.rival_tile_plain": rival_tile,
    "pagoda.reason.takes_floor": takes_floor,
    "pagoda.reason.takes_tile": takes_tile,
    "pagoda.reason.no_floor": no_floor,
    "pagoda.reason.spares": spares,
    "pagoda.reason.saves_ability": saves_ability,
    "pagoda.reason.pairs": pairs,
}
