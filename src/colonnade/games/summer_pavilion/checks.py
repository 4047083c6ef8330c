"""What a Summer Pavilion position cannot be: what is refused of views, pictures and dumps.

Only what comes in from outside is asked; what the rules make of a position is right by itself.
"""

# Compiled by mypyc.

from __future__ import annotations

from collections import Counter
from typing import Final

from colonnade.contract import checks
from colonnade.contract.checks import among, amounts, counts, equal, within
from colonnade.games.summer_pavilion.material import (
    BOARDS,
    COLORS,
    FACTORIES,
    FACTORY_SIZE,
    LOWEST_SCORE,
    MOST_KEPT,
    POSITIONS,
    ROUNDS,
    STARS,
    START_SCORE,
    SUPPLY_SIZE,
    TILES_OF_A_COLOR,
    WILDS,
)
from colonnade.games.summer_pavilion.state import (
    DRAW,
    END_OF_GAME,
    KEEP_TILES,
    PHASES,
    PICK_BONUS,
    PLACING,
    SOURCES_OF_POINTS,
    TAKE_TILES,
    TAKING,
)
from colonnade.games.summer_pavilion.view_types import PavilionView, SeatView, Tiles

MOST_POINTS: Final = 999  # of a source: more than a game can bring, and far below its bits
LOSSES: Final = ("marker", "leftovers")


def check_view(view: PavilionView) -> None:
    """Refuse a view that no position gives."""
    among(view.seats, FACTORIES, "the number of seats")
    equal(len(view.players), view.seats, "the number of players")
    equal(len(view.factories), FACTORIES[view.seats], "the number of factories")
    checks.keys(view.options, ("board",), "the options")
    board = view.options["board"]
    among(board, BOARDS, "the board")
    phase = checks.watcher(view, "summer_pavilion", view.phase, PHASES, TAKE_TILES)
    for player in view.players:
        check_player(player, board)
    equal(view.scores, [sum(player.breakdown.values()) for player in view.players], "the score")
    check_tiles(view)
    check_round(view, phase)
    check_filling(view, phase)
    check_turn(view, phase)


def check_player(player: SeatView, board: str) -> None:
    """A seat: its stars and its points. [S4.2, S5.4, S5.5, S13.3]"""
    checks.keys(player.board, STARS, "a board")
    for star, spaces in player.board.items():
        equal(len(spaces), POSITIONS, "the number of spaces of a star")
        placed = [color for color in spaces if color is not None]
        for color in placed:
            among(color, COLORS, "a tile placed")
        check_star(star, placed, board)
    equal(player.breakdown.get("start"), START_SCORE, "the points at the start")
    points = {name: -n if name in LOSSES else n for name, n in player.breakdown.items()}
    amounts(points, ("start", *SOURCES_OF_POINTS), MOST_POINTS, "the points")
    within(sum(player.breakdown.values()), LOWEST_SCORE, 5 * MOST_POINTS, "the score")


def check_star(star: str, placed: list[str], board: str) -> None:
    """The colors of a star: its own, or all different, or on the grey side all alike."""
    kinds = len({*placed})
    if board == "colored" and star in COLORS:
        right = placed == [star] * len(placed)
    else:
        right = kinds == len(placed) or (board == "grey" and kinds == 1)
    if not right:
        raise ValueError(f"the star {star} has tiles that it does not take")


def check_tiles(view: PavilionView) -> None:
    """The tiles: those of the box, four in a factory, ten in the supply. [S1.1, S1.5]"""
    piles: list[tuple[str, Tiles]] = [("tiles in a factory", tiles) for tiles in view.factories]
    piles += [("tiles in the center", view.center), ("tiles in the supply", view.supply)]
    piles += [("tiles in the bag", view.bag), ("tiles in the tower", view.tower)]
    for player in view.players:
        piles += [("tiles in a hand", player.tiles), ("tiles kept", player.kept)]
    found: Counter[str] = Counter()
    for what, tiles in piles:
        counts(tiles, COLORS, TILES_OF_A_COLOR, what)
        found.update(tiles)
    for player in view.players:
        found.update(color for star in player.board.values() for color in star if color)
    for color in COLORS:
        if found[color] != TILES_OF_A_COLOR:
            equal(found[color], TILES_OF_A_COLOR, f"the number of {color} tiles")
    for tiles in view.factories:
        within(sum(tiles.values()), 0, FACTORY_SIZE, "the number of tiles in a factory")
    within(sum(view.supply.values()), 0, SUPPLY_SIZE, "the number of tiles in the supply")


def check_round(view: PavilionView, phase: int) -> None:
    """Rounds and their two phases, the first player and who has passed. [S2.1, S2.2, S10.2]"""
    within(view.round, 1, ROUNDS, "the round")
    equal(view.wild, COLORS[WILDS[view.round - 1]], "the wild color")
    stages = {TAKE_TILES: (TAKING,), DRAW: (TAKING, PLACING)}.get(phase, (PLACING,))
    among(view.stage, stages, "the phase of the round")
    within(view.first, 0, view.seats - 1, "the first player")
    if view.marker is not None:
        within(view.marker, 0, view.seats - 1, "the seat with the start marker")
    passed = [player.passed for player in view.players]
    if phase == END_OF_GAME:
        return
    if view.stage == TAKING:
        equal(any(passed), False, "whether a seat has passed while tiles are taken")
    else:
        equal(passed[view.on_turn], phase == KEEP_TILES, "whether the seat on turn has passed")


def check_filling(view: PavilionView, phase: int) -> None:
    """Factories are filled one after the other before a round; then tiles lie loose. [S11.1]"""
    sizes = [sum(tiles.values()) for tiles in view.factories]
    loose = sum(sizes) + sum(view.center.values())
    within(view.filling, 0, len(sizes), "the number of factories filled")
    if view.filling < len(sizes):
        equal((phase, view.stage), (DRAW, TAKING), "the phase in which factories are filled")
        at = view.filling
        full = [FACTORY_SIZE] * at + [sizes[at]] + [0] * (len(sizes) - at - 1)
        equal(sizes, full, "the tiles in factories")
        within(sizes[at], 0, FACTORY_SIZE - 1, "the tiles in the factory being filled")
        equal(view.center, {}, "the center before a round")
    elif phase == TAKE_TILES:
        within(loose, 1, len(COLORS) * TILES_OF_A_COLOR, "the number of tiles to take")
    if view.stage == PLACING:
        equal(loose, 0, "the number of tiles to take")
    if phase == DRAW:
        short = sum(view.supply.values()) < SUPPLY_SIZE or view.filling < len(sizes)
        equal(short, True, "whether something is to be drawn")


def check_turn(view: PavilionView, phase: int) -> None:
    """What a seat is choosing: bonus tiles or tiles to keep. [S8.4, S10.3]"""
    picking = phase == PICK_BONUS
    supply = sum(view.supply.values())
    within(view.owed, int(picking), supply if picking else 0, "the number of bonus tiles owed")
    choosing = phase in (PICK_BONUS, KEEP_TILES)
    within(view.least, 0, len(COLORS) - 1 if choosing else 0, "the least color to choose")
    for seat, player in enumerate(view.players):
        keeps = phase == KEEP_TILES and seat == view.on_turn
        most = MOST_KEPT - 1 if keeps else MOST_KEPT if player.passed else 0
        within(sum(player.kept.values()), 0, most, "the tiles kept")
    if phase == KEEP_TILES:
        within(view.round, 1, ROUNDS - 1, "the round in which tiles are kept")
