"""What a watcher is told of a table: one event with all that a seat, or a spectator, may know.

Who hears it is decided in feed.py; the shapes stand in wire.py.
"""

from __future__ import annotations

from typing import cast

import msgspec

from colonnade.contract.event import Event
from colonnade.contract.state import OVER
from colonnade.server.offers import offers, refusals
from colonnade.server.table import LiveTable
from colonnade.server.undo import asked, reach
from colonnade.server.wire import ProposalTold, SeatTold, TableEvent, Told

MOST_FACTS = 2000  # of which all are told: games have some hundred
MOST_NEWS = 60  # facts that a watcher can follow: a move, and what fills nine factories


def describe(
    table: LiveTable, seat: int | None, held: list[int], since: int, present: tuple[bool, ...]
) -> TableEvent:
    """A table as a seat, or a spectator, may know it, with the log since a ply."""
    state, actor = table.state, table.actor
    over = actor == OVER
    deciding = seat is not None and seat == actor
    return TableEvent(
        table=table.id,
        game=table.head.game,
        ply=table.ply,
        revision=table.head.revision,
        length=len(table.history),
        seat=seat,
        held=held,
        actor=actor,
        moves=log_seen(table, seat, since),
        kept=table.log.kept(since),
        view=msgspec.Raw(msgspec.json.encode(state.view(seat))),
        seats=seats_told(table, present),
        offers=offers(table.history) if deciding else None,
        refusals=refusals(table.history, seat) if deciding and seat is not None else None,
        clock=table.times.told(None if over else table.deadline()) if table.times else None,
        proposal=proposal_told(table),
        result=table.head.result,
        reveal=msgspec.Raw(msgspec.json.encode(state.reveal())) if over else None,
        rematch=table.head.rematch,
        undo=reach(table, held),
    )


def log_seen(table: LiveTable, seat: int | None, since: int) -> list[Told]:
    """The log from a ply on, hidden moves veiled as this watcher saw them."""
    found, rows = [], []
    place, moves, log = -1 if seat is None else seat, table.history.game.moves, table.log
    for ply in log.told(since, MOST_FACTS):
        logged = log[ply]
        told = Told(ply=ply, seat=logged.seat, taken=logged.taken)
        if logged.kind == "move":
            seen, things, gains = logged.sight
            row = seen[place]
            rows.append(row)
            told.words, told.fields = moves.words(row), moves.fields(row)
            told.turn, told.gained = logged.turn, list(gains)
            told.things = list(things[place]) if things else []
            if logged.events:
                told.events = cast("list[Event]", msgspec.Raw(logged.events))
        elif logged.kind == "undo":
            told.kind, told.length, told.drawn = "undo", logged.back, logged.drawn
        else:
            told.kind = logged.kind
        found.append(told)
    # Where something else happened between them, or much, there is no way to follow: nothing flies.
    if since > 0 and len(found) == len(rows) <= MOST_NEWS:
        tell_moved(table, found, rows, seat)
    return found


def tell_moved(table: LiveTable, facts: list[Told], rows: list[int], seat: int | None) -> None:
    """Add to the newest facts what travelled, as this watcher saw the rows made."""
    walk = table.history.walk(len(table.history) - len(facts))
    for told, row, state in zip(facts, rows, walk, strict=False):
        told.moved = state.moved(row, seat)


def seats_told(table: LiveTable, present: tuple[bool, ...]) -> list[SeatTold]:
    """The seats as everybody sees them."""
    return [
        SeatTold(
            kind=seat.kind, name=seat.name, level=seat.level, present=here, resigned=seat.resigned
        )
        for seat, here in zip(table.seats, present, strict=True)
    ]


def proposal_told(table: LiveTable) -> ProposalTold | None:
    """The wish to undo that waits for answers."""
    wish = table.proposal
    if wish is None:
        return None
    history = table.history
    return ProposalTold(
        seat=wish.seat,
        length=wish.back,
        revision=table.head.revision,
        moves=sum(history.actor_at(ply) >= 0 for ply in range(wish.back, len(history))),
        agreed=wish.agreed,
        asked=asked(table, wish.seat),
    )
