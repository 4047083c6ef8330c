"""simulate, perft, rules, replay, verify and the errors of all commands."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest

import colonnade as package
from colonnade.games import own_keys
from tests.cli.command import EXAMPLES, call, colonnade, refused
from tests.cli.test_terminal import Terminal

EXAMPLE = EXAMPLES / "pagoda.colonnade"
RECORDS = sorted(EXAMPLES.glob("*.colonnade"))
pytestmark = pytest.mark.once


def simulated(*arguments: str, run: Any = call) -> dict[str, Any]:
    """What `simulate --json` prints, as an object."""
    done = run("simulate", "pagoda", "--json", *arguments)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_version_says_which_build_runs() -> None:
    """Version, build and commit stand on the first line."""
    first = colonnade("--version").stdout.splitlines()[0]
    assert first.startswith(f"colonnade {package.__version__} ({package.build.kind()}")
    assert package.build.commit().partition(".")[0] in first


def test_help_lists_the_commands_in_both_languages() -> None:
    """Without arguments and with --help, every command is named."""
    for arguments in ([], ["--help"]):
        text = call(*arguments).stdout
        assert all(
            name in text for name in ("play", "simulate", "replay", "verify", "rules", "perft")
        )
    assert "partie" in colonnade("--help", "--lang", "fr").stdout


def test_simulate_prints_what_it_promises() -> None:
    """One JSON object with at least these keys."""
    words = ("--games", "40", "--seed", "3", "--option", "length=fast")
    found = simulated(*words, run=colonnade)
    assert found["game"] == "pagoda"
    assert found["seats"] == 2
    assert found["options"] == {"length": "fast", "abilities": "all"}
    assert found["games"] == 40
    assert found["build"] == package.build.kind()
    assert sum(found["win_rates"]) == pytest.approx(1)
    assert found["games_per_second"] == pytest.approx(40 / found["seconds"])
    assert found["moves_per_second"] == pytest.approx(40 * found["mean_moves"] / found["seconds"])
    assert all(50 < score < 110 for score in found["mean_scores"])


def test_same_seed_same_games_on_any_number_of_processes() -> None:
    """Only speeds may differ."""
    timing = ("seconds", "games_per_second", "moves_per_second")
    words = ("--games", "130", "--seed", "9", "--processes")
    runs = [simulated(*words, "1")]
    runs += [simulated(*words, count, run=colonnade) for count in ("2", "3")]
    facts = [{k: v for k, v in run.items() if k not in timing} for run in runs]
    assert facts[0] == facts[1] == facts[2]
    assert simulated("--games", "130", "--seed", "10")["checksum"] != facts[0]["checksum"]


def test_simulate_shows_a_table() -> None:
    """People see scores, win rates with intervals, and speeds."""
    text = call("simulate", "pagoda", "--games", "20").stdout
    for part in ("mean score", "wins", "95 % interval", "games/s", "moves/s"):
        assert part in text


def test_ctrl_c_prints_what_was_done(tmp_path: Path) -> None:
    """An interrupted simulation shows its games so far and exits as interrupted programs do."""
    words = ("simulate", "pagoda", "--json", "--games", "100000000", "--processes", "2")
    seat = Terminal(tmp_path, *words)
    seat.wait_for(r"[1-9]\d*/100000000")  # the bar counts games
    seat.program.send_signal(signal.SIGINT)
    assert seat.end() == 130, seat.shown
    [told] = re.findall(r"{.*}", seat.shown)
    assert 0 < json.loads(told)["games"] < 100_000_000
    assert "Stopped after" in seat.shown
    assert "Traceback" not in seat.shown


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["simulate", "go"], 'no game "go". Games:'),
        (["simulate", "pagoda", "--seats", "3"], "not played by 3"),
        (
            ["simulate", "pagoda", "--option", "size=1"],
            'no option "size". Options: abilities, length',
        ),
        (["simulate", "pagoda", "--option", "length=1"], 'no value "1". Values: full, fast'),
        (["simulate", "pagoda", "--option", "fast"], "length=full|fast"),
        (["simulate", "pagoda", "--games", "0"], "--games must be at least 1"),
        (["simulate", "pagoda", "--games", "many"], "many"),
        (["simulate", "pagoda", "--gams", "3"], "--gams"),
        (["simulate", "pagoda", "--processes", "0"], "--processes must be at least 1"),
        (["simulate"], "GAME"),
        (["perft", "go"], 'no game "go"'),
        (["perft", "pagoda", "--depth", "-1"], "--depth must be at least 0"),
        (["rules", "go"], 'no game "go"'),
        (["rules", "pagoda", "P99"], 'no rule "P99"'),
        (["play", "go"], 'no game "go"'),
        (
            ["play", "pagoda", "--opponent", "god"],
            'no player "god". Players: random, gestures',
        ),
        (["play", "pagoda", "--seat", "3"], "no seat 3"),
        (["verify", "nowhere.colonnade"], 'no file "nowhere.colonnade"'),
        (["replay", "nowhere.colonnade"], 'no file "nowhere.colonnade"'),
        (["verify", "src"], "cannot be read"),
        (["dance"], "dance"),
        (["rules", "pagoda", "--lang", "de"], 'no language "de". Languages: en, fr'),
    ],
)
def test_wrong_requests_are_one_clear_line(arguments: list[str], reason: str) -> None:
    """What exists is listed, and the exit code is 2."""
    assert reason in refused(call(*arguments))


def test_errors_speak_french() -> None:
    """The language of errors follows --lang and the locale."""
    assert "jeu" in refused(call("simulate", "go", "--lang", "fr"))
    assert "jeu" in refused(colonnade("simulate", "go", env={"LANG": "fr_FR.UTF-8"}))


@pytest.mark.parametrize("key", own_keys())
def test_rules_in_both_languages(key: str) -> None:
    """All rules, one section, one paragraph, and a search."""
    [letter] = set(re.findall(r"\b([A-Z])7\.1\b", call("rules", key).stdout))
    for lang in ("en", "fr"):
        assert f"{letter}7.1" in call("rules", key, "--lang", lang).stdout
    section = call("rules", key, f"{letter}7").stdout
    assert f"{letter}7.2" in section
    assert f"{letter}8.1" not in section
    paragraph = call("rules", key, f"{letter.lower()}7.1").stdout
    assert f"{letter}7.1" in paragraph
    assert f"{letter}7.2" not in paragraph


def test_rules_are_searched_by_words() -> None:
    """Words find the paragraphs that have them, with or without accents."""
    assert "P10.6" in call("rules", "pagoda", "lantern").stdout
    assert "P10.6" in colonnade("rules", "pagoda", "lanterne", "--lang", "fr").stdout
    assert "S8.1" in call("rules", "summer_pavilion", "pillar").stdout


def test_perft_counts() -> None:
    """Five colors for each of four cards, then 41.8 first moves on average."""
    done = colonnade("perft", "pagoda", "--depth", "5", "--json")
    assert json.loads(done.stdout)["perft"] == [5, 25, 125, 625, 26125]
    assert "26,125" in call("perft", "pagoda", "--depth", "5").stdout


def test_verify_says_valid() -> None:
    """Each game has an example record, and it is valid, with its result."""
    assert [path.stem for path in RECORDS] == sorted(own_keys())
    for path, run in zip(RECORDS, (colonnade, call, call), strict=True):
        done = run("verify", str(path))
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith(f"valid: {path.stem}, ")


def test_verify_names_the_first_wrong_line(tmp_path: Path) -> None:
    """The line, the reason and what would have been legal; the same in French."""
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("  column"))
    lines[at] = "  column 1 red free"
    path = tmp_path / "wrong.colonnade"
    path.write_text("\n".join(lines), encoding="utf-8")
    for lang, word in (("en", "legal"), ("fr", "permis")):
        message = refused(call("verify", str(path), "--lang", lang))
        assert str(at + 1) in message
        assert word in message
        assert "column 1 red display" in message


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("raw", [b"", b"\x00\x01\x02\xff", b"hello\n", b"{}", b"{" * 1000])
def test_foreign_files_are_one_clear_line(command: str, raw: bytes, tmp_path: Path) -> None:
    """No traceback for any bytes."""
    path = tmp_path / "foreign.colonnade"
    path.write_bytes(raw)
    assert "line 1" in refused(call(command, str(path)))


def test_replay_shows_every_move() -> None:
    """Without a person at the keys, the whole record is shown, turn by turn, to its result."""
    text = colonnade("replay", str(EXAMPLE)).stdout
    moves = sum(1 for line in EXAMPLE.read_text(encoding="utf-8").splitlines() if line[:2] == "  ")
    assert f"Move {moves} of {moves}" in text
    assert "End of the record" in text
    assert "lot 6" in text
    assert "Coup" in call("replay", str(EXAMPLE), "--lang", "fr").stdout
