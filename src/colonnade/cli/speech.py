"""How the terminal speaks: the language in use, errors, and moves word for word in that language.

The texts themselves stand in the locales.
"""

from __future__ import annotations

import os
import re
import sys
import unicodedata
from collections.abc import Sequence

from rich.console import Console

from colonnade.contract.errors import ColonnadeError
from colonnade.contract.event import Event
from colonnade.locales import LANGUAGES, Value, number, say, texts

_chosen = ["en"]


class UnknownLanguage(ColonnadeError):
    """No texts in this language."""


class UsageError(ColonnadeError):
    """Something typed on the command line cannot be used; `key` names the text that says why."""

    def __init__(self, key: str, /, **fields: Value) -> None:
        super().__init__(**fields)
        self.key = key

    def text(self, lang: str = "en") -> str:
        """Say what is wrong and what exists."""
        return say(self.key, lang, **self.fields)


def language() -> str:
    """The language in use."""
    return _chosen[0]


def choose_language(tokens: Sequence[str]) -> None:
    """Take the language from --lang, else from the locale, else English."""
    wanted = next(
        (os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), ""
    )
    _chosen[0] = wanted[:2] if wanted[:2] in LANGUAGES else "en"
    for i, token in enumerate(tokens):
        if token == "--lang" or token.startswith("--lang="):
            asked = token.partition("=")[2] if "=" in token else "".join(tokens[i + 1 : i + 2])
            if asked not in LANGUAGES:
                raise UnknownLanguage(lang=asked, known=list(LANGUAGES))
            _chosen[0] = asked


def tell(key: str, **fields: Value) -> str:
    """A text in the language in use."""
    return say(key, language(), **fields)


def tell_number(value: float, form: str) -> str:
    """A number in a format such as `.1%`, as the language in use writes it."""
    return number(value, form, language())


def tell_error(text: str) -> None:
    """One line on the error stream; nothing in it is taken for markup."""
    line = " ".join(text.split())
    print(tell("cli.error", text=line), file=sys.stderr)


def console(stderr: bool = False) -> Console:
    """A terminal that shows our words as they are."""
    return Console(stderr=stderr, highlight=False, markup=False, soft_wrap=True)


def local(words: str, game: str) -> str:
    """Moves and pictures in the language in use, word for word."""
    if language() == "en":
        return words
    table = texts(language())

    def swap(match: re.Match[str]) -> str:
        return table.get(f"{game}.word.{match[0]}", match[0])

    return re.sub(r"[a-z]{2,}", swap, words)


def tell_event(event: Event, game: str, names: Sequence[str]) -> str:
    """What a move brought about, in one line."""
    fields = {
        name: local(value, game) if isinstance(value, str) else value
        for name, value in event.fields.items()
    }
    text = tell(event.event, **fields)
    if event.seat < 0:
        return tell("play.event", text=text, rule=event.rule)
    name = names[event.seat]
    if not event.points:
        return tell("play.event.seat", name=name, text=text, rule=event.rule)
    points = f"{event.points:+}"
    return tell("play.event.points", name=name, text=text, points=points, rule=event.rule)


def plain(words: str) -> str:
    """Words without accents, case and extra space, as a hurried hand types them with any keys."""
    split = unicodedata.normalize("NFD", words.lower().replace("\u2019", "'"))
    return " ".join("".join(c for c in split if not unicodedata.combining(c)).split())


def matching(typed: str, offered: Sequence[str]) -> list[int]:
    """Which of the offered words a hand may have meant by their beginnings.

    Word by word first; if nothing fits so, words may be left out: `t 3 b h` for `tile 3 for blue
    hand`. Of several that fit, one with no word more than typed is meant.
    """
    parts = plain(typed).split()
    split = [plain(words).split() for words in offered]
    found = [i for i, words in enumerate(split) if _begins(parts, words)]
    if not found:
        found = [i for i, words in enumerate(split) if _threads(parts, words)]
    exact = [i for i in found if len(split[i]) == len(parts)]
    return exact if len(exact) == 1 else found


def _begins(parts: list[str], words: list[str]) -> bool:
    """Whether each part begins the word at its place; numbers must be whole."""
    return len(parts) <= len(words) and all(map(_fits, parts, words))


def _threads(parts: list[str], words: list[str]) -> bool:
    """Whether the parts begin words in this order, with others between them."""
    rest = iter(words)
    return all(any(_fits(part, word) for word in rest) for part in parts)


def _fits(part: str, word: str) -> bool:
    return word == part if part.isdigit() else word.startswith(part)
