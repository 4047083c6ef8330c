"""How fast many games are stepped, in one table: our batch beside PettingZoo and pgx, on one core.

Actions are random and legal; every step gives an observation and a mask of what is legal. The games
differ, so the ratios say what a learner waits for, not whose code is better.
"""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple

from rich.console import Console
from rich.progress import track
from rich.table import Table

WIDTH = 150  # of the table, also where it goes into a file
ROUNDS = 3  # the best of them counts: noise only ever slows down
SECONDS = 0.5  # of a round
BATCHES = (1, 64, 1024)
OURS = {"pagoda": "Pagoda", "seven_steps": "7 Steps", "summer_pavilion": "Summer Pavilion"}
PETTINGZOO = "connect_four_v3"  # needs pygame, though nothing is drawn
PGX = ("connect_four", "backgammon", "go_9x9")
PGX_BATCHES = (64, 1024)

Steps = Callable[[int], int]  # steps so many times; returns how many decisions were made


class Runner(NamedTuple):
    """Something that can be stepped, and the size of what it shows."""

    steps: Steps
    entries: int
    actions: int


class Line(NamedTuple):
    """One line of the table: who steps what, how many at once, and how it is set up."""

    library: str
    game: str
    at_once: int
    make: Callable[[], Runner]


def our_batch(key: str, count: int) -> Runner:
    """A batch of ours, stepped from Python with actions that it samples itself."""
    game = import_module("colonnade").game(key)
    batch = import_module("colonnade.environments.batch").Batch(game, count)

    def steps(times: int) -> int:
        for _ in range(times):
            batch.step(batch.sample())
        return times * count

    return Runner(steps, batch.size, batch.rows)


def zoo(make: Callable[[], Runner]) -> Runner:
    """PettingZoo, whose remarks about its own parts are not ours to read."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return make()


def our_environment(key: str) -> Runner:
    """Our games as a PettingZoo environment."""
    return zoo(lambda: aec(import_module("colonnade.adapters.pettingzoo").env(key)))


def pettingzoo() -> Runner:
    """A classic of PettingZoo's own."""
    return zoo(lambda: aec(import_module(f"pettingzoo.classic.{PETTINGZOO}").env()))


def aec(table: Any) -> Runner:  # of either library, which may both be missing
    """An environment of agents in turn, used as PettingZoo's own pages show it."""
    table.reset(seed=1)
    seen = table.observe(table.agent_selection)

    def steps(times: int) -> int:
        made = 0
        while made < times:
            table.reset()
            for agent in table.agent_iter():
                observation, _, terminated, truncated, _ = table.last()
                action = None
                if not terminated and not truncated:
                    action = table.action_space(agent).sample(observation["action_mask"])
                    made += 1
                table.step(action)
        return made

    return Runner(steps, seen["observation"].size, len(seen["action_mask"]))


def pgx(name: str, count: int) -> Runner:
    """A game of pgx: one compiled call chooses and steps all games, and begins ended ones anew."""
    jax = import_module("jax")
    game = import_module("pgx").make(name)
    extra = import_module("pgx.experimental")
    step = jax.vmap(extra.auto_reset(game.step, game.init))

    @jax.jit  # type: ignore[untyped-decorator]  # jax may be missing
    def one(state: Any, key: Any) -> tuple[Any, Any]:
        key, choosing, drawing = jax.random.split(key, 3)
        action = extra.act_randomly(choosing, state.legal_action_mask)
        return step(state, action, jax.random.split(drawing, count)), key

    state = jax.jit(jax.vmap(game.init))(jax.random.split(jax.random.key(1), count))
    key = jax.random.key(2)

    def steps(times: int) -> int:
        nonlocal state, key
        for _ in range(times):
            state, key = one(state, key)
        jax.block_until_ready(state)
        return times * count

    return Runner(steps, state.observation[0].size, game.num_actions)


LINES = (
    *(
        Line("Colonnade", name, count, partial(our_batch, key, count))
        for key, name in OURS.items()
        for count in BATCHES
    ),
    *(
        Line("Colonnade as PettingZoo", name, 1, partial(our_environment, key))
        for key, name in OURS.items()
    ),
    Line("PettingZoo", PETTINGZOO, 1, pettingzoo),
    *(Line("pgx", name, count, partial(pgx, name, count)) for name in PGX for count in PGX_BATCHES),
)


def prepare(line: Line) -> tuple[Runner, int] | str:
    """Set up and warm up; returns also how many steps fill a round, or what is missing."""
    try:
        runner = line.make()
    except ImportError as problem:
        return f"not installed: {problem.name}"
    times = 1
    while True:  # the first call may compile, so the last one is what counts
        seconds, _ = clock(runner, times)
        if seconds > SECONDS / 4:
            return runner, max(1, round(times * SECONDS / seconds))
        times *= 2


def clock(runner: Runner, times: int) -> tuple[float, int]:
    """Seconds of the processor, which other programs do not lengthen, and decisions made."""
    began = time.process_time()
    made = runner.steps(times)
    return time.process_time() - began, made


def measure(line: Line) -> tuple[Runner, float] | str:
    """Decisions in a second, the best of some rounds; or what is missing."""
    ready = prepare(line)
    if isinstance(ready, str):
        return ready
    runner, times = ready
    rates = []
    for _ in range(ROUNDS):
        seconds, made = clock(runner, times)
        rates.append(made / seconds)
    return runner, max(rates)


def show(found: dict[Line, tuple[Runner, float] | str]) -> None:
    """Print the table; ratios to pgx are to a game of its at the same count."""
    rates = {line: entry[1] for line, entry in found.items() if not isinstance(entry, str)}
    zoo_rate = next((rate for line, rate in rates.items() if line.library == "PettingZoo"), 0.0)
    table = Table(title="Steps with observation and mask, random legal actions, one core")
    for column in ("game", "at once", "entries", "actions", "steps/s", "PettingZoo", *PGX):
        name = f"pgx {column}" if column in PGX else column
        table.add_column(name, justify="right", no_wrap=column == "game")
    for line, entry in found.items():
        cells = [f"{line.library}: {line.game}", f"{line.at_once:,}"]
        if isinstance(entry, str):
            table.add_row(*cells, "-", "-", entry)
            continue
        runner, rate = entry
        cells += [f"{runner.entries:,}", f"{runner.actions:,}", f"{rate:,.0f}"]
        cells.append(ratio(rate, zoo_rate))
        for name in PGX:
            same = [r for o, r in rates.items() if (o.game, o.at_once) == (name, line.at_once)]
            cells.append(ratio(rate, same[0] if same else 0.0))
        table.add_row(*cells)
    Console(width=WIDTH).print(table)


def ratio(rate: float, base: float) -> str:
    """How many times as fast."""
    return f"{rate / base:,.2f}x" if base else "-"


def main() -> None:
    """Measure one after the other on one core, and print one table."""
    if hasattr(os, "sched_setaffinity"):  # before jax starts its threads
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    build = import_module("colonnade").build.kind()
    found = {line: measure(line) for line in track(LINES, "Measuring", transient=True)}
    show(found)
    Console().print(f"Colonnade's build: {build}. Seconds are the processor's, best of {ROUNDS}.")


if __name__ == "__main__":
    main()
