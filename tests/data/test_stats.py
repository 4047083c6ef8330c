"""The pages of facts: every number is counted again here, from the file and without the lab."""

from __future__ import annotations

import re
import shlex
import statistics
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from colonnade.arena.tally import interval
from colonnade.contract.options import complete
from colonnade.contract.statistics import Statistic
from colonnade.data.export import ExportSettings, export_settings, play
from colonnade.data.export_columns import BadExport, schema
from colonnade.data.export_writer import ExportWriter
from colonnade.data.row_events import events
from colonnade.data.stats import (
    EmptyExport,
    Spread,
    check_sample,
    distinct,
    read_sample,
    statistics_of,
)
from colonnade.data.stats_page import command, file_name, pages
from colonnade.data.stats_plots import mixed
from colonnade.games import game
from tests.cli.command import ROOT
from tests.contract.cases import OWN
from tests.contract.toy import TOY

pytestmark = pytest.mark.once
Line = dict[str, Any]
PUBLISHED = sorted((ROOT / "docs" / "stats").glob("*.md"))


def settings(
    key: str, seats: int, count: int, player: str = "random", **chosen: str
) -> ExportSettings:
    """Settings of an export, as if made by a compiled build."""
    found = game(key)
    options = complete(found.options, chosen)
    asked = export_settings(found, seats, options, player, count, 5)
    return msgspec.structs.replace(asked, build="compiled", version="1.2.3")


def export(folder: Path, asked: ExportSettings, last: int | None = None) -> Path:
    """Export all games, or the first ones."""
    path = folder / file_name(asked)
    with ExportWriter(asked, path) as writer:
        for chunk in play(asked, [(0, last or asked.games)]):
            writer.add(chunk)
        writer.gather()
    return path


@pytest.fixture(scope="module")
def exports(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Three of Summer Pavilion, one of them stopped early, and one of each other game."""
    folder = tmp_path_factory.mktemp("exports")
    return [
        export(folder, settings("summer_pavilion", 3, 60)),
        export(folder, settings("summer_pavilion", 3, 9, "eager")),
        export(folder, settings("summer_pavilion", 2, 40, board="grey"), 30),
        export(folder, settings("pagoda", 2, 50)),
        export(folder, settings("seven_steps", 2, 20)),
    ]


@pytest.fixture(scope="module")
def written(exports: list[Path]) -> dict[str, bytes]:
    """All files that the exports give."""
    return pages(read_sample(path) for path in exports)


def section(page: str, name: str) -> str:
    """A page's section or part, up to the next heading."""
    found = re.search(rf"^#+ {re.escape(name)}\n(.*?)(?=^#|\Z)", page, re.M | re.S)
    assert found, name
    return found[1]


def cells(text: str) -> list[list[str]]:
    """The cells of a table, its head first."""
    rows = [line for line in text.splitlines() if line.startswith("| ") and "---" not in line]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def line_of(page: str, name: str, setup: str, player: str) -> dict[str, str]:
    """One line of a section's table, by its headings."""
    head, *lines = cells(section(page, name))
    (found,) = [line for line in lines if line[:2] == [setup, player]]
    return dict(zip(head, found, strict=True))


# The numbers


@pytest.mark.parametrize(
    ("which", "key", "setup"),
    [
        (0, "summer_pavilion", "3 seats"),
        (1, "summer_pavilion", "3 seats"),
        (2, "summer_pavilion", "2 seats, board=grey"),
        (3, "pagoda", "2 seats"),
        (4, "seven_steps", "2 seats"),
    ],
)
def test_tables_say_what_the_file_says(
    exports: list[Path], written: dict[str, bytes], which: int, key: str, setup: str
) -> None:
    """Wins, points, margins, length and sources, counted again from the lines of the file."""
    lines: list[Line] = pq.read_table(exports[which]).to_pylist()
    text = written[f"{key}.md"].decode()
    player, seats, count = lines[0]["player"], lines[0]["seats"], len(lines)

    found = line_of(text, "Seats", setup, player)
    assert found["games"] == str(count)
    for seat in range(seats):
        rate = sum(line["shares"][seat] for line in lines) / 12 / count
        low, high = interval(rate, count)
        told = f"{100 * rate:.1f} % ({100 * low:.1f} % to {100 * high:.1f} %)"
        assert found[f"seat {seat + 1}"] == told
    shared = sum(sorted(line["scores"])[-1] == sorted(line["scores"])[-2] for line in lines)
    assert found["shared wins"] == f"{100 * shared / count:.1f} %"

    scores = [score for line in lines for score in line["scores"]]
    totals = [sum(line["scores"]) / seats for line in lines]
    found = line_of(text, "Points", setup, player)
    half = 1.959964 * statistics.stdev(totals) / count**0.5
    middle = statistics.mean(scores)
    assert found["mean"] == f"{middle:.2f} ({middle - half:.2f} to {middle + half:.2f})"
    assert found["deviation"] == f"{statistics.stdev(scores):.2f}"
    assert (found["lowest"], found["highest"]) == (str(min(scores)), str(max(scores)))
    assert found["median"] == str(statistics.median_low(scores))
    own = [statistics.mean(line["scores"][seat] for line in lines) for seat in range(seats)]
    assert [found[f"seat {seat + 1}"] for seat in range(seats)] == [f"{mean:.2f}" for mean in own]

    ahead = [high - low for line in lines for low, high in [sorted(line["scores"])[-2:]]]
    found = line_of(text, "Winning margin", setup, player)
    assert found["mean"].startswith(f"{statistics.mean(ahead):.2f} (")
    assert found["highest"] == str(max(ahead))

    found = line_of(text, "Length", setup, player)
    for name in ("turns", "moves"):
        mean = statistics.mean(line[name] for line in lines)
        assert found[f"{name}: mean"].startswith(f"{mean:.2f} (")
    assert found["turns: lowest"] == str(min(line["turns"] for line in lines))

    found = line_of(text, "Where points come from", setup, player)
    for source in lines[0]["breakdown"][0]:
        points = sum(own[source] for line in lines for own in line["breakdown"])
        assert found[source] == f"{points / count / seats:.2f}"


def seat_counts(one: Statistic, line: Line) -> list[int]:
    """How often it came in a game, by seat; what belongs to no seat is counted once."""
    if one.rounds:
        return [int(line["turns"] >= one.rounds * line["seats"])]
    by = [line["chance"]] if one.chance else line["events"]
    if one.reach:
        return [sum(own[name] >= one.reach for _, name in one.terms) for own in by]
    return [sum(weight * own[name] for weight, name in one.terms) for own in by]


@pytest.mark.parametrize(("which", "setup"), [(0, "3 seats"), (3, "2 seats"), (4, "2 seats")])
def test_rules_say_what_the_file_says(
    exports: list[Path], written: dict[str, bytes], which: int, setup: str
) -> None:
    """How often each special rule came up, for everybody, for winners and for others."""
    lines: list[Line] = pq.read_table(exports[which]).to_pylist()
    key = exports[which].name.rpartition("-2-")[0] or "summer_pavilion"
    head, *rows = cells(section(written[f"{key}.md"].decode(), setup))
    count, seats = len(lines), lines[0]["seats"]
    assert head[1] == f"random, {count} games: mean"
    assert [row[0] for row in rows] == [one.label for one in statistics_of(game(key))]
    for one, row in zip(statistics_of(game(key)), rows, strict=True):
        came = [seat_counts(one, line) for line in lines]
        happened = sum(sum(own) >= one.least for own in came)
        assert row[1:3] == [
            f"{sum(map(sum, came)) / count:.3f}",
            f"{100 * happened / count:.1f} %",
        ]
        if one.chance or one.rounds:
            assert row[3:5] == ["", ""]
            continue
        pairs = [
            zip(own, line["shares"], strict=True) for own, line in zip(came, lines, strict=True)
        ]
        won = sum(number * share / 12 for pair in pairs for number, share in pair)
        others = (sum(map(sum, came)) - won) / (seats - 1)
        assert [float(cell) for cell in row[3:5]] == pytest.approx(
            [won / count, others / count], abs=0.0006
        )


def test_known_facts_of_the_rules(exports: list[Path]) -> None:
    """What the rulebooks say must come out: cards of turns, stars and their points."""
    pagoda = read_sample(exports[3])
    found = dict(zip((one.label for one in pagoda.statistics), pagoda.found, strict=True))
    dragon, tossed = found["Dragon used [P10.3]"], found["cards discarded by the Dragon"]
    assert dragon.total <= tossed.total  # at least one card each time
    assert dragon.games == tossed.games
    pavilion = read_sample(exports[1])
    stars = next(
        own
        for one, own in zip(pavilion.statistics, pavilion.found, strict=True)
        if one.label.startswith("stars of the ring complete")
    )
    lines: list[Line] = pq.read_table(exports[1]).to_pylist()
    points = sum(own["stars"] for line in lines for own in line["breakdown"])
    assert (stars.total > 0) <= (points > 0)


def test_spreads() -> None:
    """Quantiles are numbers that came; an interval shrinks with the root of their number."""
    spread = Spread()
    spread.add(pa.array([5, 1, 2, 2, 9]).to_numpy())
    assert [spread.quantile(part) for part in (0.05, 0.2, 0.5, 0.8, 0.81, 1)] == [1, 1, 2, 5, 9, 9]
    assert spread.mean == pytest.approx(3.8)
    assert spread.deviation == pytest.approx(statistics.stdev([5, 1, 2, 2, 9]))
    assert spread.half == pytest.approx(1.959964 * spread.deviation / 5**0.5)


# The pages


def test_same_exports_same_bytes(exports: list[Path], written: dict[str, bytes]) -> None:
    """In any order; an export named twice counts once."""
    again = pages(read_sample(path) for path in (*reversed(exports[:3]), exports[0]))
    assert len(again) == 7
    assert again == {name: written[name] for name in again}
    assert not any(str(exports[0].parent).encode() in raw for raw in written.values())


def test_of_two_files_of_one_export_the_longer_counts(tmp_path: Path, exports: list[Path]) -> None:
    """A run that was stopped does not stand beside its own continuation."""
    short = read_sample(export(tmp_path, settings("pagoda", 2, 50), 10))
    longer = read_sample(exports[3])
    assert distinct([short, longer]) == distinct([longer, short]) == [longer]


def test_plots_are_svg_with_the_number_of_games(written: dict[str, bytes]) -> None:
    """Each names its games, has no background, and is drawn in the middle tones of the tokens."""
    plots = {name: raw for name, raw in written.items() if name.endswith(".svg")}
    assert len(plots) == 18
    for name, raw in plots.items():
        root = ElementTree.fromstring(raw)
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        text = " ".join(root.itertext())
        assert re.search(r"random \d+(, eager \d+)? games", text), name
        assert mixed("seat-0").encode() in raw
        assert f"fill: {mixed('line-strong')}".encode() in raw
        assert b"fill: #ffffff" not in raw
        assert b"<dc:date>" not in raw


def test_pages_link_their_plots_and_name_their_commands(written: dict[str, bytes]) -> None:
    """Every plot is shown; the commands make the same exports again; a stopped one is told."""
    for name in ("pagoda", "seven_steps", "summer_pavilion"):
        text = written[f"{name}.md"].decode()
        linked = re.findall(r"\]\(([\w-]+\.svg)\)", text)
        assert sorted(linked) == sorted(n for n in written if n.startswith(f"{name}-"))
    made = section(written["summer_pavilion.md"].decode(), "Made by")
    for line in (
        "colonnade export summer_pavilion --games 60 --seed 5 --seats 3 "
        "--out summer_pavilion-3-random-5.parquet",
        "colonnade export summer_pavilion --games 9 --seed 5 --seats 3 --player eager "
        "--out summer_pavilion-3-eager-5.parquet",
        "colonnade export summer_pavilion --games 40 --seed 5 --option board=grey "
        "--out summer_pavilion-2-grey-random-5.parquet",
        "colonnade stats summer_pavilion-2-grey-random-5.parquet",
        "Made with 1.2.3 compiled, edition 1.",
        "Stopped early: 2 seats, board=grey, random: 30 of 40.",
    ):
        assert line in made


def test_commands_name_players_with_budgets_and_moves() -> None:
    """A name with a sign in it stays one word."""
    asked = settings("pagoda", 2, 3, "master@0.1")
    words = command(msgspec.structs.replace(asked, rows=True))
    assert shlex.split(" ".join(words))[-5:] == [
        "--player",
        "master@0.1",
        "--moves",
        "--out",
        "pagoda-2-master@0.1-5.parquet",
    ]


# The statistics of each game


def test_statistics_are_made_of_events_that_exist() -> None:
    """And every game of the house has its own."""
    assert all(found.statistics for found in OWN)
    for found in OWN:
        names = events(found.moves).names
        labels = [one.label for one in statistics_of(found)]
        assert len(set(labels)) == len(labels) > 5
        for one in statistics_of(found):
            assert {name for _, name in one.terms} <= set(names), one.label
            assert bool(one.terms) != bool(one.rounds)


def test_a_game_without_statistics_is_told_by_its_kinds() -> None:
    """So a new game has a page before anybody writes a word about it."""
    found = statistics_of(TOY)
    assert [one.label for one in found] == list(dict.fromkeys(r.kind for r in TOY.moves.rows))


# What is refused


def test_files_that_say_nothing_are_refused(tmp_path: Path, exports: list[Path]) -> None:
    """No games at all, games twice, no export."""
    asked = settings("pagoda", 2, 50)
    empty = tmp_path / "empty.parquet"
    pq.write_table(schema(asked).empty_table(), empty)
    with pytest.raises(EmptyExport, match=r"empty\.parquet"):
        check_sample(empty)
    twice = tmp_path / "twice.parquet"
    with pq.ParquetWriter(twice, schema(asked)) as writer:
        for _ in range(2):
            writer.write_table(
                pq.read_table(exports[3]).replace_schema_metadata(schema(asked).metadata)
            )
    with pytest.raises(BadExport, match="row group 1"):
        check_sample(twice)
    text = tmp_path / "text.parquet"
    text.write_text("nothing")
    with pytest.raises(BadExport):
        check_sample(text)


# What is published


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: str(path.stem))
def test_published_pages_are_whole(path: Path) -> None:
    """Plots are there and parse, every line has its games, every command can be given."""
    text = path.read_text(encoding="utf-8")
    linked = re.findall(r"\]\(([\w-]+\.svg)\)", text)
    assert len(linked) == 6
    for name in linked:
        ElementTree.parse(path.parent / name)
    for row in cells(section(text, "Seats"))[1:]:
        assert int(row[2].replace(",", "")) >= 100
    commands = re.findall(r"^colonnade export (.*)$", text, re.M)
    assert len(commands) == len(cells(section(text, "Seats"))) - 1
    for words in map(shlex.split, commands):
        found = game(words[0])
        given = list(pairwise(words[1:]))
        chosen = dict(pair.split("=") for flag, pair in given if flag == "--option")
        seats = [int(number) for flag, number in given if flag == "--seats"]
        found.start(seats[0] if seats else None, complete(found.options, chosen))


def test_all_games_are_published() -> None:
    """A page for each, beside no others."""
    assert [path.stem for path in PUBLISHED] == sorted(found.key for found in OWN)
