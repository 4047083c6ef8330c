"""Both languages have the same texts with the same fields, and the code asks for no other."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from colonnade.contract import errors
from colonnade.locales import LANGUAGES, is_one, number, say, texts
from colonnade.teaching.text import Text
from tests.contract.cases import OWN, REAL, Case, glimpses

SOURCE = Path(__file__).parent.parent / "src" / "colonnade"
WEB = Path(__file__).parent.parent / "web" / "src"
# What a person reads or hears in a component, outside of braces: words, or an attribute that names.
WORDS = re.compile(r">([^<>{}]*[^\W\d_]{2,}[^<>{}]*)<")
NAMING = re.compile(r'\b(?:aria-label|title|alt|placeholder)="([^"{}]*[^\W\d_]{2,}[^"{}]*)"')
NO_TEXTS = ("Colonnade", "· Colonnade")  # the house's name is the same everywhere
pytestmark = pytest.mark.once


def fields(text: str) -> set[str]:
    """The placeholders of a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_same_keys_and_fields(lang: str) -> None:
    """No text is missing, none is left over, none has another placeholder."""
    english, other = texts("en"), texts(lang)
    assert set(other) == set(english)
    for key, text in english.items():
        assert fields(other[key]) == fields(text), key
        assert other[key].strip()


def test_french_has_one_apostrophe() -> None:
    """The typographic one, in every text; fields of code are no words."""
    assert [key for key, text in texts("fr").items() if "'" in text] == []
    rules = [SOURCE / "games" / game.key / "RULES.fr.md" for game in OWN]
    assert [path for path in rules if "'" in path.read_text(encoding="utf-8")] == []


def test_french_signs_keep_to_their_words() -> None:
    """No line begins with a colon or a question mark: the space before it does not break."""
    assert [key for key, text in texts("fr").items() if re.search(r" [;:?!»]|« ", text)] == []
    assert "\u202f?" in Text(en="Who?", fr="Qui ?").fr
    assert texts("en")["cli.error"].count("\u202f") == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_has_one_name(lang: str) -> None:
    """Lists may leave out the series that a game belongs to, and nothing else."""
    for game in OWN:
        name, listed = texts(lang)[f"{game.key}.name"], texts(lang)[f"page.game.{game.key}"]
        assert name.removeprefix("Azul: ") == listed.removeprefix("Azul: ")


def test_singulars_belong_to_plurals() -> None:
    """A `#one` text stands beside a plural that says something else in some language."""
    for key in texts("en"):
        if key.endswith("#one"):
            plural = key.removesuffix("#one")
            assert plural in texts("en")
            assert any(texts(lang)[key] != texts(lang)[plural] for lang in LANGUAGES)


def test_plurals_and_numbers() -> None:
    """French counts 0 with 1 and writes thousands with a thin space."""
    assert is_one(1, "en")
    assert not is_one(0, "en")
    assert is_one(0, "fr")
    assert "1 game," in say("simulate.title", "en", game="x", player="y", count=1)
    assert "1,000 games," in say("simulate.title", "en", game="x", player="y", count=1000)
    assert "1\u202f000" in say("simulate.title", "fr", game="x", player="y", count=1000)
    assert number(0.66, ".1%", "en") == "66.0%"
    assert number(0.66, ".1%", "fr") == "66,0\u202f%"
    assert number(-1234.5, ",.1f", "en") == "-1,234.5"
    assert number(-1234.5, ",.1f", "fr") == "-1\u202f234,5"


def test_every_key_in_the_code_exists_and_every_key_is_used() -> None:
    """Keys are written whole or begin with a known prefix, so both directions can be checked."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    page = "\n".join(path.read_text(encoding="utf-8") for path in page_sources())
    known = {key.removesuffix("#one") for key in texts("en")}
    asked = set(re.findall(r'(?:tell|say|UsageError)\(\s*"([a-z_]+\.[a-z_.]+)"', code))
    asked |= set(re.findall(r'\bt\(\s*"([a-z_0-9]+\.[a-z_.0-9]+)"', page))
    assert asked - known == set()
    own = [f"{game.key}." for game in OWN]
    built = (
        "error.",
        "help.",
        "simulate.",
        "play.player.",
        "play.character.",
        "play.command.",
        "play.undo_",
        "lesson.wrong.",
        "lessons.",
        *own,
        *re.findall(r"`(page\.[a-z_.0-9]*[._])\$\{", page),
    )
    unused = {
        k
        for k in known - asked
        if not k.startswith(built) and not re.search(f"[\"']{k}[\"']", code + page)
    }
    assert unused == set()


def page_sources() -> list[Path]:
    """The sources of the page that may hold texts."""
    return sorted([*WEB.rglob("*.svelte"), *WEB.rglob("*.ts")])


@pytest.mark.parametrize("path", sorted(WEB.rglob("*.svelte")), ids=lambda path: path.stem)
def test_components_hold_no_words(path: Path) -> None:
    """Whatever people read in the page comes from the locales."""
    markup = path.read_text(encoding="utf-8")
    for part in (r"<!--.*?-->", r"<script.*?</script>", r"<style.*?</style>"):
        markup = re.sub(part, "", markup, flags=re.DOTALL)
    while (plain := re.sub(r"\{[^{}]*\}", "", markup)) != markup:
        markup = plain
    found = [text.strip() for text in (*WORDS.findall(markup), *NAMING.findall(markup))]
    assert [text for text in found if text not in NO_TEXTS] == []


def test_every_error_has_a_text() -> None:
    """Each type of error, and each reason of BadRecord, can speak."""
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    for kind in kinds:
        if issubclass(kind, errors.ColonnadeError) and kind is not errors.ColonnadeError:
            assert f"error.{kind.__name__}" in texts("en")
    code = (SOURCE / "contract" / "record.py").read_text(encoding="utf-8")
    reasons = set(re.findall(r'BadRecord\(\s*.*?,\s*"(\w+)"', code))
    said = {k.rpartition(".")[2] for k in texts("en") if k.startswith("error.BadRecord.")}
    assert reasons == said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_has_a_text(lang: str) -> None:
    """Each reason a game may give can be said, and none is left over."""
    for game in OWN:
        code = (SOURCE / "games" / game.key / "refusals.py").read_text(encoding="utf-8")
        prefix = f"{game.key}.refusal."
        keys = [key.removesuffix("#one") for key in texts(lang)]
        said = {key.removeprefix(prefix) for key in keys if key.startswith(prefix)}
        named = set(re.findall(r'"([a-z]+(?:_[a-z]+)*)"', code))
        assert said <= named
        asked = set(re.findall(r'return "([a-z_]+)"|"([a-z_]+)", "[A-Z]\d', code))
        assert {reason for group in asked for reason in group if reason} <= said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_moves_stay_different_in_every_language(lang: str) -> None:
    """Word for word translation keeps all moves apart, so that they can be typed."""
    for game in OWN:
        words = {
            word: texts(lang)[f"{game.key}.word.{word}"]
            for row in game.moves.rows
            for word in re.findall(r"[a-z]{2,}", row.words)
        }
        rows = [
            " ".join(words.get(word, word) for word in row.words.split()) for row in game.moves.rows
        ]
        assert len(set(rows)) == len(rows)


@pytest.mark.parametrize("case", REAL, ids=lambda case: case.name)
def test_every_word_of_a_picture_has_a_translation(case: Case) -> None:
    """Whatever a picture says beside the letters of pieces can be said in French."""
    known = {
        key.rpartition(".")[2] for key in texts("fr") if key.startswith(f"{case.game.key}.word.")
    }
    pieces = {color[0] for color in case.game.colors}
    for state in glimpses(case, 5, 40):
        for seat in (0, None):
            words = set(re.findall(r"[a-z]{2,}", case.game.picture(state.view(seat))))
            assert {word for word in words if not set(word) <= {*pieces, "x"}} <= known
