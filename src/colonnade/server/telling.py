"""What a watcher is told of a table: one event with all that a seat, or a spectator, may know.

Who hears it is decided in feed.py; the shapes stand in wire.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, cast

import msgspec

from colonnade.contract.event import Event
from colonnade.contract.moves import MoveTable
from colonnade.contract.state import OVER, State
from colonnade.server.absence import absent_after
from colonnade.server.agreement import asked
from colonnade.server.log import Logged
from colonnade.server.offers import offers, refusals
from colonnade.server.table import LiveTable
from colonnade.server.undo import reach
from colonnade.server.wire import ClockTold, ProposalTold, SeatTold, TableEvent, Told

MOST_FACTS = 2000  # of which all are told: games have some hundred
ROWS = 16_384  # moves whose words and fields are kept, some 400 bytes each
MOST_NEWS = 60  # facts that a watcher can follow: a move, and what fills nine factories


def describe(
    table: LiveTable,
    seat: int | None,
    held: list[int],
    since: int,
    present: tuple[bool, ...],
    shared: Shared,
    kept: Sequence[int] = (),
) -> TableEvent:
    """A table as a seat, or a spectator, may know it, with the log since a ply.

    `kept` are the seats that a computer player keeps for the watcher.
    """
    state, actor = table.state, table.actor
    over = actor == OVER
    deciding = seat is not None and seat == actor and not table.paused
    # Who is here is told to all alike; of those who are not, to others than themselves.
    looking = (present, () if all(present) else tuple(held))
    seats = shared.seats.get(looking)
    if seats is None:
        seats = msgspec.Raw(msgspec.json.encode(seats_told(table, present, held)))
        shared.seats[looking] = seats
    return TableEvent(
        table=table.id,
        game=table.head.game,
        ply=table.ply,
        revision=table.head.revision,
        length=len(table.history),
        seat=seat,
        held=held,
        actor=actor,
        moves=log_seen(table, seat, since, shared),
        kept=table.log.kept(since),
        view=msgspec.Raw(msgspec.json.encode(state.view(seat))),
        seats=cast("list[SeatTold]", seats),  # encoded already
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
        open=table.head.opened is not None,
        spectators=table.head.spectators,
    )


class News(NamedTuple):
    """The log from a ply on, and where it can be followed the positions it went through."""

    facts: list[tuple[int, Logged]]
    states: list[State]  # before each fact, or none


Looking = tuple[tuple[bool, ...], tuple[int, ...]]


class Shared:
    """What all watchers of a position are told alike: found once, forgotten when it changes."""

    def __init__(self) -> None:
        self.news: dict[int, News] = {}  # by the ply that a watcher knows
        self.seats: dict[Looking, msgspec.Raw] = {}  # by who is here, and perhaps who looks


def log_seen(table: LiveTable, seat: int | None, since: int, shared: Shared) -> list[Told]:
    """The log from a ply on, hidden moves veiled as this watcher saw them."""
    news = shared.news.get(since)
    if news is None:
        news = find_news(table, since)
        if len(news.facts) <= MOST_NEWS:
            shared.news[since] = news
    found, place, moves = [], -1 if seat is None else seat, table.history.game.moves
    states = iter(news.states)
    for ply, logged in news.facts:
        if logged.kind == "move":
            seen, things, gains = logged.sight
            row = seen[place]
            words, fields = row_told(moves, row)
            state = next(states, None)
            told = Told(
                ply=ply,
                seat=logged.seat,
                words=words,
                fields=fields,
                turn=logged.turn,
                gained=cast("list[int]", gains),  # encoded alike, and nobody changes them
                things=cast("list[str]", things[place]) if things else [],
                moved=[] if state is None else state.moved(row, seat),
                taken=logged.taken,
            )
            if logged.events:
                told.events = cast("list[Event]", msgspec.Raw(logged.events))
        else:
            told = Told(ply=ply, seat=logged.seat, kind=logged.kind, taken=logged.taken)
            if logged.kind == "undo":
                told.length, told.drawn = logged.back, logged.drawn
        found.append(told)
    return found


def find_news(table: LiveTable, since: int) -> News:
    """The log from a ply on; of the newest facts also what went before, to tell what travelled."""
    facts = [(ply, table.log[ply]) for ply in table.log.told(since, MOST_FACTS)]
    # Where something else happened between them, or much, there is no way to follow: nothing flies.
    plain = all(logged.kind == "move" for _, logged in facts)
    if since <= 0 or len(facts) > MOST_NEWS or not plain:
        return News(facts, [])
    walk = table.history.walk(len(table.history) - len(facts))
    return News(facts, [state.copy() for state, _ in zip(walk, facts, strict=False)])


@lru_cache(maxsize=ROWS)
def row_told(moves: MoveTable, row: int) -> tuple[str, dict[str, str | int]]:
    """Words and fields of a row, the same for everybody."""
    return moves.words(row), moves.fields(row)


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
            bot=seat.bot and seat.taken,
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
