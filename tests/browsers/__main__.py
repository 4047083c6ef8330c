"""Plays in three real browsers, at two sizes, and between them: `make browsers`.

    python -m tests.browsers [--only WORD]

Skips a browser that this machine has not, with a word.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from tests.browsers.chromium import CHROMIUM
from tests.browsers.firefox import FIREFOX
from tests.browsers.scenes import SCENES, invitation
from tests.browsers.visitor import SIZES, Browser, Size, Visitor
from tests.browsers.webkit import WEBKIT
from tests.server.running import Running

BROWSERS = (CHROMIUM, FIREFOX, WEBKIT)
OUT = Path("build", "browsers")
INVITES = "invites"
TRIES = 2  # what fails is tried once more, and is told even if it passes then
Window = tuple[str, Size]  # of a browser


@dataclass
class Told:
    """What became of one scene in one window."""

    word: str
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)  # of each try that failed

    @property
    def failed(self) -> bool:
        """Whether no try was good."""
        return self.word == "failed"


class Stage:
    """The house, the browsers that this machine has, and a window of each size in each."""

    def __init__(self, stack: ExitStack, house: Running, browsers: list[Browser]) -> None:
        self.house = house
        self.makers = {one.name: stack.enter_context(one.started()) for one in browsers}
        self.visitors: dict[tuple[str, Size], Visitor] = {}
        stack.callback(self.leave)

    def visitor(self, browser: str, size: Size, name: str = "Anne") -> Visitor:
        """Who looks through a browser of a size; the same as before, if that one is well."""
        if (browser, size) not in self.visitors:
            visitor = self.visitors[browser, size] = self.makers[browser](size)
            visitor.arrive(self.house.address, name=name)
        return self.visitors[browser, size]

    def leave(self) -> None:
        """Send all visitors away."""
        while self.visitors:
            self.visitors.popitem()[1].close()

    def play(self, name: str, seats: list[Window], scene: Callable[..., None]) -> Told:
        """Play one scene, once more if it fails; pictures of a failure are kept."""
        told, began = Told("failed"), time.monotonic()
        for tried in range(TRIES):
            visitors: list[Visitor] = []
            try:
                visitors += (self.visitor(*seat) for seat in seats)
                scene(self.house, *visitors)
                for visitor in visitors:
                    assert not (found := visitor.faults()), found
                told.word = "again" if tried else "ok"
                break
            except Exception:
                told.faults.append(traceback.format_exc())
                self.keep_pictures(f"{name}-{tried + 1}", visitors)
                self.leave()
                if self.house.process.poll() is not None:
                    self.house.start()
        told.seconds = time.monotonic() - began
        return told

    def keep_pictures(self, name: str, visitors: list[Visitor]) -> None:
        """Write what the windows show, where that is still possible."""
        for visitor in visitors:
            with suppress(Exception):
                place = f"{name}-{visitor.browser}-{visitor.size.name}.png"
                visitor.screenshot(OUT / place.replace(" ", "_"))


def parts(
    names: list[str],
) -> Iterator[tuple[str, str, list[Window], Callable[..., None]]]:
    """What is to be played: its row and column, who looks, and the scene."""
    desktop, phone = SIZES
    for browser in names:
        for size in SIZES:
            for column, scene in SCENES.items():
                yield f"{browser} {size.name}", column, [(browser, size)], scene
    for host, guest in zip(names, names[1:] + names[:1], strict=True):
        if host != guest:
            yield f"{host} desktop", INVITES, [(host, desktop), (guest, phone)], invitation


def table(told: dict[tuple[str, str], Told], names: list[str]) -> Table:
    """Every window as a row, every scene as a column."""
    shown = Table(box=box.SIMPLE_HEAD)
    columns = [*SCENES, INVITES]
    for column in ["", *columns]:
        shown.add_column(column)
    for row in [f"{browser} {size.name}" for browser in names for size in SIZES]:
        cells = [told.get((row, column)) for column in columns]
        shown.add_row(row, *(f"{one.word} {one.seconds:.0f} s" if one else "" for one in cells))
    return shown


def main() -> None:
    """Read the command line, play everything, and say what became of it."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("--only", default="", help="rows and scenes whose name contains this word")
    asked = reader.parse_args()
    console = Console(highlight=False, width=100 if not sys.stdout.isatty() else None)
    OUT.mkdir(parents=True, exist_ok=True)
    began, told = time.monotonic(), dict[tuple[str, str], Told]()
    skipped = [why for one in BROWSERS if (why := one.missing())]
    for why in skipped:
        console.print(f"skipped: {why}")
    there = [one for one in BROWSERS if not one.missing()]
    names = [one.name for one in there]
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        house = Running(Path(folder, "data"), page="")
        stack.callback(lambda: house.process.poll() is None and house.stop())
        stage = Stage(stack, house, there)
        for row, column, seats, scene in parts(names):
            if asked.only not in f"{row} {column}":
                continue
            found = told[row, column] = stage.play(f"{row} {column}", seats, scene)
            who = " to ".join(f"{browser} {size.name}" for browser, size in seats)
            console.print(f"  {who:32} {column:16} {found.word:6} {found.seconds:5.1f} s")
            for fault in found.faults:
                console.print(fault, markup=False)
    console.print(table(told, names))
    seconds = round(time.monotonic() - began)
    failed = sum(one.failed for one in told.values())
    console.print(
        f"{seconds // 60} min {seconds % 60} s; {len(told)} played, {failed} failed, "
        f"{len(skipped)} browsers skipped; pictures of failures are in {OUT}"
    )
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
