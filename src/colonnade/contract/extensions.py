"""What other packages bring: games, judges and players, by the entry points that they declare.

Nothing that another package does wrong stops the house: it is left out, and the log names the
package; only whoever asks for it by its name gets an error. What an entry must be is decided by
those who use it: games/__init__.py, ai/judges/__init__.py and ai/extra_players.py.
"""

from __future__ import annotations

import logging
import re
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from colonnade.contract.errors import ColonnadeError
from colonnade.locales import Value, say

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

NAME: Final = re.compile(r"[a-z][a-z0-9_]*")  # of games they become folders, keys and parameters
log = logging.getLogger("colonnade.extensions")


class BadExtension(ColonnadeError):
    """What another package offers cannot be used; `why` names the text that says why."""

    def __init__(self, why: str, **fields: Value) -> None:
        super().__init__(**fields)
        self.why = why

    def text(self, lang: str = "en") -> str:
        """Say which package is meant, then the reason."""
        reason = say(f"error.BadExtension.{self.why}", lang, **self.fields)
        return say("error.BadExtension", lang, **{**self.fields, "reason": reason})


class Extension(NamedTuple):
    """One entry of a group: what a package offers under a name."""

    group: str
    name: str
    package: str  # with its version
    point: EntryPoint

    def load(self) -> object:
        """Import what is offered; whatever goes wrong is the package's fault, and says so."""
        try:
            return self.point.load()
        except (Exception, SystemExit) as problem:
            raise self.broken(problem) from problem

    def refused(self, why: str, **fields: Value) -> BadExtension:
        """The error that says why this cannot be used."""
        known = {"group": self.group, "name": self.name, "package": self.package}
        return BadExtension(why, **known, **fields)

    def broken(self, problem: BaseException) -> BadExtension:
        """The error for what fails in the package's own code."""
        said = " ".join(str(problem).split())
        return self.refused("broken", problem=f"{type(problem).__name__}: {said}")


@cache
def extensions(group: str, taken: tuple[str, ...]) -> dict[str, Extension]:
    """What is offered in a group by name, none of it imported; a name that is taken is left out."""
    found: dict[str, Extension] = {}
    for one in sorted(declared(group), key=lambda one: (one.name, one.package)):
        if not NAME.fullmatch(one.name):
            tell(one.refused("name"))
        elif one.name in taken or one.name in found:
            tell(one.refused("taken"))
        else:
            found[one.name] = one
    return found


def declared(group: str) -> list[Extension]:
    """All entries of a group; a package whose list cannot be read is left out."""
    # Loaded here: importing the package should not wait for what few ask.
    from importlib.metadata import distributions

    found: dict[str, list[Extension]] = {}  # by package: the first of that name on the path counts
    for package in distributions():
        if f"[{group}]" not in (package.read_text("entry_points.txt") or ""):
            continue
        name = f"{package.name} {package.version}"
        try:
            points = list(package.entry_points.select(group=group))
        except Exception as problem:
            tell(BadExtension("broken", group=group, name="?", package=name, problem=repr(problem)))
            continue
        found.setdefault(package.name, [Extension(group, p.name, name, p) for p in points])
    return [one for listed in found.values() for one in listed]


def tell(problem: BadExtension) -> None:
    """Say in the log what is left out, and whose it is."""
    log.warning("%s", problem)
