"""Writes pictures of every screen and size of the page, to be looked at: `make screenshots`.

    python -m bench.pictures [--out build/screenshots] [--only WORD]

A server of its own plays each game to its middle and to its end; the system's Chromium looks.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser
from rich.progress import track

from tests.page.browser import house_and_browser
from tests.page.positions import lend_cookie, middle
from tests.server.client import Client
from tests.server.running import Running

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "low": {"viewport": {"width": 1280, "height": 640}},
    "wide": {"viewport": {"width": 1920, "height": 1080}},
    "tablet": {"viewport": {"width": 820, "height": 1180}, "has_touch": True},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True,
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
    ("tables", "/tables"),
    ("lost", "/nowhere"),
)


def places(running: Running) -> Iterator[tuple[str, str, Client]]:
    """Every place to be looked at: its name, its path, and the device that may see it."""
    home = Client(running.address)
    for name, game, seats, moves, options in track(POSITIONS, description="Playing"):
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
    name, path, client = place
    for size, shape in SIZES.items():
        for theme, lang in LOOKS:
            scheme: Any = theme
            context = browser.new_context(
                base_url=client.address, color_scheme=scheme, locale=lang, **shape
            )
            if client.cookie:
                lend_cookie(context, client)
            page = context.new_page()
            page.goto(path)
            page.wait_for_selector("#main:not([aria-busy])")
            page.wait_for_timeout(700)
            page.screenshot(path=out / f"{name}-{size}-{theme}.png")
            context.close()
    return len(SIZES) * len(LOOKS)


def main() -> None:
    """Read the command line, play, look, and say where the pictures are."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--out", type=Path, default=Path("build", "screenshots"))
    parser.add_argument("--only", default="", help="places whose name contains this word")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    with house_and_browser() as (running, browser):
        found = [place for place in places(running) if asked.only in place[0]]
        count = sum(take(browser, place, asked.out) for place in track(found, "Looking"))
    print(f"{count} pictures in {asked.out}")


if __name__ == "__main__":
    main()
