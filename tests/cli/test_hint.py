"""hint, as a person runs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from colonnade.ai.plans import Plan, PlanMove
from colonnade.ai.reasons import Reason
from colonnade.ai.search_player import Budget, Searcher
from colonnade.cli import speech
from colonnade.cli.hint import run_hint
from colonnade.cli.speech import UsageError
from colonnade.contract.record import history, load, write_json
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE
from colonnade.contract.view import View
from colonnade.games import game
from tests.cli.command import EXAMPLES, call, colonnade, refused

pytestmark = pytest.mark.once
EXAMPLE = EXAMPLES / "pagoda.colonnade"


class Studied(list[tuple[Any, ...]]):
    """What the search was asked."""


@pytest.fixture
def studied(monkeypatch: pytest.MonkeyPatch) -> Studied:
    """A search that remembers its questions and praises the legal moves in their order."""
    asked = Studied()

    def plans(found: Any, view: View, budget: Budget, seed: int, by: Searcher) -> list[Plan]:
        asked.append((found, view, budget.seconds, seed))
        legal = found.imagine(view, Rng(1)).legal()
        reason = Reason("pagoda.reason.fourth")
        return [
            Plan(
                moves=[PlanMove(row, 7)],
                points=7,
                visits=9000 - i,
                share=0.5,
                win=0.625,
                margin=-1.5,
                ends_turn=False,
                reasons=[reason],
                answer=[PlanMove(row, 0)],
                answer_seat=1,
                exact=i == 0,
            )
            for i, row in enumerate(legal)
        ]

    monkeypatch.setattr("colonnade.ai.plans.plans", plans)
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
    for part in ("column 1", "1. +7 points", "62.5%", "-1.5", "The Lantern makes room"):
        assert part in text
    assert "Seat 2 could answer: column 1" in text
    assert "3. +7 points" not in text


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
    first = found["plans"][0]
    assert set(first) == {
        *("moves", "points", "win", "margin", "share", "visits", "ends_turn"),
        *("reasons", "answer", "answer_seat", "exact"),
    }
    assert first["moves"] == [{"words": game("pagoda").moves.words(move), "row": move, "points": 7}]
    assert first["exact"]
    (why,) = first["reasons"]
    assert why["text"] == "The Lantern makes room for a fourth column."


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


def test_an_exact_plan_says_so(studied: Studied, capsys: pytest.CaptureFixture[str]) -> None:
    """Where the end was solved, chance and margin are no estimates; the others stay silent."""
    run_hint(EXAMPLE, at=4)
    told = [line for line in capsys.readouterr().out.splitlines() if "win chance" in line]
    assert told[0].endswith("1.5 (exact)")
    assert all("exact" not in line for line in told[1:])


def test_hint_in_french(
    studied: Studied, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Picture, moves and headings are said in the language in use."""
    monkeypatch.setattr(speech, "_chosen", ["fr"])
    run_hint(EXAMPLE, at=4)
    text = capsys.readouterr().out
    for part in (
        "main ?",
        "colonne 1",
        "chances de gain",
        "La Lanterne permet",
        "au siège 1 de décider",
    ):
        assert part in text
    assert studied


def test_hint_asks_the_real_search() -> None:
    """A short search names plans that begin with legal moves, each with its reasons."""
    done = colonnade("hint", str(EXAMPLE), "--at", "4", "--time", "0.2", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["plans"]
    state = history(game("pagoda"), load(EXAMPLE).record).at(4)
    assert len(found) == 3
    assert {plan["moves"][0]["row"] for plan in found} <= set(state.legal())
    assert all(0 <= plan["share"] <= 1 and 0 <= plan["win"] <= 1 for plan in found)
    assert all(reason["text"].endswith(".") for plan in found for reason in plan["reasons"])
    assert all(plan["reasons"] for plan in found)


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
        ([str(EXAMPLE), "--player", "greedy"], '"greedy" does not search'),
        ([str(EXAMPLE), "--player", "master:x=1"], 'no option "x=1"'),
    ],
)
def test_wrong_requests_are_one_clear_line(arguments: list[str], reason: str) -> None:
    """What exists is listed, and the exit code is 2."""
    assert reason in refused(call("hint", *arguments))


def test_another_player_can_be_asked() -> None:
    """Its options are felt, and its own budget comes before --time."""
    asked = ("hint", str(EXAMPLE), "--at", "61", "--json", "--player")
    usual, same, other = (
        json.loads(call(*asked, f"master@200i{options}", "--time", "99").stdout)["plans"]
        for options in ("", ":explore=0.8", ":explore=4,margin_weight=1")
    )
    assert usual == same
    assert usual != other


def test_errors_speak_french() -> None:
    """As every text does."""
    assert "hasard" in refused(call("hint", str(EXAMPLE), "--at", "0", "--lang", "fr"))
