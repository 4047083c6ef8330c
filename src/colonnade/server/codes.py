"""Codes to say aloud, "heron moss 42": a short-lived way to a table's free seats, never its name.

A code is stored as two marks that only the server's key can make: of its words, by which it is
found, and of the whole. Who knows the words and tries numbers uses it up; who tries words is
limited by address. How seats are taken is decided in doors.py.
"""

from __future__ import annotations

import hmac
import re
import secrets
from functools import partial

from sqlalchemy import Connection, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from colonnade.server import words
from colonnade.server.attempts import Attempts
from colonnade.server.doors import has_room
from colonnade.server.errors import NoCode, NoSeat, StoreAway
from colonnade.server.schema import CODES
from colonnade.server.table import LiveTable
from colonnade.server.tables import Tables
from colonnade.server.wire_lobby import CodeTold

MINUTES = 10
TRIES = 5  # with the right words and a wrong number; then the code is void
WORDS = 2
NUMBERS = range(10, 100)  # with the words some 23 million codes
MOST = 100  # letters of what somebody typed
PURPOSE = b"colonnade.code"  # so that the secret says nothing about what else it is used for
DRAWS = 8  # until a pair of words is free: of hundreds of thousands few are in use


class Codes:
    """Makes and reads the codes of one server."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.key = hmac.digest(tables.secret, PURPOSE, "sha256")
        self.attempts = Attempts(tables.settings.limits.attempts)

    def mark(self, *parts: int) -> str:
        """What is stored in place of words, by their numbers: in either language the same."""
        return hmac.digest(self.key, "-".join(map(str, parts)).encode(), "sha256").hex()

    async def make(self, table: LiveTable, lang: str) -> CodeTold:
        """A fresh code for the free seats of a table; the one before is void."""
        if not has_room(table):
            raise NoSeat(table=table.id)
        watch = self.tables.watch
        until = watch.now() + MINUTES * 60
        for _ in range(DRAWS):
            pair = [secrets.randbelow(words.COUNT) for _ in range(WORDS)]
            number = secrets.choice(NUMBERS)
            code = " ".join([*words.write(pair, lang), str(number)])
            values = {
                "table_id": table.id,
                "words": self.mark(*pair),
                "whole": self.mark(*pair, number),
                "until": until,
                "tries": 0,
            }
            try:
                await self.tables.store.write(partial(keep, values=values, now=watch.now()))
            except IntegrityError:  # the words are in use, or another process was faster
                continue
            return CodeTold(code=code, until=watch.told(until))
        raise StoreAway(seconds=1)

    async def read(self, said: str, origin: str) -> str:
        """The table that a code leads to; a wrong one counts against the address."""
        parts = read_code(said)
        if parts is None:  # nothing was guessed by that
            raise NoCode(minutes=MINUTES)
        with self.attempts.one(origin):
            marks = (self.mark(*parts[:WORDS]), self.mark(*parts))
            # Where no code begins with the words nothing is written: most guesses end here.
            known = await self.tables.store.read(partial(knows, words=marks[0]))
            work = partial(find, marks=marks, now=self.tables.watch.now())
            found = await self.tables.store.write(work) if known else None
            if found is None:
                raise NoCode(minutes=MINUTES)
            return found


def read_code(said: str) -> list[int] | None:
    """The numbers of what was said: two words, of which the beginnings matter, and a number."""
    *spoken, last = re.findall(r"[a-z]+|[0-9]+", words.fold(said)[:MOST]) or [""]
    found = [words.numbers().get(word[: words.PREFIX]) for word in spoken]
    if len(found) != WORDS or not last.isdecimal() or None in found:
        return None
    return [number for number in found if number is not None] + [int(last)]


def keep(connection: Connection, values: dict[str, object], now: float) -> None:
    """Store a code in place of the table's old one; what has run out goes."""
    connection.execute(
        delete(CODES).where(or_(CODES.c.table_id == values["table_id"], CODES.c.until < now))
    )
    connection.execute(insert(CODES).values(values))


def knows(connection: Connection, words: str) -> bool:
    """Whether a code begins with these words."""
    return (
        connection.execute(select(CODES.c.until).where(CODES.c.words == words)).first() is not None
    )


def find(connection: Connection, marks: tuple[str, str], now: float) -> str | None:
    """The table of a code; a wrong number is counted, and too many of them end the code."""
    good = (CODES.c.words == marks[0]) & (CODES.c.until >= now) & (CODES.c.tries < TRIES)
    row = connection.execute(
        select(CODES.c.table_id, CODES.c.whole).where(good).with_for_update()
    ).first()
    if row is None:
        return None
    if hmac.compare_digest(row.whole, marks[1]):
        return str(row.table_id)
    connection.execute(update(CODES).where(good).values(tries=CODES.c.tries + 1))
    return None
