"""Exports: what is written down of each game, and that no game is lost or kept twice."""

from __future__ import annotations

import random
import tracemalloc
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from colonnade.arena.provenance import OtherRun
from colonnade.arena.run_files import Run, write_parquet
from colonnade.arena.run_files import run_settings as arena_settings
from colonnade.arena.tally import Tally
from colonnade.contract.play import SHARE, Walk, replay
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER
from colonnade.data import export_writer
from colonnade.data.export import Chunk, ExportSettings, cut, export_settings, play, play_task
from colonnade.data.export_columns import BadExport, open_export
from colonnade.data.export_writer import GROUP, ExportWriter
from colonnade.data.row_events import MOST_VALUES, events
from colonnade.data.simulate import simulate
from colonnade.games import game, own_keys
from tests.cli.command import ROOT
from tests.samples import run_python

KEYS = own_keys()
once = pytest.mark.once


def settings(
    key: str = "pagoda", games: int = 6, player: str = "random", seats: int = 2, rows: bool = False
) -> ExportSettings:
    """Settings of an export with the shortest options."""
    found = game(key)
    options = {option.key: option.default for option in found.options}
    if key == "pagoda":
        options = {"length": "fast", "abilities": "all"}
    return export_settings(found, seats, options, player, games, 7, rows)


def export(path: Path, asked: ExportSettings) -> list[dict[str, Any]]:
    """Export without interruption; returns the lines of the file."""
    with ExportWriter(asked, path) as writer:
        for chunk in play(asked, writer.missing()):
            writer.add(chunk)
        writer.gather()
    return read(path)


def read(path: Path) -> list[dict[str, Any]]:
    """The lines of a file, as plain objects."""
    lines: list[dict[str, Any]] = pq.read_table(path).to_pylist()
    return lines


# What is counted


@once
@pytest.mark.parametrize("key", KEYS)
def test_every_row_counts_for_its_kind_and_its_small_fields(key: str) -> None:
    """Fields with many values, such as spaces, are left out; no name is there twice."""
    table = game(key).moves
    found = events(table)
    assert len(set(found.names)) == len(found.names)
    assert len(found.of_row) == len(table)
    fields = Counter(name.partition("=")[0] for name in found.names if "=" in name)
    assert max(fields.values()) <= MOST_VALUES
    for row, numbers in zip(table.rows, found.of_row, strict=True):
        names = [found.names[number] for number in numbers]
        assert names[0] == row.kind
        counted = {f"{row.kind} {key}={value}" for key, value in row.fields.items()}
        assert set(names[1:]) <= counted
    assert not any("space=" in name for name in found.names)


@pytest.mark.parametrize(
    ("key", "seats", "player"),
    [
        ("pagoda", 2, "random"),
        ("pagoda", 2, "eager"),
        ("seven_steps", 3, "random"),
        ("summer_pavilion", 4, "random"),
    ],
)
def test_a_line_is_the_game(tmp_path: Path, key: str, seats: int, player: str) -> None:
    """Replayed row by row, each checked, a game gives everything its line says."""
    asked = settings(key, 3, player, seats, rows=True)
    found = game(key)
    for line in export(tmp_path / "games.parquet", asked):
        state = found.start(seats, asked.options)
        counts = [Counter[str]() for _ in range(seats + 1)]
        for number in line["rows"]:
            row = found.moves.rows[number]
            actor = seats if state.actor == CHANCE else int(state.actor)
            counts[actor].update(
                [row.kind, *(f"{row.kind} {k}={v}" for k, v in row.fields.items())]
            )
            state = replay(state, [number])
        assert state.actor == OVER
        assert line["scores"] == state.scores()
        assert line["turns"] == state.turn
        assert line["moves"] == len(line["rows"])
        winners = state.winners()
        shares = [SHARE // len(winners) if seat in winners else 0 for seat in range(seats)]
        assert line["shares"] == shares
        assert line["breakdown"] == [state.breakdown(seat) for seat in range(seats)]
        kinds = {row.kind for row in found.moves.rows}
        assert line["decisions"] == [sum(own[kind] for kind in kinds) for own in counts[:-1]]
        assert [*line["events"], line["chance"]] == [
            {name: own[name] for name in events(found.moves).names} for own in counts
        ]
        assert (line["seats"], line["options"], line["player"]) == (seats, asked.options, player)


@pytest.mark.parametrize(
    ("key", "player"), [(key, "random") for key in KEYS] + [("pagoda", "eager")]
)
def test_the_games_are_those_of_simulate(tmp_path: Path, key: str, player: str) -> None:
    """The same seed gives the same games, whichever command plays them."""
    asked = settings(key, 4, player)
    tally = Tally(2)
    for part in simulate(key, 2, asked.options, 4, asked.seed, player=player):
        tally.merge(part)
    lines = export(tmp_path / "games.parquet", asked)
    assert [line["game"] for line in lines] == list(range(4))
    assert sum(line["checksum"] for line in lines) & 0xFFFFFFFF == tally.checksum
    assert sum(line["moves"] for line in lines) == tally.moves
    assert [sum(line["scores"][seat] for line in lines) for seat in (0, 1)] == tally.scores
    assert [sum(line["shares"][seat] for line in lines) for seat in (0, 1)] == tally.shares


def test_a_long_game_is_written_down_whole() -> None:
    """More rows than a recorder has room for at first."""
    asked = settings("seven_steps", 98, rows=True)
    (chunk,) = (play_task(task) for task in cut(asked, [(97, 98)], 1))
    made = np.frombuffer(chunk.rows, "<i2").tolist()
    state = game("seven_steps").start(2, asked.options)
    walk, rng = Walk(state), Rng(asked.seed, 97)
    expected = []
    while state.actor != OVER:
        expected.append(walk.pick(state, rng))
        state.apply(expected[-1])
    assert made == expected
    assert len(made) > 1024


# The file


@once
def test_columns_are_what_is_documented(tmp_path: Path) -> None:
    """Names and types, and the settings with them."""
    asked = settings("summer_pavilion", 2, rows=True)
    path = tmp_path / "games.parquet"
    export(path, asked)
    schema = pq.read_schema(path)
    assert {field.name: str(field.type) for field in schema if field.type.num_fields < 2} == {
        "game": "int64",
        "seats": "int8",
        "options": "struct<board: string>",
        "player": "string",
        "turns": "int32",
        "moves": "int32",
        "checksum": "int64",
        "scores": "list<element: int32>",
        "shares": "list<element: int8>",
        "decisions": "list<element: int32>",
        "breakdown": str(schema.field("breakdown").type),
        "events": str(schema.field("events").type),
        "rows": "list<element: int16>",
    }
    sources = ["start", "placed", "marker", "leftovers", "stars", "numbers"]
    assert schema.field("breakdown").type.value_type == pa.struct(
        [(s, pa.int32()) for s in sources]
    )
    names = events(game("summer_pavilion").moves).names
    counts = pa.struct([(name, pa.int16()) for name in names])
    assert schema.field("events").type.value_type == schema.field("chance").type == counts
    assert msgspec.json.decode(schema.metadata[b"colonnade"], type=ExportSettings) == asked
    described = (ROOT / "docs" / "export.md").read_text(encoding="utf-8")
    assert all(f"| `{name}` |" in described for name in schema.names)


@once
def test_the_order_of_processes_does_not_matter(tmp_path: Path) -> None:
    """Chunks in any order, in any parts, give the same bytes."""
    asked = settings(games=60)
    export(tmp_path / "whole.parquet", asked)
    chunks = [play_task(task) for task in cut(asked, [(0, 60)], 1)]
    random.Random(3).shuffle(chunks)
    with ExportWriter(asked, tmp_path / "mixed.parquet") as writer:
        for i, chunk in enumerate(chunks):
            writer.add(chunk)
            if i % 7 == 0:
                writer.flush()
        writer.gather()
    assert (tmp_path / "mixed.parquet").read_bytes() == (tmp_path / "whole.parquet").read_bytes()
    with ExportWriter(asked, tmp_path / "two.parquet") as writer:
        for chunk in play(asked, writer.missing(), processes=2):
            writer.add(chunk)
        writer.gather()
    assert (tmp_path / "two.parquet").read_bytes() == (tmp_path / "whole.parquet").read_bytes()


@once
def test_a_stopped_export_goes_on(tmp_path: Path) -> None:
    """From parts that a crash left, from a file with holes, and to more games than at first."""
    asked, path = settings(games=40), tmp_path / "games.parquet"
    chunks = {chunk.first: chunk for chunk in play(asked, [(0, 40)])}
    assert len(chunks) == 40
    with ExportWriter(asked, path) as writer:  # stopped before it was gathered
        for first in (3, 4, 9, 30):
            writer.add(chunks[first])
    assert not path.exists()
    with ExportWriter(asked, path) as writer:
        assert writer.games == 4
        assert writer.missing() == [(0, 3), (5, 9), (10, 30), (31, 40)]
        writer.add(chunks[0])
        writer.gather()
    assert [line["game"] for line in read(path)] == [0, 3, 4, 9, 30]
    assert not writer.folder.exists()
    more = msgspec.structs.replace(asked, games=44)
    with ExportWriter(more, path) as writer:
        assert writer.games == 5
        for chunk in play(more, writer.missing()):
            writer.add(chunk)
        writer.gather()
    export(tmp_path / "whole.parquet", more)
    assert path.read_bytes() == (tmp_path / "whole.parquet").read_bytes()


@once
def test_a_whole_export_is_left_alone(tmp_path: Path) -> None:
    """Nothing is missing, so nothing is written."""
    asked, path = settings(), tmp_path / "games.parquet"
    export(path, asked)
    before = path.stat()
    with ExportWriter(asked, path) as writer:
        assert writer.missing() == []
        writer.gather()
    assert path.stat() == before


@once
def test_parts_that_are_in_the_file_already_count_once(tmp_path: Path) -> None:
    """As after a crash between the gathering of parts and their removal."""
    asked, path = settings(), tmp_path / "games.parquet"
    chunks = list(play(asked, [(0, 6)]))
    with ExportWriter(asked, path) as writer:
        for chunk in chunks:
            writer.add(chunk)
        writer.flush()
        left = {part.name: part.read_bytes() for part in writer.folder.iterdir()}
        writer.gather()
    assert left
    writer.folder.mkdir()
    for name, raw in left.items():
        (writer.folder / name).write_bytes(raw)
    with ExportWriter(asked, path) as writer:
        assert (writer.games, writer.missing()) == (6, [])
        writer.gather()
    assert [line["game"] for line in read(path)] == list(range(6))


@once
def test_a_game_in_two_parts_is_refused(tmp_path: Path) -> None:
    """No export makes such parts, and nobody could say which one is right."""
    asked, path = settings(), tmp_path / "games.parquet"
    one, two, *_ = list(play(asked, [(0, 6)]))
    both = Chunk(0, 2, one.facts + two.facts, one.counts + two.counts, b"")
    last = Chunk(1, 3, one.facts + two.facts, one.counts + two.counts, b"")
    for chunk in (both, last):
        writer = ExportWriter(asked, path)
        writer.add(chunk)
    with pytest.raises(BadExport, match="1 - 2"), ExportWriter(asked, path):
        pass


@once
def test_other_settings_are_refused(tmp_path: Path) -> None:
    """Only the number of games may grow; the file stays as it is, and so do parts."""
    asked, path = settings(), tmp_path / "games.parquet"
    export(path, asked)
    before = path.read_bytes()
    for change in ({"seed": 8}, {"games": 5}, {"player": "eager"}, {"rows": True}):
        other = msgspec.structs.replace(asked, **change)
        with (
            pytest.raises(OtherRun, match=f"its {next(iter(change))} is"),
            ExportWriter(other, path),
        ):
            pass
    assert path.read_bytes() == before
    new = tmp_path / "new.parquet"
    with ExportWriter(asked, new) as writer:
        writer.add(next(play(asked, [(0, 6)])))
    with pytest.raises(OtherRun), ExportWriter(msgspec.structs.replace(asked, seed=8), new):
        pass


@once
def test_what_is_no_export_is_refused(tmp_path: Path) -> None:
    """Text, a torn file, another table, a run of the arena, an export of unknown columns."""
    path = tmp_path / "games.parquet"
    export(path, settings())
    whole = path.read_bytes()
    meta = pq.read_schema(path).metadata
    run = Run(arena_settings(game("pagoda"), {}, ["random", "random"], 2, 1), [])

    def table(metadata: dict[bytes, bytes]) -> None:
        pq.write_table(pa.table({"game": [1]}).replace_schema_metadata(metadata), path)

    for spoil in (
        lambda: path.write_text("no table at all"),
        lambda: path.write_bytes(whole[:-100]),
        lambda: table({}),
        lambda: table({b"colonnade": b"{}"}),
        lambda: table({b"colonnade": meta[b"colonnade"].replace(b"export 1", b"export 9")}),
        lambda: table({b"colonnade": meta[b"colonnade"].replace(b'"pagoda"', b'"go"')}),
        lambda: table(meta),
        lambda: write_parquet(path, run),
    ):
        spoil()
        with pytest.raises(BadExport, match=r"games\.parquet"):
            open_export(path)


@once
def test_the_page_about_exports_tells_the_truth(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its sample replays a game from a file."""
    monkeypatch.chdir(tmp_path)
    export(tmp_path / "replayable.parquet", settings("summer_pavilion", 5, rows=True))
    line = run_python(ROOT / "docs" / "export.md")["line"]
    assert isinstance(line, dict)
    assert line["game"] == 3


# Memory


@once
def test_memory_does_not_grow_with_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten times the games need hardly more room, Python's and Arrow's together."""
    monkeypatch.setattr(export_writer, "GROUP", 400)
    pattern = next(play(settings(games=20_000), [(0, 200)]))
    assert pattern.last - pattern.first == 200

    def most(name: str, games: int) -> int:
        """The largest memory seen while so many games are kept and gathered."""
        asked = settings(games=games)
        path = tmp_path / name
        peak = 0

        def look(_: int = 0) -> None:
            nonlocal peak
            peak = max(peak, tracemalloc.get_traced_memory()[0] + pa.total_allocated_bytes())

        with ExportWriter(asked, path) as writer:
            for first in range(0, games, 200):
                writer.add(msgspec.structs.replace(pattern, first=first, last=first + 200))
                look()
            writer.gather(look)
        assert pq.ParquetFile(path).metadata.num_rows == games
        return peak

    tracemalloc.start()
    try:
        most("first.parquet", 2_000)  # what is loaded once and stays
        before = tracemalloc.get_traced_memory()[0] + pa.total_allocated_bytes()
        small = most("small.parquet", 2_000) - before
        large = most("large.parquet", 20_000) - before
    finally:
        tracemalloc.stop()
    assert 0 < large < 2 * small


@once
def test_a_group_of_the_file_is_a_round_number_of_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However the parts were cut, readers find groups of one size."""
    assert GROUP == 20_000
    monkeypatch.setattr(export_writer, "GROUP", 10)
    export(tmp_path / "games.parquet", settings(games=25))
    file = pq.ParquetFile(tmp_path / "games.parquet")
    groups = [file.metadata.row_group(i).num_rows for i in range(file.num_row_groups)]
    assert groups == [10, 10, 5]
