"""Notices: one for a turn, to who asked, when they want it; by a push service of our own."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select

from colonnade.server.errors import BadSubscription, BadZone
from colonnade.server.notices import GRACE, TRIES, Notices
from colonnade.server.push import Push, Subscription, check, check_endpoint, is_public, outcome
from colonnade.server.quiet import Quiet, quiet_until
from colonnade.server.schema import NOTICES, SUBSCRIPTIONS
from colonnade.server.tables import Tables
from tests.server.bent import Bent, act, ask, move, seat
from tests.server.client import Client
from tests.server.conftest import Starter
from tests.server.fake_push import Browser, PushService
from tests.server.running import Running, wait_for
from tests.server.test_conflicts import refused
from tests.server.test_players import add, named

pytestmark = pytest.mark.once
GAME = "summer_pavilion"  # where a turn may end without a draw, so that it can be taken back
DAYS = {"days": 2}
Scene = Callable[[Tables, Notices], Awaitable[None]]


@pytest.fixture
def service() -> Iterator[PushService]:
    """A push service on this machine."""
    found = PushService()
    yield found
    found.close()


def play(data: Path, service: PushService, watch: Bent, scene: Scene, database: str = "") -> None:
    """Play a scene in a house whose notices are sent by hand."""

    async def whole(tables: Tables) -> None:
        notices = Notices(tables)
        tables.beside = [notices]
        service.key = notices.push.public
        try:
            await scene(tables, notices)
        finally:
            await notices.push.close()

    act(data, whole, watch, database, local_push=True)


async def told(notices: Notices, device: str, browser: Browser) -> None:
    """Let a device be told."""
    await notices.subscribe(device, Subscription(**browser.wish))


async def after(notices: Notices, watch: Bent, seconds: float = GRACE + 1) -> None:
    """Let time pass, and all that is due be sent."""
    tasks = notices.tables.tasks
    while any(task.get_coro().__qualname__ == "Notices.consider" for task in tasks):  # type: ignore[union-attr]
        await asyncio.sleep(0)
    watch.pass_by(seconds)
    await notices.round()


def test_a_turn_is_told_once(tmp_path: Path, service: PushService) -> None:
    """Sealed for one browser, signed by this house; it names the table and nothing hidden."""
    watch, ben = Bent(), Browser(service, "ben")

    async def scene(tables: Tables, notices: Notices) -> None:
        table = await seat(tables, GAME, clock=DAYS)
        await told(notices, "ben", ben)
        await move(table, "ends_turn")
        await after(notices, watch, 1)
        assert ben.read() == []  # who takes back at once has disturbed nobody
        await after(notices, watch)
        for _ in range(3):
            await after(notices, watch, 3600)
        assert ben.read() == [
            {
                "kind": "turn",
                "table": table.id,
                "title": "Your turn",
                "body": "Summer Pavilion with anne",
                "lang": "en",
            }
        ]
        assert service.headers[0]["content-encoding"] == "aes128gcm"
        assert table.id.encode() not in service.taken["/ben"][0]
        assert int(service.headers[0]["ttl"]) <= 2 * 86_400
        await move(table, "ends_turn")
        await move(table, "ends_turn")
        await after(notices, watch)
        assert len(ben.read()) == 2

    play(tmp_path, service, watch, scene)


def test_the_same_turn_is_told_once_over_undos_and_restarts(
    tmp_path: Path, service: PushService
) -> None:
    """Taken back and made again it is the same; one that was never told is told when it comes."""
    watch, ben = Bent(), Browser(service, "ben")
    ids: list[str] = []

    async def first(tables: Tables, notices: Notices) -> None:
        table = await seat(tables, GAME, clock=DAYS)
        ids.append(table.id)
        await told(notices, "ben", ben)
        await move(table, "ends_turn")
        assert await ask(table, 0, "undo")
        await after(notices, watch)
        assert ben.read() == []  # no longer true
        await move(table, "ends_turn")
        await after(notices, watch)
        assert len(ben.read()) == 1
        assert await ask(table, 0, "undo")
        await move(table, "ends_turn")
        await after(notices, watch)
        assert len(ben.read()) == 1

    async def second(tables: Tables, notices: Notices) -> None:
        await notices.sweep()
        await after(notices, watch)
        table = await tables.table(ids[0])
        assert await ask(table, 0, "undo")
        await move(table, "ends_turn")
        await after(notices, watch)
        assert len(ben.read()) == 1

    play(tmp_path, service, watch, first)
    play(tmp_path, service, watch, second)


def test_what_a_killed_server_did_not_say_is_said(tmp_path: Path, service: PushService) -> None:
    """A turn that was stored and of which nobody heard is found by the next server."""
    watch, ben = Bent(), Browser(service, "ben")

    async def silent(tables: Tables, notices: Notices) -> None:
        tables.beside = []
        table = await seat(tables, GAME, clock=DAYS)
        await told(notices, "ben", ben)
        await move(table, "ends_turn")

    async def next_one(tables: Tables, notices: Notices) -> None:
        await notices.sweep()
        await after(notices, watch)
        assert len(ben.read()) == 1

    play(tmp_path, service, watch, silent)
    play(tmp_path, service, watch, next_one)


def test_quick_tables_tell_nobody(tmp_path: Path, service: PushService) -> None:
    """Nor do those without a clock: only where turns take days."""
    watch, ben = Bent(), Browser(service, "ben")

    async def scene(tables: Tables, notices: Notices) -> None:
        for clock in (None, {"turn": 60}):
            table = await seat(tables, GAME, clock=clock)
            if clock is None:
                await told(notices, "ben", ben)
            await move(table, "ends_turn")
        await after(notices, watch)
        assert service.asked == 0

    play(tmp_path, service, watch, scene)


def test_quiet_hours_hold_a_notice_back(tmp_path: Path, service: PushService) -> None:
    """Until their end, by the player's own clock; if the turn is over by then, nothing comes."""
    zone = ZoneInfo("America/Montreal")
    watch = Bent(datetime(2026, 3, 7, 23, 0, tzinfo=zone).timestamp())
    ben = Browser(service, "ben")
    night = Quiet(22 * 60, 7 * 60 + 30, "America/Montreal")

    async def scene(tables: Tables, notices: Notices) -> None:
        one = await seat(tables, GAME, clock=DAYS)
        other = await seat(tables, GAME, clock=DAYS)
        await told(notices, "ben", ben)
        await notices.set_quiet("ben", night)
        for table in (one, other):
            await move(table, "ends_turn")
        await after(notices, watch)
        await move(other, "ends_turn")  # Ben is awake, and plays there by himself
        await after(notices, watch, 7.25 * 3600)  # the clocks went forward in that night
        assert service.asked == 0
        await after(notices, watch, 0.3 * 3600)
        assert [found["table"] for found in ben.read()] == [one.id]

    play(tmp_path, service, watch, scene)


@pytest.mark.parametrize(
    ("hour", "until"),
    [((23, 0), (1, 7, 0)), ((6, 59), (0, 7, 0)), ((7, 0), None), ((21, 59), None)],
)
def test_quiet_hours_past_midnight(hour: tuple[int, int], until: Any) -> None:
    """From 22:00 to 7:00 is one night."""
    zone = ZoneInfo("Europe/Paris")
    now = datetime(2026, 5, 5, hour[0], hour[1], tzinfo=zone)
    found = quiet_until(Quiet(22 * 60, 7 * 60, "Europe/Paris"), now.timestamp())
    wanted = None
    if until is not None:
        days, *end = until
        wanted = now.replace(day=5 + days, hour=end[0], minute=end[1]).timestamp()
    assert found == wanted
    assert quiet_until(Quiet(60, 60, "Europe/Paris"), now.timestamp()) is None


def test_a_browser_that_is_gone_is_forgotten(tmp_path: Path, service: PushService) -> None:
    """404 and 410 say so; a key that is not ours never works again either."""
    watch = Bent()

    async def scene(tables: Tables, notices: Notices) -> None:
        table = await seat(tables, GAME, clock=DAYS)
        for status in (404, 410, 403):
            await told(notices, "ben", Browser(service, f"ben{status}"))
            service.answers = [(status, {})]
            while table.actor != 1 or int(table.state.turn) in seen:
                await move(table, "ends_turn")
            seen.add(int(table.state.turn))
            await after(notices, watch)
            rows = await tables.store.read(
                lambda c: (c.execute(select(SUBSCRIPTIONS)).all(), c.execute(select(NOTICES)).all())
            )
            assert rows == ([], []), status

    seen: set[int] = set()
    play(tmp_path, service, watch, scene)


def test_a_service_that_is_away_is_asked_again(tmp_path: Path, service: PushService) -> None:
    """Ever later, as it says itself, and not for ever; a newer turn begins anew."""
    watch, ben = Bent(), Browser(service, "ben")

    async def scene(tables: Tables, notices: Notices) -> None:
        table = await seat(tables, GAME, clock=DAYS)
        await told(notices, "ben", ben)
        service.answers = [(503, {}), (429, {"retry-after": "900"})]
        await move(table, "ends_turn")
        await after(notices, watch)
        assert service.asked == 1
        await after(notices, watch, 20)
        assert service.asked == 1
        await after(notices, watch, 15)
        assert service.asked == 2
        await after(notices, watch, 800)
        assert (service.asked, ben.read()) == (2, [])
        await after(notices, watch, 101)
        assert len(ben.read()) == 1
        service.answers = [(500, {})] * 20
        await move(table, "ends_turn")
        await move(table, "ends_turn")
        for _ in range(12):
            await after(notices, watch, 4000)
        assert service.asked == 3 + TRIES

    play(tmp_path, service, watch, scene)


def test_the_end_of_a_game_is_told(tmp_path: Path, service: PushService) -> None:
    """To the others, not to who ended it."""
    watch, anne, ben = Bent(), Browser(service, "anne"), Browser(service, "ben")

    async def scene(tables: Tables, notices: Notices) -> None:
        table = await seat(tables, GAME, clock=DAYS)
        await told(notices, "ben", ben)
        await told(notices, "anne", anne)
        await table.resign(0)
        await after(notices, watch)
        assert [found["kind"] for found in ben.read()] == ["over"]
        assert anne.read() == []

    play(tmp_path, service, watch, scene)


def test_two_processes_send_one(
    tmp_path: Path, service: PushService, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both hear of the turn and both look for what is due; one of them has it."""
    watch, ben = Bent(), Browser(service, "ben")

    async def scene(tables: Tables, notices: Notices) -> None:
        table = await seat(tables, GAME, clock=DAYS)
        await told(notices, "ben", ben)
        other = Tables(tables.settings, watch)
        await other.open()
        try:
            others = Notices(other)
            await move(table, "ends_turn")
            await others.consider(await other.newest(table.id))
            await after(notices, watch, 0)
            watch.pass_by(GRACE + 1)
            await asyncio.gather(*(one.round() for one in (notices, others) * 3))
            assert len(ben.read()) == 1
            await others.push.close()
        finally:
            await other.close()

    play(tmp_path, service, watch, scene, postgres)


def test_a_forged_notice_is_refused(service: PushService) -> None:
    """Another house's key opens no browser of ours."""
    ben = Browser(service, "ben")
    ours, theirs = Push(b"a" * 32, "https://a.example", True), Push(b"b" * 32, "x:y", True)
    service.key = ours.public

    async def send(push: Push) -> str:
        to = Subscription(**ben.wish)
        try:
            return (await push.send(to, b"{}", about="x", ttl=60, now=2e9)).outcome
        finally:
            await push.close()

    assert asyncio.run(send(theirs)) == "gone"
    assert ben.read() == []
    assert asyncio.run(send(ours)) == "done"
    assert ben.read() == [{}]
    assert Push(b"a" * 32, "", True).public == ours.public  # it follows from the house's own key


def test_nothing_is_sent_into_the_house(
    service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An address must be in the open, by its name when it comes and by its numbers when it goes."""
    for wrong in (
        "http://push.example/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://push.example:8443/x",
        "https://me@push.example/x",
        "https://push.example/\nx",
        "ftp://push.example/x",
        "x",
    ):
        with pytest.raises(BadSubscription):
            check_endpoint(wrong, local=False)
    check_endpoint("https://push.example/x", local=False)
    inside = "127.0.0.1 10.1.2.3 192.168.0.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1"
    inside += " ::1 fe80::1 fc00::1"
    mapped = "::ffff:10.0.0.1 64:ff9b::7f00:1 2002:7f00:1::"
    assert not any(is_public(address) for address in f"{inside} {mapped}".split())
    assert is_public("93.184.216.34")
    assert is_public("2606:4700::1111")

    async def send() -> str:
        loop = asyncio.get_running_loop()

        async def found(*_: Any, **__: Any) -> Any:
            return [(2, 1, 6, "", ("127.0.0.1", service.server.server_port))]

        monkeypatch.setattr(loop, "getaddrinfo", found)  # a name that leads back to us
        push = Push(b"a" * 32, "https://a.example")
        ben = Browser(service, "ben").wish | {"endpoint": "https://push.example/x"}
        try:
            return (await push.send(Subscription(**ben), b"{}", about="", ttl=1, now=2e9)).outcome
        finally:
            await push.close()

    assert asyncio.run(send()) == "refused"
    assert service.asked == 0


def test_broken_keys_are_refused(service: PushService) -> None:
    """Before anything is stored."""
    good = Browser(service, "ben").wish
    check(Subscription(**good), local=True)
    for wrong in ({"auth": "AAAA"}, {"p256dh": "AAAA"}, {"p256dh": "B" * 87}, {"auth": "?" * 22}):
        with pytest.raises(BadSubscription):
            check(Subscription(**(good | wrong)), local=True)
    with pytest.raises(BadZone):
        quiet_until(Quiet(1, 2, "../../etc/passwd"), 0.0)
    assert outcome(429, {b"Retry-After": b"99999999"}).seconds == 3600


# Over the wire


@pytest.fixture(params=["embedded", "postgresql"])
def house(request: pytest.FixtureRequest, starter: Starter) -> Running:
    """A server on each store, whose push services may be here."""
    on = "" if request.param == "embedded" else request.getfixturevalue("postgres")
    return starter(on, local_push=True)


def put(client: Client, browser: Browser) -> Any:
    """Let a device be told."""
    return client.call("PUT", "/api/me/notices", browser.wish)


def test_a_device_asks_to_be_told(house: Running, service: PushService) -> None:
    """Its own alone; exported without what would let others send, and gone with the device."""
    anne, phone, thief = (house.client() for _ in range(3))
    assert refused(put, thief, Browser(service, "thief")).kind == "NoPlayer"
    named(anne, name="Anne")
    add(anne, phone)
    browser = Browser(service, "phone")
    found = put(phone, browser)
    assert (found["here"], found["devices"], found["quiet"]) == (True, 1, None)
    assert anne.get("/api/me/notices")["here"] is False
    night = {"start": 1320, "until": 420, "zone": "Europe/Paris"}
    assert anne.call("PUT", "/api/me/notices/quiet", night)["quiet"] == night
    assert phone.get("/api/me/notices")["quiet"] == night
    wrong = night | {"zone": "Mars/Olympus"}
    assert refused(anne.call, "PUT", "/api/me/notices/quiet", wrong).kind == "BadZone"
    exported = anne.get("/api/me/export")
    assert exported["quiet"] == night
    assert exported["told"][0]["service"] == service.address.partition("//")[2]
    assert browser.wish["endpoint"] not in json.dumps(exported)
    mark = next(one["mark"] for one in anne.get("/api/me/devices") if not one["here"])
    anne.call("DELETE", f"/api/me/devices/{mark}")
    assert anne.get("/api/me/notices")["devices"] == 0
    put(anne, browser)
    assert anne.call("DELETE", "/api/me/notices")["here"] is False
    assert anne.call("DELETE", "/api/me/notices/quiet")["quiet"] is None
    put(anne, browser)
    anne.call("DELETE", "/api/me")


def test_strangers_take_nobody_s_notices(house: Running, service: PushService) -> None:
    """Who knows an address without its secret takes nothing; the same browser may come anew."""
    anne, thief = house.client(), house.client()
    named(anne, name="Anne")
    named(thief, name="Thief")
    browser = Browser(service, "anne")
    put(anne, browser)
    forged = Browser(service, "anne")
    forged.wish["auth"] = "A" * 22
    assert refused(put, thief, forged).kind == "BadSubscription"
    told = thief.get("/api/me/notices")
    assert (told["here"], told["devices"]) == (False, 0)
    thief.call("DELETE", "/api/me/notices")
    assert anne.get("/api/me/notices")["here"] is True
    again = house.client()  # the same browser, after its cookies were deleted
    named(again, name="Anne")
    assert put(again, browser)["here"] is True
    assert anne.get("/api/me/notices")["here"] is False


def test_a_house_refuses_services_inside(starter: Starter, service: PushService) -> None:
    """Without the host's leave nobody makes a server speak to its own network."""
    house = starter()
    anne = house.client()
    named(anne, name="Anne")
    assert refused(put, anne, Browser(service, "anne")).kind == "BadSubscription"
    assert service.asked == 0


def test_a_running_server_tells(
    house: Running, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the move to the browser, with the link's table and no way into a seat."""
    anne, ben = house.client(), house.client()
    made = anne.make("pagoda", "me", "open", clock=DAYS)
    ben.join(made)
    browser = Browser(service, "ben")
    service.key = ben.get("/api/me/notices")["key"]
    put(ben, browser)
    seen = anne.look(made["id"])
    while seen["actor"] == 0:
        anne.move(made["id"], seen["ply"], seen["offers"][-1]["words"])
        seen = anne.look(made["id"])
    found = wait_for(browser.read)[0]
    assert found["table"] == made["id"]
    stranger = house.client()
    assert stranger.look(found["table"])["held"] == []
    assert len(browser.read()) == 1
