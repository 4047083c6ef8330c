"""People who look for company while their server is killed, and what must be true afterwards.

A wish is granted once, a table has two different people, nobody has a seat that they do not know
of, and who sits down at an open table twice has one seat there.
"""

from __future__ import annotations

import http.client
import random
import threading
import time
from contextlib import suppress
from typing import Any

from colonnade.server.seats import new_id
from tests.server.client import Refused
from tests.server.running import Running, wait_for

MOST = 80  # tables of a device: `/api/mine` tells a hundred; wishes of a hundred devices are kept
AWAY = (OSError, http.client.HTTPException, ValueError)


class Somebody:
    """A device with a wish, which it asks for by its name until it is granted or taken back."""

    def __init__(self, running: Running) -> None:
        self.client = running.client()
        # Who has no cookie yet and loses the first answer is somebody else when asking again.
        self.client.call("PATCH", "/api/me", {"name": "Somebody"})
        self.wish = new_id()
        self.asked = False
        self.granted: dict[str, str] = {}  # tables by wish
        self.opened: dict[str, int] = {}  # seats at open tables

    def ask(self) -> None:
        """Ask once; a wish that was granted before has the same table for ever."""
        self.asked = True
        wish = {"wish": self.wish, "game": "pagoda", "clock": {"turn": 86400.0}}
        self.keep(self.client.post("/api/pairing", wish)["table"])

    def withdraw(self) -> None:
        """Take a wish back, and have another one; if it was granted meanwhile, so it is."""
        found = self.client.call("DELETE", f"/api/pairing?wish={self.wish}")["table"]
        self.keep(found)
        if found is None:
            self.wish, self.asked = new_id(), False

    def keep(self, table: str | None) -> None:
        """Hear of one's table, and wish anew."""
        if table is not None:
            self.granted[self.wish] = table
            self.wish, self.asked = new_id(), False

    def sit(self, table: str) -> None:
        """Sit down at an open table; asked twice, it is the same seat."""
        try:
            seat = self.client.post(f"/api/tables/{table}/seats", {})["seat"]
        except Refused as refused:
            if refused.kind not in ("NoSeat", "NoInvitation"):  # full, or closed since
                raise
            assert table not in self.opened
            return
        assert self.opened.setdefault(table, seat) == seat

    def settle(self) -> None:
        """Find out how a wish ended whose answer was lost."""
        if self.asked:
            self.withdraw()

    def check(self) -> None:
        """They hold one seat at each table they know of, and none elsewhere."""
        known = [*self.granted.values(), *self.opened]
        assert len(set(known)) == len(known)
        mine = {one["id"] for one in self.client.get("/api/mine")}
        assert mine == set(known), "a seat that nobody was told of, or one that is lost"
        for table in known:
            held = self.client.look(table)["held"]
            assert held == [self.opened.get(table, *held)], "seated twice"


class Lobby:
    """Some devices that look for company in threads of their own, through all crashes."""

    def __init__(self, running: Running, people: int = 6) -> None:
        self.running = running
        self.stopping = False
        self.trouble: list[BaseException] = []
        self.everybody: list[Somebody] = []
        self.tables: list[str] = []  # open to anybody
        self.host = running.client()
        self.threads = [
            threading.Thread(target=self.live, args=(seed,), daemon=True) for seed in range(people)
        ]
        for thread in self.threads:
            thread.start()

    @property
    def granted(self) -> int:
        """How many wishes were granted so far."""
        return sum(len(one.granted) for one in list(self.everybody))

    def live(self, seed: int) -> None:
        """Wish, ask again, take back, sit down, until told to stop; then find out what is true."""
        rng, one = random.Random(seed), None
        try:
            while not self.stopping:
                with suppress(*AWAY):
                    try:
                        if one is None or len(one.granted) + len(one.opened) >= MOST:
                            one = self.somebody(one)
                        self.act(one, rng, seed)
                    except Refused as refused:
                        if refused.kind != "StoreAway":
                            raise
                time.sleep(0.02 + 0.05 * rng.random())
            if one is not None:
                wait_for(lambda: self.settled(one))
        except BaseException as problem:
            self.trouble.append(problem)

    def somebody(self, before: Somebody | None) -> Somebody:
        """A new device; the one before must know how its last wish ended."""
        if before is not None:
            before.settle()
        found = Somebody(self.running)
        self.everybody.append(found)
        return found

    def act(self, one: Somebody, rng: random.Random, seed: int) -> None:
        """Do one of the things that people do in a lobby."""
        chosen = rng.random()
        if chosen < 0.1 and one.asked:
            one.withdraw()
        elif chosen < 0.2 and self.tables:
            one.sit(rng.choice(self.tables[-3:]))
        elif chosen < 0.25 and seed == 0:
            made = self.host.make("seven_steps", "me", "open", "open", open=True)
            self.tables.append(made["id"])
        else:
            one.ask()

    def settled(self, one: Somebody) -> bool:
        """Whether it is known how somebody's last wishes ended; a lost answer is asked for anew."""
        try:
            one.settle()
            for table in self.tables:
                if table not in one.opened and one.client.look(table)["held"]:
                    one.sit(table)
        except AWAY:
            return False
        except Refused as refused:
            if refused.kind != "StoreAway":
                raise
            return False
        return True

    def finish(self) -> None:
        """Stop, and look at everybody's tables."""
        self.stopping = True
        for thread in self.threads:
            thread.join()
        assert not self.trouble, self.trouble
        sitting: dict[str, list[Any]] = {}
        for one in self.everybody:
            assert self.settled(one)
            one.check()
            for table in one.granted.values():
                sitting.setdefault(table, []).append(one)
        for two in sitting.values():
            assert len(two) == len(set(two)) == 2, "a table of two has two different people"
