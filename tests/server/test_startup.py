"""A server that cannot start says why in one sentence, and how to mend it; and keeps its files."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from colonnade.server.opening import migrate
from colonnade.server.seats import DAY, RENEW_DAYS, Devices
from colonnade.server.settings import make_settings
from colonnade.server.store import Store
from tests.cli.command import PATIENCE, refused
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for
from tests.server.test_conflicts import refused as refused_call
from tests.server.test_long_use import edit
from tests.server.test_serve import run

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a server that was used and closed."""
    running = Running(tmp_path_factory.mktemp("house") / "data")
    running.client().make("pagoda", "me", "open")
    assert running.stop() == 0
    return running.data


@pytest.fixture
def data(house: Path, tmp_path: Path) -> Path:
    """A copy of it, to be spoiled."""
    shutil.copytree(house, tmp_path / "data")
    return tmp_path / "data"


def said(data: Path, *words: str) -> str:
    """Why a server does not start there: one sentence, no traceback."""
    found = run("--port", "0", "--data", str(data), *words)
    assert "Traceback" not in found.stderr
    return refused(found)


def test_a_key_that_is_gone(data: Path, starter: Starter) -> None:
    """No new key takes everybody's seats away, unless the host says so."""
    (data / "signing.key").unlink()
    for _ in range(2):
        assert "--new-key" in said(data)
        assert not (data / "signing.key").exists()
    running = starter(words=("--new-key",))
    assert running.stop() == 0
    assert len((data / "signing.key").read_bytes()) == 32


def test_a_key_that_is_short(data: Path) -> None:
    """It is damaged, and not used."""
    (data / "signing.key").write_bytes(b"x" * 7)
    found = said(data)
    assert "7 bytes instead of 32" in found
    assert "--new-key" in found


def test_a_key_that_others_can_read(data: Path) -> None:
    """The command that mends it is in the sentence."""
    (data / "signing.key").chmod(0o640)
    command = re.search(r"chmod 600 \S+", " ".join(said(data).split()))
    assert command is not None


def test_a_newer_schema(data: Path) -> None:
    """Said with both steps; nothing was changed."""
    edit(data, "UPDATE alembic_version SET version_num = '9999'")
    assert "newer version" in said(data)
    with closing(sqlite3.connect(data / "colonnade.db")) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == ("9999",)


def test_an_older_schema_is_brought_up_to_date(tmp_path: Path) -> None:
    """Rows of the second step are all there after the third, and lie by their keys."""
    from alembic import command
    from alembic.config import Config

    from colonnade.server import store as stores

    store = Store(f"sqlite:///{tmp_path / 'x.db'}")
    config = Config()
    place = Path(stores.__file__).parent / "migrations"
    config.set_main_option("script_location", str(place))
    with store.writing.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        connection.exec_driver_sql(
            "INSERT INTO tables (id, game, edition, options, public, start, created, revision,"
            " awaits) VALUES ('t', 'pagoda', '1', '{}', 0, 'first', 1.0, 0, 0)"
        )
        for ply in range(3):
            connection.exec_driver_sql(
                f"INSERT INTO moves VALUES ('t', {ply}, 'move', 0, 'w{ply}', 0, 1.0, 0.5)"
            )
        connection.exec_driver_sql("INSERT INTO holders VALUES ('t', 0, 'd')")
    migrate(store.writing)
    with store.reading.connect() as connection:
        rows = connection.exec_driver_sql("SELECT ply, words, spent FROM moves ORDER BY ply").all()
        assert [tuple(row) for row in rows] == [(ply, f"w{ply}", 0.5) for ply in range(3)]
        assert connection.exec_driver_sql("SELECT device FROM holders").scalar() == "d"
        made = "SELECT name FROM sqlite_master WHERE sql LIKE '%WITHOUT ROWID'"
        found = set(connection.exec_driver_sql(made).scalars())
        assert found == {"moves", "seats", "holders", "proposals"}
        assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
        index = "SELECT 1 FROM sqlite_master WHERE name = 'holders_device'"
        assert connection.exec_driver_sql(index).scalar() == 1
    store.close()


@pytest.mark.parametrize("how", ["noise", "torn", "lacking"])
def test_a_damaged_database(data: Path, how: str) -> None:
    """Whatever is wrong with it, the way out is a copy."""
    path = data / "colonnade.db"
    if how == "noise":
        path.write_bytes(b"no database at all " * 400)
    elif how == "torn":
        raw = path.read_bytes()
        path.write_bytes(raw[:8192] + b"\xff" * (len(raw) - 8192))
    else:
        edit(data, "DROP TABLE proposals")
    assert "Restore a copy" in " ".join(said(data).split())


def test_an_emptied_database(data: Path) -> None:
    """An empty file is not taken for a new house."""
    (data / "colonnade.db").write_bytes(b"")
    assert "empty file" in said(data)
    assert (data / "colonnade.db").stat().st_size == 0


def test_a_log_with_a_hole(starter: Starter) -> None:
    """Its table can be looked at and is closed for moves; the others go on."""
    running = starter()
    anne = running.client()
    broken, well = (anne.make("pagoda", "me", "device")["id"] for _ in range(2))
    for table in (broken, well):
        for _ in range(4):
            seen = anne.look(table)
            anne.move(table, seen["ply"], seen["offers"][0]["words"])
    last = anne.look(broken)["ply"] - 1
    running.kill()
    edit(running.data, f"DELETE FROM moves WHERE table_id = '{broken}' AND ply = {last - 1}")
    running.start()
    anne.move_to(running.address)
    seen = anne.look(broken)
    assert seen["ply"] == last - 1
    found = refused_call(anne.move, broken, seen["ply"], "any")
    assert (found.status, found.kind) == (409, "TableDamaged")
    seen = anne.look(well)
    anne.move(well, seen["ply"], seen["offers"][0]["words"])
    assert running.log().count("closed for moves") == 1


def test_a_second_server_is_refused(starter: Starter) -> None:
    """With the process that has the folder; once that has ended, the next may begin."""
    running = starter()
    found = " ".join(said(running.data).split())
    assert f"Process {running.process.pid} " in found
    assert running.client().get("/api/games")
    running.kill()
    running.start()
    assert running.stop() == 0


def test_a_server_waits_for_one_that_closes(starter: Starter) -> None:
    """Started while another ends, it takes over, and its computer players move."""
    first = starter(workers=1)
    anne = first.client()
    tables = [anne.make("summer_pavilion", "computer:master@0.4", "me")["id"] for _ in range(6)]
    first.process.terminate()
    second = starter(workers=2)
    assert first.finish() == 0
    anne.move_to(second.address)
    for table in tables:
        wait_for(lambda table=table: anne.look(table)["actor"] == 1)


@pytest.mark.parametrize("umask", ["000", "027", "777"])
def test_files_are_for_their_owner(tmp_path: Path, umask: str) -> None:
    """Whatever the umask is."""
    script = f"""
import os; os.umask(0o{umask})
from colonnade.server.settings import make_settings
from colonnade.server.tables import Tables
from pathlib import Path
import asyncio
Path({str(tmp_path)!r}, "data").mkdir(mode=0o700); os.chmod(Path({str(tmp_path)!r}, "data"), 0o700)
async def whole():
    tables = Tables(make_settings(data=Path({str(tmp_path)!r}, "data")))
    await tables.open()
    for item in Path({str(tmp_path)!r}, "data").iterdir():
        print(item.name, oct(item.stat().st_mode & 0o777))
    await tables.close()
asyncio.run(whole())
"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr
    found = dict(line.split() for line in done.stdout.splitlines())
    assert {"signing.key", "colonnade.db", "colonnade.db-wal", "colonnade.db-shm"} <= set(found)
    assert set(found.values()) == {"0o600"}


def test_an_old_file_is_closed_to_others(data: Path, starter: Starter) -> None:
    """A database that was open to others is not, from the next start on."""
    (data / "colonnade.db").chmod(0o644)
    starter()
    assert stat.S_IMODE((data / "colonnade.db").stat().st_mode) == 0o600


def test_cookies_renew(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who comes back after a month gets a fresh one; old ones without a day are still good."""
    key = (server.data / "signing.key").read_bytes()
    anne = server.client()
    table = anne.make("pagoda", "me", "device")["id"]
    name, _, fresh = anne.cookie.partition("=")
    devices = Devices(key)
    device = devices.read(fresh)
    assert device is not None
    assert devices.renewed(fresh) is None
    now = time.time()
    monkeypatch.setattr("colonnade.server.seats.time.time", lambda: now - RENEW_DAYS * DAY)
    old = devices.sign(device)
    monkeypatch.undo()
    for cookie in (old, devices.signer.sign(device.encode()).decode()):
        anne.cookie, anne.set_cookie = f"{name}={cookie}", ""
        assert anne.look(table)["held"] == [0, 1]
        assert "Max-Age=31536000" in anne.set_cookie
        assert "HttpOnly" in anne.set_cookie
        assert devices.read(anne.cookie.partition("=")[2]) == device
        anne.set_cookie = ""
        anne.look(table)
        assert anne.set_cookie == ""
    ben = server.client()
    ben.get("/api/games")
    assert ben.set_cookie == ""


def test_settings_know_of_a_new_key(tmp_path: Path) -> None:
    """Off unless it is asked for."""
    assert not make_settings(data=tmp_path).new_key
    assert os.listdir(tmp_path) == []
