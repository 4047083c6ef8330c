"""All texts people read, one JSON file per language and part, and the one way to read them.

Which text to show, and when, is decided by whoever calls `say`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

LANGUAGES = ("en", "fr")

Value = str | int | Sequence[str] | Sequence[int]

# French sets signs of two parts off by a narrow space, at which no line may break; writers of texts
# need not type it. web/plugins/spacing.ts does the same for the page.
_SIGNS = re.compile(r"(?<=\S) (?=[;:?!»](?:[\s\u202f»,.)]|$))|(?<=«) ", re.MULTILINE)


@cache
def texts(lang: str) -> dict[str, str]:
    """All texts of one language by their keys.

    <lang>.json has what is shared, <lang>.page.json the page's, <lang>.<game>.json one game's own.
    """
    parts = [path for path in files(__package__).iterdir() if is_part(path.name, lang)]
    found: dict[str, str] = {}
    for path in sorted(parts, key=lambda path: path.name):
        found.update(read_texts(path))
    return found


def add_texts(folder: Traversable, game: str) -> None:
    """Add a game's own texts from another folder, in English where a language has none."""
    known = read_texts(folder / f"en.{game}.json")
    for lang in LANGUAGES:
        path = folder / f"{lang}.{game}.json"
        found = {**known, **(read_texts(path) if path.is_file() else {})}
        texts(lang).update({key: text for key, text in found.items() if key.startswith(f"{game}.")})


def read_texts(path: Traversable) -> dict[str, str]:
    """One file of texts."""
    found: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    if is_part(path.name, "fr"):
        return {key: spaced(text) for key, text in found.items()}
    return found


def spaced(french: str) -> str:
    """A French text whose lines never begin with a colon or a question mark."""
    return _SIGNS.sub("\u202f", french)


def is_part(name: str, lang: str) -> bool:
    """Whether a file holds texts of a language."""
    return name.startswith(f"{lang}.") and name.endswith(".json")


def is_one(count: int, lang: str) -> bool:
    """Whether a language uses its singular for this count: French counts 0 with 1."""
    return abs(count) < 2 if lang == "fr" else count == 1


def say(key: str, lang: str = "en", /, **fields: Value) -> str:
    """Fill a text's {fields}; a `key#one` beside it is its singular for the field `count`."""
    table = texts(lang)
    count = fields.get("count")
    if isinstance(count, int) and is_one(count, lang) and f"{key}#one" in table:
        key = f"{key}#one"
    return table[key].format(**{name: _plain(value, lang) for name, value in fields.items()})


def say_of(game: str, key: str, lang: str, fields: Mapping[str, str | int]) -> str:
    """Fill a text whose fields may be words of a game, such as colors; those are translated."""
    table = texts(lang)
    said: dict[str, Value] = {
        name: table.get(f"{game}.word.{value}", value) if isinstance(value, str) else value
        for name, value in fields.items()
    }
    return say(key, lang, **said)


def number(value: float, form: str, lang: str) -> str:
    """A number in a format such as `.1%` or `,.0f`, as a language writes it."""
    written = format(value, form)
    if lang != "fr":
        return written
    return written.translate({ord(","): "\u202f", ord("."): ",", ord("%"): "\u202f%"})


def _plain(value: Value, lang: str) -> str:
    """Write a list as people do, and a number with its language's thousands."""
    if isinstance(value, str):
        return value
    if isinstance(value, int):
        return number(value, ",", lang)
    return ", ".join(str(item) for item in value) or "-"
