"""Search: repeatable, blind to what is hidden, within its limits, right where it can be told."""

from __future__ import annotations

import threading

import pytest

from colonnade.ai import search_player
from colonnade.ai.judges import judge_of
from colonnade.ai.levels import LEVELS, PLAIN, STRONGEST
from colonnade.ai.search import Search
from colonnade.ai.search_player import Budget, Searcher, search_from
from colonnade.ai.tree import NODE_BYTES
from colonnade.contract.play import draw
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.games import game
from tests.contract.cases import CASES, REAL, Case, decision
from tests.effort import effort

NODES = 100_000
SOME, MANY = effort(40, 12), effort(300, 100)  # iterations
each_real = pytest.mark.parametrize("case", REAL, ids=lambda case: case.name)
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def thought(case: Case, state: State, judged: bool, iterations: int = SOME) -> Search:
    """A search that has run."""
    search = search_from(state, judge_of(case.game) if judged else None, Rng(5), NODES)
    search.run(iterations)
    return search


# Secrecy


@each_case
@pytest.mark.parametrize("judged", [True, False])
def test_nothing_hidden_enters_the_tree(case: Case, judged: bool) -> None:
    """Begun from the truth or from a twin that looks alike, the whole search is the same."""
    for depth in (9, 60, 140) if case.game.key != "toy" else (0,):
        state = decision(case, 1, depth)
        twin = state.copy()
        twin.reimagine(state.actor, Rng(depth))
        assert state.view(state.actor) == twin.view(state.actor)
        found = [thought(case, world, judged).children() for world in (state, twin)]
        assert found[0] == found[1]


def test_twins_differ_where_something_is_hidden() -> None:
    """The test above would see a leak: hidden hands are really dealt anew."""
    for key in ("pagoda", "seven_steps"):
        case = next(case for case in REAL if case.game.key == key)
        state = decision(case, 1, 60)
        twin = state.copy()
        twin.reimagine(state.actor, Rng(2))
        assert state.dump() != twin.dump()


# Limits


@each_real
def test_a_full_tree_still_chooses(case: Case) -> None:
    """With room for a few nodes only, search goes on without more of them."""
    state = decision(case, 1, 100)
    room = 3 * len(state.legal())
    search = search_from(state, judge_of(case.game), Rng(1), room)
    search.run(80)
    assert search.size <= room
    assert search.bytes() <= room * NODE_BYTES
    assert {child[0] for child in search.children()} <= set(state.legal())
    assert search.count() == 80


@pytest.mark.once
def test_memory_is_limited_by_the_player() -> None:
    """A player asked to think long stays within its memory."""
    state = decision(REAL[0], 1, 100)
    player = Searcher(
        REAL[0].game, Rng(1), Budget(iterations=3000), judge_of(REAL[0].game), memory=50_000
    )
    assert player.choose(state.view(state.actor)) in state.legal()
    assert player.search is not None
    assert player.search.bytes() <= 50_000


@pytest.mark.once
def test_time_ends_the_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock on which an iteration takes a millisecond, 200 ms last no longer than 210."""
    state = decision(REAL[0], 1, 100)
    player = Searcher(REAL[0].game, Rng(1), Budget(seconds=0.2), judge_of(REAL[0].game))
    player.clock = lambda: 0.001 * player.search.count() if player.search else 0.0
    monkeypatch.setattr(search_player, "NO_LIMIT", 10_000)
    player.choose(state.view(state.actor))
    assert player.search is not None
    assert 100 <= player.search.count() <= 210  # fewer only if the choice cannot change any more


@pytest.mark.once
def test_thinking_can_be_stopped_from_another_thread() -> None:
    """A thought of hours ends at once, with a legal move."""
    state = decision(REAL[0], 1, 100)
    player = Searcher(REAL[0].game, Rng(1), Budget(seconds=3600.0), judge_of(REAL[0].game))
    chosen: list[int] = []
    thread = threading.Thread(target=lambda: chosen.append(player.choose(state.view(state.actor))))
    thread.start()
    while player.search is None and thread.is_alive():
        thread.join(0.01)
    while not chosen and thread.is_alive():
        player.stop()
        thread.join(0.05)
    assert chosen[0] in state.legal()


# The tree kept between moves


@each_real
def test_the_tree_of_a_move_played_is_kept(case: Case) -> None:
    """What was thought below the move stays, the rest is forgotten, and thinking goes on."""
    state = decision(case, 1, 100)
    search = thought(case, state, True, MANY)
    row, visits, *_ = max(search.children(), key=lambda child: child[1])
    size = search.size
    assert search.follow(row)
    assert search.count() == visits
    assert search.size < size
    assert sum(child[1] for child in search.children()) in (visits, visits - 1)
    search.root.apply(row)
    if search.root.actor == state.actor:  # the same seat goes on: its tree is still of use
        assert search.take_up(search.root.copy())
        search.run(20)
        assert search.count() == visits + 20


@each_real
def test_a_move_never_thought_of_ends_the_tree(case: Case) -> None:
    """Rows that no child has, such as draws, cannot be followed."""
    search = thought(case, decision(case, 1, 100), True)
    assert not search.follow(len(case.game.moves) - 1)


@pytest.mark.once
@each_real
def test_a_player_who_is_told_everything_plays_on_from_its_tree(case: Case) -> None:
    """Along a game, rows watched lead into the tree or end it; every choice is legal."""
    state = case.start()
    chance = Rng(3)
    players = [
        Searcher(case.game, Rng(seat), Budget(iterations=12), judge_of(case.game))
        for seat in range(case.seats)
    ]
    kept = 0
    for _ in range(150):
        if state.actor == OVER:
            break
        if state.actor == CHANCE:
            move = draw(state, chance)
        else:
            player = players[state.actor]
            kept += player.search is not None and player.watched
            move = player.choose(state.view(state.actor))
            assert move in state.legal()
        for seat, player in enumerate(players):
            player.watch(state.seen(move, seat))
        state.apply(move)
    assert kept > 0


# Judgement


@each_real
@pytest.mark.parametrize("judged", [True, False])
def test_wins_are_shared_out_among_the_seats(case: Case, judged: bool) -> None:
    """After an iteration the seats' chances add up to one, and values stay between 0 and 1."""
    search = search_from(
        decision(case, 1, 80), judge_of(case.game) if judged else None, Rng(2), NODES
    )
    for _ in range(20):
        search.iterate()
        wins = [search.wins[seat] for seat in range(case.seats)]
        assert sum(wins) == pytest.approx(1.0)
        assert all(0.0 <= search.values[seat] <= 1.0 for seat in range(case.seats))


@pytest.mark.parametrize("judged", [True, False])
def test_search_sees_a_win_in_one(judged: bool) -> None:
    """In the last turn of Summer Pavilion, the tile that completes a star wins the game."""
    state = game("summer_pavilion").parse(
        "turn 90  phase place  round 6.2\n"
        "seat 1  points 5  tiles r1\n"
        "red 1rrrrr\n"
        "seat 2  points 15+10-0-0+0+0  passed\n"
    )
    search = search_from(
        state, judge_of(game("summer_pavilion")) if judged else None, Rng(1), NODES
    )
    search.run(30)
    row, _, _, win, margin = max(search.children(), key=lambda child: child[1])
    assert state.table().words(row) == "place red 1 red"
    assert win == 1.0
    assert margin == 10.0  # 5, 6 for the placement and 14 for the star, less 15


def test_the_toy_is_played_right_without_a_judge() -> None:
    """A game without a judge is searched all the same: showing a card beats folding."""
    case = next(case for case in CASES if case.game.key == "toy")
    state = case.start()
    for move in ("draw 2", "draw 1"):
        state.apply(case.game.moves.number(move))
    search = thought(case, state, True, 60)
    assert max(search.children(), key=lambda child: child[1])[0] == case.game.moves.number("show 2")


@pytest.mark.once
def test_ideas_put_the_best_first() -> None:
    """Ideas come by visits, their shares add up to one."""
    state = decision(REAL[0], 1, 100)
    found = REAL[0].game
    searcher = Searcher(found, Rng(1), Budget(iterations=200), judge_of(found))
    ideas = searcher.consider(found.imagine(state.view(state.actor), Rng(1)))
    assert [idea.visits for idea in ideas] == sorted((idea.visits for idea in ideas), reverse=True)
    assert sum(idea.share for idea in ideas) == pytest.approx(1.0)


@pytest.mark.once
def test_plain_search_differs_in_judgement_alone() -> None:
    """The strongest level has a judge, the plain search has none, and both search alike."""
    assert LEVELS[STRONGEST].judged
    assert not PLAIN.judged
    assert LEVELS[STRONGEST].budget == PLAIN.budget
