"""The batch: many games in one call are the same games, step by step, as one at a time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from colonnade.contract.errors import ColonnadeError, WrongSeats
from colonnade.contract.play import advance, settle
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER, State
from colonnade.contract.tensor import NoTensor
from colonnade.environments.batch import Batch
from colonnade.environments.batch_buffers import IllegalAction, WrongActions, WrongCount
from colonnade.environments.tensors import legal_mask, observe
from colonnade.games import game
from tests.contract.cases import Case
from tests.contract.toy import TOY

PLAYED = [
    Case(game("pagoda"), 2, {}),
    Case(game("pagoda"), 2, {"length": "fast", "abilities": "none"}),
    Case(game("seven_steps"), 3, {"face": "mixed", "layout": "ring"}),
    Case(game("summer_pavilion"), 2, {}),
    Case(game("summer_pavilion"), 4, {"board": "grey"}),
]
each_case = pytest.mark.parametrize("case", PLAYED, ids=lambda case: case.name)
BUFFERS = ("observations", "masks", "actors", "ended", "rewards", "scores")


def make(case: Case, count: int, seed: int = 0, observing: bool = True) -> Batch:
    """A batch of a case's games."""
    return Batch(case.game, count, case.seats, case.options, seed, observing)


def shown(batch: Batch) -> dict[str, bytes]:
    """Everything a batch shows."""
    return {name: bytes(getattr(batch, name)) for name in BUFFERS}


def positions(batch: Batch) -> list[str]:
    """All games, hidden parts included."""
    return [batch.state(slot).dump() for slot in range(batch.count)]


def check_slot(batch: Batch, slot: int, state: State) -> None:
    """A slot shows this position."""
    assert batch.state(slot).dump() == state.dump()
    assert batch.actors[slot] == state.actor
    assert np.array_equal(np.asarray(batch.masks)[slot], legal_mask(state))
    assert np.array_equal(np.asarray(batch.observations)[slot], observe(state, int(state.actor)))


@each_case
def test_a_batch_plays_what_a_loop_of_single_moves_plays(case: Case) -> None:
    """Slot i is a game whose chance is drawn from stream i by settle and advance."""
    batch = make(case, 3, seed=5)
    rngs = [Rng(5, slot) for slot in range(3)]
    states = [settle(case.start(), rng)[0] for rng in rngs]
    choose = Rng(6)
    ended = step = 0
    while ended < 3:
        step += 1
        actions = [state.legal()[choose.below(len(state.legal()))] for state in states]
        batch.step(actions)
        for slot in range(3):
            state, _ = advance(states[slot], actions[slot], rngs[slot])
            assert list(np.asarray(batch.scores)[slot]) == state.scores()
            assert batch.ended[slot] == (state.actor == OVER)
            winners = state.winners()
            shares = [(s in winners) / max(1, len(winners)) for s in range(case.seats)]
            assert list(np.asarray(batch.rewards)[slot]) == shares
            if state.actor == OVER:
                ended += 1
                state, _ = settle(case.start(), rngs[slot])
            states[slot] = state
            if step % 20 == 1 or batch.ended[slot]:
                check_slot(batch, slot, state)


@each_case
def test_a_game_is_the_same_in_any_batch(case: Case) -> None:
    """The number of games beside it changes nothing; observing changes nothing."""
    small, large, blind = make(case, 1), make(case, 9), make(case, 9, observing=False)
    for _ in range(4):
        for batch in (small, large, blind):
            batch.step_random(30)
        for name in BUFFERS:
            whole, first = bytes(getattr(large, name)), bytes(getattr(small, name))
            assert whole.startswith(first)
            assert len(whole) == 9 * len(first)
            if name != "observations":
                assert bytes(getattr(blind, name)) == whole
        assert positions(large)[0] == positions(small)[0]
    assert len(set(positions(large))) == 9


@each_case
def test_the_same_seed_gives_the_same_games(case: Case) -> None:
    """Beginning anew with a seed is like a new batch; another seed gives others."""
    batch, twin = make(case, 4, seed=1), make(case, 4, seed=2)
    batch.step_random(50)
    batch.reset(2)
    for _ in range(40):
        assert shown(batch) == shown(twin)
        actions = bytes(twin.sample())
        assert bytes(batch.sample()) == actions
        batch.step(np.frombuffer(actions, np.int64))
        twin.step(np.frombuffer(actions, np.int64))
    batch.reset(1)
    batch.step_random(40)
    assert positions(batch) != positions(twin)


@each_case
def test_an_illegal_action_changes_nothing(case: Case) -> None:
    """The last of all actions is wrong, and still no game has moved."""
    batch, twin = make(case, 4), make(case, 4)
    batch.step_random(25)
    twin.step_random(25)
    before = shown(batch), positions(batch)
    rows = len(case.game.moves)
    forbidden = int(np.flatnonzero(np.asarray(batch.masks)[3] == 0)[0])
    for wrong, words in (
        (forbidden, case.game.moves.words(forbidden)),
        (-1, "-1"),
        (rows, str(rows)),
    ):
        actions = np.array(twin.sample())
        actions[3] = wrong
        with pytest.raises(IllegalAction) as caught:
            batch.step(actions)
        assert f'"{words}" is not legal in game 3' in caught.value.text()
        assert caught.value.fields["count"] == np.asarray(batch.masks)[3].sum()
        assert (shown(batch), positions(batch)) == before
    actions = np.array(twin.sample())
    batch.step(actions)
    twin.step(actions)
    assert shown(batch) == shown(twin)
    assert positions(batch) == positions(twin)


@pytest.mark.parametrize(
    "actions",
    [
        [],
        [1],
        [1, 2, 3],
        [0.5, 1.5],
        np.array([0.0, 1.0]),
        ["a", "b"],
        None,
        [None, None],
        [2**70, 1],
    ],
    ids=repr,
)
def test_wrong_actions_are_refused(actions: list[int]) -> None:
    """What is not one whole number for each game is an error that says so."""
    batch = Batch(game("pagoda"), 2)
    before = shown(batch)
    with pytest.raises(WrongActions, match="2 games needs 2 whole numbers"):
        batch.step(actions)
    assert shown(batch) == before


@pytest.mark.parametrize("form", [list, np.array, memoryview, lambda a: np.array(a, np.int32)])
def test_actions_come_in_many_forms(form: Callable[[memoryview], list[int]]) -> None:
    """Lists, arrays and buffers of whole numbers do the same."""
    batch, twin = Batch(game("summer_pavilion"), 5), Batch(game("summer_pavilion"), 5)
    twin.step_random(1)
    batch.step(form(batch.sample()))
    assert shown(batch) == shown(twin)


def test_arrays_follow_the_games() -> None:
    """An array made once shows every later step, and cannot be spoiled."""
    batch = Batch(game("pagoda"), 8, seed=3)
    arrays = {name: np.asarray(getattr(batch, name)) for name in BUFFERS}
    layout = game("pagoda").layout(2)
    kinds = {name: (array.shape, str(array.dtype)) for name, array in arrays.items()}
    assert kinds == {
        "observations": ((8, layout.size), "int16"),
        "masks": ((8, len(game("pagoda").moves)), "uint8"),
        "actors": ((8,), "int64"),
        "ended": ((8,), "uint8"),
        "rewards": ((8, 2), "float64"),
        "scores": ((8, 2), "int64"),
    }
    assert all(not array.flags.writeable for array in arrays.values())
    turn = layout.offset("turn")
    assert set(arrays["observations"][:, turn]) == {1}
    batch.step_random(60)
    assert set(arrays["observations"][:, turn]) != {1}
    for name, array in arrays.items():
        assert array.tobytes() == bytes(getattr(batch, name))
    assert (arrays["masks"].sum(axis=1) > 0).all()


def test_a_win_is_shared() -> None:
    """Rewards of a game add up to 1, and winners of equal points get equal parts."""
    batch = Batch(TOY, 40, 3, observing=False)
    parts: set[tuple[float, ...]] = set()
    for _ in range(30):
        batch.step(batch.sample())
        rewards, scores = np.asarray(batch.rewards), np.asarray(batch.scores)
        for slot in range(40):
            if batch.ended[slot]:
                best = scores[slot] == scores[slot].max()
                assert np.allclose(rewards[slot], best / best.sum())
                parts.add(tuple(sorted(rewards[slot])))
            else:
                assert not rewards[slot].any()
    assert len(parts) == 3  # won alone, by two, by three


def test_a_game_without_tensors_can_still_be_stepped() -> None:
    """Only what it observes is missing."""
    batch = Batch(TOY, 6, 2, {"copies": "3"}, observing=False)
    assert np.asarray(batch.observations).size == 0
    assert batch.step_random(20) == 60  # a game of two seats takes two decisions
    with pytest.raises(NoTensor, match="observing=False"):
        Batch(TOY, 6)


@pytest.mark.parametrize(
    ("count", "seats", "error"), [(0, 2, WrongCount), (-3, 2, WrongCount), (2, 5, WrongSeats)]
)
def test_batches_that_cannot_be(count: int, seats: int, error: type[ColonnadeError]) -> None:
    """No games, or seats that the game does not have, are refused."""
    with pytest.raises(error):
        Batch(game("pagoda"), count, seats)


def test_states_given_out_are_copies() -> None:
    """Playing on with one changes no game."""
    batch = Batch(game("pagoda"), 2)
    before = positions(batch)
    state = batch.state(1)
    state.apply(state.legal()[0])
    assert positions(batch) == before
