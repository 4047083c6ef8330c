"""How often the levels find the best move of an ending, by the exact solver; the endings are mined.

    python -m bench.endings GAME [--games 300] [--file FILE]

Quick players play games; at each turn's first decision that can be solved, with moves that differ
in value, an ending is kept. Each level then gets the position as if it were at the table, with its
time by the processor's own clock. With a file, endings are written to it, and read from it if it is
there. In 7 Steps, endings in which only a construction tile gives the best are counted apart.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table

import colonnade
from colonnade.ai.exact import end_from
from colonnade.ai.judges import judge_of
from colonnade.ai.levels import player
from colonnade.ai.search_player import Searcher, solver
from colonnade.contract.game import Game
from colonnade.contract.play import draw
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State

QUICK = "builder@16i"  # plays the games: builders stray, so that endings are of many kinds
PLAYERS = (
    *("apprentice", "builder", "architect", "architect:solves=1"),
    *("master@0.1", "master@0.1:solves=1", "master@1:solves=1"),
)
CONSTRUCTION = {"remove", "shift", "move", "climb", "recover"}  # kinds of rows, in 7 Steps


class Ending(msgspec.Struct, frozen=True):
    """A position at the end of a game, and the best moves of who must decide."""

    game: str
    state: str
    best: list[str]  # the moves that are as good as any
    win: float
    margin: float
    nodes: int  # positions that it took to find one


def mine(
    game: Game, games: int, seats: int | None, by: str, nodes: int, seed: int
) -> Iterator[Ending]:
    """Endings of games that quick players play."""
    for number in track(range(games), description="Mining"):
        state = game.start(seats)
        chance = Rng(seed, number)
        players = [player(by, game, Rng(seed + 1 + seat, number)) for seat in range(4)]
        turn = 0
        while state.actor != OVER:
            if state.actor == CHANCE:
                state.apply(draw(state, chance))
                continue
            if state.turn != turn and len(state.legal()) > 1:
                ending = solved(game, state, nodes)
                if ending is not None:
                    turn = state.turn
                    if len(ending.best) < len(state.legal()):
                        yield ending
            state.apply(players[state.actor].choose(state.view(state.actor)))


def solved(game: Game, state: State, nodes: int) -> Ending | None:
    """A position with its best moves; None if it takes too many positions."""
    start = end_from(state, state.actor)
    if start is None:
        return None
    exact = solver(state, judge_of(game))
    found = exact.solve(start, nodes)
    if found is None:
        return None
    took = exact.nodes
    best = [game.moves.words(row) for row in exact.as_good(start, found.value, 4 * nodes)]
    if not best:
        return None
    return Ending(game.key, state.dump(), best, found.win, found.margin, took)


def only_by_construction(game: Game, ending: Ending) -> bool:
    """Whether nothing but a construction tile gives the best."""
    kinds = {game.moves.rows[game.moves.number(words)].kind for words in ending.best}
    return kinds <= CONSTRUCTION


def found_by(game: Game, spec: str, ending: Ending, number: int) -> tuple[bool, float]:
    """Whether a player finds one of the best moves, and the processor time that it takes."""
    state = game.load(ending.state)
    asked = player(spec, game, Rng(7, number))
    if isinstance(asked, Searcher):
        asked.clock = time.process_time
    began = time.process_time()
    row = asked.choose(state.view(state.actor))
    return game.moves.words(row) in ending.best, time.process_time() - began


def show(game: Game, endings: list[Ending], players: list[str]) -> None:
    """The share found, by player, with its error; construction endings apart."""
    groups = {"endings": endings}
    if game.key == "seven_steps":
        groups["by construction tile alone"] = [
            ending for ending in endings if only_by_construction(game, ending)
        ]
    table = Table(title=f"Best moves found in solved endings of {game.key}")
    table.add_column("player")
    for name, group in groups.items():
        table.add_column(f"{name} ({len(group)})", justify="right")
    table.add_column("longest", justify="right")
    for spec in players:
        right: Counter[str] = Counter()
        longest = 0.0
        for name, group in groups.items():
            for number, ending in enumerate(track(group, description=spec)):
                found, took = found_by(game, spec, ending, number)
                right[name] += found
                longest = max(longest, took)
        shares = [
            f"{100 * right[name] / len(group):.1f} %" if group else "-"
            for name, group in groups.items()
        ]
        table.add_row(spec, *shares, f"{longest:.2f} s")
    Console(width=110).print(table)


def main() -> None:
    """Mine or read endings, then ask the players."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seats", type=int, default=None)
    parser.add_argument("--by", default=QUICK, help="the player that plays the games")
    parser.add_argument("--nodes", type=int, default=1_000_000, help="positions to solve one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, help="of endings, read if it is there")
    parser.add_argument("--players", nargs="*", default=list(PLAYERS))
    asked = parser.parse_args()
    game = colonnade.game(asked.game)
    if asked.file and asked.file.exists():
        endings = msgspec.json.decode(asked.file.read_bytes(), type=list[Ending])
    else:
        endings = list(mine(game, asked.games, asked.seats, asked.by, asked.nodes, asked.seed))
        if asked.file:
            asked.file.write_bytes(msgspec.json.format(msgspec.json.encode(endings), indent=1))
    show(game, endings, asked.players)


if __name__ == "__main__":
    main()
