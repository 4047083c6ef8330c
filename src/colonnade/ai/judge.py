"""What a judge is: the knowledge of one game that makes its search strong.

Judgement is not a rule: a judge may be wrong, and is measured, never proved. Each game's stands
in judges/.
"""

# Compiled by mypyc.

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from colonnade.contract.state import State


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class Judge:
    """Says which moves look promising, and how a game may end; from what it is shown only."""

    def __init__(self) -> None:
        self.horizon: i64 = (
            1  # how far the clock runs on by quick moves before a position is judged
        )
        self.reach: i64 = 2  # how far it may run in the tree
        self.explore: float = 0.8  # weight of priors against success: the constant of PUCT
        self.first_play_reduction: float = 0.1  # how much worse a move never tried is taken to be
        self.margin_weight: float = 0.25  # part of a value that comes from points, not from winning

    def clock(self, state: State) -> i64:
        """What counts time here, turns or rounds: positions are judged when it has just moved."""
        return state.turn

    def policy(self, state: State, rows: vec[i64], count: i64, logits: vec[float]) -> None:
        """How promising each legal row looks, as a logit: a point more is e times as likely."""
        raise NotImplementedError

    def rollout_policy(self, state: State, rows: vec[i64], count: i64, logits: vec[float]) -> None:
        """The same for quick moves, of which there are many: a slow judge has a faster way here."""
        self.policy(state, rows, count, logits)

    def value(self, state: State, points: vec[float]) -> float:
        """Write each seat's expected final points; returns their spread, in points."""
        raise NotImplementedError
