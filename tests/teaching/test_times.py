"""Times of lessons are measured at the page: a lesson that changed must be measured anew."""

from __future__ import annotations

import pytest
from msgspec.structs import asdict

from colonnade.games import game, own_keys
from colonnade.locales import LANGUAGES
from colonnade.teaching.lesson import FOLDER, lessons
from colonnade.teaching.times import Counts, Measured, mark_of, read_times, seconds_of


@pytest.mark.parametrize("key", own_keys())
def test_every_lesson_was_measured_as_it_is(key: str) -> None:
    """The measure is of this very file, in all languages, and of no lesson that is gone."""
    found, times = lessons(game(key)), read_times(game(key))
    folder = game(key).folder() / FOLDER
    now = {one.key: mark_of((folder / one.file).read_text(encoding="utf-8")) for one in found}
    old = {name: measured.mark for name, measured in times.items()}
    assert old == now, f"measure anew: python -m bench.lesson_times --games {key}"
    for lesson in found:
        assert lesson.measured is not None
        assert sorted(asdict(lesson.measured.words)) == sorted(LANGUAGES)
        assert lesson.measured.touches >= sum(step.task is not None for step in lesson.steps)


def test_the_slower_language_counts() -> None:
    """Reading, touches, motion, thinking; rounded up to five seconds."""
    measured = Measured(mark="", touches=4, moving=2.5, words=Counts(en=100, fr=95))
    assert seconds_of(measured, tasks=2, readings=1) == 55  # 30 + 6 + 2.5 + 13 = 51.5


def test_line_ends_are_no_change() -> None:
    """A file is the same on every system."""
    assert mark_of("a\r\nb") == mark_of("a\nb") != mark_of("a\nc")
