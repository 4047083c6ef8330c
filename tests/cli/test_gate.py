"""gate, as a person runs it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from colonnade.arena.sprt import Bounds
from colonnade.cli.gate import text_plot
from tests.cli.command import call, colonnade, refused
from tests.cli.test_terminal import Terminal

pytestmark = pytest.mark.once
SHORT = ("gate", "pagoda", "--option", "length=fast", "--option", "abilities=none")
BETTER = (*SHORT, "--new", "eager", "--old", "random", "--elo1", "200")
WORSE = (*SHORT, "--new", "random", "--old", "eager", "--elo1", "200")


def decided(*arguments: str, code: int = 0, run: Any = call) -> dict[str, Any]:
    """What `gate --json` prints, as an object without what depends on the machine."""
    done = run(*arguments, "--json")
    assert done.returncode == code, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return {key: value for key, value in found.items() if not key.endswith("_seconds")}


def test_exit_codes_tell_the_verdict() -> None:
    """0 accepted, 1 rejected, 3 undecided; the object says the same, and more."""
    found = decided(*BETTER)
    assert found["verdict"] == "accepted"
    assert found["ratio"] >= found["limits"][1] == pytest.approx(Bounds().limits()[1])
    assert found["settings"]["bounds"] == {"elo0": 0, "elo1": 200, "alpha": 0.05, "beta": 0.05}
    assert sum(found["bands"]) == found["units"] == found["games"] / 2
    assert found["score_interval"][0] <= found["score"] <= found["score_interval"][1]
    assert found["alone"] + found["other"] == pytest.approx(1)
    assert found["superiority"] > 0.9
    assert decided(*WORSE, code=1)["verdict"] == "rejected"
    short = decided(*BETTER, "--max-games", "3", code=3)
    assert (short["verdict"], short["games"], short["settings"]["games"]) == ("undecided", 4, 4)


def test_a_gate_goes_on_from_its_file(tmp_path: Path) -> None:
    """On other processes too, and after a line was torn; another gate is refused by its name."""
    path = tmp_path / "deep" / "gate.jsonl"
    decided(*BETTER, "--max-games", "6", "--out", str(path), code=3)
    path.write_bytes(path.read_bytes()[:-9])
    again = decided(*BETTER, "--out", str(path), "--processes", "2", run=colonnade)
    assert again | {"left_out": 0} == decided(*BETTER)
    told = refused(call(*BETTER, "--out", str(path), "--seed", "2"))
    assert "holds another run: its seed is 1, not 2" in told


def test_people_see_the_course_and_the_measures(tmp_path: Path) -> None:
    """In both languages; the plot is an SVG with the design's colors and the words in use."""
    plot = tmp_path / "gate.svg"
    done = call(*BETTER, "--plot", str(plot))
    for part in (
        "Pagoda: eager against random", "Accepted: H1 (+200 Elo) holds against H0 (+0 Elo)", "•",
        "+2.94", "-2.94", "log likelihood ratio", "Elo", "likelihood of superiority", "1 1/2",
        "wins in a pair", "margin", "mean decision (s)", "seed 1   clock cpu   build",
    ):  # fmt: skip
        assert part in done.stdout, part
    svg = plot.read_text(encoding="utf-8")
    assert all(f">{word}<" in svg for word in ("eager against random", "accepted", "rejected"))
    french = call(*WORSE, "--plot", str(plot), "--lang", "fr").stdout
    for part in ("random contre eager", "Rejeté\u202f: H0 (+0 Elo)", "écart", "victoires", "+2,94"):
        assert part in french, part
    assert ">rejeté<" in plot.read_text(encoding="utf-8")


def test_tables_of_three_have_bands() -> None:
    """And the wins of who sits alone among the others."""
    table = ("gate", "summer_pavilion", "--seats", "3", "--new", "eager", "--old", "random")
    text = call(*table, "--max-games", "6").stdout
    for part in ("Undecided", "score of a deal", "40% - 60%", "wins, alone among the others"):
        assert part in text, part


def test_the_bar_shows_the_ratio(tmp_path: Path) -> None:
    """And where it decides, beside the Elo so far."""
    seat = Terminal(tmp_path, *BETTER)
    assert seat.end() == 0
    assert re.search(r"LLR [+-]\d\.\d\d \(-2\.94 to \+2\.94\)  Elo [+-]", seat.shown)


def test_the_plot_of_text_follows_the_ratio() -> None:
    """Upward for the new player, the newest at the right; what lies beyond stays at the edge."""
    lines = text_plot([0.0, 1.5, 3.0, 9.0, -3.0, -1.0], (-3.0, 3.0))
    assert lines[0] == "   +3.00 ──••──"
    assert lines[-1] == "   -3.00 ────•─"
    assert lines[5] == "       0 •·····"
    assert text_plot([], (-3.0, 3.0)) == []
    assert len(text_plot([0.1] * 1000, (-3.0, 3.0))[5].split()[-1]) == 64


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["gate", "go", "--new", "random"], 'no game "go"'),
        (["gate", "pagoda"], "--new"),
        ([*SHORT, "--new", "god"], 'no player "god"'),
        ([*SHORT, "--new", "random", "--old", "master:x=1"], 'no option "x=1". Options, as'),
        ([*SHORT, "--new", "random:explore=1"], "only players that search take options"),
        ([*SHORT, "--new", "master:judge=nowhere"], 'judge "nowhere" cannot be read'),
        ([*BETTER, "--seats", "3"], "not played by 3"),
        ([*BETTER, "--elo0", "200"], "--elo0 must be below --elo1"),
        ([*BETTER, "--elo0", "nan"], "--elo0 must be below --elo1"),
        ([*BETTER, "--alpha", "0"], "--alpha must be above 0 and below 0.5"),
        ([*BETTER, "--beta", "0.5"], "--beta must be above 0 and below 0.5"),
        ([*BETTER, "--max-games", "0"], "--max-games must be at least 1"),
        ([*BETTER, "--time", "0"], "--time must be a number of seconds above 0"),
        ([*BETTER, "--processes", "0"], "--processes must be at least 1"),
        ([*BETTER, "--compute", "moon"], "moon"),
        ([*BETTER, "--out", "/proc/x/y"], '"/proc/x/y" cannot be written'),
        ([*BETTER, "--plot", "/proc/x/y"], '"/proc/x/y" cannot be written'),
        ([*BETTER, "--out", "a", "--plot", "./a"], '--out and --plot both name "a"'),
        ([*BETTER, "--out", "README.md"], 'line 1: not a run of "colonnade gate"'),
    ],
)
def test_wrong_requests_are_one_clear_line(arguments: list[str], reason: str) -> None:
    """What exists is listed, and the exit code is 2, which no verdict has."""
    assert reason in refused(call(*arguments))


def test_errors_speak_french() -> None:
    """As every text does."""
    assert "doit être inférieur" in refused(call(*BETTER, "--elo0", "300", "--lang", "fr"))


def test_help_lists_the_options() -> None:
    """In both languages."""
    for lang, run in (("en", call), ("fr", colonnade)):
        text = run("gate", "--help", "--lang", lang).stdout
        names = ("--new", "--old", "--elo0", "--elo1", "--max-games", "--plot", "--compute")
        assert all(name in text for name in names)
