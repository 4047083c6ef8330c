"""The log of games that count, and how strong players are by it, read and written.

Every finished table is looked at once, in one transaction that no other process shares; a game that
is found late has those after it computed anew. Which games count is decided in counting.py, what
they mean in rating_fold.py.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    delete,
    func,
    insert,
    select,
    text,
    update,
)

from colonnade.arena.measured import levels_of
from colonnade.arena.strength import UNKNOWN, Strength, ranks
from colonnade.server.counting import COUNTS, Fact, Finished, Uncounted, is_person, why_not
from colonnade.server.rating_fold import Row, first_of, fold, in_order, nobody
from colonnade.server.schema import MOVES, PLAYERS, RATED, RATINGS, TABLES
from colonnade.server.stored import Seat
from colonnade.server.table_queries import chunks, read_seats
from colonnade.server.wire import Result

AT_ONCE = 50  # tables looked at in one transaction: nobody waits for long
RATING_LOCK = 7_318_403  # any number, the same in every process that shares a database
Group = tuple[str, int]  # a game and its number of seats
COLUMNS = [RATED.c[name] for name in Row.__struct_fields__]
COMPUTED = ("counted", "mu", "sigma", "mu_after", "sigma_after")  # what rows before decide


def lock(connection: Connection) -> None:
    """Have the log for this transaction alone; who waited sees what was written meanwhile."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:it)"), {"it": RATING_LOCK})


def bots_among(connection: Connection, players: Collection[str]) -> set[str]:
    """Which players are bots: those that have the mark, where players can have one."""
    mark = PLAYERS.c.get("bot")
    if mark is None or not players:
        return set()
    return set(
        connection.execute(select(PLAYERS.c.id).where(PLAYERS.c.id.in_(players), mark)).scalars()
    )


# New games


def is_due(connection: Connection) -> bool:
    """Whether a finished game has not been looked at."""
    found = select(TABLES.c.id).where(TABLES.c.finished.is_not(None), TABLES.c.rated.is_(None))
    return connection.execute(found.limit(1)).first() is not None


def catch_up(connection: Connection) -> int:
    """Look at the next finished games, the oldest first; returns how many there were."""
    lock(connection)
    due = (
        select(TABLES.c.id, TABLES.c.game, TABLES.c.created, TABLES.c.finished, TABLES.c.result)
        .where(TABLES.c.finished.is_not(None), TABLES.c.rated.is_(None))
        .order_by(TABLES.c.finished, TABLES.c.id)
        .limit(AT_ONCE)
    )
    found = [read_finished(connection, row) for row in connection.execute(due).all()]
    added: list[Row] = []
    for game in found:
        reason = why_not(game)
        said = update(TABLES).where(TABLES.c.id == game.table)
        connection.execute(said.values(rated=reason or COUNTS))
        if reason is None:
            added += rows_of(game, bots_among(connection, players_at(game.seats)))
    write_rows(connection, added)
    for group, since in first_of(added).items():
        refold(connection, group, since)
    return len(found)


def players_at(seats: Iterable[Seat]) -> set[str]:
    """The players at a table."""
    return {seat.player for seat in seats if seat.player is not None}


def read_finished(connection: Connection, row: Any) -> Finished:
    """A finished game, with what matters of its log."""
    entries = connection.execute(
        select(MOVES.c.kind, MOVES.c.seat, MOVES.c.back, MOVES.c.time)
        .where(MOVES.c.table_id == row.id)
        .order_by(MOVES.c.ply)
    )
    return Finished(
        table=row.id,
        game=row.game,
        created=row.created,
        finished=row.finished,
        result=msgspec.json.decode(row.result, type=Result) if row.result else None,
        seats=read_seats(connection, [row.id])[row.id],
        log=[Fact(*entry) for entry in entries],
    )


def rows_of(game: Finished, bots: Collection[str]) -> list[Row]:
    """What is kept of a game that counts; strengths of people are not known yet."""
    assert game.result is not None  # or it would not count
    places = ranks(game.result.scores, game.result.winners, game.result.resigned)
    measured, count = levels_of(game.game, len(game.seats)), len(game.seats)
    found = []
    for number, (seat, place) in enumerate(zip(game.seats, places, strict=True)):
        player = seat.player if is_person(seat) else None
        strength = UNKNOWN if player is not None else measured[seat.level or ""].strength
        row = Row(
            table_id=game.table,
            seat=number,
            game=game.game,
            seats=count,
            finished=game.finished,
            player=player,
            bot=player in bots,
            place=place,
            counted=player is not None,
            mu=strength.mu,
            sigma=strength.sigma,
            mu_after=strength.mu,
            sigma_after=strength.sigma,
        )
        found.append(row)
    return found


# Strengths


def refold(
    connection: Connection, group: Group, since: float, also: Collection[str] = ()
) -> list[Row]:
    """Compute a game's strengths anew from a time on; returns what was not so before.

    `also` are players who may have lost games there.
    """
    rows = read_rows(connection, group, since)
    known = {row.player: row for row in rows if row.player is not None}

    def strength(player: str) -> Strength | None:
        found = last_row(connection, player, group, since)
        return None if found is None else found.after

    changed = [new for old, new in zip(rows, fold(rows, strength), strict=True) if old != new]
    for row in changed:
        here = (RATED.c.table_id == row.table_id) & (RATED.c.seat == row.seat)
        values = {name: getattr(row, name) for name in COMPUTED}
        connection.execute(update(RATED).where(here).values(**values))
    for player in sorted({*known, *also}):
        write_rating(connection, player, group)
    return changed


def read_rows(connection: Connection, group: Group, since: float = 0.0) -> list[Row]:
    """The rows of a game from a time on, in their order."""
    return rows_where(connection, of_group(group) & (RATED.c.finished >= since))


def rows_where(connection: Connection, here: ColumnElement[bool]) -> list[Row]:
    """Rows of the log, in their order: not every database sorts words as we do."""
    found = connection.execute(select(*COLUMNS).where(here)).mappings()
    return in_order(Row(**row) for row in found)


def of_group(group: Group) -> ColumnElement[bool]:
    """Rows of a game with so many seats."""
    return and_(RATED.c.game == group[0], RATED.c.seats == group[1])


def last_row(
    connection: Connection, player: str, group: Group, before: float | None = None
) -> Row | None:
    """The last game of a player that counted, perhaps before a time."""
    mine = and_(of_group(group), RATED.c.player == player, RATED.c.counted)
    query = select(*COLUMNS).where(mine if before is None else mine & (RATED.c.finished < before))
    # Few games end in the same moment; which of them comes last is found as the order says it.
    newest = connection.execute(query.order_by(RATED.c.finished.desc()).limit(8)).mappings()
    return max((Row(**row) for row in newest), key=lambda row: row.key, default=None)


def write_rows(connection: Connection, rows: list[Row]) -> None:
    """Add rows to the log."""
    if rows:
        connection.execute(insert(RATED), [msgspec.structs.asdict(row) for row in rows])


def write_rating(connection: Connection, player: str, group: Group) -> None:
    """Write how strong a player is by the last row; who has none has no rating."""
    game, seats = group
    mine = and_(RATINGS.c.player == player, RATINGS.c.game == game, RATINGS.c.seats == seats)
    connection.execute(delete(RATINGS).where(mine))
    found = last_row(connection, player, group)
    here = connection.execute(select(PLAYERS.c.id).where(PLAYERS.c.id == player)).first()
    if found is None or here is None:
        return
    counted = and_(of_group(group), RATED.c.player == player, RATED.c.counted)
    games = connection.execute(select(func.count()).select_from(RATED).where(counted)).scalar_one()
    connection.execute(
        insert(RATINGS).values(
            player=player,
            game=game,
            seats=seats,
            bot=found.bot,
            mu=found.mu_after,
            sigma=found.sigma_after,
            games=games,
            last=found.finished,
        )
    )


# Players and tables that go


def forget_player(connection: Connection, player: str) -> None:
    """Let the log forget a player; all others stay exactly as strong as they are.

    Where others sat, the seat stays as strong as it was then, and is nobody's. Where nobody else
    did, nothing stays.
    """
    lock(connection)
    own = rows_where(connection, RATED.c.player == player)
    shared: set[str] = set()
    for some in chunks([row.table_id for row in own]):
        others = RATED.c.player.is_not(None) & (RATED.c.player != player)
        rows = select(RATED.c.table_id).where(RATED.c.table_id.in_(some), others)
        shared |= set(connection.execute(rows).scalars())
    for row in own:
        here = RATED.c.table_id == row.table_id
        if row.table_id in shared:
            left = msgspec.structs.asdict(nobody(row))
            mine = here & (RATED.c.seat == row.seat)
            connection.execute(update(RATED).where(mine).values(**left))
        else:
            connection.execute(delete(RATED).where(here))
    connection.execute(delete(RATINGS).where(RATINGS.c.player == player))


def merge_players(connection: Connection, old: str, new: str) -> None:
    """Let the games of one player be another's; those that both played count no more."""
    lock(connection)
    moved = rows_where(connection, RATED.c.player == old)
    connection.execute(update(RATED).where(RATED.c.player == old).values(player=new))
    connection.execute(delete(RATINGS).where(RATINGS.c.player == old))
    both = (
        select(RATED.c.table_id)
        .where(RATED.c.player == new)
        .group_by(RATED.c.table_id)
        .having(func.count() > 1)
    )
    withdraw(connection, list(connection.execute(both).scalars()), "twice")
    for group, since in first_of(moved).items():
        refold(connection, group, since, [new])


def withdraw(connection: Connection, tables: Collection[str], reason: Uncounted) -> None:
    """Take games out of the log, as if they had never counted."""
    if not tables:
        return
    lock(connection)
    gone = rows_where(connection, RATED.c.table_id.in_(tables))
    connection.execute(delete(RATED).where(RATED.c.table_id.in_(tables)))
    connection.execute(update(TABLES).where(TABLES.c.id.in_(tables)).values(rated=reason))
    for group, since in first_of(gone).items():
        refold(connection, group, since, {row.player for row in gone if row.player is not None})


# All of it


def groups(connection: Connection) -> list[Group]:
    """All games and numbers of seats that somebody has played."""
    found = connection.execute(select(RATED.c.game, RATED.c.seats).distinct())
    return sorted((str(game), int(seats)) for game, seats in found)


def wrong_rows(connection: Connection) -> list[Row]:
    """Rows of the log that do not say what follows from those before; as they ought to be."""
    found = []
    for group in groups(connection):
        rows = read_rows(connection, group)
        new = fold(rows, lambda player: None)
        found += [right for row, right in zip(rows, new, strict=True) if row != right]
    return found


def wrong_ratings(connection: Connection) -> list[tuple[str, Group]]:
    """Players and games whose rating is not what their last row says."""
    stored = {
        (row.player, (row.game, row.seats)): (row.mu, row.sigma, row.games)
        for row in connection.execute(select(RATINGS))
    }
    right: dict[tuple[str, Group], tuple[float, float, int]] = {}
    for group in groups(connection):
        for row in read_rows(connection, group):
            if row.player is not None and row.counted:
                games = right.get((row.player, group), (0.0, 0.0, 0))[2]
                right[row.player, group] = (row.mu_after, row.sigma_after, games + 1)
    return sorted(key for key in {*stored, *right} if stored.get(key) != right.get(key))


def recompute(connection: Connection) -> int:
    """Compute all ratings anew from the log; returns how many rows were not right."""
    lock(connection)
    connection.execute(delete(RATINGS))
    return sum(len(refold(connection, group, 0.0)) for group in groups(connection))
