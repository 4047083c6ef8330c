"""The host's commands about single tables: list them, end a game, delete one, write one to a file.

What they do is decided in server/; only its public face is used here.
"""

from __future__ import annotations

import sys
from datetime import datetime
from json import dumps
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from colonnade.cli.common import Json, Lang, at_least, make_table, said
from colonnade.cli.house import Data, Database, house_settings
from colonnade.cli.speech import UsageError, console, tell

Name = Annotated[str, Parameter(allow_leading_hyphen=True)]  # as older tables' names may begin
Yes = Annotated[bool, said("yes"), Parameter(negative=())]


def tables_app() -> App:
    """`colonnade tables` and the words that may follow it; alone it lists."""
    app = App(name="tables", help=tell("help.tables"), result_action="return_value")
    app.default(run_list)
    app.command(run_list, name="list", help=tell("help.tables_list"))
    app.command(run_close, name="close", help=tell("help.tables_close"))
    app.command(run_delete, name="delete", help=tell("help.tables_delete"))
    app.command(run_export, name="export", help=tell("help.tables_export"))
    return app


def run_list(
    *,
    most: Annotated[int, said("tables_most")] = 50,
    running: Annotated[bool, said("tables_running"), Parameter(negative=())] = False,
    json: Json = False,
    database: Database = "",
    data: Data = None,
    lang: Lang = None,
) -> int:
    """List the tables of the house, those where something happened last first."""
    at_least("--most", most, 1)
    settings = house_settings(database, data)
    from colonnade.server.house import list_tables, looking

    with looking(settings) as engine:
        found, total = list_tables(engine, most, running)
    if json:
        for one in found:
            print(dumps({name: getattr(one, name) for name in one.__struct_fields__}))
        return 0
    table = make_table(tell("tables.id"), *(tell(key) for key in COLUMNS))
    for one in found:
        seats = ", ".join(name or tell("tables.free") for name in one.seats)
        state = tell("tables.over" if one.finished is not None else "tables.runs")
        name = tell(f"{one.game}.name")
        table.add_row(one.id, name, seats, state, str(one.facts), day(one.last))
    console().print(table)
    console().print(tell("tables.shown", shown=len(found), count=total))
    return 0


COLUMNS = ("tables.game", "tables.seats", "tables.state", "tables.facts", "tables.last")


def day(seconds: float) -> str:
    """A time as people write it, in the zone of this machine."""
    return datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M")


def run_delete(
    table: Name,
    /,
    *,
    yes: Yes = False,
    database: Database = "",
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Delete a table with all that belongs to it, for ever."""
    settings = house_settings(database, data)
    from colonnade.server.house import delete_table, looking

    with looking(settings) as engine:
        ask(yes, "tables.ask_delete", table)
        gone = delete_table(engine, table)
    console().print(tell("tables.deleted", id=gone))
    return 0


def run_close(
    table: Name,
    /,
    *,
    yes: Yes = False,
    database: Database = "",
    data: Data = None,
    lang: Lang = None,
) -> int:
    """End a table's game without a result."""
    settings = house_settings(database, data)
    from colonnade.server.house import close_table, looking

    with looking(settings) as engine:
        ask(yes, "tables.ask_close", table)
        ended = close_table(engine, table)
    console().print(tell("tables.closed", id=ended))
    return 0


def run_export(
    table: Name,
    file: Path,
    /,
    *,
    database: Database = "",
    data: Data = None,
    lang: Lang = None,
) -> int:
    """Write the record of a table to a file, with all that was hidden."""
    settings = house_settings(database, data)
    from colonnade.server.house import export_table, looking

    with looking(settings) as engine:
        moves = export_table(engine, table, file)
    console().print(tell("tables.exported", path=str(file), count=moves))
    return 0


def ask(yes: bool, key: str, table: str) -> None:
    """Ask who sits at the keys; where nobody does, `--yes` must have been said."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise UsageError("tables.say_yes")
    answer = input(tell(key, id=table) + " ")
    if answer.strip().lower() not in tell("tables.yes_words").split():
        raise UsageError("tables.left")
