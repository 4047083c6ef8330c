"""Players against each other over paired deals, and what the games say of them.

One game is played in match.py, files are kept in run_files.py. What is counted here is a pure
function of the games, so the number of processes and the order of their answers do not matter.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Generator, Iterable, Iterator, Sequence
from itertools import groupby

import msgspec

from colonnade.arena.match import Match, Played, play_match
from colonnade.arena.run_files import Run, RunSettings, by_place, in_order
from colonnade.arena.tally import Z, interval
from colonnade.compute.places import LOCAL, run
from colonnade.contract.play import SHARE
from colonnade.contract.rng import MASK

Interval = tuple[float, float]

# Student's t for 95 %, two-sided, with 1, 2 and 3 degrees of freedom (Abramowitz and Stegun, table
# 26.10); from 4 on their expansion 26.7.5 is right to the third decimal.
FEW = (12.706, 4.303, 3.182)


class Rating(msgspec.Struct, frozen=True):
    """A place on the ladder: strength, doubt, and the strength that is all but certain."""

    mu: float
    sigma: float
    ordinal: float


class Standing(msgspec.Struct, frozen=True):
    """What the games say of one player."""

    player: str
    wins: float  # shared ones in part
    win_rate: float
    win_interval: Interval
    mean_score: float
    mean_margin: float  # its points less those of the best other
    margin_interval: Interval | None  # none from a single deal
    decisions: float  # per game
    mean_decision: float  # seconds
    longest_decision: float
    rating: Rating | None  # none before the first whole deal


class SeatStanding(msgspec.Struct, frozen=True):
    """What the games say of one seat, whoever sat there."""

    seat: int  # from 1
    win_rate: float
    win_interval: Interval


class Summary(msgspec.Struct, frozen=True):
    """What the games of whole deals say; `left_out` are games of deals not yet whole."""

    games: int
    deals: int
    left_out: int
    moves: float  # per game
    checksum: int
    players: list[Standing]
    seats: list[SeatStanding]


# Playing


def play(
    settings: RunSettings,
    done: Collection[tuple[int, int]] = (),
    processes: int | None = 1,
    compute: str = LOCAL,
) -> Generator[Played, None, None]:
    """Play the games of a run that are not done, and give each as it ends."""
    tasks = (match for match in matches(settings) if (match.deal, match.rotation) not in done)
    yield from run(play_match, tasks, processes, compute)


def matches(settings: RunSettings) -> Iterator[Match]:
    """All games of a run: each deal once in every rotation of the seats."""
    count = len(settings.players)
    for deal in range(settings.games // count):
        for rotation in range(count):
            yield Match(
                settings.game,
                settings.options,
                settings.players,
                settings.seed,
                settings.time,
                deal,
                rotation,
                settings.clock,
                settings.files,
            )


def names(players: Sequence[str]) -> list[str]:
    """What players are called: a second one of the same kind gets a number."""
    return [
        name if name not in players[:i] else f"{name} {players[:i].count(name) + 1}"
        for i, name in enumerate(players)
    ]


# Counting


def summarize(run: Run) -> Summary:
    """Count the games of whole deals."""
    count = len(run.settings.players)
    deals = whole_deals(run.games, count)
    games = [played for deal in deals for played in deal]
    total = max(len(games), 1)
    called = names(run.settings.players)
    ratings = rate((called, played) for played in games)
    return Summary(
        games=len(games),
        deals=len(deals),
        left_out=len(by_place(run.games)) - len(games),
        moves=sum(played.moves for played in games) / total,
        checksum=sum(played.checksum for played in games) & MASK,
        players=[standing(i, name, deals, ratings.get(name)) for i, name in enumerate(called)],
        seats=[seat_line(seat, deals) for seat in range(count)],
    )


def whole_deals(games: Iterable[Played], count: int) -> list[list[Played]]:
    """The deals played in every rotation; a deal half played would favor whoever sat well."""
    ordered = in_order(by_place(games).values())
    grouped = groupby(ordered, key=lambda played: played.deal)
    deals = [list(deal) for _, deal in grouped]
    return [deal for deal in deals if len(deal) == count]


def parts(played: Played, seat: int) -> int:
    """A seat's part of the win; in whole numbers, so that equal results are equal."""
    return SHARE // len(played.winners) if seat in played.winners else 0


def margin(played: Played, seat: int) -> int:
    """A seat's points less those of the best other."""
    return played.scores[seat] - max(
        score for other, score in enumerate(played.scores) if other != seat
    )


def standing(i: int, name: str, deals: list[list[Played]], rating: Rating | None) -> Standing:
    """What the games say of player number i."""
    seated = [[(played, played.seats.index(i)) for played in deal] for deal in deals]
    games = [pair for deal in seated for pair in deal]
    total = max(len(games), 1)
    won = [sum(parts(played, seat) for played, seat in deal) for deal in seated]
    led = [sum(margin(played, seat) for played, seat in deal) for deal in seated]
    count = len(deals[0]) if deals else 1
    decisions = sum(played.decisions[i] for played, _ in games)
    return Standing(
        player=name,
        wins=sum(won) / SHARE,
        win_rate=sum(won) / SHARE / total,
        win_interval=rate_interval(won, SHARE * count),
        mean_score=sum(played.scores[seat] for played, seat in games) / total,
        mean_margin=sum(led) / total,
        margin_interval=mean_interval(led, count),
        decisions=decisions / total,
        mean_decision=sum(played.seconds[i] for played, _ in games) / max(decisions, 1),
        longest_decision=max((played.longest[i] for played, _ in games), default=0.0),
        rating=rating,
    )


def seat_line(seat: int, deals: list[list[Played]]) -> SeatStanding:
    """What the games say of one seat; over the rotations everybody sat there once."""
    count = len(deals[0]) if deals else 1
    won = [sum(parts(played, seat) for played in deal) for deal in deals]
    rate = sum(won) / (SHARE * count * max(len(deals), 1))
    return SeatStanding(seat + 1, rate, rate_interval(won, SHARE * count))


# Intervals. Games of one deal share its luck, so the unit is the deal, not the game.


def mean_interval(sums: list[int], unit: int) -> Interval | None:
    """Student's 95 % interval of the mean of `sums / unit`, one sum for each deal."""
    count = len(sums)
    if count < 2:
        return None
    mean = sum(sums) / count
    variance = sum((value - mean) ** 2 for value in sums) / (count - 1)
    half = student(count - 1) * math.sqrt(variance / count)
    return (mean - half) / unit, (mean + half) / unit


def rate_interval(sums: list[int], unit: int) -> Interval:
    """The same for a win rate, within 0 and 1; Wilson's where all deals went alike."""
    found = mean_interval(sums, unit)
    if found is None or len(set(sums)) == 1:
        return interval(sum(sums) / unit / max(len(sums), 1), len(sums))
    return max(0.0, found[0]), min(1.0, found[1])


def student(freedom: int) -> float:
    """Student's t for a two-sided 95 % interval."""
    if freedom <= len(FEW):
        return FEW[freedom - 1]
    terms = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    return Z + sum(term / math.pow(freedom, power) for power, term in enumerate(terms, 1))


# The ladder


def rate(games: Iterable[tuple[Sequence[str], Played]]) -> dict[str, Rating]:
    """Rate players, named in the order of each run, by all their games, one after the other.

    Who sits twice at a table becomes what both seats say on average.
    """
    # Takes a while, and few commands need it.
    from openskill.models import PlackettLuce, PlackettLuceRating

    model = PlackettLuce()
    found: dict[str, PlackettLuceRating] = {}
    for players, played in games:
        at = [players[i] for i in played.seats]
        for name in at:
            found.setdefault(name, model.rating())
        ranks = [float(sum(other > score for other in played.scores)) for score in played.scores]
        rated = model.rate([[found[name]] for name in at], ranks=ranks)
        said: dict[str, list[PlackettLuceRating]] = {}
        for name, team in zip(at, rated, strict=True):
            said.setdefault(name, []).append(team[0])
        for name, seats in said.items():
            mu, sigma = (sum(getattr(one, of) for one in seats) for of in ("mu", "sigma"))
            found[name] = model.rating(mu=mu / len(seats), sigma=sigma / len(seats))
    return {name: Rating(r.mu, r.sigma, r.ordinal()) for name, r in found.items()}
