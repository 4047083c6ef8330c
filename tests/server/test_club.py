"""The club of a house: the host's link, members, what is announced, a league to its end."""

from __future__ import annotations

import json
import os
import random
import threading
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import colonnade
from tests.server.client import Client, play_out
from tests.server.conftest import Starter
from tests.server.running import Running
from tests.server.test_conflicts import refused

pytestmark = pytest.mark.once

CLUB = "/api/club"
FAST = {"name": "Autumn", "game": "pagoda", "options": {"length": "fast"}}


def token_of(server: Running) -> str:
    """The token of the host's link, as who runs the server finds it."""
    return (server.data / "host.token").read_text()


def found(server: Running, name: str = "The Thursday Table") -> Client:
    """A host who has founded a club."""
    host = server.client()
    host.post(f"{CLUB}/members", {"token": token_of(server), "name": "Nora", "club": name})
    return host


def invited(host: Client, server: Running, *names: str) -> list[Client]:
    """Members who came by an invitation."""
    token = host.post(f"{CLUB}/invitations")["token"]
    members = []
    for name in names:
        members.append(server.client())
        members[-1].post(f"{CLUB}/members", {"token": token, "name": name})
    return members


def numbers(club: Any) -> dict[str, int]:
    """Who has which number in the newest league."""
    return {one["name"]: i for i, one in enumerate(club["leagues"][0]["entrants"])}


def league_of(members: list[Client], host: Client, **more: Any) -> str:
    """A league that has begun, with these members."""
    made = host.post(f"{CLUB}/leagues", FAST | more)
    league: str = made["leagues"][0]["id"]
    for member in members:
        member.post(f"{CLUB}/leagues/{league}/enter")
    host.post(f"{CLUB}/leagues/{league}/start")
    return league


def test_founding(starter: Starter) -> None:
    """Only the link in the data folder founds a club; who comes by it is a host."""
    server = starter()
    stranger, host = server.client(), server.client()
    assert refused(stranger.get, CLUB).kind == "NoClub"
    wrong = {"token": "x" * 32, "name": "Eve", "club": "Mine"}
    assert refused(stranger.post, f"{CLUB}/members", wrong).kind == "NoWayIn"
    assert refused(stranger.get, CLUB).kind == "NoClub"
    token = token_of(server)
    assert (server.data / "host.token").stat().st_mode & 0o777 == 0o600
    assert host.post(f"{CLUB}/look", {"token": token}) == {"host": True, "club": None, "by": ""}
    assert refused(host.post, f"{CLUB}/members", {"token": token}).kind == "NoClub"
    told = host.post(f"{CLUB}/members", {"token": token, "name": "Nora", "club": "Thursday"})
    assert (told["name"], told["host"], told["member"]) == ("Thursday", True, True)
    assert [one["name"] for one in told["members"]] == ["Nora"]
    # The link goes on working, also to make oneself a host again.
    again = server.client()
    assert again.post(f"{CLUB}/members", {"token": token, "name": "Mira"})["host"]
    assert again.get(CLUB)["name"] == "Thursday"
    assert server.stop() == 0
    assert token not in server.log()


def test_members(starter: Starter) -> None:
    """An invitation makes members; strangers see names, and not who is here or plays where."""
    server = starter()
    host = found(server)
    anne, ben = invited(host, server, "Anne", "Ben")
    told = anne.get(CLUB)
    assert {one["name"] for one in told["members"]} == {"Nora", "Anne", "Ben"}
    assert all(one["seen"] for one in told["members"])
    by = {one["name"]: one["invited_by"] for one in told["members"]}
    assert by == {"Nora": "", "Anne": "Nora", "Ben": "Nora"}
    stranger = server.client()
    seen = stranger.get(CLUB)
    assert {one["name"] for one in seen["members"]} == {"Nora", "Anne", "Ben"}
    assert not seen["member"]
    assert all(one["seen"] is None for one in seen["members"])
    # A new invitation makes the one before void; each member has one of their own.
    old = anne.post(f"{CLUB}/invitations")["token"]
    new = anne.post(f"{CLUB}/invitations")
    assert new["link"].endswith(f"/club#{new['token']}")
    assert refused(stranger.post, f"{CLUB}/look", {"token": old}).kind == "NoWayIn"
    way = stranger.post(f"{CLUB}/look", {"token": new["token"]})
    assert way == {"host": False, "club": "The Thursday Table", "by": "Anne"}
    # Who leaves, or is let go, is no member; their invitations are void.
    me = anne.get(CLUB)["you"]
    assert refused(ben.call, "DELETE", f"{CLUB}/members/{me}").kind == "NotHost"
    assert not anne.call("DELETE", f"{CLUB}/members/{me}")["member"]
    assert refused(stranger.post, f"{CLUB}/look", {"token": new["token"]}).kind == "NoWayIn"
    host.call("DELETE", f"{CLUB}/members/{ben.get(CLUB)['you']}")
    assert [one["name"] for one in host.get(CLUB)["members"]] == ["Nora"]


def test_hosts_alone(starter: Starter) -> None:
    """Every call for hosts is refused to members, and to strangers."""
    server = starter()
    host = found(server)
    (anne,) = invited(host, server, "Anne")
    me, stranger = anne.get(CLUB)["you"], server.client()
    made = anne.make("pagoda", "me", "computer:random")["id"]
    calls: list[tuple[str, str, Any]] = [
        ("POST", f"{CLUB}/name", {"name": "Mine"}),
        ("POST", f"{CLUB}/announcement", {"text": "Hear me"}),
        ("POST", f"{CLUB}/members/{me}/host", {"host": True}),
        ("GET", f"{CLUB}/server", None),
        ("POST", f"{CLUB}/copies", None),
        ("GET", f"{CLUB}/tables", None),
        ("POST", f"{CLUB}/tables/{made}/close", None),
        ("POST", f"{CLUB}/leagues", FAST),
    ]
    for method, path, body in calls:
        assert refused(anne.call, method, path, body).kind == "NotHost", path
        assert refused(stranger.call, method, path, body).kind == "NotMember", path
    assert anne.look(made)["result"] is None
    assert not (server.data / "copies").exists()
    host.post(f"{CLUB}/members/{me}/host", {"host": True})
    assert anne.post(f"{CLUB}/name", {"name": "Ours"})["name"] == "Ours"
    host.post(f"{CLUB}/members/{me}/host", {"host": False})
    assert refused(anne.post, f"{CLUB}/name", {"name": "Mine"}).kind == "NotHost"


def test_announcement(starter: Starter) -> None:
    """One at a time, told to all, with its host's name; bounded, and without signs that do harm."""
    server = starter()
    host = found(server)
    host.post(f"{CLUB}/announcement", {"text": " Thursday at eight.\nBring cake. "})
    said = server.client().get(CLUB)["announcement"]
    assert (said["text"], said["by"]) == ("Thursday at eight.\nBring cake.", "Nora")
    assert server.client().get("/api/lobby")["club"] == {
        "name": "The Thursday Table",
        "announcement": said["text"],
    }
    for bad in ("x" * 281, "a\x00b", "\x1b[31m"):
        assert refused(host.post, f"{CLUB}/announcement", {"text": bad}).status == 400
    assert host.post(f"{CLUB}/announcement", {"text": ""})["announcement"] is None


def test_a_league_to_its_end(starter: Starter) -> None:
    """Members enter, a host begins it, tables seat both on all devices; results make the table."""
    server = starter()
    host = found(server)
    anne, ben = invited(host, server, "Anne", "Ben")
    people = {"Nora": host, "Anne": anne, "Ben": ben}
    made = host.post(f"{CLUB}/leagues", FAST)
    league = made["leagues"][0]["id"]
    path = f"{CLUB}/leagues/{league}"
    for member in (host, anne):
        member.post(f"{path}/enter")
    assert refused(host.post, f"{path}/start").kind == "LeagueSize"  # two need no league
    pair = {"one": 0, "two": 1}
    assert refused(anne.post, f"{path}/games", pair).kind == "LeagueClosed"
    ben.post(f"{path}/enter")
    anne.post(f"{path}/withdraw")
    anne.post(f"{path}/enter")
    club = host.post(f"{path}/start")
    assert club["leagues"][0]["state"] == "running"
    assert refused(anne.post, f"{path}/withdraw").kind == "LeagueClosed"
    late = invited(host, server, "Late")[0]
    assert refused(late.post, f"{path}/enter").kind == "LeagueClosed"
    order = numbers(club)
    assert set(order) == set(people)
    # Those two or a host, nobody else; whoever asks second comes to the same table.
    game = {"one": order["Anne"], "two": order["Ben"]}
    assert refused(late.post, f"{path}/games", game).kind == "NotYourGame"
    table = anne.post(f"{path}/games", game)["table"]
    assert ben.post(f"{path}/games", {"one": game["two"], "two": game["one"]})["table"] == table
    seen = anne.look(table)
    assert sorted(seat["name"] for seat in seen["seats"]) == ["Anne", "Ben"]
    assert len(seen["held"]) == len(ben.look(table)["held"]) == 1
    assert table in [one["id"] for one in ben.get("/api/mine")]
    shown = server.client().get(CLUB)["leagues"][0]["games"]
    assert all(one["table"] is None for one in shown)  # strangers do not learn where
    rng, points = random.Random(5), dict.fromkeys(people, 0)
    for game in club["leagues"][0]["games"]:
        names = [name for name in people if order[name] in (game["one"], game["two"])]
        wish = {"one": game["one"], "two": game["two"]}
        table = people[names[0]].post(f"{path}/games", wish)["table"]
        seats = people[names[0]].look(table)["seats"]
        clients = {i: people[seat["name"]] for i, seat in enumerate(seats)}
        result = play_out(clients, table, rng)["result"]
        for seat in result["winners"]:
            points[seats[seat]["name"]] += 2 // len(result["winners"])
    final = anne.get(CLUB)["leagues"][0]
    assert final["state"] == "over"
    assert all(one["state"] == "over" for one in final["games"])
    assert {one["name"]: one["points"] for one in final["entrants"]} == points
    best = max(points.values())
    assert {one["name"] for one in final["entrants"] if one["rank"] == 1} <= {
        name for name in points if points[name] == best
    }


def test_results_outlive_tables_and_names(starter: Starter) -> None:
    """What a league counted stays when its table, or who played there, is deleted."""
    server = starter()
    host = found(server)
    anne, ben = invited(host, server, "Anne", "Ben")
    league = league_of([host, anne, ben], host)
    path = f"{CLUB}/leagues/{league}"
    order = numbers(host.get(CLUB))
    wish = {"one": order["Anne"], "two": order["Ben"]}
    table = anne.post(f"{path}/games", wish)["table"]
    anne.post(f"/api/tables/{table}/seats/{anne.look(table)['held'][0]}/resign")
    # One that is ended by a host counts for nobody, and can be played again.
    other = {"one": order["Nora"], "two": order["Ben"]}
    void = ben.post(f"{path}/games", other)["table"]
    listed = host.post(f"{CLUB}/tables/{void}/close")
    assert void not in [one["id"] for one in listed]
    assert ben.look(void)["result"]["ended"] == "abandon"
    assert ben.post(f"{path}/games", other)["table"] != void
    assert ben.call("DELETE", "/api/me")["kept"] >= 1
    told = host.get(CLUB)["leagues"][0]
    names = [one["name"] for one in told["entrants"]]
    assert sorted(names) == ["", "Anne", "Nora"]
    gone = names.index("")
    assert told["entrants"][gone]["player"] is None
    assert told["entrants"][gone]["points"] == 2
    assert refused(anne.post, f"{path}/games", wish).kind == "NoGame"
    assert {one["name"] for one in host.get(CLUB)["members"]} == {"Nora", "Anne"}
    assert host.post(f"{path}/end")["leagues"][0]["state"] == "over"
    assert host.call("DELETE", path)["leagues"] == []


def test_a_second_device_and_a_merge(starter: Starter) -> None:
    """A league's table is held on all devices; who becomes another player brings membership."""
    server = starter()
    host = found(server)
    anne, ben = invited(host, server, "Anne", "Ben")
    phone = server.client()
    link = anne.post("/api/me/links")
    phone.post("/api/me/devices", {"token": link["token"]})
    assert phone.get(CLUB)["member"]
    league_of([host, anne, ben], host)
    order = numbers(host.get(CLUB))
    league = host.get(CLUB)["leagues"][0]["id"]
    wish = {"one": order["Anne"], "two": order["Ben"]}
    table = ben.post(f"{CLUB}/leagues/{league}/games", wish)["table"]
    assert len(phone.look(table)["held"]) == 1
    # Ben's only device becomes one of somebody who was no member.
    other = server.client()
    other.make("pagoda", "me", "computer:random")
    link = other.post("/api/me/links")
    ben.post("/api/me/devices", {"token": link["token"], "bring": True})
    assert ben.get(CLUB)["member"]
    assert other.get(CLUB)["you"] == ben.get(CLUB)["you"]
    assert other.get(CLUB)["leagues"][0]["you"] == order["Ben"]


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_set_at_once_is_set_once(
    starter: Starter, store: str, request: pytest.FixtureRequest
) -> None:
    """Both set their table at the same moment, at two processes where there are two."""
    database = request.getfixturevalue("postgres") if store == "postgres" else ""
    server = starter(database)
    host = found(server)
    anne, ben = invited(host, server, "Anne", "Ben")
    if database:
        ben.move_to(starter(database).address)
    league = league_of([host, anne, ben], host)
    order = numbers(host.get(CLUB))
    wish = {"one": order["Anne"], "two": order["Ben"]}
    tables: list[str] = []

    def set_table(client: Client) -> None:
        tables.append(client.post(f"{CLUB}/leagues/{league}/games", wish)["table"])

    threads = [
        threading.Thread(target=set_table, args=(Client(one.address, one.cookie),))
        for one in (anne, ben, anne, ben)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(tables) == 4
    assert len(set(tables)) == 1


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
def test_back_up_now(
    starter: Starter, store: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """The copy lies in the data folder, for its owner's eyes, says how far it is, and is whole."""
    database = request.getfixturevalue("postgres") if store == "postgres" else ""
    server = starter(database)
    host = found(server)
    told = host.get(f"{CLUB}/server")
    assert told["copies"] == []
    assert "copy" in told["warnings"]
    host.post(f"{CLUB}/copies")
    lines = [json.loads(line) for line in host.raw.splitlines()]
    copy = lines[-1]["copy"]
    assert copy["bytes"] > 0
    assert all(line["copy"] is None for line in lines[:-1])
    path = server.data / "copies" / copy["name"]
    assert path.stat().st_mode & 0o777 == 0o600
    told = host.get(f"{CLUB}/server")
    assert [one["name"] for one in told["copies"]] == [copy["name"]]
    assert "copy" not in told["warnings"]
    assert told["disk"] > 0
    assert told["free"] > 0
    # A house made of it has the club, and its devices are known.
    done = colonnade("restore", str(path), "--data", str(tmp_path / "restored"))
    assert done.returncode == 0, done.stderr
    second = starter(name="restored")
    host.move_to(second.address)
    assert host.get(CLUB)["host"]


def test_only_so_many_copies(starter: Starter) -> None:
    """The oldest go; what else lies there stays."""
    server = starter()
    host = found(server)
    folder = server.data / "copies"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine")
    for number in range(20):
        old = folder / f"house-2020010{number // 10}-{number:06d}.colonnade"
        old.write_text("old")
        os.utime(old, (1e9 + number, 1e9 + number))
    host.post(f"{CLUB}/copies")
    kept = sorted(path.name for path in folder.iterdir())
    assert len(kept) == 15
    assert "notes.txt" in kept
    assert "house-20200101-000019.colonnade" in kept  # the newest of the old
    assert "house-20200100-000000.colonnade" not in kept


def test_how_the_server_is(starter: Starter) -> None:
    """Numbers that follow what happens."""
    server = starter()
    host = found(server)
    before = host.get(f"{CLUB}/server")
    table = host.make("pagoda", "me", "computer:random")["id"]
    seen = host.look(table)
    host.move(table, seen["ply"], seen["offers"][0]["words"])
    after = host.get(f"{CLUB}/server")
    assert after["tables"]["now"] == before["tables"]["now"] + 1
    assert after["playing"] == before["playing"] + 1
    assert after["moves"]["now"] > before["moves"]["now"]
    assert after["workers"] >= 1
    listed = host.get(f"{CLUB}/tables")
    assert [one["id"] for one in listed] == [table]
    assert set(listed[0]) == {"id", "game", "created", "last", "public", "seats"}
