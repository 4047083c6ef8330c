"""Lists of tables: a line of each with all that a list shows, so that nobody opens it for that.

How a finished game ended is stored. How one stands is known of tables in memory; of one's own, the
newest are loaded for it, as opening them would, and stay there.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from msgspec.structs import replace

from colonnade.contract.errors import ColonnadeError
from colonnade.server import table_queries
from colonnade.server.stored import Head, Seat
from colonnade.server.table import LiveTable
from colonnade.server.tables import Tables
from colonnade.server.wire import SeatTold, TableListed

LISTED = 100
LOADED = 12  # of one's own that are not in memory: more than a screen shows


async def list_tables(
    tables: Tables, device: str | None, *, mine: bool = False
) -> list[TableListed]:
    """A device's own tables, those that go on first, or the public ones; the newest first."""
    work = partial(table_queries.list_tables, device=device if mine else None, limit=LISTED)
    found = await tables.store.read(work)
    running = [head.id for head, _ in found if head.finished is None]
    for table_id in running[:LOADED] if mine else ():
        with suppress(ColonnadeError):  # its line shows without
            await tables.table(table_id)
    now = tables.watch.now()
    return [line(head, seats, device, tables.live.get(head.id), now) for head, seats in found]


def line(
    head: Head, seats: list[Seat], device: str | None, table: LiveTable | None, now: float
) -> TableListed:
    """A table as a list shows it; nothing in it depends on who looks, but for their own seats."""
    told = TableListed(
        id=head.id,
        game=head.game,
        options=head.options,
        created=head.created,
        finished=head.finished,
        public=head.public,
        seats=[
            SeatTold(
                kind=s.kind,
                name=s.name,
                level=s.level,
                stand_in=s.stand_in,
                bot=s.bot and s.taken,
            )
            for s in seats
        ],
        held=[i for i, s in enumerate(seats) if s.taken and device in s.devices],
        turn=None if head.clock is None else head.clock.turn,
        company=any(s.taken and device not in s.devices for s in seats),
    )
    if head.result is not None:
        ended = head.result
        told.result = replace(ended, breakdown=[])
    elif table is not None and head.finished is None and table.actor >= 0:
        told.actor, told.scores = table.actor, table.state.scores()
        told.waits = told.company and told.actor in told.held
        deadline = table.deadline()
        told.left = None if deadline is None else max(0.0, deadline - now)
    return told
