"""The server is killed at random moments with many games in progress, and nothing is lost.

Some games and a few kills here; `make soak` (soak.py) goes on for two hundred, on both databases.
"""

from __future__ import annotations

import random

import pytest

from tests.server.conftest import Starter
from tests.server.crashing import Crowd
from tests.server.running import Running
from tests.server.seeking import Lobby

pytestmark = pytest.mark.once
KILLS = 3


def crash_again_and_again(running: Running, games: int) -> None:
    """Kill and restart while the games go on, each time after some more moves; let them end."""
    rng, crowd, lobby = random.Random(7), Crowd(running, games), Lobby(running, 4)
    in_play = games
    while crowd.kills < KILLS:
        crowd.crash(rng)
        in_play = sum(not match.over for match in crowd.matches)
        crowd.check()
    lobby.finish()
    crowd.finish()
    assert in_play > games // 2, "they were killed in the middle of their games"
    assert crowd.moves > 20 * games
    kinds = {fact.kind for match in crowd.matches for fact in match.acknowledged}
    assert kinds == {"move", "undo"}
    assert lobby.granted > 0


def test_killed_on_the_embedded_database(starter: Starter) -> None:
    """No acknowledged move, undo or company is lost on SQLite."""
    crash_again_and_again(starter(lease=1.0), 4)


def test_killed_on_postgresql(starter: Starter, postgres: str) -> None:
    """Nor on PostgreSQL, by one of two processes or by both."""
    crash_again_and_again(starter(postgres, words=("--processes", "2"), lease=1.0), 3)
