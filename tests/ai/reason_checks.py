"""Whether what is said of any game is true: points, ends, answers, and moves without a choice."""

from __future__ import annotations

from colonnade.contract.state import OVER
from tests.ai.reason_lines import Said, gained


def forced(said: Said) -> None:
    """No row of the line had another beside it."""
    assert all(len(before.legal()) == 1 for _, before, _ in said.walk())
    assert said.fields["count"] == len(said.line.rows)


def more_points(said: Said) -> None:
    """Both turns add up to what is told."""
    mine = gained(said.start, said.end, said.seat)
    assert said.fields["count"] == mine
    assert said.fields["more"] == mine - gained(said.start, said.other_end, said.seat) > 0


def costs_less(said: Said) -> None:
    """Neither turn brings anything, and the other costs more."""
    mine = gained(said.start, said.end, said.seat)
    assert mine <= 0
    assert said.fields["count"] == mine - gained(said.start, said.other_end, said.seat) > 0


def points(said: Said) -> None:
    """The turn brings so much."""
    assert said.fields["count"] == gained(said.start, said.end, said.seat) > 0


def no_points(said: Said) -> None:
    """The turn brings nothing."""
    assert gained(said.start, said.end, said.seat) == 0


def ends(said: Said) -> None:
    """The game is over, and so it stands."""
    state = said.end
    assert state.actor == OVER
    scores, winners = state.scores(), state.winners()
    best = max(one for seat, one in enumerate(scores) if seat != said.seat)
    name = said.reason.reason
    if name == "reason.ends_ahead":
        assert winners == [said.seat]
        assert said.fields["count"] == scores[said.seat] - best
    elif name == "reason.ends_shared":
        assert said.seat in winners
        assert len(winners) > 1
    else:
        assert said.seat not in winners
        assert said.fields["count"] == best - scores[said.seat]


CHECKS = {
    "reason.forced": forced,
    "reason.more_points": more_points,
    "reason.costs_less": costs_less,
    "reason.points": points,
    "reason.no_points": no_points,
    "reason.ends_ahead": ends,
    "reason.ends_shared": ends,
    "reason.ends_behind": ends,
}
