"""An old house goes on: games and cookies of commit 36f1f6e, on both stores, after the upgrade.

`old/36f1f6e.sql` is the database that the server of that commit left, and the `.json` beside it
what its devices had: their cookies, the key that signed them, and what they saw.
"""

from __future__ import annotations

import json
import random
import sqlite3
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import MetaData, create_engine, insert

from tests.server.client import Client, play_out
from tests.server.conftest import Starter
from tests.server.running import Running

pytestmark = pytest.mark.once
OLD = Path(__file__).parent / "old"
KNOWN: dict[str, Any] = json.loads((OLD / "36f1f6e.json").read_text(encoding="utf-8"))
TABLES: dict[str, str] = KNOWN["tables"]
NAMES = ("tables", "seats", "holders", "moves", "proposals", "uploads")  # as their keys demand


def old_rows(path: Path) -> None:
    """The old database as the file that it was."""
    with sqlite3.connect(path) as database:
        database.executescript((OLD / "36f1f6e.sql").read_text(encoding="utf-8"))
    database.close()


def old_postgres(path: Path, address: str) -> None:
    """The same rows in PostgreSQL, by the step that made its schema then."""
    engine = create_engine(address.replace("postgresql:", "postgresql+psycopg:"))
    config = Config()
    config.set_main_option("script_location", str(files("colonnade.server") / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    source = create_engine(f"sqlite:///{path}")
    known = MetaData()
    known.reflect(engine)
    with source.connect() as old, engine.begin() as new:
        for name in NAMES:
            found = old.exec_driver_sql(f"SELECT * FROM {name}").mappings().all()
            flags = [c.name for c in known.tables[name].c if str(c.type) == "BOOLEAN"]
            rows = [{**row, **{flag: bool(row[flag]) for flag in flags}} for row in found]
            if rows:
                new.execute(insert(known.tables[name]), rows)
    source.dispose()
    engine.dispose()


@pytest.fixture(params=["embedded", "postgresql"])
def house(request: pytest.FixtureRequest, starter: Starter, tmp_path: Path) -> Running:
    """The server of today on the database of then."""
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    key = data / "signing.key"
    key.touch(0o600)
    key.write_bytes(bytes.fromhex(KNOWN["key"]))
    old_rows(data / "colonnade.db")
    if request.param == "embedded":
        return starter()
    address: str = request.getfixturevalue("postgres")
    old_postgres(data / "colonnade.db", address)
    return starter(address)


def device(house: Running, name: str) -> Client:
    """A device with the cookie that it had."""
    return Client(house.address, KNOWN["cookies"][name])


def test_cookies_and_seats_go_on(house: Running) -> None:
    """Each device holds what it held; running games are played to their end."""
    devices = {name: device(house, name) for name in KNOWN["cookies"]}
    for name, client in devices.items():
        for table, held in KNOWN["held"].items():
            assert client.look(TABLES[table])["held"] == held[name], (name, table)
        assert {one["id"] for one in client.get("/api/mine")} == {
            TABLES[table] for table, held in KNOWN["held"].items() if held[name]
        }
    anne, ben = devices["anne"], devices["ben"]
    assert anne.look(TABLES["running"])["ply"] == KNOWN["plies"]
    play_out({0: anne, 1: ben}, TABLES["running"], random.Random(1))
    guests = devices["carl"].look(TABLES["guests"])
    assert (guests["seat"], guests["actor"]) in ((0, 0), (1, 1), (None, 2))
    dora = house.client()
    joined = dora.post(f"/api/tables/{TABLES['open']}/seats", {"token": KNOWN["token"]})
    assert joined["seat"] == 1


def test_every_device_has_a_player(house: Running) -> None:
    """By its last name, with its results; a link that went to another device made nobody one."""
    found = {name: device(house, name).get("/api/me")["player"] for name in KNOWN["cookies"]}
    assert {name: player["name"] for name, player in found.items()} == {
        "anne": "Anne B.", "ben": "Ben", "carl": "Carl", "phone": "Anne B."
    }  # fmt: skip
    assert len({player["id"] for player in found.values()}) == 4
    won = KNOWN["winners"]
    assert found["anne"]["results"] == [
        {"game": "pagoda", "seats": 2, "played": 1, "won": int(0 in won)}
    ]
    assert found["ben"]["results"][0]["won"] == int(1 in won)
    assert found["carl"]["results"] == [{"game": "pagoda", "seats": 2, "played": 1, "won": 0}]


def test_old_devices_become_one_player(house: Running) -> None:
    """A phone that a personal link brought to one seat comes to the player, with all seats."""
    anne, phone = device(house, "anne"), device(house, "phone")
    token = anne.post("/api/me/links")["token"]
    phone.post("/api/me/devices", {"token": token})
    for table in ("finished", "running", "linked"):
        assert phone.look(TABLES[table])["held"] == anne.look(TABLES[table])["held"] == [0]
    mark = next(one["mark"] for one in anne.get("/api/me/devices") if not one["here"])
    anne.call("DELETE", f"/api/me/devices/{mark}")
    for table in ("finished", "running", "linked"):
        assert phone.look(TABLES[table])["held"] == []
        assert anne.look(TABLES[table])["held"] == [0]
    assert len(anne.get("/api/me/export")["uploads"]) == 1


def test_all_of_an_old_device_is_deleted(house: Running) -> None:
    """Its own games go; those with others stay."""
    anne, ben = device(house, "anne"), device(house, "ben")
    told = anne.call("DELETE", "/api/me")
    assert told["kept"] == 3  # with Ben, and with whoever has the phone
    assert ben.look(TABLES["finished"])["result"]["scores"] == KNOWN["scores"]
    assert device(house, "phone").look(TABLES["linked"])["held"] == [0]
    assert anne.get("/api/mine") == []
