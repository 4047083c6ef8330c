"""What a first visit may cost, as far as it can be counted: requests, bytes, elements, answers."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from bench import slow
from bench.page import places
from tests.server.running import Running

pytestmark = pytest.mark.once
MOST_REQUESTS = 10  # before the first possible click
MOST_BYTES = {"home": 150_000, "rules": 230_000, "study": 210_000}
TABLE_BYTES = 190_000
MOST_ELEMENTS = {"home": 700}
# All that came over the network, the document too.
LOADED = """() => [
  ...performance.getEntriesByType('navigation'),
  ...performance.getEntriesByType('resource'),
].map((entry) => [new URL(entry.name).pathname, entry.transferSize])"""
REFUSED = "addEventListener('securitypolicyviolation', (e) => refused.push(e.violatedDirective))"


@pytest.mark.parametrize(
    "name", ["home", "pagoda", "seven_steps", "summer_pavilion", "rules", "study"]
)
def test_a_first_visit(browser: Browser, house: Running, name: str) -> None:
    """Few requests and bytes, nothing that the policy refuses; a table is in its document."""
    (place,) = places(house, [name])
    counts = slow.count(browser, house.address, place)
    assert counts.requests <= MOST_REQUESTS
    assert counts.elements < MOST_ELEMENTS.get(name, 3000)
    page = slow.opened(browser, house.address, place)
    page.add_init_script(f"window.refused = []; {REFUSED}")
    page.goto(place.path, wait_until="load")
    page.wait_for_function("() => window.clickable")
    page.wait_for_function(slow.SETTLED)
    loaded = page.evaluate(LOADED)
    assert sum(size for _, size in loaded) < MOST_BYTES.get(name, TABLE_BYTES)
    asked = [path for path, _ in loaded if path.startswith("/api/tables/")]
    assert [path for path in asked if not path.endswith("/feed")] == []
    assert page.evaluate("() => refused") == []
    page.context.close()
