"""Words that people type: lists without confusion, and checks that find what is wrong."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from colonnade.locales import LANGUAGES
from colonnade.server import words
from colonnade.server.errors import SwappedWords, UnknownWord, WordCount, WrongWord, WrongWords

pytestmark = pytest.mark.once


def apart(one: str, other: str) -> int:
    """How many letters must be added, left out, changed or turned round to make one the other."""
    far = [[max(i, j) for j in range(len(other) + 1)] for i in range(len(one) + 1)]
    for i, a in enumerate(one, 1):
        for j, b in enumerate(other, 1):
            far[i][j] = min(far[i - 1][j] + 1, far[i][j - 1] + 1, far[i - 1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                far[i][j] = min(far[i][j], far[i - 2][j - 2] + 1)
    return far[-1][-1]


def test_lists_are_whole() -> None:
    """As many words in each language as the checks count with, a prime number of them."""
    assert all(words.COUNT % divisor for divisor in range(2, words.COUNT))
    assert list(words.lists()) == list(LANGUAGES)
    for found in words.lists().values():
        assert len(found) == words.COUNT
        assert found == sorted(found, key=words.fold)
        assert all(4 <= len(words.fold(word)) <= 9 and word.isalpha() for word in found)


def test_no_two_words_are_alike() -> None:
    """Four letters tell all of them apart, across languages; within one, no slip makes another."""
    assert len(words.numbers()) == words.COUNT * len(LANGUAGES)
    for found in words.lists().values():
        plain = [words.fold(word) for word in found]
        near = [(a, b) for a, b in combinations(plain, 2) if abs(len(a) - len(b)) < 2]
        assert [pair for pair in near if apart(*pair) < 2] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_written_is_read(lang: str) -> None:
    """In capitals, without accents, cut after four letters, with any signs between."""
    for secret in (words.new_link(), words.new_recovery()):
        written = words.write(secret, lang)
        assert words.read(" ".join(written)) == secret
        assert words.read(", ".join(word.upper() for word in written)) == secret
        assert words.read(" ".join(words.fold(word)[:4] for word in written)) == secret
        assert words.read("\n".join(f"{i}. {word}" for i, word in enumerate(written, 1))) == secret


def test_a_wrong_word_is_found() -> None:
    """Any one of twelve, wherever it stands: its place, and the word that it should be."""
    rng = random.Random(1)
    for place in range(words.RECOVERY):
        secret = words.new_recovery()
        typed = words.write(secret, "fr")
        wrong = rng.choice([word for word in words.lists()["fr"] if word != typed[place]])
        with pytest.raises(WrongWord) as found:
            words.read(" ".join([*typed[:place], wrong, *typed[place + 1 :]]))
        assert found.value.fields == {"number": place + 1, "word": wrong, "likely": typed[place]}


def test_swapped_words_are_found() -> None:
    """Two neighbors that changed places."""
    for place in range(words.RECOVERY - 1):
        typed = words.write(words.new_recovery(), "en")
        if typed[place] == typed[place + 1]:
            continue
        typed[place : place + 2] = typed[place + 1], typed[place]
        with pytest.raises(SwappedWords) as found:
            words.read(" ".join(typed))
        assert found.value.fields == {"first": place + 1, "second": place + 2}


def test_two_wrong_words_are_noticed() -> None:
    """Never taken for right, and never blamed on a third word alone."""
    rng = random.Random(2)
    for _ in range(500):
        secret = words.new_recovery()
        one, other = rng.sample(range(words.RECOVERY), 2)
        typed = [*secret]
        typed[one] = (typed[one] + rng.randrange(1, words.COUNT)) % words.COUNT
        typed[other] = (typed[other] + rng.randrange(1, words.COUNT)) % words.COUNT
        with pytest.raises((WrongWords, SwappedWords)):
            words.read(" ".join(words.write(typed, "en")))


def test_other_slips_are_told() -> None:
    """A word of no list with its place and what is close to it; a wrong number of words."""
    with pytest.raises(UnknownWord) as found:
        words.read("quiet herring seven lantern")
    assert found.value.fields["number"] == 2
    assert "heron" in found.value.fields["close"]  # type: ignore[operator]
    with pytest.raises(UnknownWord):
        words.read("quiet heroism seven lantern")  # four letters alone do not make a word
    for text in ("quiet heron seven", "", "1 2 3 4", "quiet " * 13):
        with pytest.raises(WordCount):
            words.read(text)


def test_what_is_drawn_is_all_of_them() -> None:
    """Each word comes, and what is drawn twice is not the same."""
    drawn = {number for _ in range(2000) for number in words.new_link()}
    assert len(drawn) == words.COUNT
    assert words.new_recovery() != words.new_recovery()
