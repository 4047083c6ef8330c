"""The computer players, by the names they are asked for."""

from __future__ import annotations

from colonnade.ai.eager import Eager
from colonnade.ai.gestures import Gestures
from colonnade.ai.greedy import Greedy
from colonnade.ai.player import Player
from colonnade.ai.random import Random

PLAYERS: dict[str, type[Player]] = {
    "random": Random,
    "gestures": Gestures,
    "eager": Eager,
    "greedy": Greedy,
}
