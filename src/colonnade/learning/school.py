"""The whole way from a teacher to a network's file: games, samples, training, and what it says.

Games are played in self_play.py, networks fitted in train.py, files written by ai/networks.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from time import monotonic

import msgspec

from colonnade import build
from colonnade.ai import networks
from colonnade.ai.networks import Header, Network, Training
from colonnade.compute.places import run
from colonnade.contract.game import Game
from colonnade.games import game
from colonnade.learning.self_play import Samples, SelfPlayTask, learn_from, teachers, together
from colonnade.learning.training_plan import Loss, Plan, Trained

PLAYING = 0.7  # part of the time that games may take; the rest is for training
LEAST_GAMES = 4  # some to learn from, some to be measured by


class TrainingRun(msgspec.Struct, frozen=True, kw_only=True):
    """What to learn, from whom, and how much."""

    game: str
    seats: int
    options: dict[str, str]
    teacher: str
    games: int
    seed: int
    minutes: float
    processes: int = 1
    start: Path | None = None
    plan: Plan = Plan()

    def tasks(self) -> list[SelfPlayTask]:
        """All games to be played."""
        return [
            SelfPlayTask(self.game, self.seats, self.options, self.teacher, self.seed, number)
            for number in range(self.games)
        ]


def begin(course: TrainingRun) -> TrainingRun:
    """Check what can be checked before any work; a network begun with gives its sizes."""
    found = game(course.game)
    found.layout(course.seats)
    teachers(course.tasks()[0])
    if course.start is None:
        return course
    before = networks.read(course.start)
    networks.check(course.start, before.header, found)
    networks.check_table(course.start, before.header, course.seats, course.options)
    plan = msgspec.structs.replace(course.plan, hidden=tuple(before.header.hidden))
    return msgspec.structs.replace(course, plan=plan)


def play_games(course: TrainingRun, told: Callable[[int], None] | None = None) -> Samples:
    """Play the games, as many as the time allows, and put the samples in their order."""
    deadline = monotonic() + 60 * course.minutes * PLAYING
    found: list[Samples] = []
    playing = run(learn_from, course.tasks(), course.processes)
    with closing(playing):
        for samples in playing:
            found.append(samples)
            if told is not None:
                told(len(found))
            if monotonic() > deadline and len(found) >= LEAST_GAMES:
                break
    return together(sorted(found, key=lambda one: int(one.number[0])))


def practice(
    course: TrainingRun,
    samples: Samples,
    deadline: float = math.inf,
    told: Callable[[int, Loss], None] | None = None,
) -> Trained:
    """Train a network on what was studied."""
    # Not before: processes that play are forked, and JAX must not have begun threads by then.
    from colonnade.learning.train import Trainer, train

    start: Sequence[float] | None = None
    if course.start is not None:
        start = networks.read(course.start).weights
    return train(Trainer(game(course.game), samples, course.plan, start), deadline, told)


def graduate(
    course: TrainingRun, samples: Samples, trained: Trained, command: str, minutes: float
) -> Network:
    """The network that came of it, with all that its file says about itself."""
    found: Game = game(course.game)
    loss = {f"before {name}": value for name, value in facts(trained.before).items()}
    loss |= {f"after {name}": value for name, value in facts(trained.after).items()}
    made = Training(
        command=command,
        version=build.VERSION,
        teacher=course.teacher,
        games=len(set(samples.number.tolist())),
        positions=len(samples.number),
        minutes=round(minutes, 1),
        loss=loss,
    )
    header = Header(
        game=found.key,
        edition=found.edition,
        seats=course.seats,
        options=course.options,
        basis=networks.basis_of(found, course.seats),
        inputs=found.layout(course.seats).size,
        hidden=list(course.plan.hidden),
        words=len(networks.words_of(found)[0]),
        digest=networks.digest(trained.weights),
        made=made,
    )
    return Network(header, trained.weights)


def facts(loss: Loss) -> dict[str, float]:
    """A loss by the names of its parts, rounded."""
    found: dict[str, float] = msgspec.to_builtins(loss)
    return {name: round(value, 4) for name, value in found.items()}
