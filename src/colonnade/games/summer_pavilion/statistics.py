"""What of Summer Pavilion is worth a line in its statistics; the numbers in brackets are rules.

How often it happens is counted in data/stats.py.
"""

from __future__ import annotations

from typing import Final

from colonnade.contract.statistics import Statistic, counted
from colonnade.games.summer_pavilion.material import COLORS

STATISTICS: Final = (
    counted("bonus tiles taken [S8.1]", "pick"),
    counted(
        "tiles placed with wilds in the price [S6.1]", *(f"place wilds={n}" for n in range(1, 6))
    ),
    Statistic("wilds paid", tuple((n, f"place wilds={n}") for n in range(1, 6))),
    Statistic(
        "stars of the ring complete [S12.2]", tuple((1, f"place star={s}") for s in COLORS), 1, 6
    ),
    Statistic("center star complete [S12.2]", ((1, "place star=center"),), 1, 6),
    counted("tiles placed [S5.3]", "place"),
    counted("turns that take from the center [S3.2]", "take source=center"),
    counted("tiles kept for the next round [S10.3]", "keep"),
)
