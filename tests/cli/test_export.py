"""export and stats, as a person runs them; in this process wherever no signal is needed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pyarrow.parquet as pq
import pytest

from colonnade import data
from tests.cli.command import PATIENCE, ROOT, call, environment, hear_interrupts, refused
from tests.cli.test_terminal import Terminal

pytestmark = pytest.mark.once
SHORT = ("export", "pagoda", "--option", "length=fast", "--option", "abilities=none")
THINKING = (*SHORT, "--player", "eager", "--seed", "3", "--games", "60")
# Plays some games, and then waits to be stopped: it never comes to its end before that.
WAITING = """
import time
from colonnade.cli import main
from colonnade.data.export_writer import ExportWriter

add = ExportWriter.add

def add_slowly(writer, chunk):
    add(writer, chunk)
    if writer.games >= 30:
        time.sleep(300)

ExportWriter.add = add_slowly
main()
"""


def games(path: Path) -> list[int]:
    """The numbers of a file's games."""
    found: list[int] = pq.read_table(path, columns=["game"])["game"].to_pylist()
    return found


def test_export_writes_a_file(tmp_path: Path) -> None:
    """As many games as asked for, in both languages, and the same again without playing."""
    path = tmp_path / "deep" / "games.parquet"
    done = call(*SHORT, "--games", "40", "--out", str(path))
    assert done.returncode == 0, done
    assert f"{path} holds 40 games" in done.stdout
    assert "40 games played now" in done.stdout
    assert games(path) == list(range(40))
    again = call(*SHORT, "--games", "40", "--out", str(path), "--lang", "fr")
    assert "contient 40 parties" in again.stdout
    assert "jouées" not in again.stdout
    more = call(*SHORT, "--games", "41", "--processes", "2", "--out", str(path))
    assert "1 game played now" in more.stdout
    assert games(path) == list(range(41))
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_the_bar_shows_games_a_second(tmp_path: Path) -> None:
    """And the time that is left."""
    seat = Terminal(tmp_path, *SHORT, "--games", "300", "--out", str(tmp_path / "games.parquet"))
    assert seat.end() == 0
    assert "games a second" in seat.shown
    assert "300/300" in seat.shown


def stopped(command: Sequence[str], folder: Path, how: signal.Signals) -> tuple[int, str]:
    """Start an export, and stop it once games of it are on the disk."""
    running = subprocess.Popen(
        [sys.executable, *command],
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
        while not any(folder.glob("*.arrow")):
            assert time.monotonic() < last
            assert running.poll() is None, running.communicate()
            time.sleep(0.02)
        os.kill(running.pid, how)
        _, err = running.communicate(timeout=PATIENCE)
    finally:
        if running.poll() is None:
            os.killpg(running.pid, signal.SIGKILL)
    return running.returncode, err


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """An export that nobody stopped."""
    path = tmp_path_factory.mktemp("whole") / "games.parquet"
    assert call(*THINKING, "--out", str(path)).returncode == 0
    return path.read_bytes()


@pytest.mark.parametrize(("how", "processes"), [("SIGINT", "1"), ("SIGINT", "2"), ("SIGKILL", "1")])
def test_an_export_that_is_stopped_goes_on(
    whole: bytes, tmp_path: Path, how: str, processes: str
) -> None:
    """By Ctrl-C or by force: each game once in the end, byte for byte as without it."""
    path, folder = tmp_path / "games.parquet", tmp_path / "games.parquet.parts"
    words = (*THINKING, "--processes", processes, "--out", str(path))
    code, err = stopped(("-c", WAITING, *words), folder, signal.Signals[how])
    assert "Traceback" not in err
    if how == "SIGINT":
        assert code == 130, err
        assert "Stopped after" in err
        kept = games(path)
        assert 0 < len(kept) < 60
        assert sorted(set(kept)) == kept
        assert not folder.exists()
    else:
        assert code == -signal.SIGKILL
        assert not path.exists()
    done = call(*words)
    assert done.returncode == 0, done
    assert "games played now" in done.stdout
    assert "60 games played now" not in done.stdout
    assert games(path) == list(range(60))
    assert not folder.exists()
    assert path.read_bytes() == whole


def test_ctrl_c_stops_random_games_soon(tmp_path: Path) -> None:
    """A million of them are never waited for."""
    path = tmp_path / "games.parquet"
    command = ("-m", "colonnade", *SHORT, "--games", "100000000", "--out", str(path))
    code, err = stopped(command, tmp_path / "games.parquet.parts", signal.SIGINT)
    assert code == 130, err
    kept = games(path)
    assert 0 < len(kept) == kept[-1] + 1


OUT = ("--out", "x.parquet")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["export", "go", *OUT], 'no game "go"'),
        (["export", "pagoda"], "--out"),
        ([*SHORT, *OUT, "--games", "0"], "--games must be at least 1"),
        ([*SHORT, *OUT, "--seed", "-1"], "--seed must be at least 0"),
        ([*SHORT, *OUT, "--processes", "0"], "--processes must be at least 1"),
        ([*SHORT, *OUT, "--player", "god"], 'no player "god"'),
        ([*SHORT, *OUT, "--seats", "3"], "not played by 3"),
        ([*SHORT, *OUT, "--option", "x=y"], 'no option "x"'),
        ([*SHORT, "--out", "games.csv"], '"games.csv" does not end in .parquet'),
        ([*SHORT, "--out", "/proc/x/y.parquet"], "cannot be written"),
        (["stats"], "Name at least one file"),
        (["stats", "nowhere.parquet"], 'no file "nowhere.parquet"'),
        (["stats", "README.md"], '"README.md" is not a file that "colonnade export" has written'),
        (["stats", "docs/ladder/pagoda-architect-builder.parquet"], "is not a file that"),
        (["stats", "x.parquet", "--out", "README.md"], '"README.md" is not a folder'),
        (["stats", "src"], '"src"'),
    ],
)
def test_wrong_requests_are_one_clear_line(arguments: list[str], reason: str) -> None:
    """What is wrong, where, and the exit code 2."""
    assert reason in refused(call(*arguments))


def test_other_files_are_not_written_over(tmp_path: Path) -> None:
    """Neither an export of other settings nor a file of another kind."""
    path = tmp_path / "games.parquet"
    assert call(*SHORT, "--games", "3", "--out", str(path)).returncode == 0
    before = path.read_bytes()
    told = refused(call(*SHORT, "--games", "3", "--seed", "2", "--out", str(path)))
    assert "its seed is 1, not 2" in told
    assert path.read_bytes() == before
    path.write_text("mine")
    assert "is not a file that" in refused(call(*SHORT, "--out", str(path)))
    assert path.read_text() == "mine"


@pytest.mark.parametrize(
    ("package", "words", "told"),
    [
        ("pyarrow", (*SHORT, "--out"), "colonnade[parquet]"),
        ("numpy", (*SHORT, "--out"), "colonnade[parquet]"),
        ("pyarrow", ("stats",), "colonnade[parquet]"),
        ("numpy", ("stats",), "colonnade[parquet]"),
        ("matplotlib", ("stats",), "colonnade[stats]"),
    ],
)
def test_missing_packages_are_named(
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    package: str,
    words: tuple[str, ...],
    told: str,
) -> None:
    """What to install, in one line."""
    for name in ("export_columns", "export_writer", "stats", "stats_plots", "stats_page"):
        monkeypatch.delitem(sys.modules, f"colonnade.data.{name}", raising=False)
        monkeypatch.delattr(data, name, raising=False)
    monkeypatch.setitem(sys.modules, package, None)
    assert told in refused(call(*words, str(tmp_path / "x.parquet")))


def test_stats_writes_pages_and_plots(tmp_path: Path) -> None:
    """A page for each game, with plots that any reader of XML accepts."""
    paths = []
    for key, player in (("pagoda", "random"), ("pagoda", "eager")):
        paths.append(str(tmp_path / f"{key}-{player}.parquet"))
        words = ("export", key, "--games", "8", "--player", player, "--out", paths[-1])
        assert call(*words).returncode == 0
    out = tmp_path / "deep" / "stats"
    done = call("stats", *paths, "--out", str(out))
    assert done.returncode == 0, done
    assert "from 2 exports: pagoda.md" in done.stdout
    assert len(list(out.glob("*.md"))) == 1
    plots = sorted(out.glob("*.svg"))
    assert len(plots) == 6
    for plot in plots:
        assert ElementTree.parse(plot).getroot().tag == "{http://www.w3.org/2000/svg}svg"
