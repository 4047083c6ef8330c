"""Shows a record move by move, forwards and back, all cards open: the file holds them anyway.

One of its positions can be written as a picture instead.
"""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from colonnade.cli.common import unwritable
from colonnade.cli.speech import UsageError, console, language, local, tell, tell_event
from colonnade.cli.table import show_table
from colonnade.contract.history import History
from colonnade.contract.record import Record, turn_line
from colonnade.contract.state import CHANCE, State
from colonnade.pictures import draw


def tell_result(record: Record) -> str:
    """A record's result in words."""
    scores = " - ".join(str(score) for score in record.scores)
    names = [record.names[seat] for seat in record.winners]
    if not names:
        return tell("result.unfinished", scores=scores)
    if len(names) == 1:
        return tell("result.won", name=names[0], scores=scores)
    return tell("result.shared", names=names, scores=scores)


def show_replay(record: Record, history: History, ask: bool) -> None:
    """Step through a record; without a person at the keys, show it all."""
    turns = history.turns()
    at = 0
    if not ask:
        for at, state in enumerate(history.walk()):
            show_step(record, history, state, at)
    while ask and at < len(history):
        show_step(record, history, history.at(at), at)
        answer = input(f"{tell('replay.keys')} > ").strip()
        if answer == "q":
            return
        at = go(answer, at, turns)
    if len(history):
        show_table(history.game, history.state.reveal())
    console().print(tell("replay.end", result=tell_result(record)))


def write_picture(history: History, at: int | None, path: Path) -> None:
    """Draw the position after so many moves, or the last one, into an SVG file."""
    last = len(history)
    at = last if at is None else at
    if not 0 <= at <= last:
        raise UsageError("hint.no_move", at=at, last=last)
    try:
        drawn = draw(history.at(at).reveal(), language())
        path.write_text(drawn + "\n", encoding="utf-8")
    except OSError as problem:
        raise unwritable(path, problem) from problem
    console().print(tell("replay.drawn", path=str(path), at=at, count=last))


def go(answer: str, at: int, turns: list[int]) -> int:
    """Where a key leads: next, back, next turn, or a move's number."""
    if answer == "b":
        return max(at - 1, 0)
    if answer == "t":
        return next((i for i in range(at, len(turns)) if turns[i] != turns[at]), len(turns))
    if answer.isdigit():
        return min(max(int(answer) - 1, 0), len(turns) - 1)
    return at + 1


def show_step(record: Record, history: History, state: State, at: int) -> None:
    """One move, if there is one: at a new turn the table, the move in words, what came of it."""
    if at == len(history):
        return
    game, out = history.game, console()
    if at == 0 or history.at(at - 1).turn != state.turn:
        out.print()
        out.rule(local(turn_line(state), game.key))
        show_table(game, state.reveal())
    words = local(game.moves.words(history.rows[at]), game.key)
    mark = "*" if state.actor == CHANCE else str(state.actor + 1)
    number = tell("replay.step", number=at + 1, count=len(history))
    out.print(Text(f"{number}  {mark}  ", style="dim").append(words, style="bold"))
    for event in state.events(history.rows[at], history.at(at + 1)):
        out.print(Text(tell_event(event, game.key, record.names), style="magenta"))
