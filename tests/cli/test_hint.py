"""hint, as a person runs it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from colonnade.cli import speech
from colonnade.cli.hint import run_hint
from colonnade.cli.speech import UsageError
from colonnade.contract.record import history, load, write_json
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE
from colonnade.contract.view import View
from colonnade.games import game
from tests.cli.command import ROOT, call, colonnade, refused

pytestmark = pytest.mark.once
EXAMPLE = ROOT / "examples" / "pagoda.colonnade"


class Studied(list[tuple[Any, ...]]):
    """What the search was asked."""


@pytest.fixture
def studied(monkeypatch: pytest.MonkeyPatch) -> Studied:
    """A search that remembers its questions and praises the legal moves in their order."""
    asked = Studied()

    def hint(found: Any, view: View, seconds: float, seed: int) -> list[SimpleNamespace]:
        asked.append((found, view, seconds, seed))
        legal = found.imagine(view, Rng(1)).legal()
        return [
            SimpleNamespace(row=row, visits=9000 - i, share=0.5, win=0.625, margin=-1.5)
            for i, row in enumerate(legal)
        ]

    monkeypatch.setitem(sys.modules, "colonnade.ai.search_player", SimpleNamespace(hint=hint))
    return asked


def last_decision() -> int:
    """How many moves of the example come before its last decision."""
    actors = history(game("pagoda"), load(EXAMPLE).record).actors
    return max(i for i, actor in enumerate(actors) if actor != CHANCE)


def test_hint_shows_the_position_and_the_best_moves(
    studied: Studied, capsys: pytest.CaptureFixture[str]
) -> None:
    """The picture as the seat sees it, then the moves; the search gets that seat's view alone."""
    assert run_hint(EXAMPLE, at=4, time=0.5, seed=7, count=2) == 0
    text = capsys.readouterr().out
    state = history(game("pagoda"), load(EXAMPLE).record).at(4)
    ((_, view, seconds, seed),) = studied
    assert (view, seconds, seed) == (state.view(0), 0.5, 7)
    assert view != state.reveal()
    assert "hand ?" in text
    assert text.index("lot 6") < text.index("After move 4, turn 1: seat 1")
    for part in ("column 1", "50.0%", "9,000", "62.5%", "-1.5"):
        assert part in text
    assert "8,998" not in text


def test_hint_as_json_at_the_last_decision(
    studied: Studied, capsys: pytest.CaptureFixture[str]
) -> None:
    """A finished game is asked about where it was last decided."""
    run_hint(EXAMPLE, json=True)
    found = json.loads(capsys.readouterr().out)
    at = last_decision()
    played = history(game("pagoda"), load(EXAMPLE).record)
    state, move = played.at(at), played.rows[at]
    assert (found["game"], found["at"], found["turn"]) == ("pagoda", at, state.turn)
    assert found["seat"] == state.actor + 1
    assert set(found["ideas"][0]) == {"words", "row", "visits", "share", "win", "margin"}
    assert game("pagoda").moves.words(move) in [idea["words"] for idea in found["ideas"]]


def cut_short(path: Path, moves: int) -> Path:
    """The example's first moves as a record of an unfinished game."""
    kept = load(EXAMPLE).record
    state = history(game("pagoda"), kept).at(moves)
    kept.moves, kept.scores, kept.winners = kept.moves[:moves], state.scores(), []
    path.write_text(write_json(kept), encoding="utf-8")
    return path


def test_hint_at_the_end_of_an_unfinished_game(
    studied: Studied, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Where somebody must decide; where chance must draw there is nothing to ask."""
    run_hint(cut_short(tmp_path / "open.json", 5), json=True)
    assert json.loads(capsys.readouterr().out)["at"] == 5
    with pytest.raises(UsageError, match="After move 3, chance must draw"):
        run_hint(cut_short(tmp_path / "dealing.json", 3))
    with pytest.raises(UsageError, match="the game is over"):
        run_hint(EXAMPLE, at=len(load(EXAMPLE).record.moves))
    assert len(studied) == 1


def test_hint_in_french(
    studied: Studied, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Picture, moves and headings are said in the language in use."""
    monkeypatch.setattr(speech, "_chosen", ["fr"])
    run_hint(EXAMPLE, at=4)
    text = capsys.readouterr().out
    for part in ("main ?", "colonne 1", "visites", "au siège 1 de décider"):
        assert part in text
    assert studied


def test_hint_asks_the_real_search() -> None:
    """A short search names legal moves and shares that make sense."""
    done = colonnade("hint", str(EXAMPLE), "--at", "4", "--time", "0.2", "--json")
    assert done.returncode == 0, done.stderr
    ideas = json.loads(done.stdout)["ideas"]
    state = history(game("pagoda"), load(EXAMPLE).record).at(4)
    assert 1 <= len(ideas) <= 5
    assert {idea["row"] for idea in ideas} <= set(state.legal())
    assert all(0 <= idea["share"] <= 1 and 0 <= idea["win"] <= 1 for idea in ideas)
    assert [idea["visits"] for idea in ideas] == sorted(
        (idea["visits"] for idea in ideas), reverse=True
    )


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["nowhere.colonnade"], 'no file "nowhere.colonnade"'),
        (["README.md"], "line 1"),
        ([str(EXAMPLE), "--time", "-1"], "--time must be a number of seconds above 0"),
        ([str(EXAMPLE), "--count", "0"], "--count must be at least 1"),
        ([str(EXAMPLE), "--at", "0"], "After move 0, chance must draw"),
        ([str(EXAMPLE), "--at", "-1"], "no position after move -1"),
        ([str(EXAMPLE), "--at", "9999"], "no position after move 9,999"),
    ],
)
def test_wrong_requests_are_one_clear_line(arguments: list[str], reason: str) -> None:
    """What exists is listed, and the exit code is 2."""
    assert reason in refused(call("hint", *arguments))


def test_errors_speak_french() -> None:
    """As every text does."""
    assert "hasard" in refused(call("hint", str(EXAMPLE), "--at", "0", "--lang", "fr"))
