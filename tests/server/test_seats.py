"""Seats: links to other devices, leaving, handing over, resigning among more, playing again."""

from __future__ import annotations

import random

import pytest

from tests.server.client import Refused, play_out
from tests.server.running import Running, wait_for
from tests.server.test_conflicts import refused, seated

pytestmark = pytest.mark.once


def test_an_invitation_is_good_once(server: Running) -> None:
    """The second who follows a link finds the seat taken; a fresh link needs a free seat."""
    anne, ben, carl = server.client(), server.client(), server.client()
    made = anne.make("pagoda", "me", "open")
    table = made["id"]
    fresh = anne.post(f"/api/tables/{table}/seats/1/invitation")
    assert refused(ben.join, made).kind == "NoInvitation"
    assert fresh["link"].endswith(f"/table/{table}#{fresh['token']}")
    assert ben.join({"id": table, "invitations": [fresh]})["seat"] == 1
    assert refused(carl.join, {"id": table, "invitations": [fresh]}).kind == "NoInvitation"
    assert refused(anne.post, f"/api/tables/{table}/seats/1/invitation").kind == "SeatTaken"
    assert refused(carl.post, f"/api/tables/{table}/seats/1/invitation").kind == "NotSeated"
    assert refused(anne.post, f"/api/tables/{table}/seats/7/invitation").kind == "SeatTaken"


def test_a_personal_link_brings_another_device(server: Running) -> None:
    """The same seat, the same view, on a second device; the link is good once."""
    anne, _, table = seated(server)
    phone, thief = server.client(), server.client()
    link = anne.post(f"/api/tables/{table}/seats/0/link")
    phone.post(f"/api/tables/{table}/seats", {"token": link["token"]})
    assert phone.look(table)["view"] == anne.look(table)["view"]
    assert phone.look(table)["seat"] == 0
    seen = phone.look(table)
    phone.move(table, seen["ply"], seen["offers"][0]["words"])
    body = {"token": link["token"]}
    assert refused(thief.post, f"/api/tables/{table}/seats", body).kind == "NoInvitation"
    assert refused(thief.post, f"/api/tables/{table}/seats/0/link").kind == "NotSeated"


def test_a_seat_is_left_to_a_computer(server: Running) -> None:
    """The game goes on with a computer player; who left only watches."""
    anne, ben, table = seated(server)
    anne.post(f"/api/tables/{table}/seats/0/leave", {"to": "computer", "level": "random"})
    wait_for(lambda: ben.look(table)["actor"] == 1)
    assert anne.look(table)["seat"] is None
    seats = ben.look(table)["seats"]
    assert (seats[0]["kind"], seats[0]["level"]) == ("computer", "random")


def test_a_free_seat_is_filled_by_a_computer(server: Running) -> None:
    """Whoever sits at the table may; the invitation is void, and a taken seat stays taken."""
    anne, ben = server.client(), server.client()
    made = anne.make("pagoda", "me", "open")
    path = f"/api/tables/{made['id']}/seats/{{}}/computer"
    assert refused(ben.post, path.format(1), {"level": "random"}).kind == "NotSeated"
    anne.post(path.format(1), {"level": "random"})
    seat = anne.look(made["id"])["seats"][1]
    assert (seat["kind"], seat["level"]) == ("computer", "random")
    assert refused(ben.join, made).kind == "NoInvitation"
    for taken in (0, 1, 7):
        assert refused(anne.post, path.format(taken), {}).kind == "SeatTaken"


def test_a_seat_is_left_to_somebody_new(server: Running) -> None:
    """A fresh invitation hands over the seat, its hand and its turn."""
    anne, ben, table = seated(server)
    hand = anne.look(table)["view"]["players"][0]["hand"]
    left = anne.post(f"/api/tables/{table}/seats/0/leave", {"to": "open"})
    assert ben.look(table)["seats"][0]["kind"] == "open"
    assert refused(anne.move, table, anne.look(table)["ply"], "end").kind == "NotSeated"
    carl = server.client()
    assert carl.join({"id": table, "invitations": [left["invitation"]]})["seat"] == 0
    assert carl.look(table)["view"]["players"][0]["hand"] == hand
    assert refused(ben.post, f"/api/tables/{table}/seats/0/leave", {"to": "open"}).status == 403


def test_among_three_a_computer_replaces_who_resigns(server: Running) -> None:
    """The game goes on to its end and has its usual result."""
    anne, ben = server.client(), server.client()
    made = anne.make("summer_pavilion", "me", "device", "open")
    ben.join(made)
    table = made["id"]
    ben.post(f"/api/tables/{table}/seats/2/resign")
    seats = anne.look(table)["seats"]
    assert seats[2]["resigned"]
    assert seats[2]["kind"] == "computer"
    seen = anne.look(table)
    assert seen["actor"] == 0
    for _ in range(2):
        seen = anne.look(table)
        anne.move(table, seen["ply"], seen["offers"][0]["words"])
    wait_for(lambda: (s := anne.look(table))["ply"] > seen["ply"] + 1 and s["actor"] == 0)


def test_rematch(server: Running) -> None:
    """Asked by both, made once, with the seats moved on and everybody still there."""
    anne, ben, table = seated(server)
    assert refused(anne.post, f"/api/tables/{table}/rematch").kind == "TableOpen"
    feed = ben.feed(table)
    feed.next()
    anne.post(f"/api/tables/{table}/seats/0/resign")
    first = anne.post(f"/api/tables/{table}/rematch")
    second = ben.post(f"/api/tables/{table}/rematch")
    assert first["id"] == second["id"] != table
    assert (first["seats"], second["seats"]) == ([1], [0])
    assert ben.look(first["id"])["actor"] == 0
    assert refused(server.client().post, f"/api/tables/{table}/rematch").kind == "NotSeated"
    while feed.next()["rematch"] != first["id"]:
        pass
    feed.close()
    play_out({0: ben, 1: anne}, first["id"], random.Random(8))


def test_a_device_comes_back_at_once(server: Running) -> None:
    """The cookie alone is enough; a false one is nobody's."""
    anne, _, table = seated(server)
    again = server.client()
    again.cookie = anne.cookie
    assert again.look(table)["seat"] == 0
    # Not the very last letter: some of its bits mean nothing, so another one may be as true.
    at = len(anne.cookie) - 10
    other = "A" if anne.cookie[at] != "A" else "B"
    again.cookie = anne.cookie[:at] + other + anne.cookie[at + 1 :]
    assert again.look(table)["seat"] is None
    with pytest.raises(Refused, match="NotSeated"):
        again.move(table, 4, "end")
