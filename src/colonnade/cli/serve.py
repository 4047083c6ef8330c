"""The command that runs the server: reads what was typed, says where it listens.

What the server does is decided in server/; only its public face is used here.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from colonnade.cli.common import Lang, said
from colonnade.cli.speech import UsageError, console, tell
from colonnade.contract.errors import ColonnadeError

MOST_PORTS = 65_535
MOST_PROCESSES = 64
ANYWHERE = ("0.0.0.0", "::")  # hosts that mean all addresses of this machine
ALONE = ("127.0.0.1", "localhost", "::1")  # hosts that nobody else reaches
# What the extra `server` brings, as modules; it can do without resvg_py and uvloop.
NEEDED = (
    "alembic",
    "cryptography",
    "http_ece",
    "httpcore",
    "httptools",
    "itsdangerous",
    "litestar",
    "prometheus_client",
    "py_vapid",
    "sqlalchemy",
    "uvicorn",
)


class NoServer(ColonnadeError):
    """A server was asked for, but what it is made of is not installed."""


def run_serve(
    *,
    host: Annotated[str, said("host")] = "127.0.0.1",
    port: Annotated[int | None, said("port")] = None,
    name: Annotated[list[str] | None, said("name"), Parameter(negative=())] = None,
    database: Annotated[str, said("database")] = "",
    data: Annotated[Path | None, said("data")] = None,
    compute: Annotated[str, said("serve_compute")] = "local",
    processes: Annotated[int, said("processes")] = 1,
    new_key: Annotated[bool, said("new_key"), Parameter(negative=())] = False,
    log: Annotated[Literal["text", "json"], said("log")] = "text",
    browser: Annotated[bool, said("browser")] = True,
    lang: Lang = None,
) -> int:
    """Run a server until Ctrl-C."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise NoServer(missing=missing)
    if port is not None and not 0 <= port <= MOST_PORTS:
        raise UsageError("serve.bad_port", port=str(port), most=str(MOST_PORTS))
    if not 1 <= processes <= MOST_PROCESSES:
        raise UsageError("serve.bad_processes", most=str(MOST_PROCESSES))
    # Loaded here: no other command should wait for a web server's modules.
    from colonnade.server.serve import make_settings, serve, usual_port

    port = usual_port(host) if port is None else port
    words = typed_words()
    settings = make_settings(
        host=host,
        port=port,
        names=name,
        database=database,
        data=data,
        compute=compute,
        new_key=new_key,
        log=log,
        words=words,
        person=browser,
    )

    def ready(address: str, connections: int) -> None:
        console().print(tell("serve.ready", address=address))
        console().print(who_may_come(host, name or [], address, words), soft_wrap=True)
        console().print(tell("serve.holds", connections=str(connections)), soft_wrap=True)
        console().print(hosts_link(settings.data, address), soft_wrap=True)

    return serve(settings, ready, browser, processes)


def typed_words() -> list[str]:
    """The words after `serve` as they were typed, without those that only name a language."""
    words = sys.argv[1:]
    return words[words.index("serve") + 1 :] if "serve" in words else []


def hosts_link(data: Path, address: str) -> str:
    """Say where the host's page is; its secret only where a person reads it, never in a log."""
    from colonnade.server.serve import HOST_TOKEN_FILE, host_token

    if sys.stdout.isatty():
        return tell("serve.host", link=f"{address}/club#{host_token(data)}")
    return tell("serve.host_file", address=f"{address}/club#", file=str(data / HOST_TOKEN_FILE))


def who_may_come(host: str, names: list[str], address: str, words: list[str]) -> str:
    """Say at which address others find this server, or how they could."""
    from colonnade.server.serve import opening_command, own_addresses

    port, found = address.rpartition(":")[2], own_addresses()
    own = f"http://{found[0].address}:{port}" if found else ""
    if host in ANYWHERE:
        return tell("serve.others", address=own) if own else tell("serve.near")
    if host not in ALONE:
        return tell("serve.others", address=address)
    if names:  # somebody stands before it
        return tell("serve.named", names=names)
    command = opening_command(words, int(port))
    return tell("serve.alone", command=command, address=own or tell("serve.no_network"))
