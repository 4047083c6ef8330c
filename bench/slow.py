"""First visits of a place on a slow network: when there are words, and when one can click.

The network is that of the browser's own "Slow 3G": each request waits two seconds, 400 kbit/s for
all; the processor is throttled sixfold. Requests and elements are counted at full speed.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from bench.scores import Place

SLOW = {
    "offline": False,
    "latency": 2000,
    "downloadThroughput": 50_000,
    "uploadThroughput": 50_000,
}
PROCESSOR = 6
PHONE: dict[str, Any] = {
    "viewport": {"width": 412, "height": 823},
    "device_scale_factor": 1.75,
    "is_mobile": True,
    "has_touch": True,
    "locale": "en",
}
PATIENCE = 120_000
# Notes the moment at which what can be clicked is there, in the page itself: a call could be late.
WATCH = """(wanted) => {
  const look = () => {
    if (window.clickable || !document.querySelector(wanted)) return;
    window.clickable = performance.now();
    watcher.disconnect();
  };
  const watcher = new MutationObserver(look);
  watcher.observe(document, { subtree: true, childList: true, attributes: true });
}"""
WORDS = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
# The document is done once nothing was added for some frames.
SETTLED = """() => {
  const count = document.querySelectorAll('*').length;
  window.same = count === window.counted ? (window.same ?? 0) + 1 : 0;
  window.counted = count;
  return document.readyState === 'complete' && window.same > 30 ? count : 0;
}"""


class Counts(NamedTuple):
    """What a first visit asks for and shows."""

    requests: int  # before the first possible click
    elements: int


class Times(NamedTuple):
    """Milliseconds of a first visit on a slow network."""

    words: float
    click: float


def opened(browser: Browser, address: str, place: Place) -> Page:
    """A new telephone, about to open the place."""
    context = browser.new_context(base_url=address, **PHONE)
    if place.cookie:
        name, _, value = place.cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": address}])
    context.add_init_script(f"({WATCH})({place.click!r})")
    return context.new_page()


def count(browser: Browser, address: str, place: Place) -> Counts:
    """Requests up to the first possible click, and elements when all is there."""
    page = opened(browser, address, place)
    page.goto(place.path, wait_until="commit")
    page.wait_for_function("() => window.clickable")
    elements = page.wait_for_function(SETTLED).json_value()
    requests = page.evaluate(
        """() => 1 + performance.getEntriesByType('resource')
          .filter((entry) => entry.startTime < window.clickable).length"""
    )
    page.context.close()
    return Counts(requests, elements)


def crawl(browser: Browser, address: str, place: Place) -> Times:
    """One visit on the slow network with the slow processor."""
    page = opened(browser, address, place)
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.emulateNetworkConditions", SLOW)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": PROCESSOR})
    page.goto(place.path, wait_until="commit", timeout=PATIENCE)
    page.wait_for_function("() => window.clickable", timeout=PATIENCE)
    words = page.wait_for_function(WORDS, timeout=PATIENCE).json_value()
    click = page.evaluate("() => window.clickable")
    page.context.close()
    return Times(words, max(words, click))
