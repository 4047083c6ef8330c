"""The log of a live table: all is told as it was seen, and a table takes little room."""

from __future__ import annotations

import gc
import tracemalloc

import pytest

from colonnade.contract.history import History
from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER
from colonnade.games import game
from colonnade.server.log import Log
from colonnade.server.stored import Entry
from tests.contract.cases import REAL, Case

pytestmark = pytest.mark.once
MOST_BYTES = 40_000  # of a table: game and log


def entries(case: Case, seed: int) -> list[Entry]:
    """A whole random game as it is stored."""
    history = History(case.game, case.start())
    walk, rng = Walk(history.state), Rng(seed)
    while history.actor != OVER:
        history.append(int(walk.pick(history.state, rng)))
    made = zip(history.actors, history.words(), strict=True)
    return [Entry("move", actor, words, 0, 1.0, 0.0) for actor, words in made]


@pytest.mark.parametrize("case", REAL, ids=lambda case: case.name)
def test_everything_is_told_as_it_was_seen(case: Case) -> None:
    """Sights, turns and gains are the history's own, and stay when moves are taken back."""
    history, log = History(case.game, case.start()), Log()
    for entry in entries(case, 3)[:150]:
        log.make(history, entry)
    whole, length = history.branch(), len(history)
    log.make(history, Entry("undo", 1, "", length - 20, 2.0, 0.0))
    log.make(history, Entry("resign", 0, "", 0, 3.0, 0.0))
    assert history == whole.branch(length - 20)
    assert (len(log), log.time) == (length + 2, 3.0)
    for place, seat in enumerate((*range(case.seats), None)):
        assert [log[ply].seen[place] for ply in range(length)] == whole.seen(seat)
    moves = [logged for _, logged in log.since(0)][:length]
    assert [logged.turn for logged in moves] == whole.turns()
    assert [logged.seat for logged in moves] == whole.actors
    none = tuple([0] * case.seats)
    assert [logged.gains or none for logged in moves] == [tuple(one) for one in whole.gains()]
    assert [(one.kind, one.seat, one.back) for _, one in log.since(length)] == [
        ("undo", 1, length - 20),
        ("resign", 0, 0),
    ]


@pytest.mark.parametrize("key", ["pagoda", "seven_steps", "summer_pavilion"])
def test_a_table_takes_little_room(key: str) -> None:
    """Even the longest games, those of random moves with all seats taken."""
    found = game(key)
    case = max((case for case in REAL if case.game is found), key=lambda case: case.seats)
    stored = entries(case, 1)
    kept: list[tuple[History, Log]] = []

    def hold() -> None:
        history, log = History(found, case.start()), Log()
        for entry in stored:
            log.make(history, entry)
        kept.append((history, log))

    hold()  # what all tables share is there from now on
    gc.collect()
    tracemalloc.start()
    for _ in range(5):
        hold()
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken / 5 < MOST_BYTES, f"{len(stored)} plies"
