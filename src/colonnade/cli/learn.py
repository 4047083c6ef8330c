"""The command that learns a network from self-play and writes it as a file to play against.

What is learned, and how, is decided in learning; how the file is used, in ai/networks.py.
"""

from __future__ import annotations

import shlex
import sys
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

from rich.table import Table

import colonnade
from colonnade.ai import networks
from colonnade.ai.levels import LEVELS, check_players
from colonnade.ai.naming import NETWORK
from colonnade.cli.common import (
    Lang,
    Option,
    Seats,
    Seed,
    at_least,
    check_writable,
    choices,
    positive,
    progress_bar,
    said,
    unwritable,
)
from colonnade.cli.speech import UsageError, console, tell, tell_number

if TYPE_CHECKING:
    from colonnade.learning.school import TrainingRun
    from colonnade.learning.self_play import Samples
    from colonnade.learning.training_plan import Loss, Trained

PACKAGES = ("jax", "numpy", "optax")
USUAL_TEACHER = "architect"
FAIR = f"@{LEVELS[USUAL_TEACHER].budget.iterations}i"  # for a first match at equal thought


def run_learn(
    game: str,
    /,
    *,
    teacher: Annotated[str, said("teacher")] = USUAL_TEACHER,
    games: Annotated[int, said("learn_games")] = 3000,
    seed: Seed = 1,
    seats: Seats = None,
    option: Option = None,
    minutes: Annotated[float, said("minutes")] = 50.0,
    start: Annotated[Path | None, said("learn_start")] = None,
    processes: Annotated[int, said("processes")] = 1,
    out: Annotated[Path | None, said("learn_out")] = None,
    lang: Lang = None,
) -> int:
    """Let a teacher play itself, learn a network from its games, and write it."""
    began = monotonic()
    found = colonnade.game(game)
    options = choices(found, option or [])
    count = len(found.start(seats, options).scores())
    for name, value in (("--games", games), ("--processes", processes)):
        at_least(name, value, 1)
    at_least("--seed", seed, 0)
    positive("--minutes", minutes)
    check_players([teacher], found, count, options)
    path = out or Path(f"{found.key}.net")
    check_writable(path)
    check_packages()
    from colonnade.learning import school  # takes a while, and only learning needs it

    course = school.begin(
        school.TrainingRun(
            game=found.key,
            seats=count,
            options=options,
            teacher=teacher,
            games=max(games, school.LEAST_GAMES),
            seed=seed,
            minutes=minutes,
            processes=processes,
            start=start,
        )
    )
    samples = play_games(course)
    trained = practice(course, samples, began + 60 * minutes)
    spent = (monotonic() - began) / 60
    network = school.graduate(course, samples, trained, command_line(), spent)
    try:
        networks.write(path, network)
    except OSError as problem:
        raise unwritable(path, problem) from problem
    show(path, network, trained)
    return 0


def check_packages() -> None:
    """Refuse before any work where the packages that learn are missing; load none of them yet."""
    if not all(find_spec(name) for name in PACKAGES):
        raise UsageError("learn.missing")


def command_line() -> str:
    """The words that were typed, to be typed again."""
    return shlex.join(["colonnade", *sys.argv[1:]])


def play_games(course: TrainingRun) -> Samples:
    """Play behind a progress bar."""
    from colonnade.learning import school

    with progress_bar() as bar:
        task = bar.add_task(tell("learn.playing"), total=course.games)
        return school.play_games(course, lambda done: bar.update(task, completed=done))


def practice(course: TrainingRun, samples: Samples, deadline: float) -> Trained:
    """Train behind a progress bar, which shows the loss on games held out."""
    from colonnade.learning import school

    with progress_bar() as bar:
        task = bar.add_task(tell("learn.training", loss="-"), total=course.plan.epochs)

        def told(epoch: int, loss: Loss) -> None:
            text = tell("learn.training", loss=tell_number(loss.total, ".4f"))
            bar.update(task, completed=epoch, description=text)

        return school.practice(course, samples, deadline, told)


def show(path: Path, network: networks.Network, trained: Trained) -> None:
    """What was learned, measured on games held out, and what to do with it."""
    made = network.header.made
    table = Table(title=tell("learn.title", count=made.games, positions=made.positions))
    table.add_column(tell("learn.measure"))
    table.add_column(tell("learn.before"), justify="right")
    table.add_column(tell("learn.after"), justify="right")
    for name, before, after in (
        ("learn.win", trained.before.win, trained.after.win),
        ("learn.points", trained.before.points, trained.after.points),
        ("learn.rows", trained.before.rows, trained.after.rows),
    ):
        table.add_row(tell(name), tell_number(before, ".4f"), tell_number(after, ".4f"))
    out = console()
    out.print(table)
    kilobytes = path.stat().st_size // 1000
    out.print(
        tell(
            "learn.written",
            path=str(path),
            size=kilobytes,
            minutes=tell_number(made.minutes, ".1f"),
        )
    )
    for line in uses(path, network.header):
        out.print(f"  {line}", soft_wrap=True)


def uses(path: Path, header: networks.Header) -> list[str]:
    """The commands that play against a network, and that measure it at equal thought."""
    found = colonnade.game(header.game)
    usual = {option.key: option.default for option in found.options}
    chosen = [f"--option {k}={v}" for k, v in header.options.items() if usual[k] != v]
    seats = [f"--seats {header.seats}"] if header.seats != found.seats[0] else []
    players = ",".join([f"{NETWORK}{path}{FAIR}", *[USUAL_TEACHER] * (header.seats - 1)])
    return [
        " ".join(["colonnade play", found.key, *seats, *chosen, f"--opponent {NETWORK}{path}"]),
        " ".join(["colonnade arena", found.key, *chosen, f"--players {players}"]),
    ]
