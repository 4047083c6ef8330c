"""What the server tells: answers and events, as the OpenAPI document tells them.

The shapes only; what is in them is decided elsewhere. What clients send stands in wishes.py, what
is told of lessons in wire_lessons.py.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from colonnade.contract.event import Event
from colonnade.contract.record import Ending, Kinds
from colonnade.contract.touch import Moved, Pieces
from colonnade.server.wire_types import (
    Actor,
    AtZero,
    Chance,
    Count,
    Effect,
    EntryKind,
    Fields,
    GameKey,
    Length,
    Level,
    Name,
    Option,
    Options,
    Ply,
    Points,
    Reveal,
    Seat,
    SeatKind,
    Seats,
    Things,
    Time,
    Token,
    UndoRule,
    View,
    WishKind,
    Words,
)


class Problem(msgspec.Struct, kw_only=True):
    """An error: its type, its text in the client's language, and its fields."""

    error: str
    text: str
    fields: dict[str, Any] = {}


class Invitation(msgspec.Struct, kw_only=True):
    """A seat's token, shown once, and the link that carries it."""

    seat: Seat
    token: Token
    link: str


class TableMade(msgspec.Struct, kw_only=True):
    """A table that was made."""

    id: Token
    link: str
    seats: Seats  # that this device holds
    invitations: list[Invitation] = []


class Done(msgspec.Struct, kw_only=True):
    """A write that is saved: where the table stands now."""

    ply: Ply
    revision: Count


class Undone(Done, kw_only=True):
    """What came of a wish to take back."""

    undone: bool  # false: the others are asked


class Wished(Done, kw_only=True):
    """What came of a wish."""

    done: bool  # false: the others are asked


class Joined(Done, kw_only=True):
    """A seat that was taken."""

    seat: Seat


class Left(Done, kw_only=True):
    """A seat that was left; to somebody new, with the invitation."""

    invitation: Invitation | None = None


class SeatTold(msgspec.Struct, kw_only=True):
    """A seat as everybody sees it."""

    kind: SeatKind
    name: Name
    level: Level | None = None
    present: bool = False
    resigned: bool = False
    stand_in: bool = False  # a computer keeps it for the person of this name, who may come back
    seen: Time | None = None  # of others who are not here: when they were, about
    bot: bool = False  # a program of somebody plays it, by a token


class Told(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A fact of the log as a watcher saw it."""

    ply: Ply
    seat: Actor
    kind: EntryKind = "move"
    words: str = ""
    fields: Fields = {}
    turn: Count = 0
    gained: Points = []  # if any changed
    things: Things = []  # that a seat's move touched
    moved: list[Moved] = []  # of news: which pieces travelled
    events: list[Event] = []  # what it brought about, the same for all watchers
    taken: bool = False  # taken back since, or an undo of its own moves alone: no part of the game
    length: Length | None = None  # of an undo: how many moves are left
    drawn: bool = False  # of an undo: whether draws were taken back, which stay known


class Offer(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A legal move: what it is, and what it does before anything is drawn."""

    words: Words
    fields: Fields
    points: Points  # gained
    things: Things  # that it touches
    effects: list[Effect] = []
    pays: list[Pieces] = []
    takes: list[Pieces] = []
    earns: Things = []  # what it completes


class PlanMove(msgspec.Struct, kw_only=True):
    """A move of a plan or of an answer to it."""

    words: Words
    fields: Fields
    points: int  # for the mover
    things: Things = []  # that it touches


class ReasonTold(msgspec.Struct, kw_only=True):
    """A true sentence about a plan: its text's key, its fields, and what it speaks of."""

    reason: str
    fields: dict[str, str | int] = {}
    things: Things = []


class PlanTold(msgspec.Struct, kw_only=True):
    """What the strongest player would do with a whole turn, and why; for the seat that asked."""

    moves: list[PlanMove]
    points: int  # of all its moves
    win: Chance
    margin: float
    share: Chance  # of the thoughts about the plans told
    visits: Count
    ends_turn: bool  # else chance draws, and the same seat goes on
    reasons: list[ReasonTold]
    answer: list[PlanMove] = []  # what the next seat could do then
    answer_seat: Seat | None = None
    exact: bool = False  # whether win and margin were solved, not estimated


class Refused(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Why a visible thing cannot be used now."""

    thing: str
    reason: str
    rule: str
    fields: dict[str, str | int] = {}


class ClockTold(msgspec.Struct, kw_only=True):
    """The clock: its settings, what is left, and when the seat on turn runs out."""

    turn: Annotated[float, Meta(ge=0)]  # 0: only the bank counts
    bank: Annotated[float, Meta(ge=0)]
    at_zero: AtZero
    banks: Annotated[list[Annotated[float, Meta(ge=0)]], Meta(max_length=8)]
    deadline: Time | None = None
    left: Annotated[float, Meta(ge=0)] | None = None  # to the seat on turn, while it stands still


class ProposalTold(msgspec.Struct, kw_only=True):
    """A wish that waits for answers; what an answer must name of it beside its revision."""

    seat: Seat
    kind: WishKind
    length: Length  # moves that would be left
    other: Seat | None = None  # that it is about, if it is about one
    revision: Count
    moves: Count  # of seats that would be taken back
    agreed: Seats
    asked: Seats


class Result(msgspec.Struct, kw_only=True):
    """How a game ended."""

    scores: Points
    winners: Seats
    resigned: Seats = []
    breakdown: list[dict[str, int]] = []
    ended: Ending | None = None  # by agreement: nobody has won then


class TableEvent(msgspec.Struct, kw_only=True):
    """A table as one watcher may know it; every event of a feed is one of these."""

    table: Token
    game: GameKey
    ply: Ply
    revision: Count
    length: Length  # moves on the board now; undos make it shorter than ply
    seat: Seat | None  # whose eyes these are; null is a spectator
    held: Seats  # of this device
    actor: Actor
    moves: list[Told]
    kept: Ply  # of the facts before these, those before this ply are still part of the game
    view: View
    seats: Annotated[list[SeatTold], Meta(min_length=1, max_length=8)]
    offers: list[Offer] | None = None
    refusals: list[Refused] | None = None
    clock: ClockTold | None = None
    proposal: ProposalTold | None = None
    result: Result | None = None
    reveal: Reveal = None  # a view of everything, once it is over
    rematch: Token | None = None
    undo: Length | None = None  # moves left if this device takes back what it can by itself
    undo_rule: UndoRule = "free"
    paused: bool = False
    returns: Seats = []  # that a computer keeps for this device
    absent: Annotated[float, Meta(ge=0)] = 0.0  # seconds after which who is not here is absent
    open: bool = False  # whether anybody may take its free seats
    spectators: bool = True  # whether others may look than who sits here or is invited


class TableListed(msgspec.Struct, kw_only=True):
    """A table in a list."""

    id: Token
    game: GameKey
    options: Options
    created: Time
    finished: Time | None
    public: bool
    seats: Annotated[list[SeatTold], Meta(min_length=1, max_length=8)]
    held: Seats = []
    actor: Seat | None = None  # who must decide; null also where that is not known now
    scores: Points = []  # if the actor is known
    turn: Annotated[float, Meta(ge=0)] | None = None  # seconds for each; null without a clock
    left: Annotated[float, Meta(ge=0)] | None = None  # to the seat on turn, while its clock runs
    company: bool = False  # somebody plays there who is not this device
    waits: bool = False  # they wait for this device; a computer player minds no waiting
    result: Result | None = None  # without its breakdown


class GameTold(msgspec.Struct, kw_only=True):
    """A game that can be played, and how."""

    key: GameKey
    edition: str
    seats: list[Annotated[int, Meta(ge=1, le=8)]]
    options: dict[Option, list[Option]]
    levels: list[Level]


class Uploaded(msgspec.Struct, kw_only=True):
    """A record that was verified and kept."""

    id: Token
    game: GameKey
    moves: Length


class MoveTold(msgspec.Struct, kw_only=True):
    """A move of a record, and the scores after it."""

    seat: Actor
    words: Words
    fields: Fields
    turn: Count
    scores: Points
    things: Things = []  # that a seat's move touched
    events: list[Event] = []


class RecordTold(msgspec.Struct, kw_only=True):
    """A whole record at once: for its log and the graph of its scores."""

    game: GameKey
    seats: Annotated[int, Meta(ge=1, le=8)]
    names: list[str]
    options: Options
    date: str
    winners: Seats  # none while unfinished
    moves: list[MoveTold]
    kinds: list[Kinds] = []  # none in old records
    levels: list[str] = []  # of computer players
    resigned: Seats = []
    ended: Ending | None = None  # by agreement, without a result


class Replayed(msgspec.Struct, kw_only=True):
    """One position of a record: everything lies open, or what one seat could see."""

    game: GameKey
    at: Length
    moves: Length
    actor: Actor
    next: Words | None  # the move made from here
    scores: Points
    view: View
    facts: list[Told] = []  # since the position asked for, as these eyes saw them


class StepTold(msgspec.Struct, kw_only=True):
    """A decision of a finished game, in parts of the chance to win; lists go by seat."""

    at: Length  # moves before it
    seat: Seat
    best: Words  # the best move
    fields: Fields  # of the best move
    chances: list[Chance]  # if the best is played now
    lost: list[float]  # by the choice
    luck: list[float]  # by what was drawn until the next decision
    things: Things = []  # that the best move touches
    reasons: list[ReasonTold] = []  # why the best is better, where something was lost
    line: list[PlanMove] = []  # what the best move begins, until the turn ends
    exact: bool = False  # whether chances and what was lost were solved, not estimated


class MomentTold(msgspec.Struct, kw_only=True):
    """A turn to learn from: what was played, what was better, and why."""

    at: Length  # moves before the choice
    seat: Seat
    turn: Count
    played: list[PlanMove]
    better: list[PlanMove]
    reasons: list[ReasonTold]
    cost: Chance
    lesson: str | None = None  # the key of a lesson about it


class AnalysisTold(msgspec.Struct, kw_only=True):
    """What was luck and what was lost by choice in a finished game; lists go by seat."""

    steps: list[StepTold]
    end: list[Chance]  # each seat's part of the win
    luck: list[float]
    lost: list[float]
    turning_points: list[Length]  # how many moves come before each of them
    moments: list[MomentTold] = []  # to learn from, at most three of a seat
