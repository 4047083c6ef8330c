"""The log of a live table: all is told as it was seen, and a table takes little room."""

from __future__ import annotations

import gc
import tracemalloc
from typing import Any

import pytest

from colonnade.contract.history import History
from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER
from colonnade.games import game
from colonnade.server.feed import Feed, Reader
from colonnade.server.log import Log
from colonnade.server.seats import new_id
from colonnade.server.stored import Entry, Head, Seat, Stored
from colonnade.server.table import LiveTable
from colonnade.server.watch import Watch
from tests.contract.cases import REAL, Case

pytestmark = pytest.mark.once
MOST_BYTES = 40_000  # of a table: game, log, seats and readers


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
        assert [log[ply].sight.seen[place] for ply in range(length)] == whole.seen(seat)
    moves = [logged for _, logged in log.since(0)][:length]
    assert [logged.turn for logged in moves] == whole.turns()
    assert [logged.seat for logged in moves] == whole.actors
    none = tuple([0] * case.seats)
    gains = [tuple(one) for one in whole.gains()]
    assert [logged.sight.gains or none for logged in moves] == gains
    assert [(one.kind, one.seat, one.back) for _, one in log.since(length)] == [
        ("undo", 1, length - 20),
        ("resign", 0, 0),
    ]


class Follower:
    """Who reads a log now and then, and shows what is part of the game."""

    def __init__(self) -> None:
        self.told = 0
        self.shown: list[int] = []

    def read(self, log: Log) -> None:
        """Take up what is new since the last time."""
        news = [ply for ply, logged in log.since(self.told) if not logged.taken]
        self.shown = [ply for ply in self.shown if ply < log.kept(self.told)] + news
        self.told = len(log)


def test_what_is_part_of_the_game_is_told_by_one_number() -> None:
    """However a log with undos is cut, who follows it shows what who reads it whole does."""
    case = next(case for case in REAL if case.game.key == "pagoda")
    history, log = History(case.game, case.start()), Log()
    walk, rng = Walk(history.state), Rng(8)
    followers = [Follower() for _ in range(20)]
    for _ in range(300):
        if rng.below(12) == 0 and len(history) > 10 and history.actor >= 0:
            back = len(history) - 1 - int(rng.below(10))
            entry = Entry("undo", int(rng.below(2)), "", back, 1.0, 0.0)
        else:
            words = history.game.moves.words(int(walk.pick(history.state, rng)))
            entry = Entry("move", history.actor, words, 0, 1.0, 0.0)
        log.make(history, entry)
        for follower in followers:
            if rng.below(8) == 0:
                follower.read(log)
        whole = [ply for ply, logged in log.since(0) if not logged.taken]
        moves = [log[ply] for ply in whole if log[ply].kind == "move"]
        assert [logged.sight.seen[0] for logged in moves] == history.seen(0)
    for follower in followers:
        follower.read(log)
        assert follower.shown == whole
    undos = [log[ply] for ply in whole if log[ply].kind == "undo"]
    assert any(logged.drawn for logged in undos)
    assert len(whole) - len(undos) == len(history)


class Nobody:
    """An owner of tables that only stand there."""

    store: Any = None
    tape: Any = None
    watch = Watch()
    absent = 3600.0

    def changed(self, table: LiveTable) -> None:
        """Hear nothing."""

    def moved(self, table: LiveTable, seat: int) -> None:
        """Hear nothing."""

    def watched(self, table: LiveTable) -> bool:
        """Say that somebody looks."""
        return True

    def present(self, table: LiveTable) -> tuple[bool, ...]:
        """Say that everybody is here."""
        return (True,) * len(table.seats)

    def doubted(self, table: LiveTable) -> None:
        """Hear nothing."""


def stored(case: Case) -> Stored:
    """A table at which a whole random game was played, with all seats taken."""
    head = Head(
        id=new_id(),
        game=case.game.key,
        edition=case.game.edition,
        options=case.options,
        public=False,
        start="first",
        created=1e9,
    )
    seats = [
        Seat(kind="person", name=f"Player {i}", since=1e9, devices={new_id()})
        for i in range(case.seats)
    ]
    return Stored(head, seats, entries(case, 1), None)


def followed(kept: Stored) -> Feed:
    """A live table with a reader for each seat, who was told all of it."""
    table = LiveTable(Nobody(), kept)
    feed = Feed(table)
    for seat in table.seats:
        feed.enter(Reader(feed, next(iter(seat.devices)), None))
    for reader in feed.readers:
        assert reader.next()
    return feed


@pytest.mark.parametrize("key", ["pagoda", "seven_steps", "summer_pavilion"])
def test_a_table_takes_little_room(key: str) -> None:
    """Even after the longest games, those of random moves, with somebody at every seat."""
    found = game(key)
    case = max((case for case in REAL if case.game is found), key=lambda case: case.seats)
    kept = stored(case)
    held = [followed(kept)]  # what all tables share is there from now on
    gc.collect()
    tracemalloc.start()
    held += [followed(kept) for _ in range(5)]
    gc.collect()
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken / 5 < MOST_BYTES, f"{len(kept.log)} plies"
