"""Reasons that every game knows: points, ends, answers, and moves without a choice.

What a game adds stands in the file of its name.
"""

from __future__ import annotations

from typing import Final

from colonnade.ai.reasons.line import Line, Reason
from colonnade.contract.state import OVER

TELLING: Final = 2  # points between two answers: less says nothing
WORTH_FEARING: Final = 5  # points of an answer


def find(line: Line, other: Line | None) -> list[Reason]:
    """What can be said of any line."""
    found = []
    if line.forced:
        fields: dict[str, str | int] = {"count": len(line.steps)}
        found.append(Reason("reason.forced", fields, (), 50.0, "forced"))
    if line.after.actor == OVER:
        found.append(ended(line))
    if other is not None and line.points > other.points and not pauses(other):
        more = line.points - other.points
        if line.points > 0:
            fields = {"count": line.points, "more": more}
            found.append(Reason("reason.more_points", fields, (), 0.6 * more, "more"))
        else:
            found.append(Reason("reason.costs_less", {"count": more}, (), 0.6 * more, "more"))
    if line.points > 0:
        found.append(Reason("reason.points", {"count": line.points}, (), 0.02, "more"))
    elif line.points == 0:
        found.append(Reason("reason.no_points", {}, (), 0.01, "more"))
    return found


def pauses(line: Line) -> bool:
    """Whether a line has only begun its turn: something is drawn before any point is made."""
    return not line.ends_turn and line.points <= 0


def ended(line: Line) -> Reason:
    """What the end of the game comes to that a line brings about."""
    scores = line.after.scores()
    best = max(points for seat, points in enumerate(scores) if seat != line.seat)
    margin = scores[line.seat] - best
    winners = line.after.winners()
    if line.seat not in winners:
        return Reason("reason.ends_behind", {"count": max(0, -margin)}, (), 20.0, "end")
    if len(winners) > 1:
        return Reason("reason.ends_shared", {}, (), 40.0, "end")
    return Reason("reason.ends_ahead", {"count": margin}, (), 60.0, "end")


def answered(answer: Line | None, other: Line | None) -> list[Reason]:
    """What the next seat could make of it, and of the other line."""
    if answer is None:
        return []
    found = []
    two = len(answer.start.scores()) == 2
    # An answer that costs its maker points, as the start marker does, would read as a riddle.
    if other is not None and 0 <= answer.points <= other.points - TELLING:
        less = other.points - answer.points
        fields: dict[str, str | int] = {"count": answer.points, "other": other.points}
        key = "reason.answer_less" if two else "reason.answer_less_next"
        found.append(Reason(key, fields, (), 0.7 * less, "prevent"))
    elif answer.points >= WORTH_FEARING:
        fields = {"count": answer.points}
        weight = 0.15 * answer.points
        key = "reason.answer" if two else "reason.answer_next"
        found.append(Reason(key, fields, (), weight, "risk"))
    return found
