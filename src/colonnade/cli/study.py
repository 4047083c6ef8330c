"""The command that tells luck from skill in a played game: study.

What is found is decided in the study layer; here are its words, its bar and its tables.
"""

from __future__ import annotations

from json import dumps
from pathlib import Path
from typing import Annotated

import msgspec

from colonnade.cli.common import Json, Lang, at_least, make_table, progress_bar, said
from colonnade.cli.files import open_record
from colonnade.cli.plans import moves_as_json, moves_in_words, reasons_as_json, sentence
from colonnade.cli.replay import tell_result
from colonnade.cli.speech import console, tell
from colonnade.contract.game import Game
from colonnade.contract.history import History
from colonnade.contract.record import Record
from colonnade.study.analysis import THOUGHTS, Analysis, analyse
from colonnade.study.moments import Moment, moments


def run_study(
    file: Path,
    /,
    *,
    thoughts: Annotated[int, said("thoughts")] = THOUGHTS,
    seed: Annotated[int, said("hint_seed")] = 1,
    json: Json = False,
    lang: Lang = None,
) -> int:
    """Tell what was luck and what was lost by choice in a played game."""
    at_least("--thoughts", thoughts, 1)
    at_least("--seed", seed, 0)
    record, history = open_record(file)
    found = analyse_with_bar(history, thoughts, seed)
    if json:
        show_json(history.game, record, found)
    else:
        show(history.game, record, found)
    return 0


def analyse_with_bar(history: History, thoughts: int, seed: int) -> Analysis:
    """Look at all decisions behind a progress bar."""
    with progress_bar() as bar:
        task = bar.add_task(tell("study.progress"), total=len(history))
        return analyse(history, thoughts, seed, told=lambda at: bar.update(task, completed=at))


def show_json(game: Game, record: Record, found: Analysis) -> None:
    """One object for machines; words are the notation's own."""
    words = game.moves.words
    steps = [
        {
            **msgspec.to_builtins(step),
            "seat": step.seat + 1,
            "move": words(step.move),
            "best": words(step.best),
            "line": moves_as_json(game, step.line),
            "played": moves_as_json(game, step.played),
            "reasons": reasons_as_json(game, step.reasons),
        }
        for step in found.steps
    ]
    facts = {
        "game": game.key,
        "names": record.names,
        "luck": [found.luck(seat) for seat in range(record.seats)],
        "lost": [found.lost(seat) for seat in range(record.seats)],
        "turning_points": [step.at for step in found.turning_points()],
        "moments": [
            {
                "at": one.at,
                "seat": one.seat + 1,
                "cost": one.cost,
                "exact": one.exact,
                "lesson": one.lesson,
            }
            for one in moments(game, found)
        ],
        "end": found.end,
        "steps": steps,
    }
    print(dumps(facts))


def show(game: Game, record: Record, found: Analysis) -> None:
    """A line for each seat, then the turns to learn from."""
    table = make_table(
        tell("study.player"), tell("study.decisions"), tell("study.luck"), tell("study.lost")
    )
    for seat, name in enumerate(record.names):
        made = sum(step.seat == seat for step in found.steps)
        lost = found.lost(seat)
        table.add_row(name, str(made), hundredths(found.luck(seat)), hundredths(-lost))
    out = console()
    out.print(tell("study.title", game=tell(f"{game.key}.name"), result=tell_result(record)))
    out.print(table)
    out.print(tell("study.meaning"))
    for moment in moments(game, found):
        out.print()
        for line in tell_moment(game, record, moment):
            out.print(line)


def tell_moment(game: Game, record: Record, moment: Moment) -> list[str]:
    """A turn to learn from: what was played, what was better, why, and the lesson about it."""
    name, cost = record.names[moment.seat], hundredths(-moment.cost)
    if moment.exact:
        cost = f"{cost}, {tell('hint.exact')}"
    lines = [tell("study.turn", turn=moment.turn, at=moment.at, name=name, cost=cost)]
    lines.append("   " + tell("study.played", moves=moves_in_words(game, moment.played)))
    lines.append("   " + tell("study.better", moves=moves_in_words(game, moment.better)))
    lines += [f"   {sentence(game, reason)}" for reason in moment.reasons]
    if moment.lesson is not None:
        command = f"colonnade lessons {game.key} {moment.lesson}"
        lines.append("   " + tell("study.lesson", command=command))
    return lines


def hundredths(part: float) -> str:
    """Points of winning chance, with their sign; nothing has none."""
    return f"{100 * part:+.0f}" if round(100 * part) else "0"
