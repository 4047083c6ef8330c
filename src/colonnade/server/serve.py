"""Runs the server: listens, says where, opens the browser, and closes without losing anything."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import threading
import webbrowser
from collections.abc import Callable
from types import FrameType
from typing import Any

import uvicorn

from colonnade.server import logs
from colonnade.server.addresses import opening_command as opening_command
from colonnade.server.addresses import own_addresses as own_addresses
from colonnade.server.app import create_app, guarded
from colonnade.server.club import HOST_TOKEN_FILE as HOST_TOKEN_FILE
from colonnade.server.club import host_token as host_token
from colonnade.server.connections import HeadGuard
from colonnade.server.observed import Observed
from colonnade.server.processes import BACKLOG, serve_many
from colonnade.server.room import Room, raise_files
from colonnade.server.settings import Settings
from colonnade.server.settings import make_settings as make_settings
from colonnade.server.tables import Tables

log = logging.getLogger("colonnade.serve")
GRACE_SECONDS = 10
USUAL_PORT = 8000
EARS = 8  # times that each socket is listened at


def usual_port(host: str) -> int:
    """The usual port, or 0 for any free one where somebody else listens there.

    A page keeps its settings by its address: the same port each time lets it find them again.
    """
    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, USUAL_PORT))
        except OSError:
            return 0
    return USUAL_PORT


class Server(uvicorn.Server):
    """Uvicorn that says its address once it listens, and ends its feeds when told to stop."""

    def __init__(
        self, config: uvicorn.Config, tables: Tables, ready: Callable[[str], None]
    ) -> None:
        super().__init__(config)
        self.tables = tables
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then say where."""
        await super().startup(sockets)
        if self.started:
            await self.grow_ears()
            # What lives in tables lives long: looking through all of it often would stop the loop.
            gc.collect()
            gc.freeze()
            gc.set_threshold(20_000, 20, 100)
            self.ready(self.address())

    def address(self) -> str:
        """The address that works in a browser on this machine."""
        host, port = self.servers[0].sockets[0].getsockname()[:2]
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(
            host, f"[{host}]" if ":" in host else host
        )
        return f"http://{host}:{port}"

    async def listen(self, **where: Any) -> None:
        """Listen somewhere more."""
        config = self.config

        def protocol() -> asyncio.Protocol:
            return config.http_protocol_class(  # type: ignore[call-arg]
                config=config, server_state=self.server_state, app_state=self.lifespan.state
            )

        loop = asyncio.get_running_loop()
        self.servers.append(await loop.create_server(protocol, backlog=config.backlog, **where))

    async def listen_at(self, address: str) -> bool:
        """Listen at one more address of this machine, at the same port; False if it cannot be."""
        try:
            port = self.servers[0].sockets[0].getsockname()[1]
            await self.listen(host=address, port=port)
        except OSError as problem:
            log.warning("cannot listen at one more address: %s", problem.strerror)
            return False
        return True

    async def grow_ears(self) -> None:
        """Listen at the same sockets several times.

        In one turn of its loop uvloop takes one connection of each, and a busy loop has few turns:
        whoever came anew would wait for seconds.
        """
        if "uvloop" in type(asyncio.get_running_loop()).__module__:
            for heard in [one for server in list(self.servers) for one in server.sockets]:
                for _ in range(EARS - 1):
                    await self.listen(sock=socket.socket(fileno=os.dup(heard.fileno())))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Feeds never end by themselves: tell them first, then wait for what is under way."""
        self.tables.retire()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop in order on the first signal, at once on a second Ctrl-C."""
        super().handle_exit(sig, frame)
        self._captured_signals.clear()  # a server that was told to stop has not failed


def serve(
    settings: Settings,
    ready: Callable[[str, int], None],
    browser: bool = False,
    processes: int = 1,
) -> int:
    """Run until told to stop; returns the exit code."""

    def tell(address: str, room: int) -> None:
        ready(address, room)
        if browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    return run(settings, tell) if processes == 1 else serve_many(settings, processes, tell)


def run(
    settings: Settings,
    ready: Callable[[str, int], None],
    sockets: list[socket.socket] | None = None,
) -> int:
    """Run one process, perhaps at sockets that others hear too; returns the exit code."""
    logs.set_up(settings.log)
    app = create_app(settings)
    app.state.tables.open_store()  # a server that cannot store must not listen
    limits, workers = settings.limits, app.state.tables.bots.compute.size
    space = Room(limits, raise_files(), workers)
    guard = guarded(app, settings)
    guard.room = space

    class Patient(HeadGuard):
        """The protocol with this server's patience and room."""

        patience = limits.patience
        silence = limits.silence
        room = space

    config = uvicorn.Config(
        Observed(guard, app.state.tables.measures),
        host=settings.host,
        port=settings.port,
        access_log=False,  # its lines would hold the tables' unguessable names
        log_config=None,
        http=Patient,
        server_header=False,
        date_header=False,
        proxy_headers=True,
        lifespan="on",
        ws="none",
        timeout_keep_alive=limits.silence,  # type: ignore[arg-type]  # it takes parts of seconds
        timeout_graceful_shutdown=GRACE_SECONDS,
        backlog=BACKLOG,
    )
    server = Server(config, app.state.tables, lambda address: ready(address, space.size))

    async def listen(addresses: list[str]) -> list[str]:
        heard = [address for address in addresses if await server.listen_at(address)]
        guard.names.known.update(heard)
        return heard

    app.state.door.listen = listen
    space.open = server.server_state.connections
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    # A terminal that is closed ends it in order too, unless it was told not to mind (nohup).
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, server.handle_exit)
    server.run(sockets)
    return 0 if server.started and app.state.tables.closed else 1
