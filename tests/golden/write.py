"""Writes the golden playthroughs anew: `make goldens`, only after a wanted change of behaviour."""

from __future__ import annotations

import json
from pathlib import Path

from colonnade.contract.play import Walk, perft
from colonnade.contract.record import Record, keep, write_text
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER
from tests.contract.cases import ALL, REAL, Case, position

HERE = Path(__file__).parent
SEED = 1
GAMES = 60  # behind each checksum
DEPTHS = {"start": 4, "middle": 3}  # of perft: set-up draws are cheap, a turn's choices are many
MIDDLE = 150  # moves


def playthrough(case: Case) -> Record:
    """One random game as a record."""
    state = case.start()
    moves: list[int] = []
    walk, rng = Walk(state), Rng(SEED)
    while state.actor != OVER:
        moves.append(int(walk.pick(state, rng)))
        state.apply(moves[-1])
    names = [f"Player {seat + 1}" for seat in range(case.seats)]
    return keep(case.game, case.start(), moves, names, case.options, "2026-01-01")


def facts(case: Case) -> dict[str, object]:
    """Numbers that change when the rules do: a checksum of many games, and perft counts."""
    start = case.start()
    walk, total = Walk(start), 0
    for i in range(GAMES):
        state = start.copy()
        total = (total + walk.finish(state, Rng(SEED, i))) & 0xFFFFFFFF
    middle = position(case, SEED, MIDDLE)
    return {
        "checksum": total,
        "perft start": [perft(start, depth) for depth in range(1, DEPTHS["start"] + 1)],
        "perft middle": [perft(middle, depth) for depth in range(1, DEPTHS["middle"] + 1)],
    }


def main() -> None:
    """Write every golden file."""
    for case in REAL:
        path = HERE / f"{case.name}.colonnade"
        path.write_text(write_text(case.game, playthrough(case)), encoding="utf-8")
    table = {case.name: facts(case) for case in ALL}
    (HERE / "facts.json").write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
