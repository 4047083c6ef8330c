"""The registry: which games there are, each loaded when first asked for.

A game of the house is a folder here, found by itself. What a game is stands in contract/game.py;
everything about one, in its own folder.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from colonnade.contract.errors import UnknownGame
from colonnade.contract.game import Game
from colonnade.contract.view import Showing, View


@cache
def own_keys() -> tuple[str, ...]:
    """The games of the house: each folder here is one, called by its key."""
    return tuple(sorted(found.name for found in iter_modules(__path__) if found.ispkg))


def game(key: str) -> Game:
    """Find a game by its key."""
    if key not in own_keys():
        raise UnknownGame(key=key, known=list(own_keys()))
    found = import_module(f"{__name__}.{key}").GAME
    assert isinstance(found, Game)
    return found


def all_games() -> list[Game]:
    """All games, in the order of their keys."""
    return [game(key) for key in own_keys()]


def show_text(view: View) -> str:
    """A view as its game draws it in plain text; of a game that is not here, its fields."""
    return game(view.game).picture(view) if view.game in own_keys() else repr(view)


Showing.text = staticmethod(show_text)
