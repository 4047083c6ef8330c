"""What the page knows of the wire and the games is what Python has; no type is guessed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from colonnade.contract.game import Game
from colonnade.contract.moves import MoveTable, Row
from colonnade.contract.view import one_of
from tools import typescript
from tools.typescript import PLACE, ROOT, Names, Unsupported, interface, named, stale, value_text

pytestmark = pytest.mark.once
Color = Annotated[str, one_of(("red", "dark blue"))]
Count = Annotated[int, Meta(ge=0)]
Discs = dict[Color, Count]


class Seen(msgspec.Struct):
    """A struct of the server's: all of it is sent."""

    color: Color
    counts: Discs | None
    every: Annotated[dict[Color, Count], Meta(min_length=2)]
    pairs: list[tuple[Color, bool]]
    names: dict[str, str | int]
    either: list[Color | None] = []


class Left(msgspec.Struct, omit_defaults=True):
    """Defaults are left out."""

    kind: Literal["move", "undo"] = "move"


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """A body: what has a default need not be sent."""

    ply: int
    seat: int | None = None


class Odd(msgspec.Struct):
    """Nobody has said what this is on the page."""

    fine: int
    number: complex


@pytest.fixture
def names() -> Names:
    """What a module with a constant and three names calls its types."""
    module = ModuleType("sample")
    vars(module).update(Color=Color, Count=Count, Discs=Discs, Text=str, COLORS=("red",))
    return named({"COLORS": ("red", "dark blue"), "SEATS": 2}, module)


def test_files_are_what_python_has() -> None:
    """Nothing in gen/ was edited or forgotten; `make types` writes it."""
    assert stale(ROOT / PLACE) == []


def test_every_file_says_that_it_is_built() -> None:
    """Who opens one sees it at once."""
    for name, text in typescript.files().items():
        if name.endswith(".json"):
            continue  # it has no room for a comment
        assert text.startswith("// Built, never edited: `make types` writes it anew")


def test_every_struct_of_the_wire_is_there() -> None:
    """With each of its fields, by name."""
    text = typescript.files()["wire.ts"]
    for cls in (cls for module in typescript.WIRE for cls in typescript.structs(module)):
        body = re.search(rf"^export interface {cls.__name__} {{\n(.*?)^}}", text, re.M | re.S)
        assert body is not None, cls
        assert tuple(re.findall(r"^  (\w+)\??:", body[1], re.M)) == cls.__struct_fields__


def test_interfaces(names: Names) -> None:
    """Names are found again, dicts by their keys, and what may be left out is marked."""
    assert interface(Seen, names, {}).splitlines()[1:] == [
        "export interface Seen {",
        "  color: Color;",
        "  counts: Discs | null;",
        "  every: Record<Color, number>;",
        "  pairs: [Color, boolean][];",
        "  names: Record<string, string | number>;",
        "  either: (Color | null)[];",
        "}",
    ]
    assert '  kind?: "move" | "undo";' in interface(Left, names, {})
    assert "  ply: number;\n  seat?: number | null;" in interface(Asked, names, {})
    assert "  ply: Ply;" in interface(Asked, names, {"ply": "Ply"})


def test_names_of_types(names: Names) -> None:
    """A list of names is told once, by its constant; a plain number needs no name."""
    assert names.lines == [
        "export type Color = (typeof COLORS)[number];",
        "export type Discs = Partial<Record<Color, number>>;",
    ]
    assert names.values(["dark blue", "red"]) == "Color"
    assert names.values(["rice"]) == '"rice"'


def test_a_type_without_typescript_is_named(names: Names) -> None:
    """The error says which field it is, rather than that a wrong type is written."""
    with pytest.raises(Unsupported, match=r"Odd\.number: .*complex"):
        interface(Odd, names, {})


def test_kinds_of_moves(names: Names) -> None:
    """Rows of a kind with the same fields are one shape; those with others are another."""
    rows = [
        Row("lay 1 red", "lay", {"lot": 1, "color": "red"}),
        Row("lay 2 dark blue", "lay", {"lot": 2, "color": "dark blue"}),
        Row("lay hidden", "lay"),
        Row("pay red rice", "pay", {"by": "rice"}),
    ]
    assert typescript.move_types(MoveTable(rows), names) == [
        '{ kind: "lay"; lot: number; color: Color }',
        '{ kind: "lay" }',
        '{ kind: "pay"; by: "rice" }',
    ]


@pytest.mark.parametrize("game", typescript.own_games(), ids=lambda game: game.key)
def test_every_row_has_its_kind(game: Game) -> None:
    """Each row of a move table fits one of the written shapes."""
    text = typescript.game_file(game)
    shapes = re.findall(r'^  \| \{ kind: "([^"]+)"(.*) \};?$', text, re.M)
    known = {(kind, tuple(re.findall(r"; (\w+):", rest))) for kind, rest in shapes}
    assert {(row.kind, tuple(row.fields)) for row in game.moves.rows} == known


@pytest.mark.parametrize(
    "value",
    [3, "it's", True, (1, (2, 3)), {"a b": (1,), "c": {2: "d"}}, tuple(range(200)), ()],
    ids=repr,
)
def test_constants_are_written_whole(value: Any) -> None:
    """Read back, a constant is what it was; no line is too long."""
    text = value_text(value, 60)
    assert all(len(line) <= 100 for line in text.splitlines())
    plain = re.sub(r",(\s*[\]}])", r"\1", re.sub(r"([{,]\s*)(\w+):", r'\1"\2":', text))
    assert json.loads(plain) == json.loads(json.dumps(value))


def test_check_and_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`--check` names each file that differs, is missing or is nobody's; writing repairs it."""
    monkeypatch.setattr(typescript, "ROOT", tmp_path)
    games = [path.name for path in (ROOT / PLACE).glob("*.ts")]
    monkeypatch.setattr(typescript, "files", lambda: dict.fromkeys(games, "text\n"))
    monkeypatch.setattr("sys.argv", ["typescript", "--check"])
    with pytest.raises(SystemExit, match=r"make types.*games\.ts.*wire\.ts"):
        typescript.main()
    monkeypatch.setattr("sys.argv", ["typescript"])
    typescript.main()
    (tmp_path / PLACE / "old.ts").write_text("")
    (tmp_path / PLACE / "wire.ts").write_text("edited")
    assert stale(tmp_path / PLACE) == ["old.ts", "wire.ts"]
    typescript.main()
    assert stale(tmp_path / PLACE) == []
    monkeypatch.setattr("sys.argv", ["typescript", "--check"])
    typescript.main()
    assert capsys.readouterr().out == ""
