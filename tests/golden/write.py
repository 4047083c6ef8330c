"""Writes the golden playthroughs anew: `make goldens`, only after a wanted change of behaviour."""

from __future__ import annotations

import json
from pathlib import Path

from colonnade.ai.judges import judge_of
from colonnade.ai.search_player import search_from
from colonnade.contract.history import History
from colonnade.contract.play import Walk, perft
from colonnade.contract.record import Players, Record, keep, write_text
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER
from tests.contract.cases import ALL, REAL, Case, decision, position

HERE = Path(__file__).parent
SEED = 1
GAMES = 60  # behind each checksum
DEPTHS = {"start": 4, "middle": 3}  # of perft: set-up draws are cheap, a turn's choices are many
MIDDLE = 150  # moves
ITERATIONS = 60  # of a search
NODES = 100_000


def playthrough(case: Case) -> Record:
    """One random game as a record."""
    history = History(case.game, case.start())
    walk, rng = Walk(history.state), Rng(SEED)
    while history.actor != OVER:
        history.append(int(walk.pick(history.state, rng)))
    names = [f"Player {seat + 1}" for seat in range(case.seats)]
    return keep(history, Players(names), "2026-01-01")


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


def thoughts(case: Case) -> dict[str, list[tuple[int, int, float, float, float]]]:
    """What search makes of a position, to the last bit: with a judge and without."""
    state = decision(case, SEED, MIDDLE)
    found = {}
    for name, judge in (("judged", judge_of(case.game)), ("plain", None)):
        search = search_from(state, judge, Rng(SEED), NODES)
        search.run(ITERATIONS)
        found[name] = search.children()
    return found


def main() -> None:
    """Write every golden file."""
    for case in REAL:
        path = HERE / f"{case.name}.colonnade"
        path.write_text(write_text(case.game, playthrough(case)), encoding="utf-8")
    table = {case.name: facts(case) for case in ALL}
    (HERE / "facts.json").write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
    lines = [f"{json.dumps(case.name)}: {json.dumps(thoughts(case))}" for case in REAL]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    (HERE / "thoughts.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
