"""Offered moves with what they touch, cost and do, found by playing each on a copy.

Nothing hidden can enter: a move is looked at before anything is drawn, and what a seat's own
decision changes at once is part of that seat's next view (tests/contract/test_secrecy.py).
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast

import msgspec

from colonnade.contract.history import History
from colonnade.contract.moves import MoveTable
from colonnade.contract.state import CHANCE, OVER
from colonnade.contract.touch import Pieces, Touch
from colonnade.server.wire import Offer, Refused
from colonnade.server.wire_types import Effect

HEADS = 16_384  # moves with what they touch, some 300 bytes each, that are kept encoded
TAILS = 4096


class Head(msgspec.Struct, omit_defaults=True):
    """The part of an offer that is the same in many positions."""

    words: str
    fields: dict[str, str | int]
    things: tuple[str, ...]
    pays: tuple[Pieces, ...] = ()
    takes: tuple[Pieces, ...] = ()
    earns: tuple[str, ...] = ()


class Tail(msgspec.Struct, omit_defaults=True):
    """The part of an offer that each position decides."""

    points: tuple[int, ...]
    effects: tuple[Effect, ...] = ()


def offers(history: History) -> list[Offer]:
    """Each legal move of the seat that must decide, encoded already."""
    state = history.state
    table, before, actor, turn = state.table(), state.scores(), int(state.actor), int(state.turn)
    none, after, found = (0,) * len(before), state.copy(), []
    for move in history.legal():
        after.copy_from(state)
        after.apply(move)
        scores, gained = after.scores(), none
        if scores != before:
            gained = tuple([now - then for now, then in zip(scores, before, strict=True)])
        told = tail(gained, int(after.actor), actor, after.turn != turn)
        told = head(table, move, state.touches(move)) + told
        found.append(msgspec.Raw(told))
    return cast("list[Offer]", found)


@lru_cache(maxsize=HEADS)
def head(table: MoveTable, move: int, touch: Touch) -> bytes:
    """The beginning of an offer's JSON: words, fields, and what the move touches."""
    words, fields = table.words(move), table.fields(move)
    found = Head(words, fields, touch.things, touch.pays, touch.takes, touch.earns)
    return msgspec.json.encode(found)[:-1] + b","


@lru_cache(maxsize=TAILS)
def tail(points: tuple[int, ...], actor: int, was: int, turned: bool) -> bytes:
    """The rest of it: what the move brings, and whose move comes next."""
    return msgspec.json.encode(Tail(points, effects(actor, was, turned)))[1:]


def effects(actor: int, was: int, turned: bool) -> tuple[Effect, ...]:
    """What a move brings about beside points: who must decide then, and before."""
    if actor == OVER:
        return ("ends_game",)
    draws: tuple[Effect, ...] = ("draws",) if actor == CHANCE else ()
    if turned or actor not in (CHANCE, was):
        return (*draws, "ends_turn")
    return draws


def refusals(history: History, seat: int) -> list[Refused]:
    """Why each visible thing cannot be used by this seat now; a Refusal is told as it is."""
    return cast("list[Refused]", history.state.refusals(seat, history.legal()))
