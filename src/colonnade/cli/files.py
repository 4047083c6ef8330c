"""Files the command line reads and writes: records, where they are kept, and the rules pages."""

from __future__ import annotations

import os
import re
import sys
from datetime import datetime
from pathlib import Path

import colonnade
from colonnade.cli.common import unreadable, unwritable
from colonnade.cli.speech import UsageError, language, plain
from colonnade.contract import record as records
from colonnade.contract.errors import BadRecord, UnknownGame
from colonnade.contract.files import replace
from colonnade.contract.game import Game
from colonnade.contract.history import History


def read_record(path: Path) -> tuple[Game, records.Loaded]:
    """Read a record file and find its game."""
    try:
        loaded = records.load(path)
    except OSError as problem:
        raise unreadable(path, problem) from problem
    try:
        return colonnade.game(loaded.record.game), loaded
    except UnknownGame as problem:
        raise BadRecord(loaded.header["game"]) from problem


def open_record(path: Path) -> tuple[records.Record, History]:
    """Read a record file, and play its game with every move checked."""
    game, loaded = read_record(path)
    return loaded.record, records.verify(game, loaded)


def write_record(path: Path, game: Game, record: records.Record) -> None:
    """Write a record whole or not at all: the old file stays until the new one is complete."""
    text = (
        records.write_json(record) if path.suffix == ".json" else records.write_text(game, record)
    )
    try:
        replace(path, text.encode())
    except OSError as problem:
        raise unwritable(path, problem) from problem


def games_folder() -> Path:
    """Where games are kept when no file is named: the user's data folder."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = str(Path.home() / "Library" / "Application Support")
    else:
        base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "colonnade" / "games"


def new_game_file(game: Game) -> Path:
    """A name nobody has used for a game that begins now."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    path = games_folder() / f"{game.key}-{stamp}{records.SUFFIX}"
    count = 1
    while path.exists():
        count += 1
        path = games_folder() / f"{game.key}-{stamp}-{count}{records.SUFFIX}"
    return path


def rules_text(game: Game, part: str | None) -> str:
    """The rules in the language in use: all of them, a section, a paragraph, or a search."""
    known = [game.folder() / name for name in (f"RULES.{language()}.md", "RULES.md")]
    page = next((page for page in known if page.is_file()), None)
    if page is None:
        raise UsageError("rules.missing", game=game.key)
    text = page.read_text(encoding="utf-8")
    if part is None:
        return text
    wanted = plain(part)
    blocks = re.split(r"\n(?=## |- \*\*)", text)
    section = re.compile(rf"(## {wanted} |- \*\*{re.escape(wanted)}\*\*)", re.IGNORECASE)
    if re.fullmatch(r"[a-z]+\d+", wanted):
        number = re.compile(rf"(## {wanted} |- \*\*{wanted}\.)", re.IGNORECASE)
        found = [block for block in blocks if number.match(block)]
    elif re.fullmatch(r"[a-z]+\d+\.\d+", wanted):
        found = [block for block in blocks if section.match(block)]
    else:
        found = [block for block in blocks[1:] if wanted in plain(block)]
    if not found:
        raise UsageError("rules.none", part=part, game=game.key)
    return "\n".join(found)
