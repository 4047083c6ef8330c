"""Colonnade: Pagoda, 7 Steps and Azul: Summer Pavilion, to play, to study and to teach machines."""

from __future__ import annotations

from colonnade import (
    build as build,
)  # first: it decides which build of everything below is imported
from colonnade.contract.history import History
from colonnade.contract.play import advance, play, replay, settle
from colonnade.contract.record import Record
from colonnade.contract.rng import Rng, SystemRng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.contract.view import showing
from colonnade.games import all_games, game
from colonnade.pictures import show

__version__ = build.VERSION
showing.drawing = show  # the contract does not know who draws

__all__ = [
    "CHANCE",
    "OVER",
    "History",
    "Record",
    "Rng",
    "State",
    "SystemRng",
    "__version__",
    "advance",
    "all_games",
    "game",
    "play",
    "replay",
    "settle",
]
