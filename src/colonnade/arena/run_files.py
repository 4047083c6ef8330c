"""Runs as files: JSON lines that can be gone on with, and Parquet for other programs.

Which games are played and what they mean is decided in tournament.py and gate.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, ClassVar, Generic, TypeVar

import msgspec

from colonnade.arena.match import ClockName, Played, fits_seats
from colonnade.arena.provenance import (
    METADATA,
    PARQUET,
    PARQUET_MARK,
    Provenance,
    check_same,
    parquet,
    provenance_here,
)
from colonnade.contract.errors import ColonnadeError
from colonnade.contract.files import replace
from colonnade.contract.game import Game

FORMAT = "colonnade arena 1"  # the command that wrote the file, and a version


class BadRun(ColonnadeError):
    """A file is not a run of this kind, or a line of it is not a game of that run."""


class Format(msgspec.Struct, frozen=True):
    """The one field of settings that is read before the others."""

    format: str


class GameSettings(Provenance, frozen=True, kw_only=True):
    """What all runs have in common that are kept game by game."""

    mark: ClassVar[str]  # their `format`, which tells them apart

    def fits(self, played: Played) -> bool:
        """Whether this run can have played such a game."""
        raise NotImplementedError


class RunSettings(GameSettings, frozen=True, kw_only=True):
    """All that decides the games of a run, and what they were played with."""

    mark: ClassVar[str] = FORMAT
    format: str = FORMAT
    players: list[str]
    time: float | None = None  # seconds for each decision of players that search
    clock: ClockName = "wall"  # whose seconds

    def __post_init__(self) -> None:
        """Refuse a run that nobody plays."""
        if not self.players:
            raise ValueError("players")

    def fits(self, played: Played) -> bool:
        """Whether this run can have played such a game."""
        count = len(self.players)
        inside = 0 <= played.rotation < count and 0 <= played.deal < self.games // count
        return inside and fits_seats(played, count)


Settings = TypeVar("Settings", bound=GameSettings)


class Games(msgspec.Struct, Generic[Settings]):
    """Settings and the games played so far, by deal, then rotation."""

    settings: Settings
    games: list[Played]


Run = Games[RunSettings]


def run_settings(
    game: Game,
    options: dict[str, str],
    players: list[str],
    games: int,
    seed: int,
    time: float | None = None,
    clock: ClockName = "wall",
) -> RunSettings:
    """Settings of a run with this program; games are rounded up to whole sets of rotations."""
    seats = len(players)
    return RunSettings(
        **provenance_here(game, players, time),
        options=options,
        players=players,
        games=-(-games // seats) * seats,  # whole sets of rotations
        seed=seed,
        time=time,
        clock=clock,
    )


class Book(Generic[Settings]):
    """The games of a run, each once, and the file they are kept in, if one is named."""

    def __init__(self, settings: Settings, path: Path | None = None) -> None:
        self.settings = settings
        self.path = path
        self.games: dict[tuple[int, int], Played] = {}
        self._file: BinaryIO | None = None

    def __enter__(self) -> Book[Settings]:
        """Take up what the file holds, and make it ready for more."""
        if self.path is None:
            return self
        if self.path.exists() and self.path.stat().st_size:
            run, whole = read_games(self.path, type(self.settings))
            check_same(self.path, run.settings, self.settings)
            self.games = by_place(run.games)
            whole = whole and run.settings.games == self.settings.games
        else:
            whole = False
        if self.path.suffix != PARQUET:
            if not whole:
                write_lines(self.path, self.run())
            self._file = self.path.open("ab")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the file; Parquet can only be written whole, so it is written now."""
        if self._file is not None:
            self._file.close()
        elif self.path is not None:
            write_parquet(self.path, self.run())

    def add(self, played: Played) -> None:
        """Keep a game, on disk first."""
        if self._file is not None:
            self._file.write(msgspec.json.encode(played) + b"\n")
            self._file.flush()
        self.games[played.deal, played.rotation] = played

    def run(self) -> Games[Settings]:
        """The run so far."""
        return Games(self.settings, in_order(self.games.values()))


def by_place(games: Iterable[Played]) -> dict[tuple[int, int], Played]:
    """Games by deal and rotation; of two with the same place the first one counts."""
    found: dict[tuple[int, int], Played] = {}
    for played in games:
        found.setdefault((played.deal, played.rotation), played)
    return found


def in_order(games: Iterable[Played]) -> list[Played]:
    """Games by deal, then rotation, whatever the order in which processes finished them."""
    return sorted(games, key=lambda played: (played.deal, played.rotation))


# Reading


def read_run(path: Path) -> tuple[Run, bool]:
    """Read a run of the arena, and whether all of the file was whole."""
    return read_games(path, RunSettings)


def read_games(path: Path, kind: type[Settings]) -> tuple[Games[Settings], bool]:
    """Read a run, and whether all of the file was whole: a torn last line is left out."""
    with path.open("rb") as file:
        raw = file.read()
    if raw.startswith(PARQUET_MARK):
        return read_parquet(path, kind), True
    first, *lines = raw.split(b"\n")
    settings = read_settings(path, first, kind)
    torn = lines.pop() if lines else b""
    games: list[Played] = []
    for number, line in enumerate(lines, 2):
        try:
            games.append(read_game(line, settings))
        except ValueError as problem:
            if number <= len(lines):
                raise bad_run(path, number, problem, kind) from problem
            torn = line  # a crash may leave a last line that is long enough, but empty
    return Games(settings, in_order(by_place(games).values())), not torn


def read_settings(path: Path, raw: bytes, kind: type[Settings]) -> Settings:
    """Read the settings, which every run begins with."""
    try:
        found = msgspec.json.decode(raw, type=Format).format
        if found != kind.mark:
            raise ValueError(found)
        return msgspec.json.decode(raw, type=kind)
    except ValueError as problem:
        raise bad_run(path, 1, problem, kind) from problem


def bad_run(path: Path, line: int, problem: Exception, kind: type[GameSettings]) -> BadRun:
    """The error that says where a file is no run of its kind, by the command that writes such."""
    command = kind.mark.rpartition(" ")[0]
    return BadRun(path=str(path), line=line, problem=str(problem), command=command)


def read_game(raw: bytes, settings: GameSettings) -> Played:
    """Read a game, and check that it is one of this run."""
    played = msgspec.json.decode(raw, type=Played)
    check_game(played, settings)
    return played


def check_game(played: Played, settings: GameSettings) -> None:
    """Refuse a game that this run cannot have played."""
    if not settings.fits(played):
        raise ValueError(f"deal {played.deal}, rotation {played.rotation}")


# Writing


def write_lines(path: Path, run: Games[Settings]) -> None:
    """Write a run as JSON lines, whole or not at all."""
    lines = [msgspec.json.encode(part) for part in (run.settings, *run.games)]
    replace(path, b"\n".join(lines) + b"\n")


# Parquet


def write_parquet(path: Path, run: Games[Settings]) -> None:
    """Write the games as a table, a column for each field; the settings go with the schema."""
    arrow = parquet()
    whole, real = arrow.int64(), arrow.float64()
    kinds = {"int": whole, "list[int]": arrow.list_(whole), "list[float]": arrow.list_(real)}
    # Annotations are texts here, and the schema follows them: a new field needs no second list.
    columns = [(name, kinds[Played.__annotations__[name]]) for name in Played.__struct_fields__]
    schema = arrow.schema(columns, metadata={METADATA: msgspec.json.encode(run.settings)})
    table = arrow.Table.from_pylist(msgspec.to_builtins(run.games), schema=schema)
    sink = arrow.BufferOutputStream()
    arrow.parquet.write_table(table, sink)
    replace(path, sink.getvalue().to_pybytes())


def read_parquet(path: Path, kind: type[Settings]) -> Games[Settings]:
    """Read what write_parquet wrote."""
    arrow = parquet()
    try:
        table = arrow.parquet.read_table(path)
        settings = read_settings(path, (table.schema.metadata or {}).get(METADATA, b""), kind)
        games = msgspec.convert(table.to_pylist(), list[Played])
        for played in games:
            check_game(played, settings)
    except ValueError as problem:  # as pyarrow's and msgspec's own errors are
        raise bad_run(path, 1, problem, kind) from problem
    return Games(settings, in_order(by_place(games).values()))
