"""What people agree on: how they take back, pauses, ends, and who plays for whom is away."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from colonnade.contract.record import read, verify, write_json, write_text
from colonnade.games import game
from colonnade.server import absence, seats
from colonnade.server.absence import is_absent
from colonnade.server.errors import (
    CannotWish,
    NotAbsent,
    NotSeated,
    NoUndo,
    Paused,
    UndoRefused,
    WishRefused,
)
from colonnade.server.feed import Feed, Reader
from colonnade.server.records import record_of
from colonnade.server.table import LiveTable
from colonnade.server.tables import Tables
from tests.server.bent import Bent, act, agree, ask, move, seat, sitter
from tests.server.client import Client, Refused
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for
from tests.server.test_conflicts import refused
from tests.server.test_undo import begin, pass_on, undo

pytestmark = pytest.mark.once
DAY = 86_400.0


def told(table: LiveTable, device: str | None = None) -> Any:
    """A table as a device is told of it."""
    return json.loads(Feed(table).event(device, 0))


def wish(client: Client, table: str, kind: str, **more: Any) -> Any:
    """Wish for something."""
    ply = client.look(table)["ply"]
    return client.post(f"/api/tables/{table}/wishes", {"ply": ply, "kind": kind} | more)


def answer(client: Client, table: str, agree: bool, **other: Any) -> Any:
    """Answer the wish that was told, or another one."""
    seen = client.look(table)
    told = seen["proposal"] or {"kind": "pause", "revision": 0}
    said = {"ply": seen["ply"], "agree": agree}
    said |= {name: told[name] for name in ("kind", "revision")}
    if told["kind"] == "undo":
        said["length"] = told["length"]
    if told.get("other") is not None:
        said["other"] = told["other"]
    return client.post(f"/api/tables/{table}/wishes/answer", said | other)


def seated(server: Running, *kinds: str, **wishes: Any) -> tuple[Client, Client, str]:
    """Two people at a table of Pagoda, with others perhaps; the first is on turn."""
    anne, ben = server.client(), server.client()
    made = anne.make("pagoda", "me", "open", *kinds, **wishes)
    ben.join(made)
    return anne, ben, made["id"]


# How a table takes back


def test_a_table_may_take_nothing_back(server: Running) -> None:
    """Not one's own move, nor against the computer, nor by asking; the page is told so."""
    anne, ben, table = seated(server, undo="none")
    seen = begin(anne, table)
    assert (seen["undo_rule"], seen["undo"]) == ("none", None)
    assert refused(undo, anne, table, seen["ply"]).kind == "NoUndo"
    assert refused(wish, ben, table, "undo").kind == "NoUndo"
    alone = anne.make("pagoda", "me", "computer:random", undo="none")["id"]
    seen = begin(anne, alone)
    assert refused(undo, anne, alone, seen["ply"]).kind == "NoUndo"
    assert seen["undo"] is None


def test_a_table_may_ask_for_every_undo(server: Running) -> None:
    """For one's own moves, too; computer players agree."""
    anne, ben, table = seated(server, undo="ask")
    seen = begin(anne, table)
    assert (seen["undo_rule"], seen["undo"]) == ("ask", None)
    assert not undo(anne, table, seen["ply"])["undone"]
    assert ben.look(table)["proposal"]["kind"] == "undo"
    assert answer(ben, table, True)["done"]
    assert anne.look(table)["length"] == seen["length"] - 1
    alone = anne.make("pagoda", "me", "computer:random", undo="ask")["id"]
    seen = begin(anne, alone)
    assert seen["undo"] is not None
    assert undo(anne, alone, seen["ply"])["undone"]


def test_own_moves_are_free_unless_chosen_otherwise(server: Running) -> None:
    """Until something is drawn: then the others are asked."""
    anne, _, table = seated(server)
    seen = begin(anne, table)
    assert seen["undo_rule"] == "free"
    assert undo(anne, table, seen["ply"])["undone"]
    passed = pass_on(anne, table)
    assert passed["moves"][-1]["seat"] == -1
    assert not undo(anne, table, passed["ply"])["undone"]
    assert refused(anne.make, "pagoda", "me", "open", undo="always").kind == "BadRequest"


def test_the_rule_is_stored_and_goes_along(starter: Starter) -> None:
    """A restart keeps it, and so does the next game of the same people."""
    running = starter()
    anne, ben, table = seated(running, undo="none")
    running.kill()
    running.start()
    for client in (anne, ben):
        client.move_to(running.address)
    assert anne.look(table)["undo_rule"] == "none"
    wish(anne, table, "abandon")
    assert answer(ben, table, True)["done"]
    again = anne.post(f"/api/tables/{table}/rematch")["id"]
    assert anne.look(again)["undo_rule"] == "none"


def test_beside_a_free_seat_undoing_draws_nothing_new(server: Running) -> None:
    """Nobody is there to be asked: six undos give six times the same draws, also further on."""
    anne = server.client()
    table = anne.make("pagoda", "me", "open")["id"]
    start = begin(anne, table)
    words = [o["words"] for o in start["offers"] if "draws" in o.get("effects", [])]
    drawn = []
    for round_ in range(6):
        seen = anne.look(table)
        anne.move(table, seen["ply"], words[round_ % 2 if len(words) > 1 else 0])
        later = anne.look(table)
        facts = later["moves"][seen["ply"] + 1 :]
        assert facts
        assert all(told["seat"] == -1 for told in facts)
        drawn.append([told["words"] for told in facts])
        assert undo(anne, table, later["ply"], length=start["length"])["undone"]
    assert drawn[2:] == drawn[:-2]
    # What was dealt before the first decision cannot be dealt again.
    ply = anne.look(table)["ply"]
    assert refused(undo, anne, table, ply, length=0).kind == "CannotUndo"


# Pauses


def test_a_pause_is_agreed_on(server: Running) -> None:
    """Nobody moves until it ends; without a clock anybody ends it."""
    anne, ben, table = seated(server)
    words = anne.look(table)["offers"][0]["words"]
    feed = ben.feed(table)
    feed.next()
    assert not wish(anne, table, "pause")["done"]
    told = feed.next()["proposal"]
    assert (told["kind"], told["seat"], told["asked"]) == ("pause", 0, [1])
    assert answer(ben, table, True)["done"]
    seen = feed.next()
    assert seen["paused"]
    assert seen["moves"][-1]["kind"] == "pause"
    seen = anne.look(table)
    assert seen["offers"] is None
    assert refused(anne.move, table, seen["ply"], words).kind == "Paused"
    assert refused(wish, anne, table, "undo").kind == "Paused"
    assert refused(wish, anne, table, "pause").kind == "CannotWish"
    assert wish(ben, table, "resume")["done"]
    seen = anne.look(table)
    assert not seen["paused"]
    anne.move(table, seen["ply"], words)
    assert refused(wish, anne, table, "resume").kind == "CannotWish"
    feed.close()


def test_a_computer_does_not_play_on_in_a_pause(tmp_path: Path) -> None:
    """Nobody is asked where only computers sit; they wait as well, also after a restart."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables, "summer_pavilion")
        await seats.leave(table, 1, "apprentice")
        tables.bots.retire()
        await move(table, "ends_turn")
        assert (table.thinker(), table.head.awaits) == ("apprentice", True)
        assert await ask(table, 0, "pause")
        assert (table.thinker(), table.head.awaits) == (None, False)
        tables.live.clear()
        table = await tables.table(table.id)
        assert (table.paused, table.thinker()) == (True, None)
        with pytest.raises(Paused):
            await table.play(1, table.ply, "anything")
        assert await ask(table, 0, "resume")
        assert (table.thinker(), table.head.awaits) == ("apprentice", True)

    act(tmp_path, scene, watch)


# Ends


@pytest.mark.parametrize("kind", ["tie", "abandon"])
def test_a_game_ends_by_agreement(server: Running, kind: str) -> None:
    """Nobody wins; lists, feeds and records say how it ended, and a record can be read again."""
    anne, ben, table = seated(server)
    pass_on(anne, table)
    wish(anne, table, kind)
    assert answer(ben, table, True)["done"]
    over = anne.look(table)
    assert (over["actor"], over["paused"], over["clock"]) == (-2, False, None)
    assert (over["result"]["ended"], over["result"]["winners"]) == (kind, [])
    assert over["moves"][-1]["kind"] == kind
    assert over["reveal"] is not None
    assert refused(wish, anne, table, "pause").kind == "TableOver"
    [line] = [one for one in anne.get("/api/mine") if one["id"] == table]
    assert line["result"]["ended"] == kind
    record = anne.get(f"/api/tables/{table}/record")
    assert (record["ended"], record["winners"]) == (kind, [])
    moves = anne.get(f"/api/records/{table}/moves")
    assert (moves["ended"], moves["winners"]) == (kind, [])
    assert anne.get("/api/me")["player"]["results"] == []  # it counts for nobody
    [kept] = [one for one in anne.get("/api/me/export")["games"] if one["table"] == table]
    assert kept["record"]["ended"] == kind
    again = ben.post("/api/records", record)
    assert ben.get(f"/api/records/{again['id']}/moves")["ended"] == kind


def test_records_say_how_it_ended(tmp_path: Path) -> None:
    """As text and as JSON, both ways; records of other games are written as they were."""

    async def scene(tables: Tables) -> None:
        table = await seat(tables)
        pagoda = game("pagoda")
        plain = record_of(table, 0)
        assert "ended" not in write_text(pagoda, plain) + write_json(plain)
        await ask(table, 0, "tie")
        await agree(table, 1)
        record = record_of(table, None)
        text = write_text(pagoda, record)
        assert "\nended tie\n" in text
        for written in (text, write_json(record)):
            loaded = read(written)
            assert loaded.record.ended == "tie"
            verify(pagoda, loaded)

    act(tmp_path, scene, Bent())


def test_alone_one_may_only_abandon(server: Running) -> None:
    """A tie is between people."""
    anne = server.client()
    table = anne.make("pagoda", "me", "computer:random")["id"]
    assert refused(wish, anne, table, "tie").kind == "CannotWish"
    assert wish(anne, table, "abandon")["done"]
    assert anne.look(table)["result"]["ended"] == "abandon"


# Answers


def test_an_answer_names_what_it_agrees_to(server: Running) -> None:
    """A yes to a pause ends no game that was put in its place."""
    anne, ben, table = seated(server)
    wish(anne, table, "pause")
    old = ben.look(table)["proposal"]
    wish(anne, table, "abandon")
    assert refused(answer, ben, table, True, kind="pause").kind == "OtherWish"
    assert refused(answer, ben, table, True, revision=old["revision"]).kind == "OtherWish"
    assert refused(answer, ben, table, True, other=1).kind == "OtherWish"
    assert refused(answer, ben, table, True, length=3).kind == "OtherWish"
    assert refused(answer, server.client(), table, True).kind == "NotSeated"
    assert anne.look(table)["result"] is None
    assert not answer(anne, table, False)["done"]  # withdrawn
    assert refused(answer, ben, table, True).kind == "NoWish"


def test_all_must_agree(server: Running) -> None:
    """Of three, two; the wish tells who has."""
    anne, ben, cleo = (server.client() for _ in range(3))
    made = anne.make("seven_steps", "me", "open", "open")
    table = made["id"]
    ben.join(made)
    cleo.join(made, 1)
    wish(anne, table, "pause")
    assert not answer(cleo, table, True)["done"]
    assert anne.look(table)["proposal"]["agreed"] == [2]
    assert answer(ben, table, True)["done"]


def test_who_was_refused_waits_for_a_move(tmp_path: Path) -> None:
    """With any wish, so that nobody is worn out; but nothing gets stuck."""

    async def scene(tables: Tables) -> None:
        table = await seat(tables, clock={"turn": 600}, undo="ask")
        await move(table)
        await ask(table, 0, "pause")
        assert not await agree(table, 1, False)
        with pytest.raises(WishRefused):
            await ask(table, 0, "abandon")
        with pytest.raises(UndoRefused):
            await ask(table, 0, "undo")
        await ask(table, 1, "pause")
        await agree(table, 0)
        for _ in range(2):
            assert not await ask(table, 0, "resume")
            assert not await agree(table, 1, False)
        assert not await ask(table, 0, "resume")
        assert await agree(table, 1)
        await move(table)
        assert not await ask(table, 0, "pause")

    act(tmp_path, scene, Bent())


# Seats that do not come back


def test_for_who_is_absent_a_computer_may_play(tmp_path: Path) -> None:
    """After the time that the host sets, not before; and who comes back is put back."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables, "summer_pavilion")
        await move(table, "ends_turn")
        with pytest.raises(NotAbsent) as problem:
            await ask(table, 0, "replace", other=1)
        assert problem.value.fields == {"seat": 2, "minutes": 1441}
        watch.pass_by(DAY - 60)
        seats.mine(table, "ben", None)  # a sign of life
        watch.pass_by(60)
        with pytest.raises(NotAbsent):
            await ask(table, 0, "replace", other=1)
        watch.pass_by(DAY)
        tables.bots.retire()
        assert await ask(table, 0, "replace", other=1)
        kept = table.seats[1]
        assert (kept.kind, kept.stand_in, kept.name, table.thinker()) == (
            "computer",
            True,
            "ben",
            "builder",
        )
        assert seats.held(table, "ben") == []
        seen = told(table, "ben")
        assert (seen["returns"], seen["seat"], seen["seats"][1]["stand_in"]) == ([1], None, True)
        assert told(table, "anne")["returns"] == []
        assert seen["moves"][-1] == {"ply": table.ply - 1, "seat": 1, "kind": "replace"}
        tables.live.clear()
        table = await tables.table(table.id)
        with pytest.raises(NotSeated):
            await absence.come_back(table, "cleo", 1)
        await absence.come_back(table, "ben", 1)
        assert (table.seats[1].kind, table.thinker()) == ("person", None)
        assert seats.held(table, "ben") == [1]
        assert told(table, "ben")["moves"][-1]["kind"] == "return"
        await move(table, "ends_turn")

    act(tmp_path, scene, watch)


def test_who_follows_the_table_is_not_absent(tmp_path: Path) -> None:
    """However long they think; and it is stored, for other processes and after a restart."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables)
        reader = tables.reader(table, "ben", None)
        reader.feed.enter(reader)
        watch.pass_by(3 * DAY)
        with pytest.raises(NotAbsent):
            await ask(table, 0, "replace", other=1)
        await tables.beat()
        tables.live.clear()
        again = await tables.table(table.id)
        assert not is_absent(again, 1)
        assert is_absent(again, 0)
        watch.pass_by(DAY + 1)
        assert is_absent(again, 1)
        reader.feed.leave(reader)
        assert not is_absent(table, 1)

    act(tmp_path, scene, watch)


def test_a_clock_gives_its_own_time(tmp_path: Path) -> None:
    """Who has three days for a turn is not absent after one."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables, clock={"days": 3})
        watch.pass_by(2 * DAY)
        assert not is_absent(table, 1)
        watch.pass_by(DAY + 1)
        assert is_absent(table, 1)

    act(tmp_path, scene, watch)


def test_absent_people_are_not_asked(tmp_path: Path) -> None:
    """To go on without them, or to end without a result; but for a tie, and an undo."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables, "seven_steps", people=3)
        watch.pass_by(DAY)
        seats.mine(table, "anne", None)
        seats.mine(table, "ben", None)
        assert not await ask(table, 0, "tie")
        assert told(table)["proposal"]["asked"] == [1, 2]
        assert not await ask(table, 0, "replace", other=2)
        seen = told(table)["proposal"]
        assert (seen["asked"], seen["other"]) == ([1], 2)
        assert not await ask(table, 1, "abandon")
        assert told(table)["proposal"]["asked"] == [0]
        assert await agree(table, 0)
        assert table.head.result is not None
        assert table.head.result.ended == "abandon"

    act(tmp_path, scene, watch)


def test_a_kept_seat_may_be_given_to_somebody_new(tmp_path: Path) -> None:
    """By agreement; its person may no longer come back, and an invitation brings another."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables, "seven_steps", people=3)
        with pytest.raises(CannotWish):
            await ask(table, 0, "open", other=2)
        watch.pass_by(DAY)
        seats.mine(table, "anne", None)
        seats.mine(table, "ben", None)
        await ask(table, 0, "replace", other=2)
        await agree(table, 1)
        assert not await ask(table, 1, "open", other=2)
        assert await agree(table, 0)
        assert table.seats[2].kind == "open"
        with pytest.raises(NotSeated):
            await absence.come_back(table, "cleo", 2)
        token = await seats.invite(table, 2)
        assert await seats.join(table, sitter("dora"), token, "Dora") == 2

    act(tmp_path, scene, watch)


def test_a_personal_link_brings_back_as_well(tmp_path: Path) -> None:
    """Also on another device, to a seat that a computer has kept meanwhile."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables)
        token = await seats.make_link(table, 1)
        watch.pass_by(DAY)
        assert await ask(table, 0, "replace", other=1)
        assert await seats.join(table, sitter("telephone"), token, "") == 1
        assert seats.held(table, "telephone") == seats.held(table, "ben") == [1]
        assert not table.seats[1].stand_in

    act(tmp_path, scene, watch)


def test_wishes_that_mean_nothing(tmp_path: Path) -> None:
    """Seats that are not there, that are one's own, that are no person's, or about nobody."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables)
        watch.pass_by(DAY)
        seats.mine(table, "anne", None)
        for other in (None, 7):
            with pytest.raises(CannotWish):
                await ask(table, 0, "replace", other=other)
        with pytest.raises(NotAbsent):
            await ask(table, 0, "replace", other=0)
        with pytest.raises(CannotWish):
            await ask(table, 0, "pause", other=1)
        table.head.undo = "none"
        with pytest.raises(NoUndo):
            await ask(table, 0, "undo")

    act(tmp_path, scene, watch)


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server where who is not there for a second is absent."""
    running = Running(tmp_path_factory.mktemp("hasty") / "data", absent=1.0)
    yield running
    assert running.stop() == 0


def replaced(client: Client, table: str, other: int) -> bool:
    """Let a computer play for a seat, once it is absent."""
    try:
        return bool(wish(client, table, "replace", other=other)["done"])
    except Refused as problem:
        if problem.kind != "NotAbsent":
            raise
        return False


def test_a_kept_seat_is_still_somebodys(hasty: Running) -> None:
    """Who deletes all their data leaves the game to who was away; whose seat it was can, too."""
    anne, ben = hasty.client(), hasty.client()
    made = anne.make("pagoda", "me", "open")
    ben.join(made)
    table = made["id"]
    wait_for(lambda: replaced(anne, table, 1))
    anne.call("DELETE", "/api/me")
    seen = ben.look(table)
    assert (seen["returns"], seen["seats"][0]["name"]) == ([1], "")
    ben.post(f"/api/tables/{table}/seats/1/return")
    cleo, dora = hasty.client(), hasty.client()
    made = cleo.make("pagoda", "me", "open")
    dora.join(made)
    wait_for(lambda: replaced(cleo, made["id"], 1))
    dora.call("DELETE", "/api/me")
    kept = cleo.look(made["id"])["seats"][1]
    assert (kept["kind"], kept["stand_in"], kept["name"]) == ("computer", False, "")
    assert dora.look(made["id"])["returns"] == []


def test_a_computer_takes_over_and_hands_back(hasty: Running) -> None:
    """Over the wire: it moves in the place of who is away, who then sits there again."""
    anne, ben = hasty.client(), hasty.client()
    made = anne.make("summer_pavilion", "me", "open")
    ben.join(made)
    table = made["id"]
    seen = anne.look(table)
    assert seen["absent"] == 1.0
    assert seen["seats"][1]["seen"] is not None
    ending = next(o for o in seen["offers"] if o["effects"] == ["ends_turn"])
    ply = anne.move(table, seen["ply"], ending["words"])["ply"]

    wait_for(lambda: replaced(anne, table, 1))
    wait_for(lambda: (s := anne.look(table))["actor"] == 0 and s["ply"] > ply + 1)
    path = f"/api/tables/{table}/seats/1/return"
    assert refused(anne.post, path).kind == "NotSeated"
    assert ben.look(table)["returns"] == [1]
    ben.post(path)
    assert ben.look(table)["held"] == [1]
    assert refused(ben.post, path).kind == "NotSeated"


def test_readers_hear_of_it(tmp_path: Path) -> None:
    """A spectator and the one who may come back are told different things."""
    watch = Bent()

    async def scene(tables: Tables) -> None:
        table = await seat(tables)
        watch.pass_by(DAY)
        assert await ask(table, 0, "replace", other=1)
        feed = Feed(table)
        readers = [Reader(feed, device, None) for device in ("ben", None)]
        for reader in readers:
            feed.enter(reader)
        events = [reader.next() for reader in readers]
        assert b'"returns":[1]' in (events[0] or b"")
        assert b'"returns":[]' in (events[1] or b"")

    act(tmp_path, scene, watch)
