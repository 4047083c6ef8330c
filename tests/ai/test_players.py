"""The simple computer players: legal, repeatable, blind to what is hidden, true to their names."""

from __future__ import annotations

from collections import Counter

import pytest

from colonnade.ai.levels import LEVEL_NAMES, SIMPLE, player
from colonnade.ai.set_choices import after, is_choosing, ways
from colonnade.contract.play import Walk, replay
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER, State
from colonnade.games import game
from tests.contract.cases import CASES, Case, position

PAVILION = game("summer_pavilion")
pytestmark = pytest.mark.once
QUICK = [*SIMPLE, "plain@8i", *(f"{name}@16i" for name in LEVEL_NAMES)]
each_player = pytest.mark.parametrize("name", QUICK)


@each_player
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_players_choose_legal_moves_from_views_alone(case: Case, name: str) -> None:
    """In twin worlds that look alike, the same seed chooses the same legal move."""
    met = 0
    for depth in range(5, 200, 13):
        state = position(case, 1, depth)
        if state.actor < 0:
            continue
        met += 1
        twin = state.copy()
        twin.reimagine(state.actor, Rng(depth))
        moves = [
            player(name, case.game, Rng(7)).choose(world.view(state.actor))
            for world in (state, twin)
        ]
        assert moves[0] == moves[1]
        assert moves[0] in state.legal()
    assert met or case.game.key == "toy"


def pavilion_keeping() -> State:
    """A seat that has passed with three tiles of two colors."""
    state = PAVILION.parse(
        "turn 9  phase place  round 1.2\nseat 1  points 5  tiles o2r1\nseat 2  points 5\n"
    )
    return replay(state, ["pass"])


def test_sets_are_counted_once_each() -> None:
    """Nothing, o, r, oo, or, oor: six sets of two orange tiles and a red one."""
    state = pavilion_keeping()
    assert is_choosing(PAVILION, state)
    assert ways(PAVILION, state) == (6, 1, 3)
    words = [state.table().words(move) for move in state.legal()]
    assert words == ["keep orange", "keep red", "done"]
    assert [after(PAVILION, state, move).all for move in state.legal()] == [4, 1, 1]


def test_gestures_choose_every_set_alike() -> None:
    """Over many choices each of the six sets comes about as often."""
    found: Counter[str] = Counter()
    chooser = player("gestures", PAVILION, Rng(5))
    for _ in range(1200):
        state, kept = pavilion_keeping(), []
        while is_choosing(PAVILION, state):
            move = chooser.choose(state.view(state.actor))
            kept.append(state.table().words(move))
            state.apply(move)
        found[" ".join(kept).removesuffix("done").strip()] += 1
    assert len(found) == 6
    assert all(150 < count < 250 for count in found.values())


def test_eager_keeps_all_it_may_and_places_whenever_it_can() -> None:
    """It never throws away a tile it could keep, and passes only without a placement."""
    chooser = player("eager", PAVILION, Rng(5))
    state = pavilion_keeping()
    while is_choosing(PAVILION, state):
        state.apply(chooser.choose(state.view(state.actor)))
    assert state.scores()[0] == 5
    state = PAVILION.start()
    walk, rng = Walk(state), Rng(2)
    while state.actor != OVER:
        if state.actor >= 0:
            kinds = {state.table().rows[move].kind for move in state.legal()}
            chosen = chooser.choose(state.view(state.actor))
            assert state.table().rows[chosen].kind != "pass" or kinds == {"pass"}
            state.apply(chosen)
        else:
            state.apply(walk.pick(state, rng))


def test_greedy_takes_the_most_points() -> None:
    """Of all moves it takes one that gains most at once."""
    state = PAVILION.parse(
        "turn 9  phase place  round 1.2\n"
        "seat 1  points 5  tiles o6\n"
        "              orange oo3456      red 123456\n"
        "seat 2  points 5\n"
    )
    chooser = player("greedy", PAVILION, Rng(1))
    move = chooser.choose(state.view(0))
    assert state.table().words(move) in ("place orange 3 orange", "place orange 6 orange")
