"""What several commands share: parameters with their help, checks of what was typed, the bar.

What a command does with them is decided in its own file.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from colonnade.cli.speech import UsageError, console, tell
from colonnade.compute.places import check_compute
from colonnade.contract.files import beside
from colonnade.contract.game import Game
from colonnade.contract.options import complete


def said(key: str) -> Parameter:
    """A parameter whose help stands in the locales."""
    return Parameter(help=tell(f"help.{key}"))


def choices(game: Game, pairs: list[str]) -> dict[str, str]:
    """Read key=value pairs and fill in the usual values."""
    chosen = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            known = [f"{option.key}={'|'.join(option.values)}" for option in game.options]
            raise UsageError("cli.bad_option", text=pair, game=game.key, known=known)
        chosen[key] = value
    return complete(game.options, chosen)


def at_least(name: str, value: int, least: int) -> None:
    """Refuse numbers that make no sense."""
    if value < least:
        raise UsageError("cli.bad_number", name=name, least=least)


def check_work(
    games: int, seed: int, compute: str, processes: int | None, name: str = "--games"
) -> None:
    """Refuse a number of games, a seed or a place to play them that cannot be meant."""
    at_least(name, games, 1)
    at_least("--seed", seed, 0)
    at_least("--processes", 1 if processes is None else processes, 1)
    check_compute(compute)


def positive(name: str, seconds: float | None) -> None:
    """Refuse a time that is none, or that never ends."""
    if seconds is not None and not 0 < seconds < math.inf:
        raise UsageError("cli.bad_time", name=name)


def unwritable(path: Path, problem: OSError) -> UsageError:
    """The error that says why a file cannot be written."""
    reason = problem.strerror or str(problem)
    return UsageError("cli.unwritable", path=str(path), problem=reason)


def unreadable(path: Path, problem: OSError) -> UsageError:
    """The error that says why a file cannot be read."""
    if isinstance(problem, FileNotFoundError):
        return UsageError("cli.no_file", path=str(path))
    return UsageError("cli.unreadable", path=str(path), problem=problem.strerror or str(problem))


def check_writable(path: Path) -> None:
    """Find out before hours of work whether their result can be written."""
    if path.exists() and not path.is_file():
        raise UsageError("cli.not_a_file", path=str(path))
    new = beside(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new.touch()
        new.unlink()
    except OSError as problem:
        raise unwritable(path, problem) from problem


def make_table(first: str, *others: str) -> Table:
    """A table with a column of names and columns of numbers."""
    table = Table()
    table.add_column(first)
    for heading in others:
        table.add_column(heading, justify="right")
    return table


def progress_bar() -> Progress:
    """A bar on the error stream, gone when the work is done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(*columns, TimeRemainingColumn(), console=console(stderr=True), transient=True)


Option = Annotated[list[str] | None, said("option"), Parameter(negative=())]
Json = Annotated[bool, said("json"), Parameter(negative=())]
Seed = Annotated[int, said("seed")]
Seats = Annotated[int | None, said("seats")]
Seated = Annotated[str, said("player")]
Lang = Annotated[str | None, said("lang")]
Processes = Annotated[int | None, said("processes")]
Compute = Annotated[str, said("compute")]
