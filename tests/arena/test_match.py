"""One game between computer players: one deal for all seatings, and views alone for players."""

from __future__ import annotations

import pickle
from time import perf_counter, sleep, thread_time

import msgspec
import pytest

from colonnade.ai.player import Player
from colonnade.ai.random import Random
from colonnade.ai.search_player import Budget, Searcher
from colonnade.arena import match as matches
from colonnade.arena.game_loop import IllegalChoice
from colonnade.arena.match import Match, own_rng, play_match, seating
from colonnade.arena.tally import Tally
from colonnade.contract.game import Game
from colonnade.contract.play import replay
from colonnade.contract.rng import MASK, Rng
from colonnade.contract.view import View
from colonnade.data.simulate import simulate
from colonnade.games import game

pytestmark = pytest.mark.once
FAST = {"length": "fast", "abilities": "all"}


def pagoda(deal: int = 0, rotation: int = 0, seed: int = 1) -> Match:
    """A short game to be played by players `a` and `b`."""
    return Match("pagoda", FAST, ["a", "b"], seed, None, deal, rotation)


class Spy(Random):
    """Plays anything, and remembers all that it is shown and told."""

    def __init__(self, game: Game, rng: Rng) -> None:
        super().__init__(game, rng)
        self.shown: list[View] = []
        self.heard: list[int] = []

    def choose(self, view: View) -> int:
        """Any row."""
        self.shown.append(view)
        return super().choose(view)

    def watch(self, move: int) -> None:
        """Remember the row."""
        self.heard.append(move)


Spies = dict[str, Spy]


@pytest.fixture
def spies(monkeypatch: pytest.MonkeyPatch) -> Spies:
    """Spies of the last game, by the names they were asked for."""
    found: Spies = {}

    def player(spec: str, game: Game, rng: Rng, seconds: float | None = None) -> Player:
        found[spec] = Spy(game, rng)
        return found[spec]

    monkeypatch.setattr(matches, "player", player)
    return found


def test_rotations_seat_every_player_everywhere() -> None:
    """Rotation r seats player i at seat (i + r) % seats."""
    assert [seating(3, rotation) for rotation in range(3)] == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]


def test_both_rotations_get_the_same_opening(spies: Spies) -> None:
    """Seat 1 is dealt the same cards whoever sits there; another deal or seed deals others."""
    openings = []
    for asked in (pagoda(4, 0), pagoda(4, 1), pagoda(5, 0), pagoda(4, 0, seed=2)):
        played = play_match(asked)
        first = spies["ab"[played.seats[0]]]
        openings.append((first.shown[0], first.heard[:4]))
    assert openings[0] == openings[1]
    assert openings[0] != openings[2]
    assert openings[0] != openings[3]


def test_players_get_their_own_views_and_veiled_rows_only(spies: Spies) -> None:
    """What two players heard, put together, is the whole game; neither heard all of it."""
    played = play_match(pagoda())
    found = game("pagoda")
    veil = found.moves.number("draw hidden hand")
    for seat, player in enumerate(played.seats):
        spy = spies["ab"[player]]
        assert {view.seat for view in spy.shown} == {view.actor for view in spy.shown} == {seat}
        assert played.decisions[player] == len(spy.shown)
        assert len(spy.heard) == played.moves
        assert veil in spy.heard
    rows = []
    for one, other in zip(spies["a"].heard, spies["b"].heard, strict=True):
        assert one == other or veil in (one, other)
        rows.append(other if one == veil else one)
    state = replay(found.start(2, FAST), rows)
    assert (state.scores(), state.winners()) == (played.scores, played.winners)
    checksum = 0
    for row in rows:
        checksum = (checksum * 31 + row) & MASK
    assert checksum == played.checksum


def test_players_have_generators_of_their_own() -> None:
    """No two share their luck, nor that of the deal: equal players do not play in lockstep."""
    asked = [
        pagoda(deal, rotation, seed) for deal in (0, 1) for rotation in (0, 1) for seed in (1, 2)
    ]
    made = [own_rng(one, index) for one in asked for index in (0, 1)]
    made += [Rng(one.seed, one.deal) for one in asked if one.rotation == 0]
    drawn = {tuple(int(rng.next()) for _ in range(4)) for rng in made}
    assert len(drawn) == 16 + 4


def test_the_same_match_is_the_same_game() -> None:
    """Only times may differ."""
    asked = Match("summer_pavilion", {}, ["eager", "greedy", "gestures"], 5, None, 2, 1)
    first, again = play_match(asked), play_match(asked)
    assert (first.checksum, first.scores) == (again.checksum, again.scores)
    assert first.seats == [2, 0, 1]
    assert first.winners == [s for s in range(3) if first.scores[s] == max(first.scores)]


@pytest.mark.parametrize("rotation", [0, 1])
def test_times_belong_to_the_player_who_took_them(
    rotation: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Player `a` takes five seconds for a decision and once nine, `b` none, at any seat."""
    clock = [0.0]

    class Slow(Random):
        def choose(self, view: View) -> int:
            clock[0] += 9 if view.turn == 3 + view.actor else 5
            return super().choose(view)

    def player(spec: str, game: Game, rng: Rng, seconds: float | None = None) -> Player:
        return (Slow if spec == "a" else Random)(game, rng)

    monkeypatch.setattr(matches, "player", player)
    monkeypatch.setitem(matches.CLOCKS, "wall", lambda: clock[0])
    played = play_match(pagoda(rotation=rotation))
    assert played.longest == [9, 0]
    assert played.seconds[0] > 5 * played.decisions[0]
    assert played.seconds == [clock[0], 0]
    assert played.decisions[1] > 0


def test_the_processors_clock_leaves_waiting_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searchers get the clock that was asked for, and a decision slept over takes no time."""
    seen: list[object] = []

    class Sleepy(Searcher):
        def choose(self, view: View) -> int:
            seen.append(self.clock)
            if len(seen) == 1:
                sleep(0.1)
            return self.game.imagine(view, self.rng).legal()[0]

    def player(spec: str, game: Game, rng: Rng, seconds: float | None = None) -> Player:
        return Sleepy(game, rng, Budget(iterations=1))

    monkeypatch.setattr(matches, "player", player)
    waited = play_match(pagoda())
    assert max(waited.longest) >= 0.1
    assert set(seen) == {perf_counter}
    seen.clear()
    worked = play_match(msgspec.structs.replace(pagoda(), clock="cpu"))
    assert max(worked.longest) < 0.1
    assert set(seen) == {thread_time}


@pytest.mark.parametrize("chosen", [game("pagoda").moves.number("dragon draw"), 9999, -1])
def test_an_illegal_choice_is_a_loud_error(chosen: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It names player, game and deal, and comes through from another process."""

    class Cheat(Random):
        def choose(self, view: View) -> int:
            return chosen

    monkeypatch.setattr(matches, "player", lambda spec, game, rng, seconds: Cheat(game, rng))
    with pytest.raises(IllegalChoice) as problem:
        play_match(pagoda(deal=17))
    text = pickle.loads(pickle.dumps(problem.value)).text()
    for part in ('"a"', "pagoda", "deal 17", "turn 1", "column 1"):
        assert part in text


@pytest.mark.parametrize(
    ("key", "seats", "player", "checksum"),
    [
        ("pagoda", 2, "eager", 1457655148),
        ("pagoda", 2, "greedy", 849980063),
        ("summer_pavilion", 3, "gestures", 4031216180),
        ("seven_steps", 4, "eager", 4227911013),
    ],
)
def test_simulated_games_of_players_have_not_moved(
    key: str, seats: int, player: str, checksum: int
) -> None:
    """Three games of seed 9, as they were before the arena shared their loop."""
    tally = Tally(seats)
    for batch in simulate(key, seats, {}, 3, 9, player=player):
        tally.merge(batch)
    assert tally.checksum == checksum
