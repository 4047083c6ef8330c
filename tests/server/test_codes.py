"""Codes to say aloud: short-lived, few tries, never the table's name."""

from __future__ import annotations

import json

import pytest
from sqlalchemy import create_engine, select, update

from colonnade.server import words
from colonnade.server.codes import TRIES, read_code
from colonnade.server.schema import CODES
from tests.server.client import Client
from tests.server.conftest import Starter
from tests.server.running import Running
from tests.server.test_conflicts import refused

pytestmark = pytest.mark.once


def test_what_was_said_is_read_kindly() -> None:
    """Capitals, accents, commas and endings do not matter, nor the language; the number does."""
    first, second = words.write([7, 300], "en")
    meant = [7, 300, 42]
    assert read_code(f"{first} {second} 42") == meant
    assert read_code(f"  {first.upper()}-{second[:4]}, 42!") == meant
    assert read_code(" ".join([*words.write([7, 300], "fr"), "42"])) == meant
    assert read_code(f"{first} {second} 24") == [7, 300, 24]
    for nonsense in ("", "42", first, f"{first} 42", f"{first} {second}", f"{first} qqqq 42"):
        assert read_code(nonsense) is None


def come(client: Client, code: str) -> object:
    """Come in by a code."""
    return client.post("/api/codes", {"code": code, "name": "Ben"})


def test_a_code_brings_people_to_free_seats(server: Running) -> None:
    """As many as there are seats; who comes twice sits once; each in their own language."""
    anne, ben, carl, eve = (server.client() for _ in range(4))
    made = anne.make("seven_steps", "me", "open", "open", spectators=False)
    path = f"/api/tables/{made['id']}/code"
    assert refused(ben.post, path).kind == "NotSeated"
    french = anne.post(path, accept_language="fr")["code"]
    assert all(word in words.lists()["fr"] for word in french.split()[:-1])
    told = anne.post(path)
    assert refused(come, eve, french).kind == "NoCode"  # the one before is void
    assert all(word in words.lists()["en"] for word in told["code"].split()[:-1])
    assert made["id"] not in json.dumps(told)
    came = come(ben, told["code"].upper())
    assert came == come(ben, told["code"]) == {"table": made["id"], "seat": 1}
    assert come(carl, told["code"])["seat"] == 2  # type: ignore[index]
    assert refused(come, eve, told["code"]).kind == "NoSeat"
    assert refused(anne.post, path).kind == "NoSeat"
    assert ben.look(made["id"])["seats"][1]["name"] == "Ben"


def test_a_code_runs_out(starter: Starter) -> None:
    """After its minutes it opens nothing; what is stored of it cannot be said."""
    server = starter()
    anne, ben = server.client(), server.client()
    made = anne.make("pagoda", "me", "open")
    code = anne.post(f"/api/tables/{made['id']}/code")["code"]
    engine = create_engine(f"sqlite:///{server.data / 'colonnade.db'}")
    with engine.begin() as connection:
        row = connection.execute(select(CODES)).one()
        assert not any(word in str(row) for word in code.split()[:-1])
        connection.execute(update(CODES).values(until=row.until - 601))
    engine.dispose()
    assert refused(come, ben, code).kind == "NoCode"


def test_wrong_numbers_use_a_code_up(starter: Starter) -> None:
    """Who heard the words alone cannot try all numbers, from however many addresses."""
    server = starter()
    anne, ben = server.client(), server.client()
    made = anne.make("pagoda", "me", "open")
    code = anne.post(f"/api/tables/{made['id']}/code")["code"]
    *said, number = code.split()
    others = [n for n in range(10, 100) if str(n) != number]
    for wrong in others[:TRIES]:
        assert refused(come, ben, " ".join([*said, str(wrong)])).kind == "NoCode"
    assert refused(come, ben, code).kind == "NoCode"


def test_an_address_has_few_tries(starter: Starter) -> None:
    """Then even the right code is not looked at; what is no code costs no try."""
    server = starter(attempts=6)
    anne, ben = server.client(), server.client()
    made = anne.make("pagoda", "me", "open")
    code = anne.post(f"/api/tables/{made['id']}/code")["code"]
    others = words.write([1, 2], "en")
    for nonsense in ("heron", "42", "one two three", "a b c 42"):
        assert refused(come, ben, nonsense).kind == "NoCode"
    for number in range(10, 16):
        assert refused(come, ben, " ".join([*others, str(number)])).kind == "NoCode"
    found = refused(come, ben, code)
    assert found.kind == "TooMany"
    assert 0 < int(found.headers["retry-after"]) <= 61
    assert anne.look(made["id"])["seats"][1]["kind"] == "open"
