"""What a host can measure: requests, moves, feeds, thinking, the store; as Prometheus reads it.

Who may read it is decided in health.py. Numbers that can be looked up are looked up when somebody
asks; the others are counted as they happen, for some microseconds each.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

if TYPE_CHECKING:
    from colonnade.server.feed import Feed
    from colonnade.server.tables import Tables

# From what nobody notices to what everybody does, in seconds.
STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"))
NO_ROUTE = "-"  # of requests that were refused before anything answered

disable_created_metrics()  # type: ignore[no-untyped-call]  # a second series for each, of no use


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
        self._seconds = self.times("request_seconds", "Time to answer, feeds apart", "route")
        lag = self.times("feed_lag_seconds", "From a change to its being sent on a feed")
        store = self.times("store_seconds", "Time to read, or to write and be safe", "work")
        self.lagged = lag.observe
        self.written, self.read = store.labels("write").observe, store.labels("read").observe
        self.look_up(tables)

    def times(self, name: str, about: str, *labels: str) -> Histogram:
        """Times in seconds, by steps."""
        return Histogram(f"colonnade_{name}", about, labels, buckets=STEPS, registry=self.registry)

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
            ("store_waiting", "Writes that wait", lambda: tables.store.jobs.qsize()),
        ):
            gauge = Gauge(f"colonnade_{name}", about, registry=self.registry)
            gauge.set_function(found)

    def answered(self, method: str, route: str, status: int, seconds: float, feed: bool) -> None:
        """Count a request; its route as it was declared, never as it was asked for."""
        known = method if method in METHODS else "other"
        self._requests.labels(known, route, str(status)).inc()
        if not feed:
            self._seconds.labels(route).observe(seconds)

    def moved(self, game: str, by: str) -> None:
        """Count a move, by a person or by the computer."""
        self._moves.labels(game, by).inc()

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
