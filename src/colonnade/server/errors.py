"""The errors a client of the server can meet, each with its HTTP status.

Their texts stand in the locales under `error.<TypeName>`; app.py sends them.
"""

from __future__ import annotations

from colonnade.ai.levels import BadBudget, UnknownPlayer
from colonnade.compute.questions import NoAnswer
from colonnade.contract import errors
from colonnade.contract.errors import ColonnadeError
from colonnade.teaching.exercise import Decided
from colonnade.teaching.lesson import BadLesson, NoLesson


class ServerError(ColonnadeError):
    """Something asked of the server cannot be done; `status` is its HTTP status."""

    status = 400


class BadRequest(ServerError):
    """A body or a parameter is not of the shape that the API documents."""


class BadTable(ServerError):
    """Nobody could sit at a table like this."""


class BadSubscription(ServerError):
    """No push service could be reached like this, or it is another browser's."""


class BadZone(ServerError):
    """No time zone has this name."""


class TooDeep(ServerError):
    """A body's brackets are nested beyond any use."""


class NoToken(ServerError):
    """What only the host may read was asked for without the host's token."""

    status = 401


class NoBot(ServerError):
    """A token that is no bot's: void, or never given."""

    status = 401


class NotForBots(ServerError):
    """Only people may do this: a token does not open it."""

    status = 403


class NotAllowed(ServerError):
    """A write comes from the page of another site."""

    status = 403


class NotSeated(ServerError):
    """A device holds no seat, or not this seat, at the table."""

    status = 403


class NoTable(ServerError):
    """No table has this id, or it is not for these eyes."""

    status = 404


class NoRecord(ServerError):
    """No uploaded record has this id."""

    status = 404


class NoInvitation(ServerError):
    """No free seat of the table has this token."""

    status = 404


class NoPlayer(ServerError):
    """The device that asks has no player."""

    status = 404


class NobodyKnown(ServerError):
    """No player has this id, or it was deleted."""

    status = 404


class NoDevice(ServerError):
    """The player has no such device."""

    status = 404


class UnknownBot(ServerError):
    """The player has no such bot."""

    status = 404


class NoClub(ServerError):
    """The house has no club."""

    status = 404


class ManyBots(ServerError):
    """A player has as many bots as may be."""

    status = 409


class NoMember(ServerError):
    """There is no such member of the club."""

    status = 404


class NoLeague(ServerError):
    """There is no such league."""

    status = 404


class NoGame(ServerError):
    """Two do not play against each other in a league."""

    status = 404


class NotMember(ServerError):
    """Who asks is no member of the club."""

    status = 403


class NotHost(ServerError):
    """Who asks is no host."""

    status = 403


class NotYourGame(ServerError):
    """Others play this game of a league."""

    status = 403


class LeagueClosed(ServerError):
    """A league has begun already, has not begun yet, or is over."""

    status = 409


class LeagueSize(ServerError):
    """Too few or too many take part."""

    status = 409


class CopyRuns(ServerError):
    """A copy of the house is being made already."""

    status = 409


class NoWayIn(ServerError):
    """A link or words that open no player: used, too old, replaced, or never given."""

    status = 404


class NoCode(NoWayIn):
    """No table waits behind a code that was said."""


class WordCount(ServerError):
    """Neither four words nor twelve."""


class UnknownWord(ServerError):
    """A word that stands on no list."""


class WrongWord(ServerError):
    """One of twelve words does not fit the others, and another would."""


class SwappedWords(ServerError):
    """Two of twelve words stand in each other's place."""


class WrongWords(ServerError):
    """Several of twelve words do not fit each other."""


class NoPage(ServerError):
    """Nothing has this address."""

    status = 404


class NoMethod(ServerError):
    """The address exists, but not for this method."""

    status = 405


class TooSlow(ServerError):
    """A body did not arrive in time."""

    status = 408


class StalePly(ServerError):
    """The table has moved on since the client looked."""

    status = 409


class NotYourTurn(ServerError):
    """Another seat must decide."""

    status = 409


class SeatTaken(ServerError):
    """A seat is not free."""

    status = 409


class NoSeat(ServerError):
    """No seat of a table is free any more."""

    status = 409


class TableOver(ServerError):
    """The game at this table has ended."""

    status = 409


class LastPerson(ServerError):
    """Who leaves would leave computer players alone."""

    status = 409


class AlreadyYours(ServerError):
    """A device is the player's already."""

    status = 409


class BringGames(ServerError):
    """A device that would come to a player has games of its own, and nobody said what of them."""

    status = 409


class LastDevice(ServerError):
    """A player would be left without any device."""

    status = 409


class OtherDevices(ServerError):
    """A player has other devices, too."""

    status = 409


class TableDamaged(ServerError):
    """The log of this table is not whole: it can be looked at, not played."""

    status = 409


class TableOpen(ServerError):
    """The game at this table has not ended yet."""

    status = 409


class CannotUndo(ServerError):
    """There is nothing to take back, or nobody asked."""

    status = 409


class NoUndo(ServerError):
    """Nothing is taken back at this table."""

    status = 409


class Paused(ServerError):
    """The game is paused: nobody moves."""

    status = 409


class CannotWish(ServerError):
    """Nobody can agree to this now."""

    status = 409


class NotAbsent(ServerError):
    """A seat's people are here, or were a while ago."""

    status = 409


class WishRefused(ServerError):
    """A wish of a seat was refused, and nobody has moved since."""

    status = 409


class NoWish(ServerError):
    """No wish waits for an answer of this device."""

    status = 409


class UndoRefused(ServerError):
    """A seat's wish to take back was refused, and nobody has moved since."""

    status = 409


class OtherWish(ServerError):
    """The answer is for another wish than the one that waits."""

    status = 409


class TooLarge(ServerError):
    """A body is larger than the server reads."""

    status = 413


class WrongType(ServerError):
    """A body is not of a type that the server reads."""

    status = 415


class WrongHost(ServerError):
    """A request names a server that this one is not."""

    status = 421


class TooMany(ServerError):
    """A client asks more often than is fair to the others."""

    status = 429


class OwnFull(ServerError):
    """As much is kept of one address as one address may keep."""

    status = 507


class HouseFull(ServerError):
    """As much is kept as the host lets the house keep."""

    status = 507


class ServerFault(ServerError):
    """Something broke inside; what it was stands in the server's log only."""

    status = 500


class NoRoom(ServerError):
    """Too many connections are open; what is left is for devices that are known."""

    status = 503


class StoreAway(ServerError):
    """The database cannot be reached or cannot write; nothing was acknowledged."""

    status = 503


class BadDatabase(ServerError):
    """The address of the database cannot be used."""


class BadFolder(ServerError):
    """The data folder cannot be used."""


class BadLimits(ServerError):
    """The limits in the environment are not of their documented shape."""


class BadName(ServerError):
    """A name for the server is none."""


class KeyMissing(ServerError):
    """Devices hold seats, but the key that signed their cookies is gone."""


class KeyShort(ServerError):
    """The signing key is not whole."""


class KeyOpen(ServerError):
    """Others than its owner can read the signing key."""


class NewerSchema(ServerError):
    """The database was written by a newer version."""


class DamagedDatabase(ServerError):
    """The database cannot be read, or lacks something."""


class EmptiedDatabase(ServerError):
    """The database's file is there, and nothing is in it."""


class NeedsPostgres(ServerError):
    """Several processes were asked for, but the embedded database is for one."""


class SecondServer(ServerError):
    """Another server has the embedded database."""


class NoDriver(ServerError):
    """PostgreSQL's driver is not installed."""


STATUS: dict[type[ColonnadeError], int] = {
    errors.IllegalMove: 409,
    errors.GameOver: 409,
    errors.UnknownMove: 400,
    errors.BadRecord: 400,
    BadLesson: 500,
    NoLesson: 404,
    Decided: 409,
    UnknownPlayer: 400,
    BadBudget: 400,
    NoAnswer: 503,
}


def status_of(problem: ColonnadeError) -> int:
    """The HTTP status of an error; whatever was asked wrongly is 400."""
    if isinstance(problem, ServerError):
        return problem.status
    return STATUS.get(type(problem), 400)
