"""Positions that cannot be: texts and views that the box does not hold."""

from __future__ import annotations

import msgspec
import pytest

from colonnade.contract.errors import BadState, BadView
from colonnade.contract.rng import Rng
from colonnade.games.pagoda import GAME
from tests.rules.pagoda.table import position

GROUND = "   lot 1    lot 2    lot 3    lot 4    lot 5    lot 6\n"


@pytest.mark.parametrize(
    "line",
    [
        "",
        "chess",
        "pagoda",
        "pagoda actor=1",
        GAME.start().dump().replace("actor=-1", "actor=x"),
        GAME.start().dump().replace("deck=", "deck=1"),
        GAME.start().dump().replace("discard=0", "discard=1"),
        GAME.start().dump() + " more=1",
    ],
)
def test_broken_dumps_are_refused(line: str) -> None:
    """A line that is not a position, or holds other cards than the box, is an error. [P1.1]"""
    with pytest.raises(BadState):
        GAME.load(line)


@pytest.mark.parametrize(
    "picture",
    [
        "",
        "hello",
        GROUND + "seat 1  display rrrrrrrrrrrr\n",
        GROUND + "seat 1  display qqq\n",
        "  b|bbb.|  b|b...|\n   ======   ======\n  r|rrrr|  r|rrrr|\n" + GROUND,
    ],
)
def test_broken_pictures_are_refused(picture: str) -> None:
    """Unknown letters, too many cards, a tile built twice. [P1.1, P1.2]"""
    with pytest.raises(BadState):
        GAME.parse(picture)


def test_views_that_contradict_the_box_are_refused() -> None:
    """A view with more cards of a color than there are cannot be imagined. [P1.1]"""
    view = position(GROUND).view(0)
    other = msgspec.structs.replace(view.players[1], hand_size=60)
    wrong: list[dict[str, object]] = [
        {"discard": ["red"] * 12},
        {"discard": ["pink"]},
        {"players": view.players[:1]},
        {"players": [view.players[0], other]},
        {"lots": []},
        {"actor": 5},
        {"on_turn": -1},
        {"options": {}},
        {"phase": "noon"},
    ]
    for change in wrong:
        with pytest.raises(BadView):
            GAME.imagine(msgspec.structs.replace(view, **change), Rng(0))
