"""What a watcher is told of a table: one event with all that a seat, or a spectator, may know.

Who hears it is decided in feed.py; the shapes stand in wire.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import msgspec

from colonnade.contract.event import Event
from colonnade.contract.state import OVER
from colonnade.server.absence import absent_after
from colonnade.server.agreement import asked
from colonnade.server.offers import offers, refusals
from colonnade.server.table import LiveTable
from colonnade.server.undo import reach
from colonnade.server.wire import ClockTold, ProposalTold, SeatTold, TableEvent, Told

MOST_FACTS = 2000  # of which all are told: games have some hundred
MOST_NEWS = 60  # facts that a watcher can follow: a move, and what fills nine factories


def describe(
    table: LiveTable,
    seat: int | None,
    held: list[int],
    since: int,
    present: tuple[bool, ...],
    kept: Sequence[int] = (),
) -> TableEvent:
    """A table as a seat, or a spectator, may know it, with the log since a ply.

    `kept` are the seats that a computer player keeps for the watcher.
    """
    state, actor = table.state, table.actor
    over = actor == OVER
    deciding = seat is not None and seat == actor and not table.paused
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
        seats=seats_told(table, present, held),
        offers=offers(table.history) if deciding else None,
        refusals=refusals(table.history, seat) if deciding and seat is not None else None,
        clock=clock_told(table),
        proposal=proposal_told(table),
        result=table.head.result,
        reveal=msgspec.Raw(msgspec.json.encode(state.reveal())) if over else None,
        rematch=table.head.rematch,
        undo=reach(table, held),
        undo_rule=table.head.undo,
        paused=table.paused and not over,
        returns=list(kept) if not over else [],
        absent=absent_after(table),
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


def clock_told(table: LiveTable) -> ClockTold | None:
    """The clock as everybody sees it; where it stands still, what the seat on turn has left."""
    if table.times is None:
        return None
    deadline, actor = table.deadline(), table.actor
    if deadline is not None:
        return table.times.told(table.watch.told(deadline), None)
    stands = actor >= 0 and table.seats[actor].taken
    return table.times.told(
        None, table.times.left(actor, int(table.state.turn)) if stands else None
    )


def seats_told(table: LiveTable, present: tuple[bool, ...], held: list[int]) -> list[SeatTold]:
    """The seats as everybody sees them; of others who are not here, since when, in seconds."""
    return [
        SeatTold(
            kind=seat.kind,
            name=seat.name,
            level=seat.level,
            present=here,
            resigned=seat.resigned,
            stand_in=seat.stand_in,
            seen=round(table.watch.told(seat.seen))
            if seat.taken and not here and number not in held
            else None,
        )
        for number, (seat, here) in enumerate(zip(table.seats, present, strict=True))
    ]


def proposal_told(table: LiveTable) -> ProposalTold | None:
    """The wish that waits for answers."""
    wish = table.proposal
    if wish is None:
        return None
    history = table.history
    back = wish.back if wish.kind == "undo" else len(history)
    return ProposalTold(
        seat=wish.seat,
        kind=wish.kind,
        length=back,
        other=wish.other,
        revision=table.head.revision,
        moves=sum(history.actor_at(ply) >= 0 for ply in range(back, len(history))),
        agreed=wish.agreed,
        asked=asked(table, wish),
    )
