"""Offered moves with what they do, found by playing each on a copy.

Nothing hidden can enter: a move is looked at before anything is drawn, and what a seat's own
decision changes at once is part of that seat's next view (tests/contract/test_secrecy.py).
"""

from __future__ import annotations

from colonnade.contract.history import History
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.server.wire import Effect, Offer, Refused


def offers(history: History) -> list[Offer]:
    """Each legal move of the seat that must decide."""
    state = history.state
    table, before, found = state.table(), state.scores(), []
    after = state.copy()
    for move in history.legal():
        after.copy_from(state)
        after.apply(move)
        gained = [now - then for now, then in zip(after.scores(), before, strict=True)]
        found.append(
            Offer(
                words=table.words(move),
                fields=table.fields(move),
                points=gained,
                effects=effects(state, after),
            )
        )
    return found


def effects(state: State, after: State) -> list[Effect]:
    """What a move brings about beside points."""
    if after.actor == OVER:
        return ["ends_game"]
    found: list[Effect] = []
    if after.actor == CHANCE:
        found.append("draws")
    if after.turn != state.turn or after.actor not in (CHANCE, state.actor):
        found.append("ends_turn")
    return found


def refusals(state: State, seat: int) -> list[Refused]:
    """Why each visible thing cannot be used by this seat now."""
    return [
        Refused(thing=found.thing, reason=found.reason, rule=found.rule, fields=found.fields)
        for found in state.refusals(seat)
    ]
