"""What a host can measure: requests, moves, feeds, thinking, the store; as Prometheus reads it.

Who may read it is decided in health.py. Numbers that can be looked up are looked up when somebody
asks; the others are counted as they happen, for some microseconds each.
"""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Iterable
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import HistogramMetricFamily
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from colonnade.server.feed import Feed
    from colonnade.server.tables import Tables

# From what nobody notices to what everybody does, in seconds.
STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"))
NO_ROUTE = "-"  # of requests that were refused before anything answered

disable_created_metrics()  # type: ignore[no-untyped-call]  # a second series for each, of no use


class Tally:
    """Times of one kind, counted by steps; on the loop alone, so that nothing need be locked."""

    __slots__ = ("counts", "sum")

    def __init__(self) -> None:
        self.counts = [0] * (len(STEPS) + 1)
        self.sum = 0.0

    def observe(self, seconds: float) -> None:
        """Count one."""
        self.counts[bisect_left(STEPS, seconds)] += 1
        self.sum += seconds


class Times(Collector):
    """Times as Prometheus reads them: a histogram that costs a tenth of the library's own.

    Each event of each feed is counted, so that here it matters.
    """

    def __init__(self, name: str, about: str, labels: tuple[str, ...]) -> None:
        self.name = name
        self.about = about
        self.labels = labels
        self.tallies: dict[tuple[str, ...], Tally] = {}

    def of(self, *labels: str) -> Tally:
        """The times of a kind."""
        found = self.tallies.get(labels)
        return self.tallies.setdefault(labels, Tally()) if found is None else found

    def collect(self) -> Iterable[HistogramMetricFamily]:
        """What was counted, each step with all that is below it."""
        found = HistogramMetricFamily(self.name, self.about, labels=self.labels)
        steps = [*map(str, STEPS), "+Inf"]
        for labels, tally in sorted(self.tallies.items()):
            counts = list(accumulate(tally.counts))
            found.add_metric(labels, list(zip(steps, counts, strict=True)), tally.sum)
        yield found


class Measures:
    """All numbers of one server process."""

    def __init__(self, tables: Tables) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = Counter(
            "colonnade_requests",
            "Requests answered",
            ["method", "route", "status"],
            registry=self.registry,
        )
        self._moves = Counter(
            "colonnade_moves", "Moves stored", ["game", "by"], registry=self.registry
        )
        # Whoever asks for a child by its labels waits for a lock: those that were are kept.
        self._request = cache(self._requests.labels)
        self._move = cache(self._moves.labels)
        self._seconds = self.times("request_seconds", "Time to answer, feeds apart", "route")
        lag = self.times("feed_lag_seconds", "From a change to its being sent on a feed")
        store = self.times("store_seconds", "Time to read, or to write and be safe", "work")
        self.lagged = lag.of().observe
        self.written, self.read = store.of("write").observe, store.of("read").observe
        self.moves = 0  # of all games, for who counts them by the minute
        self.look_up(tables)

    def times(self, name: str, about: str, *labels: str) -> Times:
        """Times in seconds, by steps."""
        found = Times(f"colonnade_{name}", about, labels)
        self.registry.register(found)
        return found

    def look_up(self, tables: Tables) -> None:
        """Name the numbers that are looked up when somebody asks."""
        thoughts = tables.bots.thoughts
        for name, about, found in (
            ("tables_open", "Tables in memory", lambda: len(tables.live)),
            ("feeds_open", "Open feeds", lambda: sum(len(feed.readers) for feed in feeds(tables))),
            ("feed_lag_oldest_seconds", "How long the slowest feed waits", lambda: oldest(tables)),
            ("thinking_waiting", "Thoughts that wait", lambda: thoughts.waiting.total()),
            ("thinking_running", "Thoughts under way", lambda: thoughts.running),
            ("thinking_workers", "Thoughts at once, at most", lambda: thoughts.size()),
            ("store_waiting", "Writes that wait", tables.store.waiting),
        ):
            gauge = Gauge(f"colonnade_{name}", about, registry=self.registry)
            gauge.set_function(found)

    def answered(self, method: str, route: str, status: int, seconds: float, feed: bool) -> None:
        """Count a request; its route as it was declared, never as it was asked for."""
        known = method if method in METHODS else "other"
        self._request(known, route, str(status)).inc()
        if not feed:
            self._seconds.of(route).observe(seconds)

    def moved(self, game: str, by: str) -> None:
        """Count a move, by a person or by the computer."""
        self._move(game, by).inc()
        self.moves += 1

    def told(self) -> bytes:
        """All numbers, as text."""
        return generate_latest(self.registry)


def feeds(tables: Tables) -> list[Feed]:
    """All feeds; others may come meanwhile."""
    return list(tables.feeds.values())


def oldest(tables: Tables) -> float:
    """How long the reader that waits longest has waited."""
    waiting = [
        reader.behind
        for feed in feeds(tables)
        if feed.waiting
        for reader in list(feed.readers)
        if reader.behind is not None
    ]
    return time.monotonic() - min(waiting) if waiting else 0.0
