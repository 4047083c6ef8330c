"""A host copies, restores and moves a house: while it is used, whole or not at all, verified."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import stat
import subprocess
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from alembic.command import upgrade as command_upgrade

from colonnade.contract.errors import ColonnadeError
from colonnade.server import copies, house
from colonnade.server.house_errors import BadCopy, CopyDiffers, FileThere, HouseThere
from colonnade.server.opening import migration_config
from colonnade.server.settings import Settings, make_settings
from colonnade.server.store import Store
from tests.cli.command import call, colonnade
from tests.cli.command import refused as said
from tests.server.client import Client, play_out
from tests.server.conftest import Starter
from tests.server.running import Running
from tests.server.test_long_use import edit

pytestmark = pytest.mark.once
GAMES = (("pagoda", ("me", "device")), ("seven_steps", ("me", "device")))


def quiet(done: int, total: int) -> None:
    """Show nobody how far the work is."""
    assert 0 <= done <= total


def command(*words: str) -> subprocess.CompletedProcess[str]:
    """Run a command that must succeed."""
    done = call(*words)
    assert done.returncode == 0, done
    return done


def lived_in(running: Running) -> Client:
    """Finished games, running ones, an upload: something of everything that is stored."""
    anne, rng = running.client(), random.Random(5)
    for game, kinds in GAMES:
        table = anne.make(game, *kinds)["id"]
        play_out({0: anne, 1: anne}, table, rng)
    record = anne.get(f"/api/records/{table}/record.colonnade")
    anne.post("/api/records", record.encode(), content_type="text/plain")
    made = anne.make("summer_pavilion", "me", "open", "computer:apprentice", clock={"days": 3})
    running.client().join(made)
    table = anne.make("pagoda", "me", "device")["id"]
    for _ in range(5):
        seen = anne.look(table)
        anne.move(table, seen["ply"], seen["offers"][0]["words"])
    return anne


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Client]:
    """The data folder of a house that was lived in, closed; and a guest's device."""
    running = Running(tmp_path_factory.mktemp("house") / "data")
    anne = lived_in(running)
    assert running.stop() == 0
    return running.data, anne


@pytest.fixture
def home(old: tuple[Path, Client], tmp_path: Path) -> Path:
    """A copy of its folder."""
    shutil.copytree(old[0], tmp_path / "home")
    return tmp_path / "home"


def settings_of(data: Path, database: str = "") -> Settings:
    """Where a house is."""
    return make_settings(data=data, database=database)


def rows_of(settings: Settings) -> dict[str, copies.Part]:
    """All that a house holds, as its parts."""
    with house.opened(settings.url) as engine, copies.snapshot(engine) as connection:
        return copies.parts_of(connection)


def refusal(kind: type[ColonnadeError], what: Any, *words: Any) -> ColonnadeError:
    """The error that something must end with."""
    with pytest.raises(kind) as found:
        what(*words)
    return found.value


@pytest.mark.parametrize("store", ["embedded", "postgresql"])
def test_a_copy_of_a_running_house(
    starter: Starter, request: pytest.FixtureRequest, tmp_path: Path, store: str
) -> None:
    """Made while people play; restored elsewhere, guests go on by the same cookie."""
    database = "" if store == "embedded" else request.getfixturevalue("postgres")
    running = starter(database)
    anne = lived_in(running)
    table, ends = anne.make("pagoda", "me", "device")["id"], threading.Event()

    def play_on() -> None:
        busy = Client(running.address, anne.cookie)
        while not ends.is_set():
            seen = busy.look(table)
            if seen["actor"] == -2:
                break
            busy.move(table, seen["ply"], seen["offers"][0]["words"])

    player = threading.Thread(target=play_on)
    player.start()
    words = ("--data", str(running.data), *(("--database", database) if database else ()))
    try:
        done = command("backup", str(tmp_path / "copy"), *words)
    finally:
        ends.set()
        player.join()
    assert "Keep it like a password" in done.stdout
    assert stat.S_IMODE((tmp_path / "copy").stat().st_mode) == 0o600
    known = {line["id"]: anne.look(line["id"]) for line in anne.get("/api/mine")}
    assert (
        "colonnade serve --data"
        in command("restore", str(tmp_path / "copy"), "--data", str(tmp_path / "new")).stdout
    )
    again = starter(name="new")
    anne.move_to(again.address)
    for name, seen in known.items():
        now = anne.look(name)
        assert now["held"] == seen["held"]
        if name != table:
            bent = {"seats": 0, "clock": 0}  # who is here, and the time, are others there
            assert now | bent == seen | bent
    now = anne.look(table)
    assert now["ply"] <= known[table]["ply"]
    told = [[m["seat"] for m in seen["moves"]] for seen in (now, known[table])]
    assert told[0] == told[1][: now["ply"]]  # what each saw of it depends on whose turn it is
    anne.move(table, now["ply"], now["offers"][0]["words"])
    assert os.listdir(tmp_path / "new") != []
    assert [name for name in os.listdir(tmp_path) if name.endswith(".part")] == []


def test_there_and_back(home: Path, postgres: str, tmp_path: Path) -> None:
    """From the embedded database to PostgreSQL and back: each row is the same, each game too."""
    first = settings_of(home)
    before = rows_of(first)
    done = command("move-house", "--to", postgres, "--data", str(home))
    assert "4 games were played once more" in done.stdout
    assert f"--database {postgres}" in done.stdout
    assert rows_of(settings_of(home, postgres)) == before
    back = f"sqlite:///{tmp_path / 'back.db'}"
    command("move-house", "--from", postgres, "--to", back, "--data", str(home))
    assert rows_of(settings_of(home, back)) == before
    assert rows_of(first) == before


def test_a_moved_house_is_lived_in(
    old: tuple[Path, Client], home: Path, postgres: str, starter: Starter
) -> None:
    """A server finds everything there, and the guests their seats."""
    command("move-house", "--to", postgres, "--data", str(home))
    running = starter(postgres, name="home")
    anne = Client(running.address, old[1].cookie)
    table = next(line["id"] for line in anne.get("/api/mine") if line["game"] == "pagoda")
    seen = anne.look(table)
    anne.move(table, seen["ply"], seen["offers"][0]["words"])


def test_a_copy_of_postgresql_becomes_embedded(home: Path, postgres: str, tmp_path: Path) -> None:
    """One format for both: a copy goes wherever one likes."""
    before = rows_of(settings_of(home))
    command("backup", str(tmp_path / "a"), "--data", str(home))
    (tmp_path / "second").mkdir()
    command("restore", str(tmp_path / "a"), "--database", postgres, "--data", str(tmp_path / "b"))
    assert rows_of(settings_of(tmp_path / "b", postgres)) == before
    command("backup", str(tmp_path / "c"), "--database", postgres, "--data", str(tmp_path / "b"))
    command("restore", str(tmp_path / "c"), "--data", str(tmp_path / "d"))
    assert rows_of(settings_of(tmp_path / "d")) == before
    assert (tmp_path / "d" / "signing.key").read_bytes() == (home / "signing.key").read_bytes()


def test_without_the_key(home: Path, tmp_path: Path) -> None:
    """Said when it is made, and when it is restored; the server then asks for one."""
    key = (home / "signing.key").read_bytes()
    done = command("backup", str(tmp_path / "copy"), "--data", str(home), "--no-key")
    assert "signing key is not in it" in done.stdout
    assert key not in (tmp_path / "copy").read_bytes()
    assert key.hex().encode() not in (tmp_path / "copy").read_bytes()
    done = command("restore", str(tmp_path / "copy"), "--data", str(tmp_path / "new"))
    assert "--new-key" in done.stdout
    assert not (tmp_path / "new" / "signing.key").exists()


def test_the_key_leaves_no_trace_in_a_database(home: Path, tmp_path: Path) -> None:
    """A restored database holds no key: that lies beside it, for its owner's eyes only."""
    key = (home / "signing.key").read_bytes().hex().encode()
    command("backup", str(tmp_path / "copy"), "--data", str(home))
    assert key in (tmp_path / "copy").read_bytes()
    command("restore", str(tmp_path / "copy"), "--data", str(tmp_path / "new"))
    assert key not in (tmp_path / "new" / "colonnade.db").read_bytes()
    for name in ("colonnade.db", "signing.key"):
        assert stat.S_IMODE((tmp_path / "new" / name).stat().st_mode) == 0o600


def test_nothing_is_written_over(home: Path, tmp_path: Path, postgres: str) -> None:
    """Neither a file, nor a house, nor a key; whatever was there is as it was."""
    (tmp_path / "copy").write_text("mine")
    assert "is there already" in said(call("backup", str(tmp_path / "copy"), "--data", str(home)))
    assert (tmp_path / "copy").read_text() == "mine"
    command("backup", str(tmp_path / "good"), "--data", str(home))
    before = rows_of(settings_of(home))
    assert "is there already" in said(call("restore", str(tmp_path / "good"), "--data", str(home)))
    assert rows_of(settings_of(home)) == before
    (tmp_path / "keyed").mkdir()
    (tmp_path / "keyed" / "signing.key").write_bytes(b"x" * 32)
    words = ("restore", str(tmp_path / "good"), "--data", str(tmp_path / "keyed"))
    assert "Another signing key" in said(call(*words))
    assert os.listdir(tmp_path / "keyed") == ["signing.key"]
    command("move-house", "--to", postgres, "--data", str(home))
    moving = ("move-house", "--to", postgres, "--data", str(home))
    assert "already holds tables" in said(call(*moving))
    itself = f"sqlite:///{home / 'colonnade.db'}"
    assert "already holds tables" in said(call("move-house", "--to", itself, "--data", str(home)))


def test_a_served_house_does_not_move(starter: Starter, postgres: str, tmp_path: Path) -> None:
    """Of either kind: what is played meanwhile would stay behind."""
    running = starter()
    found = said(call("move-house", "--to", postgres, "--data", str(running.data)))
    assert f"Process {running.process.pid} " in found
    shared = starter(postgres, name="shared")
    to = f"sqlite:///{tmp_path / 'x.db'}"
    words = ("move-house", "--from", postgres, "--to", to, "--data", str(shared.data))
    assert "A server uses that database" in said(call(*words))
    assert not (tmp_path / "x.db").exists()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("backup", "{new}", "--data", "{none}"), "There is no house"),
        (("backup", "{none}/deep/copy", "--data", "{home}"), "cannot be written"),
        (("backup", "{new}", "--database", "mysql://x/y"), "sqlite, postgresql"),
        (("restore", "{none}", "--data", "{none}2"), "none"),
        (("restore", "{home}/signing.key", "--data", "{none}2"), "no copy of a house"),
        (("restore", "{home}/colonnade.db", "--data", "{none}2"), "no copy of a house"),
        (("move-house", "--to", "mysql://x/y", "--data", "{home}"), "sqlite, postgresql"),
        (("move-house", "--to", "sqlite:///{none}", "--data", "{none}3"), "There is no house"),
    ],
)
def test_what_cannot_be_done(home: Path, tmp_path: Path, words: tuple[str, ...], why: str) -> None:
    """One clear line, no traceback, and nothing is left behind."""
    places = {"home": home, "none": tmp_path / "none", "new": tmp_path / "new"}
    before = rows_of(settings_of(home))
    assert why in said(call(*(word.format(**places) for word in words)))
    assert rows_of(settings_of(home)) == before
    assert sorted(os.listdir(tmp_path)) == ["home"]


def test_a_stopped_copy_is_none(home: Path, tmp_path: Path) -> None:
    """Whoever interrupts finds no file, and nothing beside it."""

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        house.back_up(settings_of(home), tmp_path / "copy", True, stop)
    assert sorted(os.listdir(tmp_path)) == ["home"]
    command("backup", str(tmp_path / "copy"), "--data", str(home))
    with pytest.raises(KeyboardInterrupt):
        house.restore(settings_of(tmp_path / "new"), tmp_path / "copy", stop)
    assert os.listdir(tmp_path / "new") == ["colonnade.db.lock"]


def test_a_file_that_comes_meanwhile_stays(home: Path, tmp_path: Path) -> None:
    """The last moment counts, not the first look."""

    def meddle(done: int, total: int) -> None:
        (tmp_path / "copy").write_text("theirs")

    refusal(FileThere, house.back_up, settings_of(home), tmp_path / "copy", True, meddle)
    assert (tmp_path / "copy").read_text() == "theirs"


def test_a_disk_without_links(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies go to sticks as well; even there nothing is written over."""

    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    house.back_up(settings_of(home), tmp_path / "copy", True, quiet)
    assert copies.read_about(tmp_path / "copy").parts == rows_of(settings_of(home))
    refusal(FileThere, house.back_up, settings_of(home), tmp_path / "copy", True, quiet)


def test_a_spoiled_copy_is_refused(home: Path, tmp_path: Path) -> None:
    """Cut off anywhere, or changed in one row: nothing of it is restored."""
    house.back_up(settings_of(home), good := tmp_path / "good", True, quiet)
    raw = good.read_bytes()
    for share in (0.0, 0.1, 0.5, 0.9, 0.999):
        (bad := tmp_path / "bad").write_bytes(raw[: int(len(raw) * share)])
        refusal(BadCopy, house.restore, settings_of(tmp_path / "new"), bad, quiet)
    for change in (
        "UPDATE moves SET words = words || ' ' WHERE ply = 3",
        "DELETE FROM moves WHERE ply = 3",
        "UPDATE seats SET name = 'Eve'",
        "DELETE FROM uploads",
        "UPDATE tables SET created = created + 0.001",
    ):
        bad.write_bytes(raw)
        with closing(sqlite3.connect(bad)) as file:
            file.execute(change)
            file.commit()
        refusal(BadCopy, house.restore, settings_of(tmp_path / "new"), bad, quiet)
    assert [name for name in os.listdir(tmp_path / "new") if "lock" not in name] == []


def test_a_difference_undoes_a_move(
    home: Path, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody changes a row while it is copied: the target stays empty."""
    real = copies.copy_rows

    def careless(source: Any, target: Any, progress: Any) -> None:
        real(source, target, progress)
        target.exec_driver_sql("UPDATE moves SET spent = spent + 1 WHERE ply = 2")

    monkeypatch.setattr(copies, "copy_rows", careless)
    found = refusal(CopyDiffers, house.move_house, settings_of(home), postgres, quiet)
    assert found.fields["part"] == "moves"
    assert all(part.rows == 0 for part in rows_of(settings_of(home, postgres)).values())
    monkeypatch.undo()
    house.move_house(settings_of(home), postgres, quiet)
    refusal(HouseThere, house.move_house, settings_of(home), postgres, quiet)


def test_versions(home: Path, tmp_path: Path) -> None:
    """A copy of a newer version is refused; of an older house, it is brought up to date."""
    house.back_up(settings_of(home), copy := tmp_path / "copy", True, quiet)
    with closing(sqlite3.connect(copy)) as file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
        file.commit()
    assert "newer version" in said(call("restore", str(copy), "--data", str(tmp_path / "new")))
    old = older(tmp_path / "older")
    found = said(call("move-house", "--to", f"sqlite:///{tmp_path / 'x.db'}", "--data", str(old)))
    assert "older version" in found
    house.back_up(settings_of(old), tmp_path / "old", True, quiet)
    house.restore(settings_of(tmp_path / "new"), tmp_path / "old", quiet)
    parts = rows_of(settings_of(tmp_path / "new"))
    assert "barred" in parts["proposals"].columns
    assert (parts["tables"].rows, parts["moves"].rows) == (1, 1)


def older(data: Path) -> Path:
    """A house of the third step of the schema."""
    data.mkdir()
    (data / "signing.key").write_bytes(b"k" * 32)
    (data / "signing.key").chmod(0o600)
    store, config = Store(f"sqlite:///{data / 'colonnade.db'}"), migration_config()
    with store.writing.begin() as connection:
        config.attributes["connection"] = connection
        command_upgrade(config, "0003")
        connection.exec_driver_sql(
            "INSERT INTO tables (id, game, edition, options, public, start, created, revision,"
            " awaits) VALUES ('t', 'pagoda', '1', '{}', 0, 'first', 1.0, 0, 0)"
        )
        connection.exec_driver_sql("INSERT INTO moves VALUES ('t', 0, 'move', 0, 'w', 0, 1.0, 0.5)")
    store.close()
    return data


def test_logs_with_holes_and_old_editions_move_along(home: Path, postgres: str) -> None:
    """They are counted, and lost by nobody."""
    edit(home, "UPDATE tables SET edition = 'x' WHERE game = 'seven_steps'")
    edit(
        home,
        "DELETE FROM moves WHERE ply = 1 AND table_id ="
        " (SELECT id FROM tables WHERE game = 'pagoda' LIMIT 1)",
    )
    before = rows_of(settings_of(home))
    done = house.move_house(settings_of(home), postgres, quiet)
    assert (done.replayed, done.outdated, done.damaged) == (2, 1, 1)
    assert rows_of(settings_of(home, postgres)) == before


def test_they_speak_french(home: Path, tmp_path: Path) -> None:
    """What was done, and what cannot be."""
    words = ("backup", str(tmp_path / "copie"), "--data", str(home), "--lang", "fr")
    done = colonnade(*words)
    assert done.returncode == 0
    assert "comme un mot de passe" in done.stdout
    assert "existe déjà" in colonnade(*words).stderr


def test_what_a_copy_says_is_typed() -> None:
    """A file made by somebody else does not become a house."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"format": 1}', type=copies.About)
