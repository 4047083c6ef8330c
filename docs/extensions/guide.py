"""Brings illustrated rules into the site: words from each game's guide.toml, pictures from web/.

`{games}` shows all games, `{minute} pagoda` a game in four pictures, `{guide} pagoda` all of its
rules; each in the language of its page. The pictures are drawn by the page's own components
(web/site/), so that page and site cannot differ; without npm the words stand alone.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

from docutils import nodes  # type: ignore[import-untyped]  # it has none
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util.docutils import SphinxDirective

from colonnade import game, locales
from colonnade.games import own_keys
from colonnade.teaching.guide import Chapter, Guide, Rule, read_guide

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))
from tools import page  # noqa: E402  # beside docs/, not installed

DRAWN = ROOT / "build" / "site-pictures"  # kept from build to build, while nothing changes
FOLDER = "rules"  # of the pictures, below _static
SIZE = re.compile(r'<svg [^>]*?width="(\d+)" height="(\d+)"')
NUMBER = re.compile(r"[A-Z]\d+\.\d+")
SKIES = {"pagoda": "pagoda", "seven_steps": "seven", "summer_pavilion": "pavilion"}  # of the tokens
# The site's own words; all others stand in the locales.
WORDS = {
    "en": {"rare": "Rare", "variant": "Variant", "page": "The game", "guide": "Rules in pictures"},
    "fr": {"rare": "Rare", "variant": "Variante", "page": "Le jeu", "guide": "Règles en images"},
}


def draw(app: Sphinx, config: Config) -> None:
    """Have the pictures drawn, unless they are of today; then they are files of the site."""
    if os.environ.get(page.SWITCH, "").lower() == "none":
        return
    stamp, wanted = DRAWN / ".made-from", page.fingerprint(ROOT)
    if not stamp.is_file() or stamp.read_text() != wanted:
        page.fetch(ROOT / "web", tools=False)
        page.npm(["run", "site", "--", str(DRAWN / FOLDER)], ROOT / "web")
        stamp.write_text(wanted)
    config.html_static_path.append(str(DRAWN))


class Shown(SphinxDirective):
    """What all directives here share: the page's language, links and pictures."""

    has_content = False
    required_arguments = 1

    @property
    def lang(self) -> str:
        """The language of the page that is read."""
        return "fr" if self.env.docname.endswith(".fr") else "en"

    def up(self, path: str) -> str:
        """A path of the site, from this page."""
        return "../" * self.env.docname.count("/") + path

    def link(self, folder: str, key: str) -> str:
        """The address of a game's page in a folder, in the same language."""
        return self.up(f"{folder}/{key}{'.fr' if self.lang == 'fr' else ''}.html")

    def guide(self) -> tuple[str, Guide]:
        """The key of the game that was named, and its guide."""
        key = self.arguments[0]
        self.env.note_dependency(str(game(key).folder() / "guide.toml"))
        return key, read_guide(game(key))

    def picture(self, key: str, name: str, title: str) -> str:
        """A picture as it stands in the page; nothing where it was not drawn."""
        path = DRAWN / FOLDER / f"{key}-{name}.{self.lang}.svg"
        if not path.is_file():
            return ""
        found = SIZE.search(path.read_text(encoding="utf-8"))
        assert found, path
        where = self.up(f"_static/{FOLDER}/{path.name}")
        return (
            f'<div class="drawn" data-sky="{SKIES[key]}"><img src="{where}" alt="{escape(title)}" '
            f'width="{found[1]}" height="{found[2]}" loading="lazy"></div>'
        )


class Minute(Shown):
    """A game in one minute: four pictures with a few words each."""

    def run(self) -> list[nodes.Node]:
        """One list of four."""
        key, guide = self.guide()
        items = []
        for i, part in enumerate(guide.minute, 1):
            title, text = part.title.say(self.lang), part.text.say(self.lang)
            shown = self.picture(key, f"minute-{i}", title)
            items.append(f"<li>{shown}<h3>{escape(title)}</h3><p>{escape(text)}</p></li>")
        return [raw(f'<ol class="minute">{"".join(items)}</ol>')]


class Rules(Shown):
    """All illustrated rules: a section for each chapter."""

    def run(self) -> list[nodes.Node]:
        """The chapters, one after the other."""
        key, guide = self.guide()
        return [self.chapter(key, chapter) for chapter in guide.chapter]

    def chapter(self, key: str, chapter: Chapter) -> nodes.section:
        """A section with its lead and its rules."""
        title = chapter.title.say(self.lang)
        place = chapter.key.replace("_", "-")
        section = nodes.section(ids=[place], names=[place])
        section += nodes.title(title, title)
        section += nodes.paragraph(text=chapter.lead.say(self.lang), classes=["lead"])
        for i, rule in enumerate(chapter.rule, 1):
            section += raw(self.rule(key, f"{chapter.key}-{i}", rule))
        return section

    def rule(self, key: str, name: str, rule: Rule) -> str:
        """A rule with its picture beside it; rare cases and variants are folded."""
        title = escape(rule.title.say(self.lang))
        texts = re.split(r"\n\s*\n", rule.text.say(self.lang).strip())
        words = "".join(f"<p>{escape(text)}</p>" for text in texts)
        page_of = self.link("rules", key)
        numbers = " ".join(f'<a href="{page_of}#rule-{one}">{one}</a>' for one in rule.numbers)
        text = f'<div class="words">{words}<p class="numbers">{numbers}</p></div>'
        shown = self.picture(key, name, rule.title.say(self.lang))
        place = f'id="rule-{rule.numbers[0]}"'
        if not rule.fold:
            return f'<div class="rule" {place}><h3>{title}</h3>{text}{shown}</div>'
        kind = WORDS[self.lang][rule.fold]
        head = f"<summary><span>{kind}</span> <b>{title}</b></summary>"
        return (
            f'<details class="fold" {place}>{head}<div class="rule">{text}{shown}</div></details>'
        )


class Games(Shown):
    """All games as cards: a picture, what it is, and where to read on."""

    required_arguments = 0

    def run(self) -> list[nodes.Node]:
        """A card for each game."""
        return [raw(f'<div class="games">{"".join(self.cards())}</div>')]

    def cards(self) -> Iterator[str]:
        """Each game's card, by the words of the page's home."""
        texts, words = locales.texts(self.lang), WORDS[self.lang]
        for key in own_keys():
            name, about, facts = (
                escape(texts[f"page.game.{key}{part}"]) for part in ("", ".about", ".facts")
            )
            shown = self.picture(key, "minute-1", name)
            yield (
                f'<div class="game"><a class="picture" href="{self.link("games", key)}" '
                f'tabindex="-1" aria-hidden="true">{shown}</a>'
                f'<h3><a href="{self.link("games", key)}">{name}</a></h3>'
                f'<p class="facts">{facts}</p><p>{about}</p>'
                f'<p class="ways"><a href="{self.link("games", key)}">{words["page"]}</a> '
                f'<a href="{self.link("guide", key)}">{words["guide"]}</a></p></div>'
            )


def raw(html: str) -> nodes.raw:
    """Marks that no node of docutils stands for."""
    return nodes.raw("", html, format="html")


def number(app: Sphinx, tree: nodes.document) -> None:
    """Give numbered paragraphs of the rules an address: `rules/pagoda.html#rule-P7.1`."""
    if not app.env.docname.startswith("rules/"):
        return
    seen: set[str] = set()
    for strong in tree.findall(nodes.strong):
        found, above = strong.astext(), strong.parent
        first = above.astext().startswith(found)
        if first and NUMBER.fullmatch(found) and found not in seen:
            seen.add(found)
            item = above.parent if isinstance(above.parent, nodes.list_item) else above
            item["ids"].append(f"rule-{found}")


def measure(app: Sphinx, tree: nodes.document) -> None:
    """Tables and plots of numbers keep their lines, and scroll where there is little room."""
    if app.env.docname.startswith(("stats/", "ladder")):
        for table in tree.findall(nodes.table):
            table["classes"].append("numbers")
        for plot in tree.findall(nodes.image):
            plot["classes"].append("plot")


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.connect("config-inited", draw)
    app.connect("doctree-read", number)
    app.connect("doctree-read", measure)
    app.add_directive("games", Games)
    app.add_directive("guide", Rules)
    app.add_directive("minute", Minute)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
