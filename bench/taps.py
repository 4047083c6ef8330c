"""Measures how a tap is answered: next paint, when the piece stands, long tasks, forced layout.

    python -m bench.taps [--moves 8] [--slower 6] [--delay 0] [--games pagoda,seven_steps]

Real page, real server, the system's Chromium with a slower processor, and a delay of the network
where one is wished. Tasks are counted by the processor time of the page's own thread, so that a
busy machine changes little, and so is the next paint; that and standing pieces are told by the
clock too, as people feel them. The mouse rests for a frame on what it will press, as a hand does.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page
from rich.console import Console
from rich.table import Table

from tests.page.browser import house_and_browser
from tests.page.hand import Hand
from tests.page.positions import lend_cookie, middle
from tests.server.running import Running

GAMES = {"pagoda": 40, "seven_steps": 40, "summer_pavilion": 30}  # decisions made before
SETTINGS = '{"motion": "full", "sound": false, "pace": 1}'
LONG = 50.0  # ms: what browsers call a long task
WORST = 150.0  # ms: the longest that the page allows itself
FORCED = ("Layout", "UpdateLayoutTree")  # inside a script they were asked for by it
BEGINS = ("pointerdown", "keydown")
PRESSES = (*BEGINS, "pointerup", "click")
SCRIPTS = ("FunctionCall", "EventDispatch", "RunMicrotasks", "TimerFire", "FireAnimationFrame")
WATCH = """() => {
  window.taps = { inputs: [], stood: [] };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (entry.interactionId) taps.inputs.push([entry.interactionId, entry.duration]);
  }).observe({ type: 'event', durationThreshold: 16 });
  let since = null, ply = -1;
  const table = () => document.querySelector('[data-ply]');
  const down = () => { since = performance.now(); ply = Number(table()?.dataset.ply ?? -1); };
  addEventListener('pointerdown', down, true);
  addEventListener('keydown', down, true);
  const look = () => {
    const moved = Number(table()?.dataset.ply ?? -1) > ply;
    const stands = document.querySelector('[data-pending]')
      || (moved && !document.querySelector('[data-landing]'));
    if (since !== null && stands) {
      taps.stood.push(performance.now() - since);
      since = null;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
TRACED = "devtools.timeline,disabled-by-default-devtools.timeline"


# A point of something at which a press meets it; what stands before it may hide its middle.
POINT = """(element) => {
  const box = element.getBoundingClientRect();
  const name = element.dataset.thing;
  for (const down of [0.5, 0.25, 0.75, 0.1, 0.9])
    for (const along of [0.5, 0.25, 0.75, 0.1, 0.9]) {
      const [x, y] = [box.x + along * box.width, box.y + down * box.height];
      const found = document.elementFromPoint(x, y);
      const thing = found?.closest('[data-thing]')?.dataset.thing;
      if (element.contains(found) || (name && thing === name)) return [x, y];
    }
  return null;
}"""
RESTED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


class BareHand(Hand):
    """Presses without the looks that a test takes before and while it does: they would count."""

    def touch(self, selector: str) -> bool:
        """Move there, rest for a frame, press."""
        target = self.page.locator(selector).first
        if self.by != "mouse" or not target.count():
            return super().touch(selector)
        point = target.evaluate(POINT)
        if point is None:
            return super().touch(selector)
        self.touches += 1
        self.page.mouse.move(*point)
        self.page.evaluate(RESTED)
        self.page.mouse.down()
        self.page.mouse.up()
        return True


def start_trace(cdp: CDPSession) -> list[dict[str, Any]]:
    """Trace the page's threads; what is found comes when it is stopped."""
    events: list[dict[str, Any]] = []
    cdp.on("Tracing.dataCollected", lambda found: events.extend(found["value"]))
    cdp.send("Tracing.start", {"categories": TRACED, "transferMode": "ReportEvents"})
    return events


def stop_trace(page: Page, cdp: CDPSession) -> None:
    """End a trace and wait for all of it."""
    ended: list[bool] = []
    cdp.on("Tracing.tracingComplete", lambda _: ended.append(True))
    cdp.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)


def tasks_of(events: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """The tasks of the page's main thread, each with all that it did."""
    busy: dict[tuple[int, int], float] = defaultdict(float)
    for event in events:
        if event["name"] == "Layout":
            busy[event["pid"], event["tid"]] += event.get("dur", 0)
    main = max(busy, key=lambda thread: busy[thread])
    own = [e for e in events if (e["pid"], e["tid"]) == main and e.get("ph") == "X"]
    own.sort(key=lambda event: (event["ts"], -event["dur"]))
    tasks: list[list[dict[str, Any]]] = []
    for event in own:
        if event["name"] == "RunTask":
            tasks.append([event])
        elif tasks and event["ts"] < tasks[-1][0]["ts"] + tasks[-1][0]["dur"]:
            tasks[-1].append(event)
    return tasks


def paints(tasks: list[list[dict[str, Any]]]) -> list[float]:
    """Of each press the longest from one of its events to the next paint, by the thread's time."""
    found: list[float] = []
    waiting: list[dict[str, Any]] = []
    for event in (one for task in tasks for one in task):
        kind = event.get("args", {}).get("data", {}).get("type")
        if event["name"] == "EventDispatch" and kind in PRESSES:
            if kind in BEGINS:
                found.append(0.0)
            waiting.append(event)
        elif event["name"] == "Commit" and found:
            done = event["tts"] + event.get("tdur", 0)
            found[-1] = max([found[-1], *((done - one["tts"]) / 1000 for one in waiting)])
            waiting = []
    return found


def spent(event: dict[str, Any]) -> float:
    """Processor time of an event in ms."""
    return float(event.get("tdur", event["dur"])) / 1000


def forced(task: list[dict[str, Any]]) -> float:
    """Time of a task's layout and style that its scripts asked for, in ms."""
    scripts = [e for e in task if e["name"] in SCRIPTS]
    return sum(
        spent(event)
        for event in task
        if event["name"] in FORCED
        and any(s["ts"] <= event["ts"] < s["ts"] + s["dur"] for s in scripts)
    )


def play(browser: Browser, running: Running, game: str, asked: argparse.Namespace) -> list[str]:
    """Some moves at a table in the middle of a game; the row that tells of them."""
    client, table = middle(running, game, ("me", "computer:apprentice"), GAMES[game])
    context = browser.new_context(
        base_url=running.address, viewport={"width": 1440, "height": 900}, locale="en"
    )
    context.add_init_script(f"localStorage['colonnade.settings'] = '{SETTINGS}'")
    context.add_init_script(f"({WATCH})()")
    lend_cookie(context, client)
    page = context.new_page()
    page.set_default_timeout(300_000)
    page.goto(f"/table/{table}")
    hand = BareHand(page, seed=2, by=asked.by)
    hand.wait()
    page.wait_for_load_state("networkidle" if not asked.delay else "load")
    cdp = context.new_cdp_session(page)
    cdp.send("Emulation.setCPUThrottlingRate", {"rate": asked.slower})
    if asked.delay:
        slow = {"offline": False, "latency": asked.delay}
        cdp.send("Network.enable")
        cdp.send(
            "Network.emulateNetworkConditions",
            slow | {"downloadThroughput": -1, "uploadThroughput": -1},
        )
    found = start_trace(cdp)
    hand.play(asked.moves)
    taps = page.evaluate("() => taps")
    stop_trace(page, cdp)
    context.close()
    if asked.trace:
        Path(asked.trace, f"{game}.json").write_text(json.dumps({"traceEvents": found}))
    return told(game, taps, tasks_of(found))


def told(game: str, taps: dict[str, Any], tasks: list[list[dict[str, Any]]]) -> list[str]:
    """The numbers of one game as a row."""
    walls: dict[int, float] = defaultdict(float)
    for number, length in taps["inputs"]:
        walls[number] = max(walls[number], length)
    inputs, stood = sorted(walls.values()) or [0.0], sorted(taps["stood"]) or [0.0]
    threads = sorted(paints(tasks)) or [0.0]
    lengths = [spent(task[0]) for task in tasks]
    whole = sum(lengths)
    share = sum(forced(task) for task in tasks) / whole
    return [
        game,
        f"{threads[len(threads) // 2]:.0f} / {threads[-1]:.0f}",
        f"{inputs[len(inputs) // 2]:.0f} / {inputs[-1]:.0f}",
        f"{stood[len(stood) // 2]:.0f} / {stood[-1]:.0f}",
        str(sum(length > LONG for length in lengths)),
        str(sum(length > WORST for length in lengths)),
        f"{max(lengths):.0f}",
        f"{whole:.0f}",
        f"{share:.0%}",
    ]


def main() -> None:
    """Start a server and a browser, and measure."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--moves", type=int, default=8)
    parser.add_argument("--slower", type=int, default=6, help="times the processor")
    parser.add_argument("--delay", type=int, default=0, help="ms of the network")
    parser.add_argument("--games", default=",".join(GAMES))
    parser.add_argument("--by", default="mouse", choices=("mouse", "key", "touch"))
    parser.add_argument("--trace", default="", help="a folder for the traces themselves")
    asked = parser.parse_args()
    table = Table(title=f"{asked.moves} moves, processor {asked.slower} times slower (ms)")
    for heading in (
        "game",
        "next paint by the thread, median / worst",
        "by the clock",
        "stands after, median / worst",
        f"tasks over {LONG:.0f}",
        f"over {WORST:.0f}",
        "worst task",
        "all tasks",
        "layout forced",
    ):
        table.add_column(heading, justify="right")
    with house_and_browser() as (running, browser):
        for game in asked.games.split(","):
            table.add_row(*play(browser, running, game, asked))
    Console().print(table)


if __name__ == "__main__":
    main()
