"""The long soak: hundreds of kills at random moments, on both databases, with games in progress.

`make soak`, or `python -m tests.server.soak --kills 20 --store sqlite` for a part of it. Moves,
undos, wishes and pairing in the lobby go on all the time. It says how far it is, and ends with an
error if anything that was acknowledged is gone, anybody was told what was not saved, a log has a
hole, somebody sits twice, or anything was seen by somebody who should not.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from tests.server.crashing import Crowd
from tests.server.running import Postgres, Running, find_postgres
from tests.server.seeking import Lobby

GAMES = 12
STORES = ("sqlite", "postgresql")


def soak(name: str, running: Running, kills: int, seed: int) -> None:
    """Kill one server so many times, and look at what is left each time."""
    rng, began = random.Random(seed), time.monotonic()
    crowd, lobby = Crowd(running, GAMES, endless=True), Lobby(running)
    try:
        while crowd.kills < kills:
            crowd.crash(rng)
            crowd.check()
            assert not lobby.trouble, lobby.trouble
            print(
                f"{name}: {crowd.kills} of {kills} kills in {time.monotonic() - began:.0f} s,"
                f" {crowd.moves} moves and undos kept, {crowd.number - GAMES} games ended,"
                f" {lobby.granted} wishes for company granted",
                flush=True,
            )
    finally:
        crowd.stop()
        lobby.stopping = True
    crowd.finish()
    lobby.finish()
    print(f"{name}: nothing was lost, nobody sits twice or saw what they should not", flush=True)


def soak_embedded(folder: Path, words: argparse.Namespace) -> None:
    """On SQLite."""
    running = Running(folder / "data", lease=1.0)
    try:
        soak("SQLite", running, words.kills, words.seed)
    finally:
        running.stop()


def soak_shared(folder: Path, programs: Path, words: argparse.Namespace) -> None:
    """On PostgreSQL, with two processes behind one port."""
    folder.chmod(0o755)
    (folder / "pg").mkdir()
    cluster = Postgres(programs, folder / "pg")
    try:
        running = Running(folder / "shared", cluster.make("soak"), ("--processes", "2"), lease=1.0)
        try:
            soak("PostgreSQL", running, words.kills, words.seed)
        finally:
            running.stop()
    finally:
        cluster.stop()


def main() -> int:
    """Read the words, soak each store."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("--kills", type=int, default=200, help="of each database")
    reader.add_argument("--store", choices=STORES, help="one of them alone")
    reader.add_argument("--seed", type=int, default=0)
    words = reader.parse_args()
    programs = find_postgres()
    if words.store != "sqlite" and programs is None:
        print("PostgreSQL's programs are not on this machine", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory(prefix="colonnade-soak-") as place:
        if words.store != "postgresql":
            soak_embedded(Path(place), words)
        if words.store != "sqlite" and programs is not None:
            soak_shared(Path(place), programs, words)
    return 0


if __name__ == "__main__":
    sys.exit(main())
