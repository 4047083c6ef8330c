"""The paper that pictures are drawn on: SVG marks, painted with tokens, in both themes.

Colors are names of tokens.py, never numbers; `stone-edge/line-strong` is the one on a light ground
and the other on a dark one. What is drawn is decided by each game's drawing.py,
what all pictures share by sheet.py.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Final
from xml.etree import ElementTree

from colonnade.tokens import paints, word

Value = str | float | None

PAINTED: Final = {"fill": "f", "stroke": "s", "stop-color": "c"}  # attribute: its classes' letter
ID: Final = "\0"  # stands for the picture's own name, until all of it is known
PLAIN: Final = ("none", "currentColor")

_copies = count(1)


def number(value: float) -> str:
    """Write a measure with two decimals at most."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escape(text: str) -> str:
    """Write words that cannot become marks, inside an element or a quoted attribute."""
    for sign, name in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(sign, name)
    return text


class Paper:
    """Collects the marks of one picture, and what they need: gradients, shapes, dark colors."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self._marks: list[str] = []
        self._shapes: dict[str, str] = {}
        self._dark: dict[str, str] = {}  # rules by class

    def mark(self, name: str, inside: str | None = None, /, **attributes: Value) -> None:
        """One element; `stroke_width` is written stroke-width, and None leaves one out."""
        written = self._written(attributes)
        text = "/>" if inside is None else f">{escape(inside)}</{name}>"
        self._marks.append(f"<{name}{written}{text}")

    def path(self, d: str, **attributes: Value) -> None:
        """A path; none where there is nothing to draw."""
        if d:
            self.mark("path", d=d, **attributes)

    def rect(
        self, x: float, y: float, width: float, height: float, rx: float = 0, **attributes: Value
    ) -> None:
        """A rectangle with round corners."""
        self.mark("rect", x=x, y=y, width=width, height=height, rx=rx or None, **attributes)

    def circle(self, cx: float, cy: float, r: float, **attributes: Value) -> None:
        """A circle."""
        self.mark("circle", cx=cx or None, cy=cy or None, r=r, **attributes)

    def ellipse(self, cx: float, cy: float, rx: float, ry: float, **attributes: Value) -> None:
        """An ellipse."""
        self.mark("ellipse", cx=cx or None, cy=cy or None, rx=rx, ry=ry, **attributes)

    def text(
        self,
        x: float,
        y: float,
        words: str | int,
        size: float,
        fill: str = "ink",
        weight: int = 500,
        display: bool = False,
        **attributes: Value,
    ) -> None:
        """Words on a line; `display` takes the serif of titles and scores."""
        attributes = {"font_size": size, "font_weight": weight, "fill": fill, **attributes}
        kind = f"{ID}-display" if display else None
        self.mark("text", str(words), x=x, y=y, class_=kind, **attributes)

    @contextmanager
    def group(self, x: float = 0, y: float = 0, scale: float = 1, **more: Value) -> Iterator[None]:
        """Marks that belong together, moved and scaled together."""
        moves = [f"translate({number(x)} {number(y)})"] if x or y else []
        moves += [f"scale({scale:.4g})"] if scale != 1 else []
        self._marks.append(f"<g{self._written({'transform': ' '.join(moves) or None, **more})}>")
        yield
        self._marks.append("</g>")

    def gradient(
        self, name: str, *stops: tuple[float, str, float], down: bool = False, round_: bool = False
    ) -> str:
        """A gradient of (offset, color, opacity), made once; returns the paint that shows it."""
        tag = "radialGradient" if round_ else "linearGradient"

        def draw() -> None:
            for offset, color, opacity in stops:
                self.mark(
                    "stop",
                    offset=offset,
                    stop_color=color,
                    stop_opacity=None if opacity == 1 else opacity,
                )

        turned = ' x2="0" y2="1"' if down else ""
        self._define(name, f'<{tag} id="{ID}-{name}"{turned}>', f"</{tag}>", draw)
        return f"url(#{ID}-{name})"

    def shape(self, name: str, draw: Callable[[], None]) -> str:
        """A shape that is drawn more than once; returns its name for `stamp`."""
        self._define(name, f'<g id="{ID}-{name}">', "</g>", draw)
        return name

    def stamp(self, name: str, x: float = 0, y: float = 0, scale: float = 1, **more: Value) -> None:
        """Draw a shape of `shape` at a place."""
        moves = [f"translate({number(x)} {number(y)})"] if x or y else []
        moves += [f"scale({scale:.4g})"] if scale != 1 else []
        self.mark("use", href=f"#{ID}-{name}", transform=" ".join(moves) or None, **more)

    def clip(self, name: str, x: float, y: float, width: float, height: float, rx: float) -> str:
        """A window; what has it as its clip_path is seen through it alone."""

        def draw() -> None:
            self.rect(x, y, width, height, rx)

        self._define(name, f'<clipPath id="{ID}-{name}">', "</clipPath>", draw)
        return f"url(#{ID}-{name})"

    def markup(self, text: str, ink: str, ground: str) -> None:
        """Marks of tokens.json, in which currentColor is the ink and GROUND what lies under it."""
        painted = {"currentColor": ink, "GROUND": ground}
        for element in ElementTree.fromstring(f"<g>{text}</g>"):
            known = {key: painted.get(value, value) for key, value in element.attrib.items()}
            self.mark(element.tag, **{key.replace("-", "_"): v for key, v in known.items()})

    def glyph(self, color: str, x: float, y: float, r: float, on: str = "piece") -> None:
        """The glyph of a color: in ink on a piece, in mark on an empty space."""
        ink, ground = f"{color}-ink", f"{color}-fill"
        if on == "space":
            ink, ground = f"space-{color}-mark", f"space-{color}-fill"

        def draw() -> None:
            self.markup(word("pieces", "colors", color, "glyph_svg"), ink, ground)

        self.stamp(self.shape(f"{on}-{color}", draw), x, y, r)

    def finish(self, title: str, about: str) -> str:
        """The whole picture as SVG, the same text for the same marks."""
        rules = "".join(f".{name}{{{rule}}}" for name, rule in sorted(self._dark.items()))
        style = (
            f"#{ID}{{font-family:{word('type', 'ui')};font-variant-numeric:tabular-nums}}"
            f".{ID}-display{{font-family:{word('type', 'display')}}}"
            f"@media (prefers-color-scheme: dark){{{rules}}}"
        )
        size = f"{number(self.width)} {number(self.height)}"
        text = "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" id="{ID}" viewBox="0 0 {size}"'
                f' width="{number(self.width)}" height="{number(self.height)}"'
                ' style="max-width:100%;height:auto" role="img"'
                f' aria-labelledby="{ID}-title {ID}-about">',
                f'<title id="{ID}-title">{escape(title)}</title>',
                f'<desc id="{ID}-about">{escape(about)}</desc>',
                f"<style>{style}</style>",
                f"<defs>{''.join(self._shapes.values())}</defs>",
                *self._marks,
                "</svg>",
            ]
        )
        return text.replace(ID, f"c{zlib.crc32(text.encode()):08x}")

    def _define(self, name: str, opening: str, closing: str, draw: Callable[[], None]) -> None:
        """Draw something once, aside, under a name."""
        if name in self._shapes:
            return
        outside, self._marks = self._marks, []
        draw()
        inside, self._marks = self._marks, outside
        self._shapes[name] = "".join([opening, *inside, closing])

    def _written(self, attributes: dict[str, Value]) -> str:
        """Attributes as text, their colors looked up; a class for each that the dark changes."""
        classes: list[str] = []
        parts: list[str] = []
        for key, value in attributes.items():
            if value is None:
                continue
            name = key.rstrip("_").replace("_", "-")
            if name == "class":
                classes.append(str(value))
                continue
            if name in PAINTED and isinstance(value, str):
                value = self._painted(name, value, classes)
            text = escape(value) if isinstance(value, str) else number(value)
            parts.append(f' {name}="{text}"')
        if classes:
            parts.append(f' class="{" ".join(classes)}"')
        return "".join(parts)

    def _painted(self, name: str, value: str, classes: list[str]) -> str:
        """A color for light grounds; what it is on dark ones becomes a rule."""
        if value in PLAIN or value.startswith("url("):
            return value
        first, _, second = value.partition("/")
        light, dark = paints()[first].light, paints()[second or first].dark
        if light != dark:
            # A class has the picture's name in it: a rule about what stands inside a picture
            # would not reach the shapes that are stamped.
            kind = f"{ID}-{PAINTED[name]}-{value.replace('/', '-')}"
            self._dark[kind] = f"{name}:{dark}"
            classes.append(kind)
        return light


def own_names(picture: str) -> str:
    """The same picture under a name of its own: many may stand on one page of a notebook."""
    known = re.search(r'<svg [^>]*?id="(c[0-9a-f]{8})"', picture)
    return picture if known is None else picture.replace(known[1], f"{known[1]}-{next(_copies)}")
