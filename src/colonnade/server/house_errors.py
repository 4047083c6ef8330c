"""The errors that a host can meet who copies, moves or tidies a house.

Their texts stand in the locales under `error.<TypeName>`; the command line says them.
"""

from __future__ import annotations

from colonnade.server.errors import ServerError


class NoSuchTable(ServerError):
    """The host named a table that is not there."""


class CannotExport(ServerError):
    """The host wants the record of a table whose rules are no longer known."""


class ManyTables(ServerError):
    """The host named a table by letters with which several begin."""


class OlderSchema(ServerError):
    """The database was written by an older version, and not brought up to date."""


class NoHouse(ServerError):
    """There is no database, or no key, where a house should be."""


class HouseThere(ServerError):
    """A database in which people have played must not be written over."""


class StillServed(ServerError):
    """A server listens to the database."""


class FileThere(ServerError):
    """A file is there already, and is not written over."""


class Unwritable(ServerError):
    """A file cannot be written."""


class BadCopy(ServerError):
    """A file is no copy of a house, or not whole."""


class CopyDiffers(ServerError):
    """What was copied is not what was to be copied."""


class OtherKey(ServerError):
    """Another signing key lies where the one of a copy belongs."""
