"""What both adapters share: the worth of a game, its length, and what must be installed."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from colonnade.adapters.extras import MissingExtra
from colonnade.adapters.rewards import lowest, rewards
from colonnade.contract.game import Bounds
from colonnade.contract.state import OVER
from colonnade.games import game
from tests.contract.toy import TOY, ToyState

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("scores", "worth"),
    [
        ([3, 1], [1, -1]),
        ([2, 2], [0, 0]),
        ([1, 5, 5], [-0.5, 0.25, 0.25]),
        ([1, 1, 9], [-0.5, -0.5, 1]),
        ([4, 4, 4], [0, 0, 0]),
        ([1, 2, 3, 4], [-1 / 3, -1 / 3, -1 / 3, 1]),
        ([1, 4, 4, 4], [-1 / 3, 1 / 9, 1 / 9, 1 / 9]),
        ([4, 1, 4, 1], [1 / 3, -1 / 3, 1 / 3, -1 / 3]),
    ],
)
def test_worth_of_a_game(scores: list[int], worth: list[float]) -> None:
    """A win alone is 1, a shared one is shared, and all of it adds up to nothing."""
    state = ToyState(len(scores), 4)
    state.points = scores
    assert rewards(state) == [0] * len(scores)
    state.actor = OVER
    assert rewards(state) == pytest.approx(worth)
    assert sum(rewards(state)) == pytest.approx(0)
    assert min(rewards(state)) >= lowest(len(scores))


def test_bounds_of_lengths() -> None:
    """By the rules where they give one; any other game has the contract's limit."""
    assert game("seven_steps").bounds(2) == Bounds(250 * 2 * 13, 28 + 250 * 2 * 8)
    assert game("summer_pavilion").bounds(4) == Bounds(216 + 4 * 104, 10 + 216 + 4 * 36)
    assert game("pagoda").bounds(2).moves == TOY.bounds(3).moves == 4000


@pytest.mark.parametrize(
    ("adapter", "package", "extra"),
    [("open_spiel", "pyspiel", "openspiel"), ("pettingzoo", "pettingzoo", "pettingzoo")],
)
def test_missing_packages_are_named(
    adapter: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without its extra an adapter cannot be imported, and says what to install."""
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"colonnade.adapters.{adapter}", raising=False)
    with pytest.raises(ImportError, match=rf'pip install "colonnade\[{extra}\]"') as caught:
        import_module(f"colonnade.adapters.{adapter}")
    assert isinstance(caught.value, MissingExtra)
    assert extra in caught.value.text("fr")
