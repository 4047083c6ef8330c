"""Real servers and real databases for tests: started as processes, killed at will."""

from __future__ import annotations

import getpass
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from tests.cli.command import PATIENCE
from tests.server.client import Client

LOOSE = {
    "rate": 100_000.0,
    "burst": 100_000.0,
    "feeds": 5000,
    "own_tables": 0,
    "own_records": 0,
    "attempts": 100_000,
    "any_player": True,
    "workers": 1,
}


class Running:
    """A server process: `colonnade serve` on a free port, stopped or killed by its id."""

    def __init__(
        self,
        data: Path,
        database: str = "",
        words: tuple[str, ...] = (),
        page: Path | str = "none",
        **limits: Any,
    ) -> None:
        self.data = data
        self.database = database
        self.words = words  # for its command line
        self.page = page  # most tests ask the API, and must not depend on a built page
        self.limits = LOOSE | limits
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start, on the same port as before if there was one, and wait for its address."""
        self.launch()
        self.wait()

    def launch(self) -> None:
        """Start, and wait for nothing."""
        command = [sys.executable, "-m", "colonnade", "serve", "--lang", "en"]
        command += [] if "--browser" in self.words else ["--no-browser"]
        command += ["--port", str(self.port), "--data", str(self.data), *self.words]
        if self.database:
            command += ["--database", self.database]
        self.errors = self.data.with_suffix(".log").open("ab")
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            env=os.environ
            | {"COLONNADE_LIMITS": json.dumps(self.limits), "COLONNADE_PAGE": str(self.page)},
            start_new_session=True,  # a Ctrl-C at the tests is not for the server
            text=True,
        )

    def wait(self) -> None:
        """Wait until it has said its address."""
        assert self.process.stdout is not None
        heard = select.select([self.process.stdout], [], [], PATIENCE)[0]
        assert heard, f"it does not start: {self.log()}"
        line = self.process.stdout.readline()
        assert "http://" in line, (line, self.log())
        self.address = next(word for word in line.split() if word.startswith("http://"))
        self.port = int(self.address.rpartition(":")[2])

    def client(self) -> Client:
        """A new device."""
        return Client(self.address)

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.finish()

    def stop(self, sign: int = signal.SIGTERM) -> int:
        """End it in order; returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(sign)
        return self.finish()

    def finish(self) -> int:
        """Wait for the end and let go of its pipes."""
        code = self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.errors.close()
        return code

    def log(self) -> str:
        """What it wrote for its host."""
        return self.data.with_suffix(".log").read_text(encoding="utf-8", errors="replace")


def find_postgres() -> Path | None:
    """Where PostgreSQL's programs are, on the path or where Debian puts them."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: p.parts[-3])
    return places[-1].parent if places else None


class Postgres:
    """A private cluster on a free port; it does not run as root, so another user owns it then."""

    def __init__(self, programs: Path, folder: Path, durable: bool = False) -> None:
        self.programs = programs
        self.folder = folder
        self.user = "postgres" if os.geteuid() == 0 else getpass.getuser()
        if os.geteuid() == 0:
            shutil.chown(folder, self.user)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.run("initdb", "-D", str(folder / "db"), "-U", "colonnade", "-A", "trust", "-N")
        with (folder / "db" / "postgresql.conf").open("a") as conf:
            conf.write(f"port = {self.port}\nunix_socket_directories = ''\n")
            conf.write("listen_addresses = '127.0.0.1'\nshared_buffers = 32MB\n")
            # Tests kill programs, not machines: what was written to the system is safe.
            conf.write(f"fsync = {'on' if durable else 'off'}\n")
        self.start()

    def run(self, program: str, *words: str) -> None:
        """Run one of its programs as its user."""
        command = [str(self.programs / program), *words]
        if os.geteuid() == 0:
            command = ["runuser", "-u", self.user, "--", *command]
        with (self.folder.parent / f"{self.folder.name}.log").open("ab") as log:
            subprocess.run(command, check=True, stdout=log, stderr=log, cwd="/")

    def start(self) -> None:
        """Start the cluster and wait for it."""
        log = str(self.folder / "server.log")
        self.run("pg_ctl", "-D", str(self.folder / "db"), "-w", "-l", log, "start")

    def stop(self) -> None:
        """Stop the cluster at once."""
        self.run("pg_ctl", "-D", str(self.folder / "db"), "-w", "-m", "immediate", "stop")

    def make(self, name: str) -> str:
        """A fresh database; returns its address."""
        address = f"postgresql://colonnade@127.0.0.1:{self.port}/"
        with psycopg.connect(f"{address}postgres", autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return address + name


def wait_for(what: Any, seconds: float = PATIENCE) -> Any:
    """Ask until there is an answer that is true; the seconds only end what hangs."""
    until = time.monotonic() + seconds
    while True:
        found = what()
        if found:
            return found
        assert time.monotonic() < until, "it did not happen in time"
        time.sleep(0.02)
