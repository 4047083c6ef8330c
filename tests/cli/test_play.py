"""A whole game typed at the keyboard, and everything else that can be typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from colonnade.cli.speech import matching
from colonnade.contract.record import load, verify
from colonnade.games import game
from tests.cli.command import call, colonnade, refused

pytestmark = pytest.mark.once


def play(home: Path, typed: str, *arguments: str, key: str = "pagoda", run: Any = call) -> str:
    """Type lines into a game; returns all that was shown."""
    done = run("play", key, *arguments, typed=typed, env={"XDG_DATA_HOME": str(home)})
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return f"{done.stdout}{done.stderr}"


def kept(home: Path) -> Path:
    """The one game kept in the data folder."""
    (path,) = (home / "colonnade" / "games").iterdir()
    return path


@pytest.mark.parametrize("opponent", ["greedy", "random"])
def test_a_whole_game(tmp_path: Path, opponent: str) -> None:
    """Always taking the first move listed plays to the end, and the record is valid."""
    words = ("--opponent", opponent, "--seed", "5")
    shown = play(tmp_path, "1\n" * 2000, *words, run=colonnade)
    assert "The game is over" in shown
    loaded = load(kept(tmp_path))
    state = verify(game("pagoda"), loaded).state
    assert state.winners() == loaded.record.winners != []


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_of_several_seats(tmp_path: Path, seats: int) -> None:
    """Summer Pavilion against one to three computer players, on the grey board, in French."""
    arguments = ["--seats", str(seats), "--option", "board=grey", "--seed", "5", "--lang", "fr"]
    shown = play(tmp_path, "1\n" * 2000, *arguments, key="summer_pavilion")
    loaded = load(kept(tmp_path))
    state = verify(game("summer_pavilion"), loaded).state
    assert state.winners() == loaded.record.winners != []
    assert len(loaded.record.names) == len(set(loaded.record.names)) == seats
    assert "placer" in shown
    assert "manche" in shown


@pytest.mark.parametrize("layout", ["standard", "river"])
def test_a_whole_game_of_seven_steps(tmp_path: Path, layout: str) -> None:
    """To the end by first moves, on both faces; others' discs stay behind their screens."""
    arguments = ["--option", f"layout={layout}", "--option", "face=mixed", "--seed", "5"]
    shown = play(tmp_path, "1\n" * 4000, *arguments, key="seven_steps")
    state = verify(game("seven_steps"), load(kept(tmp_path))).state
    assert state.winners()
    assert "draw hidden" in shown
    rivals = [line for line in shown.splitlines() if line.startswith("seat 2")]
    assert all("hand ?" in line for line in rivals)


def test_the_same_seed_is_the_same_game(tmp_path: Path) -> None:
    """A seed fixes draws and opponent."""
    runs = (("a", colonnade), ("b", call))
    shown = [play(tmp_path / n, "1\n" * 30, "--seed", "8", run=run) for n, run in runs]
    assert shown[0].replace("/a/", "/b/")[:3000] == shown[1][:3000]


def test_moves_by_words_beginnings_and_numbers(tmp_path: Path) -> None:
    """All three ways of naming a move work; an ambiguous beginning lists what fits."""
    shown = play(tmp_path, "column 1 red display\nc 2 b\nc 2 b d\n1\nquit\n", "--seed", "3")
    assert '"c 2 b" fits 2 moves' in shown
    moves = load(kept(tmp_path)).record.moves
    assert moves[4:6] == ["column 1 red display", "column 2 blue display"]
    assert len(moves) == 7


def test_undo_goes_past_draws_and_rivals(tmp_path: Path) -> None:
    """One's moves go back one by one, after the rival's turn too; the same is drawn again."""
    straight, back = tmp_path / "straight", tmp_path / "back"
    shown = play(straight, "undo\nc 1 r d\nc 2 y d\nundo\nc 2 y d\nend\nquit\n", "--seed", "3")
    assert "nothing can be taken back" in shown
    assert shown.count("Taken back") == 1
    shown = play(back, "c 1 r d\nc 2 y d\nend\nundo\nend\nquit\n", "--seed", "3")
    assert "the same will be drawn again" in shown
    moves = load(kept(straight)).record.moves
    drawn = moves.index("end") + 3  # two cards were played
    assert [row.split()[0] for row in moves[drawn - 2 : drawn]] == ["draw", "draw"]
    assert load(kept(back)).record.moves[:drawn] == moves[:drawn]


def test_hidden_cards_stay_hidden(tmp_path: Path) -> None:
    """What the rival draws to its hand is never shown, nor its hand."""
    shown = play(tmp_path, "1\n" * 40 + "table\nquit\n", "--seed", "4")
    moves = load(kept(tmp_path)).record.moves
    assert "draw hidden hand" in shown
    assert shown.count("draw hidden hand") < sum("hand" in m for m in moves if m[:4] == "draw")
    rivals = [line for line in shown.splitlines() if line.startswith("seat 2")]
    assert rivals
    assert all("hand ?" in line for line in rivals)


def test_commands(tmp_path: Path) -> None:
    """Help, reasons, rules, an unknown move, an unwritable file: nothing stops the game."""
    copy = tmp_path / "mine.json"
    typed = f"?\nwhy\nrules P7.1\ndance\ncolumn 9\nc 3 ?\nsave {copy}\nsave /proc/x/y\n\nquit\n"
    shown = play(tmp_path, typed, "--seed", "3")
    for part in (
        "43 moves",
        "lantern: no use left; build a red tile",
        "A roof is one action",
        '"dance" fits no move',
        '"column 9" fits no move',
        "7 moves",
        "mine.json",
        "cannot be written",
        "left unfinished",
    ):
        assert part in shown
    assert verify(game("pagoda"), load(copy)).state.turn == 1


def test_resume(tmp_path: Path) -> None:
    """A game left is gone on with from its file."""
    play(tmp_path, "1\nend\nquit\n", "--seed", "3")
    path = kept(tmp_path)
    before = load(path).record.moves
    play(tmp_path, "1\nquit\n", "--resume", str(path), "--seed", "4")
    after = load(path).record.moves
    assert after[: len(before)] == before
    assert len(after) > len(before)


def test_resume_keeps_the_seat(tmp_path: Path) -> None:
    """Whoever played seat 2 plays it again against the same rival, and sees that hand alone."""
    play(tmp_path, "1\nquit\n", "--seed", "3", "--seat", "2", "--opponent", "eager")
    shown = play(tmp_path, "quit\n", "--resume", str(kept(tmp_path)))
    assert "against Eager. You have seat 2" in shown
    other = play(tmp_path, "quit\n", "--resume", str(kept(tmp_path)), "--opponent", "master@0.01")
    assert "The Master thinks" in other
    rivals = [line for line in shown.splitlines() if line.startswith("seat 1")]
    assert rivals
    assert all("hand ?" in line for line in rivals)


def test_seat_two_and_variants(tmp_path: Path) -> None:
    """The computer begins when asked to; options reach the record."""
    arguments = ["--seat", "2", "--option", "length=fast", "--option", "abilities=none"]
    shown = play(tmp_path, "quit\n", "--seed", "3", *arguments)
    assert "Builder: column" in shown
    assert load(kept(tmp_path)).record.options == {"length": "fast", "abilities": "none"}


def test_french(tmp_path: Path) -> None:
    """Moves are shown and typed in French, with or without accents; the record stays plain."""
    shown = play(tmp_path, "colonne 1 rouge reserve\nfin\nquitter\n", "--seed", "3", "--lang", "fr")
    assert "colonne 1 rouge réserve" in shown
    assert "legal" not in shown
    assert load(kept(tmp_path)).record.moves[4:6] == ["column 1 red display", "end"]


def test_end_of_input_keeps_the_game(tmp_path: Path) -> None:
    """Ctrl-D leaves like quit."""
    assert "left unfinished" in play(tmp_path, "1\n", "--seed", "3")
    assert len(load(kept(tmp_path)).record.moves) == 5


def test_a_foreign_file_cannot_be_resumed(tmp_path: Path) -> None:
    """And it is not touched."""
    path = tmp_path / "x"
    path.write_text("hello")
    assert "line 1" in refused(call("play", "--resume", str(path)))
    assert path.read_text() == "hello"


OFFERED = [
    "column 3 red hand",
    "column 3 red rice blue display hand",
    "tile 3 for blue hand",
    "end",
]


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("end", [3]),
        ("E", [3]),
        ("c 3 r h", [0]),
        ("c", [0, 1]),
        ("c 3 r r", [1]),
        ("t 3 b h", [2]),
        ("t 33", []),
        ("col 3 rouge", []),
        ("x", []),
    ],
)
def test_matching(typed: str, found: list[int]) -> None:
    """Beginnings of words, in place or with words left out."""
    assert matching(typed, OFFERED) == found
