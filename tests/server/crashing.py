"""Games that go on through crashes of their server, and what must be true of them afterwards.

What was acknowledged is there, once, and nobody has seen what is not for their eyes. The tests let
some games survive a few crashes (test_crash.py), `make soak` hundreds (soak.py).
"""

from __future__ import annotations

import http.client
import os
import random
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tests.cli.command import PATIENCE
from tests.server.client import Client, Refused
from tests.server.running import Running, wait_for
from tests.server.test_games import verified

THREADS = 4
AWAY = (OSError, http.client.HTTPException)
GAMES: tuple[tuple[str, dict[str, str]], ...] = (
    ("pagoda", {"length": "fast"}),
    ("summer_pavilion", {}),
    ("seven_steps", {}),
)
HIDES = ("pagoda", "seven_steps")  # hands of the others
OVER = -2
MOST_PARTS = 2  # processes killed one after the other: a parent gives up after five
BACKS = 8  # wishes to take back in one game: so that it ends


def check_eyes(seen: dict[str, Any]) -> None:
    """Nobody sees another's hand, nor offers that are another's."""
    if seen["actor"] == OVER:
        return
    if seen["game"] in HIDES:
        for seat, player in enumerate(seen["view"]["players"]):
            assert (player["hand"] is None) == (seat != seen["seat"]), (seat, seen["seat"])
    assert seen["offers"] is None or seen["seat"] == seen["actor"]
    assert seen["reveal"] is None


class Fact(NamedTuple):
    """What a device was told to be saved: where it stands in the log, and what it is."""

    ply: int
    seat: int
    kind: str
    words: str = ""


class Match:
    """One game that survives its server: two people, two on a device, or one and the computer."""

    def __init__(self, running: Running, number: int) -> None:
        self.rng = random.Random(number)
        self.running = running
        self.number = number
        self.clients = [running.client(), running.client()]
        self.acknowledged: list[Fact] = []
        self.told: dict[int, tuple[int, str]] = {}  # seat and kind by ply, as a spectator saw them
        self.backs = BACKS
        self.asked: Any = None  # a wish to take back that was acknowledged: its ply and seat
        self.over = False
        self.table = self.make()

    def make(self) -> str:
        """Make the table: a third for two devices, a sixth with a computer player."""
        key, options = GAMES[self.number % len(GAMES)]
        anne, ben = self.clients
        if self.number % 6 == 1:
            rival = "computer:random"
        else:
            rival = "open" if self.number % 2 else "device"
        made = anne.make(key, "me", rival, options=options)
        if rival == "open":
            ben.join(made)
        else:
            self.clients = [anne, anne]
        return str(made["id"])

    @property
    def apart(self) -> bool:
        """Whether two devices play."""
        return self.clients[0] is not self.clients[1]

    def step(self) -> bool:
        """Do one thing if one can be done; what is not acknowledged may or may not be there."""
        seen = self.clients[0].look(self.table)
        self.over = seen["actor"] == OVER
        if seen["actor"] == 1 and self.apart:
            check_eyes(seen)
            seen = self.clients[1].look(self.table)
        check_eyes(seen)
        if self.over or not seen["offers"]:
            return self.over
        chosen = self.rng.random()
        if self.apart and seen["proposal"] is not None:
            self.answer(seen)
        elif self.backs and chosen < 0.1 and seen["undo"] is not None:
            self.take_back(seen)
        elif self.backs and chosen < 0.15 and self.apart:
            self.ask(seen)
        else:
            words, seat = self.rng.choice(seen["offers"])["words"], seen["actor"]
            self.clients[seat].move(self.table, seen["ply"], words)
            self.acknowledged.append(Fact(seen["ply"], seat, "move", words))
        return True

    def take_back(self, seen: Any) -> None:
        """Take back what needs nobody's consent."""
        self.backs -= 1
        kept = [fact["seat"] for fact in seen["moves"] if counts(fact)]
        seat = kept[-1] if kept and kept[-1] in seen["held"] else seen["held"][0]
        wish = {"ply": seen["ply"], "seat": seat}
        done = self.clients[seat].post(f"/api/tables/{self.table}/undo", wish)
        assert done["undone"]
        self.acknowledged.append(Fact(seen["ply"], seat, "undo"))

    def ask(self, seen: Any) -> None:
        """Ask the one on turn whether the other's last move may be taken back."""
        self.backs -= 1
        seat, path = 1 - seen["actor"], f"/api/tables/{self.table}/undo"
        if not any(counts(fact) and fact["seat"] == seat for fact in seen["moves"]):
            return
        try:
            done = self.clients[seat].post(path, {"ply": seen["ply"], "seat": seat})
        except Refused as refused:
            if refused.kind not in ("UndoRefused", "ProposalOpen"):
                raise
            return
        if done["undone"]:
            self.acknowledged.append(Fact(seen["ply"], seat, "undo"))
        else:
            self.asked = (seen["ply"], seat)

    def answer(self, seen: Any) -> None:
        """Agree to a wish, or not; one that was acknowledged is there."""
        wish, ply = seen["proposal"], seen["ply"]
        if self.asked and self.asked[0] == ply:
            assert wish["seat"] == self.asked[1]
        said = {"ply": ply, "length": wish["length"], "revision": wish["revision"]}
        said["agree"] = agree = self.rng.random() < 0.7
        client = self.clients[1 - wish["seat"]]
        done = client.post(f"/api/tables/{self.table}/undo/answer", said)
        assert done["undone"] == agree
        if agree:
            self.acknowledged.append(Fact(ply, wish["seat"], "undo"))

    def watch(self, spectator: Client, last: str) -> str:
        """Look at the newest event as a spectator; what was told once stays true."""
        feed = spectator.feed(self.table, last)
        try:
            news = feed.next()
            check_eyes(news)
            for fact in news["moves"]:
                now = (fact["seat"], fact.get("kind", "move"))
                assert self.told.setdefault(fact["ply"], now) == now
            return feed.id
        finally:
            feed.close()

    def check(self) -> bool:
        """All that was acknowledged, or told to anybody, is there once; the log has no holes."""
        known, told = list(self.acknowledged), dict(self.told)
        facts = self.clients[0].look(self.table)["moves"]
        assert [fact["ply"] for fact in facts] == list(range(len(facts)))
        for fact in known:
            found = facts[fact.ply]
            assert (found["seat"], found.get("kind", "move")) == (fact.seat, fact.kind)
            # Of two on one device, one may have hidden it from the other; the record tells all.
            if fact.kind == "move" and fact.seat == 0 and self.apart:
                assert found["words"] == fact.words, (found, fact)
        for ply, was in told.items():
            assert (facts[ply]["seat"], facts[ply].get("kind", "move")) == was
        assert len({fact.ply for fact in known}) == len(known)
        return True

    def check_end(self) -> None:
        """The record of the whole game is true, and made of what was acknowledged."""
        self.check()
        facts = self.clients[0].look(self.table)["moves"]
        record = verified(self.clients[0], self.table)
        kept = [fact["ply"] for fact in facts if counts(fact)]
        moves = dict(zip(kept, record.moves, strict=True))
        for fact in self.acknowledged:
            if fact.kind == "move" and fact.ply in moves:
                assert moves[fact.ply] == fact.words


def counts(fact: Any) -> bool:
    """Whether a fact is a move that was not taken back."""
    return fact.get("kind", "move") == "move" and not fact.get("taken")


class Crowd:
    """Many games at once, played through all crashes; one that ends may be followed by another."""

    def __init__(self, running: Running, games: int, endless: bool = False) -> None:
        self.running = running
        self.endless = endless
        self.number = games
        self.matches = [Match(running, number) for number in range(games)]
        self.kills = 0
        self.parts_killed = 0  # one after the other, while their parent lived
        self.moves_before = 0  # of games that were checked and forgotten
        self.trouble: list[BaseException] = []
        self.stopping = False
        self.threads = [
            threading.Thread(target=self.drive, args=(self.matches[part::THREADS],), daemon=True)
            for part in range(THREADS)
        ]
        self.threads.append(threading.Thread(target=self.look_on, daemon=True))
        for thread in self.threads:
            thread.start()

    @property
    def moves(self) -> int:
        """How many moves and undos were acknowledged so far."""
        return self.moves_before + sum(len(match.acknowledged) for match in self.matches)

    def drive(self, part: list[Match]) -> None:
        """Play some games round and round, to their ends."""
        until = time.monotonic() + PATIENCE
        try:
            while not self.stopping and any(not match.over for match in part):
                assert time.monotonic() < until, "the games do not go on"
                for place, match in enumerate(part):
                    if self.survive(match.step) and not match.over:
                        until = time.monotonic() + PATIENCE
                    if match.over and self.endless:
                        self.replace(part, place)
        except BaseException as problem:
            self.trouble.append(problem)

    def survive(self, work: Callable[[], Any]) -> Any:
        """Do something that a crash may interrupt."""
        try:
            return work()
        except AWAY:
            time.sleep(0.02)
        except EOFError:  # a feed that ended
            pass
        except Refused as refused:
            # A lost answer to a move that was kept leaves us behind; nothing else may.
            if refused.kind not in ("StalePly", "StoreAway"):
                raise
        return None

    def replace(self, part: list[Match], place: int) -> None:
        """Check a game that has ended, and begin another in its place."""
        old = part[place]

        def begin() -> Match:
            old.check_end()
            return Match(self.running, self.number)

        made = self.survive(begin)
        if made is not None:
            self.number += 1
            self.moves_before += len(old.acknowledged)
            self.matches[self.matches.index(old)] = part[place] = made

    def look_on(self) -> None:
        """Follow the games as a spectator, one after the other, each from where it was left."""
        spectator = self.running.client()
        last: dict[str, str] = {}
        try:
            while not self.stopping and any(not match.over for match in self.matches):
                for match in list(self.matches):
                    if match.over:
                        continue
                    key = match.table
                    found = self.survive(partial(match.watch, spectator, last.get(key, "")))
                    # Told from before the newest, so that there is always something to be told.
                    last[key] = "" if found is None else f"{max(0, int(found.split('.')[0]) - 3)}.0"
                time.sleep(0.05)
        except BaseException as problem:
            self.trouble.append(problem)

    def crash(self, rng: random.Random) -> None:
        """Wait for some more moves, kill the server at some moment, start it again."""
        enough = self.moves + rng.randint(5, 40)
        wait_for(lambda: self.trouble or self.moves >= enough)
        time.sleep(rng.random() * 0.1)
        self.kills += 1
        if not kill(self.running, rng, whole=self.parts_killed >= MOST_PARTS):
            self.parts_killed += 1
            return  # one of several processes: its parent starts another
        self.parts_killed = 0
        while rng.random() < 0.2:  # now and then it is killed while it starts
            self.running.launch()
            time.sleep(rng.random())
            kill(self.running, rng, whole=True)
            self.kills += 1
        self.running.start()
        assert not self.trouble, self.trouble

    def check(self) -> None:
        """What was acknowledged before a crash is there after it."""
        for match in list(self.matches):
            wait_for(partial(self.survive, match.check))

    def stop(self) -> None:
        """Let all games stop where they are."""
        self.endless = self.stopping = True
        for thread in self.threads:
            thread.join()

    def finish(self) -> None:
        """Let all games end, unless they were stopped; then look at all of them once more."""
        for thread in self.threads:
            thread.join()
        assert not self.trouble, self.trouble
        self.check()
        for match in self.matches:
            if match.over:
                match.check_end()


def parts(running: Running) -> list[int]:
    """The processes that a parent has started to serve, if it has."""
    found = []
    for path in Path(f"/proc/{running.process.pid}/task").glob("*/children"):
        for pid in path.read_text().split():
            with suppress(OSError):  # it has ended by itself
                if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    found.append(int(pid))
    return found


def kill(running: Running, rng: random.Random, whole: bool = False) -> bool:
    """End a server as a power cut would; of several processes sometimes one: then it says False."""
    several = parts(running) if "--processes" in running.words else []
    if several and not whole and rng.random() < 0.5:
        os.kill(rng.choice(several), signal.SIGKILL)
        return False
    running.kill()
    for pid in several:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        wait_for(partial(ended, pid))
    return True


def ended(pid: int) -> bool:
    """Whether a process has ended."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"
