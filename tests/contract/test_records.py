"""Records: written, read back and verified, and every kind of broken file named by its line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from colonnade.contract.errors import BadRecord, ColonnadeError
from colonnade.contract.history import History
from colonnade.contract.play import Walk
from colonnade.contract.record import (
    LARGEST,
    Players,
    Record,
    keep,
    load,
    read,
    verify,
    write_json,
    write_text,
)
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER
from colonnade.games import game
from tests.contract.cases import CASES, Case

PAGODA = game("pagoda")
FIRST = next(case for case in CASES if case.game is PAGODA)


def played(case: Case, seed: int, length: int = 10_000) -> Record:
    """A record of a random game, whole or cut short."""
    history = History(case.game, case.start())
    walk, rng = Walk(history.state), Rng(seed)
    while history.actor != OVER and len(history) < length:
        history.append(int(walk.pick(history.state, rng)))
    names = [f"Élise {seat}" for seat in range(case.seats)]
    return keep(history, Players(names), "2026-11-15")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("length", [0, 1, 3, 60, 10_000])
def test_both_forms_come_back(case: Case, length: int) -> None:
    """Text and JSON give the same record again, finished or not, and it verifies."""
    record = played(case, 5, length)
    for text in (write_text(case.game, record), write_json(record)):
        loaded = read(text.encode())
        assert loaded.record == record
        assert verify(case.game, loaded).state.scores() == record.scores


def lines() -> list[str]:
    """A whole Pagoda record as lines."""
    return write_text(PAGODA, played(FIRST, 1)).splitlines()


def line_of(words: str) -> int:
    """The first line that has these words, counted from 1."""
    return next(i for i, line in enumerate(lines(), 1) if words in line)


def drop(words: str) -> Callable[[list[str]], list[str]]:
    """Leave out the first line that has these words."""
    return lambda text: [line for i, line in enumerate(text, 1) if i != line_of(words)]


def swap(words: str, other: str) -> Callable[[list[str]], list[str]]:
    """Change the first line that has these words."""
    at = line_of(words) - 1
    return lambda text: [*text[:at], text[at].replace(words, other), *text[at + 1 :]]


END = len(lines())
BROKEN = {
    "another first line": (swap("colonnade record 1", "chess record 1"), 1, "begins with"),
    "a later format": (swap("colonnade record 1", "colonnade record 9"), 1, "format 9"),
    "an unknown game": (swap("game pagoda", "game go"), line_of("game "), "no game"),
    "another edition": (swap("edition 1", "edition 7"), line_of("edition"), "edition"),
    "too many seats": (swap("seats 2", "seats 5"), line_of("seats"), "not played by 5"),
    "seats in words": (swap("seats 2", "seats two"), line_of("seats"), "not a number"),
    "a missing name": (drop("seat 2"), line_of("seat 1"), "names"),
    "names out of order": (swap("seat 2", "seat 3"), line_of("seat 2"), "expected seat 2"),
    "an unknown option": (swap("option length", "option size"), line_of("option ab"), "no option"),
    "an unknown value": (swap("length full", "length long"), line_of("option ab"), "no value"),
    "an unknown header": (swap("date", "place"), line_of("date"), "not known here"),
    "a header twice": (swap("edition 1", "game pagoda"), line_of("edition"), "second time"),
    "no header at all": (lambda text: text[:1], 1, "ends without"),
    "unknown words": (swap("* draw", "* drow"), line_of("* draw"), "There is no move"),
    "an illegal move": (swap("column ", "rooftop red hand hand column "), 0, "no move"),
    "a wrong result": (swap("won by", "won by 1"), line_of("result"), "the moves give"),
    "a move after the end": (lambda text: [*text, "  end"], END + 1, "over"),
    "a draw without its star": (swap("  * draw", "  draw"), line_of("* draw"), "star"),
    "a wrong turn": (swap("turn 2, seat 2", "turn 3, seat 1"), 0, "belongs to"),
    "cut off": (lambda text: text[:-3], END - 3, "cut off"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_records_are_named_by_line(name: str) -> None:
    """Whatever is wrong, the first wrong line and the reason are said."""
    change, line, reason = BROKEN[name]
    raw = "\n".join(change(lines())).encode()
    with pytest.raises(ColonnadeError, match=reason) as caught:
        whole(raw)
    if line and isinstance(caught.value, BadRecord):
        assert caught.value.line == line


def whole(raw: bytes) -> None:
    """Read and verify, as the command line does."""
    loaded = read(raw)
    verify(game(loaded.record.game), loaded)


def test_an_illegal_move_says_what_is_legal() -> None:
    """The legal moves stand in the message."""
    text = lines()
    at = next(i for i, line in enumerate(text) if line.startswith("  column"))
    text[at] = "  fan"
    with pytest.raises(BadRecord, match=r"\"fan\" is not legal here.*column 1 red display"):
        verify(PAGODA, read("\n".join(text).encode()))


@pytest.mark.parametrize(
    ("raw", "line", "reason"),
    [
        (b"", 1, "empty"),
        (b" \n\n", 1, "empty"),
        (b"\xff\xfe\x00\x01", 1, "not text"),
        (b"colonnade record 1\ngame \x80", 2, "not text"),
        (b"\x7fELF\x00\x00", 1, "not text"),
        (b"{", 1, "JSON"),
        (b'{"game": 3}', 1, "JSON"),
        (b"[" * 100_000, 1, "begins with"),
        (b'{"a":' * 100_000, 1, "JSON"),
    ],
)
def test_foreign_files_are_refused(raw: bytes, line: int, reason: str) -> None:
    """Empty, binary, garbled and deeply nested files get one clear reason."""
    with pytest.raises(BadRecord, match=reason) as caught:
        read(raw)
    assert caught.value.line == line


def test_huge_files_are_refused(tmp_path: Path) -> None:
    """A file beyond all games is not read to its end."""
    path = tmp_path / "huge.colonnade"
    path.write_bytes(b"colonnade record 1\n" * (LARGEST // 10))
    with pytest.raises(BadRecord, match="larger than"):
        load(path)


def test_json_moves_are_named_by_line() -> None:
    """In JSON too, the line of a wrong move is found."""
    text = write_json(played(FIRST, 1)).splitlines()
    at = next(i for i, line in enumerate(text) if '"column' in line)
    text[at] = '  "fan",'
    with pytest.raises(BadRecord, match="not legal") as caught:
        verify(PAGODA, read("\n".join(text).encode()))
    assert caught.value.line == at + 1


@given(st.binary(max_size=400))
def test_any_bytes_give_a_record_or_a_clear_error(raw: bytes) -> None:
    """Nothing but BadRecord ever comes out of reading."""
    with pytest.raises(BadRecord):
        read(raw)


@given(at=st.integers(0, 5000), junk=st.text(max_size=6), size=st.integers(0, 30))
def test_any_damage_gives_a_record_or_a_clear_error(at: int, junk: str, size: int) -> None:
    """A record damaged anywhere still loads and verifies, or says why not."""
    text = "\n".join(lines())
    damaged = text[:at] + junk + text[at + size :]
    problem: ColonnadeError | None = None
    try:
        whole(damaged.encode("utf-8", "surrogatepass"))
    except ColonnadeError as caught:
        problem = caught
    assert problem is None or all(problem.text(lang) for lang in ("en", "fr"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_who_sat_where_comes_back(case: Case) -> None:
    """Kinds, levels and who gave up, in both forms; of two seats the other one has won."""
    history = History(case.game, case.start())
    seats = range(case.seats)
    players = Players(
        names=[f"Élise {seat}" for seat in seats],
        kinds=["computer" if seat else "person" for seat in seats],
        levels=["builder" if seat else "" for seat in seats],
        resigned=[1],
    )
    record = keep(history, players, "2026-11-17")
    assert record.winners == ([0] if case.seats == 2 else [])
    for text in (write_text(case.game, record), write_json(record)):
        loaded = read(text.encode())
        assert loaded.record == record
        assert verify(case.game, loaded) == history


@pytest.mark.parametrize(
    ("line", "wrong", "said"),
    [
        ("person 1", "person 2", "expected seat 1"),
        ("person 1", "robot 1", '"robot" is not known here'),
        ("computer 2 builder\n", "", "1 names, players or levels for 2 seats"),
        ("resigned 2", "resigned 3", "a seat that gave up is none of the 2"),
        ("resigned 2\n", "", "the game is cut off after 0 moves"),
        ("won by 1", "unfinished", "the result says"),
    ],
)
def test_players_that_cannot_be(line: str, wrong: str, said: str) -> None:
    """What is told of the seats must fit them, and the result what is told."""
    players = Players(["Anne", "Builder"], ["person", "computer"], ["", "builder"], [1])
    text = write_text(PAGODA, keep(History(PAGODA), players, "2026-11-17"))
    verify(PAGODA, read(text.encode()))
    assert line in text
    with pytest.raises(BadRecord, match=said):
        verify(PAGODA, read(text.replace(line, wrong).encode()))


def test_texts_are_read_too() -> None:
    """As a text, as its bytes, and nothing else."""
    text = write_text(PAGODA, played(FIRST, 1))
    assert read(text) == read(text.encode())
    for nothing in (None, 7.5, ["colonnade record 1"]):
        with pytest.raises(BadRecord, match="not text"):
            read(nothing)  # type: ignore[arg-type]
