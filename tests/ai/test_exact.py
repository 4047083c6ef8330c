"""Ends solved exactly: as trying everything says, blind to what is hidden, within limits only."""

from __future__ import annotations

from functools import cache
from itertools import product
from math import comb
from pathlib import Path

import msgspec
import pytest

from bench.endings import Ending
from colonnade.ai.exact import end_from
from colonnade.ai.expectimax import LOOK
from colonnade.ai.judges import judge_of
from colonnade.ai.levels import LEVELS, player
from colonnade.ai.search_player import Budget, Searcher, solver
from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.games import game, own_keys
from colonnade.games.pagoda.state import Position as PagodaPosition
from tests.ai.brute_force import Plain, TooMuch, Worlds
from tests.effort import effort

ENDINGS = Path(__file__).parent / "endings.json"  # a sample of what bench/endings.py mined
NODES = effort(200_000, 20_000)
MINED_WITH = 1_000_000  # as many as the bench allows: with fewer it may give up early
MOST = effort(10_000, 400)  # positions that trying everything may take
COMPARED = effort(40, 20)  # at least, of each game
ENOUGH = effort(400, 40)


@cache
def endings() -> list[Ending]:
    """The sample."""
    return msgspec.json.decode(ENDINGS.read_bytes(), type=list[Ending])


def of(key: str) -> list[Ending]:
    """The sample's endings of a game."""
    return [ending for ending in endings() if ending.game == key]


def from_here(ending: Ending, seed: int) -> list[State]:
    """The position of an ending, and the decisions of a random walk from it."""
    state = game(ending.game).load(ending.state)
    walk, rng = Walk(state), Rng(seed)
    found = []
    while state.actor != OVER:
        if state.actor != CHANCE and len(state.legal()) > 1:
            found.append(state.copy())
        walk.step(state, rng)
    return found


def worlds(state: State, eyes: int) -> Worlds:
    """All that fit what a seat knows; in 7 Steps and Summer Pavilion one may stand for them.

    The first test holds them to that.
    """
    if not isinstance(state, PagodaPosition):
        return [(state, 1.0)]
    other = 1 - eyes
    hands = [(state.hand >> (other * 20 + color * 4)) & 15 for color in range(5)]
    known = [(state.known >> (other * 20 + color * 4)) & 15 for color in range(5)]
    pool = [((state.deck >> (color * 4)) & 15) + hands[color] - known[color] for color in range(5)]
    found = []
    for cards in spread(sum(hands) - sum(known), pool):
        world = state.copy()
        assert isinstance(world, PagodaPosition)
        chance = 1
        for color, count in enumerate(cards):
            chance *= comb(pool[color], count)
            shift = known[color] + count - hands[color]
            world.hand += shift << (other * 20 + color * 4)
            world.deck -= shift << (color * 4)
        found.append((world, float(chance)))
    total = sum(chance for _, chance in found)
    return [(world, chance / total) for world, chance in found]


def spread(count: int, pool: list[int]) -> list[list[int]]:
    """All ways to draw so many cards of a pool, by color."""
    if not pool:
        return [[]] if count == 0 else []
    return [
        [first, *rest]
        for first in range(min(count, pool[0]) + 1)
        for rest in spread(count - first, pool[1:])
    ]


# Right


@pytest.mark.parametrize("key", own_keys())
def test_it_says_what_trying_everything_says(key: str) -> None:
    """The value of each position, and of each of its moves, in many small ends."""
    weight = solver(of_first(key), judge_of(game(key))).margin_weight
    compared = 0
    for ending, seed in product(of(key), range(effort(3, 2))):
        exact = None
        if compared >= ENOUGH:
            break
        for state in reversed(from_here(ending, seed)):
            eyes = int(state.actor)
            start = end_from(state, eyes)
            if start is None:
                continue
            try:
                moves = Plain(eyes, weight, MOST).moves(worlds(state, eyes))
            except TooMuch:
                break
            exact = exact or solver(state, judge_of(game(key)))
            found = exact.solve(start, NODES)
            assert found is not None
            best = max(worth[eyes][2] for worth in moves.values())
            assert found.value == pytest.approx(best, abs=1e-9)
            win, margin, value = moves[found.row][eyes]
            assert value == pytest.approx(best, abs=1e-9)
            assert (found.win, found.margin) == pytest.approx((win, margin), abs=1e-9)
            good = {row for row, worth in moves.items() if worth[eyes][2] >= best - 1e-9}
            assert set(exact.as_good(start, found.value, NODES)) == good
            for row, worth in moves.items():
                after = start.copy()
                after.apply(row)
                seats = exact.outlook(after, NODES)
                told = [(one.win, one.margin, one.value) for one in seats]
                assert told == [pytest.approx(of_seat, abs=1e-9) for of_seat in worth]
            compared += 1
    assert compared >= COMPARED


def of_first(key: str) -> State:
    """A position of the game, whichever."""
    return game(key).load(of(key)[0].state)


@pytest.mark.parametrize("key", own_keys())
def test_what_was_mined_is_found_again(key: str) -> None:
    """Both builds find the moves, the chances and the number of positions that the file has."""
    for ending in of(key):
        if ending.nodes > NODES:
            continue
        state = game(key).load(ending.state)
        start = end_from(state, state.actor)
        assert start is not None
        exact = solver(state, judge_of(game(key)))
        found = exact.solve(start, MINED_WITH)
        assert found is not None
        assert game(key).moves.words(found.row) in ending.best
        assert (found.win, found.margin) == (ending.win, ending.margin)  # to the last bit
        assert exact.nodes == ending.nodes


# Secret


@pytest.mark.parametrize("key", own_keys())
def test_twins_have_the_same_end(key: str) -> None:
    """Positions that look alike to a seat stand for one, to the last word of what matters."""
    for number, ending in enumerate(of(key)):
        for state in from_here(ending, number):
            start = end_from(state, state.actor)
            for seed in range(3):
                twin = state.copy()
                twin.reimagine(state.actor, Rng(seed))
                other = end_from(twin, state.actor)
                assert (start is None) == (other is None)
                if start is not None and other is not None:
                    assert key_of(start) == key_of(other)


def key_of(state: State) -> list[int]:
    """What matters of a position."""
    from librt.vecs import vec
    from mypy_extensions import i64

    words = vec[i64]([0] * 64)
    return [int(words[i]) for i in range(state.fill_key(words))]


@pytest.mark.parametrize("key", ["pagoda", "seven_steps"])
def test_nothing_is_claimed_while_secrets_matter(key: str) -> None:
    """In the middle of a game, what others hold still decides: nobody stands in."""
    state = game(key).start()
    walk, rng = Walk(state), Rng(3)
    asked = 0
    for _ in range(200):
        walk.step(state, rng)
        if state.actor >= 0:
            asked += 1
            before = state.dump()
            assert not state.copy().stand_in(state.actor)
            assert state.dump() == before
    assert asked > 50


# Limits


@pytest.mark.parametrize("key", own_keys())
def test_too_few_positions_claim_nothing(key: str) -> None:
    """With fewer positions than it takes, there is no answer; what was begun does no harm."""
    ending = max((one for one in of(key) if one.nodes <= NODES), key=lambda one: one.nodes)
    state = game(key).load(ending.state)
    start = end_from(state, state.actor)
    assert start is not None
    exact = solver(state, judge_of(game(key)))
    for nodes in (0, 1, 20, ending.nodes // 4):
        assert exact.solve(start, nodes) is None
    if ending.nodes > 2 * LOOK:
        assert solver(state, judge_of(game(key))).solve(start, ending.nodes, lambda: True) is None
    found = exact.solve(start, MINED_WITH)
    assert found is not None
    assert game(key).moves.words(found.row) in ending.best


@pytest.mark.once
def test_a_far_end_is_not_tried() -> None:
    """Summer Pavilion hides nothing, yet in its first round nobody thinks of the end."""
    state = game("summer_pavilion").start()
    walk, rng = Walk(state), Rng(1)
    while state.actor < 0:
        walk.step(state, rng)
    assert end_from(state, state.actor) is None


# Players


@pytest.mark.parametrize("key", own_keys())
def test_a_player_that_solves_takes_the_best_move(key: str) -> None:
    """Within its budget of positions it plays an ending without a fault, and says that it did."""
    for ending in of(key):
        if ending.nodes > effort(20_000, 2_000):
            continue
        found = game(key)
        state = found.load(ending.state)
        asked = Searcher(found, Rng(1), Budget(iterations=200), judge_of(found), solves=True)
        assert found.moves.words(asked.choose(state.view(state.actor))) in ending.best
        [idea] = asked.consider(found.imagine(state.view(state.actor), Rng(2)))
        assert idea.exact
        assert idea.win == pytest.approx(ending.win, abs=1e-9)


@pytest.mark.once
def test_levels_solve_if_asked() -> None:
    """As they are they play what the ladder has measured."""
    found = game("pagoda")
    for name in LEVELS:
        usual, solving = player(name, found, Rng(1)), player(f"{name}:solves=1", found, Rng(1))
        assert isinstance(usual, Searcher)
        assert isinstance(solving, Searcher)
        assert not usual.solves
        assert solving.solves


@pytest.mark.once
def test_what_was_found_serves_the_rest_of_the_turn() -> None:
    """Who is told of all that is played has the end of a turn without looking at it again."""
    found = game("seven_steps")
    ending = max((one for one in of("seven_steps") if one.nodes < 2_000), key=lambda one: one.nodes)
    state = found.load(ending.state)
    asked = player("architect:solves=1", found, Rng(1))
    assert isinstance(asked, Searcher)
    row = asked.choose(state.view(state.actor))
    assert asked.exact is not None
    kept, nodes = asked.exact, asked.exact.nodes
    asked.watch(state.seen(row, state.actor))
    state.apply(row)
    if len(state.legal()) > 1:
        asked.choose(state.view(state.actor))
        assert asked.exact is kept
        assert kept.nodes < nodes
