"""The registry: which games there are, each loaded when first asked for.

A game of the house is a folder here, found by itself; games of other packages come by entry points
of the group `colonnade.games`. What a game is stands in contract/game.py; everything about one, in
its own folder.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from colonnade.contract.errors import UnknownGame
from colonnade.contract.extensions import BadExtension, Extension, extensions, tell
from colonnade.contract.game import Game
from colonnade.contract.view import View, showing
from colonnade.locales import add_texts

GROUP: Final = "colonnade.games"


@cache
def own_keys() -> tuple[str, ...]:
    """The games of the house: each folder here is one, called by its key."""
    return tuple(sorted(found.name for found in iter_modules(__path__) if found.ispkg))


def game(key: str) -> Game:
    """Find a game by its key."""
    if key in own_keys():
        own = import_module(f"{__name__}.{key}").GAME
        assert isinstance(own, Game)
        return own
    offered = extensions(GROUP, own_keys())
    if key not in offered:
        raise UnknownGame(key=key, known=[*own_keys(), *offered])
    found = tried(offered[key])
    if isinstance(found, BadExtension):
        raise found.with_traceback(None)  # it is kept, and must not grow
    return found


def all_games() -> list[Game]:
    """All games by their keys, those of the house first; what cannot be used is left out."""
    offered = [tried(one) for one in extensions(GROUP, own_keys()).values()]
    return [*map(game, own_keys()), *(one for one in offered if isinstance(one, Game))]


@cache
def tried(offered: Extension) -> Game | BadExtension:
    """Another package's game, tried once; or why it cannot be used, which the log is told."""
    try:
        return checked(offered)
    except BadExtension as problem:
        tell(problem)
        return problem


def checked(offered: Extension) -> Game:
    """Load a game and begin one, with its texts; nothing of it is used before that worked."""
    found = offered.load()
    if not isinstance(found, Game):
        raise offered.refused("kind", found=type(found).__name__, wanted=Game.__name__)
    try:
        if found.key != offered.name:
            raise offered.refused("key", found=found.key)
        add_texts(found.folder() / "locales", found.key)
        found.start().view(None)
        assert found.edition
        assert len(found.moves)
    except BadExtension:
        raise
    except Exception as problem:
        raise offered.broken(problem) from problem
    return found


def show_text(view: View) -> str:
    """A view as its game draws it in plain text; of a game that is not here, its fields."""
    try:
        return game(view.game).picture(view)
    except (UnknownGame, BadExtension):
        return repr(view)


showing.text = show_text
