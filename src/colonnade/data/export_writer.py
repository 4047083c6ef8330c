"""The file of an export while it grows: parts that are whole, gathered into one file at the end.

Every few seconds the games played since go into a part of their own beside the file, so that a
crash loses no more than that. The parts of a stopped export are taken up again, each game once.
What a part holds is decided in export_columns.py.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, NamedTuple

import msgspec

from colonnade.arena.provenance import check_same, parquet
from colonnade.contract.files import appearing
from colonnade.data.export import Chunk, ExportSettings, Span
from colonnade.data.export_columns import SPANS, BadExport, Columns, open_export, read_part, spans

GROUP = 20_000  # games of a row group, and the most that a part holds
SECONDS = 5.0  # the longest that finished games stay in memory alone
FOLDER = ".parts"  # what the folder beside the file adds to its name
PART = ".arrow"  # parts are Arrow files: several times faster to write and read than Parquet


class Held(NamedTuple):
    """Games that a file holds as one row group, or a part as one batch."""

    span: Span
    path: Path
    place: int


class ExportWriter:
    """Keeps the games of an export; the file itself is whole whenever it is there."""

    def __init__(self, settings: ExportSettings, path: Path) -> None:
        self.settings = settings
        self.path = path
        self.folder = path.with_name(path.name + FOLDER)
        self.columns = Columns(settings)
        self.held: list[Held] = []
        self.chunks: list[Chunk] = []
        self.stored = 0  # games on the disk
        self.waiting = 0  # games in memory alone
        self.fresh = False  # whether there are games that the file lacks
        self.kept_at = -math.inf  # the first games are written at once: trouble shows early

    def __enter__(self) -> ExportWriter:
        """Take up the games of the file and of parts that a stopped export left."""
        if self.path.exists():
            self.take_up_file()
        for part in sorted(self.folder.glob(f"*{PART}")):
            kept, held = read_part(part)
            check_same(part, kept, self.settings)
            self.fresh |= self.take_up(part, held)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Write what is still in memory alone; who wants the file asks for it to be gathered."""
        self.flush()

    def take_up_file(self) -> None:
        """Note which games the file holds already, and whether fewer were asked for then."""
        kept, file = open_export(self.path)
        with file:
            check_same(self.path, kept, self.settings)
            self.take_up(self.path, spans(self.path, file))
        self.fresh = kept.games != self.settings.games

    def take_up(self, path: Path, found: Iterable[Span]) -> bool:
        """Note which games a file or part holds; returns whether there are new ones among them."""
        done = joined(held.span for held in self.held)
        new = False
        for place, (first, last) in enumerate(found):
            if any(start <= first and last <= end for start, end in done):
                continue  # a crash came between the gathering of parts and their removal
            if any(first < end and start < last for start, end in done):
                raise BadExport(path=str(path), problem=f"{first} - {last - 1}")
            self.hold(Held((first, last), path, place))
            new = True
        return new

    def hold(self, held: Held) -> None:
        """Note games that are on the disk."""
        self.held.append(held)
        self.stored += held.span[1] - held.span[0]

    @property
    def games(self) -> int:
        """How many games are finished."""
        return self.stored + self.waiting

    def missing(self) -> list[Span]:
        """The games still to be played."""
        gaps: list[Span] = []
        at = 0
        for first, last in joined(held.span for held in self.held):
            if at < first:
                gaps.append((at, first))
            at = last
        if at < self.settings.games:
            gaps.append((at, self.settings.games))
        return gaps

    # Keeping

    def add(self, chunk: Chunk) -> None:
        """Take games that are finished; they reach the disk soon."""
        self.chunks.append(chunk)
        self.waiting += chunk.last - chunk.first
        if self.waiting >= GROUP or monotonic() - self.kept_at >= SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write a part, a batch for each unbroken span of games."""
        self.kept_at = monotonic()
        if not self.chunks:
            return
        runs = unbroken(sorted(self.chunks, key=lambda chunk: chunk.first))
        found = [(run[0].first, run[-1].last) for run in runs]
        path = self.folder / f"{found[0][0]:012}-{found[-1][1]:012}{PART}"
        arrow = parquet()
        schema = self.columns.schema
        told = schema.with_metadata({**schema.metadata, SPANS: msgspec.json.encode(found)})
        fast = arrow.ipc.IpcWriteOptions(compression="zstd")
        with appearing(path) as sink, arrow.ipc.new_file(sink, told, options=fast) as writer:
            for run in runs:
                writer.write_table(self.columns.table(run))
        for place, span in enumerate(found):
            self.hold(Held(span, path, place))
        self.chunks, self.waiting, self.fresh = [], 0, True

    # Gathering

    def gather(self, told: Callable[[int], None] = lambda games: None) -> None:
        """Write all games, by their numbers, into the file; then the parts are gone."""
        self.flush()
        if not self.fresh:
            return
        schema, fit = self.columns.schema, {"compression": "zstd", "write_statistics": ["game"]}
        with (
            appearing(self.path) as sink,
            parquet().parquet.ParquetWriter(sink, schema, **fit) as writer,
        ):
            for table in self.tables():
                writer.write_table(table, row_group_size=GROUP)
                told(table.num_rows)
        for part in self.folder.glob(f"*{PART}*"):
            part.unlink()
        with suppress(OSError):  # not there, or somebody else's files are
            self.folder.rmdir()
        self.held, self.stored = [], 0
        self.take_up_file()

    def tables(self) -> Iterator[Any]:
        """All games in order, in tables of a row group each, however they are cut in the parts."""
        concat = parquet().concat_tables
        pieces: list[Any] = []
        begin = end = 0
        for held in sorted(self.held):
            first, last = held.span
            whole = self.read(held)
            at = first
            while at < last:
                stop = min(last, (at // GROUP + 1) * GROUP)
                if pieces and (at != end or at // GROUP != begin // GROUP):
                    yield concat(pieces).combine_chunks()
                    pieces = []
                if not pieces:
                    begin = at
                pieces.append(whole.slice(at - first, stop - at))
                at = end = stop
        if pieces:
            yield concat(pieces).combine_chunks()

    def read(self, held: Held) -> Any:
        """Read games back, as a table."""
        arrow = parquet()
        if held.path == self.path:
            with open_export(held.path)[1] as file:
                found = file.read_row_group(held.place)
        else:
            with arrow.ipc.open_file(held.path) as file:
                found = arrow.Table.from_batches([file.get_batch(held.place)])
        return found.replace_schema_metadata(self.columns.schema.metadata)


def joined(spans: Iterable[Span]) -> list[Span]:
    """Spans in order, with those that touch made one."""
    found: list[Span] = []
    for first, last in sorted(spans):
        if found and found[-1][1] == first:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


def unbroken(chunks: Iterable[Chunk]) -> list[list[Chunk]]:
    """Chunks in order, cut wherever a game is missing between two of them."""
    found: list[list[Chunk]] = []
    for chunk in chunks:
        if found and found[-1][-1].last == chunk.first:
            found[-1].append(chunk)
        else:
            found.append([chunk])
    return found
