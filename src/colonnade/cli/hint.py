"""The command that asks the strongest player about a position: hint.

How it searches is decided in ai; which position is meant, here.
"""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from colonnade.cli.common import Json, Lang, at_least, positive, said
from colonnade.cli.files import open_record
from colonnade.cli.plans import moves_as_json, moves_in_words, reasons_as_json, sentence
from colonnade.cli.speech import UsageError, console, tell, tell_number
from colonnade.cli.table import show_table
from colonnade.contract.game import Game
from colonnade.contract.history import History
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.contract.view import View

if TYPE_CHECKING:
    from colonnade.ai.plans import Plan
    from colonnade.ai.search_player import Searcher


def run_hint(
    file: Path,
    /,
    *,
    at: Annotated[int | None, said("at")] = None,
    player: Annotated[str, said("hint_player")] = "master",
    time: Annotated[float, said("hint_time")] = 2.0,
    seed: Annotated[int, said("hint_seed")] = 1,
    count: Annotated[int, said("count")] = 3,
    json: Json = False,
    lang: Lang = None,
) -> int:
    """Show the best plans for a turn of a record, as its seat can know them, and why."""
    positive("--time", time)
    at_least("--seed", seed, 0)
    at_least("--count", count, 1)
    _, history = open_record(file)
    game = history.game
    at, state = position(history, at)
    # Not before: commands that ask nothing need not wait for it.
    from colonnade.ai.plans import plans

    view = state.view(state.actor)
    asked = asked_player(player, game, view, seed, time)
    found = plans(game, view, asked.budget, seed, asked)[:count]
    if json:
        show_plans_json(game, state, at, found)
        return 0
    show_table(game, view)
    show_plans(game, state, at, found)
    return 0


def asked_player(spec: str, game: Game, view: View, seed: int, time: float) -> Searcher:
    """The player that is asked: one that searches, and can play at this table."""
    from colonnade.ai.levels import LEVEL_NAMES, check_players, searcher, takes_budget
    from colonnade.ai.naming import NETWORK, parts_of

    check_players([spec], game, view.seats, view.options)
    if not takes_budget(parts_of(spec).name):
        raise UsageError(
            "cli.no_search", spec=spec, known=[*LEVEL_NAMES, "plain", f"{NETWORK}FILE"]
        )
    return searcher(spec, game, Rng(seed), time)


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


def show_plans_json(game: Game, state: State, at: int, found: Sequence[Plan]) -> None:
    """One object for machines; words are the notation's own, sentences in the language in use."""
    facts = {
        "game": game.key,
        "at": at,
        "turn": int(state.turn),
        "seat": int(state.actor) + 1,
        "plans": [
            {
                "moves": moves_as_json(game, plan.moves),
                "points": plan.points,
                "win": plan.win,
                "margin": plan.margin,
                "exact": plan.exact,
                "share": plan.share,
                "visits": plan.visits,
                "ends_turn": plan.ends_turn,
                "reasons": reasons_as_json(game, plan.reasons),
                "answer": moves_as_json(game, plan.answer),
                "answer_seat": None if plan.answer_seat is None else plan.answer_seat + 1,
            }
            for plan in found
        ],
    }
    print(dumps(facts))


def show_plans(game: Game, state: State, at: int, found: Sequence[Plan]) -> None:
    """The plans for people, the best first: what to do, what it comes to, and why."""
    out = console()
    out.print(tell("hint.title", at=at, turn=str(state.turn), seat=int(state.actor) + 1))
    for rank, plan in enumerate(found, 1):
        out.print()
        win, margin = tell_number(plan.win, ".1%"), tell_number(plan.margin, "+.1f")
        points = f"{plan.points:+d}" if plan.points else "0"
        told = tell("hint.plan", rank=rank, points=points, win=win, margin=margin)
        out.print(f"{told} ({tell('hint.exact')})" if plan.exact else told)
        out.print(f"   {moves_in_words(game, plan.moves)}")
        for reason in plan.reasons:
            out.print(f"   {sentence(game, reason)}")
        if plan.answer and plan.answer_seat is not None:
            answer = moves_in_words(game, plan.answer)
            out.print(f"   {tell('hint.answer', seat=plan.answer_seat + 1, moves=answer)}")
