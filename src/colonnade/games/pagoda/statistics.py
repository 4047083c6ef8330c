"""What of Pagoda is worth a line in its statistics; the numbers in brackets are rules.

How often it happens is counted in data/stats.py.
"""

from __future__ import annotations

from typing import Final

from colonnade.contract.statistics import Statistic, counted

STATISTICS: Final = (
    counted("Lantern used [P10.6]", "lantern"),
    counted("Buddha used [P10.5]", "tile ability=buddha", "roof ability=buddha"),
    counted("Bowl of rice used [P10.4]", "column ability=rice", "rooftop ability=rice"),
    counted("Dragon used [P10.3]", "dragon"),
    Statistic(
        "cards discarded by the Dragon", ((1, "discard"), (-4, "alternative"), (-4, "stuck"))
    ),
    counted("Fan used [P10.2]", "fan"),
    counted("Fan offered and refused", "no fan"),
    counted("alternative turns [P9.1]", "alternative"),
    counted("turns in which nothing could be done [P9.4]", "stuck"),
    counted("tiles built [P6.3]", "tile"),
    counted("roofs built [P7.1]", "roof"),
    counted("roofs built; games with three or more", "roof", least=3),
)
