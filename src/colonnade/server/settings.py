"""What can be set about a server: where it listens, where it stores, what it puts up with.

The signing key is made here too, once, in the data folder; who signs with it is in seats.py.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import msgspec

from colonnade.compute.places import LOCAL, check_compute
from colonnade.server.errors import (
    BadDatabase,
    BadFolder,
    BadLimits,
    BadName,
    KeyOpen,
    KeyShort,
    NoDriver,
)
from colonnade.server.hosts import host_name, is_here, literal
from colonnade.server.logs import Kind

KEY_BYTES = 32
LIMITS_SWITCH = "COLONNADE_LIMITS"  # limits as JSON, for hosts with other needs and for tests
DATABASE_FILE = "colonnade.db"
KEY_FILE = "signing.key"
SCHEMES = ("sqlite", "postgresql")


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one server bears, and from one client."""

    body: int = 64 * 1024  # bytes, of any write but an uploaded record
    record: int = 512 * 1024  # bytes, of an uploaded record: twice the longest game there can be
    depth: int = 32  # of brackets inside each other
    body_seconds: float = 10.0  # for a whole body to arrive
    rate: float = 30.0  # requests a second of one client, in the long run
    burst: float = 240.0  # requests at once
    connections: int = 0  # open at once; 0 is as many as open files allow
    silence: float = 10.0  # seconds in which a connection must ask something
    feeds: int = 64  # open feeds of one client
    tables: int = 2000  # tables kept in memory while nobody looks at them
    own_tables: int = 5000  # stored, of one client; 0 is no limit, here and below
    own_records: int = 500  # uploaded and stored, of one client
    own_players: int = 2000  # of one client, beside those that came with a game
    house_tables: int = 1_000_000  # stored in all
    house_records: int = 50_000
    house_players: int = 1_000_000
    attempts: int = 10  # wrong words or links of one client at once; then one a minute
    keep_days: float = 0.0  # after which a table where nothing happens goes; 0 is never
    keep_records_days: float = 0.0  # after which an uploaded record goes
    keep_names_days: float = 0.0  # after which a finished table forgets its people; 0 is never
    keep_players_days: float = 0.0  # after which a player goes who has not come; 0 is never
    heartbeat: float = 15.0  # seconds between signs of life on a feed
    patience: float = 45.0  # seconds in which a reader must take what it was sent
    lease: float = 5.0  # seconds after which another process may think in place of a silent one
    unwatched: float = 3600.0  # seconds after which nobody thinks where nobody looks
    absent: float = 86_400.0  # seconds after which others may go on without who is not here
    workers: int = 0  # processes that think; 0 is one for each processor
    any_player: bool = False  # whether tables may name players other than the levels
    local_push: bool = False  # whether push services may be inside the house's own network
    pages: int = 0  # of the embedded database, at most; 0 is no limit (tests fill a disk with it)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of one server process."""

    host: str = "127.0.0.1"
    port: int = 8000
    names: tuple[str, ...] = ()  # that it answers to, beside those that are always its own
    database: str = ""  # empty: the embedded one in the data folder
    data: Path
    compute: str = LOCAL
    new_key: bool = False  # whether a new signing key may take the place of one that is gone
    log: Kind = "text"  # how problems are written
    limits: Limits = Limits()

    words: tuple[str, ...] = ()  # of the command that started it, after `serve`
    openable: bool = False  # whether who sits at this machine may open it to the house

    @property
    def everywhere(self) -> bool:
        """Whether it listens at all addresses of this machine."""
        told = literal(self.host)
        return self.host == "" or (told is not None and told.is_unspecified)

    @property
    def url(self) -> str:
        """The database's address as SQLAlchemy reads it."""
        if not self.database:
            return f"sqlite:///{self.data / DATABASE_FILE}"
        scheme, colon, rest = self.database.partition(":")
        if scheme == "postgres":
            scheme = "postgresql"
        if not colon or scheme.partition("+")[0] not in SCHEMES:
            raise BadDatabase(known=list(SCHEMES))
        return f"postgresql+psycopg:{rest}" if scheme == "postgresql" else f"{scheme}:{rest}"


def make_settings(
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    names: list[str] | None = None,
    database: str = "",
    data: Path | None = None,
    compute: str = LOCAL,
    new_key: bool = False,
    log: Kind = "text",
    words: Sequence[str] = (),
    person: bool = False,
) -> Settings:
    """Check what was asked for, and read the limits from the environment.

    `person` is whether somebody sits at this machine who started it to play.
    """
    check_compute(compute)
    for name in names or ():
        if not host_name(name):
            raise BadName(name=name)
    raw = os.environ.get(LIMITS_SWITCH, "")
    try:
        limits = msgspec.json.decode(raw, type=Limits) if raw else Limits()
    except msgspec.MsgspecError as problem:
        raise BadLimits(switch=LIMITS_SWITCH, problem=str(problem)) from problem
    settings = Settings(
        host=host,
        port=port,
        names=tuple(names or ()),
        database=database,
        data=data or data_folder(),
        compute=compute,
        new_key=new_key,
        log=log,
        words=tuple(words),
        openable=person and not names and is_here(host.lower()),
        limits=limits,
    )
    # What cannot be used is said now, not at the first move.
    if settings.url.startswith("postgresql") and find_spec("psycopg") is None:
        raise NoDriver()
    return settings


def data_folder() -> Path:
    """Where this platform keeps what a program stores for its user."""
    home = Path.home()
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "colonnade"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "colonnade"
    shared = os.environ.get("XDG_DATA_HOME", "")
    # The convention says that a path which is not absolute is to be ignored.
    base = Path(shared) if shared.startswith("/") else home / ".local" / "share"
    return base / "colonnade"


def signing_key(data: Path) -> bytes:
    """Read the key, or make it on the first start, for its owner's eyes only."""
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        key, rights = read_key(data), (data / KEY_FILE).stat().st_mode
    except OSError as problem:
        raise BadFolder(path=str(data), problem=problem.strerror or str(problem)) from problem
    if len(key) < KEY_BYTES:
        raise KeyShort(path=str(data / KEY_FILE), found=len(key), wanted=KEY_BYTES)
    if os.name == "posix" and rights & 0o077:
        raise KeyOpen(path=str(data / KEY_FILE))
    return key


def read_key(data: Path) -> bytes:
    """Read the key from its folder; the first who finds none makes it."""
    return made_once(data / KEY_FILE, secrets.token_bytes(KEY_BYTES))


def made_once(path: Path, secret: bytes) -> bytes:
    """Read a secret file; the first who finds none makes it, for its owner's eyes only."""
    if not path.exists():
        # Whole or not at all, even if two servers start at once or one is killed meanwhile.
        beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            os.fchmod(handle, 0o600)  # whatever the umask
            with os.fdopen(handle, "wb") as file:
                file.write(secret)
                file.flush()
                os.fsync(file.fileno())
            with contextlib.suppress(FileExistsError):
                os.link(beside, path)
        finally:
            beside.unlink()
    return path.read_bytes()
