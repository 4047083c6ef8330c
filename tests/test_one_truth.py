"""What is written once stays written once: who folds rows, and what the walk of a click meets."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.once
ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "colonnade"

# Everybody else holds a History. These make moves by themselves, and say why.
MAY_APPLY = {
    "contract/history.py": "the one fold",
    "contract/play.py": "the plain verbs for one position, and random walks",
    "ai/search.py": "walks down a tree",
    "ai/puct.py": "quick moves of a search",
    "ai/exact.py": "tries the moves of an end, and whether it is near",
    "ai/expectimax.py": "goes through all moves and draws of an end",
    "ai/greedy.py": "looks one row ahead",
    "ai/plans.py": "follows lines of an imagined position",
    "ai/set_choices.py": "counts the sets that can be chosen",
    "teaching/exercise.py": "looks whether a goal can still be reached",
    "environments/batch.py": "many games in one call",
    "data/recorder.py": "writes games down as fast as they are played",
    "study/analysis.py": "compares two rows of one position",
    "study/retry.py": "plays a turn that is tried once more",
    "server/offers.py": "what each legal row would bring",
    "server/table.py": "a move before it is stored",
    "adapters/environment.py": "driven from outside",
    "adapters/observed_state.py": "driven from outside",
    "adapters/open_spiel.py": "driven from outside",
}


def applying() -> set[str]:
    """The files that call `.apply`, games left out: there it is written."""
    found = set()
    for path in sorted(SOURCE.rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if name.startswith("games/"):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = node.func if isinstance(node, ast.Call) else None
            if isinstance(called, ast.Attribute) and called.attr == "apply":
                found.add(name)
    return found


def test_few_files_make_moves_by_themselves() -> None:
    """A new one must have a reason in the list; one that stopped must leave it."""
    assert applying() == set(MAY_APPLY)


def test_the_walk_of_a_click_names_each_file_once() -> None:
    """And every file that it names is there."""
    text = (ROOT / "docs" / "walk.md").read_text(encoding="utf-8").partition("# A click's walk")[2]
    named = re.findall(r"`((?:web/src|server|contract|games)/[\w/.]+\.(?:py|ts|svelte))`", text)
    assert len(named) > 25
    assert len(named) == len(set(named)), sorted(n for n in named if named.count(n) > 1)
    for name in named:
        place = ROOT / name if name.startswith("web/") else SOURCE / name
        assert place.is_file(), name
