"""Tests what is told besides the moves: towers of seven, the bag, the end and final points."""

from __future__ import annotations

from colonnade.contract.event import Event
from colonnade.games.seven_steps import GAME, StepsState
from tests.rules.seven_steps.table import after, drawn, position

PREFIX = "seven_steps.event."
# Eight points, so that no bonus tile is due; four discs are missing.
HIGH = """
turn 7  seat {seat}  phase next disc  round {round}  extra {extra}  {more}  {placed}
seat 1  hand {first}  {tiles}
seat 2  hand {second}
"""
PLACED = "placed a0 a1 b4  at b4  level 3  scored 8"
HIGH_TOWERS = "a0=2 a1=3 b4=3"


def high(bag: str, seat: int = 1, more: str = "", **said: str) -> StepsState:
    """A seat of two that is about to count 8 points."""
    told = {"round": "4", "extra": "no", "first": "w3", "second": "w3", "tiles": ""} | said
    return position(HIGH.format(seat=seat, more=more, placed=PLACED, **told), HIGH_TOWERS, bag)


def told(state: StepsState, words: str) -> list[Event]:
    """What making a move brings about."""
    row, made = GAME.moves.number(words), state.copy()
    assert row in state.legal()
    made.apply(row)
    return list(state.events(row, made))


def names(events: list[Event]) -> list[str]:
    """Their short names."""
    return [event.event.removeprefix(PREFIX) for event in events]


def test_a_usual_move_tells_nothing() -> None:
    """Discs, counting and drawing have their own lines."""
    state = position("phase start\nseat 1  hand t7\nseat 2  hand w7\n")
    assert told(state, "place a0") == []
    state = after(state, "place a0")
    assert told(state, "count") == []


def test_a_tower_of_seven_comes_apart() -> None:
    """Whose turn it is, and which color. [T5.1]"""
    state = position(
        "phase next disc  placed a1  at a1  level 6  scored 6\nseat 1  hand t1\nseat 2  hand w7\n",
        "a0=6 a1=6",
    )
    # The neighbor gets a seventh disc by it, and comes apart likewise. [T5.2]
    assert told(state, "place a0") == [
        Event(f"{PREFIX}tower", "T5.1", 0, 0, {"count": 2, "color": "turquoise"})
    ]


def test_a_tower_put_together_comes_apart() -> None:
    """A construction tile can make a tower of seven, too. [T8.8]"""
    state = position(
        "phase start\nseat 1  hand t7  construction shift\nseat 2  hand w7\n", "b0=4 b1=3"
    )
    state = after(state, "shift b1")
    assert told(state, "onto b0") == [
        Event(f"{PREFIX}tower", "T5.1", 0, 0, {"count": 1, "color": "yellow"})
    ]
    assert told(state, "onto b2") == []


def test_the_bag_is_empty() -> None:
    """With its last disc; the end is not called by it. [T10.3, T11.1]"""
    state = drawn(after(high("t2y2"), "count", "refill"), "tty")
    assert names(told(state, "draw yellow")) == ["bag"]


def test_the_end_is_called_and_why() -> None:
    """How many are missing, how many the bag holds, and how many turns follow. [T11.1, T11.3]"""
    assert told(high("t2y1"), "count") == [
        Event(f"{PREFIX}called", "T11.1", 0, 0, {"missing": 4, "left": 3}),
        Event(f"{PREFIX}last_round", "T11.3", -1, 0, {"count": 1}),
        Event(f"{PREFIX}last_turn", "T11.3", 1),
    ]


def test_the_end_is_called_by_returning() -> None:
    """Discs returned into an empty bag leave the hand short. [T11.2]"""
    state = position(
        """
        phase returning  limit 5  recovered turquoise  placed a0  at a0  level 1  scored 1
        seat 1  hand t1w6  known t1
        seat 2  hand w7
        """,
        "a0=1",
        "",
    )
    called, *rest = told(after(state, "return white"), "refill")
    assert called == Event(f"{PREFIX}called", "T11.2", 0, 0, {"missing": 1, "left": 0})
    assert names(rest) == ["last_round", "last_turn"]


def test_final_points_of_everybody() -> None:
    """Unused tiles, then the sum, each on a line of its own. [T11.5, T11.6]"""
    state = high("t2", seat=2, more="called yes", tiles="construction climb  tile edge")
    assert told(state, "count") == [
        Event(f"{PREFIX}over", "T11.3"),
        Event(f"{PREFIX}unused", "T11.5", 0, 4),
        Event(f"{PREFIX}final", "T11.6", 0, 0, {"count": 4}),
        Event(f"{PREFIX}final", "T11.6", 1, 0, {"count": 8}),
    ]


def test_called_by_the_last_seat() -> None:
    """Nobody has another turn: the game is over at once. [T11.3]"""
    assert names(told(high("t2", seat=2), "count")) == ["called", "over", "final", "final"]


def test_the_limit_of_rounds() -> None:
    """A game that the end was not called in. [T11.7]"""
    events = told(high("t9", seat=2, round="250"), "count")
    assert events[0] == Event(f"{PREFIX}limit", "T11.7", -1, 0, {"round": 250})


def test_one_more_round_and_who_is_skipped() -> None:
    """Said when the end is called, and when it begins. [T13.1, T13.2, T13.3]"""
    state = high("t3", seat=2, extra="yes", first="-")
    assert names(told(state, "count")) == ["called", "one_more"]
    state = drawn(after(state, "count", "refill"), "tt")
    assert told(state, "draw turquoise") == [
        Event(f"{PREFIX}bag", "T10.3"),
        Event(f"{PREFIX}skipped", "T13.3", 0),
        Event(f"{PREFIX}extra_round", "T13.2"),
        Event(f"{PREFIX}last_turn", "T11.3", 1),
    ]
