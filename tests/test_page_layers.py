"""Imports of the page go downwards only, as those of the package do, and no game knows another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "web" / "src"
pytestmark = pytest.mark.once

# The one list of layers, lowest first; parts of one layer may not import each other.
LAYERS = (
    ("gen",),  # built from Python: what all others agree on
    ("texts", "settings"),
    ("net", "design", "sound"),
    ("places", "motion", "rulebook"),
    ("router",),
    ("table",),
    ("games",),
    ("learn",),
    ("player",),
    ("club",),
    ("screens",),
    ("App",),
    ("main",),
)
HEIGHT = {name: height for height, layer in enumerate(LAYERS) for name in layer}
TYPES = ("modules",)  # declares what is no file of ours
SHARED = ("games", "lessons", "wire")  # of what is built: what is no single game's
# The places where the games are listed.
LOADERS = ("games/faces.ts", "gen/games.ts", "rulebook/guide.ts")
# A path of ours that is imported, by `from`, by itself, when it is needed, or as a pattern.
IMPORT = re.compile(
    r"""\b(?:from|import|import\.meta\.glob(?:<\w+>)?)\s*\(?\s*["'](\.{1,2}/[^"']+)["']"""
)


def part_of(path: Path) -> str:
    """The layer's word for a file or folder under the sources."""
    return path.relative_to(SOURCE).parts[0].partition(".")[0]


def game_of(path: Path) -> str | None:
    """The game whose folder a file is in, or whose types it holds."""
    parts = path.relative_to(SOURCE).parts
    if parts[0] == "gen":
        return path.stem if path.stem not in SHARED else None
    return parts[1] if parts[0] == "games" and len(parts) > 2 else None


def files() -> list[Path]:
    """Every file that can import."""
    return sorted(path for kind in ("*.ts", "*.svelte") for path in SOURCE.rglob(kind))


def imported(path: Path) -> Iterator[tuple[str, Path]]:
    """What a file imports of the page's own sources: as it is written, and where that is."""
    for text in IMPORT.findall(path.read_text(encoding="utf-8")):
        found = (path.parent / text.partition("?")[0]).resolve()
        if found.is_relative_to(SOURCE):
            yield text, found


def of_another(game: str | None, part: str, target: Path) -> bool:
    """Whether what a file imports is a single game's, and not that file's own."""
    if part_of(target) == "gen":
        return game_of(target) not in (None, game)
    return part == part_of(target) == "games" and game != game_of(target)


def faults(path: Path) -> Iterator[str]:
    """The imports of a file that go upwards, sideways or into another game."""
    name, part, game = path.relative_to(SOURCE).as_posix(), part_of(path), game_of(path)
    for text, target in imported(path):
        other = part_of(target)
        if other != part and HEIGHT[other] >= HEIGHT[part]:
            yield f"{name} ({part}) must not import {text} ({other})"
        elif of_another(game, part, target) and name not in LOADERS:
            yield f"{name} must not import {text}: a game knows itself alone"


def test_imports_go_downwards_only() -> None:
    """A file imports from its own part or from a lower layer; a game from itself and below."""
    paths = [path for path in files() if part_of(path) not in TYPES]
    assert [fault for path in paths for fault in faults(path)] == []
    assert sum(1 for path in paths for _ in imported(path)) > 600


def test_every_part_has_a_layer() -> None:
    """A new folder must take its place in the list, and what is gone leaves it."""
    assert {part_of(path) for path in files()} - set(TYPES) == set(HEIGHT)


@pytest.mark.parametrize(
    ("place", "text", "fault"),
    [
        ("table/x.ts", 'import Menu from "../screens/Menu.svelte";', "../screens/Menu.svelte"),
        ("net/x.ts", 'import { tokens } from "../design/tokens.ts";', "../design/tokens.ts"),
        ("design/x.ts", 'const late = () => import("../table/Log.svelte");', "../table/Log.svelte"),
        ("motion/x.ts", 'import "../App.svelte";', "../App.svelte"),
        ("table/x.ts", 'import.meta.glob("../games/*/Art.svelte")', "../games/*/Art.svelte"),
        ("games/pagoda/x.ts", 'import {\n  a,\n} from "../azul/a.ts";', "../azul/a.ts"),
        ("games/pagoda/x.ts", 'import { faceOf } from "../faces.ts";', "../faces.ts"),
        ("games/pagoda/x.ts", 'import { A } from "../../gen/azul.ts";', "../../gen/azul.ts"),
        ("table/x.ts", 'import type { A } from "../gen/azul.ts";', "../gen/azul.ts"),
        ("games/pagoda/x.ts", 'import { COLORS } from "../../gen/pagoda.ts";', ""),
        ("table/x.ts", 'import type { View } from "../gen/games.ts";', ""),
        ("games/pagoda/x.ts", 'import { t } from "../../texts/texts.svelte.ts";', ""),
        ("games/pagoda/x.ts", 'export { a } from "./a.ts";', ""),
        ("screens/x.ts", 'import all from "../../../src/colonnade/tokens.json";', ""),
    ],
)
def test_faults_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, text: str, fault: str
) -> None:
    """Each way to import upwards, sideways or into another game is named with its file."""
    monkeypatch.setattr("tests.test_page_layers.SOURCE", tmp_path)
    path = tmp_path / place
    path.parent.mkdir(parents=True)
    path.write_text(text)
    found = list(faults(path))
    assert len(found) == bool(fault)
    assert all(place in line and fault in line for line in found)
