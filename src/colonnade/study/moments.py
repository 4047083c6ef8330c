"""Turns of a played game to learn from: what was played, what was better, why, and which lesson.

What a choice cost is decided in analysis.py; why a line is better, in ai/reasons/.
"""

from __future__ import annotations

import tomllib
from functools import cache

import msgspec

from colonnade.ai.plans import PlanMove
from colonnade.ai.reasons import Reason
from colonnade.contract.game import Game
from colonnade.study.analysis import Analysis, Step

MOMENTS = 3  # of a seat, at most
LEAST_MOMENT = 0.02  # of the chance to win: what costs less teaches little
TABLE = "reasons.toml"  # in a game's folder


class Moment(msgspec.Struct, frozen=True):
    """A choice that cost much, with the rest of its turn."""

    at: int  # moves before it
    seat: int
    turn: int
    played: list[PlanMove]
    better: list[PlanMove]
    reasons: list[Reason]
    cost: float  # of the chance to win
    lesson: str | None  # the key of one that is about it
    exact: bool = False  # whether the cost was solved, not estimated


def moments(game: Game, found: Analysis) -> list[Moment]:
    """The costliest turns of each seat, one choice of a turn, in the order of the game."""
    chosen = []
    for seat in {step.seat for step in found.steps}:
        by_cost = sorted(of_seat(found, seat), key=cost)
        of_turn = {step.turn: step for step in by_cost}
        chosen += sorted(of_turn.values(), key=cost, reverse=True)[:MOMENTS]
    return [
        Moment(
            at=step.at,
            seat=step.seat,
            turn=step.turn,
            played=step.played,
            better=step.line,
            reasons=step.reasons,
            cost=cost(step),
            lesson=lesson_of(game, step.reasons),
            exact=step.exact,
        )
        for step in sorted(chosen, key=lambda step: step.at)
    ]


def of_seat(found: Analysis, seat: int) -> list[Step]:
    """The choices of a seat that cost enough, and of which something can be said."""
    return [
        step
        for step in found.steps
        if step.seat == seat and cost(step) >= LEAST_MOMENT and step.reasons
    ]


def cost(step: Step) -> float:
    """What a choice cost who made it."""
    return step.lost[step.seat]


@cache
def lesson_table(game: Game) -> dict[str, str]:
    """The lesson for each kind of reason of a game; a game without the table has none."""
    path = game.folder() / TABLE
    return dict(tomllib.loads(path.read_text(encoding="utf-8"))) if path.is_file() else {}


def lesson_of(game: Game, reasons: list[Reason]) -> str | None:
    """The lesson about the most telling reason that has one."""
    table = lesson_table(game)
    kinds = [reason.reason.rpartition(".")[2] for reason in reasons]
    return next((table[kind] for kind in kinds if kind in table), None)
