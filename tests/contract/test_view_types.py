"""Views as they are read back from JSON: whole, and nothing that a game cannot show."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from colonnade.contract.view import View
from colonnade.games import all_games, game

KEYS = [found.key for found in all_games()]


def beginning(key: str) -> View:
    """A spectator's view of a game that begins."""
    found = game(key)
    return found.start(min(found.seats), {}).view(None)


def read(key: str, **changes: object) -> View:
    """That view as a client sends it back, with other values in some of its fields."""
    sent: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(beginning(key)))
    return msgspec.json.decode(msgspec.json.encode(sent | changes), type=game(key).view_type)


@pytest.mark.parametrize("key", KEYS)
def test_a_view_comes_back(key: str) -> None:
    """What is read is what was sent."""
    assert read(key) == beginning(key)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("field", "value"), [("seat", -1), ("seats", 0), ("actor", -3), ("turn", -1)]
)
def test_numbers_that_cannot_be(key: str, field: str, value: object) -> None:
    """No view of any game has them."""
    with pytest.raises(msgspec.ValidationError, match=field):
        read(key, **{field: value})


@pytest.mark.parametrize(
    ("key", "field", "value"),
    [
        ("pagoda", "phase", "nap"),
        ("pagoda", "on_turn", 2),
        ("pagoda", "discard", ["red", "pink"]),
        ("pagoda", "used", ["lantern", "red"]),
        ("pagoda", "lots", []),
        ("pagoda", "tiles", [["red", "pink"]]),
        ("seven_steps", "phase", "keep"),
        ("seven_steps", "board", {"h0": {"color": "red"}}),
        ("seven_steps", "board", {"a0": {"color": "blue"}}),
        ("seven_steps", "gone", {"red": -1}),
        ("seven_steps", "piles", {"points": {}}),
        ("seven_steps", "new_tile", "roof"),
        ("seven_steps", "rotations", [6]),
        ("summer_pavilion", "phase", "nap"),
        ("summer_pavilion", "wild", "center"),
        ("summer_pavilion", "round", 7),
        ("summer_pavilion", "supply", {"black": 1}),
        ("summer_pavilion", "factories", [{}]),
        ("summer_pavilion", "marker", 4),
    ],
)
def test_names_and_numbers_of_another_box(key: str, field: str, value: object) -> None:
    """A color, a phase, a space or a count that is not in the box is refused where it is read."""
    with pytest.raises(msgspec.ValidationError, match=field):
        read(key, **{field: value})
