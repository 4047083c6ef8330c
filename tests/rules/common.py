"""What the scenarios of all games share: moves in words, plain questions.

Positions, and questions about a game's own things, stand in each game's table.py.
"""

from __future__ import annotations

from typing import TypeVar

from colonnade.contract import play
from colonnade.contract.state import State

S = TypeVar("S", bound=State)


def after(state: S, *words: str) -> S:
    """The position some moves later, each of them checked."""
    made = play.replay(state, words)
    assert isinstance(made, type(state))
    return made


def legal(state: State, beginning: str = "") -> set[str]:
    """The legal moves in words, or those of them that begin so."""
    words = (state.table().words(move) for move in state.legal())
    return {move for move in words if f"{move} ".startswith(f"{beginning} ".lstrip())}


def allows(state: State, words: str) -> bool:
    """Whether a move is legal; words of no move at all are an error."""
    return state.table().number(words) in state.legal()


def points(state: State, seat: int = 0) -> dict[str, int]:
    """A seat's points by source, without the zeros."""
    return {source: count for source, count in state.breakdown(seat).items() if count}


def why(state: State, thing: str, seat: int = 0) -> str:
    """Why a seat cannot use a thing, as reason and rule; `usable` if it can."""
    found = {refusal.thing: refusal for refusal in state.refusals(seat)}.get(thing)
    return f"{found.reason.split('.')[-1]} {found.rule}" if found else "usable"
