"""How a computer player is named: its name, its budget, and options of its search.

`master@500i:explore=0.6,judge=FILE` has all three. Who exists, and who takes a budget or options,
is decided in levels.py; what an option does to a search, in search_player.py.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

from colonnade.ai.search_player import Budget
from colonnade.contract.errors import ColonnadeError, Value
from colonnade.locales import say

NETWORK = "net:"  # before the name of a network's file
MOST_SECONDS = 3600.0
FILES = ("judge", "net")  # options whose value is the name of a file
MARK_BYTES = 8
MARKS_KEPT = 16
# What stands between two commas belongs to the player before it if it begins like an option.
OPTION = re.compile(r"[a-z_]+=")


class Tunable(NamedTuple):
    """A number of the search that can be tried: its bounds, and what it needs."""

    least: float
    most: float
    whole: bool = False
    judged: bool = False  # only a search with a judge has it


# What each of them is stands in docs/opponents.md.
TUNABLES: dict[str, Tunable] = {
    "explore": Tunable(0, 100),
    "first_play_reduction": Tunable(-10, 10, judged=True),
    "margin_weight": Tunable(0, 1),
    "horizon": Tunable(0, 100, whole=True, judged=True),
    "reach": Tunable(1, 100, whole=True, judged=True),
    "temperature": Tunable(0, 100),
    "lead": Tunable(0, 1000),
    "memory": Tunable(1, 65536, whole=True),
    "solves": Tunable(0, 1, whole=True),
}


class BadPlayerOption(ColonnadeError):
    """What stands behind a player's colon cannot be used; `why` names the text that says why."""

    # With defaults, since an error that comes from another process is made anew without arguments.
    def __init__(self, why: str = "", **fields: Value) -> None:
        super().__init__(**fields)
        self.why = why

    def text(self, lang: str = "en") -> str:
        """Say which player, then the reason."""
        reason = say(f"error.BadPlayerOption.{self.why}", lang, **self.fields)
        return say("error.BadPlayerOption", lang, spec=str(self.fields["spec"]), reason=reason)


class ChangedFile(ColonnadeError):
    """A file that a player is made of is not the one that the run began with."""


class Named(NamedTuple):
    """What a player was asked for by, in its parts."""

    name: str
    at: str = ""  # the sign before the budget, if there is one
    budget: str = ""
    colon: str = ""  # the sign before the options, if there are any
    options: str = ""


class Asked(NamedTuple):
    """The options of a player, read: numbers of its search, and files instead of its judge."""

    numbers: dict[str, float]
    files: dict[str, Path]


def parts_of(spec: str) -> Named:
    """The parts of a player's name; files of networks may have the signs between them too."""
    if spec.startswith(NETWORK):
        name, at, budget = spec.rpartition("@")
        return Named(spec) if not at or network_file(spec).exists() else Named(name, at, budget)
    head, colon, options = spec.partition(":")
    return Named(*head.partition("@"), colon, options)


def with_budget(spec: str, budget: str) -> str:
    """A player whose name stands without a budget, with one."""
    named = parts_of(spec)
    return f"{named.name}@{budget}{named.colon}{named.options}"


def split_players(text: str) -> list[str]:
    """Several players between commas; a comma before an option goes on with the same player."""
    found: list[str] = []
    for part in text.split(","):
        if found and ":" in found[-1] and OPTION.match(part.strip()):
            found[-1] += f",{part.strip()}"
        else:
            found.append(part.strip())
    return found


def network_file(name: str) -> Path:
    """The file that a network is named by."""
    return Path(name.removeprefix(NETWORK))


# Budgets


def read_budget(text: str) -> Budget | None:
    """Read 0.2 as seconds and 500i as iterations for each decision; None if it is neither."""
    try:
        if text.endswith("i"):
            iterations = int(text[:-1])
            return Budget(iterations=iterations) if iterations > 0 else None
        seconds = float(text)
    except ValueError:
        return None
    if not math.isfinite(seconds) or not 0 < seconds <= MOST_SECONDS:
        return None
    return Budget(seconds=seconds)


def write_budget(budget: Budget) -> str:
    """A budget as read_budget reads it."""
    return f"{budget.iterations}i" if budget.iterations else f"{budget.seconds:g}"


# Options


def read_options(spec: str, judged: bool = True) -> Asked:
    """Read the options of a player that searches, with judgement or without it."""
    found = Asked({}, {})
    named = parts_of(spec)
    if not named.colon:
        return found
    known = [key for key, tunable in TUNABLES.items() if judged or not tunable.judged]
    known += FILES if judged else ()
    for part in named.options.split(","):
        key, equals, value = part.partition("=")
        if key not in known or not equals:
            listed = [f"{one}={'FILE' if one in FILES else 'NUMBER'}" for one in known]
            raise BadPlayerOption("unknown", spec=spec, option=part, known=listed)
        if key in found.numbers or key in found.files:
            raise BadPlayerOption("twice", spec=spec, option=key)
        if key in FILES:
            found.files[key] = Path(value)
        else:
            found.numbers[key] = read_number(spec, key, value)
    if len(found.files) > 1:
        raise BadPlayerOption("both", spec=spec, known=list(FILES))
    return found


def read_number(spec: str, key: str, text: str) -> float:
    """Read the value of an option, within its bounds."""
    least, most, whole, _ = TUNABLES[key]
    try:
        value = int(text) if whole else float(text)
    except ValueError:
        value = math.nan
    if not least <= value <= most:  # also of nan
        bounds = {"least": f"{least:g}", "most": f"{most:g}"}
        why = "whole" if whole else "number"
        raise BadPlayerOption(why, spec=spec, option=key, value=text, **bounds)
    return value


# Files


def files_of(spec: str) -> Iterator[Path]:
    """The files that a player is made of."""
    if spec.startswith(NETWORK):
        yield network_file(parts_of(spec).name)
        return
    for part in parts_of(spec).options.split(","):
        key, _, value = part.partition("=")
        if key in FILES:
            yield Path(value)


def file_marks(specs: Sequence[str]) -> dict[str, str]:
    """A mark of the contents of each file that these players are made of."""
    return {str(path): mark_of(path) for spec in specs for path in files_of(spec)}


def check_marks(marks: dict[str, str]) -> None:
    """Refuse files that are not those that were marked: games of two players would be mixed."""
    for name, mark in marks.items():
        if mark_of(Path(name)) != mark:
            raise ChangedFile(path=name)


def mark_of(path: Path) -> str:
    """A mark of a file's contents; empty if it cannot be read."""
    try:
        facts = path.stat()
        return _mark_of(path, facts.st_mtime_ns, facts.st_size, facts.st_ino)
    except OSError:
        return ""


@lru_cache(maxsize=MARKS_KEPT)
def _mark_of(path: Path, *_: int) -> str:
    return blake2b(path.read_bytes(), digest_size=MARK_BYTES).hexdigest()
