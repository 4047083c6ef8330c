"""Quick pairing: wishes that fit become one table, each once, whoever is killed meanwhile."""

from __future__ import annotations

import http.client
import threading
import time
from contextlib import suppress
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import create_engine, insert, update

from colonnade.arena.strength import UNKNOWN
from colonnade.server.pairing import ANYBODY, FRESH, NEAR, WIDENS, Wish, group_for
from colonnade.server.schema import RATINGS, SEEKERS
from colonnade.server.seats import new_id
from colonnade.server.stored import Clock, Sitter
from tests.server.client import Client, Feed, Refused
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for
from tests.server.test_conflicts import refused
from tests.server.test_players import add, named

pytestmark = pytest.mark.once
QUICK = {"turn": 30.0}


def wish(device: str, since: float = 0.0, **more: Any) -> Wish:
    """A wish for a usual game."""
    usual = Wish(
        device=device,
        wish=device * 16,
        game="pagoda",
        seats=2,
        options={},
        clock=Clock(30.0, 0.0, "computer"),
        name="",
        sitter=Sitter(device, "en", "here"),
        player=None,
        since=since,
        seen=100.0,
    )
    return replace(usual, **more)


def seek(client: Client, name: str = "", **more: Any) -> Any:
    """Ask for company, by a new wish or by one that was named before."""
    asked = {"wish": new_id(), "game": "pagoda", "clock": QUICK, "name": name} | more
    return client.post("/api/pairing", asked)


def test_who_fits_together() -> None:
    """The same game, seats and clock; options that nobody contradicts; who waits longest first."""
    own, now = wish("a", 9.0), 101.0
    assert group_for(own, [own], now) is None
    two, three = wish("b", 5.0), wish("c", 4.0)
    assert group_for(own, [own, two, three], now) == [own, three]
    for other in (
        wish("d", game="seven_steps"),
        wish("d", seats=3),
        wish("d", clock=None),
        wish("d", seen=now - FRESH - 1),
        wish("d", table_id="x"),
    ):
        assert group_for(own, [own, other], now) is None
    mine = wish("d", player="anne")  # on another of her devices
    assert group_for(replace(own, player="anne"), [mine], now) is None
    assert group_for(replace(own, player="ben"), [mine], now) is not None
    fast, long = wish("e", options={"length": "fast"}), wish("f", options={"length": "usual"})
    assert group_for(fast, [long], now) is None
    assert group_for(fast, [own], now) == [fast, own]
    assert group_for(long, [own], now) == [long, own]


def test_who_is_about_as_strong() -> None:
    """The nearest first, and further ones by and by; both must take the other."""
    now = 101.0
    own = wish("a", now, about=True, mu=30.0)
    near, far = wish("b", now, mu=32.0), wish("c", 5.0, mu=45.0)
    assert group_for(own, [far, near], now) == [own, near]
    assert group_for(own, [far], now) is None
    assert group_for(far, [own], now) is None  # who does not mind is minded
    later = replace(own, since=now - (15.0 - NEAR) / WIDENS)
    assert group_for(later, [far], now) == [later, far]
    assert group_for(far, [later], now) == [far, later]
    picky = replace(far, about=True, since=now)
    assert group_for(later, [picky], now) is None
    anybody = replace(own, since=now - ANYBODY, mu=-90.0)
    assert group_for(anybody, [far], now) == [anybody, far]
    new = wish("d", now, about=True)  # of whom nothing is known
    assert group_for(new, [wish("e", now, mu=UNKNOWN.mu + NEAR)], now) is not None
    assert group_for(new, [wish("e", now, mu=UNKNOWN.mu + NEAR + 1)], now) is None
    three = [wish(d, now, seats=3, mu=m, about=True) for d, m in (("f", 20.0), ("g", 24.0))]
    last = wish("h", now, seats=3, mu=28.0)
    assert group_for(three[0], [three[1], last], now) is None  # 20 and 28 are too far apart
    assert group_for(three[0], [three[1], replace(last, mu=22.0)], now) is not None


def test_more_than_two_sit_down_together() -> None:
    """Of those who wait all must fit each other, not only the one who asks."""
    own = wish("a", 9.0, seats=3)
    red = wish("b", 1.0, seats=3, options={"board": "x"})
    blue = [wish(d, 2.0, seats=3, options={"board": "y"}) for d in "cd"]
    assert group_for(own, [red, blue[0]], 101.0) is None
    assert group_for(own, [red, *blue], 101.0) == [own, *blue]


def test_two_who_want_the_same_are_paired(server: Running) -> None:
    """The second is answered with the table at once, the first hears of it on the lobby's feed."""
    anne, ben = server.client(), server.client()
    first = seek(anne, "Anne")
    assert first["table"] is None
    feed = anne.lobby()
    told = feed.next("lobby")["seeking"]
    assert {key: told[0][key] for key in ("game", "seats", "count")} == {
        "game": "pagoda",
        "seats": 2,
        "count": 1,
    }
    second = seek(ben, "Ben")
    assert feed.next("paired") == {"wish": first["wish"], "table": second["table"]}
    feed.close()
    seen = anne.look(second["table"])
    assert sorted(seat["name"] for seat in seen["seats"]) == ["Anne", "Ben"]
    assert (seen["clock"]["turn"], seen["open"], len(seen["held"])) == (30.0, False, 1)
    assert ben.look(second["table"])["held"] == [1 - seen["held"][0]]
    assert anne.get("/api/lobby")["seeking"] == []


def test_two_about_as_strong_are_paired_at_once(server: Running) -> None:
    """Of whom nothing is known are alike; the answer to the second is the table."""
    anne, ben = server.client(), server.client()
    assert seek(anne, about=True)["table"] is None
    assert seek(ben, about=True)["table"] is not None


def test_who_waits_takes_others_by_and_by(starter: Starter) -> None:
    """Too far apart at first; then they are paired by the server itself, while both wait."""
    running = starter()
    anne, ben = running.client(), running.client()
    for client, name in ((anne, "Anne"), (ben, "Ben")):
        named(client, name=name)
    engine = create_engine(f"sqlite:///{running.data / 'colonnade.db'}")
    with engine.begin() as connection:
        for client, mu in ((anne, 20.0), (ben, 28.0)):
            player = client.get("/api/me")["player"]["id"]
            values = {"player": player, "game": "pagoda", "seats": 2, "bot": False}
            values |= {"mu": mu, "sigma": 2.0, "games": 30, "last": 1.0}
            connection.execute(insert(RATINGS).values(**values))
    engine.dispose()
    first, feed = seek(anne, about=True), anne.lobby()
    second, other = seek(ben, about=True), ben.lobby()
    assert first["table"] is second["table"] is None
    table = feed.next("paired")["table"]  # after (28 - 20 - NEAR) / WIDENS seconds
    assert other.next("paired")["table"] == table
    feed.close()
    other.close()
    assert running.stop() == 0


def test_a_wish_is_granted_once(server: Running) -> None:
    """Asked again by its name it tells the same table; a new one is a new wish."""
    anne, ben = server.client(), server.client()
    own = new_id()
    assert seek(anne, wish=own)["table"] is None
    assert seek(anne, wish=own)["table"] is None
    table = seek(ben)["table"]
    assert seek(anne, wish=own)["table"] == table
    taken_back = anne.call("DELETE", f"/api/pairing?wish={own}")
    assert taken_back == {"wish": own, "table": table}
    fresh = seek(anne)
    assert fresh["table"] is None
    assert anne.call("DELETE", f"/api/pairing?wish={fresh['wish']}")["table"] is None
    again = seek(ben)
    assert again["table"] is None
    ben.call("DELETE", f"/api/pairing?wish={again['wish']}")
    assert len(anne.get("/api/mine")) == len(ben.get("/api/mine")) == 1


def test_nobody_is_paired_with_themselves(server: Running) -> None:
    """Two devices of one player wait both, each for somebody else; seats are the player's."""
    anne, phone, ben = server.client(), server.client(), server.client()
    named(anne, name="Anne")
    add(anne, phone)
    wishes = [(device, seek(device)) for device in (anne, phone)]
    assert [found["table"] for _, found in wishes] == [None, None]
    table = seek(ben, "Ben")["table"]
    assert anne.look(table)["held"] == phone.look(table)["held"] != []
    assert sorted(seat["name"] for seat in ben.look(table)["seats"]) == ["Anne", "Ben"]
    for device, found in wishes:
        device.call("DELETE", f"/api/pairing?wish={found['wish']}")


def test_what_cannot_be_wished_for(server: Running) -> None:
    """Games, seats and options that are none are refused, and nothing waits."""
    anne = server.client()
    for more, kind in (
        ({"game": "chess"}, "UnknownGame"),
        ({"seats": 3}, "WrongSeats"),
        ({"options": {"length": "endless"}}, "UnknownValue"),
        ({"wish": "short"}, "BadRequest"),
    ):
        assert refused(seek, anne, **more).kind == kind
    assert anne.get("/api/lobby")["seeking"] == []


def test_who_has_left_is_not_paired(starter: Starter) -> None:
    """Without a sign of life a wish counts for seconds; with the feed open, for as long."""
    server = starter()
    anne, ben = server.client(), server.client()
    own = new_id()
    seek(anne, wish=own)
    forget_for(server, FRESH + 1)
    assert seek(ben, seats=2)["table"] is None
    assert anne.get("/api/lobby")["seeking"][0]["count"] == 1
    feed = ben.lobby()  # his wish is kept fresh; she comes back by the same name
    forget_for(server, FRESH - 1)
    table = seek(anne, wish=own)["table"]
    assert table is not None
    assert feed.next("paired")["table"] == table
    feed.close()


def test_a_feed_that_ends_takes_its_wish_along(starter: Starter) -> None:
    """Some seconds later nobody waits."""
    server = starter()
    anne, ben = server.client(), server.client()
    seek(anne)
    feed = anne.lobby()
    feed.next("lobby")
    feed.close()
    wait_for(lambda: ben.get("/api/lobby")["seeking"] == [])


def forget_for(server: Running, seconds: float) -> None:
    """Let all wishes have been silent for some seconds more."""
    engine = create_engine(f"sqlite:///{server.data / 'colonnade.db'}")
    with engine.begin() as connection:
        connection.execute(update(SEEKERS).values(seen=SEEKERS.c.seen - seconds))
    engine.dispose()


def test_pairing_across_processes(starter: Starter, postgres: str) -> None:
    """Two who ask at two processes, also at the same moment, are at one table."""
    one, two = starter(postgres), starter(postgres)
    for _ in range(4):
        anne, ben = Client(one.address), Client(two.address)
        first = seek(anne)
        feed = anne.lobby()
        second = seek(ben)
        assert feed.next("paired") == {"wish": first["wish"], "table": second["table"]}
        feed.close()
        found = paired_at_once([Client(one.address), Client(two.address)])
        assert len(set(found)) == 1


def paired_at_once(clients: list[Client]) -> list[str]:
    """Let all ask at the same moment, again and again until each has a table."""
    found: list[str] = []

    def ask(client: Client, own: str) -> None:
        found.append(wait_for(lambda: seek(client, wish=own)["table"]))

    threads = [threading.Thread(target=ask, args=(client, new_id())) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


class Seeker(threading.Thread):
    """Somebody who looks for company and asks on, whatever dies: by a feed and by asking again."""

    def __init__(self, addresses: list[str], until: int) -> None:
        super().__init__()
        self.addresses = addresses
        self.client = Client(addresses[0])
        self.until = until
        self.granted: dict[str, str] = {}

    def run(self) -> None:
        """Have some wishes granted, one after the other."""
        while len(self.granted) < self.until:
            own = new_id()
            self.granted[own] = wait_for(lambda own=own: self.ask(own), 240)

    def ask(self, own: str) -> str | None:
        """Ask once at the next server; a dead one answers nothing."""
        self.addresses.append(self.addresses.pop(0))
        self.client.move_to(self.addresses[0])
        time.sleep(0.05)
        with suppress(OSError, http.client.HTTPException, Refused, ValueError):
            found: str | None = seek(self.client, wish=own)["table"]
            return found
        return None


def check_nobody_sits_twice(seekers: list[Seeker]) -> None:
    """Each wish has one table, each table two different people, and nobody has another one."""
    tables: dict[str, list[Seeker]] = {}
    for seeker in seekers:
        assert len(set(seeker.granted.values())) == len(seeker.granted)
        for table in seeker.granted.values():
            tables.setdefault(table, []).append(seeker)
        mine = {one["id"] for one in seeker.client.get("/api/mine")}
        # A wish that was granted while its asker gave up is none here: all of them ask on.
        assert mine == set(seeker.granted.values())
    for sitting in tables.values():
        assert len(sitting) == len(set(sitting)) == 2


@pytest.mark.parametrize("store", ["embedded", "postgresql"])
def test_nobody_is_seated_twice_under_kills(
    starter: Starter, request: pytest.FixtureRequest, store: str
) -> None:
    """Servers are killed again and again while people look for company."""
    database = request.getfixturevalue("postgres") if store == "postgresql" else ""
    servers = [starter(database) for _ in range(2 if database else 1)]
    seekers = [Seeker([server.address for server in servers], 3) for _ in range(4)]
    for seeker in seekers:
        seeker.start()
    for round_ in range(4):
        time.sleep(0.3)  # somewhere in the middle of it
        server = servers[round_ % len(servers)]
        server.kill()
        server.start()
    for seeker in seekers:
        seeker.join()
    check_nobody_sits_twice(seekers)


def test_a_grant_is_told_after_a_restart(starter: Starter) -> None:
    """Who was away when the wish was granted hears of it from the next server."""
    server = starter()
    anne, ben = server.client(), server.client()
    own = seek(anne)["wish"]
    table = seek(ben)["table"]
    server.kill()
    server.start()
    feed: Feed = anne.lobby()
    assert feed.next("paired") == {"wish": own, "table": table}
    feed.close()
