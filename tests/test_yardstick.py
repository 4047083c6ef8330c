"""The C++ yardstick plays the very games that the package plays: a third reading of the rules."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from colonnade.contract.play import Walk
from colonnade.contract.rng import MASK, Rng
from colonnade.games import game
from tests.cli.command import ROOT

pytestmark = pytest.mark.once
COMPILER = shutil.which("g++") or shutil.which("c++")
GAMES = 300


@pytest.mark.skipif(COMPILER is None, reason="a yardstick in C++ needs a C++ compiler")
def test_yardstick_plays_the_same_games(tmp_path: Path) -> None:
    """Checksums are equal in every variant."""
    program = tmp_path / "yardstick"
    source = ROOT / "bench" / "yardstick.cpp"
    subprocess.run(
        [str(COMPILER), "-O2", "-std=c++17", str(source), "-o", str(program)], check=True
    )
    for length, fast in (("full", []), ("fast", ["--fast"])):
        for abilities, simple in (("all", []), ("none", ["--simple"])):
            command = [str(program), "--games", str(GAMES), "--seed", "5", *fast, *simple]
            there = json.loads(subprocess.check_output(command))
            start = game("pagoda").start(2, {"length": length, "abilities": abilities})
            walk, here = Walk(start), 0
            for i in range(GAMES):
                here = (here + walk.finish(start.copy(), Rng(5, i))) & MASK
            assert there["checksum"] == here
            assert there["moves"] == walk.moves
