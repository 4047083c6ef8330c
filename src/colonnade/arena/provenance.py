"""What every file of games has in common: what it was made with, and Parquet.

Runs of the arena are kept in run_files.py, exports in export_columns.py and export_writer.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from colonnade import build
from colonnade.ai.levels import judge_fingerprint, level_words
from colonnade.ai.naming import file_marks
from colonnade.contract.errors import ColonnadeError
from colonnade.contract.game import Game

PARQUET = ".parquet"
PARQUET_MARK = b"PAR1"  # the first bytes of every Parquet file
METADATA = b"colonnade"  # the key of the settings in a Parquet file's schema


class OtherRun(ColonnadeError):
    """A file holds games that were played with other settings."""


class NoParquet(ColonnadeError):
    """Parquet was asked for, but the package that reads and writes it is not installed."""


class Provenance(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What decides games whatever they are kept for, and what they were played with."""

    format: str
    version: str
    build: str
    game: str
    edition: str
    options: dict[str, str]
    seed: int
    games: int
    judge: str = ""  # a mark of the weights that players judged by, if any did
    levels: dict[str, str] = {}  # how long named levels thought, and how they strayed
    files: dict[str, str] = {}  # that players are made of, with marks of their contents

    def made_with(self) -> str:
        """The program, the rules, the judgement and the levels that games were played with."""
        made = [f"{self.version} {self.build}", f"edition {self.edition}"]
        made += [f"judge {self.judge}"] if self.judge else []
        told = {**self.levels, **self.files}
        return ", ".join([*made, *(f"{name}: {how}" for name, how in told.items())])


def provenance_here(
    game: Game, players: Sequence[str], time: float | None = None
) -> dict[str, Any]:
    """The fields of Provenance that this program, the game and its players decide."""
    return {
        "version": build.VERSION,
        "build": build.kind(),
        "game": game.key,
        "edition": game.edition,
        "judge": judge_fingerprint(players, game),
        "levels": level_words(players, time),
        "files": file_marks(players),
    }


def check_same(path: Path, kept: Provenance, asked: Provenance) -> None:
    """Refuse to mix games: all settings must be equal, but the number of games may grow."""
    for name in asked.__struct_fields__:
        found, wanted = getattr(kept, name), getattr(asked, name)
        if found != wanted and not (name == "games" and found < wanted):
            raise OtherRun(path=str(path), name=name, found=plain(found), asked=plain(wanted))


def plain(value: object) -> str:
    """A setting as a message shows it."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def parquet() -> Any:
    """The package for Parquet, which only those need who ask for it."""
    try:
        import pyarrow.parquet
    except ImportError as problem:
        raise NoParquet from problem
    return pyarrow
