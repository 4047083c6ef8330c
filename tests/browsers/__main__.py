"""Plays in three real browsers, at two sizes, and between them: `make browsers`.

    python -m tests.browsers [--only WORD] [--minutes 15]

Skips a browser that this machine has not, or that does not start here, with a word. What fails is
tried once more, in browsers started anew, and is listed at the end even if it passes then.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

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
STARTS = 2  # of a browser
Window = tuple[str, Size]  # of a browser
Begun = TypeVar("Begun")


@dataclass
class Told:
    """What became of one scene in one window."""

    word: str
    seconds: float = 0.0
    fault: str = ""
    tries: int = 1

    @property
    def failed(self) -> bool:
        """Whether the page, not the machine, is to blame."""
        return self.word == "failed"


class NoStart(Exception):
    """A browser that this machine has does not start."""


def start_browser(name: str, begin: Callable[[], Begun]) -> Begun:
    """Start a browser or a window of it; once more if it does not come."""
    fault = ""
    for _ in range(STARTS):
        try:
            return begin()
        except Exception as error:
            fault = f"{type(error).__name__}: {error}"
    raise NoStart(f"{name} does not start here: {fault.splitlines()[0]}")


def enter(stack: ExitStack, browser: Browser) -> Callable[[Size], Visitor]:
    """Start a browser; it ends with the stack."""
    return stack.enter_context(browser.started())


class Stage:
    """The house, the browsers that start on this machine, and a window of each size in each."""

    def __init__(self, stack: ExitStack, house: Running, browsers: list[Browser]) -> None:
        self.house = house
        self.browsers = {one.name: one for one in browsers}
        self.running: dict[str, ExitStack] = {}  # what ends a browser
        self.makers: dict[str, Callable[[Size], Visitor]] = {}
        self.visitors: dict[tuple[str, Size], Visitor] = {}
        self.skipped: list[str] = []
        stack.callback(self.leave)
        for one in browsers:
            try:
                self.begin(one.name)
            except NoStart as fault:
                self.skipped.append(str(fault))

    def begin(self, name: str) -> None:
        """Start a browser, if this machine has it."""
        browser, stack = self.browsers[name], ExitStack()
        if why := browser.missing():
            raise NoStart(why)
        self.makers[name] = start_browser(name, partial(enter, stack, browser))
        self.running[name] = stack

    def visitor(self, browser: str, size: Size, name: str = "Anne") -> Visitor:
        """Who looks through a browser of a size; the same as before, if that one is well."""
        if (browser, size) not in self.visitors:
            if browser not in self.makers:
                self.begin(browser)
            make = self.makers[browser]
            visitor = start_browser(f"{browser} {size.name}", lambda: make(size))
            self.visitors[browser, size] = visitor
            visitor.arrive(self.house.address, name=name)
        return self.visitors[browser, size]

    def leave(self) -> None:
        """Send all visitors away, and end their browsers."""
        while self.visitors:
            with suppress(Exception):  # one that has died cannot be closed
                self.visitors.popitem()[1].close()
        self.makers.clear()
        while self.running:
            with suppress(Exception):
                self.running.popitem()[1].close()

    def play(self, name: str, seats: list[Window], scene: Callable[..., None]) -> Told:
        """Play one scene; if it fails, once more in browsers that have done nothing before."""
        first = self.play_once(name, seats, scene)
        if not first.failed:
            return first
        again = self.play_once(f"{name} again", seats, scene)
        again.tries, again.seconds = 2, first.seconds + again.seconds
        if again.fault != first.fault:
            again.fault = "\n".join((first.fault, again.fault))
        return again

    def play_once(self, name: str, seats: list[Window], scene: Callable[..., None]) -> Told:
        """Play one scene; pictures of a failure are kept."""
        told, began = Told("ok"), time.monotonic()
        visitors: list[Visitor] = []
        try:
            visitors += (self.visitor(*seat) for seat in seats)
            scene(self.house, *visitors)
            for visitor in visitors:
                assert not (found := visitor.faults()), found
        except NoStart as fault:
            told.word, told.fault = "skipped", str(fault)
        except Exception:
            told.word, told.fault = "failed", traceback.format_exc()
            self.keep_pictures(name, visitors)
            self.leave()  # whatever they have become
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


def conclude(console: Console, told: dict[tuple[str, str], Told], seconds: float) -> int:
    """Say what was tried twice or not played, and the sums; returns how many failed."""
    for (row, column), one in told.items():
        if one.tries > 1:
            console.print(f"failed at the first try, and was tried again: {row}, {column}")
        if one.word == "skipped":
            console.print(f"not played: {row}, {column}: {one.fault}", markup=False)
    failed = sum(one.failed for one in told.values())
    played = sum(one.word != "skipped" for one in told.values())
    console.print(
        f"{round(seconds) // 60} min {round(seconds) % 60} s; {played} played, {failed} failed, "
        f"{len(told) - played} skipped; pictures of failures are in {OUT}"
    )
    return failed


def main() -> None:
    """Read the command line, play everything, and say what became of it."""
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    reader.add_argument("--only", default="", help="rows and scenes whose name contains this word")
    reader.add_argument("--minutes", type=float, default=60, help="after them no scene begins")
    asked = reader.parse_args()
    console = Console(highlight=False, width=100 if not sys.stdout.isatty() else None)
    OUT.mkdir(parents=True, exist_ok=True)
    for old in OUT.glob("*.png"):
        old.unlink()
    began, told = time.monotonic(), dict[tuple[str, str], Told]()
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        house = Running(Path(folder, "data"), page="")
        stack.callback(lambda: house.process.poll() is None and house.stop())
        stage = Stage(stack, house, list(BROWSERS))
        names = list(stage.makers)  # now: what fails ends them for a while
        for why in stage.skipped:
            console.print(f"skipped: {why}")
        for row, column, seats, scene in parts(names):
            if asked.only not in f"{row} {column}":
                continue
            if time.monotonic() > began + 60 * asked.minutes:
                told[row, column] = Told("skipped", fault="no time left")
                continue
            found = told[row, column] = stage.play(f"{row} {column}", seats, scene)
            who = " to ".join(f"{browser} {size.name}" for browser, size in seats)
            console.print(f"  {who:32} {column:16} {found.word:6} {found.seconds:5.1f} s")
            if found.fault:
                console.print(found.fault, markup=False)
    console.print(table(told, names))
    failed = conclude(console, told, time.monotonic() - began)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
