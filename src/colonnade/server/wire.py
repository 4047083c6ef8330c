"""What goes over the wire: bodies that clients send, and answers and events that they get.

The shapes only; they are also the OpenAPI document. What is in them is decided elsewhere.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

Name = Annotated[str, Meta(max_length=40, description="A person's name, as others see it")]
Token = Annotated[str, Meta(min_length=16, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Words = Annotated[str, Meta(min_length=1, max_length=200, description="A move in words")]
Ply = Annotated[int, Meta(ge=0, le=1_000_000, description="How many facts the log holds")]
Level = Annotated[str, Meta(min_length=1, max_length=32, description="A computer player")]
Seconds = Annotated[float, Meta(ge=1, le=31_536_000)]


class Asked(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A body that a client sends; unknown fields are refused, so that no typing error is lost."""


class ClockWish(Asked):
    """A clock: seconds (or days) for each turn, and a bank for the whole game."""

    turn: Seconds | None = None
    days: Annotated[int, Meta(ge=1, le=60)] | None = None
    bank: Annotated[float, Meta(ge=0, le=31_536_000)] = 0.0
    at_zero: Literal["computer", "resign"] = "computer"


class SeatWish(Asked):
    """Who shall sit here: me, somebody invited, another person on my device, or a computer."""

    kind: Literal["me", "open", "device", "computer"]
    name: Name = ""
    level: Level | None = None


class TableWish(Asked):
    """A table to be made."""

    game: Annotated[str, Meta(max_length=32)]
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=8)]
    options: Annotated[
        dict[Annotated[str, Meta(max_length=32)], Annotated[str, Meta(max_length=32)]],
        Meta(max_length=16),
    ] = {}
    start: Literal["first", "random"] = "first"
    first: Annotated[int, Meta(ge=0, le=7)] = 0
    public: bool = False
    clock: ClockWish | None = None


class MoveWish(Asked):
    """A move: the ply it answers, and its words."""

    ply: Ply
    move: Words
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None


class HintWish(Asked):
    """A question for advice: the ply it is about."""

    ply: Ply
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None


class StudyWish(Asked):
    """A question for advice about a position of a record: how many moves lead to it."""

    at: Ply


class PlayOnWish(Asked):
    """A position of a record to play on from: my seat, else that on turn; computers elsewhere."""

    at: Ply
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    name: Name = ""
    level: Level | None = None


class UndoWish(Asked):
    """A wish to take back: down to a length of the played line, or one's own last move."""

    ply: Ply
    line: Ply | None = None
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None


class UndoAnswer(Asked):
    """The answer to a wish to take back."""

    ply: Ply
    agree: bool


class JoinWish(Asked):
    """A seat to be taken by its invitation or personal link."""

    token: Token
    name: Name = ""


class NameWish(Asked):
    """Another name for a seat."""

    name: Name


class LeaveWish(Asked):
    """To whom a seat is left."""

    to: Literal["computer", "open"] = "computer"
    level: Level | None = None


class LevelWish(Asked):
    """Which computer player shall sit down."""

    level: Level | None = None


class Problem(msgspec.Struct, kw_only=True):
    """An error: its type, its text in the client's language, and its fields."""

    error: str
    text: str
    fields: dict[str, Any] = {}


class Invitation(msgspec.Struct, kw_only=True):
    """A seat's token, shown once, and the link that carries it."""

    seat: int
    token: str
    link: str


class TableMade(msgspec.Struct, kw_only=True):
    """A table that was made."""

    id: str
    link: str
    seats: list[int]  # that this device holds
    invitations: list[Invitation] = []


class Done(msgspec.Struct, kw_only=True):
    """A write that is saved: where the table stands now."""

    ply: int
    revision: int


class Undone(Done, kw_only=True):
    """What came of a wish to take back."""

    undone: bool  # false: the others are asked


class Joined(Done, kw_only=True):
    """A seat that was taken."""

    seat: int


class Left(Done, kw_only=True):
    """A seat that was left; to somebody new, with the invitation."""

    invitation: Invitation | None = None


class SeatTold(msgspec.Struct, kw_only=True):
    """A seat as everybody sees it."""

    kind: str
    name: str
    level: str | None = None
    present: bool = False
    resigned: bool = False


class Told(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A fact of the log as a watcher saw it."""

    ply: int
    seat: int
    kind: str = "move"
    words: str = ""
    fields: dict[str, str | int] = {}
    turn: int = 0
    gained: list[int] = []  # points of each seat, if any changed
    line: int | None = None  # of an undo: how many moves are left


class Offer(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A legal move: what it is, and what it does before anything is drawn."""

    words: str
    fields: dict[str, str | int]
    points: list[int]  # gained by each seat
    effects: list[str] = []


class Advice(msgspec.Struct, kw_only=True):
    """A move that the strongest player thought about, for the seat that asked."""

    words: str
    fields: dict[str, str | int]
    share: float  # of its thoughts
    visits: int
    win: float
    margin: float


class Refused(msgspec.Struct, kw_only=True, omit_defaults=True):
    """Why a visible thing cannot be used now."""

    thing: str
    reason: str
    rule: str
    fields: dict[str, str | int] = {}


class ClockTold(msgspec.Struct, kw_only=True):
    """The clock: its settings, what is left, and when the seat on turn runs out."""

    turn: float
    bank: float
    at_zero: str
    banks: list[float]
    deadline: float | None = None


class ProposalTold(msgspec.Struct, kw_only=True):
    """A wish to take back that waits for answers."""

    seat: int
    line: int
    agreed: list[int]
    asked: list[int]


class Result(msgspec.Struct, kw_only=True):
    """How a game ended."""

    scores: list[int]
    winners: list[int]
    resigned: list[int] = []
    breakdown: list[dict[str, int]] = []


class TableEvent(msgspec.Struct, kw_only=True):
    """A table as one watcher may know it; every event of a feed is one of these."""

    table: str
    game: str
    ply: int
    revision: int
    line: int  # moves on the board now; undos make it shorter than ply
    seat: int | None  # whose eyes these are; null is a spectator
    held: list[int]  # seats of this device
    actor: int  # -2 when it is over
    moves: list[Told]
    view: msgspec.Raw
    seats: list[SeatTold]
    offers: list[Offer] | None = None
    refusals: list[Refused] | None = None
    clock: ClockTold | None = None
    proposal: ProposalTold | None = None
    result: Result | None = None
    reveal: Any = None  # a view of everything, once it is over
    rematch: str | None = None


class TableLine(msgspec.Struct, kw_only=True):
    """A table in a list."""

    id: str
    game: str
    options: dict[str, str]
    created: float
    finished: float | None
    public: bool
    seats: list[SeatTold]
    held: list[int] = []


class GameTold(msgspec.Struct, kw_only=True):
    """A game that can be played, and how."""

    key: str
    edition: str
    seats: list[int]
    options: dict[str, list[str]]
    levels: list[str]


class Uploaded(msgspec.Struct, kw_only=True):
    """A record that was verified and kept."""

    id: str
    game: str
    moves: int


class LineMove(msgspec.Struct, kw_only=True):
    """A move of a record, and the scores after it."""

    seat: int  # -1 is chance
    words: str
    fields: dict[str, str | int]
    turn: int
    scores: list[int]


class Line(msgspec.Struct, kw_only=True):
    """A whole record at once: for its log and the graph of its scores."""

    game: str
    seats: int
    names: list[str]
    options: dict[str, str]
    date: str
    winners: list[int]  # none while unfinished
    moves: list[LineMove]
    kinds: list[Literal["person", "computer", "open"]] = []  # none in old records
    levels: list[str] = []  # of computer players
    resigned: list[int] = []


class Replayed(msgspec.Struct, kw_only=True):
    """One position of a record: everything lies open, or what one seat could see."""

    game: str
    at: int
    moves: int
    actor: int
    next: str | None  # the move made from here
    scores: list[int]
    view: msgspec.Raw


class StepTold(msgspec.Struct, kw_only=True):
    """A decision of a finished game, in parts of the chance to win; lists go by seat."""

    at: int  # moves before it
    seat: int
    best: str  # the best move in words
    fields: dict[str, str | int]  # of the best move
    chances: list[float]  # if the best is played now
    lost: list[float]  # by the choice
    luck: list[float]  # by what was drawn until the next decision


class AnalysisTold(msgspec.Struct, kw_only=True):
    """What was luck and what was lost by choice in a finished game; lists go by seat."""

    steps: list[StepTold]
    end: list[float]  # each seat's part of the win
    luck: list[float]
    lost: list[float]
    turning_points: list[int]  # how many moves come before each of them
