"""What the page can do beside playing: take back, advise, explain, hide, replay, remember."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from colonnade.games.pagoda.refusals import RULE_OF as PAGODA_RULE_OF
from colonnade.games.summer_pavilion.refusals import RULE_OF
from colonnade.locales import say, texts
from tests.page.conftest import Opener
from tests.page.hand import Hand
from tests.page.positions import lend_cookie, middle
from tests.server.client import Client
from tests.server.running import Running

pytestmark = pytest.mark.once
FIRST: dict[str, Any] = {"start": "first", "first": 0}
DECIDING = '[data-phase="deciding"]'
CARD = re.compile(r"card (\w+) hand")
# All that a board says of itself: what lies where, what glows, what readers hear.
BOARD = """() => JSON.stringify([...document.querySelectorAll('main [data-thing]')].map((e) =>
  [e.dataset.thing, e.dataset.state, e.getAttribute('aria-label') ?? e.innerText]))"""
LOG = """() => [...document.querySelectorAll('.log li')].map((line) => line.innerText)"""
CHANGED = f"(before) => ({BOARD})() !== before"
SAME = f"(before) => ({BOARD})() === before"
PLY_BEYOND = "(ply) => Number(document.querySelector('[data-ply]').dataset.ply) > ply"


def press(page: Page | Locator, key: str, **fields: str) -> None:
    """Press a button by its English words."""
    page.get_by_role("button", name=say(key, "en", **fields), exact=True).first.click()


def open_table(opener: Opener, client: Client, table: str, **more: Any) -> Page:
    """Open a client's table in a browser, and wait until it may decide."""
    page = opener("/rules", **more)
    lend_cookie(page.context, client)
    page.goto(f"/table/{table}")
    page.locator(DECIDING).wait_for()
    page.mouse.move(0, 0)
    return page


def steps(house: Running, moves: int = 0) -> tuple[Client, str]:
    """A game of 7 Steps against the computer."""
    return middle(house, "seven_steps", ("me", "computer:apprentice"), moves, **FIRST)


def ply_of(page: Page) -> int:
    """How far the table is, as the page shows it."""
    return Hand(page).standing()[0]


def touch_space(page: Page) -> None:
    """Put a disc on the first space that glows."""
    page.locator('[data-space][data-state="legal"]').first.click()


def test_take_back(opener: Opener, house: Running) -> None:
    """Taking back within a turn restores the position, by its button and by U."""
    client, table = steps(house)
    page = open_table(opener, client, table)
    before, view = page.evaluate(BOARD), client.look(table)["view"]
    for way in ("button", "key"):
        ply = ply_of(page)
        touch_space(page)
        page.wait_for_function(PLY_BEYOND, arg=ply)
        page.mouse.move(0, 0)
        page.wait_for_function(CHANGED, arg=before)
        assert client.look(table)["view"] != view
        if way == "button":
            page.locator("main button", has_text=say("seven_steps.page.undo")).click()
        else:
            page.keyboard.press("u")
        page.mouse.move(0, 0)
        page.wait_for_function(SAME, arg=before)
        assert client.look(table)["view"] == view


def test_reasons(opener: Opener, house: Running) -> None:
    """A touch of what is impossible says why, and leads to the paragraph of that rule."""
    client, table = middle(house, "summer_pavilion", ("me", "computer:apprentice"), 2, **FIRST)
    page = open_table(opener, client, table)
    refused = {one["thing"]: one for one in client.look(table)["refusals"]}
    shown = page.locator('main [data-thing][data-state="disabled"]:visible').all()
    named = [(one, one.get_attribute("data-thing")) for one in shown]
    target, thing = next((one, thing) for one, thing in named if thing in refused)
    assert thing is not None
    why = refused[thing]
    target.click(force=True)  # it may be touched though it says that it is disabled
    prompt = page.locator(".prompt.refused")
    said = texts("en")[why["reason"]].partition("{")[0]
    expect(prompt).to_contain_text(said[0].upper() + said[1:])
    press(prompt, "page.rule", rule=why["rule"])
    paragraph = page.locator(f'dialog [id="rule-{why["rule"]}"]')
    expect(paragraph).to_have_class(re.compile("looked"))
    expect(paragraph).to_be_in_viewport()
    assert client.look(table)["refusals"]  # nothing was played


def test_rules_at_what_is_pointed_at(opener: Opener, house: Running) -> None:
    """R or the button opens the rules at the thing pointed at last: its refusal's, else its own."""
    client, table = middle(house, "summer_pavilion", ("me", "computer:apprentice"), 2, **FIRST)
    page = open_table(opener, client, table)
    looked = page.locator("dialog .looked")
    page.locator('main [data-thing^="factory "][data-state="legal"]').first.focus()
    page.keyboard.press("r")
    expect(looked).to_have_id(f"rule-{RULE_OF['factory']}")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    refused = {one["thing"]: one["rule"] for one in client.look(table)["refusals"]}
    shown = page.locator('main [data-thing][data-state="disabled"]:visible').all()
    named = [(one, one.get_attribute("data-thing") or "") for one in shown]
    target, thing = next((one, thing) for one, thing in named if thing in refused)
    target.click(force=True)
    press(page.locator("header"), "page.rules")
    expect(looked).to_have_id(f"rule-{refused[thing]}")


def test_rules_open_where_the_mouse_rests(opener: Opener, house: Running) -> None:
    """A mouse that stays on a thing points at it, without a click; on its way it does not."""
    client, table = middle(house, "pagoda", ("me", "computer:apprentice"), 0, **FIRST)
    page = open_table(opener, client, table)
    rules = {one["thing"]: one["rule"] for one in client.look(table)["refusals"]}
    looked = page.locator("dialog .looked")
    for thing in ("fan", "end", "lot 3"):
        page.locator(f'main [data-thing="{thing}"]').first.hover(force=True)
        wanted = f"rule-{rules.get(thing) or PAGODA_RULE_OF[thing.split()[0]]}"
        for rest in (300, 900, 2700, 8100):  # a busy machine may notice late that it rests
            page.wait_for_timeout(rest)
            page.keyboard.press("r")
            page.locator("dialog .text h2").first.wait_for(state="attached")
            found = looked.get_attribute("id") if looked.count() else ""
            page.keyboard.press("Escape")
            expect(page.locator("dialog")).to_have_count(0)
            if found == wanted:
                break
        assert found == wanted, thing
    assert client.look(table)["actor"] == 0  # nothing was played


def lines_in(page: Page, lang: str) -> set[str]:
    """The texts of a language that stand on the page, where the other language says otherwise."""
    other = texts("fr" if lang == "en" else "en")
    own = {text for key, text in texts(lang).items() if "{" not in text and text != other[key]}
    both = own - set(other.values())
    return both & {line.strip() for line in page.locator("body").inner_text().splitlines()}


def test_language_and_theme(opener: Opener) -> None:
    """A switch in the settings changes every text, or every color, and is kept."""
    page = opener("/", color_scheme="light")
    page.locator("article button").first.wait_for()
    assert len(lines_in(page, "en")) > 10
    background = "() => getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    press(page, "page.settings")
    page.get_by_role("dialog").get_by_text(say("page.language.fr"), exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text(say("page.settings.theme", "fr"))
    page.get_by_role("dialog").get_by_text(say("page.theme.dark", "fr"), exact=True).click()
    page.keyboard.press("Escape")
    for _ in ("at once", "after a reload"):
        expect(page.locator("html")).to_have_attribute("lang", "fr")
        expect(page.locator("html")).to_have_attribute("data-theme", "dark")
        expect(page.locator("h1")).to_have_text(say("page.home.title", "fr"))
        page.wait_for_function(f"(light) => ({background})() !== light", arg=light)
        assert lines_in(page, "en") == set()
        assert len(lines_in(page, "fr")) > 10
        page.reload()


def test_asks_before_a_move(opener: Opener, house: Running) -> None:
    """With the setting on, a touch makes ready and a press plays; Escape clears the choice."""
    client, table = steps(house)
    page = open_table(opener, client, table)
    press(page, "page.settings")
    page.get_by_text(say("page.settings.confirm")).click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    ply, ready = ply_of(page), page.locator('[data-choice="ready"]')
    touch_space(page)
    expect(ready).to_be_visible()
    page.keyboard.press("Escape")
    expect(ready).to_have_count(0)
    touch_space(page)
    expect(ready).to_be_visible()
    assert client.look(table)["ply"] == ply
    page.locator('button[data-thing="main"]').click()
    page.wait_for_function(PLY_BEYOND, arg=ply)


def lift(page: Page, name: str) -> None:
    """Take the device behind the curtain."""
    page.locator('[data-phase="curtain"]').wait_for()
    press(page, "page.curtain.ready", name=name)
    page.locator(DECIDING).wait_for()


@pytest.mark.parametrize("key", ["pagoda", "seven_steps"])
def test_curtain(opener: Opener, house: Running, key: str) -> None:
    """Between turns of a shared device nothing hidden is on the page, nor told to the next."""
    client = Client(house.address)
    seats = [{"kind": "me", "name": "Anne"}, {"kind": "device", "name": "Ben"}]
    table = client.post("/api/tables", {"game": key, "seats": seats} | FIRST)["id"]
    page = open_table(opener, client, table)
    hand = Hand(page, seed=4)
    for turn in range(3):
        name, other = ("Anne", "Ben") if turn % 2 == 0 else ("Ben", "Anne")
        while hand.wait() != "curtain":
            check_hand(page, client.look(table)["view"])
            hand.move()
        expect(page.locator("main dialog")).to_contain_text(other)
        assert page.locator("main [data-thing], main [data-place], .log").count() == 0
        assert page.locator('[aria-live="polite"]').first.inner_text().strip() == ""
        assert name not in page.locator("main").inner_text()
        if turn == 1:
            page.reload()  # this must not lift it
        lift(page, other)
        check_hand(page, client.look(table)["view"])
    told = page.evaluate(LOG)
    assert len(told) > 2
    page.reload()
    lift(page, "Ben")
    page.wait_for_function(
        f"(told) => JSON.stringify(({LOG})()) === told",
        arg=json.dumps(told, ensure_ascii=False, separators=(",", ":")),
    )


def check_hand(page: Page, view: dict[str, Any]) -> None:
    """The hand on the page is the one of the seat that looks, and the other's is not there."""
    if view["phase"] in ("bonus", "choosing"):
        return  # there tiles lie where the discs were
    seat, other = view["seat"], view["players"][1 - view["seat"]]
    assert other["hand"] is None
    own = view["players"][seat]["hand"]
    if view["game"] == "pagoda":
        things = page.locator('main [data-thing^="card "]').all()
        found = [CARD.fullmatch(one.get_attribute("data-thing") or "") for one in things]
        assert Counter(one[1] for one in found if one) == Counter(own)
    else:
        discs = page.locator('main [data-place^="hand "]').all()
        colors = Counter((one.get_attribute("data-place") or "").split()[1] for one in discs)
        assert colors == Counter(own)


def test_refresh_keeps_everything(opener: Opener, house: Running) -> None:
    """A reload in mid-game shows the same table, log and score."""
    client, table = middle(house, "summer_pavilion", ("me", "computer:apprentice"), 9, **FIRST)
    page = open_table(opener, client, table)
    before, log = page.evaluate(BOARD), page.evaluate(LOG)
    assert len(log) > 5
    page.reload()
    page.locator(DECIDING).wait_for()
    page.mouse.move(0, 0)
    page.wait_for_function(SAME, arg=before)
    assert page.evaluate(LOG) == log


def test_last_turn_again(opener: Opener, house: Running) -> None:
    """What the computer did stands in pictures, can be seen again, and goes with one's own move."""
    client, table = middle(house, "summer_pavilion", ("me", "computer:apprentice"), 0, **FIRST)
    page = open_table(opener, client, table)
    hand = Hand(page, seed=2)
    hand.move()
    hand.wait()
    strip = page.locator("main .rival")
    name = say("play.player.apprentice")
    expect(strip).to_contain_text(say("page.turn.title", "en", name=name))
    expect(strip.locator(".picture .still > svg")).to_have_count(1)
    for way in ("strip", "sheet", "menu"):
        page.mouse.move(0, 0)
        page.locator(DECIDING).wait_for()
        before = page.evaluate(BOARD)
        if way == "menu":
            press(page, "page.menu")
            press(page.get_by_role("dialog"), "page.menu.replay")
        elif way == "sheet":
            press(page, "page.turn")
            press(page.get_by_role("dialog"), "page.turn.again", number="1")
        else:
            press(strip, "page.turn.again", number="1")
        page.locator('[data-phase="waiting"]').wait_for()
        page.mouse.move(0, 0)
        page.wait_for_function(CHANGED, arg=before)
        page.locator(DECIDING).wait_for()
        page.wait_for_function(SAME, arg=before)


def test_keys(opener: Opener, house: Running) -> None:
    """L reads the last move again, ? shows the keys, Escape closes; none of them plays."""
    client, table = steps(house)
    page = open_table(opener, client, table)
    hand = Hand(page, seed=3)
    while client.look(table)["view"]["turn"] < 2:
        hand.move()
        hand.wait()
    live = page.locator('[aria-live="polite"].hidden').first
    ply, spoken = ply_of(page), live.text_content() or ""
    assert say("play.player.apprentice") in spoken
    page.keyboard.press("l")
    expect(live).not_to_have_js_property("textContent", spoken)
    assert (live.text_content() or "").strip() == spoken.strip()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text(say("page.keys.last"))
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    assert ply_of(page) == ply


def test_resign_and_rematch(opener: Opener, house: Running) -> None:
    """Resigning asks again, ends the game, and the next one begins at a new table."""
    client, table = steps(house)
    page = open_table(opener, client, table)
    press(page, "page.menu")
    press(page, "page.menu.resign")
    press(page, "page.menu.stay")
    expect(page.get_by_text(say("page.menu.resign_two"))).to_have_count(0)
    assert client.look(table)["result"] is None
    press(page, "page.menu.resign")
    press(page, "page.menu.resign_yes")
    expect(page.get_by_role("dialog")).to_contain_text(say("page.result.you_resigned"))
    assert client.look(table)["result"]["resigned"] == [0]
    press(page.get_by_role("dialog"), "page.result.again")
    page.wait_for_url(lambda url: "/table/" in url and table not in url)
    page.locator("[data-phase]").wait_for()
    assert client.look(table)["rematch"] == page.url.rpartition("/")[2]
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_own_color_and_what_follows(opener: Opener, house: Running) -> None:
    """One's own seat wears the first color, whoever begins; study and another game stay at hand."""
    color = (
        "(seat) => getComputedStyle(document.documentElement).getPropertyValue(`--seat-${seat}`)"
    )
    seen = list[list[str]]()
    for kinds in (("me", "computer:apprentice"), ("computer:apprentice", "me")):
        client, table = middle(house, "seven_steps", kinds, 0, **FIRST)
        page = open_table(opener, client, table)
        seen.append([page.evaluate(color, seat) for seat in (0, 1)])
    assert seen[0] == seen[1][::-1]
    client.post(f"/api/tables/{table}/seats/1/resign")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Escape")
    prompt = page.locator("main .prompt .prompt")
    expect(prompt.get_by_role("link", name=say("page.nav.study"))).to_be_visible()
    press(prompt, "page.result.again")
    page.wait_for_url(lambda url: "/table/" in url and table not in url)
