"""Rows by name: the digits of every row say what its fields say, and nobody else works them out.

What is legal, and what a row does, is tested section by section in the folders beside this file.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from colonnade.contract.moves import MoveTable, Row
from colonnade.games.pagoda import material as pagoda_box
from colonnade.games.pagoda import moves as pagoda
from colonnade.games.seven_steps import material as steps_box
from colonnade.games.seven_steps import moves as steps
from colonnade.games.summer_pavilion import material as pavilion_box
from colonnade.games.summer_pavilion import moves as pavilion
from tests.cli.command import ROOT

Digits = Callable[[int], dict[str, Any]]  # what the decoders make of a row, in words


def pagoda_cards(lot: Callable[[int], int]) -> Digits:
    """Rows paid with one card, whichever block they are of."""
    return lambda row: {
        "lot": lot(row) + 1,
        "color": pagoda_box.COLORS[pagoda.card_color(row)],
        "source": pagoda_box.SOURCES[pagoda.card_source(row)],
    }


def pagoda_pairs(ability: str, lot: Callable[[int], int], color: Callable[[int], int]) -> Digits:
    """Rows paid with two equal cards through an ability."""
    return lambda row: {
        "lot": lot(row) + 1,
        "color": pagoda_box.COLORS[color(row)],
        "ability": ability,
        **paid(row),
    }


def paid(row: int) -> dict[str, Any]:
    """The two equal cards of a row."""
    return {
        "pay": pagoda_box.COLORS[pagoda.pay_color(row)],
        "pair": pagoda_box.PAIRS[pagoda.pay_pair(row)],
    }


def card_kind(row: int) -> dict[str, Any]:
    """A discarded card."""
    kind = pagoda.discard_kind(row)
    return {
        "color": pagoda_box.COLORS[pagoda.kind_color(kind)],
        "source": pagoda_box.SOURCES[pagoda.kind_source(kind)],
    }


# Of each block with more than one digit: its first row, the row after its last, its digits.
PAGODA: list[tuple[int, int, Digits]] = [
    (pagoda.COLUMN, pagoda.COLUMN_RICE, pagoda_cards(pagoda.column_lot)),
    (
        pagoda.COLUMN_RICE,
        pagoda.TILE,
        pagoda_pairs("rice", pagoda.rice_column_lot, pagoda.rice_column_color),
    ),
    (pagoda.TILE, pagoda.TILE_BUDDHA, pagoda_cards(pagoda.tile_lot)),
    (
        pagoda.TILE_BUDDHA,
        pagoda.ROOF,
        pagoda_pairs("buddha", pagoda.buddha_tile_lot, pagoda.buddha_tile_color),
    ),
    (pagoda.ROOF, pagoda.ROOF_BUDDHA, pagoda_cards(pagoda.roof_lot)),
    (
        pagoda.ROOF_BUDDHA,
        pagoda.ROOFTOP,
        pagoda_pairs("buddha", pagoda.buddha_roof_lot, pagoda.buddha_roof_color),
    ),
    (
        pagoda.ROOFTOP,
        pagoda.ROOFTOP_RICE,
        lambda row: {
            "color": pagoda_box.COLORS[pagoda.rooftop_color(row)],
            "pair": pagoda_box.PAIRS[pagoda.pay_pair(row)],
        },
    ),
    (
        pagoda.ROOFTOP_RICE,
        pagoda.COLUMN_FREE,
        lambda row: {
            "color": pagoda_box.COLORS[pagoda.rice_rooftop_color(row)],
            "source": pagoda_box.SOURCES[pagoda.rice_rooftop_source(row)],
            "ability": "rice",
            **paid(row),
        },
    ),
    (
        pagoda.COLUMN_FREE,
        pagoda.DISCARD,
        lambda row: {
            "lot": pagoda.free_column_lot(row) + 1,
            "color": pagoda_box.COLORS[pagoda.free_column_color(row)],
        },
    ),
    (pagoda.DISCARD, pagoda.LANTERN_LIT, card_kind),
]
STEPS: list[tuple[int, int, Digits]] = [
    (
        steps.KEEP_CONSTRUCTION,
        steps.KEEP_POINTS,
        lambda row: {
            "tile": steps_box.CONSTRUCTION[steps.kept_construction(row)],
            "rejected": steps_box.CONSTRUCTION[steps.rejected_construction(row)],
        },
    ),
    (
        steps.KEEP_POINTS,
        steps.RETURN,
        lambda row: {
            "tile": steps_box.POINTS[steps.kept_points(row)],
            "rejected": steps_box.POINTS[steps.rejected_points(row)],
        },
    ),
    (
        steps.LAY,
        steps.ROTATE,
        lambda row: {
            "place": steps_box.PLACES[steps.lay_place(row)],
            "segment": steps.lay_segment(row) + 1,
        },
    ),
    (
        steps.ROTATE,
        steps.DRAW,
        lambda row: {
            "place": steps_box.PLACES[steps.rotate_place(row)],
            "steps": steps.rotate_steps(row),
        },
    ),
]
CENTER_SOURCE = pavilion_box.MOST_FACTORIES
PAVILION: list[tuple[int, int, Digits]] = [
    (
        pavilion.TAKE,
        pavilion.take_row(CENTER_SOURCE, 0),
        lambda row: {
            "source": "factory",
            "factory": pavilion.take_source(row) + 1,
            "color": pavilion_box.COLORS[pavilion.take_color(row)],
        },
    ),
    (
        pavilion.take_row(CENTER_SOURCE, 0),
        pavilion.PLACE,
        lambda row: {
            "source": "center" if pavilion.take_source(row) == CENTER_SOURCE else "factory",
            "color": pavilion_box.COLORS[pavilion.take_color(row)],
        },
    ),
    (
        pavilion.PLACE,
        pavilion.PICK,
        lambda row: {
            "star": pavilion_box.STARS[pavilion.place_space(row) // pavilion_box.POSITIONS],
            "position": pavilion.place_space(row) % pavilion_box.POSITIONS + 1,
            "color": pavilion_box.COLORS[pavilion.place_color(row)],
            "wilds": pavilion.place_wilds(row),
        },
    ),
    (
        pavilion.DRAW_FACTORY,
        len(pavilion.MOVES),
        lambda row: {
            "color": pavilion_box.COLORS[pavilion.draw_color(row)],
            "target": "factory",
            "factory": pavilion.draw_factory(row) + 1,
        },
    ),
]
BLOCKS = [
    pytest.param(table, *block, id=f"{key}-{block[0]}")
    for key, table, blocks in (
        ("pagoda", pagoda.MOVES, PAGODA),
        ("seven_steps", steps.MOVES, STEPS),
        ("summer_pavilion", pavilion.MOVES, PAVILION),
    )
    for block in blocks
]


@pytest.mark.parametrize(("table", "first", "end", "digits"), BLOCKS)
def test_digits_say_what_the_fields_say(
    table: MoveTable, first: int, end: int, digits: Digits
) -> None:
    """Of every row of every block, all fields, and no others."""
    for row in range(first, end):
        assert digits(row) == table.rows[row].fields, table.words(row)


def test_every_row_of_several_fields_has_digits() -> None:
    """No block is forgotten above; draws of Pagoda are two blocks of one digit."""
    blocks = {"pagoda": PAGODA, "seven_steps": STEPS, "summer_pavilion": PAVILION}
    tables = {"pagoda": pagoda.MOVES, "seven_steps": steps.MOVES, "summer_pavilion": pavilion.MOVES}
    for key, table in tables.items():
        told = {row for first, end, _ in blocks[key] for row in range(first, end)}
        for number, row in enumerate(table.rows):
            constant = {"draw"} if key == "pagoda" else set()
            if number not in told and row.kind not in constant:
                assert len(digits_of(row)) <= 1, row.words


def digits_of(row: Row) -> dict[str, Any]:
    """The fields of a row that differ within its block."""
    return {name: value for name, value in row.fields.items() if name not in ("target", "type")}


def test_rows_come_back_from_their_digits() -> None:
    """Each function that makes a row is the reverse of the ones that read it."""
    p, s, v = pagoda, steps, pavilion
    for row in range(p.COLUMN, p.COLUMN_RICE):
        assert p.column_row(p.column_lot(row), p.card_color(row), p.card_source(row)) == row
    for row in range(p.TILE, p.TILE_BUDDHA):
        assert p.tile_row(p.tile_lot(row), p.card_color(row), p.card_source(row)) == row
    for row in range(p.ROOF, p.ROOF_BUDDHA):
        assert p.roof_row(p.roof_lot(row), p.card_color(row), p.card_source(row)) == row
    for first, end, lot, color, made in (
        (p.COLUMN_RICE, p.TILE, p.rice_column_lot, p.rice_column_color, p.rice_column_row),
        (p.TILE_BUDDHA, p.ROOF, p.buddha_tile_lot, p.buddha_tile_color, p.buddha_tile_row),
        (p.ROOF_BUDDHA, p.ROOFTOP, p.buddha_roof_lot, p.buddha_roof_color, p.buddha_roof_row),
    ):
        for row in range(first, end):
            assert made(lot(row), color(row), p.pay_color(row), p.pay_pair(row)) == row
    for row in range(p.ROOFTOP, p.ROOFTOP_RICE):
        assert p.rooftop_row(p.rooftop_color(row), p.pay_pair(row)) == row
    for row in range(p.ROOFTOP_RICE, p.COLUMN_FREE):
        digits = p.rice_rooftop_color(row), p.rice_rooftop_source(row)
        assert p.rice_rooftop_row(*digits, p.pay_color(row), p.pay_pair(row)) == row
    for row in range(p.COLUMN_FREE, p.DISCARD):
        assert p.free_column_row(p.free_column_lot(row), p.free_column_color(row)) == row
    for row in range(p.DISCARD, p.LANTERN_LIT):
        kind = p.discard_kind(row)
        assert p.discard_row(p.kind_color(kind), p.kind_source(kind)) == row
    for row in range(s.KEEP_CONSTRUCTION, s.KEEP_POINTS):
        kept = s.kept_construction(row)
        assert s.keep_construction_row(kept, s.rejected_construction(row)) == row
    for row in range(s.KEEP_POINTS, s.RETURN):
        assert s.keep_points_row(s.kept_points(row), s.rejected_points(row)) == row
    for row in range(s.LAY, s.ROTATE):
        assert s.lay_row(s.lay_place(row), s.lay_segment(row)) == row
    for row in range(s.ROTATE, s.DRAW):
        assert s.rotate_row(s.rotate_place(row), s.rotate_steps(row)) == row
    for row in range(v.TAKE, v.PLACE):
        assert v.take_row(v.take_source(row), v.take_color(row)) == row
    for row in range(v.PLACE, v.PICK):
        assert v.place_row(v.place_space(row), v.place_color(row), v.place_wilds(row)) == row
    for row in range(v.DRAW_FACTORY, len(v.MOVES)):
        assert v.draw_row(v.draw_factory(row), v.draw_color(row)) == row


def test_steps_lead_from_one_digit_to_the_next() -> None:
    """Loops that step through a block meet the rows of the next color and space."""
    assert pagoda.column_row(0, 1, 0) - pagoda.column_row(0, 0, 0) == pagoda.COLOR_STEP
    assert pagoda.discard_row(1, 0) - pagoda.discard_row(0, 0) == pagoda.COLOR_STEP
    first = pagoda.buddha_tile_row(0, 0, 0, 0)
    assert pagoda.buddha_tile_row(0, 0, 1, 0) - first == pagoda.PAY_STEP
    row = pavilion.PLACE
    assert pavilion.place_color(row + pavilion.COLOR_STEP) == 1
    assert pavilion.place_wilds(row + pavilion.COLOR_STEP) == 0
    assert pavilion.place_space(row + pavilion.SPACE_STEP) == 1
    assert pavilion.place_color(row + pavilion.SPACE_STEP) == 0


# Nobody else works digits out

SOURCES = ROOT / "src" / "colonnade"
READERS = [
    path
    for folder in (SOURCES / "games", SOURCES / "ai" / "judges")
    for path in sorted(folder.rglob("*.py"))
    if path.name not in ("moves.py", "network.py", "linear.py")  # those two know rows of any game
]
SPLITTING = (ast.FloorDiv, ast.Mod, ast.RShift, ast.BitAnd)


def names_in(node: ast.expr) -> Iterator[str]:
    """The names that an expression is made of; what a call makes of its arguments is its own."""
    if isinstance(node, ast.Call | ast.Subscript):
        return
    if isinstance(node, ast.Name):
        yield node.id
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            yield from names_in(child)


def mistakes(text: str) -> list[str]:
    """Where a text takes a row apart by its divisors, or puts one together by its factors."""
    tree = ast.parse(text)
    firsts = {
        name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").endswith(".moves")
        for name in node.names
        if name.name.isupper() and not name.name.endswith("_STEP")
    }
    functions: list[ast.AST] = [
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)
    ]
    return [line for part in (functions or [tree]) for line in mistakes_in(part, firsts)]


def mistakes_in(part: ast.AST, firsts: set[str]) -> Iterator[str]:
    """The same of one function; `at = move - TILE` makes a row of `at`."""
    rows = {"row", "move", *firsts}
    for node in ast.walk(part):
        if isinstance(node, ast.Assign) and {*names_in(node.value)} & rows:
            rows |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    for node in ast.walk(part):
        if not isinstance(node, ast.BinOp):
            continue
        multiplied = any(isinstance(inner, ast.Mult) for inner in ast.walk(node))
        if (isinstance(node.op, SPLITTING) and {*names_in(node.left)} & rows) or (
            isinstance(node.op, ast.Add) and multiplied and {*names_in(node)} & firsts
        ):
            yield f"{node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize("path", READERS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_only_moves_work_out_digits(path: Path) -> None:
    """Divisors and factors of rows stand in moves.py alone."""
    assert mistakes(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "lot = row // 10",
        "at = move - TILE\nlot = (at // 15) % 5",
        "hand = move & 1",
        "color = (row >> 1) % 5",
        "row = TILE + lot * 10 + color",
        "rows[n] = LAY + s.laid_count * 7 + choice",
    ],
)
def test_digits_worked_out_elsewhere_are_found(line: str) -> None:
    """The test above sees what it is there for."""
    assert mistakes("from colonnade.games.any.moves import LAY, TILE\n" + line)


def test_plain_arithmetic_is_not_suspected() -> None:
    """Blocks of one digit, digits by name and things that are no rows."""
    text = """
from colonnade.games.any.moves import COLOR_STEP, PICK, tile_lot
color = row - PICK
rows[n] = PICK + color
row += COLOR_STEP
star = tile_lot(row) // 6
hand = nibble(packed, tile_lot(row)) & 1
"""
    assert mistakes(text) == []
