"""Imports go downwards only."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "colonnade"

# The one list of layers, lowest first; modules of one layer may not import each other's.
LAYERS = (
    ("locales", "build", "tokens", "examples"),
    ("contract",),
    ("games",),
    ("pictures", "ai", "teaching"),
    ("compute",),
    ("arena",),
    ("environments", "data", "study", "learning"),
    ("server", "adapters", "cli"),
)
HEIGHT = {name: height for height, layer in enumerate(LAYERS) for name in layer}
FRONT = ("__init__", "__main__")  # the package's own front doors stand on top of everything
# The commands of a host need what runs a server, and what looks after its house; no other insides.
FACES = {("cli", "server"): ("colonnade.server.serve", "colonnade.server.house")}


def modules() -> Iterator[tuple[str, Path]]:
    """Each file with the part of the package it belongs to."""
    for path in sorted(SOURCE.rglob("*.py")):
        yield path.relative_to(SOURCE).parts[0].removesuffix(".py"), path


def imported(path: Path) -> Iterator[str]:
    """What a file imports of the package, by its whole name."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative imports hide the layer"
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "colonnade":
                yield name


@pytest.mark.once
def test_imports_go_downwards_only() -> None:
    """A file imports from its own part or from a lower layer."""
    seen = 0
    for part, path in modules():
        if part in FRONT:
            continue
        for name in imported(path):
            seen += 1
            other = [*name.split("."), "__init__"][1]  # `import colonnade` is its front door
            face = name.rpartition(".")[0] in FACES.get((part, other), ())
            own = other == part
            low = other in HEIGHT and HEIGHT[other] < HEIGHT[part]
            top = other in FRONT and HEIGHT[part] == len(LAYERS) - 1
            assert own or low or top or face, f"{path.relative_to(SOURCE)} must not import {other}"
    assert seen > 50


@pytest.mark.once
def test_every_part_has_a_layer() -> None:
    """A new folder must take its place in the list."""
    assert {part for part, _ in modules()} - set(FRONT) <= set(HEIGHT)


@pytest.mark.once
def test_games_do_not_know_each_other() -> None:
    """A game folder imports from itself and the contract alone."""
    for path in sorted((SOURCE / "games").rglob("*/*.py")):
        own = f"colonnade.games.{path.parent.name}"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            module = node.module if isinstance(node, ast.ImportFrom) else None
            if module and module.startswith("colonnade.games"):
                assert module.startswith(own), f"{path} imports {module}"


@pytest.mark.once
def test_rules_hold_no_generator() -> None:
    """Chance is a seat: what is legal and what a move does never draws."""
    seen = 0
    for path in (SOURCE / "games").rglob("*/*.py"):
        if path.name not in ("view.py", "__init__.py"):  # they imagine what is hidden
            text = path.read_text(encoding="utf-8")
            assert "rng" not in text.lower(), path
            assert "random" not in text, path
            seen += 1
    assert seen > 8
