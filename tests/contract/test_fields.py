"""The fields of a position are listed once, in each game's state.py: nothing forgets one.

Dump and load follow from the list; copies are written out for speed, so they are held to it here.
"""

from __future__ import annotations

from importlib import import_module

import pytest

from colonnade.contract.game import Game
from colonnade.contract.state import State
from tests.contract.cases import COVERING

GAMES = pytest.mark.parametrize(
    "game", [case.game for case in COVERING.values()], ids=lambda game: game.key
)


def listed(game: Game) -> tuple[list[str], list[str]]:
    """The fields and arrays that a game lists."""
    module = import_module(f"{type(game).__module__}.state")
    return [*module.FIELDS], [*getattr(module, "ARRAYS", ())]


def numbers(state: State, game: Game) -> dict[str, int | list[int]]:
    """Every field of a position by its name."""
    fields, arrays = listed(game)
    found: dict[str, int | list[int]] = {name: int(getattr(state, name)) for name in fields}
    return found | {name: [int(one) for one in getattr(state, name)] for name in arrays}


def distinct(game: Game) -> State:
    """A position that never was: every number in it is there once."""
    state = game.start()
    fields, arrays = listed(game)
    for at, name in enumerate(fields):
        setattr(state, name, 1000 + at)
    for at, name in enumerate(arrays):
        array = getattr(state, name)
        for i in range(len(array)):
            array[i] = 10_000 * (at + 1) + i
    return state


@GAMES
def test_the_list_has_every_field(game: Game) -> None:
    """What a fresh position carries besides its methods is on the list, once, and nothing else."""
    state = game.start()
    names = [name for name in dir(state) if not name.startswith("_")]
    carried = [name for name in names if not callable(getattr(state, name))]
    fields, arrays = listed(game)
    assert sorted(fields + arrays) == sorted(carried)
    assert all(isinstance(getattr(state, name), int) for name in fields)
    assert all(hasattr(getattr(state, name), "__getitem__") for name in arrays)


@GAMES
def test_copies_have_every_field(game: Game) -> None:
    """Both `copy` and `copy_from` take over each number of the list, wherever it stands."""
    state = distinct(game)
    twin, other = state.copy(), game.start()
    other.copy_from(state)
    assert numbers(twin, game) == numbers(state, game)
    assert numbers(other, game) == numbers(state, game)


@GAMES
def test_copies_share_no_field(game: Game) -> None:
    """What happens to a position afterwards leaves its copies alone."""
    state = distinct(game)
    told = numbers(state, game)
    twin, other = state.copy(), game.start()
    other.copy_from(state)
    fields, arrays = listed(game)
    for name in fields:
        setattr(state, name, 0)
    for name in arrays:
        for i in range(len(getattr(state, name))):
            getattr(state, name)[i] = 0
    assert numbers(twin, game) == told
    assert numbers(other, game) == told


@GAMES
def test_a_dump_tells_every_field(game: Game) -> None:
    """By name, in the order of the list: no two positions that differ somewhere dump alike."""
    fields, arrays = listed(game)
    key, *parts = distinct(game).dump().split()
    told = dict(part.split("=") for part in parts)
    assert key == game.key
    assert [part.split("=")[0] for part in parts] == fields + arrays
    wanted = numbers(distinct(game), game)
    assert {name: int(told[name]) for name in fields} == {name: wanted[name] for name in fields}
    assert {name: [int(n) for n in told[name].split(",")] for name in arrays} == {
        name: wanted[name] for name in arrays
    }
