"""Every lesson of every game: complete in both languages, solved by itself, not by missing it."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase

import pytest

from colonnade.contract.state import OVER
from colonnade.games import game, own_keys
from colonnade.locales import LANGUAGES
from colonnade.teaching.lesson import Lesson, lessons, named_places
from colonnade.teaching.text import Text
from colonnade.teaching.tutor import answer
from tests.teaching.paths import LESSONS, STEPS, TASKS, Place, answers

pytestmark = pytest.mark.once
each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda one: f"{one.game}-{one.key}")
each_step = pytest.mark.parametrize("place", STEPS, ids=str)
each_task = pytest.mark.parametrize("place", TASKS, ids=str)

SENTENCE = re.compile(r"[.!?…](?:\s|$)")
MOST_SENTENCES = {"say": 2, "task": 1, "done": 1}
LONGEST = {"title": 48, "about": 90, "task": 110, "say": 260, "done": 170, "label": 44}
MOST_MINUTES = 4
FEWEST_SECONDS = 20
MOST_LOOKED_AT = 2000  # positions: a quarter of a second for the pure build
MOST_WAYS = 400  # attempts at one task: enough for all ways through most


def texts_of(lesson: Lesson) -> list[tuple[str, Text]]:
    """All that is said on the way, with what it is."""
    found = [("title", lesson.title), ("about", lesson.about)]
    for step in lesson.steps:
        told = {"say": step.say, "task": step.task, "done": step.done}
        found += [(kind, text) for kind, text in told.items() if text is not None]
        found += [("label", label.text) for label in step.labels]
        found += [("done", one) for one in step.wrong]
    return found


# Texts


@each_lesson
@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_are_short(lesson: Lesson, lang: str) -> None:
    """At most two sentences for a step, one for a task, and none too long for its card."""
    for kind, text in texts_of(lesson):
        said = text.say(lang)
        assert len(said) <= LONGEST[kind], said
        assert said == said.strip()
        if kind == "say":
            assert len(SENTENCE.findall(said)) <= MOST_SENTENCES["say"], said
        if kind in ("title", "task", "label"):
            assert not said.endswith("."), said


@each_lesson
def test_french_is_typeset(lesson: Lesson) -> None:
    """Typographic apostrophes, a space before what is double, and not the English words."""
    for kind, text in texts_of(lesson):
        assert "'" not in text.fr, text.fr
        assert '"' not in text.fr, text.fr
        assert not re.search(r"[^\s\u00a0\u202f][;!?»]|\w:\s", text.fr), text.fr
        if kind == "say":
            assert text.fr != text.en


@each_lesson
def test_it_takes_minutes_not_hours(lesson: Lesson) -> None:
    """Some seconds at least, four minutes at most."""
    assert FEWEST_SECONDS <= lesson.seconds <= 60 * MOST_MINUTES


@pytest.mark.parametrize("key", own_keys())
def test_lessons_come_in_order(key: str) -> None:
    """What is enough to play comes first, strategy last."""
    found = lessons(game(key))
    order = [0 if one.enough else 2 if one.strategy else 1 for one in found]
    assert order == sorted(order)
    assert not any(one.enough and one.strategy for one in found)


# What a step points at


@each_step
def test_it_points_at_what_is_there(place: Place) -> None:
    """Things that a move touches or a refusal names on the way, or parts of the game's table."""
    exercise, known = place.exercise, set[str]()
    for count in range(len(exercise.solution) + 1):
        history = exercise.attempt(exercise.solution[:count]).history
        known |= {one.thing for one in history.state.refusals(exercise.seat)}
        if history.actor == exercise.seat:
            known |= {t for row in history.legal() for t in history.state.touches(row).things}
    for name in named_places(place.step):
        part = any(fnmatchcase(name, pattern) for pattern in exercise.game.parts)
        assert part or name in known, name


# Playing


@each_task
def test_the_solution_solves_it(place: Place) -> None:
    """Each of its moves serves, only the last one finishes, and all is as it was scripted."""
    exercise = place.exercise
    verdicts = [exercise.attempt(exercise.solution[: i + 1]) for i in range(len(exercise.solution))]
    assert [one.verdict for one in verdicts] == ["right"] * (len(verdicts) - 1) + ["done"]
    assert not any(one.strayed for one in verdicts)
    made = verdicts[-1].history.words()
    scripted = [*exercise.draws, *exercise.rival]
    assert [words for words in scripted if words not in made] == [], "scripted, but never made"


@each_step
def test_a_step_begins_at_the_learners_decision(place: Place) -> None:
    """Where there is a task, it is the learner's move; scripts of what is only read fit too."""
    found = place.exercise.attempt(())
    assert not found.strayed
    if place.step.task:
        assert found.history.actor == place.exercise.seat
    else:
        made = found.history.words()
        assert len(made) >= len(place.step.draws) + len(place.step.rival)


@each_task
def test_no_move_that_misses_the_point_passes(place: Place) -> None:
    """Every legal move on the way serves by the words of the file, or is answered and wrong."""
    exercise, step = place.exercise, place.step
    wrong, several = 0, False
    for count in range(len(exercise.solution)):
        before = exercise.solution[:count]
        for words, found in answers(exercise, before):
            several = several or len(exercise.attempt(before).history.legal()) > 1
            named = any(fnmatchcase(words, pattern) for pattern in (*step.made, *step.also))
            if found.verdict == "wrong":
                wrong += 1
                said = answer(step, found)
                assert said is not None
                assert not re.search(r"[{}]", said.en + said.fr)
                assert found.moves == tuple(before)
            else:
                assert named or not step.made
            if found.verdict == "done" and step.points is not None:
                points = [h.scores()[exercise.seat] for h in found.history.walk()]
                assert points[-1] - points[0] >= step.points
    assert wrong or step.free or not several, "nothing can be done wrong: say `free = true`?"


@each_task
def test_verdicts_are_quick(place: Place) -> None:
    """No more is looked at than a server, or a page that waits, has time for."""
    exercise = place.exercise
    for count in range(len(exercise.solution)):
        for words, found in answers(exercise, exercise.solution[:count]):
            assert found.looked_at <= MOST_LOOKED_AT, words


@each_task
def test_the_lesson_itself_says_why_a_move_is_wrong(place: Place) -> None:
    """No wrong move on the way of the solution is left to a sentence that fits them all."""
    exercise, step = place.exercise, place.step
    for count in range(len(exercise.solution)):
        for words, found in answers(exercise, exercise.solution[:count]):
            if found.verdict == "wrong":
                assert any(fnmatchcase(words, one.move) for one in step.wrong), words


@each_task
def test_answers_to_wrong_moves_are_heard(place: Place) -> None:
    """Each is said to some wrong move on the way of the solution."""
    exercise, step, said = place.exercise, place.step, set[str]()
    for count in range(len(exercise.solution)):
        for words, found in answers(exercise, exercise.solution[:count]):
            if found.verdict == "wrong":
                matching = [one for one in step.wrong if fnmatchcase(words, one.move)]
                said |= {one.move for one in matching[:1]}
    assert {one.move for one in step.wrong} - said == set()


@each_task
def test_no_way_leads_astray(place: Place) -> None:
    """Whatever served, the task can be finished, and the script still fits."""
    exercise, left = place.exercise, MOST_WAYS
    ways: list[tuple[str, ...]] = [()]
    seen: set[tuple[str, ...]] = set()
    while ways and left > 0:
        moves = ways.pop()
        followed = False
        for words, found in answers(exercise, moves):
            left -= 1
            if found.verdict == "wrong":
                continue
            followed = True
            assert not found.strayed, (*moves, words)
            if found.verdict == "right":
                assert found.history.actor != OVER, (*moves, words)
                if found.moves not in seen:
                    seen.add(found.moves)
                    ways.append(found.moves)
        assert followed, moves
