"""study, as a person runs it."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import EXAMPLES, call, colonnade, refused

pytestmark = pytest.mark.once
EXAMPLE = str(EXAMPLES / "pagoda.colonnade")
QUICK = ("study", EXAMPLE, "--thoughts", "20")


def test_study_tells_luck_from_choice() -> None:
    """A line for each player, what the numbers mean, and the turns to learn from."""
    done = colonnade(*QUICK)
    assert done.returncode == 0, done.stderr
    for part in ("Pagoda (Ben wins, 104 - 120)", "luck of the draw", "lost by choice", "Anne"):
        assert part in done.stdout
    assert 3 <= done.stdout.count("\nTurn ") <= 6
    for part in ("   played: ", "   better: ", "A lesson about it: colonnade lessons pagoda "):
        assert part in done.stdout


def test_study_in_french() -> None:
    """Headings and moves alike."""
    done = call(*QUICK, "--lang", "fr")
    for part in ("Pagode (gagnant", "perdu par choix", "   mieux\u202f: ", "Une leçon à ce sujet"):
        assert part in done.stdout


def test_study_as_json() -> None:
    """Everything for machines, in the notation's own words."""
    found = json.loads(call(*QUICK, "--json").stdout)
    assert found["names"] == ["Anne", "Ben"]
    assert found["end"] == [0.0, 1.0]
    assert sum(found["luck"]) == pytest.approx(0)
    assert min(found["lost"]) > 0
    assert {step["seat"] for step in found["steps"]} == {1, 2}
    assert set(found["turning_points"]) < {step["at"] for step in found["steps"]}
    first = found["steps"][0]
    assert set(first) == {
        *("at", "turn", "seat", "move", "best", "chances", "lost", "luck"),
        *("line", "played", "reasons", "exact"),
    }
    steps = {step["at"]: step for step in found["steps"]}
    for moment in found["moments"]:
        assert moment["cost"] == steps[moment["at"]]["lost"][moment["seat"] - 1]
        assert steps[moment["at"]]["reasons"][0]["text"]
        assert steps[moment["at"]]["line"]
    assert found == json.loads(call(*QUICK, "--json").stdout)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["nowhere.colonnade"], 'no file "nowhere.colonnade"'),
        (["README.md"], "line 1"),
        ([EXAMPLE, "--thoughts", "0"], "--thoughts must be at least 1"),
        ([EXAMPLE, "--seed", "-1"], "--seed must be at least 0"),
    ],
)
def test_wrong_requests_are_one_clear_line(arguments: list[str], reason: str) -> None:
    """What is wrong, and the exit code is 2."""
    assert reason in refused(call("study", *arguments))
