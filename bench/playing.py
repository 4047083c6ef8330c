"""The players of the load bench: tables of two seats and a spectator, a move a second at each."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from typing import Any

import msgspec

from bench.usage import Usage
from bench.wire import Calls, Feed, place_of, request

OPENERS = 20  # tables made at once: the start is not what is measured
OVER = -2


class Offered(msgspec.Struct):
    """The part of an offer that a random player reads."""

    words: str


class News(msgspec.Struct):
    """The part of an event that a random player reads."""

    actor: int
    offers: list[Offered] | None = None


class Look(News):
    """The part of an answer that a random player reads."""

    ply: int = 0


NEWS, LOOK = msgspec.json.Decoder(News), msgspec.json.Decoder(Look)


class Measured:
    """What was measured."""

    def __init__(self) -> None:
        self.acknowledged = 0
        self.refused = 0
        self.lags: list[float] = []  # from a post until the last of the feeds has heard
        self.posts: list[float] = []
        self.events = 0
        self.bytes = 0
        self.used: Usage | None = None

    def lag(self, part: float) -> float:
        """The time in which this part of all moves had reached all feeds."""
        lags = sorted(self.lags) or [0.0]
        return lags[min(len(lags) - 1, int(len(lags) * part))]

    def post(self) -> float:
        """The usual time of a call."""
        return statistics.median(self.posts or [0.0])

    def cost(self) -> float:
        """Processor seconds of the server for a move."""
        return self.used.server / max(1, self.acknowledged) if self.used else 0.0


class House:
    """A server that is loaded: its address or addresses, and what is measured of it."""

    def __init__(self, address: str, pids: list[int], feeds: int = 3, pace: float = 1.0) -> None:
        self.address = address
        host, port = place_of(address)
        self.host = f"{host}:{port}"
        self.pids = pids
        self.feeds = feeds
        self.pace = pace  # seconds between two moves of a table
        self.out = Measured()
        self.ready = 0
        self.start = asyncio.Event()
        self.end = 0.0

    async def post(self, calls: Calls, path: str, body: Any, cookie: str) -> tuple[Any, str]:
        """Write something; returns the answer, and the cookie that holds from now on."""
        raw = msgspec.json.encode(body)
        answer = await calls.call(request("POST", path, self.host, cookie, raw))
        assert answer.status < 300, answer.body
        return msgspec.json.decode(answer.body), answer.cookie() or cookie

    async def rush(self, calls: Calls, path: str, cookie: str, moves: int) -> None:
        """Make some moves one after the other, at a table whose seats are all on one device."""
        rng = random.Random(path)
        for _ in range(moves):
            seen = await calls.call(request("GET", path, self.host, cookie))
            told = LOOK.decode(seen.body)
            if not told.offers:
                return
            wish = {"ply": told.ply, "move": rng.choice(told.offers).words}
            await self.post(calls, f"{path}/moves", wish, cookie)

    async def play(self, game: str, tables: int, seconds: float) -> Measured:
        """All tables at once."""
        gate = asyncio.Semaphore(OPENERS)
        tasks = [asyncio.create_task(Table(self, seed).run(game, gate)) for seed in range(tables)]
        while self.ready < tables and not any(task.done() for task in tasks):
            await asyncio.sleep(0.1)
        before = Usage.of(self.pids)
        self.end = time.perf_counter() + seconds
        self.start.set()
        await asyncio.gather(*tasks)
        self.out.used = Usage.of(self.pids).since(before)
        return self.out


class Table:
    """One table: who plays it, and who looks on."""

    def __init__(self, house: House, seed: int) -> None:
        self.house = house
        self.rng = random.Random(seed)
        self.cookies = ["", ""]
        self.feeds: list[Feed] = []  # of the seats, then of spectators
        self.actor = 0

    async def run(self, game: str, gate: asyncio.Semaphore) -> None:
        """Make the table, wait for the others, then move once a second until the end."""
        house = self.house
        async with gate:
            await self.open(game)
        house.ready += 1
        await house.start.wait()
        events, size = (sum(getattr(f, n) for f in self.feeds) for n in ("events", "bytes"))
        await asyncio.sleep(house.pace * self.rng.random())  # people do not move in step
        while time.perf_counter() < house.end and self.actor != OVER:
            began = time.perf_counter()
            await self.move()
            await asyncio.sleep(max(0.0, house.pace - (time.perf_counter() - began)))
        house.out.events += sum(feed.events for feed in self.feeds) - events
        house.out.bytes += sum(feed.bytes for feed in self.feeds) - size
        self.calls.close()
        for feed in self.feeds:
            feed.close()

    async def open(self, game: str) -> None:
        """Make the table, sit down at both seats, and open the feeds."""
        house = self.house
        self.calls = await Calls.to(house.address)
        wish = {"game": game, "seats": [{"kind": "me"}, {"kind": "open"}]}
        made, self.cookies[0] = await house.post(self.calls, "/api/tables", wish, "")
        self.path = f"/api/tables/{made['id']}"
        token = {"token": made["invitations"][0]["token"]}
        _, self.cookies[1] = await house.post(self.calls, f"{self.path}/seats", token, "")
        for cookie in (*self.cookies, "", "")[: house.feeds]:
            self.feeds.append(await Feed.to(house.address, f"{self.path}/feed", cookie))
        for feed in self.feeds:
            await feed.reach(1)
        self.actor = NEWS.decode(self.feeds[0].event).actor

    async def move(self) -> None:
        """Let the seat on turn move, and wait until all have heard of it."""
        out, feed = self.house.out, self.feeds[self.actor]
        offers = NEWS.decode(feed.event).offers or [Offered("")]
        wish = {"ply": feed.ply, "move": self.rng.choice(offers).words}
        raw = msgspec.json.encode(wish)
        cookie = self.cookies[self.actor]
        began = time.perf_counter()
        sent = request("POST", f"{self.path}/moves", self.house.host, cookie, raw)
        answer = await self.calls.call(sent)
        if answer.status != 200:
            out.refused += 1
            return
        out.acknowledged += 1
        out.posts.append(time.perf_counter() - began)
        ply = msgspec.json.decode(answer.body)["ply"]
        heard = [await feed.reach(ply) for feed in self.feeds]
        out.lags.append(max(heard) - began)
        self.actor = NEWS.decode(self.feeds[-1].event).actor
