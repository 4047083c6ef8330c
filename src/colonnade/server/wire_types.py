"""Names of what goes over the wire: the small types of which wishes and answers are made."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

NAME_LENGTH = 40  # letters
ANNOUNCEMENT_LENGTH = 280
MOST_MOVES = 64  # of an exercise: more than any turn has
MOST_LINE = 40  # moves tried from a position of a record
Name = Annotated[
    str,
    Meta(
        max_length=NAME_LENGTH,
        pattern="^[^\\x00-\\x1f\\x7f-\\x9f]*$",  # no control characters
        description="A person's name, as others see it",
    ),
]
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
EntryKind = Literal[
    "move", "undo", "resign", "leave", "replace", "return", "pause", "resume", "tie", "abandon"
]
WishKind = Literal["undo", "pause", "resume", "tie", "abandon", "replace", "open"]
UndoRule = Annotated[
    Literal["free", "ask", "none"],
    Meta(description="Own moves are free until something is drawn; all are asked for; none goes"),
]
DeviceKind = Literal["phone", "tablet", "computer", "program"]
WayKind = Literal["link", "recovery"]
Color = Literal["red", "blue", "green", "yellow", "purple", "orange", "turquoise", "black", "white"]
Language = Literal["en", "fr"]
Mark = Annotated[
    str, Meta(min_length=8, max_length=16, pattern="^[A-Za-z0-9_-]+$", description="A device's")
]
Minute = Annotated[int, Meta(ge=0, le=1439, description="Of a day")]
Typed = Annotated[str, Meta(min_length=1, max_length=400, description="Four words, or twelve")]
SeatKind = Literal["person", "device", "computer", "open"]
Phrase = Literal[
    "hello",
    "good_luck",
    "one_moment",
    "good_move",
    "thank_you",
    "well_played",
    "again",
    "goodbye",
]
PHRASES: tuple[Phrase, ...] = get_args(Phrase)
Option = Annotated[str, Meta(max_length=32)]
Things = Annotated[list[str], Meta(description="Named as refusals name them")]
Options = Annotated[dict[Option, Option], Meta(max_length=16)]
# Games may come with other packages: what the page knows of its own is said by `typescript`.
GameKey = Annotated[str, Meta(min_length=1, max_length=32, extra={"typescript": "GameKey"})]
Fields = Annotated[dict[str, str | int], Meta(min_length=1, extra={"typescript": "Fields"})]
View = Annotated[msgspec.Raw, Meta(extra={"typescript": "View"})]
# Not `View | None`: to OpenAPI a view is anything, so null would be both, and it wants one.
Reveal = Annotated[Any, Meta(extra={"typescript": "View | null"})]
