"""Makes PNG of SVG, in a process of its own: the library keeps the interpreter to itself meanwhile.

It is optional: `can_draw` says whether it is there, with the fonts that the page's build leaves.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

FONTS = ("inter.ttf", "fraunces.ttf")  # in the page's folder `fonts`, see web/plugins/fonts.ts
WEIGHT = re.compile(r'font-weight="(\d+)"')


def fonts_in(page: Path | None) -> list[str]:
    """The fonts of a built page; none where the pictures could not be written in them."""
    found = [str(page / "fonts" / name) for name in FONTS] if page is not None else []
    return found if all(Path(path).is_file() for path in found) else []


def can_draw(fonts: list[str]) -> bool:
    """Whether pictures can be made here."""
    return bool(fonts) and find_spec("resvg_py") is not None


def png_of(svg: str, fonts: list[str]) -> bytes:
    """A picture in its own size, written in these fonts alone: a server may have no others."""
    import resvg_py

    # It knows whole hundreds only.
    plain = WEIGHT.sub(lambda one: f'font-weight="{round(int(one[1]), -2)}"', svg)
    return resvg_py.svg_to_bytes(svg_string=plain, skip_system_fonts=True, font_files=fonts)
