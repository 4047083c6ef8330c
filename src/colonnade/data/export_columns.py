"""The columns of an export: their names and types, games turned into them, and a file checked.

What the numbers are is decided in recorder.py; docs/export.md explains every column.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from colonnade.arena.provenance import METADATA, NoParquet, parquet
from colonnade.contract.errors import ColonnadeError
from colonnade.data.export import FORMAT, Chunk, ExportSettings, Span, sources
from colonnade.data.row_events import events
from colonnade.games import game

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError as problem:
    raise NoParquet from problem

Numbers = NDArray[np.int64] | NDArray[np.int16]

BEFORE = 3  # facts that are not by seat: turns, moves, checksum
ROWS = "rows"
SPANS = b"spans"  # the key of a part's spans in its schema, one for each of its batches


class BadExport(ColonnadeError):
    """A file is no export, or one whose games cannot be told."""


# Writing


def schema(settings: ExportSettings) -> Any:
    """The columns of a game's export, with the settings under the key `colonnade`."""
    arrow = parquet()
    found = game(settings.game)
    start = found.start(settings.seats, settings.options)
    short, whole, text = arrow.int16(), arrow.int32(), arrow.string()
    counts = arrow.struct([(name, short) for name in events(found.moves).names])
    columns = [
        ("game", arrow.int64()),
        ("seats", arrow.int8()),
        ("options", arrow.struct([(key, text) for key in settings.options])),
        ("player", text),
        ("turns", whole),
        ("moves", whole),
        ("checksum", arrow.int64()),
        ("scores", arrow.list_(whole)),
        ("shares", arrow.list_(arrow.int8())),
        ("decisions", arrow.list_(whole)),
        ("breakdown", arrow.list_(arrow.struct([(name, whole) for name in sources(start)]))),
        ("events", arrow.list_(counts)),
        ("chance", counts),
    ]
    if settings.rows:
        columns.append((ROWS, arrow.list_(short)))
    return arrow.schema(columns, metadata={METADATA: msgspec.json.encode(settings)})


class Columns:
    """Turns the bytes of games into columns; one of it serves all chunks of an export."""

    def __init__(self, settings: ExportSettings) -> None:
        self.arrow = parquet()
        self.settings = settings
        self.schema = schema(settings)

    def kind(self, name: str) -> Any:
        """A column's type."""
        return self.schema.field(name).type

    def table(self, chunks: Sequence[Chunk]) -> Any:
        """The games of chunks as a table, in the order of the chunks."""
        seats = self.settings.seats
        points = len(self.kind("breakdown").value_type)
        width = BEFORE + seats * (3 + points)
        facts = np.frombuffer(b"".join(chunk.facts for chunk in chunks), "<i8").reshape(-1, width)
        scores, shares, decisions, end = (BEFORE + seats * i for i in range(4))
        columns = {
            "game": np.concatenate([np.arange(chunk.first, chunk.last) for chunk in chunks]),
            "turns": facts[:, 0],
            "moves": facts[:, 1],
            "checksum": facts[:, 2],
            "scores": facts[:, scores:shares],
            "shares": facts[:, shares:decisions],
            "decisions": facts[:, decisions:end],
        }
        made = {name: self.numbers(name, values) for name, values in columns.items()}
        points_by_source = self.struct(self.kind("breakdown").value_type, facts[:, end:])
        made["breakdown"] = self.by_seat("breakdown", points_by_source)
        made |= self.counted(chunks, len(facts))
        for name, value in (
            ("seats", seats),
            ("options", self.settings.options),
            ("player", self.settings.player),
        ):
            scalar = self.arrow.scalar(value, self.kind(name))
            made[name] = self.arrow.repeat(scalar, len(facts))
        if self.settings.rows:
            made[ROWS] = self.rows(chunks, facts[:, 1])
        arrays = [made[name] for name in self.schema.names]
        return self.arrow.Table.from_arrays(arrays, schema=self.schema)

    def counted(self, chunks: Sequence[Chunk], games: int) -> dict[str, Any]:
        """How often each event came, by seats and by chance."""
        kind = self.kind("chance")
        raw = np.frombuffer(b"".join(chunk.counts for chunk in chunks), "<i2")
        counts = raw.reshape(games, self.settings.seats + 1, len(kind))
        by_seats = self.struct(kind, counts[:, :-1])
        return {
            "events": self.by_seat("events", by_seats),
            "chance": self.struct(kind, counts[:, -1]),
        }

    def numbers(self, name: str, values: Numbers) -> Any:
        """A number for each game, or a list of one for each seat."""
        if values.ndim == 1:
            return self.arrow.array(np.ascontiguousarray(values), self.kind(name))
        return self.by_seat(name, self.arrow.array(values.ravel(), self.kind(name).value_type))

    def by_seat(self, name: str, values: Any) -> Any:
        """Values that follow each other as lists with an item for each seat."""
        offsets = np.arange(0, len(values) + 1, self.settings.seats, dtype="<i4")
        kind = self.kind(name)
        return self.arrow.ListArray.from_arrays(self.arrow.array(offsets), values, kind)

    def struct(self, kind: Any, values: Numbers) -> Any:
        """Lines of numbers as structs; each column of them must lie in one piece."""
        fields = [kind.field(i) for i in range(len(kind))]
        columns = np.ascontiguousarray(values.reshape(-1, len(fields)).T)
        parts = [self.arrow.array(columns[i], field.type) for i, field in enumerate(fields)]
        return self.arrow.StructArray.from_arrays(parts, fields=fields)

    def rows(self, chunks: Sequence[Chunk], moves: Numbers) -> Any:
        """The rows of each game, as many as it has moves."""
        made = np.frombuffer(b"".join(chunk.rows for chunk in chunks), "<i2")
        ends = np.concatenate([[0], np.cumsum(moves)]).astype("<i4")
        kind = self.kind(ROWS)
        return self.arrow.ListArray.from_arrays(
            self.arrow.array(ends), self.arrow.array(made), kind
        )


# Reading


def check(path: Path, found: Any) -> ExportSettings:
    """The settings of a file, if its columns are those that this program writes for them."""
    try:
        settings = msgspec.json.decode(
            (found.metadata or {}).get(METADATA, b""), type=ExportSettings
        )
        if settings.format != FORMAT:
            raise ValueError(settings.format)
        expected = schema(settings)
    except (ValueError, ColonnadeError) as problem:  # as msgspec's own errors are
        raise BadExport(path=str(path), problem=str(problem)) from problem
    if not found.equals(expected):
        raise BadExport(path=str(path), problem=", ".join(found.names))
    return settings


def open_export(path: Path) -> tuple[ExportSettings, Any]:
    """Open an export, and check that it is one."""
    try:
        file = parquet().parquet.ParquetFile(path)
    except ValueError as problem:  # as pyarrow's own errors are
        raise BadExport(path=str(path), problem=str(problem)) from problem
    return check(path, file.schema_arrow), file


def spans(path: Path, file: Any) -> list[Span]:
    """Which games each row group holds, from the footer alone; none may be there twice."""
    found: list[Span] = []
    for i in range(file.metadata.num_row_groups):
        group = file.metadata.row_group(i)
        limits = group.column(0).statistics
        unbroken = limits is not None and limits.max - limits.min + 1 == group.num_rows
        if not unbroken or (found and limits.min < found[-1][1]):
            raise BadExport(path=str(path), problem=f"row group {i}")
        found.append((limits.min, limits.max + 1))
    return found


def read_part(path: Path) -> tuple[ExportSettings, list[Span]]:
    """What a part was made for, and which games each of its batches holds."""
    arrow = parquet()
    try:
        with arrow.ipc.open_file(path) as file:
            found = file.schema
        held = msgspec.json.decode((found.metadata or {}).get(SPANS, b""), type=list[Span])
    except ValueError as problem:  # as pyarrow's and msgspec's own errors are
        raise BadExport(path=str(path), problem=str(problem)) from problem
    return check(path, found), held
