"""Posters: what a link to the house shows in a messenger, 1200 by 630, in one language.

A poster draws a view that everybody may see; which one, and what is said beside it, is decided by
who asks. What of a game stands on it is decided by each game's poster.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from textwrap import wrap
from typing import Final, NamedTuple, Protocol, cast

from colonnade.contract.view import View
from colonnade.games import game
from colonnade.pictures.sheet import WIDE, Sheet
from colonnade.tokens import word

HIGH: Final = 630
LEFT: Final = 64
ROOM: Final = (452, 40, WIDE - 452 - 24, HIGH - 64)  # of a scene: x, y, width, height
LETTERS: Final = 11  # of a title, in one line of its largest size
LARGE: Final = 82
STRIP: Final = (206, 14)  # of a game on the house's own poster: its width, and what is between two
SHOWN: Final = ("pagoda", "seven_steps", "summer_pavilion")  # on the house's own poster
HOUSE: Final = "Colonnade"


class GamePoster(Protocol):
    """What a game's folder brings: its sky, a position worth showing, and how that is drawn."""

    SKY: str
    SAMPLE: str
    ASIDE: float

    def draw_scene(
        self, sheet: Sheet, view: View, x: float, y: float, width: float, height: float
    ) -> None:
        """Draw the middle of the table into a room."""


class Standing(NamedTuple):
    """A line of a result."""

    seat: int
    name: str
    points: int
    won: bool


@cache
def poster_of(key: str) -> GamePoster | None:
    """What a game's folder says about its poster; None for a game without one."""
    module = f"{__package__}.{key}.poster"
    if not key.isidentifier() or find_spec(f"{__package__}.{key}") is None:
        return None
    return cast(GamePoster, import_module(module)) if find_spec(module) else None


@cache
def sample(key: str) -> View:
    """A position that shows what a game looks like, as watchers see it."""
    poster = poster_of(key)
    assert poster is not None
    return game(key).parse(poster.SAMPLE).view(None)


def draw_game(
    view: View, lang: str, above: str, title: str, below: str, standings: Sequence[Standing] = ()
) -> str:
    """A game's poster: words at the left, the middle of its table at the right."""
    poster = poster_of(view.game)
    assert poster is not None
    sheet = Sheet(view, poster.SKY, HIGH, lang, corner=0)
    poster.draw_scene(sheet, view, *ROOM)
    draw_brand(sheet)
    if standings:
        y = draw_words(sheet, 168, above, title, "", 0.8)
        draw_standings(sheet, standings, y)
    else:
        draw_words(sheet, 244, above, title, below)
    return sheet.finish(title, above)


def draw_house(lang: str, title: str) -> str:
    """The house's own poster: its games side by side, each under its own sky."""
    sheet = Sheet(sample(SHOWN[0]), "home", HIGH, lang, corner=0)
    (wide, gap), high = STRIP, HIGH - 84
    x = WIDE - 40 - len(SHOWN) * wide - (len(SHOWN) - 1) * gap
    for key in SHOWN:
        poster = poster_of(key)
        assert poster is not None
        sheet.rect(x, 46, wide, high, 26, fill="black-edge", fill_opacity=0.08)
        with sheet.group(clip_path=sheet.clip(key, x, 40, wide, high, 26)):
            sheet.rect(x, 40, wide, high, fill=sheet.sky(poster.SKY))
            left = x + (wide - 760) / 2 + poster.ASIDE * 760
            poster.draw_scene(sheet, sample(key), left, 64, 760, high - 66)
        x += wide + gap
    draw_brand(sheet)
    names = [sheet.say(f"page.game.{key}") for key in SHOWN]
    draw_words(sheet, 196, "", title, "\n".join(names), 0.8, LETTERS)
    return sheet.finish(title, HOUSE)


def draw_brand(sheet: Sheet) -> None:
    """The house's mark and name."""
    with sheet.group(LEFT - 3, 46, 1.5):
        sheet.path(word("emblems", "pavilion"), fill="accent")
    sheet.text(LEFT + 58, 82, HOUSE, 31, weight=560, display=True)


def draw_words(
    sheet: Sheet,
    y: float,
    above: str,
    title: str,
    below: str,
    scale: float = 1,
    letters: int = LETTERS + 3,
) -> float:
    """What the poster says, from a height on; returns where it ends."""
    if above:
        sheet.text(LEFT, y, above, 27, "accent", 640)
    lines = wrap(title, letters)
    size = LARGE * scale * min(1.0, LETTERS / max(map(len, lines)))
    for line in lines:
        y += size * 1.06
        sheet.text(LEFT - 2, y, line, size, weight=580, display=True)
    y += 20
    for line in below.splitlines():
        y += 36
        sheet.text(LEFT, y, line, 26, "ink2", 500)
    return y


def draw_standings(sheet: Sheet, standings: Sequence[Standing], y: float) -> None:
    """Each seat with its points, those who won in bold."""
    for one in standings:
        y += 62
        sheet.badge(one.seat, LEFT + 22, y - 10, 22)
        sheet.text(LEFT + 60, y, one.name, 29, weight=680 if one.won else 500)
        sheet.text(
            LEFT + 384, y + 2, one.points, 42, f"seat-{one.seat}", 580, display=True,
            text_anchor="end",
        )  # fmt: skip
