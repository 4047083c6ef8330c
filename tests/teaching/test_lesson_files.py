"""What a file of a lesson may not say: each fault is refused with the file and the place."""

from __future__ import annotations

from importlib.resources import files

import pytest

from colonnade.games import game
from colonnade.locales import LANGUAGES, texts
from colonnade.teaching.lesson import BadLesson, NoLesson, lesson, lessons, read
from colonnade.teaching.numbers import rule_numbers
from colonnade.teaching.tutor import answer, exercises
from tests.cli.command import ROOT
from tests.contract.toy import TOY

pytestmark = pytest.mark.once
PAGODA = game("pagoda")
NAME = "10-begin.toml"
HEAD = """
rules = ["P5.1"]
title = { en = "One", fr = "Un" }
about = { en = "One column.", fr = "Une colonne." }
"""
STEP = '''
[[step]]
position = """
turn 1  seat 1  phase start  length full  abilities all
   |....|   |....|   |....|   |....|   |....|   |....|
   lot 1    lot 2    lot 3    lot 4    lot 5    lot 6

seat 1  points 0 = 0+0+0+0+0+0  display rbgyp  hand rr
seat 2  points 0 = 0+0+0+0+0+0  display rbgyp  hand bb
tiles  r:rbgyp  b:rbgyp  g:rbgyp  y:rbgyp  p:rbgyp
cards  deck rrrrrrrbbbbbbbgggggggggyyyyyyyyyppppppppp  discard -  played -
"""
made = ["column * red *"]
solution = ["column 1 red hand"]
say = { en = "Build.", fr = "Bâtissez." }
task = { en = "Build", fr = "Bâtissez" }
done = { en = "Built.", fr = "Bâti." }
'''
SECOND = """
[[step]]
say = { en = "More.", fr = "Encore." }
"""


def test_a_file_is_read() -> None:
    """With all that it says, its key from its name, and what it leaves out as usual."""
    found = read(PAGODA, NAME, HEAD + STEP + SECOND)
    assert (found.game, found.key, found.rules) == ("pagoda", "begin", ("P5.1",))
    assert not found.enough
    assert [step.say.fr for step in found.steps] == ["Bâtissez.", "Encore."]
    assert found.steps[0].task is not None
    assert found.steps[0].task.say("en") == "Build"
    assert found.steps[1].position is None
    # Nothing is measured. Some words: three seconds; a task, a step to read, a move.
    assert found.seconds == 15


@pytest.mark.parametrize(
    ("old", "new", "place", "said"),
    [
        ('rules = ["P5.1"]', "", "-", "rules"),
        ('"P5.1"', '"P99.1"', "rules", "P99.1"),
        ('{ en = "One", fr = "Un" }', '{ en = "One" }', "title", "fr"),
        ('fr = "Encore."', 'fr = ""', "step[1].say.fr", "length"),
        ('say = { en = "More."', 'colour = 1\nsay = { en = "More."', "step[1]", "colour"),
        ("rbgyp  hand rr", "rbgyp  hand rx", "step[0].position", "pagoda"),
        ("column * red *", "pillar *", "step[0].made", "pillar *"),
        ('made = ["column * red *"]', 'stands = ["lots.1 > 0"]', "step[0].stands", "lots.1 > 0"),
        ('made = ["column * red *"]', 'stands = ["lot 1"]', "step[0].stands", "lot 1"),
        ("say = {", "claim = [{ seat = 1 }]\nsay = {", "step[0].claim", "most"),
        ("say = {", 'claim = [{ than = ["x"] }]\nsay = {', "step[0].claim", "x"),
        ('["column 1 red hand"]', '["column 1 red"]', "step[0].solution", "column 1 red"),
        ('solution = ["column 1 red hand"]', "", "step[0].solution", "solution"),
        ('made = ["column * red *"]', "", "step[0].task", "made"),
        ('done = { en = "Built.", fr = "Bâti." }', "", "step[0].done", "done"),
        ('say = { en = "More."', 'points = 3\nsay = { en = "More."', "step[1].points", "task"),
        ('say = { en = "More."', 'draws = ["x"]\nsay = { en = "More."', "step[1].draws", "x"),
        ('made = ["column', 'seat = 3\nmade = ["column', "step[0].seat", "2"),
        ("[[step]]", "[[step]", "-", "TOML"),
    ],
)
def test_a_fault_is_told_with_its_place(old: str, new: str, place: str, said: str) -> None:
    """Whatever is wrong, the file, the place and the reason are named, in both languages."""
    text = (HEAD + STEP + SECOND).replace(old, new, 1)
    assert text != HEAD + STEP + SECOND
    with pytest.raises(BadLesson) as caught:
        read(PAGODA, NAME, text)
    assert caught.value.file == NAME
    assert caught.value.place == place
    for lang in LANGUAGES:
        assert caught.value.text(lang).startswith(f"{NAME}, {place}")
    assert said in str(caught.value)


def test_the_first_step_needs_a_position() -> None:
    """There is nothing that it could go on from."""
    with pytest.raises(BadLesson, match="first step"):
        read(PAGODA, NAME, HEAD + SECOND)


def test_a_name_gives_order_and_key() -> None:
    """Other files are refused."""
    with pytest.raises(BadLesson, match="two digits"):
        read(PAGODA, "columns.toml", HEAD + STEP)


def test_every_reason_has_a_text() -> None:
    """None is left over either."""
    code = "".join(
        path.read_text(encoding="utf-8")
        for path in files("colonnade.teaching").iterdir()
        if path.name.endswith(".py")
    )
    said = {key.rpartition(".")[2] for key in texts("en") if key.startswith("error.BadLesson.")}
    assert {reason for reason in said if f'"{reason}"' not in code} == set()


def test_a_game_without_lessons_has_none() -> None:
    """As those of other packages may be; asked for one, it says so."""
    assert lessons(TOY) == ()
    assert rule_numbers(TOY) == ()
    with pytest.raises(NoLesson, match="no lesson"):
        lesson(TOY, "columns")
    with pytest.raises(NoLesson, match="columns"):
        lesson(PAGODA, "never")


def test_the_sample_of_the_page_is_a_lesson() -> None:
    """Whoever copies it from docs/lessons.md has something that runs."""
    page = (ROOT / "docs" / "lessons.md").read_text(encoding="utf-8")
    found = read(PAGODA, NAME, page.split("```toml\n")[1].split("```")[0])
    (only,) = exercises(found)
    assert only.attempt(only.solution).verdict == "done"
    wrong = only.attempt(["column 1 red hand"])
    said = answer(found.steps[0], wrong)
    assert said is not None
    assert said.en.endswith("for 1 point.")
