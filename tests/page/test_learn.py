"""Lessons as a learner meets them: every one is finished by following what the page points at.

What a lesson says is its file's affair (tests/teaching); here it is the table, the card, the rules
in pictures, and the way from one to the other.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from colonnade.games import game, own_keys
from colonnade.locales import say
from colonnade.teaching.guide import has_guide, numbered, read_guide
from colonnade.teaching.lesson import Lesson, lessons
from tests.page.conftest import DESKTOP, PHONE, Opener
from tests.page.hand import Hand
from tests.page.test_screens import STILL, Visit
from tests.server.running import Running

LESSONS = [lesson for key in own_keys() for lesson in lessons(game(key))]
FIRST = [lessons(game(key))[0] for key in own_keys() if lessons(game(key))]
GUIDED = [key for key in own_keys() if has_guide(game(key))]
READY = """() => {
  const main = document.querySelector('main[data-lesson]');
  if (!main || main.dataset.busy !== undefined) return false;
  const { lesson } = main.dataset;
  if (lesson === 'task') return Boolean(document.querySelector('[data-target]'));
  return lesson === 'reading' || lesson === 'done';
}"""
WHOLE = """() => {  // all words of the card are seen, its task above all
  const head = document.querySelector('.head');
  return head.scrollHeight <= head.clientHeight + 1;
}"""
TARGET = "main [data-target]"
NEXT = ".lower .primary"
AT_STEP = """(at) => [...document.querySelectorAll('.head .steps i')]
  .findIndex((one) => one.matches('.here')) === at"""
MOST_TOUCHES = 120
SMALL = {**PHONE, "viewport": {"width": 360, "height": 640}}


def named(lesson: Lesson) -> str:
    """A lesson by its game and key."""
    return f"{lesson.game}-{lesson.key}"


def open_lesson(opener: Opener, lesson: Lesson, **more: Any) -> Page:
    """Open a lesson as a new visitor."""
    return opener(f"/learn/{lesson.game}/{lesson.key}", **more)


def phase(page: Page) -> str:
    """Once the page waits for the learner: whether for reading, for a task, or for going on."""
    page.wait_for_function(READY)
    return page.locator("main").get_attribute("data-lesson") or ""


def is_over(page: Page) -> bool:
    """Whether the last step is behind: what is offered leads out of the lesson."""
    again = page.locator(".lower button", has_text=re.compile("again|Recommencer"))
    return again.count() > 0


def follow(page: Page, by: str) -> int:
    """Follow the pointer until the lesson is over; returns how many touches that took."""
    hand = Hand(page, by=by)
    for touches in range(MOST_TOUCHES):
        if phase(page) == "task":
            page.wait_for_function(WHOLE)
            hand.touch(f"{TARGET} >> nth=0")
            continue
        if is_over(page):
            return touches
        hand.touch(NEXT)
    raise AssertionError("the lesson does not end")


def is_done(page: Page, lesson: Lesson) -> bool:
    """Whether the device keeps that a lesson is done."""
    kept = page.evaluate("() => JSON.parse(localStorage['colonnade.learn'] ?? '{}')")
    return bool(kept.get(lesson.game, {}).get(lesson.key, {}).get("done"))


@pytest.mark.parametrize("lesson", LESSONS, ids=named)
def test_every_lesson_can_be_finished(opener: Opener, lesson: Lesson) -> None:
    """Whoever touches what the pointer stands at reaches the end, and the lesson is done."""
    page = open_lesson(opener, lesson)
    follow(page, "mouse")
    assert is_done(page, lesson)


@pytest.mark.parametrize("lesson", FIRST, ids=named)
def test_first_lessons_on_a_phone(opener: Opener, lesson: Lesson) -> None:
    """With fingers, the sheet below never in the way of the target."""
    page = open_lesson(opener, lesson, **PHONE)
    follow(page, "touch")
    assert is_done(page, lesson)


@pytest.mark.long
@pytest.mark.parametrize("lesson", [one for one in LESSONS if one not in FIRST], ids=named)
def test_other_lessons_on_a_phone(opener: Opener, lesson: Lesson) -> None:
    """All the others with fingers too, in French."""
    page = open_lesson(opener, lesson, **PHONE, lang="fr")
    follow(page, "touch")
    assert is_done(page, lesson)


@pytest.mark.parametrize("key", own_keys())
def test_every_task_is_seen_whole(opener: Opener, key: str) -> None:
    """On the smallest phone, in the language with the longer words, whatever step is looked at."""
    page = opener("/nowhere", **SMALL, lang="fr")
    skip = page.get_by_role("button", name=say("page.learn.skip", "fr"), exact=True)
    for lesson in lessons(game(key)):
        page.goto(f"/learn/{key}/{lesson.key}")
        for i, step in enumerate(lesson.steps):
            now = phase(page)
            assert (now == "task") == (step.task is not None)
            page.wait_for_function(WHOLE)
            if i < len(lesson.steps) - 1:
                (skip if now == "task" else page.locator(NEXT)).click()
                page.wait_for_function(AT_STEP, arg=i + 1)


@pytest.mark.parametrize("lesson", FIRST, ids=named)
def test_by_keys(opener: Opener, lesson: Lesson) -> None:
    """A whole lesson by keys; what was won puts the focus on going on."""
    page = open_lesson(opener, lesson)
    hand = Hand(page, by="key")
    for _ in range(MOST_TOUCHES):
        now = phase(page)
        if now == "done":
            expect(page.locator(NEXT)).to_be_focused()
            if is_over(page):
                break
            page.keyboard.press("Enter")
        else:
            if now == "reading" and is_over(page):
                break
            hand.touch(f"{TARGET} >> nth=0" if now == "task" else NEXT)
    assert is_done(page, lesson)


def test_in_french(opener: Opener) -> None:
    """Title, task and answer are the file's own French words."""
    lesson = LESSONS[0]
    page = open_lesson(opener, lesson, lang="fr")
    follow(page, "mouse")
    expect(page.locator(".head h2")).to_have_text(lesson.title.fr)
    done = lesson.steps[-1].done
    assert done is not None
    expect(page.locator(".said")).to_contain_text(done.fr)


def column_task(opener: Opener) -> Page:
    """The first task of Pagoda, where a card goes on a lot."""
    page = open_lesson(opener, next(one for one in LESSONS if one.game == "pagoda"))
    for _ in range(MOST_TOUCHES):
        if phase(page) == "task":
            return page
        page.locator(NEXT).click()
    raise AssertionError("no task")


def test_a_wrong_move_goes_home(opener: Opener) -> None:
    """It is shown, said to be allowed, taken back; after two the way is offered in accent."""
    page = column_task(opener)
    before = page.locator(".tray .score").inner_text()
    hand = Hand(page, by="key")  # lots stand before each other: a key means one of them
    for wrongs in (1, 2):
        if "card" in (page.locator(TARGET).get_attribute("data-thing") or ""):
            hand.touch(f"{TARGET} >> nth=0")  # whoever plays by keys may hold it still
        lot = page.locator('main [data-target][data-thing^="lot "]')
        wanted = lot.get_attribute("data-thing")
        others = [thing for thing in hand.legal() if thing.startswith("lot ") and thing != wanted]
        hand.touch(f'[data-thing="{others[0]}"][data-state="legal"]')
        expect(page.locator("main[data-lesson=wrong]")).to_have_count(1)
        expect(page.locator(".layer .bubble")).to_be_visible()
        assert phase(page) == "task"
        expect(page.locator(".said.warn")).to_contain_text(say("page.learn.wrong", "en"))
        expect(page.locator(".tray .score")).to_have_text(before)
        show = page.locator(".lower .show")
        expect(show).to_have_class(re.compile("primary") if wrongs == 2 else re.compile("show"))
    assert not is_done(page, LESSONS[0])


def test_show_me_takes_back_what_it_shows(opener: Opener) -> None:
    """The move is seen and is not made; the learner makes it; undo is free."""
    page = column_task(opener)
    score = page.locator(".tray .score")
    before = score.inner_text()
    page.get_by_role("button", name=say("page.learn.show", "en")).click()
    expect(page.locator("main[data-lesson=showing]")).to_have_count(1)
    assert phase(page) == "task"
    expect(score).to_have_text(before)
    hand = Hand(page)
    while phase(page) == "task" and score.inner_text() == before:
        hand.touch(f"{TARGET} >> nth=0")
    page.keyboard.press("u")
    expect(score).to_have_text(before)
    assert phase(page) == "task"


def test_skipping_leaves_a_lesson_open_and_leaving_keeps_the_place(opener: Opener) -> None:
    """A lesson with a gap is not done; whoever comes back finds the step again."""
    lesson = next(one for one in LESSONS if one.game == "pagoda" and len(one.steps) > 1)
    page = open_lesson(opener, lesson)
    phase(page)
    skip = page.get_by_role("button", name=say("page.learn.skip", "en"), exact=True)
    for _ in lesson.steps[:-1]:
        (skip if phase(page) == "task" else page.locator(NEXT)).click()
    phase(page)
    place = page.locator(".head .steps").get_attribute("aria-label")
    page.get_by_role("link", name=say("page.learn.close", "en")).click()
    page.locator("#learn-game").wait_for()
    page.goto(f"/learn/{lesson.game}/{lesson.key}")
    phase(page)
    assert page.locator(".head .steps").get_attribute("aria-label") == place
    assert not is_done(page, lesson)


def test_the_way_to_a_first_game(opener: Opener) -> None:
    """Home says how long it takes; after what is enough a first game waits, with the coach."""
    page = opener("/")
    card = page.locator("article", has=page.locator("#game-pagoda"))
    card.locator('a[href="/learn/pagoda"]').click()
    page.locator("#learn-lessons").wait_for()
    enough = [one for one in lessons(game("pagoda")) if one.enough]
    for lesson in enough:
        page.goto(f"/learn/{lesson.game}/{lesson.key}")
        follow(page, "mouse")
    play = page.get_by_role("button", name=say("page.learn.first_game", "en"))
    expect(play).to_be_visible()
    page.goto("/")
    expect(card).to_contain_text(say("page.learn.resume", "en"))
    page.goto("/learn/pagoda")
    strategy = [one for one in lessons(game("pagoda")) if one.strategy]
    expect(page.locator(".cards .picture svg[viewBox]")).to_have_count(len(strategy))
    page.get_by_role("button", name=say("page.learn.symbols", "en")).click()
    expect(page.locator("dialog li")).to_have_count(5)
    page.keyboard.press("Escape")
    play.click()
    page.locator("[data-ply]").wait_for()
    assert page.evaluate("() => JSON.parse(localStorage['colonnade.settings']).coach") is True
    page.locator(".hint .primary", has_text=say("page.hint.play", "en")).click()
    expect(page.locator(".hint .primary", has_text=say("page.hint.stop", "en"))).to_be_visible()


@pytest.mark.parametrize("look", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_screens_are_clean(opener: Opener, house: Running, lang: str, look: Any) -> None:
    """The path, lessons and rules in pictures: for readers, in their language, in the window."""
    theme = "dark" if lang == "fr" else "light"
    page = opener("/nowhere", lang=lang, color_scheme=theme, **look)
    visit = Visit(page, house.address, lang)
    visit.go("/learn/seven_steps", "#learn-lessons", "path")
    for lesson in FIRST:
        page.goto(f"/learn/{lesson.game}/{lesson.key}")
        phase(page)
        page.wait_for_function(STILL)
        visit.look(named(lesson))
    for key in GUIDED:
        visit.go(f"/rules/{key}", "article .drawn svg", f"rules {key}")
    visit.go("/rules/pagoda/numbers", '.rules[data-game="pagoda"] h2', "numbers")
    visit.done()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("key", GUIDED)
def test_rule_links_open_their_pictures(opener: Opener, key: str, lang: str) -> None:
    """A number leads to its paragraph, unfolded if it was folded, and on to the numbered text."""
    guide = read_guide(game(key))
    rules = [rule for chapter in guide.chapter for rule in chapter.rule]
    folded = next((rule for rule in rules if rule.fold), rules[-1])
    page = opener("/nowhere", lang=lang)
    for rule in (rules[0], folded, rules[-1]):
        page.goto(f"/rules/{key}#rule-{rule.numbers[-1]}")
        row = page.locator(f'[id="rule-{rule.numbers[0]}"]')
        expect(row).to_have_class(re.compile("looked"))
        expect(row).to_be_in_viewport()
        expect(row.locator(".text").first).to_be_visible()
    number = rules[-1].numbers[0]
    row.locator(f'.numbers a[href$="#rule-{number}"]').click()
    paragraph = page.locator(f'.rules [id="rule-{number}"]')
    expect(paragraph).to_have_class(re.compile("looked"))
    expect(paragraph).not_to_contain_text("[R]")
    paragraph.locator("strong a").first.click()
    expect(row).to_have_class(re.compile("looked"))


def test_every_number_has_its_place(opener: Opener) -> None:
    """Each rule stands once in the pictures, and a search opens what it finds."""
    key = GUIDED[0]
    page = opener(f"/rules/{key}")
    numbers = [numbers[0] for _, numbers in numbered(read_guide(game(key)))]
    page.locator("[data-rule]").first.wait_for()
    for number in numbers:
        expect(page.locator(f'[id="rule-{number}"]')).to_have_count(1)
    folded = next(r for c in read_guide(game(key)).chapter for r in c.rule if r.fold)
    page.keyboard.press("/")
    page.keyboard.type(folded.title.en)
    row = page.locator(f'[id="rule-{folded.numbers[0]}"]')
    expect(row.locator(".text")).to_be_visible()
