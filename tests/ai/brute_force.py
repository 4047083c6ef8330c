"""A second way to solve ends, slow and plain: all worlds, all draws, all moves, over the contract.

Written without a look at how colonnade.ai.exact does it; it shares no code with it.
"""

from __future__ import annotations

from collections import defaultdict

from colonnade.contract.state import CHANCE, OVER, State

Worlds = list[tuple[State, float]]  # that look alike to who decides, with their chances
Worth = list[tuple[float, float, float]]  # of each seat: chance to win, margin, value


class TooMuch(Exception):
    """There are more positions than a test has time for."""


class Plain:
    """Solves ends by trying everything; only what is the same to the last letter is kept."""

    def __init__(self, eyes: int, margin_weight: float, most: int) -> None:
        self.eyes = eyes  # the seat that sees the draws
        self.margin_weight = margin_weight
        self.most = most
        self.known: dict[tuple[str, ...], Worth] = {}

    def worth(self, worlds: Worlds) -> Worth:
        """What some worlds are worth to each seat, if whoever decides cannot tell them apart."""
        key = (*sorted(f"{chance!r} {state.dump()}" for state, chance in worlds),)
        if key not in self.known:
            if len(self.known) >= self.most:
                raise TooMuch
            self.known[key] = self.find(worlds)
        return self.known[key]

    def find(self, worlds: Worlds) -> Worth:
        """The same, not found before."""
        actors = {int(state.actor) for state, _ in worlds}
        assert len(actors) == 1  # who decides is never hidden
        actor = actors.pop()
        if actor == OVER:
            return mean([(self.over(state), chance) for state, chance in worlds])
        if actor == CHANCE:
            return self.drawn(worlds)
        found = self.moves(worlds)
        best = max(worth[actor][2] for worth in found.values())
        return next(worth for worth in found.values() if worth[actor][2] > best - 1e-12)

    def moves(self, worlds: Worlds) -> dict[int, Worth]:
        """Each row of the seat on turn, with what it is worth."""
        legal = {tuple(state.legal()) for state, _ in worlds}
        assert len(legal) == 1  # the worlds look alike to it
        return {row: self.worth([(made(s, row), p) for s, p in worlds]) for row in legal.pop()}

    def drawn(self, worlds: Worlds) -> Worth:
        """All draws of all worlds; those that show the same lead to worlds that look alike."""
        after: dict[int, Worlds] = defaultdict(list)
        for state, chance in worlds:
            weights = state.weights()
            for row, weight in zip(state.legal(), weights, strict=True):
                part = chance * weight / sum(weights)
                after[state.seen(row, self.eyes)].append((made(state, row), part))
        parts = [(rest, sum(chance for _, chance in rest)) for rest in after.values()]
        return mean([(self.worth([(s, p / part) for s, p in rest]), part) for rest, part in parts])

    def over(self, state: State) -> Worth:
        """A finished game."""
        scores, winners = state.scores(), state.winners()
        found = []
        for seat, score in enumerate(scores):
            win = (seat in winners) / len(winners)
            margin = score - max(scores[:seat] + scores[seat + 1 :])
            part = min(1.0, max(0.0, 0.5 + margin / 120))
            found.append((win, float(margin), win + self.margin_weight * (part - win)))
        return found


def made(state: State, row: int) -> State:
    """The position after a row."""
    after = state.copy()
    after.apply(row)
    return after


def mean(parts: list[tuple[Worth, float]]) -> Worth:
    """What comes with different chances."""
    seats = range(len(parts[0][0]))
    total = sum(chance for _, chance in parts)
    return [
        (
            sum(worth[seat][0] * chance for worth, chance in parts) / total,
            sum(worth[seat][1] * chance for worth, chance in parts) / total,
            sum(worth[seat][2] * chance for worth, chance in parts) / total,
        )
        for seat in seats
    ]
