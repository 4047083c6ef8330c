"""The command that asks the strongest player about a position: hint.

How it searches is decided in ai; which position is meant, here.
"""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from colonnade.cli.common import Json, Lang, at_least, make_table, positive, said
from colonnade.cli.files import open_record
from colonnade.cli.speech import UsageError, console, local, tell
from colonnade.cli.table import show_table
from colonnade.contract.game import Game
from colonnade.contract.history import History
from colonnade.contract.state import CHANCE, OVER, State

if TYPE_CHECKING:
    from colonnade.ai.search_player import Idea


def run_hint(
    file: Path,
    /,
    *,
    at: Annotated[int | None, said("at")] = None,
    time: Annotated[float, said("hint_time")] = 2.0,
    seed: Annotated[int, said("hint_seed")] = 1,
    count: Annotated[int, said("count")] = 5,
    json: Json = False,
    lang: Lang = None,
) -> int:
    """Show the best moves of a position in a record, as its seat can know them."""
    positive("--time", time)
    at_least("--seed", seed, 0)
    at_least("--count", count, 1)
    _, history = open_record(file)
    game = history.game
    at, state = position(history, at)
    # Not before: commands that ask nothing need not wait for it.
    from colonnade.ai.search_player import hint

    view = state.view(state.actor)
    ideas = hint(game, view, time, seed)[:count]
    if json:
        show_ideas_json(game, state, at, ideas)
        return 0
    show_table(game, view)
    show_ideas(game, state, at, ideas)
    return 0


def position(history: History, at: int | None) -> tuple[int, State]:
    """The position after `at` moves, where a seat must decide; its number and its state."""
    last = len(history)
    if at is not None and not 0 <= at <= last:
        raise UsageError("hint.no_move", at=at, last=last)
    if at is None:
        at = last
        if history.actor == OVER:
            actors = history.actors
            at = next(i for i in range(last - 1, -1, -1) if actors[i] >= 0)
    state = history.at(at)
    if state.actor == CHANCE:
        raise UsageError("hint.chance", at=at)
    if state.actor == OVER:
        raise UsageError("hint.over", at=at)
    return at, state


def show_ideas_json(game: Game, state: State, at: int, ideas: Sequence[Idea]) -> None:
    """One object for machines; words are the notation's own."""
    facts = {
        "game": game.key,
        "at": at,
        "turn": int(state.turn),
        "seat": int(state.actor) + 1,
        "ideas": [
            {
                "words": game.moves.words(idea.row),
                "row": idea.row,
                "visits": idea.visits,
                "share": idea.share,
                "win": idea.win,
                "margin": idea.margin,
            }
            for idea in ideas
        ],
    }
    print(dumps(facts))


def show_ideas(game: Game, state: State, at: int, ideas: Sequence[Idea]) -> None:
    """A table of moves for people, the best first."""
    table = make_table(
        tell("hint.move"),
        tell("hint.share"),
        tell("hint.visits"),
        tell("hint.win"),
        tell("hint.margin"),
    )
    for idea in ideas:
        words = local(game.moves.words(idea.row), game.key)
        win, margin = f"{idea.win:.1%}", f"{idea.margin:+.1f}"
        table.add_row(words, f"{idea.share:.1%}", f"{idea.visits:,}", win, margin)
    out = console()
    out.print(tell("hint.title", at=at, turn=str(state.turn), seat=int(state.actor) + 1))
    out.print(table)
