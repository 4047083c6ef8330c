"""What is told of ratings and statistics: to everybody, and to a player of oneself."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from colonnade.server.counting import Uncounted
from colonnade.server.wire_players import Tally
from colonnade.server.wire_types import (
    Color,
    Count,
    GameKey,
    Level,
    Name,
    Option,
    Time,
    Token,
)

Rating = Annotated[int, Meta(description="Strength: 1500 is who nothing is known of")]
Doubt = Annotated[
    int, Meta(ge=0, description="The strength lies so far around the rating, two times of three")
]
Place = Annotated[int, Meta(ge=1)]
SeatCount = Annotated[int, Meta(ge=1, le=8)]
PointsBySource = Annotated[dict[str, float], Meta(description="On average, by source")]
Part = Annotated[float, Meta(description="Of the chance to win")]


class Standing(msgspec.Struct, kw_only=True):
    """A line of the leaderboard; whose rating is provisional has no place."""

    place: Place | None
    player: Token
    name: Name
    color: Color
    rating: Rating
    doubt: Doubt
    provisional: bool
    games: Count
    month: int  # what the last thirty days have changed
    mine: bool  # whether it is who asks


class LevelTold(msgspec.Struct, kw_only=True):
    """How strong a computer player is."""

    level: Level
    rating: Rating
    doubt: Doubt


class RatedGroup(msgspec.Struct, kw_only=True):
    """A game with so many seats, and how many players have a rating in it."""

    game: GameKey
    seats: SeatCount
    players: Count


class Leaderboard(msgspec.Struct, kw_only=True):
    """The strongest of the house first, then those of whom too little is known."""

    game: GameKey
    seats: SeatCount
    bots: bool
    players: Count  # in all: who asks is told of, however far down
    others: Count  # on the other list: of bots, or of people
    standings: list[Standing]
    levels: list[LevelTold]  # on the same scale
    groups: list[RatedGroup]  # all that have somebody


class RatingPoint(msgspec.Struct, kw_only=True):
    """A rating after a game."""

    time: Time
    rating: Rating
    doubt: Doubt


class RatingTold(msgspec.Struct, kw_only=True):
    """A player's rating in a game with so many seats, and between which levels it stands."""

    game: GameKey
    seats: SeatCount
    rating: Rating
    doubt: Doubt
    provisional: bool
    games: Count
    place: Place | None  # of those whose rating is not provisional
    players: Count
    month: int
    below: Level | None  # the strongest level that is not stronger
    above: Level | None  # the next one
    history: list[RatingPoint]  # the newest, the oldest of them first


class PublicPlayer(msgspec.Struct, kw_only=True):
    """What anybody may know of a player."""

    id: Token
    name: Name
    color: Color
    bot: bool
    ratings: list[RatingTold]
    results: list[Tally]  # at public tables


class Rival(msgspec.Struct, kw_only=True):
    """How one has done where a computer level or another person played."""

    level: Level | None  # of a computer player
    name: Name  # of a person, as they were called last
    seats: SeatCount
    played: Count
    won: Count


class Sources(msgspec.Struct, kw_only=True):
    """What one's points come from in a game, beside what the levels' do."""

    game: GameKey
    seats: SeatCount
    games: Count
    points: PointsBySource
    levels: dict[Level, PointsBySource]


class GameLooked(msgspec.Struct, kw_only=True):
    """A finished game: what luck and choices did, and what it meant for the rating."""

    table: Token
    game: GameKey
    seats: SeatCount
    finished: Time
    won: bool
    luck: Part | None = None  # that draws gave; unknown until somebody has looked at it
    lost: Part | None = None  # by one's own choices
    change: int | None = None  # of the rating
    uncounted: Uncounted | None = None  # why it does not count


class Variant(msgspec.Struct, kw_only=True):
    """A way to play a game: the options that are not as usual, and how often that was."""

    game: GameKey
    options: dict[Option, Option]
    played: Count


class Statistics(msgspec.Struct, kw_only=True):
    """A player's own statistics."""

    games: Count
    ratings: list[RatingTold]
    rivals: list[Rival]
    sources: list[Sources]
    last: list[GameLooked]  # the newest, the oldest of them first
    pending: Count  # of those that will be looked at, soon
    variants: list[Variant]


class RatedSeat(msgspec.Struct, kw_only=True):
    """What a game meant for a seat: nothing for computer players."""

    before: Rating
    after: Rating
    provisional: bool


class RatedTable(msgspec.Struct, kw_only=True):
    """Whether a finished game counts for ratings, what it changed by seat, or why it does not."""

    counts: bool
    uncounted: Uncounted | None = None
    seats: list[RatedSeat | None] = []
