"""What is in the Pagoda box: colors, cards, tiles, lots and the numbers printed on them.

Constants only; what is done with them is decided in rules.py.
"""

from __future__ import annotations

from typing import Final

COLORS: Final = ("red", "blue", "green", "yellow", "purple")  # [P1.1]
RED: Final = 0
BLUE: Final = 1
GREEN: Final = 2
YELLOW: Final = 3
PURPLE: Final = 4
ANY: Final = 5  # the color of an empty lot's first floor: still free [P3.2]

SEATS: Final = 2
LOTS: Final = 6  # [P1.1]
CARDS_OF_A_COLOR: Final = 11  # [P1.1]

SOURCES: Final = ("display", "hand")  # [P2.1]
DISPLAY: Final = 0
HAND: Final = 1
PAIRS: Final = ("display display", "display hand", "hand hand")  # where two equal cards come from
DISPLAY_SIZE: Final = 5  # [P1.3, P8.2]
HAND_SIZE: Final = 2  # [P1.4, P8.2]
FAN_HAND_SIZE: Final = 4  # [P10.2]
DISCARDS: Final = 4  # the price of an alternative turn, and of a stuck one [P9.1, P9.4]

COLUMNS_OF_A_FLOOR: Final = 4  # [P3.1]
COLUMN_LIMIT: Final = 3  # [P4.3]
TILE_POINTS: Final = 1  # [P6.3]
PAGODAS_TO_END: Final = 3  # [P11.1]

# Every pair (base color, column-space color) is printed once; the rooftop space on a tile's back
# has the color of the column spaces on its front. [P1.2]
TILES: Final = tuple((base, column, column) for base in range(5) for column in range(5))

ABILITIES: Final = ("lantern", "buddha", "rice", "dragon", "fan")  # by color [P10]
LANTERN: Final = RED
BUDDHA: Final = BLUE
RICE: Final = GREEN
DRAGON: Final = YELLOW
FAN: Final = PURPLE
USES: Final = 2  # that a tile gives [P6.4]

# What each option's value means as plain numbers. [P13]
FLOORS: Final = {"full": 4, "fast": 3}
ROOFTOP_POINTS: Final = {"full": 5, "fast": 4}
USES_GIVEN: Final = {"all": USES, "none": 0}
