"""Every screen and sheet, light and dark, large and small: readable by all, whole, and at home."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from colonnade.locales import say
from tests.page.conftest import DESKTOP, PHONE, Opener
from tests.page.positions import finished, lend_cookie, middle
from tests.server.client import Client
from tests.server.running import Running

pytestmark = pytest.mark.once
GAMES = ("pagoda", "seven_steps", "summer_pavilion")
LOOKS: dict[str, dict[str, Any]] = {
    "desktop light en": {**DESKTOP, "lang": "en", "color_scheme": "light"},
    "phone dark fr": {**PHONE, "lang": "fr", "color_scheme": "dark"},
}
# Every sheet of a table once: the words of the buttons that lead there.
SHEETS: dict[str, list[list[str]]] = {
    "pagoda": [["page.settings"], ["page.menu"]],
    "seven_steps": [["page.menu", "page.home.rules"], ["page.menu", "page.keys"]],
    "summer_pavilion": [["page.log"]],
}
# Windows in which a table must fit as it is: a page that scrolls hides the board or the hand.
WINDOWS = ((1440, 900), (1280, 640), (390, 844), (360, 640), (844, 390))
KEY = re.compile(r"\b(?:page|play|pagoda|seven_steps|summer_pavilion)\.[a-z_]+[a-z_.]*")
MOVING = '{"pace": 0, "sound": false, "motion": "system", "name": "Anne"}'
TEXTS = """() => {
  const named = [...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')];
  const words = ['aria-label', 'title', 'placeholder', 'alt'];
  const labels = named.flatMap((e) => words.map((word) => e.getAttribute(word) ?? ''));
  return [document.title, document.body.innerText, ...labels].join('\\n');
}"""
SIZE = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [scrollWidth, scrollHeight];
}"""
FITS = """([width, height]) => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return innerHeight === height && scrollWidth <= width && scrollHeight <= height;
}"""
SHIFT = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done(sum), 400);
})"""
RUNNING = """() => document.getAnimations()
  .filter((one) => one.playState === 'running')
  .map((one) => one.animationName ?? one.transitionProperty ?? 'script')"""
WEIGHT = """async () => {
  while (document.documentElement.dataset.fonts === undefined)
    await new Promise((done) => setTimeout(done, 20));
  await document.fonts.ready;
  const entries = ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind));
  return entries.map((entry) => [entry.name, entry.encodedBodySize]);
}"""
STILL = """() => document.getAnimations().every((one) => one.playState !== 'running')"""
MOVES = f"""() => {{
  const names = ({RUNNING})();
  return names.length ? names : null;
}}"""
# A rule of axe that must be asked for: what is read on a button is part of its name.
ALSO = {"rules": {"label-content-name-mismatch": {"enabled": True}}}
SOON = 60_000  # ms: longer than any fade on a busy machine; only what never ends takes so long
SHORT = 3000  # ms until Escape is pressed once more
MOST_PRESSES = 20
DECIDING = '[data-phase="deciding"]'


@dataclass
class Visit:
    """One page that looks at many screens, and what was wrong with them."""

    page: Page
    address: str
    lang: str
    wrong: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Watch where requests go."""
        self.page.on("request", lambda asked: self.note_request(asked.url))

    def note_request(self, url: str) -> None:
        """Remember what went elsewhere."""
        if not url.startswith((self.address + "/", "data:", "blob:")):
            self.foreign.append(url)

    def go(self, path: str, ready: str, name: str = "") -> None:
        """Open a screen and look at it once it is there."""
        self.page.goto(path)
        self.page.locator(ready).first.wait_for()
        self.look(name or path)

    def look(self, name: str) -> None:
        """Note all that is wrong with what is shown."""
        found = Axe().run(self.page, options=ALSO).response["violations"]
        for one in found:
            nodes = [f"{node['html'][:160]} {node['failureSummary']}" for node in one["nodes"][:4]]
            self.wrong.append(f"{name}: axe {one['id']}: {nodes}")
        self.wrong += [f"{name}: text key {key}" for key in KEY.findall(self.page.evaluate(TEXTS))]
        viewport = self.page.viewport_size
        assert viewport is not None
        width = self.page.evaluate(SIZE)[0]
        if width > viewport["width"]:
            self.wrong.append(f"{name}: {width} px wide in {viewport['width']}")
        heads = self.page.locator("h1:visible").all_inner_texts()
        if len(heads) != 1:
            self.wrong.append(f"{name}: h1 {heads}")
        if not self.page.title().endswith("Colonnade"):
            self.wrong.append(f"{name}: title {self.page.title()}")
        lang = self.page.locator("html").get_attribute("lang")
        if lang != self.lang:
            self.wrong.append(f"{name}: lang {lang}")

    def press(self, key: str) -> None:
        """Press a button by its words."""
        dialog = self.page.locator("dialog[open]")
        place = dialog if dialog.count() else self.page.locator("body")
        place.get_by_role("button", name=say(key, self.lang), exact=True).first.click()

    def sheet(self, *keys: str) -> None:
        """Open a sheet by pressing one button after the other, look at it, close it by Escape."""
        for key in keys:
            self.press(key)
        dialog = self.page.get_by_role("dialog")
        expect(dialog).to_be_visible()
        self.look(" ".join(keys))
        for _ in range(MOST_PRESSES):  # what came out of a menu may lead back there
            self.page.keyboard.press("Escape")
            with suppress(AssertionError):
                expect(dialog).to_have_count(0, timeout=SHORT)
                return
        raise AssertionError(f"{' '.join(keys)}: Escape does not close it")

    def done(self) -> None:
        """Fail for all that was wrong at once."""
        assert self.wrong == []
        assert self.foreign == []


@pytest.fixture(scope="module")
def tables(house: Running) -> dict[str, tuple[Client, str]]:
    """A table of each game in the middle of it."""
    kinds = ("me", "computer:apprentice")
    return {game: middle(house, game, kinds, 10, start="first", first=0) for game in GAMES}


@pytest.fixture(scope="module")
def ended(house: Running) -> tuple[Client, str]:
    """A finished game."""
    client, table, _ = finished(house, options={"length": "fast"})
    return client, table


@pytest.fixture(params=LOOKS)
def visit(request: pytest.FixtureRequest, opener: Opener, house: Running) -> Iterator[Visit]:
    """A visitor with a screen and a language of its own."""
    look = LOOKS[request.param]
    found = Visit(opener("/nowhere", **look), house.address, look["lang"])
    yield found
    found.done()


def test_doors(visit: Visit, house: Running, ended: tuple[Client, str]) -> None:
    """The screens around the tables, and their sheets."""
    lend_cookie(visit.page.context, ended[0])
    visit.page.locator(".ruin").wait_for()
    visit.look("lost")
    visit.go("/", ".lists a.button", "home")
    visit.sheet("page.settings")
    for way, game in zip(("computer", "friend", "device"), GAMES, strict=True):
        visit.go(f"/new/{game}?with={way}", "button[type=submit]")
    game = "seven_steps" if visit.lang == "fr" else "summer_pavilion"
    visit.go(f"/rules/{game}/numbers", f'.rules[data-game="{game}"] h2')
    visit.go("/records", ".list a.button", "records")
    Client(house.address).make("pagoda", "me", "open", public=True)
    visit.go("/tables", ".list a.button", "tables")
    for path in ("/table/unknown", "/record/unknown", "/learn/pagoda/unknown"):
        visit.go(path, "[data-trouble]")


def test_own_page(visit: Visit, ended: tuple[Client, str]) -> None:
    """Who one is: nobody yet; then with results, a way in that is open, and its sheets."""
    ended[0].call("DELETE", "/api/me/recovery")  # of the look before
    visit.go("/me", "#me-words", "me as nobody")
    lend_cookie(visit.page.context, ended[0])
    visit.go("/me", "[data-here]", "me")
    visit.press("page.me.show_way")
    visit.page.locator("[data-words]").wait_for()
    visit.look("me, a way in")
    visit.page.locator("[data-here] button").click()
    visit.page.locator("dialog[open]").wait_for()
    visit.look("me, a device")
    visit.page.keyboard.press("Escape")
    visit.sheet("page.me.recovery")
    visit.sheet("page.me.delete")


def test_invited(visit: Visit, house: Running) -> None:
    """What an invited person sees, and what the one who invites does."""
    client = Client(house.address)
    made = client.make("seven_steps", "me", "open")
    token = made["invitations"][0]["token"]
    visit.go(f"/table/{made['id']}#{token}", "#join-name", "join")
    lend_cookie(visit.page.context, client)
    visit.page.goto("/")
    visit.go(f"/table/{made['id']}", "dialog[open]", "invite")


@pytest.mark.parametrize("game", GAMES)
def test_table(visit: Visit, tables: dict[str, tuple[Client, str]], game: str) -> None:
    """A game's table, its sheets, and that it fits into every window."""
    client, table = tables[game]
    lend_cookie(visit.page.context, client)
    visit.go(f"/table/{table}", DECIDING, game)
    for keys in SHEETS[game]:
        visit.sheet(*keys)
    own = visit.page.viewport_size
    for width, height in WINDOWS:
        visit.page.set_viewport_size({"width": width, "height": height})
        visit.page.locator("main .prompt").first.wait_for()
        try:
            visit.page.wait_for_function(FITS, arg=[width, height], timeout=SOON)
        except PlaywrightTimeout:
            size = visit.page.evaluate(SIZE)
            visit.wrong.append(f"{game} scrolls: {size} in {width}x{height}")
    assert own is not None
    visit.page.set_viewport_size(own)


def test_ends(visit: Visit, ended: tuple[Client, str]) -> None:
    """The result and the study of a finished game."""
    client, table = ended
    lend_cookie(visit.page.context, client)
    visit.go(f"/table/{table}", "dialog[open] tfoot", "result")
    visit.go(f"/table/{table}/replay", "input[type=range]", "study")
    if visit.lang == "fr":  # on a phone the analysis is a sheet
        visit.sheet("page.study.analysis")
        visit.press("page.study.analysis")
    visit.press("page.study.skill.show")
    visit.page.locator("section[aria-labelledby=skill] table").wait_for()
    visit.look("luck and skill")


def test_between(visit: Visit, house: Running) -> None:
    """The curtain between two people at one device, and a wish to take back."""
    anne, ben = Client(house.address), Client(house.address)
    made = anne.make("pagoda", "me", "open", start="first", first=0)
    ben.join(made)
    table, rng = made["id"], random.Random(2)
    while (seen := anne.look(table))["actor"] == 0:
        anne.move(table, seen["ply"], rng.choice(seen["offers"])["words"])
    asked = anne.post(f"/api/tables/{table}/undo", {"ply": seen["ply"]})
    assert asked["undone"] is False
    lend_cookie(visit.page.context, ben)
    visit.go(f"/table/{table}", "[role=alertdialog] button", "undo wish")
    both = Client(house.address)
    table = both.make("pagoda", "me", "device", start="first", first=0)["id"]
    lend_cookie(visit.page.context, both)
    visit.page.goto(f"/table/{table}")
    visit.page.locator(DECIDING).wait_for()
    while (seen := both.look(table))["actor"] == 0:
        both.move(table, seen["ply"], rng.choice(seen["offers"])["words"])
    visit.page.locator('[data-phase="curtain"] dialog[open]').wait_for()
    visit.look("curtain")


@pytest.mark.parametrize("place", ["home", *GAMES])
def test_first_load_is_light(
    opener: Opener, tables: dict[str, tuple[Client, str]], place: str
) -> None:
    """All that a first visit transfers: of the home screen under 150 kB, of a table under 190."""
    # A browser with nothing of the page in its cache; of what comes by way of the page's worker it
    # would tell the size unpacked.
    page = opener("/api/games", service_workers="block")
    calls: list[str] = []
    page.on("request", lambda sent: calls.append(sent.url) if "/api/" in sent.url else None)
    if place == "home":
        page.goto("/")
        page.locator("article button").first.wait_for()
    else:
        client, table = tables[place]
        lend_cookie(page.context, client)
        page.goto(f"/table/{table}")
        page.locator("main .prompt").first.wait_for()
        # The document tells the table: it is not asked for, only followed from there on.
        seen = client.look(table)
        feed = f"/api/tables/{table}/feed?since={seen['ply']}.{seen['revision']}"
        assert [call.partition(page.url.partition("/table")[0])[2] for call in calls] == [feed]
    found: list[tuple[str, int]] = page.evaluate(WEIGHT)
    assert any(name.endswith(".woff2") for name, _ in found)
    total = sum(size for _, size in found)
    most = 150_000 if place == "home" else 190_000
    assert 20_000 < total < most, sorted(found, key=lambda one: -one[1])


@pytest.mark.parametrize("look", LOOKS)
def test_nothing_jumps(opener: Opener, tables: dict[str, tuple[Client, str]], look: str) -> None:
    """What is shown stays where it is while the rest arrives."""
    page = opener("/", settings=MOVING, **LOOKS[look])
    client, table = tables["summer_pavilion"]
    page.locator(".company > *").first.wait_for()  # the last to come; a newcomer has no lists
    expect(page.locator(".lists")).to_have_count(0)
    assert page.evaluate(SHIFT) < 0.1
    lend_cookie(page.context, client)
    page.goto("/")
    page.locator(".lists a.button").first.wait_for()
    assert page.evaluate(SHIFT) < 0.1
    for _, table in tables.values():
        page.goto(f"/table/{table}")
        page.locator("[data-phase]").wait_for()
        page.locator("main .prompt").first.wait_for()
        assert page.evaluate(SHIFT) < 0.1, table


@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_motion_as_wished(opener: Opener, tables: dict[str, tuple[Client, str]], wish: str) -> None:
    """Who wants less motion sees none: neither what breathes nor what flies."""
    page = opener("/", settings=MOVING, reduced_motion=wish)
    seen = list[str]()
    for game, (client, table) in tables.items():
        lend_cookie(page.context, client)
        page.goto(f"/table/{table}")
        page.locator(DECIDING).wait_for()
        page.locator('[data-state="legal"]:visible').first.focus()
        with suppress(PlaywrightTimeout):
            if wish == "reduce":
                page.wait_for_function(STILL, timeout=SOON)
            elif not seen:  # a fade may be over when it is asked for once more
                seen += page.wait_for_function(MOVES, timeout=SOON).json_value()
        seen += [f"{game}: {name}" for name in page.evaluate(RUNNING)]
    assert (seen == []) == (wish == "reduce"), seen
