"""arena, ladder and hint, as a person runs them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from colonnade.cli import speech
from colonnade.cli.arena import run_hint, running
from colonnade.cli.speech import UsageError
from colonnade.contract.record import load, steps, write_json
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE
from colonnade.contract.view import View
from colonnade.games import game
from tests.cli.command import ROOT, colonnade, environment, hear_interrupts, refused
from tests.cli.test_terminal import Terminal

pytestmark = pytest.mark.once
EXAMPLE = ROOT / "examples" / "pagoda.colonnade"
SHORT = ("arena", "pagoda", "--option", "length=fast", "--option", "abilities=none")
PAIR = (*SHORT, "--players", "eager,random")


def played(*arguments: str) -> dict[str, Any]:
    """What `arena --json` prints, as an object."""
    done = colonnade(*PAIR, "--json", *arguments)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def timeless(found: dict[str, Any]) -> dict[str, Any]:
    """All that does not depend on the machine."""
    players = [
        {key: value for key, value in line.items() if not key.endswith("_decision")}
        for line in found["players"]
    ]
    return {**found, "players": players, "seconds": 0}


# arena


def test_arena_prints_what_it_promises() -> None:
    """One JSON object with everything of the summary."""
    found = played("--games", "5", "--seed", "3")
    assert found["settings"]["game"] == "pagoda"
    assert found["settings"]["options"] == {"length": "fast", "abilities": "none"}
    assert found["settings"]["games"] == found["games"] == 6
    assert (found["deals"], found["left_out"]) == (3, 0)
    assert [line["player"] for line in found["players"]] == ["eager", "random"]
    assert sum(line["win_rate"] for line in found["players"]) == pytest.approx(1)
    assert sum(line["mean_margin"] for line in found["players"]) == pytest.approx(0)
    assert [line["seat"] for line in found["seats"]] == [1, 2]
    for line in found["players"]:
        low, high = line["win_interval"]
        assert 0 <= low <= line["win_rate"] <= high + 1e-9 <= 1 + 1e-9
        assert 0 < line["mean_decision"] <= line["longest_decision"]
        assert line["decisions"] > 10
        assert set(line["rating"]) == {"mu", "sigma", "ordinal"}


def test_arena_shows_tables_in_both_languages() -> None:
    """People see rates, margins, times, the ladder and the seats."""
    text = colonnade(*SHORT, "--players", "eager,eager", "--games", "4").stdout
    for part in ("eager 2", "wins", "95 % interval", "margin", "mean decision", "strength", "seat"):
        assert part in text
    french = colonnade(*PAIR, "--games", "2", "--lang", "fr").stdout
    for part in ("victoires", "écart", "force", "siège", "2 parties", "graine 1"):
        assert part in french


def test_the_bar_shows_the_result_so_far(tmp_path: Path) -> None:
    """Win rates, shared wins in part, beside the bar."""
    assert running(["eager", "random"], [12 + 6, 6], 2) == "eager 75.0%  random 25.0%"
    seat = Terminal(tmp_path, *PAIR, "--games", "20")
    assert seat.end() == 0
    assert re.search(r"eager \d+\.\d%  random \d+\.\d%", seat.shown)


def test_help_lists_the_commands_and_their_options() -> None:
    """In both languages."""
    for lang in ("en", "fr"):
        text = colonnade("--help", "--lang", lang).stdout
        assert all(name in text for name in ("arena", "ladder", "hint"))
        text = colonnade("arena", "--help", "--lang", lang).stdout
        assert all(name in text for name in ("--players", "--time", "--out", "--parquet"))


def test_a_run_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    """Torn, and grown on two processes, it equals a run without interruption."""
    path, columns = tmp_path / "run.jsonl", tmp_path / "run.parquet"
    played("--games", "4", "--out", str(path))
    path.write_bytes(path.read_bytes()[:-20])
    again = played(
        "--games", "8", "--out", str(path), "--processes", "2", "--parquet", str(columns)
    )
    assert timeless(again) == timeless(played("--games", "8"))
    assert len(path.read_text().splitlines()) == 9
    pages = []
    for run in (path, columns):
        page = tmp_path / "deep" / f"{run.suffix}.md"
        done = colonnade("ladder", str(run), "--out", str(page))
        assert done.returncode == 0, done.stderr
        assert str(page) in done.stdout
        pages.append(page.read_text(encoding="utf-8"))
    assert pages[0] == pages[1]
    assert "--games 8 --seed 1 --option length=fast --option abilities=none`" in pages[0]
    assert "another run: its seed is 1, not 2" in refused(
        colonnade(*PAIR, "--games", "8", "--seed", "2", "--out", str(path))
    )


@pytest.mark.parametrize("processes", ["1", "2"])
def test_ctrl_c_keeps_and_shows_what_was_played(tmp_path: Path, processes: str) -> None:
    """The file has every game that ended, the summary those of whole deals; exit code 130."""
    path = tmp_path / "run.jsonl"
    command = [sys.executable, "-m", "colonnade", *PAIR, "--json", "--games", "1000000"]
    running = subprocess.Popen(
        [*command, "--processes", processes, "--out", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        cwd=ROOT,
        start_new_session=True,
        preexec_fn=hear_interrupts,
    )
    try:
        last = time.monotonic() + 60
        while not (path.exists() and path.read_bytes().count(b"\n") > 6):
            assert time.monotonic() < last
            assert running.poll() is None
            time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
    assert running.returncode == 130, err
    assert "Stopped after" in err
    assert "Traceback" not in err
    found = json.loads(out)
    kept = path.read_text().splitlines()[1:]
    assert len(kept) == found["games"] + found["left_out"] >= 6
    assert all(json.loads(line)["moves"] > 10 for line in kept)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["arena", "go", "--players", "random,random"], 'no game "go"'),
        (["arena", "pagoda"], "--players"),
        (["arena", "pagoda", "--players", "god,random"], 'no player "god". Players: random'),
        (["arena", "pagoda", "--players", "random,"], 'no player ""'),
        (["arena", "pagoda", "--players", "random@1,random"], '"random@1" has no budget'),
        (["arena", "pagoda", "--players", "master@x,random"], '"master@x" has no budget'),
        (["arena", "pagoda", "--players", "random"], "not played by 1. Numbers of seats: 2"),
        (["arena", "pagoda", "--players", "random,random,eager"], "not played by 3"),
        ([*PAIR, "--games", "0"], "--games must be at least 1"),
        ([*PAIR, "--processes", "0"], "--processes must be at least 1"),
        ([*PAIR, "--seed", "-1"], "--seed must be at least 0"),
        ([*PAIR, "--time", "0"], "--time must be a number of seconds above 0"),
        ([*PAIR, "--time", "nan"], "--time must be a number of seconds above 0"),
        ([*PAIR, "--option", "length=1"], 'no value "1"'),
        ([*PAIR, "--out", "/proc/x/y"], '"/proc/x/y" cannot be written'),
        ([*PAIR, "--parquet", "/proc/x/y"], '"/proc/x/y" cannot be written'),
        ([*PAIR, "--out", "src"], '"src" is not a file'),
        ([*PAIR, "--out", "a", "--parquet", "./a"], 'both name "a"'),
        ([*PAIR, "--out", "README.md"], '"README.md", line 1: not a run'),
        (["ladder", "README.md", "--out", "./README.md"], '"README.md" is one of the runs'),
        (["ladder"], "Name at least one file"),
        (["ladder", "nowhere.jsonl"], 'no file "nowhere.jsonl"'),
        (["ladder", "src"], "cannot be read"),
        (["ladder", "README.md"], '"README.md", line 1: not a run'),
        (["hint", "nowhere.colonnade"], 'no file "nowhere.colonnade"'),
        (["hint", "README.md"], "line 1"),
        (["hint", str(EXAMPLE), "--time", "-1"], "--time must be a number of seconds above 0"),
        (["hint", str(EXAMPLE), "--count", "0"], "--count must be at least 1"),
        (["hint", str(EXAMPLE), "--at", "0"], "After move 0, chance must draw"),
        (["hint", str(EXAMPLE), "--at", "-1"], "no position after move -1"),
        (["hint", str(EXAMPLE), "--at", "9999"], "no position after move 9,999"),
    ],
)
def test_wrong_requests_are_one_clear_line(arguments: list[str], reason: str) -> None:
    """What exists is listed, and the exit code is 2."""
    assert reason in refused(colonnade(*arguments))


def test_errors_speak_french() -> None:
    """As every text does."""
    assert "secondes" in refused(colonnade(*PAIR, "--time", "0", "--lang", "fr"))
    assert "hasard" in refused(colonnade("hint", str(EXAMPLE), "--at", "0", "--lang", "fr"))


# hint


class Studied(list[tuple[Any, ...]]):
    """What the search was asked."""


@pytest.fixture
def studied(monkeypatch: pytest.MonkeyPatch) -> Studied:
    """A search that remembers its questions and praises the legal moves in their order."""
    asked = Studied()

    def study(found: Any, view: View, seconds: float, seed: int) -> list[SimpleNamespace]:
        asked.append((found, view, seconds, seed))
        legal = found.imagine(view, Rng(1)).legal()
        return [
            SimpleNamespace(row=row, visits=9000 - i, share=0.5, win=0.625, margin=-1.5)
            for i, row in enumerate(legal)
        ]

    monkeypatch.setitem(sys.modules, "colonnade.ai.search_player", SimpleNamespace(study=study))
    return asked


def last_decision() -> int:
    """How many moves of the example come before its last decision."""
    found = list(steps(game("pagoda"), load(EXAMPLE).record))
    return max(i for i, (state, _) in enumerate(found) if state.actor != CHANCE)


def test_hint_shows_the_position_and_the_best_moves(
    studied: Studied, capsys: pytest.CaptureFixture[str]
) -> None:
    """The picture as the seat sees it, then the moves; the search gets that seat's view alone."""
    assert run_hint(EXAMPLE, at=4, time=0.5, seed=7, count=2) == 0
    text = capsys.readouterr().out
    state = [state for state, _ in steps(game("pagoda"), load(EXAMPLE).record)][4]
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
    state, move = list(steps(game("pagoda"), load(EXAMPLE).record))[at]
    assert (found["game"], found["at"], found["turn"]) == ("pagoda", at, state.turn)
    assert found["seat"] == state.actor + 1
    assert set(found["ideas"][0]) == {"words", "row", "visits", "share", "win", "margin"}
    assert game("pagoda").moves.words(move) in [idea["words"] for idea in found["ideas"]]


def cut_short(path: Path, moves: int) -> Path:
    """The example's first moves as a record of an unfinished game."""
    kept = load(EXAMPLE).record
    state = [state for state, _ in steps(game("pagoda"), kept)][moves]
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
    state = [state for state, _ in steps(game("pagoda"), load(EXAMPLE).record)][4]
    assert 1 <= len(ideas) <= 5
    assert {idea["row"] for idea in ideas} <= set(state.legal())
    assert all(0 <= idea["share"] <= 1 and 0 <= idea["win"] <= 1 for idea in ideas)
    assert [idea["visits"] for idea in ideas] == sorted(
        (idea["visits"] for idea in ideas), reverse=True
    )
