"""Writes web/src/gen/: what the page knows of the wire and of the games, as TypeScript.

What is in it is decided by server/wire*.py and wishes.py, by what contract/ and teaching/ lend
them, and for each game by view_types.py, material.py and the move table; how each becomes
TypeScript, here. The illustrated rules beside them come from tools/guide.py.
`python -m tools.typescript` writes the files anew, `--check` says which are not what would be
written.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated, get_args, get_origin

import msgspec
from msgspec import inspect

from colonnade.ai.levels import LEVEL_NAMES
from colonnade.contract import event, touch
from colonnade.contract.game import Game
from colonnade.contract.moves import MoveTable
from colonnade.contract.state import CHANCE, OVER
from colonnade.contract.view import View
from colonnade.locales import LANGUAGES
from colonnade.server import (
    wire,
    wire_club,
    wire_house,
    wire_lessons,
    wire_lobby,
    wire_players,
    wire_ratings,
    wire_types,
    wishes,
)
from colonnade.server.table import DEFAULT_LEVEL
from colonnade.teaching import text as teaching_text
from colonnade.teaching.guide import has_guide
from colonnade.teaching.lesson import lessons
from tools.guide import guide_file

ROOT = Path(__file__).resolve().parent.parent
WIRE = (
    wishes,
    wire,
    wire_lobby,
    wire_club,
    wire_house,
    wire_lessons,
    wire_players,
    wire_ratings,
)
LENDING = (touch, event, teaching_text)  # modules whose shapes go over the wire as they are
PLACE = Path("web", "src", "gen")
HEAD = """\
// Built, never edited: `make types` writes it anew, by tools/typescript.py.
// From {sources}.
"""
WIDTH = 100
PLAIN: dict[type, str] = {
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.StrType: "string",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}
LOOSE = """\
type KeysOf<Union> = Union extends unknown ? keyof Union : never;
type Filled<Union, Key extends PropertyKey> = Union extends unknown
  ? Union & { [Other in Exclude<Key, keyof Union>]?: undefined }
  : never;
/** One of several shapes that can be asked for the fields of any: what it lacks is undefined. */
export type Loose<Union> = Filled<Union, KeysOf<Union>>;
"""

LESSON_MARK = """\
/** A lesson as lists need it; its words come from the server. */
export interface LessonMark {
  key: string;
  seconds: number;
  enough: boolean;
  strategy: boolean;
}
"""


class Unsupported(TypeError):
    """A type that has no TypeScript here; the text says where it stands."""


# Types


class Names:
    """The names that a module gives to its types, each found again by what it stands for."""

    def __init__(self, constants: Mapping[str, object]) -> None:
        self.constants = constants
        self.by_text: dict[str, str] = {}
        self.by_values: dict[frozenset[str], str] = {}
        self.lines: list[str] = []

    def learn(self, name: str, hint: object) -> None:
        """Take over the name of a type, unless it is only a number or a text."""
        values = named_values(hint)
        if values:
            text = self.listed(values)
            self.by_values[frozenset(values)] = name
        else:
            text = type_text(inspect.type_info(hint), self, name)
            if '"' not in text and not any(known in text for known in self.by_values.values()):
                return
            self.by_text[text] = name
        self.lines.append(wrapped(f"export type {name} =", text))

    def values(self, values: Iterable[str]) -> str:
        """The type of a text that is one of these: its name, or all of them."""
        found = tuple(values)
        return self.by_values.get(frozenset(found)) or self.listed(found)

    def listed(self, values: tuple[str, ...]) -> str:
        """One of these texts, by the constant that lists them if there is one."""
        same = [name for name, value in self.constants.items() if value == values]
        if same:
            return f"(typeof {same[0]})[number]"
        return " | ".join(json.dumps(value) for value in values)


def named_values(hint: object) -> tuple[str, ...]:
    """The texts that a type allows, in their order; none if it is not made of texts."""
    if get_origin(hint) is Annotated:
        for meta in get_args(hint)[1:]:
            values: tuple[str, ...] = (meta.extra or {}).get("one_of", ())
            if values:
                return values
        return ()
    found = get_args(hint)
    return found if found and all(isinstance(value, str) for value in found) else ()


def type_text(info: inspect.Type, names: Names, where: str) -> str:
    """A type of msgspec's in TypeScript."""
    text = unnamed_text(info, names, where)
    return names.by_text.get(text, text)


def unnamed_text(info: inspect.Type, names: Names, where: str) -> str:
    """A type in TypeScript, without looking for its own name."""
    plain = PLAIN.get(type(info))
    if plain:
        return plain
    if isinstance(info, inspect.Metadata):
        extra = info.extra or {}
        if "one_of" in extra:
            return names.values(extra["one_of"])
        return str(extra["typescript"]) if extra else type_text(info.type, names, where)
    if isinstance(info, inspect.LiteralType) and all(isinstance(one, str) for one in info.values):
        return names.values(str(one) for one in info.values)
    if isinstance(info, inspect.StructType):
        return info.cls.__name__
    if isinstance(info, inspect.UnionType):
        return " | ".join(type_text(one, names, where) for one in info.types)
    if isinstance(info, inspect.ListType):
        item = type_text(info.item_type, names, where)
        return f"({item})[]" if " | " in item and item[-1] not in ">]" else f"{item}[]"
    if isinstance(info, inspect.TupleType):
        return f"[{', '.join(type_text(one, names, where) for one in info.item_types)}]"
    if isinstance(info, inspect.DictType):
        return dict_text(info, names, where)
    raise Unsupported(f"{where}: {info!r} has no TypeScript yet; see tools/typescript.py")


def dict_text(info: inspect.DictType, names: Names, where: str) -> str:
    """A dict by its keys: any text, or some of the named ones, or all of them."""
    key = type_text(info.key_type, names, where)
    found = f"Record<{key}, {type_text(info.value_type, names, where)}>"
    if key == "string":
        return found
    extra = info.key_type.extra if isinstance(info.key_type, inspect.Metadata) else None
    every = len((extra or {}).get("one_of", ()))
    return found if every and info.min_length == every else f"Partial<{found}>"


def interface(cls: type[msgspec.Struct], names: Names, known: Mapping[str, str]) -> str:
    """A struct as an interface; `known` are fields whose types are known better."""
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)
    # A default is left out by those who send it: by clients, and by the server where it says so.
    left_out = info.forbid_unknown_fields or cls.__struct_config__.omit_defaults
    about = (cls.__doc__ or "").strip().partition("\n")[0]
    lines = [f"/** {about} */", f"export interface {cls.__name__} {{"]
    for field in info.fields:
        where = f"{cls.__name__}.{field.name}"
        text = known.get(field.name) or type_text(field.type, names, where)
        mark = "?" if left_out and not field.required else ""
        lines.append(wrapped(f"  {field.encode_name}{mark}:", text))
    return "\n".join([*lines, "}"])


def structs(module: ModuleType) -> Iterator[type[msgspec.Struct]]:
    """The structs that a module makes, in its order, without empty ones."""
    for found in vars(module).values():
        own = isinstance(found, type) and found.__module__ == module.__name__
        if own and issubclass(found, msgspec.Struct) and found.__struct_fields__:
            yield found


def named(constants: Mapping[str, object], *modules: ModuleType) -> Names:
    """What modules call their types."""
    names = Names(constants)
    found = {name: hint for module in modules for name, hint in vars(module).items()}
    for name, hint in found.items():
        if name[0].isupper() and not isinstance(hint, type) and get_origin(hint) is not None:
            names.learn(name, hint)
    return names


# Values and moves


def value_text(value: object, room: int, indent: str = "") -> str:
    """A constant in TypeScript, on one line if there is room."""
    if not isinstance(value, tuple | list | dict):
        return json.dumps(value)
    inner = indent + "  "
    if isinstance(value, dict):
        keys = [key if str(key).isidentifier() else json.dumps(key) for key in value]
        width = [WIDTH - len(inner) - len(str(key)) - 3 for key in keys]
        parts = [
            f"{key}: {value_text(part, left, inner)}"
            for key, part, left in zip(keys, value.values(), width, strict=True)
        ]
        line = f"{{ {', '.join(parts)} }}" if parts else "{}"
        opened, closed = "{", "}"
    else:
        parts = [value_text(part, WIDTH - len(inner) - 1, inner) for part in value]
        line, opened, closed = f"[{', '.join(parts)}]", "[", "]"
    if len(line) <= room and "\n" not in line:
        return line
    rows = filled(parts, inner) if not isinstance(value, dict) else [inner + one for one in parts]
    return "\n".join([opened, *(f"{row}," for row in rows), indent + closed])


def filled(parts: list[str], indent: str) -> list[str]:
    """Parts side by side on lines that are full; parts of several lines alone."""
    rows: list[str] = []
    for part in parts:
        joined = f"{rows[-1]}, {part}" if rows else ""
        if rows and "\n" not in rows[-1] + part and len(joined) < WIDTH:
            rows[-1] = joined
        else:
            rows.append(indent + part)
    return rows


def constants_of(module: ModuleType) -> dict[str, object]:
    """The constants of a module: what is written in capitals."""
    return {name: value for name, value in vars(module).items() if name.isupper()}


def constant(name: str, value: object) -> str:
    """A constant's line, or lines."""
    head = f"export const {name} = "
    tail = " as const;" if isinstance(value, tuple | list | dict) else ";"
    return head + value_text(value, WIDTH - len(head) - len(tail)) + tail


def wrapped(head: str, text: str, end: str = ";") -> str:
    """A line, or a union on several if it is too long for one."""
    if len(head) + len(text) + len(end) + 1 <= WIDTH:
        return f"{head} {text}{end}"
    indent = " " * (len(head) - len(head.lstrip()) + 2)
    return "\n".join([head, *(f"{indent}| {part}" for part in text.split(" | "))]) + end


def move_types(table: MoveTable, names: Names) -> list[str]:
    """The kinds of moves: for each set of fields of a kind, what each field can hold."""
    found: dict[tuple[str, ...], dict[str, dict[str | int, None]]] = {}
    for row in table.rows:
        fields = found.setdefault((row.kind, *row.fields), {name: {} for name in row.fields})
        for name, value in row.fields.items():
            fields[name][value] = None
    return [
        "{ " + "; ".join([f"kind: {json.dumps(key[0])}", *field_types(fields, names)]) + " }"
        for key, fields in found.items()
    ]


def field_types(fields: Mapping[str, Mapping[str | int, None]], names: Names) -> Iterator[str]:
    """Each field of a move with its type; numbers are not told apart."""
    for name, values in fields.items():
        texts = [value for value in values if isinstance(value, str)]
        yield f"{name}: {names.values(texts) if len(texts) == len(values) else 'number'}"


# Files


def wire_file() -> str:
    """The wire: bodies, answers and events."""
    constants = constants_of(wire_types)
    names = named(constants, wire_types, *WIRE)
    lent = [
        cls
        for module in LENDING
        for cls in structs(module)
        if any(vars(one).get(cls.__name__) is cls for one in WIRE)
    ]
    own = [cls for module in WIRE for cls in structs(module)]
    parts = [interface(cls, names, {}) for cls in (*lent, *own)]
    return joined(
        "server/wire*.py, server/wishes.py, contract/{touch,event}.py and teaching/text.py",
        'import type { Fields, GameKey, View } from "./games.ts";',
        "\n".join(constant(name, value) for name, value in constants.items()),
        "\n".join(names.lines),
        *parts,
    )


def short_name(game: Game) -> str:
    """What the types of a game begin with: what its view's type does."""
    return game.view_type.__name__.removesuffix("View")


def options_text(game: Game, names: Names) -> str:
    """The options of a game, each with its values."""
    if not game.options:
        return "export type Options = Record<string, never>;"
    lines = [wrapped(f"  {option.key}:", names.values(option.values)) for option in game.options]
    return "\n".join(["export interface Options {", *lines, "}"])


def game_file(game: Game) -> str:
    """A game: its box, what a view of it shows, and the kinds of its moves."""
    package = f"colonnade.games.{game.key}"
    constants = constants_of(import_module(f"{package}.material"))
    constants["RULE_OF"] = import_module(f"{package}.refusals").RULE_OF
    types = import_module(f"{package}.view_types")
    names = named(constants, types)
    known = {"game": json.dumps(game.key), "options": "Options"}
    moves = "\n".join(f"  | {text}" for text in move_types(game.moves, names))
    prefix = short_name(game)
    return joined(
        f"games/{game.key}/material.py, refusals.py, view_types.py and moves.py",
        'import type { Loose } from "./games.ts";',
        "\n".join(constant(name, value) for name, value in constants.items()),
        "\n".join(names.lines),
        "/** The variant that is played. */\n" + options_text(game, names),
        *(interface(cls, names, known if issubclass(cls, View) else {}) for cls in structs(types)),
        f"/** A move by its kind. */\nexport type {prefix}Move =\n{moves};\n"
        f"export type {prefix}Fields = Loose<{prefix}Move>;",
    )


def seats_lines(games: list[Game]) -> list[str]:
    """By how many each game is played."""
    counts = (f"  {game.key}: [{', '.join(map(str, game.seats))}]," for game in games)
    return ["export const SEATS: Record<GameKey, readonly number[]> = {", *counts, "};"]


def games_file(games: list[Game]) -> str:
    """What all games have in common, and lists that are the same everywhere."""
    prefixes = {game.key: short_name(game) for game in games}
    imports = [
        f'import type {{ {prefix}Move, {prefix}View }} from "./{key}.ts";'
        for key, prefix in prefixes.items()
    ]
    views = " | ".join(f"{prefix}View" for prefix in prefixes.values())
    moves = " | ".join(f"{prefix}Move" for prefix in prefixes.values())
    lists = [
        constant("GAMES", tuple(prefixes)),
        "export type GameKey = (typeof GAMES)[number];",
        *seats_lines(games),
        constant("LANGUAGES", tuple(LANGUAGES)),
        "export type Lang = (typeof LANGUAGES)[number];",
        constant("LEVELS", LEVEL_NAMES),
        constant("DEFAULT_LEVEL", DEFAULT_LEVEL),
        constant("CHANCE", CHANCE),
        constant("OVER", OVER),
    ]
    return joined(
        "games/, ai/levels.py and locales/",
        "\n".join(imports),
        "\n".join(lists),
        LOOSE.rstrip(),
        f"/** A view of any game; `game` tells which. */\n{wrapped('export type View =', views)}\n"
        f"/** A move of any game. */\n{wrapped('export type Fields =', f'Loose<{moves}>')}",
    )


def lessons_file(games: list[Game]) -> str:
    """The lessons of each game: what the home screen says of them without asking."""
    listed = {
        game.key: tuple(
            {
                "key": lesson.key,
                "seconds": lesson.seconds,
                "enough": lesson.enough,
                "strategy": lesson.strategy,
            }
            for lesson in lessons(game)
        )
        for game in games
    }
    text = value_text(listed, 0)
    return joined(
        "games/*/lessons/",
        'import type { GameKey } from "./games.ts";',
        LESSON_MARK.rstrip(),
        f"export const LESSONS: Record<GameKey, readonly LessonMark[]> = {text};",
    )


def joined(sources: str, *parts: str) -> str:
    """A whole file."""
    return "\n\n".join([HEAD.format(sources=sources).rstrip(), *filter(None, parts)]) + "\n"


def own_games() -> list[Game]:
    """The games of this package: those with a folder."""
    folder = ROOT / "src" / "colonnade" / "games"
    keys = sorted(path.parent.name for path in folder.glob("*/material.py"))
    return [import_module(f"colonnade.games.{key}").GAME for key in keys]


def files() -> dict[str, str]:
    """Every file of the folder, and what is in it."""
    games = own_games()
    found = {f"{game.key}.ts": game_file(game) for game in games}
    guides = {f"guide/{game.key}.json": guide_file(game) for game in games if has_guide(game)}
    shared = {"games.ts": games_file(games), "lessons.ts": lessons_file(games)}
    return {**shared, "wire.ts": wire_file(), **found, **guides}


def there(folder: Path) -> dict[str, Path]:
    """Every file that lies in the folder, by its name."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path for path in found}


def stale(folder: Path) -> list[str]:
    """The files that are not what would be written, those too that nobody writes."""
    wanted = files()
    old = {name: path.read_text(encoding="utf-8") for name, path in there(folder).items()}
    return sorted(name for name in {*wanted, *old} if wanted.get(name) != old.get(name))


def write(folder: Path) -> None:
    """Write every file, and remove what is no longer one of them."""
    wanted = files()
    folder.mkdir(parents=True, exist_ok=True)
    for name, path in there(folder).items():
        if name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8", newline="\n")


def main() -> None:
    """Write the files, or compare them."""
    if sys.argv[1:] == ["--check"]:
        old = stale(ROOT / PLACE)
        if old:
            raise SystemExit(f"not as Python has it, run `make types`: {', '.join(old)}")
        return
    write(ROOT / PLACE)


if __name__ == "__main__":
    main()
