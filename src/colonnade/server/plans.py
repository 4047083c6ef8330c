"""Plans and reasons for the wire: rows become words, and nothing else changes.

How plans are found is decided in ai/plans.py, why they are good in ai/reasons/.
"""

from __future__ import annotations

from collections.abc import Iterable

from colonnade.ai import plans
from colonnade.ai.reasons import Reason
from colonnade.contract.moves import MoveTable
from colonnade.server.wire import PlanMove, PlanTold, ReasonTold


def plans_told(table: MoveTable, found: Iterable[plans.Plan]) -> list[PlanTold]:
    """Plans, best first."""
    return [
        PlanTold(
            moves=moves_told(table, plan.moves),
            points=plan.points,
            win=plan.win,
            margin=plan.margin,
            share=plan.share,
            visits=plan.visits,
            ends_turn=plan.ends_turn,
            reasons=reasons_told(plan.reasons),
            answer=moves_told(table, plan.answer),
            answer_seat=plan.answer_seat,
            exact=plan.exact,
        )
        for plan in found
    ]


def moves_told(table: MoveTable, moves: Iterable[plans.PlanMove]) -> list[PlanMove]:
    """The moves of a plan or of a line."""
    return [
        PlanMove(
            words=table.words(move.row),
            fields=table.fields(move.row),
            points=move.points,
            things=list(move.things),
        )
        for move in moves
    ]


def reasons_told(reasons: Iterable[Reason]) -> list[ReasonTold]:
    """Sentences, the most telling first."""
    return [
        ReasonTold(reason=one.reason, fields=one.fields, things=list(one.things)) for one in reasons
    ]
