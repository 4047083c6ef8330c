"""Small questions that refuse what cannot be: numbers out of range, unknown words, contradictions.

Each raises a ValueError whose text is one clause of a sentence; what can be is decided by each
game's checks.py. Positions are checked where they come in from outside, not where they are played.
"""

# Compiled by mypyc.

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from colonnade.contract.errors import ColonnadeError, NoSuchSeat
from colonnade.contract.state import OVER, State
from colonnade.contract.view import View

# What wrong values end in, wherever they are looked up, counted or packed.
WRONG = (ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError)
SHOWN = 40  # characters of a wrong value: enough to recognize it
MOST_TURNS = 999_999  # no game comes near


def reason(problem: Exception) -> str:
    """What is wrong, as the end of a sentence: our own words, or what Python stumbled over."""
    if isinstance(problem, ColonnadeError):
        return str(problem.fields.get("why", problem))
    if isinstance(problem, KeyError):
        return f"{shown(problem.args[0])} is missing or unknown"
    if type(problem) is ValueError:
        return str(problem)
    return "one of its values is out of range or of the wrong kind"


def shown(value: object) -> str:
    """A wrong value, cut short."""
    text = repr(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


def whole(text: str, what: str) -> int:
    """Read a whole number in plain digits."""
    digits = text.removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > SHOWN:
        raise ValueError(f"{what} is {shown(text)}, which is no whole number of use")
    return int(text)


def within(value: int, least: int, most: int, what: str) -> None:
    """Refuse a number out of its range."""
    if not least <= value <= most:
        raise ValueError(f"{what} is {shown(value)}, not {least} to {most}")


def equal(value: object, other: object, what: str) -> None:
    """Refuse a value that contradicts the rest."""
    if value != other:
        raise ValueError(f"{what} is {shown(value)}, where the rest says {shown(other)}")


def among(word: object, words: Collection[object], what: str) -> None:
    """Refuse a word that is none of those there are."""
    if word not in words:
        raise ValueError(f"{what} is {shown(word)}, none of {', '.join(map(str, words))}")


def in_order(found: list[str], words: Collection[str], what: str) -> None:
    """Refuse a list that does not name each word once at most, in their order."""
    if found != [word for word in words if word in found]:
        for word in found:
            among(word, words, what)
        raise ValueError(f"{what} is {shown(found)}, which is out of order")


def counts(found: Mapping[str, int], names: Collection[str], most: int, what: str) -> None:
    """Refuse named counts of unknown things, or of none or too many."""
    for name, count in found.items():
        if name not in names or not 1 <= count <= most:  # else no sentence is put together
            among(name, names, f"a name of {what}")
            within(count, 1, most, f"{what} of {name}")


def amounts(found: Mapping[str, int], names: Collection[str], most: int, what: str) -> None:
    """Refuse a mapping with other names than it has to have, or numbers that are out of range."""
    keys(found, names, what)
    for name, amount in found.items():
        if not 0 <= amount <= most:
            within(amount, 0, most, f"{name} of {what}")


def keys(found: Collection[str], names: Collection[str], what: str) -> None:
    """Refuse a mapping with other keys than it has to have."""
    if len(found) != len(names) or any(name not in found for name in names):
        raise ValueError(f"{what} has other parts than {', '.join(names)}")


def watcher(view: View, game: str, phase: str, phases: tuple[str, ...], of_chance: int) -> int:
    """Who looks, whose turn it is and who acts; returns the phase, the last one being nobody's."""
    equal(view.game, game, "the game")
    if view.seat is not None:
        within(view.seat, 0, view.seats - 1, "the seat that looks")
    within(view.turn, 0, MOST_TURNS, "the turn")
    among(phase, phases, "the phase")
    number = phases.index(phase)
    on_turn: int = getattr(view, "on_turn")  # noqa: B009  # every view of a game has it
    within(on_turn, 0, view.seats - 1, "the seat on turn")
    actor = -1 if number < of_chance else OVER if number == len(phases) - 1 else on_turn
    equal(view.actor, actor, "the actor")
    return number


def seat_there(seat: int | None, seats: int) -> None:
    """Refuse a watcher that is neither a seat of the game nor a spectator."""
    if seat is not None and not 0 <= seat < seats:
        raise NoSuchSeat(seat=shown(seat), seats=seats)


def can_move(state: State) -> None:
    """Refuse a position in which a game is stuck."""
    if state.actor != OVER and not state.legal():
        raise ValueError("no move is possible, and the game is not over")


def same(state: State, twin: State, names: Iterable[str]) -> None:
    """Refuse a position whose fields say different things: its twin was made from some of them."""
    for name in names:
        mine, other = getattr(state, name), getattr(twin, name)
        if isinstance(mine, int):
            equal(mine, other, name)
        else:
            equal([*mine], [*other], name)


def bits(count: int) -> tuple[int, int]:
    """The range of a field of so many bits."""
    return 0, (1 << count) - 1
