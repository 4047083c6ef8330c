"""The host's command about ratings: list them, check them against the log, compute them anew.

What it does is decided in server/; only its public face is used here.
"""

from __future__ import annotations

from itertools import groupby
from json import dumps
from typing import Annotated

import msgspec
from cyclopts import Parameter

from colonnade.cli import WRONG
from colonnade.cli.common import Json, Lang, make_table, said
from colonnade.cli.house import Data, Database, house_settings
from colonnade.cli.speech import UsageError, console, tell

COLUMNS = ("ratings.rating", "ratings.doubt", "ratings.games")


def run_ratings(
    *,
    check: Annotated[bool, said("ratings_check"), Parameter(negative=())] = False,
    recompute: Annotated[bool, said("ratings_recompute"), Parameter(negative=())] = False,
    json: Json = False,
    database: Database = "",
    data: Data = None,
    lang: Lang = None,
) -> int:
    """List the ratings of the house, or see that they follow from its finished games."""
    if check and recompute:
        raise UsageError("ratings.one_of")
    settings = house_settings(database, data)
    if check or recompute:
        return compare(settings, recompute, json)
    from colonnade.server.house import list_ratings, looking

    with looking(settings) as engine:
        found = list_ratings(engine)
    if json:
        for one in found:
            print(dumps(msgspec.to_builtins(one)))
        return 0
    for (game, seats, bot), lines in groupby(found, key=lambda one: (one.game, one.seats, one.bot)):
        kind = tell("ratings.bots" if bot else "ratings.people")
        console().print(tell("ratings.title", game=tell(f"{game}.name"), count=seats, kind=kind))
        table = make_table(tell("ratings.player"), *(tell(key) for key in COLUMNS))
        for one in lines:
            shown = tell("ratings.provisional") if one.provisional else str(one.rating)
            name = one.name or tell("ratings.nameless")
            table.add_row(name, shown, f"± {one.doubt}", str(one.games))
        console().print(table)
    if not found:
        console().print(tell("ratings.none"))
    return 0


def compare(settings: object, recompute: bool, json: bool) -> int:
    """Check all ratings, or write them anew; an exit code tells whether something was wrong."""
    from colonnade.server.house import check_ratings, looking, recompute_ratings

    with looking(settings) as engine:  # type: ignore[arg-type]  # of a module that is loaded late
        found = recompute_ratings(engine) if recompute else check_ratings(engine)
    if json:
        print(dumps(msgspec.to_builtins(found)))
    else:
        right = found.rows == found.wrong == 0
        key = "ratings.right" if right else "ratings.wrong"
        told = "ratings.recomputed" if recompute else key
        console().print(tell(told, **msgspec.to_builtins(found)))
    return 0 if recompute or found.rows == found.wrong == 0 else WRONG
