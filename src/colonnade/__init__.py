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
from colonnade.games import game, games

__version__ = build.VERSION

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
    "game",
    "games",
    "play",
    "replay",
    "settle",
]
