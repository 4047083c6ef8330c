"""What cannot be is refused: dumps, pictures and views, changed at random, one thing at a time.

Each change gives a position that dumps, loads and plays on, or an error of ours that says what is
wrong; never anything else.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import colonnade
from colonnade.contract.errors import (
    BadState,
    BadView,
    ColonnadeError,
    NoSuchSeat,
    UnknownOption,
    UnknownValue,
    WrongSeats,
)
from colonnade.contract.game import Game
from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER, State
from tests.contract.cases import COVERING, REAL, Case, position
from tests.contract.test_tensor_changes import Json, Path, leaves, put_at

CASES = {key: [case for case in REAL if case.game.key == key] for key in COVERING}
KEYS = pytest.mark.parametrize("key", CASES)
HUGE = [2**31, 2**63 - 1, 2**63, 2**64, 10**30, -1, -2, -(2**63), -(10**30)]
NUMBERS = st.sampled_from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 77, 255, 256, 5000, *HUGE])
PYTHONS = ("Error", "invalid literal", "not in tuple", "zip(", "object", "NoneType")
WORDS = st.sampled_from(["", "-", "x", "red", "center", "over", "start", "²", "1.5", "9" * 5000])


@st.composite
def positions(draw: st.DrawFn, key: str) -> tuple[Case, State]:
    """A position of a random game, early or late."""
    case = draw(st.sampled_from(CASES[key]))
    moves = draw(st.integers(0, 60) | st.integers(0, 1200))
    return case, position(case, draw(st.integers(0, 3)), moves)


def plays_on(game: Game, state: State, seed: int) -> None:
    """A position that was accepted comes back from its line, and random moves lead on from it."""
    line = state.dump()
    assert game.load(line).dump() == line
    rng, walk = Rng(seed), Walk(state)
    for _ in range(60):
        if state.actor == OVER or not state.legal():  # the end, or a hand imagined of no use
            return
        walk.step(state, rng)
        state.reveal()


def told(problem: ColonnadeError, game: Game) -> None:
    """An error is one line that says what is wrong, in words and not in Python's."""
    for lang in ("en", "fr"):
        text = problem.text(lang)
        assert text.count("\n") == 0
        assert len(text) < 1000
        assert game.key in text
        assert not any(
            word in text for word in ("Error", "invalid literal", "not in tuple", "zip(")
        )


def changed_number(data: st.DataObject, number: int) -> int:
    """Another number: near, far, or with one bit more or less."""
    near = st.sampled_from([number - 1, number + 1, -number, number * 2])
    flipped = st.integers(0, 62).map(lambda at: number ^ (1 << at))
    return data.draw(near | flipped | NUMBERS)


@KEYS
@given(data=st.data())
def test_changed_dumps(key: str, data: st.DataObject) -> None:
    """A number changed, a word for a number, a field missing, doubled, renamed or misplaced."""
    case, state = data.draw(positions(key))
    words = state.dump().split()
    at = data.draw(st.integers(0, len(words) - 1))
    name, _, value = words[at].partition("=")
    kind = data.draw(st.sampled_from(["number"] * 6 + ["text", "missing", "twice", "name", "swap"]))
    if kind == "number" and value:
        numbers = [int(number) for number in value.split(",")]
        i = data.draw(st.integers(0, len(numbers) - 1))
        numbers[i] = changed_number(data, numbers[i])
        words[at] = f"{name}={','.join(map(str, numbers))}"
    elif kind == "text":
        words[at] = f"{name}={data.draw(WORDS)}"
    elif kind == "missing":
        del words[at]
    elif kind == "twice":
        words.insert(at, words[at])
    elif kind == "name":
        words[at] = f"{data.draw(WORDS)}={value}"
    else:
        words[0], words[at] = words[at], words[0]
    try:
        other = case.game.load(" ".join(words))
    except BadState as problem:
        told(problem, case.game)
    else:
        plays_on(case.game, other, 1)


@KEYS
@given(data=st.data())
def test_changed_pictures(key: str, data: st.DataObject) -> None:
    """A character put in, taken out or replaced; a line missing, doubled or misplaced."""
    case, state = data.draw(positions(key))
    picture = case.game.picture(state.reveal())
    lines = picture.splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    column = data.draw(st.integers(0, max(len(lines[at]) - 1, 0)))
    letter = data.draw(st.sampled_from("0123456789 -+=|./\\xrbgypotw,:²é") | st.characters())
    kind = data.draw(st.sampled_from(["put", "cut", "replace", "replace", "drop", "twice", "swap"]))
    line = lines[at]
    if kind == "put":
        lines[at] = line[:column] + letter + line[column:]
    elif kind == "cut":
        lines[at] = line[:column] + line[column + 1 :]
    elif kind == "replace":
        lines[at] = line[:column] + letter + line[column + 1 :]
    elif kind == "drop":
        del lines[at]
    elif kind == "twice":
        lines.insert(at, line)
    else:
        other = data.draw(st.integers(0, len(lines) - 1))
        lines[at], lines[other] = lines[other], lines[at]
    try:
        read = case.game.parse("\n".join(lines))
    except BadState as problem:
        told(problem, case.game)
    else:
        plays_on(case.game, read, 2)


def changed(data: st.DataObject, document: Json, words: list[str]) -> None:
    """Change one value of a JSON document in place, or take it away."""
    path, value = data.draw(st.sampled_from(list(leaves(document))))
    if isinstance(value, bool):
        put_at(document, path, not value)
    elif isinstance(value, int) and data.draw(st.booleans()):
        put_at(document, path, changed_number(data, value))
    elif data.draw(st.integers(0, 3)) == 0:
        remove(document, path)
    else:
        others: list[Json] = [*words, None, "x", "", True, [], {}]
        put_at(document, path, data.draw(st.sampled_from(others) | NUMBERS))


def remove(document: Any, path: Path) -> None:
    """Take a value away: a key of an object, an entry of a list."""
    for step in path[:-1]:
        document = document[step]
    del document[path[-1]]


@KEYS
@given(data=st.data())
def test_changed_views(key: str, data: st.DataObject) -> None:
    """A value of the JSON that a seat, a spectator or everybody sees at the end."""
    case, state = data.draw(positions(key))
    watchers = [state.view(seat) for seat in case.watchers()]
    view = data.draw(st.sampled_from([*watchers, state.reveal()]))
    document: Json = msgspec.json.decode(msgspec.json.encode(view))
    words = sorted({value for _, value in leaves(document) if isinstance(value, str)})
    changed(data, document, words)
    try:
        other = msgspec.convert(document, case.game.view_type)
    except msgspec.ValidationError:
        return
    try:
        imagined = case.game.imagine(other, Rng(3))
    except BadView as problem:
        told(problem, case.game)
    else:
        plays_on(case.game, imagined, 3)


# What the changes above stand for, by name

START = {key: case.start().dump() for key, case in COVERING.items()}
WRONG_LINES = [
    ("pagoda", "phase=0", "phase=77", "phase is 77, not 0 to 12"),
    ("pagoda", "seat=0", "seat=2", "seat is 2, not 0 to 1"),
    ("pagoda", "last_floor=4", "last_floor=9", "last_floor is 9, not 3 to 4"),
    ("pagoda", "goal=2", "goal=two", "goal is 'two', which is no whole number"),
    ("pagoda", "full=0", "full=1", "full is 1, where the rest says 0"),
    ("seven_steps", "seats=", "seats=7", "seats is 7[0-9], not 2 to 4"),
    ("seven_steps", "round=1", "round=251", "round is 251, not 1 to 250"),
    ("seven_steps", "layout=", "layout=9", "layout is 9[0-9], not 0 to 5"),
    ("seven_steps", "lost=0,0,0,0", "lost=0,0,0", "lost has 3 numbers, not 4"),
    ("summer_pavilion", "phase=0", "phase=9", "phase is 9, not 0 to 5"),
    ("summer_pavilion", "bag_size=132", "bag_size=131", "bag_size is 131, where the rest says 132"),
]


@pytest.mark.parametrize(("key", "old", "new", "why"), WRONG_LINES)
def test_a_wrong_line_says_what_is_wrong(key: str, old: str, new: str, why: str) -> None:
    """The field by its name, its value, and what it could be."""
    assert f" {old}" in START[key]
    with pytest.raises(BadState, match=why):
        colonnade.game(key).load(START[key].replace(f" {old}", f" {new}", 1))


def test_seventeen_red_cards_are_not_one_red_and_one_blue() -> None:
    """Counts are checked before they are packed."""
    game = colonnade.game("pagoda")
    view = position(COVERING["pagoda"], 1, 10).view(0)
    with pytest.raises(BadView, match=r"there are .* red cards, of 11"):
        game.imagine(msgspec.structs.replace(view, discard=["red"] * 17), Rng(1))


def test_points_stay_within_their_bits() -> None:
    """A number that would spill over into the next source is refused."""
    game = colonnade.game("summer_pavilion")
    raw = msgspec.to_builtins(position(COVERING["summer_pavilion"], 1, 40).view(0))
    raw["players"][0]["breakdown"]["placed"] = 5000
    with pytest.raises(BadView, match="placed of the points is 5000, not 0 to 999"):
        game.imagine(msgspec.convert(raw, game.view_type), Rng(1))


@KEYS
@pytest.mark.parametrize("seat", [-1, 7, 2**70])
def test_a_seat_that_is_not_there_sees_nothing(key: str, seat: int) -> None:
    """Seats count from 0; only None is a spectator."""
    state = COVERING[key].start()
    with pytest.raises(NoSuchSeat, match="no seat"):
        state.view(seat)


@KEYS
@pytest.mark.parametrize("seats", ["2", True, 2.0, 0, -1, 7, 10**30, [2]])
def test_seats_are_a_number_of_the_game(key: str, seats: Any) -> None:
    """A text, a truth or a fraction is no number of seats."""
    with pytest.raises(WrongSeats, match="is not played by"):
        colonnade.game(key).start(seats)


@KEYS
def test_none_stands_for_the_usual(key: str) -> None:
    """The fewest seats, and the first value of each option."""
    game = colonnade.game(key)
    usual = {option.key: option.default for option in game.options}
    assert game.start(None, None).dump() == game.start(game.seats[0], usual).dump()


@KEYS
@pytest.mark.parametrize("choices", ["length=fast", ["length"], 5, "", [("length", "fast")]])
def test_choices_are_a_mapping(key: str, choices: Any) -> None:
    """Anything else is refused, with the options that there are."""
    with pytest.raises(UnknownOption, match="Options:"):
        colonnade.game(key).start(None, choices)
    with pytest.raises(UnknownOption):
        colonnade.game(key).start(None, {5: "x"})  # type: ignore[dict-item]
    with pytest.raises(UnknownValue):
        colonnade.game(key).start(None, {colonnade.game(key).options[0].key: 5})  # type: ignore[dict-item]
