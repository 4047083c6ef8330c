"""Single positions as arrays, and the page about tensors."""

from __future__ import annotations

import array
import doctest

import numpy as np
import pytest

from colonnade.contract.errors import NoSuchSeat
from colonnade.contract.game import Game
from colonnade.contract.tensor import NoTensor
from colonnade.environments.tensors import WrongBuffer, legal_mask, observe
from colonnade.games import game, own_keys
from tests.cli.command import ROOT
from tests.contract.cases import Case, position
from tests.contract.toy import TOY
from tests.samples import blocks

PAGE = ROOT / "docs" / "tensors.md"
KEYS = own_keys()
each_game = pytest.mark.parametrize("key", KEYS)


@each_game
def test_positions_as_arrays(key: str) -> None:
    """New arrays and a caller's own hold the same; scaled ones lie between 0 and 1."""
    state = position(Case(game(key), 2, {}), 1, 90)
    size, seat = game(key).layout(2).size, 1
    whole = observe(state, seat)
    assert whole.dtype == np.int16
    assert whole.shape == (size,)
    out = np.full(size, -1, np.int16)
    assert observe(state, seat, out) is out
    assert np.array_equal(out, whole)
    plain = array.array("h", [0] * size)
    assert list(observe(state, seat, plain)) == list(whole)
    scaled = observe(state, seat, scaled=True)
    assert scaled.dtype == np.float32
    assert scaled.min() == 0
    assert scaled.max() == 1
    highest = np.array(game(key).layout(2).highest())
    assert np.allclose(scaled * highest, whole)
    floats = np.zeros((1, size), np.float32)
    assert np.array_equal(observe(state, seat, floats, scaled=True)[0], scaled)


@each_game
def test_masks_as_arrays(key: str) -> None:
    """A 1 for each legal row, in bytes of any kind; nothing is left from before."""
    state = position(Case(game(key), 2, {}), 1, 90)
    rows = len(game(key).moves)
    mask = legal_mask(state)
    assert mask.dtype == np.uint8
    assert list(np.flatnonzero(mask)) == state.legal()
    for kind in (np.uint8, np.int8, np.bool_):
        out = np.ones(rows, kind)
        assert legal_mask(state, out) is out
        assert np.array_equal(out, mask)


def test_arrays_that_do_not_fit_stay_as_they_are() -> None:
    """Wrong size, type or order, or one that cannot be written, is an error with what would fit."""
    state = game("pagoda").start()
    size = game("pagoda").layout(2).size
    frozen = np.full(size, 3, np.int16)
    frozen.flags.writeable = False
    every_other = np.full(size * 2, 3, np.int16)[::2]
    for out in (np.full(size - 1, 3, np.int16), np.full(size, 3, np.int32), frozen, every_other):
        with pytest.raises(WrongBuffer, match=f"hold {size} entries of type int16"):
            observe(state, 0, out)
        assert (out == 3).all()
    with pytest.raises(WrongBuffer, match="float32"):
        observe(state, 0, np.zeros(size, np.int16), scaled=True)
    with pytest.raises(WrongBuffer, match="uint8, int8 or bool"):
        legal_mask(state, np.zeros(1754, np.float32))


@pytest.mark.parametrize("seat", [-1, 2])
def test_seats_that_are_not_there(seat: int) -> None:
    """A tensor belongs to a seat of the game."""
    with pytest.raises(NoSuchSeat, match=f"no seat {seat}"):
        observe(game("pagoda").start(), seat)


@pytest.mark.once
def test_a_game_without_tensors_says_so() -> None:
    """The mask is there all the same."""
    with pytest.raises(NoTensor, match="toy"):
        observe(TOY.start(), 0)
    assert legal_mask(TOY.start()).sum() == 3


# The page


def table(game: Game) -> str:
    """A game's layout as the page shows it: sizes and highest numbers for each number of seats."""
    layouts = [game.layout(seats) for seats in game.seats]
    lines = ["| part | entries | highest | meaning |", "|---|---|---|---|"]
    for parts in zip(*(layout.parts for layout in layouts), strict=True):
        part = parts[0]
        sizes = variants([other.size for other in parts])
        highest = variants([other.highest for other in parts])
        lines.append(f"| `{part.name}` | {sizes} | {highest} | {part.meaning} |")
    return "\n".join(lines)


def variants(numbers: list[int]) -> str:
    """One number if all are equal, else all."""
    return " / ".join(map(str, numbers if len(set(numbers)) > 1 else numbers[:1]))


@pytest.mark.once
def test_the_page_shows_the_layouts() -> None:
    """If this fails, put the tables that it prints into the page."""
    text = PAGE.read_text(encoding="utf-8")
    for game_ in map(game, KEYS):
        assert table(game_) in text, table(game_)
        sizes = variants([game_.layout(seats).size for seats in game_.seats])
        assert f"{sizes} entries" in text


@pytest.mark.once
def test_the_page_samples_run() -> None:
    """The samples are sessions that give what they show."""
    text = "\n".join(blocks(PAGE, "python"))
    test = doctest.DocTestParser().get_doctest(text, {}, PAGE.name, str(PAGE), 0)
    assert len(test.examples) >= 10
    assert doctest.DocTestRunner().run(test).failed == 0
