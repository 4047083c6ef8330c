"""The server is killed at random moments with many games in progress, and nothing is lost.

Eight games and three kills in the usual run; COLONNADE_SOAK=1 plays two hundred.
"""

from __future__ import annotations

import http.client
import os
import random
import threading
import time
from typing import Any

import pytest

from tests.cli.command import PATIENCE
from tests.server.client import Refused
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for
from tests.server.test_games import verified

pytestmark = pytest.mark.once
SOAK = os.environ.get("COLONNADE_SOAK") == "1"
GAMES, KILLS = (200, 20) if SOAK else (8, 3)
THREADS = 4
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

    def step(self) -> bool:
        """Make one move if one can be made; what is not acknowledged may or may not be there."""
        seen = self.client.look(self.table)
        self.over = seen["actor"] == -2
        if seen["offers"]:
            words, seat = self.rng.choice(seen["offers"])["words"], seen["actor"]
            self.client.move(self.table, seen["ply"], words)
            self.acknowledged.append((seen["ply"], seat, words))
        return bool(seen["offers"]) or self.over

    def check(self) -> None:
        """Every acknowledged move is there, once, and the record is true."""
        facts = self.client.look(self.table)["moves"]
        assert [fact["ply"] for fact in facts] == list(range(len(facts)))
        record = verified(self.client, self.table)
        assert len(record.moves) == len(facts)
        for ply, seat, words in self.acknowledged:
            assert (facts[ply]["seat"], record.moves[ply]) == (seat, words)
        assert len({ply for ply, _, _ in self.acknowledged}) == len(self.acknowledged)


def drive(matches: list[Match], trouble: list[Any]) -> None:
    """Play some games round and round, through all crashes, to their ends."""
    until = time.monotonic() + PATIENCE
    try:
        while any(not match.over for match in matches):
            assert time.monotonic() < until, "the games do not go on"
            for match in matches:
                try:
                    if not match.over and match.step():
                        until = time.monotonic() + PATIENCE
                except AWAY:
                    time.sleep(0.02)
                except Refused as refused:
                    # A lost answer to a move that was kept leaves us behind; nothing else may.
                    if refused.kind not in ("StalePly", "StoreAway"):
                        raise
    except BaseException as problem:
        trouble.append(problem)


def moves(matches: list[Match]) -> int:
    """How many moves were acknowledged so far."""
    return sum(len(match.acknowledged) for match in matches)


def crash_again_and_again(running: Running, kills: int, matches: list[Match]) -> None:
    """Kill and restart while the games go on, each time after some more moves; let them end."""
    rng = random.Random(7)
    trouble: list[Any] = []
    parts = [matches[i::THREADS] for i in range(THREADS)]
    threads = [threading.Thread(target=drive, args=(part, trouble)) for part in parts]
    for thread in threads:
        thread.start()
    for _ in range(kills):
        enough = moves(matches) + rng.randint(10, 40)
        wait_for(lambda enough=enough: trouble or moves(matches) >= enough)
        running.kill()
        in_play = sum(not match.over for match in matches)
        running.start()
    for thread in threads:
        thread.join()
    assert not trouble, trouble
    for match in matches:
        match.check()
    assert in_play > len(matches) // 2, "they were killed in the middle of their games"
    assert moves(matches) > 20 * len(matches)


def test_killed_on_the_embedded_database(starter: Starter) -> None:
    """No acknowledged move is lost on SQLite."""
    running = starter(lease=1.0)
    crash_again_and_again(running, KILLS, [Match(running, i) for i in range(GAMES)])


def test_killed_on_postgresql(starter: Starter, postgres: str) -> None:
    """No acknowledged move is lost on PostgreSQL."""
    running = starter(postgres, lease=1.0)
    games = GAMES if SOAK else GAMES // 2
    crash_again_and_again(running, KILLS, [Match(running, i) for i in range(games)])
