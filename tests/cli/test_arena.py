"""arena and ladder, as a person runs them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from colonnade.cli.arena import running
from tests.cli.command import (
    EXAMPLES,
    PATIENCE,
    ROOT,
    call,
    colonnade,
    environment,
    hear_interrupts,
    refused,
)
from tests.cli.test_terminal import Terminal

pytestmark = pytest.mark.once
EXAMPLE = EXAMPLES / "pagoda.colonnade"
SHORT = ("arena", "pagoda", "--option", "length=fast", "--option", "abilities=none")
PAIR = (*SHORT, "--players", "eager,random")


def played(*arguments: str, run: Any = call) -> dict[str, Any]:
    """What `arena --json` prints, as an object."""
    done = run(*PAIR, "--json", *arguments)
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
    text = call(*SHORT, "--players", "eager,eager", "--games", "4").stdout
    for part in ("eager 2", "wins", "95 % interval", "margin", "mean decision", "strength", "seat"):
        assert part in text
    french = call(*PAIR, "--games", "2", "--lang", "fr").stdout
    assert re.search(r"\d,\d\u202f%", french)
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
    for lang, run in (("en", call), ("fr", colonnade)):
        text = call("--help", "--lang", lang).stdout
        assert all(name in text for name in ("arena", "ladder", "hint"))
        text = run("arena", "--help", "--lang", lang).stdout
        assert all(name in text for name in ("--players", "--time", "--out", "--parquet"))


def test_a_run_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    """Torn, and grown on two processes, it equals a run without interruption."""
    path, columns = tmp_path / "run.jsonl", tmp_path / "run.parquet"
    played("--games", "4", "--out", str(path))
    path.write_bytes(path.read_bytes()[:-20])
    more = ("--games", "8", "--out", str(path), "--processes", "2", "--parquet", str(columns))
    again = played(*more, run=colonnade)
    assert timeless(again) == timeless(played("--games", "8"))
    assert len(path.read_text().splitlines()) == 9
    pages = []
    for file, run in ((path, colonnade), (columns, call)):
        page = tmp_path / "deep" / f"{file.suffix}.md"
        done = run("ladder", str(file), "--out", str(page))
        assert done.returncode == 0, done.stderr
        assert str(page) in done.stdout
        pages.append(page.read_text(encoding="utf-8"))
    assert pages[0] == pages[1]
    assert "--games 8 --seed 1 --option length=fast --option abilities=none\n```" in pages[0]
    assert "another run: its seed is 1, not 2" in refused(
        call(*PAIR, "--games", "8", "--seed", "2", "--out", str(path))
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
        last = time.monotonic() + PATIENCE
        while not (path.exists() and path.read_bytes().count(b"\n") > 6):
            assert time.monotonic() < last
            assert running.poll() is None
            time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=PATIENCE)
    finally:
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
    assert running.returncode == 130, err
    assert "Stopped after" in err
    assert "Traceback" not in err
    found = json.loads(out)
    kept = path.read_text().splitlines()[1:]
    # Ctrl-C may come when a game is in the file but not yet counted.
    assert len(kept) - (found["games"] + found["left_out"]) in (0, 1)
    assert len(kept) >= 6
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
        (["arena", "pagoda", "--players", "master:x=1,random"], 'no option "x=1". Options, as'),
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
    ],
)
def test_wrong_requests_are_one_clear_line(arguments: list[str], reason: str) -> None:
    """What exists is listed, and the exit code is 2."""
    assert reason in refused(call(*arguments))


def test_errors_speak_french() -> None:
    """As every text does."""
    assert "secondes" in refused(call(*PAIR, "--time", "0", "--lang", "fr"))
