"""Load: many tables at once, two seats and a spectator at each, one move per second and table.

Prints what a bare ASGI application costs on this machine, then a row for SQLite and, where its
programs are found, one for PostgreSQL: acknowledged moves, the time from a post until all three
feeds have heard, the processor time of a move, memory, whether the stored moves are exactly the
acknowledged ones, and which resource ended the run. Run from the repository:
python -m bench.load --tables 500 --seconds 60

`--open 10000` opens that many silent tables instead, and tells what each costs in memory; `--idle
1000` connects that many feeds of silent tables. `--most` raises the number of tables until one move
in a hundred is told too late. `--processes 2` lets two share PostgreSQL: all feeds are with whoever
took them, and the busiest process says how many moves there could be.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import uvloop
from sqlalchemy import create_engine, func, select

from bench.playing import House, Measured
from bench.usage import family, memory, processor
from bench.wire import Calls, Feed, place_of, request
from colonnade import build
from colonnade.server.schema import MOVES
from colonnade.server.settings import Settings
from tests.server.running import Postgres, Running, find_postgres

WATCHERS = 10  # idle feeds of each silent table
IDLE_SECONDS = 10.0
QUIET = 600.0  # seconds that a connection may be silent: tables wait until all are there
LATE = 0.25  # seconds from a move to the feeds that people begin to feel
ECHO_CALLS = 4000
ECHO_BODY = b'{"ply":20,"move":"draw red hand"}'
USUAL_EVENT = 5000  # bytes, where none was measured
COLUMNS = (
    "store",
    "tables",
    "moves",
    "refused",
    "post",
    "all feeds p50",
    "p95",
    "p99",
    "CPU a move",
    "kB told",
    "memory",
    "stored",
)


def row(name: str, tables: int, out: Measured, used: float, stored: int) -> str:
    """One line of the table."""
    same = "yes" if stored == out.acknowledged else f"NO: {stored}"
    times = [f"{1000 * out.lag(part):.0f}" for part in (0.5, 0.95, 0.99)]
    told = out.bytes / max(1, out.acknowledged) / 1000
    cells = [name, tables, out.acknowledged, out.refused, f"{1000 * out.post():.0f}", *times]
    cells += [f"{1000 * out.cost():.3f}", f"{told:.1f}", f"{used:.0f}", same]
    return "| " + " | ".join(map(str, cells)) + " |"


def stored_moves(url: str) -> int:
    """How many moves of people the database holds."""
    engine = create_engine(url)
    with engine.connect() as connection:
        made = select(func.count()).select_from(MOVES).where(MOVES.c.seat >= 0)
        found = int(connection.execute(made).scalar_one())
    engine.dispose()
    return found


# The least that it can cost


async def echo_costs(pid: int, address: str, size: int) -> tuple[float, float]:
    """Processor seconds of a bare call, and of one that is told to three feeds."""
    host, port = place_of(address)
    calls = await Calls.to(address)
    plain = request("POST", "/echo", f"{host}:{port}", "", ECHO_BODY)
    began = processor(pid)
    for _ in range(ECHO_CALLS):
        await calls.call(plain)
    echoed = processor(pid) - began
    feeds = [await Feed.to(address, "/feed?1", "") for _ in range(3)]
    while any(not feed.bytes for feed in feeds):
        await asyncio.sleep(0.01)
    told = request("POST", "/tell", f"{host}:{port}", "", b"1 %d" % size)
    began = processor(pid)
    for number in range(ECHO_CALLS):
        await calls.call(told)
        while any(feed.events <= number for feed in feeds):
            await asyncio.sleep(0)
    used = processor(pid) - began
    calls.close()
    for feed in feeds:
        feed.close()
    return echoed / ECHO_CALLS, used / ECHO_CALLS


def show_echo(size: int, server: str = "uvicorn") -> float:
    """Print what a bare ASGI application costs, now and here; returns what telling feeds does."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen([sys.executable, "-m", "bench.echo", str(port), server])
    try:
        for _ in range(1000):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.02)
        address = f"http://127.0.0.1:{port}"
        call, told = uvloop.run(echo_costs(process.pid, address, size))
    finally:
        process.kill()
        process.wait()
    print(
        f"a bare ASGI echo by {server}: {1000 * call:.3f} ms of processor time for a call, "
        f"{1000 * told:.3f} ms for one that tells three feeds {size} bytes each"
    )
    return told


# Tables that play


def measure(
    name: str, folder: Path, database: str, tables: int, words: argparse.Namespace
) -> Measured:
    """Start a server, load it, stop it; prints its row."""
    several = ("--processes", str(words.processes)) if words.processes > 1 else ()
    running = Running(folder, database, several, silence=QUIET)
    try:
        pids = family(running.process.pid) if several else [running.process.pid]
        house = House(running.address, pids, words.feeds, words.pace)
        out = uvloop.run(house.play(words.game, tables, words.seconds))
        used = sum(memory(pid) for pid in house.pids)
    finally:
        running.stop()
    url = Settings(data=running.data, database=database).url
    print(row(name, tables, out, used, stored_moves(url)), flush=True)
    return out


def held(out: Measured) -> bool:
    """Whether nobody had to wait or was refused."""
    return bool(out.acknowledged) and not out.refused and out.lag(0.99) < LATE


def most(
    name: str, folder: Path, make: Callable[[str], str], words: argparse.Namespace
) -> Measured:
    """Add tables until moves are told too late or refused; prints the last number that held."""
    tables = 0
    while True:
        place = f"{name.lower()}{tables + words.step}"
        out = measure(name, folder / place, make(place), tables + words.step, words)
        if not held(out):
            break
        tables += words.step
    print(f"{name}: {tables} tables held, with 99 of 100 moves told in {1000 * LATE:.0f} ms")
    return out


def show_load(folder: Path, words: argparse.Namespace) -> None:
    """Print the table of both stores."""
    said: list[str] = []
    costs: dict[str, float] = {}
    size = USUAL_EVENT

    def load(name: str, make: Callable[[str], str]) -> None:
        nonlocal size
        if words.most:
            out = most(name, folder, make, words)
        else:
            out = measure(name, folder / name.lower(), make("load"), words.tables, words)
        if out.used is not None:
            said.append(f"{name}: ended by {out.used.ended_by(not held(out))} ({out.used.parts()})")
            most_moves = out.acknowledged / max(out.used.servers)
            said.append(f"{name}: {most_moves:.0f} moves for a second of the busiest process")
        size, costs[name] = out.bytes // max(1, out.events) or size, out.cost()

    print(f"{words.game}, {words.seconds:.0f} s, {build.kind()} build; times in ms, memory in MiB")
    print("| " + " | ".join(COLUMNS) + " |")
    print("|---" * len(COLUMNS) + "|")
    if words.only != "postgresql" and words.processes == 1:
        load("SQLite", lambda name: "")
    programs = find_postgres()
    if words.only != "sqlite" and programs is not None:
        folder.chmod(0o755)
        (folder / "pg").mkdir()
        cluster = Postgres(programs, folder / "pg", durable=True)
        try:
            load("PostgreSQL", cluster.make)
        finally:
            cluster.stop()
    elif words.only != "sqlite":
        print("PostgreSQL's programs are not on this machine", file=sys.stderr)
    for line in said:
        print(line)
    for server in ("uvicorn", "granian"):
        told = show_echo(size, server) if find_spec(server) else 0.0
        # Whatever else slows this machine down slows both: this number hardly feels it.
        for name, cost in costs.items() if told else ():
            print(f"{name}: a move costs as much as {cost / told:.1f} of these")


# Tables that rest


async def open_tables(running: Running, words: argparse.Namespace) -> str:
    """Open silent tables, play some moves at each, let them rest; returns a row."""
    pid = running.process.pid
    await make_some(running.address, words.game, 100, words.moves)  # what is loaded once
    before = memory(pid)
    await make_some(running.address, words.game, words.open, words.moves)
    after = memory(pid)
    began = processor(pid)
    await asyncio.sleep(IDLE_SECONDS)
    used = processor(pid) - began
    each = 1024 * (after - before) / words.open
    costs = f"{before:.0f} | {after:.0f} | {each:.1f} | {used:.2f}"
    return f"| {words.open} | {words.moves} | {costs} |"


async def make_some(address: str, game: str, count: int, moves: int) -> None:
    """Make tables of two seats on one device, with some moves made at each."""
    house, gate = House(address, []), asyncio.Semaphore(16)

    async def one() -> None:
        async with gate:
            calls = await Calls.to(address)
            wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "device"}]}
            made, cookie = await house.post(calls, "/api/tables", wish, "")
            path = f"/api/tables/{made['id']}"
            await house.rush(calls, path, cookie, moves)
            calls.close()

    await asyncio.gather(*(one() for _ in range(count)))


async def idle(running: Running, words: argparse.Namespace) -> str:
    """Connect feeds of silent tables, wait, then let one table play; returns a row."""
    pid, address = running.process.pid, running.address
    house, tables, cookie = House(address, [pid]), [], ""
    calls = await Calls.to(address)
    wish = {"game": words.game, "seats": [{"kind": "me"}, {"kind": "open"}]}
    for _ in range(-(-words.idle // WATCHERS)):
        made, cookie = await house.post(calls, "/api/tables", wish, cookie)
        tables.append(made["id"])
    before = memory(pid)
    feeds = []
    for number in range(words.idle):
        path = f"/api/tables/{tables[number // WATCHERS]}/feed"
        feeds.append(await Feed.to(address, path, ""))
    for feed in feeds:
        await feed.reach(1)
    after, began = memory(pid), processor(pid)
    await asyncio.sleep(IDLE_SECONDS)
    used = processor(pid) - began
    out = await house.play(words.game, 1, words.seconds)
    calls.close()
    for feed in feeds:
        feed.close()
    each = 1024 * (after - before) / max(1, words.idle)
    costs = f"{before:.0f} | {after:.0f} | {each:.1f} | {used:.2f}"
    return f"| {words.idle} | {costs} | {out.acknowledged} | {1000 * out.lag(0.99):.0f} |"


def show_rest(folder: Path, words: argparse.Namespace) -> None:
    """Print what silent tables or idle feeds cost."""
    if words.open:
        print(f"{words.game}, {build.kind()} build; memory in MiB")
        print("| tables | moves each | before | after | KiB each | CPU s in 10 s |")
        print("|---|---|---|---|---|---|")
        running = Running(folder / "open", tables=words.open + 1000, house_tables=0)
        work = open_tables(running, words)
    else:
        print(f"{words.game}, {build.kind()} build; {WATCHERS} feeds to a table; memory in MiB")
        print("| idle feeds | before | after | KiB each | CPU s in 10 s | moves | p99 in ms |")
        print("|---|---|---|---|---|---|---|")
        running = Running(folder / "idle")
        work = idle(running, words)
    try:
        print(uvloop.run(work), flush=True)
    finally:
        running.stop()


def main() -> None:
    """Read the words, print the table."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    reader.add_argument("--tables", type=int, default=500)
    reader.add_argument("--seconds", type=float, default=60.0)
    reader.add_argument("--game", default="pagoda")
    reader.add_argument("--feeds", type=int, default=3, choices=[2, 3, 4], help="of a table")
    reader.add_argument("--pace", type=float, default=1.0, help="seconds between two moves")
    reader.add_argument("--processes", type=int, default=1, help="that share PostgreSQL")
    reader.add_argument("--only", choices=["sqlite", "postgresql"])
    reader.add_argument("--open", type=int, default=0, metavar="TABLES")
    reader.add_argument("--moves", type=int, default=20, help="at each table that --open opens")
    reader.add_argument("--idle", type=int, default=0, metavar="FEEDS")
    reader.add_argument("--most", action="store_true")
    reader.add_argument("--step", type=int, default=100, help="tables that --most adds at a time")
    words = reader.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # the server inherits it
    with tempfile.TemporaryDirectory(prefix="colonnade-load-") as place:
        if words.idle or words.open:
            show_rest(Path(place), words)
        else:
            show_load(Path(place), words)


if __name__ == "__main__":
    main()
