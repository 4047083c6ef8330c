"""Every rule number has code and a test, in both languages, and no number is made up."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from colonnade.games import own_keys
from tests.contract.kits import WITHOUT_CODE

ROOT = Path(__file__).parent.parent
NUMBER = re.compile(r"\b[A-Z]\d+\.\d+\b")

pytestmark = pytest.mark.once
each_game = pytest.mark.parametrize("key", own_keys())


def numbers(text: str, cited: bool = False) -> set[str]:
    """The rule numbers in a text; cited ones stand in square brackets."""
    if cited:
        return {n for part in re.findall(r"\[([^\]]*)\]", text) for n in NUMBER.findall(part)}
    return set(NUMBER.findall(text))


def rules(key: str, name: str = "RULES.md") -> set[str]:
    """The numbers of a game's paragraphs."""
    text = (ROOT / "src/colonnade/games" / key / name).read_text(encoding="utf-8")
    found = re.findall(r"^- \*\*([A-Z]\d+\.\d+)\*\*", text, re.MULTILINE)
    assert len(found) == len(set(found))
    return set(found)


def cited(folder: Path) -> set[str]:
    """All numbers cited by the Python files of a folder, but for those of kits and statistics."""
    return {
        number
        for path in folder.rglob("*.py")
        if path.name not in ("kit.py", "statistics.py")
        for number in numbers(path.read_text(encoding="utf-8"), cited=True)
    }


@each_game
def test_every_rule_has_code(key: str) -> None:
    """The code cites every number but those that need none, with a reason for each."""
    assert rules(key) - cited(ROOT / "src/colonnade/games" / key) == WITHOUT_CODE[key]


@each_game
def test_every_rule_has_a_test(key: str) -> None:
    """The tests of the rules cite every number."""
    assert rules(key) - cited(ROOT / "tests/rules" / key) == set()


@each_game
def test_no_number_is_made_up(key: str) -> None:
    """Code, tests and refusals cite only numbers that exist."""
    for folder in (ROOT / "src/colonnade/games" / key, ROOT / "tests/rules" / key):
        assert cited(folder) <= rules(key)
    refused = (ROOT / "src/colonnade/games" / key / "refusals.py").read_text(encoding="utf-8")
    assert numbers(refused) <= rules(key)


@each_game
def test_both_languages_have_the_same_rules(key: str) -> None:
    """The French page has the same paragraphs as the English one."""
    assert rules(key, "RULES.fr.md") == rules(key)
