"""Bots: players by a token, marked wherever they sit, and never more than their owner allows."""

from __future__ import annotations

import json
import random
import secrets
import sqlite3
from typing import Any

import pytest

from tests.server.client import Client, Refused, play_out
from tests.server.conftest import Starter
from tests.server.running import Running
from tests.server.test_conflicts import refused
from tests.server.test_players import me, named

pytestmark = pytest.mark.once
FAST = {"options": {"length": "fast"}}


class Program(Client):
    """A program that shows a token with every call, and keeps no cookie."""

    def __init__(self, address: str, token: str) -> None:
        super().__init__(address)
        self.token = token

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Ask by the token."""
        found = super().call(method, path, body, authorization=f"Bearer {self.token}", **headers)
        assert not self.cookie  # whoever has a token needs none, and is given none
        return found


@pytest.fixture(params=["embedded", "postgresql"])
def house(request: pytest.FixtureRequest, starter: Starter) -> Running:
    """A server on each store."""
    on = "" if request.param == "embedded" else request.getfixturevalue("postgres")
    return starter(on)


def make_bot(owner: Client, name: str = "Dreamer") -> Any:
    """A bot of somebody."""
    return owner.post("/api/me/bots", {"name": name})


def bot_of(owner: Client, name: str = "Dreamer") -> Program:
    """The program of a new bot."""
    named(owner, name="Anne")
    return Program(owner.address, make_bot(owner, name)["token"])


def seek(client: Client, **more: Any) -> Any:
    """Look for company at a table of two."""
    wish = {"wish": secrets.token_hex(16), "game": "pagoda", "seats": 2} | more
    return client.post("/api/pairing", wish)["table"]


def test_a_bot_plays_with_the_same_calls(house: Running) -> None:
    """It makes tables, joins them and moves; everybody sees the mark, in lists as at the table."""
    anne, ben = house.client(), house.client()
    bot = bot_of(anne)
    told = me(bot)
    assert (told["name"], told["bot"], told["id"] != me(anne)["id"]) == ("Dreamer", True, True)
    made = bot.make("pagoda", "me", "open", public=True, open=True, **FAST)
    ben.post(f"/api/tables/{made['id']}/seats", {"name": "Ben"})
    for client in (bot, ben, house.client()):
        seats = client.look(made["id"])["seats"]
        assert [(seat["name"], seat["bot"]) for seat in seats] == [
            ("Dreamer", True),
            ("Ben", False),
        ]
    listed = next(one for one in ben.get("/api/tables") if one["id"] == made["id"])
    assert [seat["bot"] for seat in listed["seats"]] == [True, False]
    end = play_out({0: bot, 1: ben}, made["id"], random.Random(4))
    assert end["seats"][0]["bot"]
    assert me(bot)["results"][0]["played"] == 1
    assert me(anne)["results"] == []  # a bot's games are not its owner's
    again = ben.post(f"/api/tables/{made['id']}/rematch")["id"]
    assert sorted(seat["bot"] for seat in ben.look(again)["seats"]) == [False, True]


def test_a_bot_waits_in_the_lobby_with_its_mark(server: Running) -> None:
    """Whoever would sit down with it knows before."""
    bot = bot_of(server.client())
    made = bot.make("pagoda", "me", "open", open=True)
    found = next(t for t in server.client().get("/api/lobby")["tables"] if t["id"] == made["id"])
    assert found["seats"][0]["bot"]
    bot.post(f"/api/tables/{made['id']}/seats/0/leave", {"to": "open"})
    assert not server.client().look(made["id"])["seats"][0]["bot"]  # a free seat is nobody's


def test_bots_are_paired_with_those_who_ask_for_it(house: Running) -> None:
    """With people who said that a bot will do, and with each other; else nobody meets one."""
    bot, other, shy, open_minded = (
        bot_of(house.client()),
        bot_of(house.client(), "Looker"),
        house.client(),
        house.client(),
    )
    assert seek(bot) is None
    assert seek(shy, name="Ben") is None
    table = seek(open_minded, name="Cleo", bots=True)  # the bot has waited longer than the person
    assert {seat["name"] for seat in open_minded.look(table)["seats"]} == {"Dreamer", "Cleo"}
    assert seek(other) is None
    assert seek(bot) is not None


def test_a_token_is_shown_once_and_can_be_made_void(house: Running) -> None:
    """Only its hash is stored; another token takes its place, and the seats stay."""
    anne = house.client()
    named(anne, name="Anne")
    made = make_bot(anne)
    bot = Program(house.address, made["token"])
    table = bot.make("pagoda", "me", "computer:random")["id"]
    listed = anne.get("/api/me/bots")
    assert [one["name"] for one in listed] == ["Dreamer"]
    assert made["token"] not in json.dumps([listed, anne.get("/api/me/export")])
    again = anne.post(f"/api/me/bots/{made['bot']['mark']}/token")
    problem = refused(bot.get, "/api/me")
    assert (problem.status, problem.kind) == (401, "NoBot")
    fresh = Program(house.address, again["token"])
    assert fresh.look(table)["held"] == [0]
    assert anne.call("DELETE", f"/api/me/bots/{made['bot']['mark']}") == []
    assert refused(fresh.get, "/api/me").status == 401
    assert refused(anne.look, table).status == 404  # a game that was the bot's alone


def test_nothing_in_the_file_opens_a_bot(starter: Starter) -> None:
    """Whoever reads the database has no token of anybody."""
    house = starter()
    anne = house.client()
    named(anne, name="Anne")
    token = make_bot(anne)["token"]
    house.stop()
    with sqlite3.connect(house.data / "colonnade.db") as file:
        assert token not in "\n".join(file.iterdump())


def test_strangers_have_no_power_over_a_bot(server: Running) -> None:
    """They cannot list, renew or delete it, nor guess; a bot has no power over its owner."""
    anne, thief = server.client(), server.client()
    named(anne, name="Anne")
    named(thief, name="Thief")
    made = make_bot(anne)
    mark, bot = made["bot"]["mark"], Program(server.address, made["token"])
    assert thief.get("/api/me/bots") == []
    assert refused(thief.post, f"/api/me/bots/{mark}/token").kind == "UnknownBot"
    assert refused(thief.call, "DELETE", f"/api/me/bots/{mark}").kind == "UnknownBot"
    assert refused(thief.call, "DELETE", f"/api/me/devices/{mark}").status == 404
    assert refused(server.client().post, "/api/me/bots", {"name": "X"}).kind == "NoPlayer"
    for token in (made["token"][:-1], made["token"] + "A", "bot_", "bot_" + "A" * 43):
        assert refused(Program(server.address, token).get, "/api/me").status == 401
    for method, path in (
        ("POST", "/api/me/bots"),
        ("GET", "/api/me/bots"),
        ("POST", "/api/me/links"),
        ("POST", "/api/me/recovery"),
        ("POST", "/api/me/alone"),
        ("GET", "/api/me/devices"),
        ("GET", "/api/me/export"),
        ("DELETE", "/api/me"),
    ):
        problem = refused(bot.call, method, path, None if method == "GET" else {})
        assert (problem.status, problem.kind) == (403, "NotForBots"), path
    assert me(anne)["devices"] == 1


def test_a_bot_takes_no_seat_of_a_person(server: Running) -> None:
    """A personal link is for a person's devices: a bot would play there without its mark."""
    anne, ben = server.client(), server.client()
    table = ben.make("pagoda", "me", "computer:random")["id"]
    token = ben.post(f"/api/tables/{table}/seats/0/link")["token"]
    bot = bot_of(anne)
    problem = refused(bot.post, f"/api/tables/{table}/seats", {"token": token})
    assert problem.kind == "NoInvitation"
    assert ben.look(table)["seats"][0]["bot"] is False


def test_there_are_only_so_many(server: Running) -> None:
    """Eight of one player; the tokens of others' makers are left alone."""
    anne = server.client()
    named(anne, name="Anne")
    for number in range(8):
        make_bot(anne, f"Bot {number}")
    assert refused(make_bot, anne).kind == "ManyBots"
    passed_on = anne.get("/api/me", authorization="Bearer of-a-proxy")  # which adds its own
    assert passed_on["player"]["name"] == "Anne"


def test_bots_go_with_their_owner(house: Running) -> None:
    """They are exported with the player, come along to another, and are deleted with it."""
    anne, phone, ben = house.client(), house.client(), house.client()
    bot = bot_of(anne)
    table = bot.make("pagoda", "me", "open")
    ben.join(table, name="Ben")
    assert [one["name"] for one in anne.get("/api/me/export")["bots"]] == ["Dreamer"]
    named(phone, name="Anne's phone")
    token = phone.post("/api/me/links")["token"]
    anne.post("/api/me/devices", {"token": token, "bring": True})
    assert [one["name"] for one in phone.get("/api/me/bots")] == ["Dreamer"]
    assert me(bot)["name"] == "Dreamer"
    phone.call("DELETE", "/api/me")
    assert refused(bot.get, "/api/me").status == 401
    assert [seat["name"] for seat in ben.look(table["id"])["seats"]] == ["", "Ben"]
    assert ben.look(table["id"])["seats"][0]["kind"] == "computer"


def test_who_keeps_no_player_keeps_no_bots(server: Running) -> None:
    """They are the player's, and go with it."""
    anne = server.client()
    bot = bot_of(anne)
    anne.post("/api/me/alone", {"alone": True})
    assert refused(bot.get, "/api/me").status == 401


def test_a_wrong_token_costs_more_than_a_call(starter: Starter) -> None:
    """Whoever tries many is told to wait."""
    house = starter(rate=0.001, burst=50.0)
    guesser, told = Program(house.address, "bot_" + "x" * 43), []
    for _ in range(4):
        try:
            guesser.get("/api/me")
        except Refused as problem:
            told.append(problem.status)
    assert told == [401, 401, 429, 429]


def test_the_document_names_the_scheme(server: Running) -> None:
    """Generated clients know how to show a token, and that none is needed."""
    document = server.client().get("/api/docs/openapi.json")
    scheme = document["components"]["securitySchemes"]["bot"]
    assert (scheme["type"], scheme["scheme"]) == ("http", "bearer")
    assert {} in document["security"]
