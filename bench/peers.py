"""Our search against OpenSpiel's IS-MCTS on our games, at equal time for each decision.

    python -m bench.peers [--game pagoda] [--player master] [--opponent openspiel]
                          [--time 0.1] [--games 200] [--processes 1] [--out peers.jsonl]

Both get views and nothing else. OpenSpiel's bot is its own IS-MCTS in Python (the one in C++ cannot
resample Python games), by way of the adapter; `openspiel` judges by its own random games,
`openspiel-fast` by random games that our compiled rules play, which makes it several times faster.
Deals are paired: each is played twice, with seats changed and the same stream of chance. A run with
`--out` can be stopped and gone on with.
"""

from __future__ import annotations

import argparse
from collections.abc import Generator, Sequence
from contextlib import closing, suppress
from itertools import permutations
from pathlib import Path
from time import perf_counter

import msgspec
import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import colonnade
from colonnade.adapters.observed_state import Witnessed
from colonnade.adapters.open_spiel import Rollouts, SpielState
from colonnade.ai.levels import player
from colonnade.ai.player import Player
from colonnade.ai.search import Search
from colonnade.ai.search_player import Searcher
from colonnade.arena.game_loop import GameLoop, Seated
from colonnade.arena.match import Match, Played, Timed, own_rng, played, seating
from colonnade.arena.run_files import Run, RunSettings, run_settings
from colonnade.arena.tournament import matches, summarize
from colonnade.compute.places import run
from colonnade.contract.game import Game
from colonnade.contract.history import History
from colonnade.contract.rng import Rng
from colonnade.contract.view import View

OURS = ("master", "plain")
THEIRS = ("openspiel", "openspiel-fast")
EXPLORING = 1.4  # UCT's constant; returns lie between -1 and 1, as in OpenSpiel's own examples
LEAST = 2  # simulations: the first one only makes the root
ENDLESS = 2**31


class Effort(msgspec.Struct):
    """What a player's thinking came to, where it had a choice."""

    choices: int = 0
    iterations: int = 0
    seconds: float = 0.0

    def add(self, iterations: int, seconds: float) -> None:
        """Count one more choice."""
        self.choices += 1
        self.iterations += iterations
        self.seconds += seconds


class Line(msgspec.Struct, frozen=True):
    """One game in the file; efforts go by player."""

    played: Played
    efforts: list[Effort]


# The two players


class Ours(Searcher):
    """Our search, counted."""

    effort: Effort

    def think(self, search: Search, seconds: float) -> None:
        """Think as always."""
        before, began = search.count(), perf_counter()
        super().think(search, seconds)
        self.effort.add(search.count() - before, perf_counter() - began)


class TimeIsUp(Exception):
    """Leaves OpenSpiel's loop over simulations."""


class Budgeted(ismcts.ISMCTSBot):  # type: ignore[misc]  # OpenSpiel is untyped
    """OpenSpiel's IS-MCTS with a budget of time instead of simulations, counted."""

    def budget(self, seconds: float, effort: Effort) -> None:
        """Think so long about the next decision: a simulation begun before the end is finished."""
        self.seconds, self.effort, self.made = seconds, effort, 0

    def run_search(self, state: SpielState) -> list[tuple[int, float]]:
        """Search until the time is up, then choose as always."""
        self.began = perf_counter()
        try:
            policy: list[tuple[int, float]] = super().run_search(state)
        except TimeIsUp:
            policy = self.get_final_policy(state, self._root_node)
            self.effort.add(self.made, perf_counter() - self.began)
        return policy

    def sample_root_state(self, state: SpielState) -> SpielState:
        """The world of the next simulation, if there is time for one."""
        if self.made >= LEAST and perf_counter() - self.began >= self.seconds:
            raise TimeIsUp
        self.made += 1
        world = super().sample_root_state(state)
        assert isinstance(world, SpielState)
        return world


class Theirs(Player):
    """OpenSpiel's bot at one of our tables: it gets a state made from its seat's view alone.

    Its time is never less than what its rival has really taken so far, on average.
    """

    def __init__(self, game: Game, rng: Rng, seconds: float, fast: bool) -> None:
        super().__init__(game, rng)
        self.effort = Effort()
        self.rival = Effort()
        self.seconds = seconds
        luck = np.random.RandomState(rng.next())
        judge = Rollouts(rng.next()) if fast else mcts.RandomRolloutEvaluator(1, luck)
        self.bot = Budgeted(None, judge, EXPLORING, ENDLESS, random_state=luck)

    def choose(self, view: View) -> int:
        """What the bot chooses within its time."""
        parameters = {"players": view.seats, **view.options}
        if self.game.key == "summer_pavilion":
            parameters["information"] = "imperfect"  # else the bot refuses it
        state = pyspiel.load_game(f"colonnade_{self.game.key}", parameters).new_initial_state()
        state.board = Witnessed(self.game, self.game.imagine(view, self.rng), view.seats)
        taken = self.rival.seconds / max(self.rival.choices, 1)
        self.bot.budget(max(self.seconds, taken), self.effort)
        return int(self.bot.step(state))


def seat(name: str, game: Game, rng: Rng, seconds: float) -> Ours | Theirs:
    """Seat a player by its name."""
    if name in THEIRS:
        return Theirs(game, rng, seconds, fast=name == "openspiel-fast")
    made = player(name, game, rng, seconds)
    assert isinstance(made, Searcher)
    counted = Ours(game, rng, made.budget, made.judge, made.temperature)
    counted.effort = Effort()
    return counted


# A run


def play(match: Match) -> Line:
    """Play one game; the deal alone decides what chance draws, so both rotations share it."""
    found = colonnade.game(match.game)
    chairs = seating(len(match.players), match.rotation)
    assert match.time is not None
    players = [
        seat(name, found, own_rng(match, i), match.time) for i, name in enumerate(match.players)
    ]
    for own, other in permutations(players, 2):
        if isinstance(own, Theirs):
            own.rival = other.effort
    timed = [Timed(players[i]) for i in chairs]
    table = [Seated(match.players[i], one) for i, one in zip(chairs, timed, strict=True)]
    history = History(found, found.start(len(match.players), match.options))
    GameLoop(history, table, Rng(match.seed, match.deal), number=match.deal).play()
    kept = played(match, chairs, history, timed)
    return Line(kept, [one.effort for one in players])


def read(path: Path | None, settings: RunSettings) -> list[Line]:
    """The games of a file that is to be gone on with; a last line cut short is played again."""
    if path is None or not path.exists():
        return []
    first, *rest = path.read_bytes().splitlines() or [b"{}"]
    try:
        begun = msgspec.json.decode(first, type=RunSettings)
        same = msgspec.structs.replace(begun, games=settings.games) == settings
    except msgspec.MsgspecError:
        same = False
    if not same:
        raise SystemExit(f"{path} holds other games: name another file, or remove it.")
    lines = []
    for line in rest:
        try:
            lines.append(msgspec.json.decode(line, type=Line))
        except msgspec.MsgspecError:
            break
    return lines


def play_all(settings: RunSettings, out: Path | None, processes: int) -> list[Line]:
    """Play what is missing behind a progress bar; each game is on disk before the next is shown."""
    lines = read(out, settings)
    if out is not None:
        kept = [msgspec.json.encode(part) for part in (settings, *lines)]
        out.write_bytes(b"\n".join(kept) + b"\n")
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    )
    with bar, closing(missing(settings, lines, processes)) as playing:
        task = bar.add_task(won_so_far(settings, lines), total=settings.games, completed=len(lines))
        with suppress(KeyboardInterrupt):  # what has been played is shown all the same
            for line in playing:
                lines.append(line)
                if out is not None:
                    with out.open("ab") as file:
                        file.write(msgspec.json.encode(line) + b"\n")
                bar.update(task, completed=len(lines), description=won_so_far(settings, lines))
    return lines


def missing(
    settings: RunSettings, lines: Sequence[Line], processes: int
) -> Generator[Line, None, None]:
    """Play the games that are not there yet."""
    done = {(line.played.deal, line.played.rotation) for line in lines}
    wanted = (match for match in matches(settings) if (match.deal, match.rotation) not in done)
    yield from run(play, wanted, processes)


def won_so_far(settings: RunSettings, lines: Sequence[Line]) -> str:
    """The result so far, beside the bar."""
    won = sum(
        1 / len(line.played.winners)
        for line in lines
        for winner in line.played.winners
        if line.played.seats[winner] == 0
    )
    return f"{settings.game}: {settings.players[0]} {won:g} of {len(lines)}"


# The table


def show(settings: RunSettings, lines: list[Line]) -> None:
    """Print the one table of a run."""
    summary = summarize(Run(settings, [line.played for line in lines]))
    efforts = [whole([line.efforts[i] for line in lines]) for i in range(len(settings.players))]
    table = Table(
        title=f"{settings.game}, {summary.games} games in {summary.deals} paired deals, "
        f"{settings.time:g} s for each decision, {settings.build} build"
    )
    table.add_column("player")
    for heading in (
        "wins", "95 %", "mean points", "choices", "s/choice", "iterations", "iterations/s", "ratio",
    ):  # fmt: skip
        table.add_column(heading, justify="right")
    slowest = efforts[-1].iterations / max(efforts[-1].seconds, 1e-9)
    for line, effort in zip(summary.players, efforts, strict=True):
        speed = effort.iterations / max(effort.seconds, 1e-9)
        choices = max(effort.choices, 1)
        table.add_row(
            line.player,
            f"{line.win_rate:.1%}",
            f"{line.win_interval[0]:.1%} - {line.win_interval[1]:.1%}",
            f"{line.mean_score:.1f}",
            f"{effort.choices / max(len(lines), 1):.1f}",
            f"{effort.seconds / choices:.3f}",
            f"{effort.iterations / choices:,.0f}",
            f"{speed:,.0f}",
            f"{speed / max(slowest, 1e-9):,.1f}",
        )
    Console(width=130).print(table)


def whole(efforts: list[Effort]) -> Effort:
    """Many games' efforts as one."""
    return Effort(
        sum(effort.choices for effort in efforts),
        sum(effort.iterations for effort in efforts),
        sum(effort.seconds for effort in efforts),
    )


def main() -> None:
    """Play a run and print its table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--game", default="pagoda", choices=[game.key for game in colonnade.all_games()]
    )
    parser.add_argument("--player", default=OURS[0], choices=OURS, help="plain has no judgement")
    parser.add_argument("--opponent", default=THEIRS[0], choices=THEIRS)
    parser.add_argument("--time", type=float, default=0.1, help="seconds for each decision")
    parser.add_argument("--games", type=int, default=200, help="rounded up to whole pairs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1, help="no more than there are cores")
    parser.add_argument("--out", type=Path, help="JSON lines; a run begun there is gone on with")
    asked = parser.parse_args()
    if asked.time <= 0 or asked.games < 1 or asked.processes < 1:
        parser.error("--time, --games and --processes must be above 0")
    found = colonnade.game(asked.game)
    options = {option.key: option.default for option in found.options}
    names = [asked.player, asked.opponent]
    settings = run_settings(found, options, names, asked.games, asked.seed, asked.time)
    show(settings, play_all(settings, asked.out, asked.processes))


if __name__ == "__main__":
    main()
