"""Load: many tables at once, two connected seats each, one move per second and table.

Prints a row for SQLite and, where its programs are found, one for PostgreSQL: acknowledged moves,
the time from a post to the opponent's feed, the processor time of a move, memory, and whether the
stored moves are exactly the acknowledged ones. Run from the repository:
python -m bench.load --tables 500 --seconds 60

`--idle 1000` connects that many feeds of silent tables instead, and tells what each of them costs.
`--most` raises the number of tables until one move in a hundred is told too late.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import create_engine, func, select

from colonnade import build
from colonnade.server.schema import MOVES
from colonnade.server.settings import Settings
from tests.server.running import Postgres, Running, find_postgres

OPENERS = 20  # tables made at once: the start is not what is measured
WATCHERS = 10  # idle feeds of each silent table
IDLE_SECONDS = 10.0
LATE = 0.25  # seconds from a move to the opponent's feed that people begin to feel


class Offered(msgspec.Struct):
    """The part of an offer that a random player reads."""

    words: str


class News(msgspec.Struct):
    """The part of an event that a random player reads."""

    ply: int
    actor: int
    offers: list[Offered] | None = None


class Result:
    """What was measured."""

    def __init__(self) -> None:
        self.acknowledged = 0
        self.refused = 0
        self.lags: list[float] = []
        self.posts: list[float] = []
        self.began = 0.0  # processor seconds of the server when all tables were ready
        self.used = 0.0  # and what the moves took

    def lag(self, part: float) -> float:
        """The time in which this part of all moves reached the opponent."""
        lags = sorted(self.lags) or [0.0]
        return lags[min(len(lags) - 1, int(len(lags) * part))]

    def row(self, name: str, tables: int, memory: float, stored: int) -> str:
        """One line of the table."""
        times = " | ".join(f"{1000 * self.lag(part):.0f}" for part in (0.5, 0.95, 0.99))
        post = 1000 * statistics.median(self.posts or [0.0])
        same = "yes" if stored == self.acknowledged else f"NO: {stored}"
        counts = f"{tables} | {self.acknowledged} | {self.refused}"
        cost = 1000 * self.used / max(1, self.acknowledged)
        return f"| {name} | {counts} | {post:.0f} | {times} | {cost:.2f} | {memory:.0f} | {same} |"


class Link:
    """One connection for requests, kept open."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self.host, self.port = parts.hostname, parts.port
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.cookie = ""

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A new connection, with room for long lines."""
        return await asyncio.open_connection(self.host, self.port, limit=1 << 20)

    def request(self, method: str, path: str, body: bytes, cookie: str) -> bytes:
        """A request as bytes."""
        head = f"{method} {path} HTTP/1.1\r\nhost: {self.host}:{self.port}\r\n"
        head += f"content-type: application/json\r\ncontent-length: {len(body)}\r\n"
        return f"{head}cookie: {cookie}\r\n\r\n".encode() + body

    async def post(self, path: str, body: Any, cookie: str) -> tuple[int, Any]:
        """Write something; returns status and answer, and remembers a new cookie."""
        if self.streams is None:
            self.streams = await self.connect()
        reader, writer = self.streams
        writer.write(self.request("POST", path, msgspec.json.encode(body), cookie))
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        lines = dict(line.lower().split(": ", 1) for line in head.split("\r\n")[1:] if line)
        raw = await reader.readexactly(int(lines["content-length"]))
        for line in head.split("\r\n"):
            if line.lower().startswith("set-cookie: "):
                self.cookie = line[12:].split(";")[0]
        return int(head.split()[1]), msgspec.json.decode(raw)

    def close(self) -> None:
        """Hang up."""
        if self.streams is not None:
            self.streams[1].close()


class Seat:
    """One seat's feed: the newest event, and a wait for a ply."""

    def __init__(self) -> None:
        self.news = News(0, -1)
        self.heard = asyncio.Event()
        self.times: dict[int, float] = {}
        self.task: asyncio.Task[None] | None = None

    async def follow(self, link: Link, table: str, cookie: str) -> None:
        """Read events until the feed ends."""
        reader, writer = await link.connect()
        try:
            writer.write(link.request("GET", f"/api/tables/{table}/feed", b"", cookie))
            decoder = msgspec.json.Decoder(News)
            named = False
            while line := await reader.readline():
                if line.startswith(b"event: "):
                    named = line.startswith(b"event: table")
                elif line.startswith(b"data: ") and named:
                    self.news = decoder.decode(line[6:])
                    self.times[self.news.ply] = time.perf_counter()
                    self.heard.set()
        finally:
            writer.close()

    async def reach(self, ply: int) -> float:
        """Wait until the feed has told of a ply; returns when it did."""
        while self.news.ply < ply:
            self.heard.clear()
            await self.heard.wait()
        return min(at for told, at in self.times.items() if told >= ply)


async def play_table(
    address: str,
    game: str,
    seed: int,
    gate: asyncio.Semaphore,
    clock: dict[str, float],
    out: Result,
) -> None:
    """Make a table with two seats, then move once a second until the end of the run."""
    rng, link = random.Random(seed), Link(address)
    cookies, seats = ["", ""], [Seat(), Seat()]
    async with gate:
        wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}]}
        _, made = await link.post("/api/tables", wish, "")
        cookies[0], table = link.cookie, made["id"]
        token = {"token": made["invitations"][0]["token"]}
        await link.post(f"/api/tables/{table}/seats", token, "")
        cookies[1] = link.cookie
        for number, seat in enumerate(seats):
            seat.task = asyncio.create_task(seat.follow(link, table, cookies[number]))
            await seat.reach(1)
    clock["ready"] += 1
    while not clock["start"]:
        await asyncio.sleep(0.05)
    await asyncio.sleep(rng.random())  # people do not move in step
    while time.perf_counter() < clock["end"] and seats[0].news.actor != -2:
        began = time.perf_counter()
        await one_move(link, table, seats, cookies, rng, out)
        await asyncio.sleep(max(0.0, 1.0 - (time.perf_counter() - began)))
    for seat in seats:
        if seat.task is not None:
            seat.task.cancel()
    link.close()


async def one_move(
    link: Link, table: str, seats: list[Seat], cookies: list[str], rng: random.Random, out: Result
) -> None:
    """Let the seat on turn move, and wait until the other has heard of it."""
    actor = seats[0].news.actor
    ply = seats[0].news.ply
    await seats[actor].reach(ply)
    words = rng.choice(seats[actor].news.offers or [Offered("")]).words
    began = time.perf_counter()
    status, answer = await link.post(
        f"/api/tables/{table}/moves", {"ply": ply, "move": words}, cookies[actor]
    )
    if status != 200:
        out.refused += 1
        return
    out.acknowledged += 1
    out.posts.append(time.perf_counter() - began)
    heard = await asyncio.gather(*(seat.reach(answer["ply"]) for seat in seats))
    out.lags.append(heard[1 - actor] - began)


async def run(running: Running, game: str, tables: int, seconds: float) -> Result:
    """All tables at once."""
    address = running.address
    out, clock = Result(), {"ready": 0.0, "start": 0.0, "end": 0.0}
    gate = asyncio.Semaphore(OPENERS)
    tasks = [
        asyncio.create_task(play_table(address, game, seed, gate, clock, out))
        for seed in range(tables)
    ]
    while clock["ready"] < tables and not any(task.done() for task in tasks):
        await asyncio.sleep(0.1)
    out.began = processor(running)
    clock["end"] = time.perf_counter() + seconds
    clock["start"] = 1.0
    await asyncio.gather(*tasks)
    out.used = processor(running) - out.began
    return out


def stored_moves(url: str) -> int:
    """How many moves of people the database holds."""
    engine = create_engine(url)
    with engine.connect() as connection:
        made = select(func.count()).select_from(MOVES).where(MOVES.c.seat >= 0)
        found = int(connection.execute(made).scalar_one())
    engine.dispose()
    return found


def memory(running: Running) -> float:
    """The server's resident memory in MiB."""
    status = Path(f"/proc/{running.process.pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def processor(running: Running) -> float:
    """The processor seconds that the server has used so far."""
    fields = Path(f"/proc/{running.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(
    name: str, folder: Path, database: str, tables: int, words: argparse.Namespace
) -> Result:
    """Start a server, load it, stop it; prints its row."""
    running = Running(folder, database)
    try:
        out = asyncio.run(run(running, words.game, tables, words.seconds))
        used = memory(running)
    finally:
        running.stop()
    url = Settings(data=running.data, database=database).url
    print(out.row(name, tables, used, stored_moves(url)), flush=True)
    return out


def most(name: str, folder: Path, make: Callable[[str], str], words: argparse.Namespace) -> None:
    """Add tables until moves are told too late or refused; prints the last number that held."""
    held = 0
    while True:
        tables = held + words.step
        place = f"{name.lower()}{tables}"
        out = measure(name, folder / place, make(place), tables, words)
        if out.lag(0.99) >= LATE or out.refused or not out.acknowledged:
            break
        held = tables
    print(f"{name}: {held} tables held, with 99 of 100 moves told in {1000 * LATE:.0f} ms")


async def idle(running: Running, words: argparse.Namespace) -> str:
    """Connect feeds of silent tables, wait, then let one table play; returns a row."""
    link, tables = Link(running.address), []
    wish = {"game": words.game, "seats": [{"kind": "me"}, {"kind": "open"}]}
    for _ in range(-(-words.idle // WATCHERS)):
        _, made = await link.post("/api/tables", wish, link.cookie)
        tables.append(made["id"])
    before = memory(running)
    feeds = [Seat() for _ in range(words.idle)]
    for number, feed in enumerate(feeds):
        feed.task = asyncio.create_task(feed.follow(link, tables[number // WATCHERS], ""))
        if number % OPENERS == 0:
            await feed.reach(1)
    await asyncio.gather(*(feed.reach(1) for feed in feeds))
    after, began = memory(running), processor(running)
    await asyncio.sleep(IDLE_SECONDS)
    used = processor(running) - began
    out = await run(running, words.game, 1, words.seconds)
    for feed in feeds:
        if feed.task is not None:
            feed.task.cancel()
    link.close()
    each = 1024 * (after - before) / max(1, words.idle)
    costs = f"{before:.0f} | {after:.0f} | {each:.1f} | {used:.2f}"
    return f"| {words.idle} | {costs} | {out.acknowledged} | {1000 * out.lag(0.99):.0f} |"


def show_idle(folder: Path, words: argparse.Namespace) -> None:
    """Print what idle feeds cost."""
    print(f"{words.game}, {build.kind()} build; {WATCHERS} feeds to a table; memory in MiB")
    print(
        "| idle feeds | before | after | KiB each | CPU s in 10 s | moves meanwhile | p99 in ms |"
    )
    print("|---|---|---|---|---|---|---|")
    running = Running(folder / "idle")
    try:
        print(asyncio.run(idle(running, words)), flush=True)
    finally:
        running.stop()


def main() -> None:
    """Read the words, print the table."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--tables", type=int, default=500)
    reader.add_argument("--seconds", type=float, default=60.0)
    reader.add_argument("--game", default="pagoda")
    reader.add_argument("--only", choices=["sqlite", "postgresql"])
    reader.add_argument("--idle", type=int, default=0, metavar="FEEDS")
    reader.add_argument("--most", action="store_true")
    reader.add_argument("--step", type=int, default=100, help="tables that --most adds at a time")
    words = reader.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))  # the server inherits it
    with tempfile.TemporaryDirectory(prefix="colonnade-load-") as place:
        if words.idle:
            show_idle(Path(place), words)
        else:
            show_load(Path(place), words)


def show_load(folder: Path, words: argparse.Namespace) -> None:
    """Print the table of both stores."""

    def load(name: str, make: Callable[[str], str]) -> None:
        if words.most:
            most(name, folder, make, words)
        else:
            measure(name, folder / name.lower(), make("load"), words.tables, words)

    print(f"{words.game}, {words.seconds:.0f} s, {build.kind()} build; times in ms, memory in MiB")
    columns = (
        "tables | moves | refused | post | feed p50 | p95 | p99 | CPU a move | memory | stored"
    )
    print(f"| store | {columns} |")
    print("|---" * 11 + "|")
    if words.only != "postgresql":
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


if __name__ == "__main__":
    main()
