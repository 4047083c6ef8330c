"""The registry: which games there are, each loaded when first asked for.

What a game is stands in contract/game.py; everything about one, in its own folder.
"""

from __future__ import annotations

from importlib import import_module

from colonnade.contract.errors import UnknownGame
from colonnade.contract.game import Game
from colonnade.contract.view import Showing, View

KEYS = ("pagoda", "seven_steps", "summer_pavilion")


def game(key: str) -> Game:
    """Find a game by its key."""
    if key not in KEYS:
        raise UnknownGame(key=key, known=list(KEYS))
    found = import_module(f"colonnade.games.{key}").GAME
    assert isinstance(found, Game)
    return found


def games() -> list[Game]:
    """All games, in the order of the registry."""
    return [game(key) for key in KEYS]


def show_text(view: View) -> str:
    """A view as its game draws it in plain text; of a game that is not here, its fields."""
    return game(view.game).picture(view) if view.game in KEYS else repr(view)


Showing.text = staticmethod(show_text)
