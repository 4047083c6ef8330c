"""Whole games over HTTP: two devices, feeds, spectators, shared devices, computer players."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

from colonnade.contract import record as records
from colonnade.games import game, own_keys
from tests.cli.command import PATIENCE
from tests.server.client import Client, Refused, play_out
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for

pytestmark = pytest.mark.once
QUICK = {"pagoda": {"length": "fast"}, "seven_steps": {}, "summer_pavilion": {}}


def verified(client: Client, table: str) -> Any:
    """The record of a finished table, after checking it as a file."""
    text = client.get(f"/api/records/{table}/record.colonnade")
    loaded = records.read(text.encode())
    records.verify(game(loaded.record.game), loaded)
    return loaded.record


@pytest.mark.parametrize("key", own_keys())
def test_two_devices_play_a_whole_game(server: Running, key: str) -> None:
    """Every move comes by the feed to both, in order, and the record is true."""
    anne, ben, watcher = server.client(), server.client(), server.client()
    made = anne.make(key, "me", "open", options=QUICK[key])
    assert made["seats"] == [0]
    assert ben.join(made)["seat"] == 1
    table, rng, heard = made["id"], random.Random(1), []

    def listen() -> None:
        feed = watcher.feed(table)
        while True:
            news = feed.next()
            heard.append(news)
            if news["actor"] == -2:
                feed.close()
                return

    spectator = threading.Thread(target=listen)
    spectator.start()
    feeds = {0: anne.feed(table), 1: ben.feed(table)}
    clients = {0: anne, 1: ben}
    seen = {seat: feed.next() for seat, feed in feeds.items()}
    for news in seen.values():
        assert news["seat"] in (0, 1)
    while seen[0]["actor"] != -2:
        actor = seen[0]["actor"]
        while seen[actor]["ply"] < seen[0]["ply"]:
            seen[actor] = feeds[actor].next()
        offered = seen[actor]["offers"]
        assert seen[1 - actor]["offers"] is None or seen[1 - actor]["ply"] < seen[actor]["ply"]
        done = clients[actor].move(table, seen[actor]["ply"], rng.choice(offered)["words"])
        for seat, feed in feeds.items():
            while seen[seat]["ply"] < done["ply"]:
                before = seen[seat]["ply"]
                seen[seat] = feed.next()
                assert [told["ply"] for told in seen[seat]["moves"]] == list(
                    range(before, seen[seat]["ply"])
                )
    spectator.join(PATIENCE)
    assert not spectator.is_alive()
    assert heard[-1]["result"] == seen[0]["result"] == anne.look(table)["result"]
    assert all(news["seat"] is None and news["offers"] is None for news in heard)
    assert seen[0]["reveal"] is not None
    record = verified(watcher, table)
    assert record.winners == seen[0]["result"]["winners"]
    assert record.scores == seen[0]["result"]["scores"]
    for feed in feeds.values():
        feed.close()


def test_people_share_a_device(server: Running) -> None:
    """A shared device sees through the eyes of the seat on turn, and nobody's else."""
    device = server.client()
    made = device.make("pagoda", "me", "device", options={"length": "fast"})
    assert made["seats"] == [0, 1]
    eyes, rng = set(), random.Random(2)
    while (seen := device.look(made["id"]))["actor"] != -2:
        assert seen["seat"] == seen["actor"]
        hands = [player["hand"] for player in seen["view"]["players"]]
        assert hands[seen["seat"]] is not None
        assert hands[1 - seen["seat"]] is None
        eyes.add(seen["seat"])
        device.move(made["id"], seen["ply"], rng.choice(seen["offers"])["words"])
    assert eyes == {0, 1}
    verified(device, made["id"])


def test_a_shared_device_sees_no_hand_while_another_thinks(server: Running) -> None:
    """With two people here and one elsewhere, the others' time shows the table only."""
    device, guest = server.client(), server.client()
    made = device.make("seven_steps", "open", "me", "device")
    guest.join(made)
    assert guest.look(made["id"])["seat"] == 0
    assert device.look(made["id"])["seat"] is None
    assert device.look(made["id"])["held"] == [1, 2]


@pytest.mark.parametrize("key", own_keys())
def test_computer_players_answer(server: Running, key: str) -> None:
    """A person plays a whole game against computer players; all seats take part."""
    anne = server.client()
    kinds = ["me", "computer:random"]
    if 3 in game(key).seats:
        kinds.append("computer:greedy")
    made = anne.make(key, *kinds, options=QUICK[key])
    feed, rng, table = anne.feed(made["id"]), random.Random(3), made["id"]
    movers = set()
    while (news := feed.next())["actor"] != -2:
        movers |= {told["seat"] for told in news["moves"]}
        if news["actor"] == 0:
            anne.move(table, news["ply"], rng.choice(news["offers"])["words"])
    feed.close()
    assert movers >= set(range(len(kinds)))
    verified(anne, table)


def test_searching_levels_play(server: Running) -> None:
    """A named level with a small budget moves too."""
    anne = server.client()
    made = anne.make("pagoda", "computer:architect@4i", "me")
    seen = wait_for(lambda: (s := anne.look(made["id"]))["actor"] == 1 and s)
    assert any(told["seat"] == 0 for told in seen["moves"])


def test_start_rules(server: Running) -> None:
    """The first seat is the one chosen, or any."""
    anne = server.client()
    assert anne.make("pagoda", "me", "open", first=1)["seats"] == [1]
    found = {tuple(anne.make("pagoda", "me", "open", start="random")["seats"]) for _ in range(20)}
    assert found == {(0,), (1,)}


def test_lists(server: Running) -> None:
    """Public tables are listed for everybody, the others for those who sit there."""
    anne, ben = server.client(), server.client()
    public = anne.make("pagoda", "me", "open", public=True)["id"]
    hidden = anne.make("pagoda", "me", "open")["id"]
    listed = {line["id"] for line in ben.get("/api/tables")}
    assert public in listed
    assert hidden not in listed
    assert {line["id"] for line in anne.get("/api/mine")} == {public, hidden}
    assert ben.get("/api/mine") == []


def test_lists_say_how_tables_stand(starter: Starter) -> None:
    """Whose turn it is, and points or the end: in a line, also after a start of the server."""
    running = starter()
    anne, ben = running.client(), running.client()
    open_one = anne.make("pagoda", "me", "device", public=True)["id"]
    for _ in range(6):
        seen = anne.look(open_one)
        anne.move(open_one, seen["ply"], seen["offers"][-1]["words"])
    over = anne.make("pagoda", "me", "device", options={"length": "fast"}, public=True)["id"]
    ended = play_out({0: anne, 1: anne}, over, random.Random(4))["result"]
    given_up = anne.make("pagoda", "me", "device")["id"]
    anne.post(f"/api/tables/{given_up}/seats/1/resign")
    seen = anne.look(open_one)
    standing = {"actor": seen["actor"], "scores": seen["view"]["scores"], "result": None}
    for _ in range(2):
        mine = {line["id"]: line for line in anne.get("/api/mine")}
        assert {name: mine[open_one][name] for name in standing} == standing
        assert mine[over]["result"] == ended | {"breakdown": []}
        assert mine[over]["actor"] is None
        assert mine[over]["scores"] == []
        assert mine[given_up]["result"]["resigned"] == [1]
        assert b"hand" not in anne.raw
        public = {line["id"]: line for line in ben.get("/api/tables")}
        assert {name: public[open_one][name] for name in standing} == standing
        assert public[open_one]["held"] == []
        running.stop()
        running.start()


def test_lists_say_what_is_left(server: Running) -> None:
    """Of the turn's own time, once all sit; nothing where there is no clock, or no more game."""
    anne, ben = server.client(), server.client()
    free = anne.make("pagoda", "me", "device")["id"]
    made = anne.make("pagoda", "me", "open", clock={"days": 2})

    def line(table: str) -> Any:
        return next(one for one in anne.get("/api/mine") if one["id"] == table)

    assert (line(free)["turn"], line(free)["left"]) == (None, None)
    assert (line(made["id"])["turn"], line(made["id"])["left"]) == (2 * 86_400, None)
    ben.join(made)
    assert 86_400 < line(made["id"])["left"] <= 2 * 86_400
    anne.post(f"/api/tables/{made['id']}/seats/0/resign")
    assert line(made["id"])["left"] is None


def test_lists_say_where_others_wait(server: Running) -> None:
    """People who are not this device; a computer player minds no waiting."""
    anne, ben = server.client(), server.client()
    alone = anne.make("pagoda", "me", "computer:random", first=0)["id"]
    shared = anne.make("pagoda", "me", "device")["id"]
    made = anne.make("pagoda", "me", "open", first=0)

    def told(client: Client) -> dict[str, tuple[bool, bool]]:
        return {one["id"]: (one["company"], one["waits"]) for one in client.get("/api/mine")}

    assert told(anne) == dict.fromkeys((alone, shared, made["id"]), (False, False))
    ben.join(made)
    assert told(anne)[made["id"]] == (True, True)
    assert told(ben) == {made["id"]: (True, False)}
    anne.post(f"/api/tables/{made['id']}/seats/0/resign")
    assert told(anne)[made["id"]] == (True, False)


def test_records_go_up_and_come_back(server: Running) -> None:
    """An uploaded record is verified, kept and replayed; a false one is refused by its line."""
    anne = server.client()
    made = anne.make("summer_pavilion", "me", "device")
    with pytest.raises(Refused, match="TableOpen"):
        anne.get(f"/api/records/{made['id']}/record.colonnade")
    partial = anne.get(f"/api/tables/{made['id']}/record")
    assert partial["winners"] == []
    play_out({0: anne, 1: anne}, made["id"], random.Random(5))
    text = anne.get(f"/api/records/{made['id']}/record.colonnade")
    kept = server.client().post("/api/records", text.encode(), content_type="text/plain")
    found = anne.get(f"/api/records/{kept['id']}")
    assert len(found["moves"]) == kept["moves"]
    last = anne.get(f"/api/records/{kept['id']}/replay?at={kept['moves']}")
    assert last["actor"] == -2
    assert last["scores"] == found["scores"]
    assert anne.get(f"/api/records/{made['id']}/replay?at=3")["at"] == 3
    with pytest.raises(Refused, match="line 1") as refused:
        anne.post("/api/records", text.replace("colonnade record 1", "nothing").encode())
    assert refused.value.status == 400
