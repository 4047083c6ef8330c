"""The club of a house: who comes in by which link, what is told to whom, and tables of a league.

What is stored, and who may change it, is decided in club_queries.py and league_queries.py; what is
for hosts alone, in host_page.py.
"""

from __future__ import annotations

import hmac
import secrets
import time
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, select

from colonnade.contract.history import History
from colonnade.contract.options import complete
from colonnade.games import game
from colonnade.server import club_queries, league_queries, table_queries
from colonnade.server.attempts import Attempts
from colonnade.server.clock import read_wish
from colonnade.server.errors import NoClub, NoWayIn
from colonnade.server.keeping import check_ceiling
from colonnade.server.league_queries import Match
from colonnade.server.schema import PLAYERS, TABLES
from colonnade.server.seats import new_id, plain_name
from colonnade.server.settings import made_once
from colonnade.server.sitting import devices_of, lock_players
from colonnade.server.stored import Head, Seat, Sitter
from colonnade.server.table_setup import dealt, let_live
from colonnade.server.tables import Tables
from colonnade.server.wire_club import (
    ClubTold,
    ClubWay,
    ClubWish,
    LeagueGameWish,
    LeagueWish,
)

HOST_TOKEN_FILE = "host.token"
SEATS = 2  # at a table of a league


def host_token(data: Path) -> str:
    """The token of the host's own link; made on the first start, for its owner's eyes only."""
    return made_once(data / HOST_TOKEN_FILE, secrets.token_urlsafe(24).encode()).decode().strip()


class Clubhouse:
    """All that the calls about the club share."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.store = tables.store
        self.attempts = Attempts(tables.settings.limits.attempts)
        self.token = host_token(tables.settings.data)

    async def told(self, device: str | None) -> ClubTold:
        """The club as a device may know it."""
        return await self.store.read(partial(look, device=device))

    def is_host_link(self, token: str) -> bool:
        """Whether a token is that of the host's own link."""
        return hmac.compare_digest(token.encode(), self.token.encode())

    async def way(self, origin: str, token: str) -> ClubWay:
        """What a token opens; nothing is done."""
        with self.attempts.one(origin):
            found = await self.store.read(
                partial(look_in, token=token, is_host=self.is_host_link(token))
            )
            if found is None:
                raise NoWayIn()
        return found

    async def come_in(self, sitter: Sitter, wish: ClubWish) -> None:
        """Become a member or a host, by a link."""
        club = None if wish.club is None else plain_name(wish.club)
        with self.attempts.one(sitter.origin):
            await self.store.write(
                partial(
                    club_queries.come_in,
                    sitter=sitter,
                    name=plain_name(wish.name),
                    token=wish.token,
                    is_host=self.is_host_link(wish.token),
                    club=club,
                )
            )

    async def invite(self, device: str | None) -> tuple[str, float]:
        """A token by which others become members, and until when."""
        token = new_id()
        work = partial(club_queries.make_link, device=device, token=token)
        return token, await self.store.write(work)

    # Leagues

    async def add_league(self, device: str | None, wish: LeagueWish) -> None:
        """Open a league for a game that exists, with options that it has."""
        found = game(wish.game)
        options = complete(found.options, wish.options)
        found.start(SEATS, options)  # refuses what cannot be
        work = partial(
            league_queries.add_league,
            device=device,
            league_id=new_id(),
            name=plain_name(wish.name),
            game=found.key,
            options=options,
            clock=read_wish(wish.clock),
        )
        await self.store.write(work)

    async def set_table(self, sitter: Sitter, league_id: str, wish: LeagueGameWish) -> str:
        """The table of a game of a league, made if there is none; asked twice is once."""
        find = partial(
            league_queries.match,
            device=sitter.device,
            league_id=league_id,
            one=wish.one,
            two=wish.two,
        )
        found = await self.store.write(find)
        if found.table is not None:
            return found.table
        table, stored = dealt(self.tables, *self.table_for(found, sitter))

        def write(connection: Connection) -> str:
            again = find(connection)
            if again.table is not None:
                return again.table  # the other was faster
            check_ceiling(connection, TABLES, sitter.origin, self.tables.settings.limits)
            seat_players(connection, table.seats, again.players)
            table_queries.write_table(connection, stored)
            league_queries.set_table(connection, league_id, wish.one, wish.two, table.id)
            return table.id

        if (first := await self.store.write(write)) == table.id:
            let_live(self.tables, table)
        return first

    def table_for(self, found: Match, sitter: Sitter) -> tuple[Head, list[Seat], History]:
        """What a table of a league is made of; who begins has its first seat."""
        rules, watch = game(found.game), self.tables.watch
        head = Head(
            id=new_id(),
            game=rules.key,
            edition=rules.edition,
            options=found.options,
            public=False,
            start="first",
            created=watch.date(),
            clock=found.clock,
            lang=sitter.lang,
            origin=sitter.origin,
        )
        seats = [Seat(kind="person", since=head.created, seen=watch.now()) for _ in found.players]
        return head, seats, History(rules, rules.start(len(seats), found.options))


def seat_players(connection: Connection, seats: list[Seat], players: list[str]) -> None:
    """Give seats to players, with all their devices."""
    lock_players(connection, players)
    for seat, player in zip(seats, players, strict=True):
        named = select(PLAYERS.c.name).where(PLAYERS.c.id == player)
        seat.name = connection.execute(named).scalar_one()
        seat.player, seat.devices = player, set(devices_of(connection, player))


def look(connection: Connection, device: str | None) -> ClubTold:
    """All that a device is told of the club."""
    club = club_queries.need_club(connection)
    own = club_queries.member_of(connection, device)
    player = None if own is None else own.player
    return ClubTold(
        name=club.name,
        founded=club.founded,
        member=own is not None,
        host=own is not None and own.host,
        you=player,
        members=club_queries.read_members(connection, near=own is not None),
        announcement=club.announcement,
        leagues=league_queries.read_leagues(connection, player, near=own is not None),
    )


def look_in(connection: Connection, token: str, is_host: bool) -> ClubWay | None:
    """What a token opens."""
    club = club_queries.read_club(connection)
    name = None if club is None else club.name
    if is_host:
        return ClubWay(host=True, club=name)
    by = club_queries.inviter(connection, token, time.time())
    if by is None:
        return None
    if name is None:
        raise NoClub()
    return ClubWay(host=False, club=name, by=by.name)
