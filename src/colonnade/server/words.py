"""Secrets in words that people can read aloud, print and type: four for a link, twelve to recover.

A secret is a list of numbers; each language has its own word for each. Twelve words carry three of
their own that check the others: one wrong word is found and mended, two are noticed. Whose a secret
is, and whether it still holds, is decided in player_queries.py.
"""

from __future__ import annotations

import json
import secrets
import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from importlib.resources import files

from colonnade.locales import LANGUAGES
from colonnade.server.errors import SwappedWords, UnknownWord, WordCount, WrongWord, WrongWords

COUNT = 509  # words of each language; a prime, so that checks can be solved for
PREFIX = 4  # letters that tell a word from all others, of both languages
LINK = 4  # words: 36 bits, of which the first two only find the link
RECOVERY = 12  # words: nine are drawn, 81 bits, and three check them
CHECKS = 3


def fold(word: str) -> str:
    """A word as it is compared: small letters, without accents."""
    parts = unicodedata.normalize("NFD", word.lower().replace("œ", "oe"))
    return "".join(c for c in parts if not unicodedata.combining(c))


@cache
def lists() -> dict[str, list[str]]:
    """The words of each language, by their numbers."""
    found: dict[str, list[str]] = json.loads(
        (files("colonnade.locales") / "words.json").read_text(encoding="utf-8")
    )
    return {lang: found[lang] for lang in LANGUAGES}


@cache
def numbers() -> dict[str, int]:
    """The number of each word, by the letters that tell it apart."""
    return {fold(word)[:PREFIX]: i for words in lists().values() for i, word in enumerate(words)}


@cache
def folded() -> dict[str, str]:
    """All words as they are compared, and as they are written."""
    return {fold(word): word for words in lists().values() for word in words}


def write(secret: Sequence[int], lang: str) -> list[str]:
    """A secret in the words of a language."""
    return [lists()[lang][number] for number in secret]


def new_link() -> list[int]:
    """The secret of a link."""
    return [secrets.randbelow(COUNT) for _ in range(LINK)]


def new_recovery() -> list[int]:
    """A secret to recover by, with its checks at the end."""
    return checked([secrets.randbelow(COUNT) for _ in range(RECOVERY - CHECKS)])


def read(text: str) -> list[int]:
    """The secret that somebody typed, in either language; what is wrong in it is told by place."""
    typed = "".join(c if c.isalpha() else " " for c in text).split()
    if len(typed) not in (LINK, RECOVERY):
        raise WordCount(count=len(typed), link=LINK, recovery=RECOVERY)
    secret = [number(word, place) for place, word in enumerate(typed, 1)]
    if len(secret) == RECOVERY:
        check(secret, typed)
    return secret


def number(word: str, place: int) -> int:
    """The number of a typed word: its first letters are enough, if the rest is not another's."""
    plain = fold(word)
    found = numbers().get(plain[:PREFIX])
    known = None if found is None else [fold(words[found]) for words in lists().values()]
    if found is None or known is None or not any(near(plain, one) for one in known):
        close = get_close_matches(plain, folded(), 3, 0.6)
        raise UnknownWord(number=place, word=word[:20], close=[folded()[one] for one in close])
    return found


def near(typed: str, word: str) -> bool:
    """Whether a typed word is the beginning of one, or all of it but for one slip behind it."""
    if word.startswith(typed) and len(typed) >= PREFIX:
        return True
    return typed[:PREFIX] == word[:PREFIX] and bool(get_close_matches(typed, [word], 1, 0.8))


# The checks: with places x = 1 to 12, the sums of w, w x and w x x are 0 modulo COUNT.


def sums(secret: Sequence[int]) -> tuple[int, int, int]:
    """The three sums, all 0 for words that were printed by us."""
    one = sum(secret) % COUNT
    two = sum(w * x for x, w in enumerate(secret, 1)) % COUNT
    three = sum(w * x * x for x, w in enumerate(secret, 1)) % COUNT
    return one, two, three


def checked(drawn: Sequence[int]) -> list[int]:
    """Add to what was drawn the words that make all sums 0."""
    found = sums(drawn)
    places = range(len(drawn) + 1, len(drawn) + CHECKS + 1)
    added = []
    for x in places:
        # Lagrange: the word at x is found by the polynomial that is 1 there, 0 at the other two.
        a, b = (other for other in places if other != x)
        value = found[2] - (a + b) * found[1] + a * b * found[0]
        added.append(-value * pow((x - a) * (x - b), -1, COUNT) % COUNT)
    return [*drawn, *added]


def check(secret: list[int], typed: Sequence[str]) -> None:
    """Refuse words that do not belong together; say which one is likely wrong, if one alone is."""
    one, two, three = sums(secret)
    if not (one or two or three):
        return
    for place in range(1, len(secret)):
        turned = [*secret]
        turned[place - 1], turned[place] = turned[place], turned[place - 1]
        if not any(sums(turned)):
            raise SwappedWords(first=place, second=place + 1)
    if one and (two * two - one * three) % COUNT == 0:
        place = two * pow(one, -1, COUNT) % COUNT
        if 1 <= place <= len(secret):
            right = (secret[place - 1] - one) % COUNT
            lang = language(typed, place - 1)
            raise WrongWord(number=place, word=typed[place - 1][:20], likely=lists()[lang][right])
    raise WrongWords()


def language(typed: Sequence[str], apart: int) -> str:
    """The language that somebody types in, by all words but one."""
    known = {lang: {fold(word)[:PREFIX] for word in words} for lang, words in lists().items()}
    rest = [fold(word)[:PREFIX] for place, word in enumerate(typed) if place != apart]
    return max(LANGUAGES, key=lambda lang: sum(word in known[lang] for word in rest))
