"""Fits a network to samples, by JAX: what is minimized, how, and when it is enough.

What samples hold is decided in self_play.py, the order of the weights in ai/networks.py.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable, Iterator, Sequence
from time import monotonic

import jax
import jax.numpy as jnp
import msgspec
import numpy as np
import optax
from jax import Array
from numpy.typing import NDArray

from colonnade.ai.judges.network import POINTS, STRETCH
from colonnade.ai.networks import shapes, words_of
from colonnade.contract.game import Game
from colonnade.learning.self_play import KEPT_MOMENTS, Samples
from colonnade.learning.training_plan import Loss, Plan, Trained

Weights = list[Array]  # in the order of networks.shapes
MiniBatch = dict[str, Array]
LEVEL = 0.02  # weight of what all seats gain alike: it decides nothing
NEVER = -1.0e9  # the logit of rows that are none
PLAIN_FIELDS = ("points", "spread", "judged", "actor", "rows", "logits", "shares")


# The network


def initial(sizes: Sequence[tuple[int, ...]], seed: int) -> Weights:
    """Weights that change nothing of what the other judge says, but can learn."""
    rng = np.random.default_rng(seed)
    weights = [np.zeros(shape, np.float32) for shape in sizes]
    for i in range(1, len(sizes) - 4, 2):  # the lines of hidden layers
        scale = math.sqrt(2 / sizes[i][0])
        weights[i] = rng.normal(0, scale, sizes[i]).astype(np.float32)
    weights[1] *= 2.0  # most entries of a tensor are zero
    weights[-1] += 1.0
    return [jnp.asarray(one) for one in weights]


def look(weights: Weights, x: Array) -> Array:
    """The last hidden layer."""
    for i in range(0, len(weights) - 4, 2):
        x = jax.nn.relu(x @ weights[i + 1] + weights[i])
    return x


def values(weights: Weights, batch: MiniBatch, hidden: Array) -> tuple[Array, Array]:
    """The points of each seat, and the logits of its wins."""
    value = hidden @ weights[-3] + weights[-4]
    stretch = jnp.clip(value[..., 1].mean(1), -STRETCH, STRETCH)
    points = batch["points"] + POINTS * value[..., 0]
    return points, points / (batch["spread"] * jnp.exp(stretch))[:, None]


def losses(
    weights: Weights, batch: MiniBatch, words: Array, elsewhere: float
) -> tuple[Array, Array]:
    """The loss over a batch, and its parts: win, points, rows."""
    hidden = look(weights, batch["tensors"])  # position, seat, unit
    points, logits = values(weights, batch, hidden)
    weight = jnp.where(batch["judged"], 1.0, elsewhere)
    weight = weight / weight.sum()
    win = -(weight * (batch["wins"] * jax.nn.log_softmax(logits)).sum(1)).sum()
    error = points - batch["scores"]
    between = error - error.mean(1, keepdims=True)
    square = (weight * (between**2).mean(1)).sum()
    level = (weight * error.mean(1) ** 2).sum()
    rows = surprise(weights, batch, hidden, words)
    total = win + (square + LEVEL * level) / POINTS**2 + rows
    return total, jnp.stack([win, square, rows])


def surprise(weights: Weights, batch: MiniBatch, hidden: Array, words: Array) -> Array:
    """Over the decisions of a batch, how badly the rows visited were foretold."""
    lines = words @ weights[-2]  # row, bias and unit
    decided = batch["actor"] >= 0
    actor = jnp.maximum(batch["actor"], 0)
    own = jnp.take_along_axis(hidden, actor[:, None, None], axis=1)[:, 0]
    chosen = lines[jnp.maximum(batch["rows"], 0)]
    logits = weights[-1][0] * batch["logits"] + chosen[..., 0]
    logits += jnp.einsum("pru,pu->pr", chosen[..., 1:], own)
    logits = jnp.where(batch["rows"] >= 0, logits, NEVER)
    each = -(batch["shares"] * jax.nn.log_softmax(logits)).sum(1)
    return jnp.where(decided, each, 0.0).sum() / jnp.maximum(decided.sum(), 1)


# Samples


class Aims(msgspec.Struct, frozen=True):
    """What values are compared with: how games ended, or what a later judgement said of it."""

    scores: NDArray[np.float32]  # position, seat
    wins: NDArray[np.float32]  # position, seat


def ends(samples: Samples) -> Aims:
    """How the games ended."""
    return Aims(samples.scores, wins(samples.scores))


def follow(samples: Samples, now: Aims, trail: float) -> Aims:
    """Aims that lean on the judgement of the next position, whose luck is not yet all drawn.

    Between a position and the end lies much luck; the next judgement has averaged over most of it.
    """
    scores, shares = samples.scores.copy(), wins(samples.scores)
    some = np.flatnonzero(samples.after >= 0)
    after = samples.after[some]
    for _ in range(KEPT_MOMENTS):  # so long is the longest chain of judgements, at most
        scores[some] = (1 - trail) * now.scores[after] + trail * scores[after]
        shares[some] = (1 - trail) * now.wins[after] + trail * shares[after]
    return Aims(scores, shares)


def word_matrix(game: Game) -> NDArray[np.float32]:
    """For each row, which words it is made of."""
    words, rows = words_of(game)
    found = np.zeros((len(rows), len(words)), np.float32)
    for row, numbers in enumerate(rows):
        found[row, numbers] = 1.0
    return found


def wins(scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each seat's part of the win."""
    best = (scores == scores.max(1, keepdims=True)).astype(np.float32)
    return np.asarray(best / best.sum(1, keepdims=True), np.float32)


def batch_of(
    samples: Samples, which: NDArray[np.int64], highest: NDArray[np.float32], aims: Aims
) -> MiniBatch:
    """Some positions, scaled, and what their values are compared with."""
    found = {name: jnp.asarray(getattr(samples, name)[which]) for name in PLAIN_FIELDS}
    found["tensors"] = jnp.asarray(samples.tensors[which] / highest)
    found["scores"] = jnp.asarray(aims.scores[which])
    found["wins"] = jnp.asarray(aims.wins[which])
    return found


# Training


class Trainer:
    """A network in training, and the samples it is trained on."""

    def __init__(
        self, game: Game, samples: Samples, plan: Plan, start: Sequence[float] | None = None
    ) -> None:
        self.samples = samples
        self.plan = plan
        seats = samples.scores.shape[1]
        layout = game.layout(seats)
        self.highest = np.asarray(layout.highest(), np.float32)
        words = word_matrix(game)
        self.shapes = shapes(layout.size, plan.hidden, words.shape[1])
        self.weights = initial(self.shapes, plan.seed)
        if start is not None:
            self.weights = unflatten(start, self.shapes)
        games = np.unique(samples.number, return_inverse=True)[1]  # counted without gaps
        held = games % plan.held_out == 0
        self.held, self.taught = np.flatnonzero(held), np.flatnonzero(~held)
        self.size = min(plan.batch, len(self.taught))
        steps = plan.epochs * max(1, len(self.taught) // self.size)
        schedule = optax.cosine_decay_schedule(plan.rate, steps)
        chain = optax.adamw(schedule, weight_decay=plan.decay)
        self.optimizer_state = chain.init(self.weights)
        matrix = jnp.asarray(words)

        def step(
            weights: Weights, state: optax.OptState, batch: MiniBatch
        ) -> tuple[Weights, optax.OptState]:
            slope = jax.grad(lambda w: losses(w, batch, matrix, plan.elsewhere)[0])(weights)
            updates, state = chain.update(slope, state, weights)
            moved: Weights = optax.apply_updates(weights, updates)
            return moved, state

        self.step = jax.jit(step)
        self.measure = jax.jit(lambda w, batch: losses(w, batch, matrix, plan.elsewhere))
        self.judge = jax.jit(lambda w, batch: values(w, batch, look(w, batch["tensors"])))
        self.ends = ends(samples)

    def epoch(self, rng: np.random.Generator) -> None:
        """Go once through all that is taught, in any order."""
        aims = self.aims()
        order = rng.permutation(self.taught)
        for at in range(0, len(order) - self.size + 1, self.size):
            batch = batch_of(self.samples, order[at : at + self.size], self.highest, aims)
            self.weights, self.optimizer_state = self.step(
                self.weights, self.optimizer_state, batch
            )

    def aims(self) -> Aims:
        """What values are compared with, by the weights as they are now."""
        scores, shares = self.ends.scores.copy(), self.ends.wins.copy()
        for which in slices(np.flatnonzero(self.samples.judged), 4 * self.plan.batch):
            batch = batch_of(self.samples, which, self.highest, self.ends)
            points, logits = self.judge(self.weights, batch)
            scores[which], shares[which] = points, jax.nn.softmax(logits)
        return follow(self.samples, Aims(scores, shares), self.plan.trail)

    def loss(self) -> Loss:
        """The loss on what was held out, by how its games ended."""
        total, parts, count = 0.0, np.zeros(3), 0
        for which in slices(self.held, 4 * self.plan.batch):
            value, some = self.measure(
                self.weights, batch_of(self.samples, which, self.highest, self.ends)
            )
            total += float(value) * len(which)
            parts += np.asarray(some) * len(which)
            count += len(which)
        win, square, rows = parts / count
        return Loss(total / count, float(win), math.sqrt(square), float(rows))


def slices(items: NDArray[np.int64], size: int) -> Iterator[NDArray[np.int64]]:
    """The items, so many at a time."""
    for at in range(0, len(items), size):
        yield items[at : at + size]


def train(
    trainer: Trainer, deadline: float = math.inf, told: Callable[[int, Loss], None] | None = None
) -> Trained:
    """Train until nothing more is gained, or the time is over; the best weights are kept."""
    rng = np.random.default_rng(trainer.plan.seed)
    before = best = trainer.loss()
    kept, since, done = trainer.weights, 0, 0
    while done < trainer.plan.epochs and since < trainer.plan.patience and monotonic() < deadline:
        trainer.epoch(rng)
        done += 1
        loss = trainer.loss()
        since += 1
        if loss.total < best.total:
            kept, best, since = trainer.weights, loss, 0
        if told is not None:
            told(done, loss)
    return Trained(flatten(kept), before, best, done)


def flatten(weights: Weights) -> array[float]:
    """All weights in one line, as a file holds them."""
    return array("f", np.concatenate([np.ravel(one) for one in weights]).tolist())


def unflatten(flat: Sequence[float], sizes: Sequence[tuple[int, ...]]) -> Weights:
    """The weights of a line, by their shapes."""
    found, at = [], 0
    for shape in sizes:
        count = math.prod(shape)
        found.append(jnp.asarray(np.asarray(flat[at : at + count], np.float32).reshape(shape)))
        at += count
    return found
