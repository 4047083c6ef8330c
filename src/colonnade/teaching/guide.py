"""Reads a game's illustrated rules: what stands in its guide.toml, and the positions drawn there.

What a guide says is the game's own; how it is shown, the page's (tools/guide.py hands it over).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct, ValidationError, convert

from colonnade.contract.errors import ColonnadeError
from colonnade.contract.game import Game
from colonnade.contract.view import View
from colonnade.teaching.numbers import rule_numbers
from colonnade.teaching.text import Said, Text

FILE = "guide.toml"

Sign = Literal["points", "yes", "no", "note"]
Fold = Literal["rare", "variant"]


class BadGuide(ValueError):
    """A guide cannot be read; the text says where, and why."""


class Mark(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A short word beside a thing."""

    at: Said
    text: Text
    sign: Sign | None = None


class Arrow(Struct, frozen=True, forbid_unknown_fields=True, rename={"origin": "from"}):
    """A piece's way, from thing to thing."""

    origin: Said
    to: Said


class Picture(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A position and what is drawn of it; parts and things are named as refusals name them."""

    position: Said
    seat: Annotated[int, Meta(ge=1)] | None = None  # whose eyes; absent: everything lies open
    parts: list[Said] = []
    rings: list[Said] = []
    ghosts: list[Said] = []
    marks: list[Mark] = []
    arrows: list[Arrow] = []

    def view(self, game: Game) -> View:
        """The position as it is drawn."""
        state = game.parse(self.position)
        return state.reveal() if self.seat is None else state.view(self.seat - 1)


class Minute(Struct, frozen=True, forbid_unknown_fields=True):
    """One of the four pictures of the game in one minute."""

    title: Text
    text: Text
    picture: Picture


class Rule(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A paragraph: the numbers that it explains, its words and its picture."""

    numbers: Annotated[list[Said], Meta(min_length=1)]
    title: Text
    text: Text
    fold: Fold | None = None
    picture: Picture | None = None


class Chapter(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of the rules with its own title, and the lesson that tries it."""

    key: Annotated[str, Meta(pattern="^[a-z_]+$")]
    title: Text
    lead: Text
    rule: Annotated[list[Rule], Meta(min_length=1)]
    lesson: str | None = None


class Guide(Struct, frozen=True, forbid_unknown_fields=True):
    """All that a guide.toml holds."""

    minute: Annotated[list[Minute], Meta(min_length=4, max_length=4)]
    chapter: Annotated[list[Chapter], Meta(min_length=1)]


def has_guide(game: Game) -> bool:
    """Whether a game explains itself in pictures."""
    return game.folder().joinpath(FILE).is_file()


def read_guide(game: Game) -> Guide:
    """A game's guide, with every number and every position in it checked."""
    return parse_guide(game, game.folder().joinpath(FILE).read_text(encoding="utf-8"))


def parse_guide(game: Game, text: str) -> Guide:
    """Read the text of a guide; BadGuide names the place of what is wrong."""
    try:
        guide = convert(tomllib.loads(text), Guide)
    except (tomllib.TOMLDecodeError, ValidationError) as problem:
        raise BadGuide(f"{game.key}/{FILE}: {problem}") from None
    check(game, guide)
    return guide


def check(game: Game, guide: Guide) -> None:
    """Every number exists, every chapter has a key of its own, every position can be drawn."""
    known = rule_numbers(game)
    for where, numbers in numbered(guide):
        if made_up := [number for number in numbers if number not in known]:
            raise BadGuide(f"{game.key}/{FILE}: {where}: no such rule: {', '.join(made_up)}")
    keys = [chapter.key for chapter in guide.chapter]
    if twice := sorted({key for key in keys if keys.count(key) > 1}):
        raise BadGuide(f"{game.key}/{FILE}: two chapters have the key {twice[0]}")
    for where, picture in pictures(guide):
        try:
            picture.view(game)
        except ColonnadeError as problem:
            raise BadGuide(f"{game.key}/{FILE}: {where}: {problem}") from None


def numbered(guide: Guide) -> Iterator[tuple[str, list[str]]]:
    """Where numbers stand, and which."""
    for chapter in guide.chapter:
        for i, rule in enumerate(chapter.rule, 1):
            yield f"chapter {chapter.key}, rule {i}", rule.numbers


def pictures(guide: Guide) -> Iterator[tuple[str, Picture]]:
    """Where pictures stand, and which."""
    for i, minute in enumerate(guide.minute, 1):
        yield f"minute {i}", minute.picture
    for chapter in guide.chapter:
        for i, rule in enumerate(chapter.rule, 1):
            if rule.picture is not None:
                yield f"chapter {chapter.key}, rule {i}", rule.picture
