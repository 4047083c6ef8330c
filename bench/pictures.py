"""Writes pictures of every screen and size of the page, to be looked at: `make screenshots`.

    python -m bench.pictures [--out build/screenshots] [--only WORD]
    python -m bench.pictures --docs    # those of the site and the READMEs, into docs/pictures

A server of its own plays each game to its middle and to its end; the system's Chromium looks.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image  # comes with what draws plots
from playwright.sync_api import Browser
from rich.progress import track

from tests.page.browser import house_and_browser
from tests.page.positions import lend_cookie, middle
from tests.server.client import Client
from tests.server.running import Running

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "laptop": {"viewport": {"width": 1024, "height": 768}},
    "low": {"viewport": {"width": 1280, "height": 640}},
    "wide": {"viewport": {"width": 1920, "height": 1080}},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
              "device_scale_factor": 2},
    "slim": {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True,
             "device_scale_factor": 2},
    "small": {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True,
              "device_scale_factor": 2},
    "lying": {"viewport": {"width": 844, "height": 390}, "has_touch": True, "is_mobile": True,
              "device_scale_factor": 2},
}  # fmt: skip
LOOKS = (("light", "en"), ("dark", "fr"))
RIVALS = ("computer:builder", "computer:builder", "computer:builder")
# A name, the game, its seats, how many of our decisions come before, its options.
POSITIONS: tuple[tuple[str, str, int, int, dict[str, str]], ...] = (
    ("pagoda", "pagoda", 2, 60, {}),
    ("pagoda-end", "pagoda", 2, 999, {"length": "fast"}),
    ("steps", "seven_steps", 3, 40, {"face": "mixed"}),
    ("steps-ring", "seven_steps", 4, 25, {"layout": "ring"}),
    ("pavilion", "summer_pavilion", 3, 45, {}),
    ("pavilion-grey", "summer_pavilion", 2, 30, {"board": "grey"}),
    ("pavilion-four", "summer_pavilion", 4, 60, {}),
)
SCREENS = (
    ("home", "/"),
    ("new", "/new/seven_steps?with=friend"),
    ("rules", "/rules/pagoda#rule-P5.1"),
    ("records", "/records"),
    ("me", "/me"),
    ("tables", "/tables"),
    ("lost", "/nowhere"),
)


# Of the documentation: the file, the position, the size and the theme.
DOCS = (
    ("pagoda", "pagoda", "desktop", "light"),
    ("seven_steps", "steps", "desktop", "dark"),
    ("summer_pavilion", "pavilion", "desktop", "light"),
    ("phone", "steps", "phone", "light"),
)


def places(running: Running, wanted: set[str] | None = None) -> Iterator[tuple[str, str, Client]]:
    """Every place to be looked at: its name, its path, and the device that may see it."""
    home = Client(running.address)
    played = [position for position in POSITIONS if wanted is None or position[0] in wanted]
    for name, game, seats, moves, options in track(played, description="Playing"):
        kinds = ("me", *RIVALS[: seats - 1])
        client, table = middle(running, game, kinds, moves, options=options)
        yield name, f"/table/{table}", client
        if name.endswith("-end"):
            yield "study", f"/table/{table}/replay", client
            home = client
    for name, path in SCREENS:
        yield name, path, home


def take(browser: Browser, place: tuple[str, str, Client], out: Path) -> int:
    """Take one place in all sizes and looks; returns how many pictures that were."""
    name = place[0]
    for size in SIZES:
        for theme, lang in LOOKS:
            shot = look(browser, place, size, theme, lang)
            (out / f"{name}-{size}-{theme}.png").write_bytes(shot)
    return len(SIZES) * len(LOOKS)


def look(
    browser: Browser, place: tuple[str, str, Client], size: str, theme: str, lang: str
) -> bytes:
    """One picture of one place, as PNG."""
    _, path, client = place
    scheme: Any = theme
    context = browser.new_context(
        base_url=client.address, color_scheme=scheme, locale=lang, **SIZES[size]
    )
    if client.cookie:
        lend_cookie(context, client)
    page = context.new_page()
    page.goto(path)
    page.wait_for_selector("#main:not([aria-busy])")
    page.wait_for_timeout(700)
    shot = page.screenshot()
    context.close()
    return shot


def document(running: Running, browser: Browser) -> int:
    """Take the pictures of the documentation, small enough to be committed."""
    wanted = {position for _, position, _, _ in DOCS}
    found = {place[0]: place for place in places(running, wanted)}
    for file, position, size, theme in DOCS:
        shot = Image.open(io.BytesIO(look(browser, found[position], size, theme, "en")))
        path = Path("docs", "pictures", f"{file}.webp")
        shot.convert("RGB").save(path, quality=80, method=6)
    return len(DOCS)


def main() -> None:
    """Read the command line, play, look, and say where the pictures are."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, default=Path("build", "screenshots"))
    parser.add_argument("--only", default="", help="places whose name contains this word")
    parser.add_argument("--docs", action="store_true", help="the pictures of docs/, and no others")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    with house_and_browser() as (running, browser):
        if asked.docs:
            print(f"{document(running, browser)} pictures in docs/pictures")
            return
        found = [place for place in places(running) if asked.only in place[0]]
        count = sum(take(browser, place, asked.out) for place in track(found, "Looking"))
    print(f"{count} pictures in {asked.out}")


if __name__ == "__main__":
    main()
