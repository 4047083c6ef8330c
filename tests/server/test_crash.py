"""The server is killed at random moments with many games in progress, and nothing is lost.

Twenty games and three kills in the usual run; COLONNADE_SOAK=1 plays two hundred.
"""

from __future__ import annotations

import http.client
import os
import random
import threading
import time
from typing import Any

import pytest

from tests.server.client import Refused
from tests.server.conftest import Starter
from tests.server.running import Running
from tests.server.test_games import verified

pytestmark = pytest.mark.once
SOAK = os.environ.get("COLONNADE_SOAK") == "1"
GAMES, KILLS = (200, 20) if SOAK else (20, 3)
THREADS = 4
PATIENCE = 600 if SOAK else 60
AWAY = (OSError, http.client.HTTPException)
Acknowledged = tuple[int, int, str]  # ply, seat, words


class Match:
    """One game that survives its server: two people on a device, or one against the computer."""

    def __init__(self, running: Running, number: int) -> None:
        self.rng = random.Random(number)
        self.client = running.client()
        # A sixth of the games has a computer player: its thinking must go on too.
        rival = "computer:random" if number % 6 == 0 else "device"
        key, options = [("pagoda", {"length": "fast"}), ("summer_pavilion", {})][number % 2]
        self.table = self.client.make(key, "me", rival, options=options)["id"]
        self.acknowledged: list[Acknowledged] = []
        self.over = False

    def step(self) -> None:
        """Make one move if one can be made; what is not acknowledged may or may not be there."""
        seen = self.client.look(self.table)
        self.over = seen["actor"] == -2
        if seen["offers"]:
            words, seat = self.rng.choice(seen["offers"])["words"], seen["actor"]
            self.client.move(self.table, seen["ply"], words)
            self.acknowledged.append((seen["ply"], seat, words))

    def check(self) -> None:
        """Every acknowledged move is there, once, and the record is true."""
        self.client.move_to(self.client.address)  # the connection may have been idle for too long
        facts = self.client.look(self.table)["moves"]
        assert [fact["ply"] for fact in facts] == list(range(len(facts)))
        record = verified(self.client, self.table)
        assert len(record.moves) == len(facts)
        for ply, seat, words in self.acknowledged:
            assert (facts[ply]["seat"], record.moves[ply]) == (seat, words)
        assert len({ply for ply, _, _ in self.acknowledged}) == len(self.acknowledged)


def drive(matches: list[Match], until: float, trouble: list[Any]) -> None:
    """Play some games round and round, through all crashes, to their ends."""
    try:
        while any(not match.over for match in matches):
            assert time.monotonic() < until, "the games do not end"
            for match in matches:
                try:
                    if not match.over:
                        match.step()
                except AWAY:
                    time.sleep(0.1)
                except Refused as refused:
                    # A lost answer to a move that was kept leaves us behind; nothing else may.
                    if refused.kind not in ("StalePly", "StoreAway"):
                        raise
    except BaseException as problem:
        trouble.append(problem)


def crash_again_and_again(running: Running, kills: int, matches: list[Match]) -> None:
    """Kill and restart while the games go on, then let them end."""
    until, rng = time.monotonic() + PATIENCE, random.Random(7)
    trouble: list[Any] = []
    parts = [matches[i::THREADS] for i in range(THREADS)]
    threads = [threading.Thread(target=drive, args=(part, until, trouble)) for part in parts]
    for thread in threads:
        thread.start()
    for _ in range(kills):
        time.sleep(rng.uniform(0.3, 1.2))
        running.kill()
        running.start()
    for thread in threads:
        thread.join()
    assert not trouble, trouble
    for match in matches:
        match.check()
    assert sum(len(match.acknowledged) for match in matches) > 20 * len(matches)


def test_killed_on_the_embedded_database(starter: Starter) -> None:
    """No acknowledged move is lost on SQLite."""
    running = starter(lease=1.0)
    crash_again_and_again(running, KILLS, [Match(running, i) for i in range(GAMES)])


def test_killed_on_postgresql(starter: Starter, postgres: str) -> None:
    """No acknowledged move is lost on PostgreSQL."""
    running = starter(postgres, lease=1.0)
    games = GAMES if SOAK else GAMES // 2
    crash_again_and_again(running, KILLS, [Match(running, i) for i in range(games)])
