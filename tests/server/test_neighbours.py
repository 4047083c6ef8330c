"""Who is at a table by another process: told at once, and forgotten with the process."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from colonnade.server.hearing import ALIVE, ALL, SOME
from colonnade.server.neighbours import SILENT_SECONDS, notes_of
from colonnade.server.table_queries import MOST_NOTED
from colonnade.server.tables import Tables
from tests.server.client import Client, Feed
from tests.server.conftest import Starter
from tests.server.test_tables import act, new

pytestmark = pytest.mark.once


def hear(feed: Feed, *present: bool) -> None:
    """Follow a table until these seats have somebody."""
    for name, news in feed.events():
        told = news["present"] if name == "presence" else None
        if name == "table":
            told = [seat["present"] for seat in news["seats"]]
        if told == list(present):
            return
    raise AssertionError("the feed has ended")


def test_presence_is_told_across_processes(starter: Starter, postgres: str) -> None:
    """Who follows at one process is there for readers of the other, until they leave or it ends."""
    one, two = starter(postgres), starter(postgres)
    anne, ben = Client(one.address), Client(two.address)
    made = anne.make("pagoda", "me", "open")
    ben.join(made)
    table = made["id"]
    early = ben.feed(table)  # before anybody looks at the other process
    hear(early, False, True)
    feed = anne.feed(table)
    hear(feed, True, True)
    hear(early, True, True)
    early.close()
    hear(feed, True, False)
    seen = anne.look(table)["seats"][1]
    assert not seen["present"]
    again = ben.feed(table)
    hear(feed, True, True)
    three = starter(postgres)  # which asks the others
    watcher = Client(three.address).feed(table)
    hear(watcher, True, True)
    watcher.close()
    assert two.stop(signal.SIGTERM) == 0
    hear(feed, True, False)
    again.close()
    feed.close()


def test_a_process_that_died_is_forgotten(tmp_path: Path) -> None:
    """What it said holds for as long as it gives signs of life."""

    async def scene(tables: Tables) -> None:
        table = await new(tables)
        others, feed, time = tables.neighbours, tables.feed(table), [tables.watch.steady()]
        tables.watch.steady = lambda: time[0]
        others.heard("p", f"{SOME}{table.id}:1 unknown:3")
        assert feed.presence() == (True, False)
        others.heard("q", f"{ALL}{table.id}:2")
        assert feed.presence() == (True, True)
        time[0] += SILENT_SECONDS
        others.heard("q", ALIVE)
        others.expire()
        assert feed.presence() == (True, True)
        seen = table.seats[0].seen
        time[0] += 1
        others.expire()
        assert feed.presence() == (False, True)
        assert table.seats[0].seen > seen  # they were here until now
        others.heard("q", ALL)
        assert feed.presence() == (False, False)
        assert others.seats("unknown") == 0

    act(tmp_path, scene)


def test_notes_are_short() -> None:
    """However many tables there are; all but the first add to it."""
    seats = {f"t{i}": 1 for i in range(MOST_NOTED + 1)}
    first, second = notes_of(ALL, seats)
    assert (first[0], second[0]) == (ALL, SOME)
    assert len(first.split()) + len(second.split()) == len(seats)
    assert notes_of(ALL, {}) == [ALL]
