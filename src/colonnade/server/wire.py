"""What goes over the wire: bodies that clients send, and answers and events that they get.

The shapes only; they are also the OpenAPI document. What is in them is decided elsewhere.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from colonnade.contract.event import Event
from colonnade.contract.record import Kinds
from colonnade.contract.touch import Moved, Pieces
from colonnade.teaching.exercise import Verdict
from colonnade.teaching.text import Text

NAME_LENGTH = 40  # letters
MOST_MOVES = 64  # of an exercise: more than any turn has
MOST_LINE = 40  # moves tried from a position of a record
Name = Annotated[str, Meta(max_length=NAME_LENGTH, description="A person's name, as others see it")]
Token = Annotated[str, Meta(min_length=16, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Words = Annotated[str, Meta(min_length=1, max_length=200, description="A move in words")]
Ply = Annotated[int, Meta(ge=0, le=1_000_000, description="How many facts the log holds")]
Level = Annotated[str, Meta(min_length=1, max_length=32, description="A computer player")]
Seconds = Annotated[float, Meta(ge=1, le=31_536_000)]
Seat = Annotated[int, Meta(ge=0, le=7)]
Actor = Annotated[
    int, Meta(ge=-2, le=7, description="A seat, or -1 for chance, -2 when it is over")
]
Count = Annotated[int, Meta(ge=0)]
Length = Annotated[int, Meta(ge=0, le=1_000_000, description="How many moves")]
Seats = Annotated[list[Seat], Meta(max_length=8)]
Points = Annotated[list[int], Meta(max_length=8, description="Of each seat")]
Time = Annotated[float, Meta(ge=0, description="Seconds since 1970")]
Chance = Annotated[float, Meta(ge=0, le=1)]
AtZero = Literal["computer", "resign"]
Effect = Literal["draws", "ends_turn", "ends_game"]
EntryKind = Literal["move", "undo", "resign"]
SeatKind = Literal["person", "device", "computer", "open"]
Option = Annotated[str, Meta(max_length=32)]
Things = Annotated[list[str], Meta(description="Named as refusals name them")]
Options = Annotated[dict[Option, Option], Meta(max_length=16)]
# Games may come with other packages: what the page knows of its own is said by `typescript`.
GameKey = Annotated[str, Meta(min_length=1, max_length=32, extra={"typescript": "GameKey"})]
Fields = Annotated[dict[str, str | int], Meta(min_length=1, extra={"typescript": "Fields"})]
View = Annotated[msgspec.Raw, Meta(extra={"typescript": "View"})]
# Not `View | None`: to OpenAPI a view is anything, so null would be both, and it wants one.
Reveal = Annotated[Any, Meta(extra={"typescript": "View | null"})]


class Asked(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A body that a client sends; unknown fields are refused, so that no typing error is lost."""


class ClockWish(Asked):
    """A clock: seconds (or days) for each turn, and a bank for the whole game."""

    turn: Seconds | None = None
    days: Annotated[int, Meta(ge=1, le=60)] | None = None
    bank: Annotated[float, Meta(ge=0, le=31_536_000)] = 0.0
    at_zero: AtZero = "computer"


class SeatWish(Asked):
    """Who shall sit here: me, somebody invited, another person on my device, or a computer."""

    kind: Literal["me", "open", "device", "computer"]
    name: Name = ""
    level: Level | None = None


class TableWish(Asked):
    """A table to be made."""

    game: GameKey
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=8)]
    options: Options = {}
    start: Literal["first", "random"] = "first"
    first: Seat = 0
    public: bool = False
    clock: ClockWish | None = None


class MoveWish(Asked):
    """A move: the ply it answers, and its words."""

    ply: Ply
    move: Words
    seat: Seat | None = None


class HintWish(Asked):
    """A question for advice: the ply it is about."""

    ply: Ply
    seat: Seat | None = None


class StudyWish(Asked):
    """A question for advice about a position of a record: how many moves lead to it."""

    at: Ply


class LineWish(Asked):
    """Moves to be tried from a position of a record, and through whose eyes; without, all open."""

    at: Ply
    moves: Annotated[list[Words], Meta(min_length=1, max_length=MOST_LINE)]
    seat: Seat | None = None


class PlayOnWish(Asked):
    """A position of a record to play on from: my seat, else that on turn; computers elsewhere."""

    at: Ply
    seat: Seat | None = None
    name: Name = ""
    level: Level | None = None


class ExerciseWish(Asked):
    """A learner's moves from where an exercise begins; only the last one may be wrong."""

    moves: Annotated[list[Words], Meta(max_length=MOST_MOVES)] = []


class UndoWish(Asked):
    """A wish to take back: down to so many moves, or one's own last move."""

    ply: Ply
    length: Ply | None = None
    seat: Seat | None = None


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


class ProposalTold(msgspec.Struct, kw_only=True):
    """A wish to take back that waits for answers."""

    seat: Seat
    length: Length  # moves that would be left
    moves: Count  # of seats that would be taken back
    agreed: Seats
    asked: Seats


class Result(msgspec.Struct, kw_only=True):
    """How a game ended."""

    scores: Points
    winners: Seats
    resigned: Seats = []
    breakdown: list[dict[str, int]] = []


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


class LessonNamed(msgspec.Struct, kw_only=True):
    """A lesson as lists show it."""

    game: GameKey
    key: str
    title: Text
    about: Text  # a line for lists
    seconds: Count  # how long it takes
    enough: bool  # belongs to what is enough to play
    strategy: bool


class LessonListed(LessonNamed, kw_only=True):
    """A lesson in a list."""

    steps: Count


class LabelTold(msgspec.Struct, kw_only=True):
    """A few words beside a thing, or a part of the table."""

    at: str
    text: Text


class LessonStep(msgspec.Struct, kw_only=True):
    """A step of a lesson: what is said, and perhaps what is to be done."""

    say: Text
    task: Text | None  # null: it is only read
    show: Things  # or parts of the table, that stay bright; none: everything
    labels: list[LabelTold]
    solution: list[Words]


class LessonTold(LessonNamed, kw_only=True):
    """A whole lesson but for its positions, which its exercises tell."""

    rules: list[str]  # numbers of the rules that it teaches
    steps: list[LessonStep]


class ExerciseEvent(msgspec.Struct, kw_only=True):
    """An exercise after some moves, as the learner's seat may know it."""

    verdict: Verdict  # on the last move
    points: int  # that the last move itself brought
    view: View
    actor: Actor
    seat: Seat  # the learner's
    seats: Annotated[list[SeatTold], Meta(min_length=1, max_length=8)]
    offers: list[Offer]  # none where nothing is to be done
    refusals: list[Refused]
    facts: list[Told]  # what the last move and the answers to it did
    next: Words | None  # what would serve now; after a wrong move, instead of it
    matched: Count  # of the moves that are asked for
    wanted: Count


class LessonEvent(ExerciseEvent, kw_only=True):
    """A step of a lesson after some moves."""

    step: Count  # from 0
    said: Text | None  # to the last move
