"""A moment of a finished game as an exercise: the turn is made once more, and weighed at its end.

Nothing is stored: the moves so far come with each call. How turns are weighed is decided in
study/retry.py, by a worker.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from colonnade.contract.history import History
from colonnade.contract.record import Record
from colonnade.server.errors import BadRequest
from colonnade.server.offers import offers, refusals
from colonnade.server.plans import moves_told, reasons_told
from colonnade.server.records import Kept, facts_between
from colonnade.server.wire import SeatTold
from colonnade.server.wire_lessons import TryEvent
from colonnade.study.analysis import Analysis, Step
from colonnade.study.retry import Weighed, is_made
from colonnade.teaching.exercise import Verdict


class Try(NamedTuple):
    """A turn that is made once more: how far it is, and what is better than what was played."""

    kept: Kept
    step: Step
    history: History
    over: bool


def begin(kept: Kept, found: Analysis, at: int, moves: list[str]) -> Try:
    """Make the moves from where a choice cost something; none follows after the turn."""
    step = next((one for one in found.steps if one.at == at and one.line), None)
    if step is None:
        raise BadRequest(why=f"at: nothing was lost by choice after {at} moves")
    history = kept.history.branch(at)
    start, over = history.state.copy(), False
    for words in moves:
        if over:
            raise BadRequest(why="moves: the turn is over")
        history.push(words)
        over = is_made(start, history.state)
    return Try(kept, step, history, over)


def told(tried: Try, weighed: Weighed | None) -> TryEvent:
    """The position through the eyes of the one who tries, and at the end what it is worth."""
    kept, step, history, over = tried
    seat, moves = step.seat, history.game.moves
    begun = len(history) > step.at
    facts = facts_between(history, len(history) - 1, len(history), seat) if begun else []
    return TryEvent(
        verdict=verdict(begun, weighed),
        points=facts[0].gained[seat] if facts and facts[0].gained else 0,
        view=msgspec.Raw(msgspec.json.encode(history.state.view(seat))),
        actor=history.actor,
        seat=seat,
        seats=[seat_told(kept.record, i, seat) for i in range(kept.record.seats)],
        offers=[] if over else offers(history),
        refusals=[] if over else refusals(history, seat),
        facts=facts,
        next=None,
        matched=0,
        wanted=0,
        said=None,
        game=kept.record.game,
        turn=step.turn,
        better=moves_told(moves, step.line),
        win=None if weighed is None else weighed.win,
        best=None if weighed is None else weighed.best,
        reasons=reasons_told(weighed.reasons or step.reasons if weighed else []),
    )


def seat_told(record: Record, number: int, seat: int) -> SeatTold:
    """A seat of a record: a person's by name, a computer player's by level."""
    level = record.levels[number] or None if record.levels else None
    name = record.names[number]
    return SeatTold(
        kind="person" if number == seat else "computer",
        name="" if name in (level, str(number + 1)) else name,
        level=level,
        present=number == seat,
    )


def verdict(begun: bool, weighed: Weighed | None) -> Verdict:
    """What is said of the last move: only a whole turn is good or not."""
    if weighed is None:
        return "right" if begun else "open"
    return "done" if weighed.good else "wrong"
