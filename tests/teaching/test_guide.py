"""The illustrated rules: how they are read, and that each game's say all that its rules say."""

from __future__ import annotations

import json
import re

import pytest

from colonnade.games import game, own_keys
from colonnade.locales import LANGUAGES
from colonnade.teaching.guide import (
    BadGuide,
    Guide,
    has_guide,
    numbered,
    parse_guide,
    pictures,
    read_guide,
)
from colonnade.teaching.numbers import rule_numbers
from colonnade.teaching.text import Text
from tools.guide import guide_file, written

pytestmark = pytest.mark.once
GUIDED = [key for key in own_keys() if has_guide(game(key))]
each_guide = pytest.mark.parametrize("key", GUIDED)
LOTS = "   lot 1    lot 2    lot 3    lot 4    lot 5    lot 6"
BOTH = '{ en = "word", fr = "mot" }'
PICTURE = f'''position = """
{LOTS}
seat 1  display rbgyp  hand b
"""
'''
MINUTE = f"""
[[minute]]
title = {BOTH}
text = {BOTH}
[minute.picture]
{PICTURE}"""
CHAPTER = f"""
[[chapter]]
key = "columns"
title = {BOTH}
lead = {BOTH}
[[chapter.rule]]
numbers = ["P5.1", "P5.2"]
title = {BOTH}
text = {BOTH}
fold = "rare"
[chapter.rule.picture]
seat = 1
parts = ["lot 3", "hand"]
marks = [{{ at = "lot 3", text = {BOTH}, sign = "points" }}]
arrows = [{{ from = "hand", to = "lot 3" }}]
{PICTURE}"""
TINY = MINUTE * 4 + CHAPTER


def tiny(old: str = "", new: str = "") -> Guide:
    """The small guide of these tests, with one thing changed."""
    assert old in TINY
    return parse_guide(game("pagoda"), TINY.replace(old, new))


def test_a_guide_is_read() -> None:
    """Minutes, chapters, rules and pictures come out as they were written."""
    guide = tiny()
    rule = guide.chapter[0].rule[0]
    assert rule.numbers == ["P5.1", "P5.2"]
    assert rule.title == Text("word", "mot")
    assert rule.picture is not None
    assert rule.picture.arrows[0].origin == "hand"
    assert list(numbered(guide)) == [("chapter columns, rule 1", ["P5.1", "P5.2"])]
    assert len(list(pictures(guide))) == 5


def test_a_seat_sees_its_own_cards_alone() -> None:
    """Without a seat everything lies open; with one it is what that seat could see."""
    picture = tiny().chapter[0].rule[0].picture
    assert picture is not None
    seen = picture.view(game("pagoda"))
    assert [player.hand for player in seen.players] == [["blue"], None]  # type: ignore[attr-defined]  # a Pagoda view


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("P5.2", "P99.1", "chapter columns, rule 1: no such rule: P99.1"),
        ('fold = "rare"', 'fold = "odd"', r"\$.chapter\[0\].rule\[0\].fold"),
        ("lead =", "leads =", "leads"),
        (', fr = "mot"', "", "fr"),
        ("mot", "", "length"),
        ("lot 1", "lod 1", "minute 1: .*the line of lots is missing"),
        ("seat = 1", "seat = 7", "chapter columns, rule 1"),
        (CHAPTER, CHAPTER * 2, "two chapters have the key columns"),
        (MINUTE * 4, MINUTE * 3, "length"),
        ("[[chapter]]", "[[chapter]", "line"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(old: str, new: str, said: str) -> None:
    """A wrong number, value, field, language, position or count is refused in words."""
    with pytest.raises(BadGuide, match=f"pagoda/guide.toml: .*{said}"):
        tiny(old, new)


def test_texts_have_all_languages() -> None:
    """The languages of a teaching file are those of the house."""
    assert Text.__struct_fields__ == LANGUAGES


def test_every_game_has_a_guide() -> None:
    """No game is without its pictures."""
    assert set(GUIDED) == set(own_keys())


@each_guide
def test_every_rule_stands_in_a_chapter(key: str) -> None:
    """The guide explains each numbered paragraph somewhere."""
    told = {number for _, numbers in numbered(read_guide(game(key))) for number in numbers}
    assert [number for number in rule_numbers(game(key)) if number not in told] == []


@each_guide
def test_texts_are_plain_and_french_is_set_well(key: str) -> None:
    """No markup, no typewriter's apostrophe, no paragraph that is a page."""
    guide = read_guide(game(key))
    rules = [rule for chapter in guide.chapter for rule in chapter.rule]
    texts = [text for minute in guide.minute for text in (minute.title, minute.text)]
    texts += [text for chapter in guide.chapter for text in (chapter.title, chapter.lead)]
    texts += [text for rule in rules for text in (rule.title, rule.text)]
    for text in texts:
        assert "'" not in text.fr, text.fr
        assert not re.search(r"[*`_<>]|\[[RFD]", text.en + text.fr), text


@each_guide
def test_the_page_gets_views_in_place_of_positions(key: str) -> None:
    """What is built for the page reads back, and draws views of this game."""
    built = json.loads(guide_file(game(key)))
    assert len(built["minute"]) == 4
    views = [rule["picture"]["view"] for part in built["chapter"] for rule in part["rule"]
             if "picture" in rule]  # fmt: skip
    assert all(view["game"] == key for view in views)


def test_files_have_a_line_for_each_field() -> None:
    """A change of one text is a change of one line."""
    text = written({"chapter": [{"key": "a", "rule": [{"numbers": ["P1.1"]}]}]}, "")
    assert json.loads(text) == {"chapter": [{"key": "a", "rule": [{"numbers": ["P1.1"]}]}]}
    assert text.count("\n") == 11
