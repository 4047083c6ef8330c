"""A small course from games to a network, told as one JSON object; run in a process of its own.

JAX begins threads, and a process with threads should not be forked, which other tests do.
"""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from librt.vecs import vec
from mypy_extensions import i64

from colonnade.ai import networks
from colonnade.ai.judges import judge_of
from colonnade.ai.judges.network import NetworkJudge
from colonnade.contract.game import Game
from colonnade.games import game
from colonnade.learning import school, self_play
from colonnade.learning.school import TrainingRun
from colonnade.learning.self_play import Samples, Seen, SelfPlayTask
from colonnade.learning.training_plan import Plan

QUICK = "architect@4i"
PAVILION = game("summer_pavilion")


def task(of: Game, number: int = 0) -> SelfPlayTask:
    """A game of few thoughts."""
    start = of.start()
    return SelfPlayTask(of.key, len(start.scores()), start.view(None).options, QUICK, 5, number)


def course(**changes: object) -> TrainingRun:
    """A course of a few games of Summer Pavilion."""
    facts: dict[str, Any] = {
        "game": "summer_pavilion",
        "seats": 2,
        "options": {"board": "colored"},
        "teacher": QUICK,
        "games": 24,
        "seed": 3,
        "minutes": 5.0,
        "plan": Plan(hidden=(8, 8), epochs=4, batch=64, held_out=4),
    }
    return TrainingRun(**{**facts, **changes})


def aims(samples: Samples) -> dict[str, list[float]]:
    """How far aims lean towards judgements that say seven points too much: least and most."""
    from colonnade.learning.train import Aims, ends, follow

    end = ends(samples)
    judged = Aims(end.scores + 7.0, end.wins)
    found = {}
    for name, trail in (("all", 1.0), ("half", 0.5), ("none", 0.0)):
        moved = (follow(samples, judged, trail).scores - end.scores)[samples.after >= 0]
        found[name] = [float(moved.min()), float(moved.max())]
    return found


def compare(
    network: networks.Network, studied: Samples, samples: Samples, kept: list[Seen]
) -> dict[str, float]:
    """The greatest differences between what JAX and what the judge makes of positions."""
    import jax.numpy as jnp

    from colonnade.learning.train import Trainer, batch_of, ends, look, surprise, word_matrix

    trainer = Trainer(PAVILION, studied, course().plan, network.weights)
    batch = batch_of(samples, np.arange(len(kept)), trainer.highest, ends(samples))
    points, logits = (np.asarray(one) for one in trainer.judge(trainer.weights, batch))
    judge = NetworkJudge(networks.weights_of(network, PAVILION), judge_of(PAVILION))
    apart = {"points apart": 0.0, "spread apart": 0.0, "logits apart": 0.0}
    told = 0.0
    for i, seen in enumerate(kept):
        own = vec[float]([0.0] * 2)
        spread = judge.value(seen.state, own)
        apart["points apart"] = max(apart["points apart"], float(abs(points[i] - list(own)).max()))
        other = float(points[i][0] / logits[i][0])
        apart["spread apart"] = max(apart["spread apart"], abs(other - spread) / spread)
        if seen.thought is not None:
            told += own_surprise(judge, samples, i, seen)
    hidden = look(trainer.weights, batch["tensors"])
    words = jnp.asarray(word_matrix(PAVILION))
    theirs = float(surprise(trainer.weights, batch, hidden, words))
    apart["logits apart"] = abs(theirs - told / int((samples.actor >= 0).sum()))
    return {**apart, "compared": len(kept)}


def own_surprise(judge: NetworkJudge, samples: Samples, i: int, seen: Seen) -> float:
    """How badly the judge foretold the rows of a decision."""
    legal = seen.state.legal()
    found = vec[float]([0.0] * len(legal))
    judge.policy(seen.state, vec[i64](legal), len(legal), found)
    logits = np.asarray(list(found))
    top = logits.max()
    chances = logits - top - np.log(np.exp(logits - top).sum())
    return -float((samples.shares[i, : len(legal)] * chances).sum())


def main() -> None:
    """Study, practice, go on, compare."""
    small = course()
    samples = school.play_games(small)
    heard: list[float] = []
    trained = school.practice(small, samples, told=lambda _, loss: heard.append(loss.total))
    network = school.graduate(small, samples, trained, "test", 0.0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "first.net")
        networks.write(path, network)
        more = school.begin(course(start=path, plan=Plan(batch=64, held_out=4)))
        again = school.practice(more, samples, deadline=0.0)
    kept = self_play.positions(task(PAVILION), self_play.play(task(PAVILION)))
    one = self_play.learn_from(task(PAVILION))
    facts = {
        "heard": heard,
        "before": school.facts(trained.before),
        "after": {**school.facts(trained.after), "total": trained.after.total},
        "again": {
            "epochs": again.epochs,
            "same": again.weights == trained.weights,
            "hidden": list(more.plan.hidden),
        },
        "aims": aims(samples),
        **compare(network, samples, one, kept),
    }
    print(json.dumps(facts))


if __name__ == "__main__":
    main()
