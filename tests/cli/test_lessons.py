"""Lessons typed at the keyboard: the same files, every one to its end, in both languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from colonnade.games import game, own_keys
from colonnade.locales import LANGUAGES, say
from colonnade.teaching.lesson import lessons
from tests.cli.command import call, colonnade, refused

pytestmark = pytest.mark.once
PAGODA = lessons(game("pagoda"))


def learn(home: Path, typed: str, *arguments: str, run: Any = call) -> str:
    """Type lines into lessons; returns all that was shown."""
    done = run("lessons", *arguments, typed=typed, env={"XDG_DATA_HOME": str(home)})
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return f"{done.stdout}{done.stderr}"


def kept(home: Path) -> Any:
    """What is kept of the lessons."""
    return json.loads((home / "colonnade" / "lessons.json").read_text(encoding="utf-8"))


def solution(key: str) -> str:
    """What somebody types who knows every lesson of a game: its solutions, and Enter."""
    found = [step for lesson in lessons(game(key)) for step in lesson.steps]
    return "".join(f"{words}\n" for step in found for words in step.solution or ("",))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("key", own_keys())
def test_a_whole_path(tmp_path: Path, key: str, lang: str) -> None:
    """Every lesson by its own solution; all are done, and the way to a game is shown."""
    shown = learn(tmp_path, solution(key), key, "--lang", lang)
    for lesson in lessons(game(key)):
        assert lesson.title.say(lang) in shown
        for step in lesson.steps:
            assert step.say.say(lang) in shown
            if step.done is not None:
                assert step.done.say(lang) in shown
    assert say("lessons.play", lang, game=key) in shown
    place = kept(tmp_path)[key]
    assert place["done"] == [lesson.key for lesson in lessons(game(key))]
    assert say("lessons.done", lang) in learn(tmp_path, "", "--lang", lang)


def test_the_list(tmp_path: Path) -> None:
    """All games with their lessons and times; nothing is written."""
    shown = learn(tmp_path, "", run=colonnade)
    for key in own_keys():
        assert say(f"{key}.name", "en") in shown
        for lesson in lessons(game(key)):
            assert lesson.key in shown
            assert f"{lesson.seconds // 60}:{lesson.seconds % 60:02}" in shown
    assert not list(tmp_path.iterdir())


def test_a_wrong_move_is_answered_and_not_made(tmp_path: Path) -> None:
    """Then the right one still is."""
    lesson = next(one for one in PAGODA if any(step.wrong for step in one.steps))
    at, step = next((i, one) for i, one in enumerate(lesson.steps) if one.task)
    typed = "\n" * at + "alternative\n" + "".join(f"{words}\n" for words in step.solution)
    shown = learn(tmp_path, typed + "quit\n", "pagoda", lesson.key)
    assert step.done is not None
    shown = " ".join(shown.split())  # however its lines are broken
    answers = [shown.index(one.en) for one in step.wrong if one.en in shown]
    assert answers
    assert min(answers) < shown.index(step.done.en)
    assert kept(tmp_path)["pagoda"]["step"] == at + 1


def test_show_skip_back_and_quit(tmp_path: Path) -> None:
    """What is shown is made; what is skipped leaves the lesson open; the place is kept."""
    first, second = PAGODA[0], PAGODA[1]
    count = len(first.steps)
    shown = learn(tmp_path, "skip\n" * count + "quit\n", "pagoda")
    assert second.title.en in shown
    assert kept(tmp_path)["pagoda"] == {"done": [], "lesson": second.key, "step": 0, "gap": False}
    shown = learn(tmp_path, "back\nquit\n", "pagoda")
    assert first.title.en in shown
    assert kept(tmp_path)["pagoda"]["lesson"] == first.key
    task = next(i for i, step in enumerate(first.steps) if step.task)
    shown = learn(tmp_path, "\n" * task + "show\nquit\n", "pagoda", first.key)
    assert f"-> {first.steps[task].solution[0]}" in shown
    assert "Traceback" not in shown
    again = learn(tmp_path, "quit\n", "pagoda")
    assert first.title.en not in again  # in the midst of it
    assert kept(tmp_path)["pagoda"]["lesson"] == first.key


def test_questions_are_answered(tmp_path: Path) -> None:
    """Help, reasons, rules and the table, while reading and at a task; nothing stops the lesson."""
    asked = "?\nhelp\nwhy\ntable\nrules P5.1\nrules P99\ndance\n"
    shown = learn(tmp_path, asked + "skip\n" + asked + "c ?\nquit\n", "pagoda", PAGODA[0].key)
    for part in ("make the next right move", "A column costs one card", "no rule", "lot 3"):
        assert part in shown
    french = learn(tmp_path, "aide\nsauter\nmontrer\nretour\nquitter\n", "pagoda", "--lang", "fr")
    assert say("lessons.left", "fr", game="pagoda") in french


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    """An unknown lesson or game, in one line."""
    env = {"XDG_DATA_HOME": str(tmp_path)}
    assert "no lesson" in refused(call("lessons", "pagoda", "never", env=env))
    assert "no game" in refused(call("lessons", "chess", env=env))


def test_a_broken_file_of_progress_counts_as_none(tmp_path: Path) -> None:
    """And is written anew."""
    path = tmp_path / "colonnade" / "lessons.json"
    path.parent.mkdir()
    path.write_text("{nonsense", encoding="utf-8")
    assert PAGODA[0].title.en in learn(tmp_path, "quit\n", "pagoda")
    assert kept(tmp_path)["pagoda"]["lesson"] == PAGODA[0].key
