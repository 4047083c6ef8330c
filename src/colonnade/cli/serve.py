"""The command that runs the server: reads what was typed, says where it listens.

What the server does is decided in server/; only its public face is used here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from colonnade.cli.common import Lang, said
from colonnade.cli.speech import UsageError, console, tell

MOST_PORTS = 65_535


def run_serve(
    *,
    host: Annotated[str, said("host")] = "127.0.0.1",
    port: Annotated[int | None, said("port")] = None,
    name: Annotated[list[str] | None, said("name"), Parameter(negative=())] = None,
    database: Annotated[str, said("database")] = "",
    data: Annotated[Path | None, said("data")] = None,
    compute: Annotated[str, said("serve_compute")] = "local",
    browser: Annotated[bool, said("browser")] = True,
    lang: Lang = None,
) -> int:
    """Run a server until Ctrl-C."""
    if port is not None and not 0 <= port <= MOST_PORTS:
        raise UsageError("serve.bad_port", port=str(port), most=str(MOST_PORTS))
    # Loaded here: no other command should wait for a web server's modules.
    from colonnade.server.serve import make_settings, serve, usual_port

    port = usual_port(host) if port is None else port
    settings = make_settings(
        host=host, port=port, names=name, database=database, data=data, compute=compute
    )

    def ready(address: str) -> None:
        console().print(tell("serve.ready", address=address))

    return serve(settings, ready, browser)
