"""What of 7 Steps is worth a line in its statistics; the numbers in brackets are rules.

How often it happens is counted in data/stats.py.
"""

from __future__ import annotations

from typing import Final

from colonnade.contract.statistics import Statistic, counted
from colonnade.games.seven_steps.material import LAST_ROUND, POINTS

STATISTICS: Final = (
    counted("discs taken off by the tile remove, one or two each time [T8.3]", "remove"),
    counted("construction tile used: shift [T8.4]", "shift"),
    counted("construction tile used: move [T8.5]", "move"),
    counted("construction tile used: climb [T8.6]", "climb"),
    counted("construction tile used: recover [T8.7]", "recover"),
    counted("points tile used [T9.1]", "count tile"),
    counted("bonus tile taken: construction [T7.3]", "bonus type=construction"),
    counted("bonus tile taken: points [T7.3]", "bonus type=points"),
    counted("held tile exchanged or new one rejected [T7.4]", "keep"),
    *(counted(f"points tile drawn: {kind}", f"tile tile={kind}", chance=True) for kind in POINTS),
    counted("discs placed [T4.2]", "place"),
    counted("discs returned to the bag [T10.1]", "return"),
    Statistic("games that went on to the last round there can be [T11.7]", (), rounds=LAST_ROUND),
)
