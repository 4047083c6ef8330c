"""How a network is to be trained, and what came of it: plain facts, without any of the packages.

What is done with them is decided in train.py.
"""

from __future__ import annotations

from array import array

import msgspec


class Plan(msgspec.Struct, frozen=True):
    """How to train."""

    hidden: tuple[int, ...] = (32, 32)
    batch: int = 256
    epochs: int = 4
    patience: int = 2  # epochs without progress on what was held out, then it ends
    rate: float = 1.5e-3
    decay: float = 1e-3
    held_out: int = 12  # one game of so many is never trained on
    elsewhere: float = 0.05  # weight of values where no search would ask for them
    trail: float = 0.4  # how much of a value comes from what followed, not from the next judgement
    seed: int = 1


class Loss(msgspec.Struct, frozen=True):
    """What is minimized, and its parts: wins and rows in nats, points in points."""

    total: float
    win: float  # surprise at who won
    points: float  # root of the mean square error of the points between seats
    rows: float  # surprise at which rows were visited


class Trained(msgspec.Struct, frozen=True):
    """What came of it."""

    weights: array[float]
    before: Loss
    after: Loss
    epochs: int
