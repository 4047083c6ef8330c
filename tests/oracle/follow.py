"""Plays a game beside a second reading of its rulebook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State
from tests.contract.cases import Case


class Reading(Protocol):
    """What every oracle can do."""

    def legal(self) -> set[str]:
        """Words of all legal moves."""

    def weights(self) -> dict[str, int]:
        """At CHANCE, how often each comes."""

    def play(self, words: str) -> None:
        """Make a move."""

    def scores(self) -> list[int]:
        """Each seat's points."""

    def winners(self) -> list[int]:
        """Who has won."""


def some(counts: Mapping[str, int]) -> dict[str, int]:
    """What there is some of; quicker than Counter, and it lets nothing below 0 pass for nothing."""
    return {kind: count for kind, count in counts.items() if count}


Choose = Callable[[list[int], Rng], int]


def evenly(legal: list[int], rng: Rng) -> int:
    """Choose among all rows."""
    return legal[rng.below(len(legal))]


def compare(state: State, oracle: Reading) -> None:
    """What both readings of any game say: legal moves, weights, points."""
    words = state.table().words
    assert {words(row) for row in state.legal()} == oracle.legal()
    assert state.scores() == oracle.scores()
    if state.actor == CHANCE:
        weights = zip(map(words, state.legal()), state.weights(), strict=True)
        assert dict(weights) == oracle.weights()


def follow(
    case: Case, oracle: Reading, choose: Choose, seed: int, look: Callable[[State], None]
) -> None:
    """Play one game with both, comparing at every move; `look` compares what is the game's own."""
    rng = Rng(seed, 21)
    state = case.start()
    while state.actor != OVER:
        compare(state, oracle)
        look(state)
        legal = state.legal()
        row = evenly(legal, rng) if state.actor == CHANCE else choose(legal, rng)
        state.apply(row)
        oracle.play(state.table().words(row))
    compare(state, oracle)
    look(state)
    assert state.winners() == oracle.winners()
