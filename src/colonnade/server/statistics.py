"""A player's own statistics, counted from finished games: few numbers, those that teach.

Results are never counted up anywhere: they are found from the tables each time. What luck did is
found in studying.py, how strong somebody is in rating_fold.py.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
from sqlalchemy import Connection, select

from colonnade.arena.measured import levels_of
from colonnade.contract.options import complete
from colonnade.games import game, own_keys
from colonnade.server import studying
from colonnade.server.counting import is_person
from colonnade.server.player_queries import Played, played
from colonnade.server.rating_log import rows_where
from colonnade.server.rating_queries import ratings_of, reason_of
from colonnade.server.schema import RATED, TABLES
from colonnade.server.sitting import find_player
from colonnade.server.stored import Seat
from colonnade.server.table_queries import chunks, read_seats
from colonnade.server.wire_ratings import GameLooked, Rival, Sources, Statistics, Variant

LAST = 20  # games of which luck is shown
RIVALS = 40
VARIANTS = 6


class Game(msgspec.Struct, frozen=True):
    """A finished game of a player, with what else a table knows."""

    played: Played
    options: dict[str, str]
    rated: str | None
    seats: list[Seat]

    @property
    def won(self) -> bool:
        """Whether the player has won, alone or with others."""
        return self.played.seat in self.played.result.winners


def statistics(
    connection: Connection, device: str | None, now: float
) -> tuple[Statistics, list[str]]:
    """All statistics of a device's player, and the tables that want to be looked at."""
    player = find_player(connection, device)
    games = [] if player is None else read_games(connection, player.id)
    last = games[-LAST:]
    told = Statistics(
        games=len(games),
        ratings=[] if player is None else ratings_of(connection, player.id, now),
        rivals=rivals(games),
        sources=sources(games),
        last=[] if player is None else looked(connection, player.id, last),
        pending=0,
        variants=variants(games),
    )
    missing = [one.table for one in told.last if one.luck is None]
    known = {one.played.table for one in last if one.played.game in own_keys()}
    return told, [table for table in reversed(missing) if table in known]


def read_games(connection: Connection, player: str) -> list[Game]:
    """All finished games of a player, the oldest first."""
    found = played(connection, player)
    options: dict[str, tuple[dict[str, str], str | None]] = {}
    seats: dict[str, list[Seat]] = {}
    for some in chunks([one.table for one in found]):
        rows = select(TABLES.c.id, TABLES.c.options, TABLES.c.rated).where(TABLES.c.id.in_(some))
        for table_id, raw, rated in connection.execute(rows):
            options[table_id] = msgspec.json.decode(raw, type=dict[str, str]), rated
        seats |= read_seats(connection, some)
    return [Game(one, *options[one.table], seats[one.table]) for one in found]


def rivals(games: Sequence[Game]) -> list[Rival]:
    """How one has done where others played: levels from the gentlest, then people, often first."""
    found: dict[tuple[str | None, str, int], Rival] = {}
    names: dict[str, str] = {}  # of people, as they were called last
    for one in games:
        for number, seat in enumerate(one.seats):
            if number == one.played.seat or seat.kind in ("open", "device"):
                continue
            person = is_person(seat)
            level = None if person else seat.level
            who = (seat.player or f"?{seat.name}") if person else ""
            if person:
                names[who] = seat.name
            key = (level, who, one.played.seats)
            line = found.setdefault(
                key, Rival(level=level, name=who, seats=one.played.seats, played=0, won=0)
            )
            line.played += 1
            line.won += one.won
    order = {level: place for place, level in enumerate(levels_of("pagoda", 2))}
    lines = sorted(
        found.values(),
        key=lambda one: (
            one.level is None,
            order.get(one.level or "", len(order)),
            -one.played,
            names.get(one.name, ""),
            one.seats,
        ),
    )
    return [msgspec.structs.replace(one, name=names.get(one.name, "")) for one in lines[:RIVALS]]


def sources(games: Sequence[Game]) -> list[Sources]:
    """What points come from, in games that were played to their end."""
    found: dict[tuple[str, int], list[dict[str, int]]] = {}
    for one in games:
        result = one.played.result
        if not result.resigned and result.breakdown:
            key = (one.played.game, one.played.seats)
            found.setdefault(key, []).append(result.breakdown[one.played.seat])
    return [
        Sources(
            game=key,
            seats=seats,
            games=len(points),
            points={
                source: round(sum(one.get(source, 0) for one in points) / len(points), 1)
                for source in points[-1]
            },
            levels={one.level: one.points for one in levels_of(key, seats).values()},
        )
        for (key, seats), points in sorted(found.items(), key=lambda item: -len(item[1]))
    ]


def looked(connection: Connection, player: str, games: Sequence[Game]) -> list[GameLooked]:
    """The last games: luck, what was lost, and what became of the rating."""
    tables = [one.played.table for one in games]
    luck = studying.read(connection, tables)
    mine = RATED.c.table_id.in_(tables) & (RATED.c.player == player)
    rated = {row.table_id: row for row in rows_where(connection, mine) if row.counted}
    found = []
    for one in games:
        table, seat = one.played.table, one.played.seat
        told = GameLooked(
            table=table,
            game=one.played.game,
            seats=one.played.seats,
            finished=one.played.finished,
            won=one.won,
            uncounted=reason_of(one.rated),
        )
        if (table, seat) in luck:
            told.luck, told.lost = (round(part, 4) for part in luck[table, seat])
        if table in rated:
            told.change = rated[table].after.rating - rated[table].before.rating
        found.append(told)
    return found


def variants(games: Sequence[Game]) -> list[Variant]:
    """The ways to play that were chosen most, by what is not as usual."""
    counted: Counter[tuple[str, tuple[tuple[str, str], ...]]] = Counter()
    for one in games:
        usual: dict[str, str] = {}
        if one.played.game in own_keys():
            usual = complete(game(one.played.game).options, {})
        unusual = tuple(sorted((k, v) for k, v in one.options.items() if usual.get(k) != v))
        counted[one.played.game, unusual] += 1
    return [
        Variant(game=key, options=dict(chosen), played=count)
        for (key, chosen), count in sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    ][:VARIANTS]
