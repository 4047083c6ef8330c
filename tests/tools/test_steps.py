"""Steps of a set-up: a line each, side by side, and a failure that stops the rest."""

from __future__ import annotations

import io
import json
import sys
import threading
from pathlib import Path
from string import Formatter

import pytest

from tools.steps import LOCALES, Failed, StepFailed, Steps, tell

pytestmark = pytest.mark.once


@pytest.fixture
def steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Steps:
    """Steps that speak English into a text."""
    monkeypatch.setenv("LC_ALL", "C")
    return Steps(tmp_path / "setup.log", io.StringIO())


def shown(steps: Steps) -> str:
    """What was written for people."""
    assert isinstance(steps.out, io.StringIO)
    return steps.out.getvalue()


def test_both_languages_say_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Same keys, same fields; the environment chooses."""
    english, french = (
        json.loads((LOCALES / f"{lang}.json").read_text(encoding="utf-8")) for lang in ("en", "fr")
    )
    assert set(english) == set(french)
    for key, text in english.items():
        fields = [
            {name for _, name, _, _ in Formatter().parse(t) if name} for t in (text, french[key])
        ]
        assert fields[0] == fields[1], key
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert tell("step.libraries_play") == "bibliothèques"


def test_a_step_is_a_line_with_its_seconds(steps: Steps) -> None:
    """It appears once it is over; one that fails has none."""
    with steps.step("step.page"):
        assert shown(steps) == ""
    assert shown(steps).split() == ["building", "the", "page", "0", "s"]
    with pytest.raises(Failed), steps.step("step.compile"):
        raise Failed("no")
    assert "compiling" not in shown(steps)
    assert steps.under_way == {}


def test_programs_are_logged(steps: Steps) -> None:
    """What they print comes back and is kept; an error is one here."""
    assert steps.run([sys.executable, "-c", "print('é')"], {"PYTHONIOENCODING": "utf-8"}) == "é\n"
    with pytest.raises(Failed, match="gone wrong"):
        steps.run([sys.executable, "-c", "import sys; sys.exit('gone wrong')"])
    log = steps.log.read_text(encoding="utf-8")
    assert "é" in log
    assert "gone wrong" in log
    assert not list(steps.log.parent.glob("setup.[0-9]*"))


def test_side_by_side(steps: Steps) -> None:
    """Lanes run at once: each waits for the other here."""
    meet, met = threading.Barrier(2, timeout=300), list[int]()
    steps.side_by_side(*[lambda: met.append(meet.wait())] * 2)
    assert sorted(met) == [0, 1]


def test_a_failure_stops_the_others(steps: Steps) -> None:
    """The program of another lane is ended, and the first cause is the one that is told."""
    begun = threading.Event()

    def endless() -> None:
        begun.set()
        steps.run([sys.executable, "-c", "import time; time.sleep(3600)"])

    def fails() -> None:
        assert begun.wait(60)
        raise StepFailed("the step", "the cause", "the way out")

    with pytest.raises(StepFailed) as found:
        steps.side_by_side(endless, fails)
    assert found.value.args == ("colonnade: the step: the cause", "the way out")
    with pytest.raises(Failed):
        steps.run([sys.executable, "-c", "pass"])  # nothing more is begun
