"""A game's illustrated rules as the page reads them: each position as the view that is drawn.

tools/typescript.py writes them to web/src/gen/guide/; what they say is decided by guide.toml.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from colonnade.contract.game import Game
from colonnade.teaching.guide import Picture, read_guide

INDENT = "  "
OPEN = ("minute", "chapter", "rule")  # lists with a line for each part of their items


def guide_file(game: Game) -> str:
    """The whole file."""
    guide = read_guide(game)
    built: dict[str, Any] = {
        "minute": [part_of(game, minute) for minute in guide.minute],
        "chapter": [
            {
                **msgspec.to_builtins(chapter),
                "rule": [part_of(game, rule) for rule in chapter.rule],
            }
            for chapter in guide.chapter
        ],
    }
    return written(built, "") + "\n"


def part_of(game: Game, part: Any) -> dict[str, Any]:
    """A minute or a rule, with its picture as the page draws it."""
    built: dict[str, Any] = msgspec.to_builtins(part)
    if part.picture is not None:
        built["picture"] = drawn(game, part.picture)
    return built


def drawn(game: Game, picture: Picture) -> dict[str, Any]:
    """A picture with its view in place of the text; seats count from 0 on the page."""
    built: dict[str, Any] = msgspec.to_builtins(picture)
    del built["position"]
    if picture.seat is not None:
        built["seat"] = picture.seat - 1
    return {"view": msgspec.to_builtins(picture.view(game)), **built}


def written(value: dict[str, Any], indent: str) -> str:
    """An object with a line for each field, so that changes can be read."""
    inner = indent + INDENT
    lines = []
    for key, part in value.items():
        if key in OPEN and isinstance(part, list):
            items = [f"{inner}{INDENT}{written(one, inner + INDENT)}" for one in part]
            text = "[\n" + ",\n".join(items) + f"\n{inner}]"
        else:
            text = json.dumps(part, ensure_ascii=False, separators=(",", ":"))
        lines.append(f"{inner}{json.dumps(key)}: {text}")
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
