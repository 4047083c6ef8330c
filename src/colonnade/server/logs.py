"""How the server writes its log: lines for people, or JSON for programs; never a secret in either.

Each line names the request that it belongs to, by a number that the answer carries too. Names of
tables are secrets as well: whoever knows one may watch.
"""

from __future__ import annotations

import logging
import re
import sys
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Literal

import msgspec

Kind = Literal["text", "json"]
REQUEST: ContextVar[str] = ContextVar("colonnade.request", default="")
REQUESTS = logging.getLogger("colonnade.requests")
HIDDEN = "[hidden]"
# Whatever could be a name, a token, a cookie, a mark or a key of ours: 22 letters or more.
LONG = re.compile(r"[A-Za-z0-9_-]{22,}")
FIELDS = ("method", "route", "status", "ms")  # that a line about a request has


def scrubbed(text: str) -> str:
    """A text without anything that could be a secret; words of programs stay."""
    return LONG.sub(lambda found: HIDDEN if secretive(found[0]) else found[0], text)


def secretive(word: str) -> bool:
    """Whether a long word is not one that a person wrote: letters of both sizes, or digits."""
    letters = [letter for letter in word if letter.isalpha()]
    if any(letter.isdigit() for letter in word):
        return True
    return any(map(str.isupper, letters)) and any(map(str.islower, letters))


class Lines(logging.Formatter):
    """Lines for people."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, place, message, and the request if there is one."""
        said = scrubbed(super().format(record))
        request = REQUEST.get()
        if not request:
            return said
        first, newline, rest = said.partition("\n")
        return f"{first} [request {request}]{newline}{rest}"


class JsonLines(logging.Formatter):
    """One JSON object on each line."""

    def format(self, record: logging.LogRecord) -> str:
        """The same facts, each under its name."""
        facts: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "place": record.name,
            "message": scrubbed(record.getMessage()),
        }
        if request := REQUEST.get():
            facts["request"] = request
        facts |= {name: vars(record)[name] for name in FIELDS if name in vars(record)}
        if record.exc_info:
            facts["exception"] = scrubbed(self.formatException(record.exc_info))
        return msgspec.json.encode(facts).decode()


def set_up(kind: Kind) -> None:
    """Write problems to the error stream; as JSON, also a line for each request."""
    handler = logging.StreamHandler(sys.stderr)
    lines = Lines("%(asctime)s %(name)s %(message)s")
    handler.setFormatter(JsonLines() if kind == "json" else lines)
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    # Not in lines for people: those are read when something is wrong.
    REQUESTS.setLevel(logging.INFO if kind == "json" else logging.WARNING)


def note_request(method: str, route: str, status: int, began: float) -> None:
    """Write a line about a request: its route as it was declared, which names no table."""
    if REQUESTS.isEnabledFor(logging.INFO):
        ms = round((time.perf_counter() - began) * 1000, 2)
        facts = {"method": method, "route": route, "status": status, "ms": ms}
        REQUESTS.info("answered", extra=facts)
