"""What the suites of all games must be told about each: found in tests/rules/<game>/kit.py.

A kit has `pieces` and `WITHOUT_CODE`, and may have `drawn`, `heaps` with `place`, and `RELABEL`;
what they mean stands below. The toy's are here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from importlib import import_module
from types import ModuleType

from colonnade.contract.view import View
from colonnade.games import own_keys
from tests.contract.drawn import Pieces
from tests.contract.places import Heaping, Placing
from tests.contract.toy import ToyView


def kit(key: str) -> ModuleType:
    """The kit of a game of the house."""
    return import_module(f"tests.rules.{key}.kit")


def toy_pieces(view: View) -> Counter[str]:
    """Cards held, shown and left: folded ones stay in their hands."""
    assert isinstance(view, ToyView)
    held = [view.cards.count(card) + view.shown[card] for card in range(3)]
    left = [int(view.options["copies"]) - count for count in held]
    assert all(count >= 0 for count in left)
    return Counter({str(card): held[card] + left[card] for card in range(3)})


# Of a view that hides nothing, all pieces, wherever they are: the same in every position.
PIECES: dict[str, Callable[[View], Counter[str]]] = {
    **{key: kit(key).pieces for key in own_keys()},
    "toy": toy_pieces,
}
# The rules that need no line of code, each with its reason.
WITHOUT_CODE: dict[str, set[str]] = {key: kit(key).WITHOUT_CODE for key in own_keys()}
# Of a view, all that its picture must show, if the game has pictures.
DRAWN: dict[str, Callable[[View], Pieces]] = {
    key: kit(key).drawn for key in own_keys() if hasattr(kit(key), "drawn")
}
# Of a view that hides nothing, what lies where, and the heap that a place of a move belongs to; if
# the game says what moves.
PLACES: dict[str, tuple[Heaping, Placing]] = {
    key: (kit(key).heaps, kit(key).place) for key in own_keys() if hasattr(kit(key), "heaps")
}
# Of cases in which pieces can be renamed without changing any points, how.
RELABEL: dict[str, Callable[[list[str]], list[str]]] = {
    case: how for key in own_keys() for case, how in getattr(kit(key), "RELABEL", {}).items()
}
