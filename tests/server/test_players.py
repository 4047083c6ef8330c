"""Players: made with the first game, on several devices, left, exported and deleted."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from colonnade.contract import record as records
from colonnade.games import game
from tests.server.client import Client, play_out
from tests.server.conftest import Starter
from tests.server.running import Running
from tests.server.test_conflicts import refused

pytestmark = pytest.mark.once
PHONE = "Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36"


@pytest.fixture(params=["embedded", "postgresql"])
def house(request: pytest.FixtureRequest, starter: Starter) -> Running:
    """A server on each store."""
    on = "" if request.param == "embedded" else request.getfixturevalue("postgres")
    return starter(on)


def me(client: Client) -> Any:
    """The player of a device."""
    return client.get("/api/me")["player"]


def add(owner: Client, device: Client, **more: Any) -> Any:
    """Bring a device to the player of another by a link."""
    token = owner.post("/api/me/links")["token"]
    return device.post("/api/me/devices", {"token": token} | more)


def named(client: Client, **values: str) -> Any:
    """Give one's player a name, or more."""
    return client.call("PATCH", "/api/me", values)["player"]


def test_a_player_comes_with_the_first_game(server: Running) -> None:
    """Nobody before it; then one with the name of the seat, a color and the reader's language."""
    anne, ben = server.client(), server.client()
    assert anne.get("/api/me") == {"player": None, "alone": False}
    assert not anne.cookie
    seats = [{"kind": "me", "name": "Anne"}, {"kind": "open"}]
    body = {"game": "pagoda", "seats": seats}
    made = anne.post("/api/tables", body, accept_language="fr")
    ben.join(made, name="Ben")
    one, other = me(anne), me(ben)
    assert (one["name"], one["lang"], one["devices"]) == ("Anne", "fr", 1)
    assert (other["name"], other["lang"]) == ("Ben", "en")
    assert one["id"] != other["id"]
    assert one["results"] == []
    again = anne.make("pagoda", "me", "computer:random")
    assert anne.look(again["id"])["seats"][0]["name"] == "Anne"  # as one is called by now
    assert me(anne)["id"] == one["id"]


def test_a_refused_game_makes_no_player(server: Running) -> None:
    """What was not made leaves nothing behind."""
    anne = server.client()
    assert refused(anne.make, "pagoda", "computer:random", "computer:random").status == 400
    assert me(anne) is None


def test_a_name_makes_a_player_too(server: Running) -> None:
    """Whoever says a name is somebody; what is not said stays."""
    anne = server.client()
    found = named(anne, name="  Anne \u200b B. ", color="yellow")
    assert (found["name"], found["color"]) == ("Anne B.", "yellow")
    assert named(anne, lang="fr")["name"] == "Anne B."
    for wrong in ({"color": "pink"}, {"lang": "de"}, {"id": "x"}, {"name": "x" * 41}):
        assert refused(anne.call, "PATCH", "/api/me", wrong).status == 400


def test_results_are_counted(house: Running) -> None:
    """By game and seats; a guest's seat on the same device is nobody's result."""
    anne, ben = house.client(), house.client()
    made = anne.make("pagoda", "me", "open", options={"length": "fast"})
    ben.join(made)
    play_out({0: anne, 1: ben}, made["id"], random.Random(3))
    lost = anne.make("pagoda", "me", "device")["id"]
    anne.post(f"/api/tables/{lost}/seats/0/resign")
    third = anne.make("seven_steps", "me", "device", "computer:random")["id"]
    anne.post(f"/api/tables/{third}/seats/1/resign")
    anne.post(f"/api/tables/{third}/seats/0/resign")
    won = anne.look(made["id"])["result"]["winners"]
    found = me(anne)["results"]
    assert found[0] == {"game": "pagoda", "seats": 2, "played": 2, "won": int(0 in won)}
    assert me(ben)["results"] == [{"game": "pagoda", "seats": 2, "played": 1, "won": int(1 in won)}]


def test_a_device_is_added_by_a_link(house: Running) -> None:
    """It has the player, all seats and all that follows; the link is good once."""
    anne, phone, thief = (house.client() for _ in range(3))
    table = anne.make("pagoda", "me", "computer:random")["id"]
    made = anne.post("/api/me/links")
    assert made["link"] == f"{house.address}/me#{made['token']}"
    assert phone.post("/api/me/links/look", {"token": made["token"]})["kind"] == "link"
    told = phone.post("/api/me/devices", {"token": made["token"]}, user_agent=PHONE)
    assert told["player"]["id"] == me(anne)["id"]
    assert told["player"]["devices"] == 2
    assert phone.look(table)["held"] == anne.look(table)["held"] == [0]
    assert phone.look(table)["view"] == anne.look(table)["view"]
    assert [one["id"] for one in phone.get("/api/mine")] == [table]
    assert refused(thief.post, "/api/me/devices", {"token": made["token"]}).kind == "NoWayIn"
    later = phone.make("pagoda", "me", "computer:random")["id"]
    assert anne.look(later)["held"] == [0]
    devices = anne.get("/api/me/devices")
    assert {(one["kind"], one["browser"], one["here"]) for one in devices} == {
        ("program", "", True),
        ("phone", "Chrome", False),
    }


def test_a_device_is_added_by_four_words(house: Running) -> None:
    """In whichever language they were written, typed as one likes; good once."""
    for lang in ("en", "fr"):
        anne, phone, thief = (house.client() for _ in range(3))
        named(anne, name="Anne", lang=lang)
        words = anne.post("/api/me/links")["words"]
        assert len(words) == 4
        typed = {"words": " ".join(word.upper() for word in words)}
        seen = phone.post("/api/me/links/look", typed)
        assert (seen["name"], seen["kind"]) == ("Anne", "link")
        assert phone.post("/api/me/devices", typed)["player"]["id"] == me(anne)["id"]
        assert refused(thief.post, "/api/me/devices", typed).kind == "NoWayIn"


def test_a_removed_device_holds_nothing(house: Running) -> None:
    """At once: its feed, its views, its moves; it may begin anew as somebody else."""
    anne, phone = house.client(), house.client()
    table = anne.make("pagoda", "me", "computer:random")["id"]
    add(anne, phone)
    feed = phone.feed(table)
    assert feed.next()["held"] == [0]
    mark = next(one["mark"] for one in anne.get("/api/me/devices") if not one["here"])
    left = anne.call("DELETE", f"/api/me/devices/{mark}")
    assert [one["here"] for one in left] == [True]
    assert phone.look(table)["held"] == []
    assert feed.next()["held"] == []
    feed.close()
    assert me(phone) is None
    assert phone.get("/api/me/devices") == phone.get("/api/mine") == []
    seen = anne.look(table)
    words = seen["offers"][0]["words"]
    assert refused(phone.move, table, seen["ply"], words).kind == "NotSeated"
    for call in ("/api/me/links", "/api/me/recovery"):
        assert refused(phone.post, call).kind == "NoPlayer"
    named(phone, name="Somebody")
    assert me(phone)["id"] != me(anne)["id"]
    assert refused(anne.call, "DELETE", f"/api/me/devices/{mark}").kind == "NoDevice"


def test_the_last_device_stays(server: Running) -> None:
    """Who has one device cannot remove it; a device may remove itself if there are others."""
    anne, phone = server.client(), server.client()
    anne.make("pagoda", "me", "computer:random")
    own = anne.get("/api/me/devices")[0]["mark"]
    assert refused(anne.call, "DELETE", f"/api/me/devices/{own}").kind == "LastDevice"
    add(anne, phone)
    assert anne.call("DELETE", f"/api/me/devices/{own}") == []
    assert me(anne) is None
    assert len(phone.get("/api/me/devices")) == 1


def test_devices_have_names(server: Running) -> None:
    """Those that their owner gives them; nobody names another's."""
    anne, carl = server.client(), server.client()
    named(anne, name="Anne")
    named(carl, name="Carl")
    mark = anne.get("/api/me/devices")[0]["mark"]
    path = f"/api/me/devices/{mark}"
    assert anne.call("PATCH", path, {"name": "the study"})[0]["name"] == "the study"
    assert refused(carl.call, "PATCH", path, {"name": "mine"}).kind == "NoDevice"
    assert refused(carl.call, "DELETE", path).kind == "NoDevice"
    assert refused(server.client().call, "DELETE", path).kind == "NoPlayer"


def test_own_games_come_along_if_one_says_so(house: Running) -> None:
    """A device with a player of its own is asked; then both are one, with all games and lessons."""
    anne, phone = house.client(), house.client()
    mine = anne.make("pagoda", "me", "computer:random")["id"]
    other = phone.make("pagoda", "me", "computer:random")["id"]
    anne.post("/api/me/lessons", {"done": {"pagoda": ["columns"]}})
    phone.post("/api/me/lessons", {"done": {"pagoda": ["columns", "floors"]}})
    made = anne.post("/api/me/links")
    problem = refused(phone.post, "/api/me/devices", {"token": made["token"]})
    assert (problem.kind, problem.body["fields"]["count"]) == ("BringGames", 1)
    phone.post("/api/me/devices", {"token": made["token"], "bring": True})
    for client in (anne, phone):
        assert {one["id"] for one in client.get("/api/mine")} == {mine, other}
        assert client.look(other)["held"] == [0]
    assert me(anne) == me(phone)
    assert refused(add, anne, phone).kind == "AlreadyYours"


def test_a_device_of_several_leaves_its_seats(server: Running) -> None:
    """Who goes from one player to another takes nothing that other devices still have."""
    anne, phone, carl = (server.client() for _ in range(3))
    table = anne.make("pagoda", "me", "computer:random")["id"]
    add(anne, phone)
    named(carl, name="Carl")
    add(carl, phone)
    assert me(phone)["id"] == me(carl)["id"]
    assert phone.look(table)["held"] == []
    assert anne.look(table)["held"] == [0]
    assert me(anne)["devices"] == 1


def test_recovery_words_bring_a_player_back(house: Running) -> None:
    """Twelve printed words, good once; slips are told; older papers are void."""
    anne, new, thief = (house.client() for _ in range(3))
    table = anne.make("pagoda", "me", "computer:random")["id"]
    assert me(anne)["printed"] is None
    old = anne.post("/api/me/recovery")["words"]
    words = anne.post("/api/me/recovery")["words"]
    assert (len(words), me(anne)["printed"] is not None) == (12, True)

    def enter(client: Client, typed: list[str]) -> Any:
        return client.post("/api/me/devices", {"words": " ".join(typed)})

    assert refused(enter, new, old).kind == "NoWayIn"
    slip = refused(enter, new, [*words[:4], old[4] if old[4] != words[4] else "moss", *words[5:]])
    assert (slip.kind, slip.body["fields"]["number"]) == ("WrongWord", 5)
    assert slip.body["fields"]["likely"] == words[4]
    assert new.post("/api/me/links/look", {"words": " ".join(words)})["kind"] == "recovery"
    assert enter(new, words)["player"]["printed"] is None
    assert new.look(table)["held"] == [0]
    assert refused(enter, thief, words).kind == "NoWayIn"
    anne.call("DELETE", "/api/me/recovery")


def test_lessons_are_a_union(server: Running) -> None:
    """What was done on any device is done; what nobody teaches is left out."""
    anne, phone = server.client(), server.client()
    assert refused(anne.post, "/api/me/lessons", {"done": {}}).kind == "NoPlayer"
    named(anne, name="Anne")
    add(anne, phone)
    anne.post("/api/me/lessons", {"done": {"pagoda": ["columns"]}})
    told = phone.post(
        "/api/me/lessons", {"done": {"pagoda": ["floors", "nothing"], "chess": ["a"]}}
    )
    assert sorted(told["player"]["lessons"]["pagoda"]) == ["columns", "floors"]
    assert me(anne)["lessons"] == told["player"]["lessons"]


def test_this_device_only(house: Running) -> None:
    """Nothing is kept but the cookie; seats stay, and new ones make no player; and back again."""
    anne = house.client()
    table = anne.make("pagoda", "me", "computer:random")["id"]
    known = me(anne)["id"]
    assert anne.post("/api/me/alone", {"alone": True}) == {"player": None, "alone": True}
    assert anne.look(table)["held"] == [0]
    later = anne.make("pagoda", "me", "computer:random")["id"]
    assert anne.get("/api/me") == {"player": None, "alone": True}
    seen = anne.look(later)
    anne.move(later, seen["ply"], seen["offers"][0]["words"])
    assert {one["id"] for one in anne.get("/api/mine")} == {table, later}
    found = anne.post("/api/me/alone", {"alone": False})
    assert found["player"]["id"] != known
    phone = house.client()
    add(anne, phone)
    assert phone.look(table)["held"] == phone.look(later)["held"] == [0]
    assert refused(anne.post, "/api/me/alone", {"alone": True}).kind == "OtherDevices"


def test_everything_is_exported(house: Running) -> None:
    """Player, devices, games and uploads; records of finished games are true, others are veiled."""
    anne, ben = house.client(), house.client()
    made = anne.make("pagoda", "me", "open", options={"length": "fast"})
    ben.join(made)
    play_out({0: anne, 1: ben}, made["id"], random.Random(5))
    running = anne.make("pagoda", "me", "computer:random")["id"]
    whole = anne.get(f"/api/tables/{made['id']}/record")
    anne.post("/api/records", anne.get(f"/api/records/{made['id']}/record.colonnade").encode())
    found = anne.get("/api/me/export")
    assert found["player"]["id"] == me(anne)["id"]
    assert [one["here"] for one in found["devices"]] == [True]
    games = {one["table"]: one for one in found["games"]}
    assert set(games) == {made["id"], running}
    assert games[made["id"]]["record"] == whole
    records.verify(game("pagoda"), records.read(json.dumps(games[made["id"]]["record"]).encode()))
    assert games[running]["record"] == anne.get(f"/api/tables/{running}/record")
    assert len(found["uploads"]) == 1
    anne.get("/api/me/export")
    assert re.split("[=:]", anne.cookie)[1].encode() not in anne.raw  # no device's id


def test_everything_is_deleted(house: Running) -> None:
    """Games alone go; games with others stay without the name, and a computer player goes on."""
    anne, phone, ben = (house.client() for _ in range(3))
    named(anne, name="Anne")
    add(anne, phone)
    alone = anne.make("pagoda", "me", "computer:random")["id"]
    waits = anne.make("pagoda", "me", "open")["id"]
    made = anne.make("pagoda", "me", "open", options={"length": "fast"})
    ben.join(made, name="Ben")
    play_out({0: anne, 1: ben}, made["id"], random.Random(5))
    going = anne.make("pagoda", "me", "open")
    ben.join(going, name="Ben")
    feed = ben.feed(going["id"])
    feed.next()
    told = anne.call("DELETE", "/api/me")
    assert told == {"deleted": 2, "kept": 2}
    assert "Max-Age=0" in anne.set_cookie
    while (seen := feed.next())["seats"][0]["kind"] != "computer":
        pass
    feed.close()
    for client in (phone, ben):
        assert refused(client.look, alone).kind == "NoTable"
        assert refused(client.look, waits).kind == "NoTable"
    assert seen["seats"][0]["name"] == ""
    ended = ben.look(made["id"])
    assert [seat["name"] for seat in ended["seats"]] == ["", "Ben"]
    assert ended["result"]["winners"]
    assert me(phone) is None
    assert phone.get("/api/mine") == []
    assert len(me(ben)["results"]) == 1
    assert refused(house.client().call, "DELETE", "/api/me").kind == "NoPlayer"


def test_a_rematch_keeps_players(server: Running) -> None:
    """The same people again, on all their devices."""
    anne, phone, ben = (server.client() for _ in range(3))
    made = anne.make("pagoda", "me", "open")
    ben.join(made)
    anne.post(f"/api/tables/{made['id']}/seats/0/resign")
    add(anne, phone)
    again = ben.post(f"/api/tables/{made['id']}/rematch")["id"]
    assert phone.look(again)["held"] == anne.look(again)["held"] == [1]
    assert ben.look(again)["held"] == [0]


def test_personal_links_still_bring_devices(server: Running) -> None:
    """To one seat alone: the player stays with its own devices."""
    anne, friend = server.client(), server.client()
    table = anne.make("pagoda", "me", "computer:random")["id"]
    link = anne.post(f"/api/tables/{table}/seats/0/link")
    friend.post(f"/api/tables/{table}/seats", {"token": link["token"]})
    assert friend.look(table)["held"] == [0]
    assert me(friend) is None
    assert me(anne)["devices"] == 1
