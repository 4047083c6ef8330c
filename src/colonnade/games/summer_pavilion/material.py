"""What is in the Summer Pavilion box: tiles, boards, structures and the numbers printed on them.

Constants only; what is done with them is decided in rules.py.
"""

from __future__ import annotations

from typing import Final

COLORS: Final = ("orange", "red", "blue", "yellow", "green", "purple")  # clockwise [S1.1]
STARS: Final = (*COLORS, "center")  # [S1.2]
CENTER: Final = 6
POSITIONS: Final = 6  # of a star, clockwise, the sixth beside the first
HIGHEST_PRICE: Final = 6
SPACES: Final = 42  # of a board: star * 6 + position [S1.3]

MOST_SEATS: Final = 4
FACTORIES: Final = {2: 5, 3: 7, 4: 9}  # by seats [S1.4]
MOST_FACTORIES: Final = 9
FACTORY_SIZE: Final = 4
TILES_OF_A_COLOR: Final = 22  # [S1.1]
SUPPLY_SIZE: Final = 10  # [S1.5]
START_SCORE: Final = 5  # [S1.6]
LOWEST_SCORE: Final = 1  # [S4.2]
ROUNDS: Final = 6  # [S2.1]
MOST_KEPT: Final = 4  # [S10.3]

# The wild color of each round: purple, green, orange, yellow, blue, red. [S2.2]
WILDS: Final = (5, 4, 0, 3, 2, 1)

# Numbers printed on the positions of an outer star and of the center star. [S1.3, S13.2]
BOARDS: Final = ("colored", "grey")
OUTER_NUMBERS: Final = {"colored": (1, 2, 3, 4, 5, 6), "grey": (3, 2, 1, 4, 5, 6)}
CENTER_NUMBERS: Final = {"colored": (1, 2, 3, 4, 5, 6), "grey": (3, 3, 3, 3, 3, 3)}

# Structures by the spaces around them: a star's initial or C, and a position. [S8.2]
PILLARS: Final = (
    "O2 O3 C6 C1",
    "R2 R3 C1 C2",
    "B2 B3 C2 C3",
    "Y2 Y3 C3 C4",
    "G2 G3 C4 C5",
    "P2 P3 C5 C6",
)
STATUES: Final = (
    "O1 O2 R3 R4",
    "R1 R2 B3 B4",
    "B1 B2 Y3 Y4",
    "Y1 Y2 G3 G4",
    "G1 G2 P3 P4",
    "P1 P2 O3 O4",
)
WINDOWS: Final = ("O5 O6", "R5 R6", "B5 B6", "Y5 Y6", "G5 G6", "P5 P6")
PILLAR_TILES: Final = 1  # [S8.1]
STATUE_TILES: Final = 2
WINDOW_TILES: Final = 3

# End bonuses: a complete star of each color, in the order of COLORS; one of six colors; and all
# spaces with the number 1, 2, 3 or 4. [S12.2, S12.3, S13.7]
STAR_POINTS: Final = (17, 14, 15, 16, 18, 20)
VARIED_STAR_POINTS: Final = 12
NUMBER_POINTS: Final = (4, 8, 12, 16)


def space(name: str) -> int:
    """The number of a space from its short name, such as O2 or C6."""
    star = next(i for i, star in enumerate(STARS) if star[0].upper() == name[0])
    return star * POSITIONS + int(name[1]) - 1


# Every structure: its tiles and its spaces.
STRUCTURES: Final = tuple(
    (tiles, tuple(space(name) for name in names.split()))
    for tiles, group in (
        (PILLAR_TILES, PILLARS),
        (STATUE_TILES, STATUES),
        (WINDOW_TILES, WINDOWS),
    )
    for names in group
)
