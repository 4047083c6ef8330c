"""Why a plan is good: facts about its line, found by comparing positions, never guessed.

Each game of the house has a file here, called by its key, with `find` and `gist`; a game of another
package has the common reasons. Every fact is read from what the planning seat can see; whatever
depends on cards that it cannot see is said as something that could be.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final

from colonnade.ai.reasons import common
from colonnade.ai.reasons.line import Line, Reason, Step
from colonnade.contract.game import Game
from colonnade.contract.moves import Row
from colonnade.games import own_keys

__all__ = ["Line", "Reason", "Step", "alike", "compare", "give_reasons"]

TOLD: Final = 2  # reasons of a plan
SAID_BEFORE: Final = 0.25  # what a reason is worth that holds for a better plan as well
LEAST: Final = 0.5  # points of weight: what is worth less is told only if there is nothing else

Finder = Callable[[Line, Line | None], list[Reason]]
Gist = Callable[[Row], Hashable]


def same_row(row: Row) -> Hashable:
    """What a row comes to in a game that says nothing of it: itself."""
    return row.words


@cache
def finder_of(key: str) -> tuple[Finder | None, Gist]:
    """How a game's own reasons are found, and what makes two of its rows alike."""
    name = f"{__name__}.{key}"
    if key not in own_keys() or find_spec(name) is None:
        return None, same_row
    module = import_module(name)
    find: Finder = module.find
    gist: Gist = module.gist
    return find, gist


def alike(game: Game, line: Line) -> Hashable:
    """What a line comes to for a person: lines with the same gist are shown once."""
    _, gist = finder_of(game.key)
    gists = [gist(game.moves.rows[step.row]) for step in line.steps]
    return tuple(sorted(repr(one) for one in gists if one is not None))


def find(game: Game, line: Line, other: Line | None) -> list[Reason]:
    """All that can be said for a line, and against it, beside another one."""
    own, _ = finder_of(game.key)
    return common.find(line, other) + ([] if own is None else own(line, other))


def give_reasons(
    game: Game, lines: Sequence[Line], answers: Sequence[Line | None]
) -> list[list[Reason]]:
    """One or two reasons for each of some lines, the most telling first; lines differ by them."""
    said: set[Hashable] = set()
    found = []
    for i, line in enumerate(lines):
        rival = (1 if i == 0 else 0) if len(lines) > 1 else None
        other = None if rival is None else lines[rival]
        reasons = find(game, line, other)
        reasons += common.answered(answers[i], None if rival is None else answers[rival])
        both = set() if other is None else {one.mark() for one in find(game, other, line)}
        chosen = choose(reasons, said | (both if i else set()))
        said.update(reason.mark() for reason in chosen)
        found.append(chosen)
    return found


def compare(game: Game, line: Line, other: Line) -> list[Reason]:
    """Why one line is better than another that was played: not what both do, nor what it risks."""
    both = {reason.mark() for reason in find(game, other, line)}
    reasons = [reason for reason in find(game, line, other) if reason.mark() not in both]
    return choose([reason for reason in reasons if reason.topic != "risk"], set())


def choose(reasons: list[Reason], said: set[Hashable]) -> list[Reason]:
    """The most telling reason, and the next one about something else; a risk is said last."""

    def weight(reason: Reason) -> float:
        return reason.weight * (SAID_BEFORE if reason.mark() in said else 1.0)

    ordered = sorted(reasons, key=lambda reason: (-weight(reason), reason.reason))
    first = next((reason for reason in ordered if reason.topic != "risk"), None)
    chosen: list[Reason] = [] if first is None or weight(first) < LEAST else [first]
    for reason in ordered:
        if len(chosen) == TOLD or (chosen and weight(reason) < LEAST):
            break
        if all(reason.topic != other.topic for other in chosen):
            chosen.append(reason)
    return chosen
