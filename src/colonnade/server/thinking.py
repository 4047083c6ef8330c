"""What computer players and people's questions ask of a worker: plain functions of plain values.

Each gets a view or a record as bytes, never a live position. Where they run is decided in compute/,
when in bots.py, how they think in ai/ and study/.
"""

from __future__ import annotations

import msgspec

from colonnade import build
from colonnade.ai.levels import LEVELS, STRONGEST, player
from colonnade.ai.plans import Plan, plans
from colonnade.ai.search_player import Searcher
from colonnade.compute.workers import on_stop, stopped
from colonnade.contract.record import Record, history
from colonnade.contract.rng import Rng
from colonnade.games import game
from colonnade.study.analysis import Analysis
from colonnade.study.analysis import analyse as look_at
from colonnade.study.retry import Weighed, weigh

# About each decision of a game that is analysed: seconds in all, in either build.
ANALYSIS_ITERATIONS = 150 if build.kind() == "compiled" else 10
# About each of two turns that are compared.
TRY_ITERATIONS = 1200 if build.kind() == "compiled" else 40


def choose(key: str, raw: bytes, level: str, seed: int) -> str:
    """A computer player's move, in words, from its view; empty if nobody waits for it any more."""
    found = game(key)
    view = msgspec.json.decode(raw, type=found.view_type)
    who = player(level, found, Rng(seed))
    if stopped():
        return ""
    if not isinstance(who, Searcher):
        return found.moves.words(who.choose(view))
    with on_stop(who.stop):
        return found.moves.words(who.choose(view))


def hint(key: str, raw: bytes, seed: int) -> list[Plan]:
    """What the strongest level would do with the turn, best plan first; within about a second."""
    if stopped():
        return []
    found = game(key)
    view = msgspec.json.decode(raw, type=found.view_type)
    return plans(found, view, LEVELS[STRONGEST].budget, seed)


def analyse(key: str, raw: bytes) -> Analysis:
    """What was luck and what was choice in a finished game; the same whoever asks."""
    record = msgspec.json.decode(raw, type=Record)
    return look_at(history(game(key), record), ANALYSIS_ITERATIONS)


def weigh_turn(key: str, raw: bytes, at: int, made: list[int], better: list[int]) -> Weighed:
    """Whether a turn made once more is as good as the better one; the same whoever asks."""
    record = msgspec.json.decode(raw, type=Record)
    state = history(game(key), record).at(at)
    return weigh(game(key), state, made, better, TRY_ITERATIONS)
