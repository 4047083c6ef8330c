"""What every state promises, for every game, seat count and option."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from colonnade.contract.errors import GameOver, IllegalMove
from colonnade.contract.play import Walk, advance, play, replay, settle
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER
from tests.contract.cases import CASES, Case, glimpses, position, wander
from tests.contract.kits import PIECES, RELABEL

LONGEST = 4000  # moves, chance included; random games take a quarter of it at most
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
seeds = st.integers(0, 2**32)
depths = st.integers(0, 400)


@each_case
def test_legal_moves_rise_and_end_only_with_the_game(case: Case) -> None:
    """Legal rows are sorted, unique rows of the table, and empty exactly when the game is over."""
    for length, state in enumerate(wander(case, 1)):
        legal = state.legal()
        assert legal == sorted(set(legal))
        assert bool(legal) == (state.actor != OVER)
        assert all(0 <= row < len(case.game.moves) for row in legal)
        assert length < LONGEST


@each_case
def test_weights_belong_to_chance(case: Case) -> None:
    """Chance has a positive weight for each of its rows, and nobody else has any."""
    for state in wander(case, 2):
        weights = state.weights()
        assert len(weights) == (len(state.legal()) if state.actor == CHANCE else 0)
        assert all(weight > 0 for weight in weights)


@each_case
@given(seed=seeds, depth=depths)
def test_copies_are_independent(case: Case, seed: int, depth: int) -> None:
    """Neither a copy nor a state copied from another changes with its model."""
    state = position(case, seed, depth)
    before = state.dump()
    twin, other = state.copy(), case.start()
    other.copy_from(state)
    assert twin.dump() == other.dump() == before
    Walk(state).finish(state, Rng(seed))
    assert twin.dump() == other.dump() == before
    Walk(twin).finish(twin, Rng(seed))
    assert twin.dump() == state.dump()
    assert other.dump() == before


@each_case
@given(seed=seeds, depth=depths)
def test_dump_and_picture_come_back(case: Case, seed: int, depth: int) -> None:
    """A position survives being written and read, as a line and as a picture."""
    state = position(case, seed, depth)
    assert case.game.load(state.dump()).dump() == state.dump()
    assert case.game.parse(case.game.picture(state.reveal())).dump() == state.dump()


@each_case
def test_pieces_are_conserved(case: Case) -> None:
    """No piece appears or gets lost between any two positions."""
    pieces = PIECES[case.game.key]
    first, *others = glimpses(case, 3)
    for state in others:
        assert pieces(state.reveal()) == pieces(first.reveal())


@each_case
def test_points_have_sources(case: Case) -> None:
    """A seat's breakdown adds up to its score, which the view shows too."""
    for state in glimpses(case, 4):
        scores = state.scores()
        assert [sum(state.breakdown(seat).values()) for seat in range(case.seats)] == scores
        assert state.view(None).scores == scores


@each_case
def test_winners_have_the_most_points(case: Case) -> None:
    """Nobody has won before the end; then all who have the most points have."""
    *before, last = wander(case, 5)
    assert all(state.winners() == [] for state in before)
    best = max(last.scores())
    assert last.winners() == [s for s, score in enumerate(last.scores()) if score == best]


@each_case
def test_replay_gives_the_same_state(case: Case) -> None:
    """The log is the game: replaying all moves made gives the last state."""
    rng = Rng(6)
    state, moves = settle(case.start(), rng)
    while state.actor != OVER:
        legal = state.legal()
        state, made = advance(state, legal[rng.below(len(legal))], rng)
        moves += made
    words = [case.game.moves.words(move) for move in moves]
    assert replay(case.start(), moves).dump() == state.dump()
    assert replay(case.start(), words).dump() == state.dump()


@each_case
def test_play_is_checked_and_pure(case: Case) -> None:
    """A row that is not legal is refused, by name, and a legal one leaves its state alone."""
    *_, state, last = wander(case, 7)
    legal = state.legal()
    before = state.dump()
    wrong = next(row for row in range(len(case.game.moves)) if row not in legal)
    with pytest.raises(IllegalMove, match=case.game.moves.words(wrong)):
        play(state, wrong)
    play(state, legal[0])
    assert state.dump() == before
    with pytest.raises(GameOver):
        play(last, legal[0])


@each_case
def test_refusals_only_for_what_cannot_be_used(case: Case) -> None:
    """Refusals have a rule and a text key, and somebody not on turn can use nothing."""
    for state in glimpses(case, 8):
        for seat in range(case.seats):
            found = state.refusals(seat)
            assert all(r.rule and r.reason.startswith(f"{case.game.key}.refusal.") for r in found)
            assert found or state.actor == seat
            assert state.refusals(seat, state.legal()) == found
            assert len({r.thing for r in found}) == len(found)


@pytest.mark.parametrize("case", [c for c in CASES if c.name in RELABEL], ids=lambda c: c.name)
def test_relabelled_colors_play_the_same_game(case: Case) -> None:
    """Where all colors are alike, calling them by other names changes no points."""
    table = case.game.moves
    for seed in range(5):
        state, moves = case.start(), []
        walk, rng = Walk(state), Rng(seed)
        while state.actor != OVER:
            moves.append(walk.pick(state, rng))
            state.apply(moves[-1])
        turned = replay(case.start(), RELABEL[case.name]([table.words(move) for move in moves]))
        assert turned.scores() == state.scores()
        assert turned.dump() != state.dump()


def test_every_real_case_has_a_kit() -> None:
    """A game without a kit would pass conservation without being looked at."""
    assert {case.game.key for case in CASES} == set(PIECES)
