"""What each browser shows in its own way unless told: placeholders, lists, words over dialogs."""

from __future__ import annotations

from colonnade.locales import say
from tests.browsers.visitor import Visitor
from tests.server.client import Client
from tests.server.running import Running

READABLE = 4.5  # the contrast that WCAG 2.2 asks of text, 1.4.3
# The contrast of every placeholder against what lies behind it, as it is shown.
PLACEHOLDERS = """() => {
  const read = (color) => (color.match(/[\\d.]+/g) ?? []).map(Number);
  const light = (rgb) => rgb.slice(0, 3)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = (e) => {
    const paint = read(getComputedStyle(e).backgroundColor);
    return (paint[3] ?? 1) === 1 || !e.parentElement ? paint : behind(e.parentElement);
  };
  return [...document.querySelectorAll('input[placeholder]')].map((field) => {
    const ground = behind(field);
    const { color, opacity } = getComputedStyle(field, '::placeholder');
    const ink = read(color).slice(0, 3).map((part, i) =>
      part * Number(opacity) + ground[i] * (1 - Number(opacity)));
    const [dark, bright] = [light(ink), light(ground)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  });
}"""
NATIVE = """() => [...document.querySelectorAll('select')]
  .filter((e) => getComputedStyle(e).appearance !== 'none').length"""
PROMPT_LINES = """() => {
  const { lineHeight, fontSize } = getComputedStyle(document.querySelector('.prompt .text'));
  const high = parseFloat(lineHeight) || 1.3 * parseFloat(fontSize);
  return document.querySelector('.prompt .text').getBoundingClientRect().height / high;
}"""
# How far home reaches below the window: all of it, but for company below one's own lists.
TOO_HIGH = """() => {
  const lists = document.querySelector('.home .lists');
  const end = lists ? lists.getBoundingClientRect().bottom + scrollY
    : document.documentElement.scrollHeight;
  return Math.max(0, Math.round(end - innerHeight));
}"""


def home_fits(visitor: Visitor) -> None:
    """At a desktop home needs no scrolling."""
    if visitor.size.touch:
        return
    visitor.see(".company section")  # it comes last
    assert not (more := visitor.evaluate(TOO_HIGH)), f"home is {more} px too high"


def looks(house: Running, visitor: Visitor) -> None:
    """Placeholders can be read, lists are ours, a prompt takes one line, words lie over dialogs."""
    visitor.open("/new/seven_steps?with=friend")
    visitor.see("select")
    assert visitor.evaluate(NATIVE) == 0, "a list is the browser's own"
    contrasts = visitor.evaluate(PLACEHOLDERS)
    assert contrasts, "no field has a placeholder"
    assert min(contrasts) >= READABLE, f"placeholders are pale: {contrasts}"
    visitor.find_and_touch("main button.primary")
    visitor.find_and_touch("dialog button", say("page.share.copy", "en"))
    visitor.find_and_touch(".toast button", say("page.close", "en"))  # a backdrop would cover it
    visitor.wait("() => !document.querySelector('.toast')", what="the word's end")
    visitor.open("/")
    home_fits(visitor)
    client = Client(house.address)
    table = client.make("seven_steps", "me", "computer:apprentice", start="first", first=0)["id"]
    visitor.lend(*client.cookie.split("=", 1))
    visitor.open(f"/table/{table}")
    visitor.see(".prompt .text")
    lines = visitor.evaluate(PROMPT_LINES)
    assert lines < 1.5, f"the prompt takes {lines:.1f} lines"
