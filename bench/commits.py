"""What a commit of moves costs PostgreSQL: a group's wall time, and its backend's processor time.

Two of the costs that bench/scale.py reckons with. Run from the repository: python -m bench.commits
"""

from __future__ import annotations

import statistics
import tempfile
import time
from pathlib import Path

import psycopg

from bench.usage import processor
from colonnade.server import table_queries
from colonnade.server.appends import append_postgres, appended
from colonnade.server.store import Store
from colonnade.server.stored import Change, Entry, Head, Stored
from tests.server.running import Postgres, find_postgres

SIZES = (1, 16, 64)
GROUPS = 150


def measure(url: str) -> None:
    """Print a line for each size of a group; every move comes with a draw, as at Pagoda."""
    store = Store(url.replace("postgresql:", "postgresql+psycopg:"))
    store.open()
    heads = [Head(f"t{i}", "pagoda", "1", {}, False, "", 1.0) for i in range(max(SIZES))]
    with store.writing.begin() as connection:
        for head in heads:
            table_queries.write_table(connection, Stored(head, [], [], None))
    store.close()
    entries = [Entry("move", seat, "take red from lot 3", 0, 1.0, 2.0) for seat in (0, -1)]
    ply = 0
    with psycopg.connect(url) as connection:
        backend = connection.info.backend_pid
        for size in SIZES:
            took, began = [], processor(backend)
            for _ in range(GROUPS):
                change = Change(entries=entries)
                items = [appended(head, ply, change, None) for head in heads[:size]]
                since = time.perf_counter()
                append_postgres(connection, [item for item in items if item is not None])
                took.append(1000 * (time.perf_counter() - since))
                ply += len(entries)
            used = 1000 * (processor(backend) - began) / GROUPS
            print(f"| {size} | {statistics.median(took):.2f} | {used:.2f} | {used / size:.3f} |")


def main() -> None:
    """Make a cluster that writes to the disk, measure, take it away."""
    programs = find_postgres()
    if programs is None:
        raise SystemExit("PostgreSQL's programs are not on this machine")
    print("| moves in a group | ms until it is kept (median) | CPU ms of PostgreSQL | for a move |")
    print("|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="colonnade-commits-") as place:
        folder = Path(place)
        folder.chmod(0o755)
        (folder / "pg").mkdir()
        cluster = Postgres(programs, folder / "pg", durable=True)
        try:
            measure(cluster.make("commits"))
        finally:
            cluster.stop()


if __name__ == "__main__":
    main()
