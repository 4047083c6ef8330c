"""Shows a record move by move, forwards and back, all cards open: the file holds them anyway.

One of its positions can be written as a picture instead.
"""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from colonnade.cli.common import unwritable
from colonnade.cli.speech import UsageError, console, language, local, tell
from colonnade.cli.table import show_table
from colonnade.contract.game import Game
from colonnade.contract.record import Record, positions, turn_line
from colonnade.contract.state import CHANCE, State


def tell_result(record: Record) -> str:
    """A record's result in words."""
    scores = " - ".join(str(score) for score in record.scores)
    names = [record.names[seat] for seat in record.winners]
    if not names:
        return tell("result.unfinished", scores=scores)
    if len(names) == 1:
        return tell("result.won", name=names[0], scores=scores)
    return tell("result.shared", names=names, scores=scores)


def show_replay(game: Game, record: Record, ask: bool) -> None:
    """Step through a record; without a person at the keys, show it all."""
    *states, after = positions(game, record)
    moves = [game.moves.number(words) for words in record.moves]
    out = console()
    at = 0
    while at < len(moves):
        show_step(game, states, moves, at)
        if not ask:
            at += 1
            continue
        answer = input(f"{tell('replay.keys')} > ").strip()
        if answer == "q":
            return
        at = go(answer, at, states)
    if moves:
        show_table(game, after.reveal())
    out.print(tell("replay.end", result=tell_result(record)))


def write_picture(game: Game, record: Record, at: int | None, path: Path) -> None:
    """Draw the position after so many moves, or the last one, into an SVG file."""
    last = len(record.moves)
    at = last if at is None else at
    if not 0 <= at <= last:
        raise UsageError("hint.no_move", at=at, last=last)
    state = positions(game, record)[at]
    try:
        path.write_text(game.drawing(state.reveal(), language()) + "\n", encoding="utf-8")
    except NotImplementedError as problem:
        raise UsageError("replay.no_drawing", game=game.key) from problem
    except OSError as problem:
        raise unwritable(path, problem) from problem
    console().print(tell("replay.drawn", path=str(path), at=at, count=last))


def go(answer: str, at: int, states: list[State]) -> int:
    """Where a key leads: next, back, next turn, or a move's number."""
    if answer == "b":
        return max(at - 1, 0)
    if answer == "t":
        turn = states[at].turn
        while at < len(states) and states[at].turn == turn:
            at += 1
        return at
    if answer.isdigit():
        return min(max(int(answer) - 1, 0), len(states) - 1)
    return at + 1


def show_step(game: Game, states: list[State], moves: list[int], at: int) -> None:
    """One move: at a new turn the table, then the move in words."""
    state = states[at]
    out = console()
    if at == 0 or states[at - 1].turn != state.turn:
        out.print()
        out.rule(local(turn_line(state), game.key))
        show_table(game, state.reveal())
    words = local(game.moves.words(moves[at]), game.key)
    mark = "*" if state.actor == CHANCE else str(state.actor + 1)
    number = tell("replay.step", number=at + 1, count=len(moves))
    out.print(Text(f"{number}  {mark}  ", style="dim").append(words, style="bold"))
