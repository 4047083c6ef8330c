"""What the pictures of all games share: the plate with its sky, its heading, panels and badges.

What stands on it is decided by each game's drawing.py; how marks become SVG, by paper.py.
"""

from __future__ import annotations

import re
from typing import Final

from colonnade.contract.state import CHANCE, OVER
from colonnade.contract.view import View
from colonnade.locales import Value, say, texts
from colonnade.pictures.paper import Paper
from colonnade.tokens import number, word

WIDE: Final = 1200
EDGE: Final = 18  # between the plate's rim and what lies on it
GAP: Final = 12  # between panels
TOP: Final = 66  # where the table begins, under the heading
INSIDE: Final = WIDE - 2 * EDGE
ROUND: Final = number("radius", "panel")
CORNER: Final = 20  # of the plate


class Sheet(Paper):
    """The paper of a view: it speaks one language and begins with the heading."""

    def __init__(
        self, view: View, sky: str, height: float, lang: str, corner: float = CORNER
    ) -> None:
        super().__init__(WIDE, height)
        self.view = view
        self.lang = lang
        self.rect(0, 0, WIDE, height, corner, fill=self.sky(sky))
        self.plate = self.clip("plate", 0, 0, WIDE, height, corner)

    def sky(self, name: str) -> str:
        """The paint of a game's sky."""
        stops = [(at, f"sky-{name}-{i}", 1.0) for i, at in enumerate((0.0, 0.55, 1.0))]
        return self.gradient(f"sky-{name}", *stops, down=True)

    def say(self, key: str, **fields: Value) -> str:
        """A text in the picture's language."""
        return say(key, self.lang, **fields)

    def page(self, key: str, **fields: Value) -> str:
        """A text that the game's own page uses."""
        return self.say(f"{self.view.game}.page.{key}", **fields)

    def color(self, color: str) -> str:
        """A color's name."""
        return self.say(f"page.color.{color}")

    def seat(self, seat: int) -> str:
        """A seat's name."""
        return self.say("page.seat", seat=seat + 1)

    def words(self, plain: str) -> str:
        """Words of the notation, in the picture's language and with a capital."""
        known = texts(self.lang)
        told = re.sub(
            r"[a-z]{2,}", lambda one: known.get(f"{self.view.game}.word.{one[0]}", one[0]), plain
        )
        return told[:1].upper() + told[1:]

    def turn(self) -> str:
        """The turn's number."""
        if self.view.turn == 0:
            return self.say("drawing.set_up")
        return self.say("page.replay.turn", turn=self.view.turn)

    def status(self) -> str:
        """Who must decide, or who has won."""
        view = self.view
        if view.actor == OVER:
            best = max(view.scores)
            names = [self.seat(seat) for seat, score in enumerate(view.scores) if score == best]
            return self.say("drawing.won", names=names)
        if view.actor == CHANCE:
            return self.say("drawing.chance")
        return self.say("drawing.decides", name=self.seat(view.actor))

    def heading(self, *phase: str) -> None:
        """The game's name and variants at the left, what goes on at the right."""
        view = self.view
        with self.group(EDGE + 2, 15, 1.12):
            self.path(word("emblems", "pavilion"), fill="accent")
        name = self.say(f"{view.game}.name")
        self.text(66, 33, name, 23, weight=560, display=True)
        parts = [
            self.say(
                "drawing.option",
                option=self.say(f"page.option.{view.game}.{key}"),
                value=self.say(f"page.option.{view.game}.{key}.{value}"),
            )
            for key, value in view.options.items()
        ]
        if view.seat is not None:
            parts.append(self.say("drawing.seen", seat=view.seat + 1))
        self.text(66, 51, " · ".join(parts), 12, fill="ink2")
        right = WIDE - EDGE
        badge = view.actor if view.actor != OVER else view.scores.index(max(view.scores))
        self.badge(badge, right - 19, 33, 17)
        self.text(right - 46, 32, self.status(), 16, weight=640, text_anchor="end")
        aside = " · ".join([self.turn(), *phase])
        self.text(right - 46, 51, aside, 12, fill="ink2", text_anchor="end")

    def panel(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        heading: str = "",
        aside: str = "",
        seat: int | None = None,
    ) -> None:
        """A light plate on the sky; a seat's own color runs along it while that seat decides."""
        self.rect(x, y + 2.5, width, height, ROUND, fill="black-edge", fill_opacity=0.07)
        self.rect(x, y, width, height, ROUND, fill="surface", fill_opacity=0.93)
        if seat is not None and seat == self.view.actor:
            self.rect(
                x + 1,
                y + 1,
                width - 2,
                height - 2,
                ROUND - 1,
                fill="none",
                stroke=f"seat-{seat}",
                stroke_width=2,
            )
        if heading:
            self.text(x + 14, y + 22, heading, 12.5, weight=640)
        if aside:
            self.text(x + width - 14, y + 22, aside, 12, fill="ink2", text_anchor="end")

    def badge(self, seat: int, x: float, y: float, r: float) -> None:
        """A seat's number in its color; a star for chance, as in records."""
        self.circle(x, y, r, fill="ink3" if seat < 0 else f"seat-{seat}")
        if seat < 0:
            self.text(x, y + r * 0.7, "*", r * 1.5, "surface", 640, text_anchor="middle")
        else:
            self.text(x, y + r * 0.36, seat + 1, r, "surface", 680, text_anchor="middle")

    def chip(self, color: str, x: float, y: float, r: float) -> None:
        """A color as a small disc with its glyph."""
        self.circle(x, y, r, fill=f"{color}-fill", stroke=f"{color}-edge", stroke_width=0.8)
        self.glyph(color, x, y, r * 0.56)

    def score(
        self, seat: int, x: float, y: float, size: float, text_anchor: str | None = None
    ) -> None:
        """A seat's points, large and in its color."""
        self.text(
            x, y, self.view.scores[seat], size, f"seat-{seat}", 560, display=True,
            text_anchor=text_anchor, data_piece="score",
        )  # fmt: skip

    def signed(self, facts: list[str]) -> str:
        """The picture with its name and a description for readers."""
        name = self.say(f"{self.view.game}.name")
        title = self.say("drawing.title", game=name, turn=self.turn(), status=self.status())
        told = [
            self.say("drawing.points", name=self.seat(seat), count=score)
            for seat, score in enumerate(self.view.scores)
        ]
        return self.finish(title, " ".join(f"{fact.rstrip('.')}." for fact in [*told, *facts]))
