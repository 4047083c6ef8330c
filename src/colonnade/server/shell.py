"""The page's document: written for an address, in the reader's language and theme.

The build leaves a document with marked places (web/index.html) and, in shell.json, what each screen
shows before its program has come (web/plugins/prerender.ts): first words need no second request.
What depends on the address alone is written once and kept; what belongs to one request (`Visit`) is
in a copy that nobody keeps.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import re
from collections import OrderedDict
from collections.abc import Mapping
from html import escape
from typing import Any

import msgspec
from litestar import Request

from colonnade.games import own_keys
from colonnade.locales import LANGUAGES, say
from colonnade.server.bundle import INDEX, KINDS, SHELL, PageFile
from colonnade.server.guard import language_of, policy
from colonnade.tokens import THEMES, paints

HOUSE = "Colonnade"
VARY = "accept-encoding, accept-language, cookie"
ASK_AGAIN = "private, no-cache"
NEVER_KEPT = "no-store"
LANGUAGE = "colonnade.language"  # cookies that the page writes beside its own storage
THEME = "colonnade.theme"
REMEMBERED = 300  # documents, some 40 kB each
# The addresses of the page, and the screen that each shows.
SCREENS = {
    "/": "home",
    "/club": "club",
    "/learn": "learn",
    "/learn/{game:str}": "learn",
    "/learn/{game:str}/{lesson:str}": "lesson",
    "/me": "me",
    "/new/{game:str}": "new",
    "/player/{player_id:str}": "player",
    "/ratings": "ratings",
    "/table/{table_id:str}": "table",
    "/table/{table_id:str}/replay": "replay",
    "/table/{table_id:str}/try/{at:str}": "try",
    "/tables": "tables",
    "/record/{record_id:str}": "replay",
    "/records": "records",
    "/rules": "rules",
    "/rules/{game:str}": "rules",
    "/rules/{game:str}/numbers": "rules",
    "/study": "records",
}
PATTERNS = [
    (re.compile(re.sub(r"\{(\w+):str\}", r"(?P<\1>[^/]+)", path) + "/?"), screen)
    for path, screen in SCREENS.items()
]
# What a screen is called in the browser's window; a game's name is a field of some.
TITLES = {
    "club": "page.club.title",
    "learn": "page.learn.of",
    "lesson": "page.learn.of",
    "lost": "page.lost.title",
    "me": "page.me.title",
    "new": "page.new.title",
    "player": "page.rating.player",
    "ratings": "page.rating.title",
    "records": "page.records.title",
    "rules": "page.rules.title",
    "table": "page.game.{game}",
    "tables": "page.tables.title",
}
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)  # web/worker/late.js
PAGE = '<div id="page"></div>'
HEAD = re.compile(r"<!--head-->.*?<!--/head-->", re.DOTALL)
DATA = "<!--data-->"
LATE = "<!--late-->"
ROOT = re.compile(r"<html [^>]*>")


class Place(msgspec.Struct, frozen=True):
    """What an address shows, as places.ts of the page reads it."""

    screen: str
    game: str = ""  # of a table: as the store knows it, once that was asked
    id: str = ""  # of a table or a record
    numbers: bool = False  # the rules by number instead of in pictures
    called: bool = False  # home of somebody whom others wait for


ANYWHERE = Place("")  # the document that a browser keeps for all addresses


class Reader(msgspec.Struct, frozen=True):
    """What is known of somebody before the page runs."""

    lang: str
    theme: str  # chosen; else empty, and the system's holds


class Part(msgspec.Struct, frozen=True):
    """What a screen shows before its program runs, as the build drew it, and its files."""

    title: str
    html: str
    css: str
    files: list[str]


class Visit(msgspec.Struct, frozen=True):
    """What a document holds for one request alone.

    It may be secret, as a hand of cards is: such a document says `no-store`, has no tag, and the
    service worker must not keep it.
    """

    head: tuple[str, ...] = ()  # more lines for the head
    data: Mapping[str, bytes] = {}  # JSON for the page, by the id of its element


NOTHING = Visit()


def place_of(path: str) -> Place:
    """Read an address."""
    for pattern, screen in PATTERNS:
        found = pattern.fullmatch(path)
        if found is None:
            continue
        named = found.groupdict()
        game = named.get("game", own_keys()[0] if path.strip("/") == "rules" else "")
        if "game" in named and game not in own_keys():
            break
        key = named.get("table_id") or named.get("record_id") or ""
        return Place(screen, game, key, path.rstrip("/").endswith("/numbers"))
    return Place("lost")


def reader_of(request: Request[Any, Any, Any]) -> Reader:
    """The language and theme that a person chose, or that their browser asks for."""
    lang, theme = request.cookies.get(LANGUAGE, ""), request.cookies.get(THEME, "")
    if lang not in LANGUAGES:
        lang = language_of(request.headers.get("accept-language", ""))
    return Reader(lang, theme if theme in THEMES else "")


def title_of(place: Place, lang: str) -> str:
    """What the browser's window is called, as the screen itself says it."""
    key = TITLES.get(place.screen, "").format(game=place.game)
    if not key or ("{game}" in TITLES[place.screen] and not place.game):
        return HOUSE
    game = say(f"page.game.{place.game}", lang) if place.game else ""
    if place.screen == "learn" and not place.game:
        key = "page.learn.title"
    return f"{say(key, lang, game=game)} · {HOUSE}"


def head_of(place: Place, reader: Reader) -> list[str]:
    """The lines of the head that every visit to an address has; `Visit.head` brings more."""
    lang = reader.lang
    about = say("page.description", lang)
    if place.game:
        about = say(f"page.game.{place.game}.about", lang)
    return [
        f"<title>{escape(title_of(place, lang))}</title>",
        f'<meta name="description" content="{escape(about)}" />',
        *theme_lines(reader.theme),
    ]


def theme_lines(chosen: str) -> list[str]:
    """The color of the browser's own bar: that of the page's, in the theme that is seen."""
    bar = paints()["surface"]
    if chosen:
        return [f'<meta name="theme-color" content="{getattr(bar, chosen)}" />']
    return [
        f'<meta name="theme-color" media="(prefers-color-scheme: {theme})" '
        f'content="{getattr(bar, theme)}" />'
        for theme in THEMES
    ]


def json_lines(data: Mapping[str, bytes]) -> str:
    """JSON inside the document: read by the page, never run."""
    return "".join(
        # Nothing in it can end the element: JSON knows another spelling of the sign.
        f'<script type="application/json" id="{escape(name)}">'
        f"{body.decode().replace('<', chr(92) + 'u003c')}</script>"
        for name, body in data.items()
    )


def late_lines(lang: str) -> str:
    """What is shown if the program does not come, and only then."""
    return (
        f'<div id="late" class="late" role="alert" hidden><p>{escape(say("page.late", lang))}</p>'
        f'<button class="button" type="button">{escape(say("page.again", lang))}</button></div>'
    )


def hashed(text: str) -> str:
    """By which the policy knows a style sheet or a script inside the document."""
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


class Shell:
    """The documents of the page, each written when it is first asked for."""

    def __init__(self, files: Mapping[str, PageFile]) -> None:
        self.index = files[INDEX].body.decode()
        self.styles = [hashed(css) for css in STYLE.findall(self.index)]
        self.scripts = [hashed(code) for code in SCRIPT.findall(self.index)]
        drawn = files[SHELL].body if SHELL in files else b"{}"
        self.parts = msgspec.json.decode(drawn, type=dict[str, Part])
        self.kept: OrderedDict[tuple[Place, Reader, tuple[str, ...]], PageFile] = OrderedDict()

    def document(
        self, place: Place, reader: Reader, visit: Visit = NOTHING, links: tuple[str, ...] = ()
    ) -> PageFile:
        """The document for a visit; `links` are the lines that previews.py knows of its address."""
        if visit != NOTHING:
            body = self.written(place, reader, visit, links)
            return self.packed(body, NEVER_KEPT, "", self.part(place, reader))
        # Without their ids: most are told apart by what their links say.
        same = (msgspec.structs.replace(place, id=""), reader, links)
        if same not in self.kept:
            body = self.written(place, reader, visit, links)
            tag = hashlib.sha256(body).hexdigest()[:32]
            self.kept[same] = self.packed(body, ASK_AGAIN, tag, self.part(place, reader))
            if len(self.kept) > REMEMBERED:
                self.kept.popitem(last=False)
        self.kept.move_to_end(same)
        return self.kept[same]

    def part(self, place: Place, reader: Reader) -> Part | None:
        """What was drawn for a place; a table of an unknown game has its frame."""
        screen = "numbers" if place.numbers else "called" if place.called else place.screen
        game = place.game or ("-" if screen != "learn" else own_keys()[0])  # it begins with one
        return self.parts.get(f"{screen} {game} {reader.lang}")

    def written(self, place: Place, reader: Reader, visit: Visit, links: tuple[str, ...]) -> bytes:
        """The built document with its places filled."""
        root = f'<html lang="{reader.lang}"' + (
            f' data-theme="{reader.theme}"' * bool(reader.theme)
        )
        head = "\n    ".join([*head_of(place, reader), *links, *visit.head])
        text = ROOT.sub(f"{root}>", self.index, count=1)
        # By functions: what is put in must not be read as a pattern's answer.
        text = HEAD.sub(lambda _: head, text, count=1)
        text = text.replace(LATE, late_lines(reader.lang), 1)
        if part := self.part(place, reader):
            text = with_part(text, part, place, reader.lang)
        return text.replace(DATA, json_lines(visit.data), 1).encode()

    def packed(self, body: bytes, cache: str, tag: str, part: Part | None) -> PageFile:
        """A document as it is sent."""
        small = gzip.compress(body, 6, mtime=0)
        styles = [*self.styles, hashed(part.css)] if part else self.styles
        return PageFile(body, small, KINDS[".html"], cache, tag, VARY, policy(styles, self.scripts))


def with_part(text: str, part: Part, place: Place, lang: str) -> str:
    """The document with what its screen shows first, and with all files that the screen needs.

    As scripts, not as preloads: those that failed would be remembered by some browsers.
    """
    game = f' data-game="{place.game}"' if place.id and place.game else ""
    no_script = f"<noscript>{escape(say('page.no_script', lang))}</noscript>"
    text = text.replace(PAGE, f'<div id="page" data-shell{game}>{part.html}</div>{no_script}', 1)
    scripts = "".join(
        f'\n    <script type="module" crossorigin fetchpriority="low" src="{file}"></script>'
        for file in part.files
        if f'src="{file}"' not in text
    )
    return text.replace("\n  </head>", f"\n    <style>{part.css}</style>{scripts}\n  </head>", 1)
