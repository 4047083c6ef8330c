"""How the lots of Pagoda stand, read from a view: floors under work, and what cards could do there.

Which of it is worth a sentence is decided in pagoda.py.
"""

from __future__ import annotations

from typing import Final

from colonnade.games.pagoda.material import ABILITIES, COLORS, COLUMN_LIMIT, COLUMNS_OF_A_FLOOR
from colonnade.games.pagoda.view_types import LotView, PagodaView

ABILITY_OF: Final = dict(zip(COLORS, ABILITIES, strict=True))


def top(lot: LotView) -> str | None:
    """The color of the floor under work; None while any would do."""
    return lot.floors[-1] if lot.floors else None


def floor(lot: LotView) -> int:
    """The number of the floor under work."""
    return max(1, len(lot.floors))


def is_open(lot: LotView) -> bool:
    """Whether a column could still be built on the floor under work. [P5.3]"""
    return not lot.completed and lot.roof is None and lot.columns < COLUMNS_OF_A_FLOOR


def is_full(lot: LotView) -> bool:
    """Whether four columns wait for a tile or a roof. [P6.1]"""
    return not lot.completed and lot.columns == COLUMNS_OF_A_FLOOR


def reachable(lot: LotView, cards: list[str]) -> tuple[int, int]:
    """The columns that some cards could build on a lot in one turn, and their points. [P4.3]"""
    color = top(lot)
    if not is_open(lot) or color is None:
        return 0, 0
    count = min(cards.count(color), COLUMNS_OF_A_FLOOR - lot.columns, COLUMN_LIMIT)
    return count, count * floor(lot)


def thing(lot: int) -> tuple[str, ...]:
    """A lot as things are named."""
    return (f"lot {lot}",)


def own_cards(view: PagodaView, seat: int) -> list[str]:
    """Display and hand of the planning seat."""
    player = view.players[seat]
    return [*player.display, *(player.hand or [])]


def of_floor(number: int) -> str:
    """The word for a floor's number."""
    return f"floor.{number}"


def payable_tiles(view: PagodaView, seat: int) -> list[int]:
    """Lots whose tile a seat's open display pays for, with a column left to build. [P4.2]"""
    shown = view.players[seat].display
    found = []
    for i, lot in enumerate(view.lots, 1):
        color = top(lot)
        if not is_full(lot) or color not in shown or len(lot.floors) == view.floors:
            continue
        rest = list(shown)
        rest.remove(color)
        others = [one for one in view.lots if is_open(one)]
        if rest and any(top(one) is None or top(one) in rest for one in others):
            found.append(i)
    return found
