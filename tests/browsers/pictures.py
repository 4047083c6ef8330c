"""Writes pictures of the same places in the three browsers side by side, to be looked at.

    python -m tests.browsers.pictures [--out build/browsers/pictures] [--only WORD]

Which places there are is decided here; how a browser looks at one, in visitor.py.
"""

from __future__ import annotations

import argparse
import base64
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from rich.progress import track

from colonnade.games import game
from colonnade.teaching.lesson import lessons
from tests.browsers.__main__ import BROWSERS
from tests.browsers.chromium import ChromiumVisitor
from tests.browsers.scenes import press
from tests.browsers.visitor import SIZES, Visitor
from tests.page.positions import middle
from tests.server.client import Client
from tests.server.running import Running

THEMES = ("light", "dark")
RIVAL = "computer:builder"
LOOKS = 12  # in a row that find the same elements: tables are drawn part by part
# Letters and pictures are there, and nothing comes or moves but what always does.
STANDS = """(looks) => {
  const count = document.querySelectorAll('*').length;
  window.same = count === window.counted ? (window.same ?? 0) + 1 : 0;
  window.counted = count;
  return window.same >= looks && document.documentElement.dataset.fonts !== undefined
    && document.fonts.status === 'loaded'
    && Boolean(document.querySelector('main:not([aria-busy=true])'))
    && !document.querySelector('[data-shell]')
    && [...document.images].every((picture) => picture.complete)
    && document.getAnimations().every((one) => one.effect.getTiming().iterations === Infinity);
}"""
Place = tuple[str, str, Client, str]  # its name, path and device; a button of the header to press
PAGE = """<style>
  body {{ margin: 8px; font: 14px sans-serif; background: gray }}
  figure {{ display: inline-block; margin: 4px }}
  img {{ width: {width}px; display: block }}
</style>{figures}"""
FIGURE = "<figure><figcaption>{0}</figcaption><img src='data:image/png;base64,{1}'></figure>"


def places(house: Running) -> Iterator[Place]:
    """Every place to be looked at."""
    stranger = Client(house.address)
    lesson = lessons(game("pagoda"))[0].key
    for key, moves in (("pagoda", 30), ("seven_steps", 30), ("summer_pavilion", 40)):
        client, table = middle(house, key, ("me", RIVAL), moves)
        yield key, f"/table/{table}", client, ""
    yield "home", "/", client, ""
    yield "dialog", f"/table/{table}", client, "page.menu"
    yield "new", "/new/seven_steps?with=friend", stranger, ""
    yield "rules", "/rules/seven_steps", stranger, ""
    yield "numbers", "/rules/pagoda#rule-P5.1", stranger, ""
    yield "learn", "/learn", stranger, ""
    yield "lesson", f"/learn/pagoda/{lesson}", stranger, ""
    client, table = middle(house, "summer_pavilion", ("me", RIVAL), 999)
    yield "result", f"/table/{table}", client, ""
    yield "study", f"/table/{table}/replay", client, ""


def look(visitor: Visitor, place: Place, theme: str, out: Path) -> None:
    """Take one place in one window."""
    _, path, client, button = place
    visitor.arrive(client.address, name="Anne", theme=theme)
    if client.cookie:
        visitor.lend(*client.cookie.split("=", 1))
    visitor.open(path)
    visitor.wait(STANDS, LOOKS, what="the screen")
    if button:
        press(visitor, "header", button)
        visitor.see("dialog")
    visitor.screenshot(out)


def beside(window: Visitor, taken: list[tuple[str, Path]], width: int, out: Path) -> None:
    """Put the pictures of all browsers side by side."""
    coded = [(name, base64.b64encode(path.read_bytes()).decode()) for name, path in taken]
    figures = "".join(FIGURE.format(*one) for one in coded)
    assert isinstance(window, ChromiumVisitor)
    window.page.set_viewport_size({"width": (width + 12) * len(taken) + 16, "height": 100})
    window.page.set_content(PAGE.format(width=width, figures=figures))
    window.page.screenshot(path=out, full_page=True)


def main() -> None:
    """Read the command line, play, look, and say where the pictures are."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("--out", type=Path, default=Path("build", "browsers", "pictures"))
    reader.add_argument("--only", default="", help="pictures whose name contains this word")
    asked = reader.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        house = Running(folder / "data", page="")
        stack.callback(house.stop)
        there = [one for one in BROWSERS if not one.missing()]
        makers = {one.name: stack.enter_context(one.started()) for one in there}
        found = list(places(house))
        window = makers["chromium"](SIZES[0])
        stack.callback(window.close)
        for size in SIZES:
            with ExitStack() as leaving:
                visitors = {name: make(size) for name, make in makers.items()}
                for visitor in visitors.values():
                    leaving.callback(visitor.close)
                wanted = [(place, theme) for place in found for theme in THEMES]
                for place, theme in track(wanted, size.name):
                    name = f"{place[0]}-{size.name}-{theme}"
                    if asked.only not in name:
                        continue
                    taken = [(one, folder / f"{name}-{one}.png") for one in visitors]
                    for browser, path in taken:
                        look(visitors[browser], place, theme, path)
                    wide = size.width if size.touch else size.width // 2
                    beside(window, taken, wide, asked.out / f"{name}.png")


if __name__ == "__main__":
    main()
