"""Runs of the arena: what is counted, by games made by hand, and how runs are kept."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import msgspec
import pytest

from colonnade.arena import tournament
from colonnade.arena.match import Played, seating
from colonnade.arena.provenance import NoParquet, OtherRun
from colonnade.arena.run_files import (
    BadRun,
    Book,
    Run,
    RunSettings,
    in_order,
    read_run,
    run_settings,
    write_lines,
    write_parquet,
)
from colonnade.arena.tournament import mean_interval, rate, rate_interval, student, summarize
from colonnade.games import game

pytestmark = pytest.mark.once
PAGODA = game("pagoda")
FAST = {"length": "fast", "abilities": "none"}


def asked(
    games: int = 8, seed: int = 3, players: tuple[str, ...] = ("eager", "random")
) -> RunSettings:
    """Settings of a short run."""
    return run_settings(PAGODA, FAST, list(players), games, seed)


def made(deal: int, rotation: int, *scores: int) -> Played:
    """A game with these scores by player, not by seat."""
    seats = seating(len(scores), rotation)
    by_seat = [scores[i] for i in seats]
    return Played(
        deal=deal,
        rotation=rotation,
        seats=seats,
        scores=by_seat,
        winners=[s for s, score in enumerate(by_seat) if score == max(by_seat)],
        moves=10,
        decisions=[4] * len(scores),
        seconds=[0.5 + i for i in range(len(scores))],
        longest=[0.25 + deal + i for i in range(len(scores))],
        checksum=7,
    )


def timeless(games: list[Played]) -> list[Played]:
    """Games without what depends on the machine."""
    return [msgspec.structs.replace(played, seconds=[], longest=[]) for played in in_order(games)]


def play_all(settings: RunSettings, path: Path | None = None, processes: int = 1) -> Run:
    """Play a run to its end."""
    with Book(settings, path) as book:
        for played in tournament.play(settings, set(book.games), processes):
            book.add(played)
    return book.run()


# Playing


def test_games_come_in_whole_sets_of_rotations() -> None:
    """Five games of two players are six, of three players six too."""
    assert asked(games=5).games == 6
    three = run_settings(game("summer_pavilion"), {}, ["eager"] * 3, 4, 1)
    assert three.games == 6
    places = [(match.deal, match.rotation) for match in tournament.matches(three)]
    assert places == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]


def test_the_same_seed_is_the_same_run_on_any_number_of_processes() -> None:
    """Other seeds are other runs."""
    one, two = play_all(asked()), play_all(asked(), processes=2)
    assert timeless(one.games) == timeless(two.games)
    assert len({played.checksum for played in one.games}) == 8
    assert timeless(play_all(asked(seed=4)).games) != timeless(one.games)


def test_a_player_may_meet_itself() -> None:
    """Equal players are told apart by a number, and do not play in lockstep."""
    assert tournament.names(["a", "b", "a", "a"]) == ["a", "b", "a 2", "a 3"]
    run = play_all(asked(4, players=("eager", "eager")))
    summary = summarize(run)
    assert [line.player for line in summary.players] == ["eager", "eager 2"]
    assert all(run.games[i].checksum != run.games[i + 1].checksum for i in (0, 2))


# Counting


def test_student() -> None:
    """The values of the printed tables."""
    printed = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 30: 2.042, 120: 1.980}
    for freedom, value in printed.items():
        assert student(freedom) == pytest.approx(value, abs=0.001)


def test_intervals_are_made_over_deals() -> None:
    """Ten deals, nine won by half and one whole: mean 0.55, deviation of the mean 0.05."""
    low, high = rate_interval([12] * 9 + [24], 24)
    assert (low, high) == pytest.approx((0.55 - 2.2622 * 0.05, 0.55 + 2.2622 * 0.05), abs=1e-4)
    assert mean_interval([2, 4, 6], 2) == pytest.approx((2 - 4.303 / 3**0.5, 2 + 4.303 / 3**0.5))
    assert mean_interval([5], 2) is None


def test_intervals_of_rates_stay_within_bounds() -> None:
    """And where all deals went alike, Wilson's takes over."""
    assert rate_interval([24, 24, 12], 24)[1] == 1
    assert rate_interval([0, 0, 12], 24)[0] == 0
    assert rate_interval([24] * 4, 24) == pytest.approx((0.5101, 1), abs=1e-4)
    assert rate_interval([12] * 4, 24) == pytest.approx((0.15, 0.85), abs=1e-2)
    assert rate_interval([24], 24) == pytest.approx((0.2065, 1), abs=1e-4)
    assert rate_interval([], 24) == (0, 1)


def test_two_players() -> None:
    """Four games in two deals, one of them shared."""
    games = [made(0, 0, 30, 20), made(0, 1, 25, 25), made(1, 0, 10, 16), made(1, 1, 20, 19)]
    summary = summarize(Run(asked(4), games))
    first, second = summary.players
    assert (summary.games, summary.deals, summary.left_out, summary.moves) == (4, 2, 0, 10)
    assert (first.wins, second.wins) == (2.5, 1.5)
    assert first.win_rate == pytest.approx(0.625)
    assert (first.mean_score, second.mean_score) == (21.25, 20)
    assert (first.mean_margin, second.mean_margin) == (1.25, -1.25)
    # Margins of the deals: (10 + 0) / 2 and (-6 + 1) / 2, so 5 and -2.5, 3.75 from their mean.
    assert first.margin_interval == pytest.approx((1.25 - 12.706 * 3.75, 1.25 + 12.706 * 3.75))
    assert (first.decisions, first.mean_decision, second.mean_decision) == (4, 0.125, 0.375)
    assert (first.longest_decision, second.longest_decision) == (1.25, 2.25)
    # Seat 1 won the first and shared the second game; player 2 sat there in the last and lost it.
    assert [seat.win_rate for seat in summary.seats] == [0.375, 0.625]
    assert first.rating is not None
    assert second.rating is not None
    assert first.rating.mu > second.rating.mu


def test_three_players_share() -> None:
    """A win of all three counts a third for each; a margin is over the best other."""
    games = [made(0, 0, 9, 9, 9), made(0, 1, 9, 9, 2), made(0, 2, 1, 2, 9)]
    summary = summarize(Run(asked(3, players=("a", "b", "c")), games))
    assert [line.wins for line in summary.players] == pytest.approx([5 / 6, 5 / 6, 4 / 3])
    assert [line.mean_margin for line in summary.players] == pytest.approx([-8 / 3, -7 / 3, 0])
    assert [line.margin_interval for line in summary.players] == [None] * 3


def test_deals_half_played_are_left_out() -> None:
    """Nobody gains by the seats it happened to have; no game counts twice."""
    games = [made(0, 0, 3, 2), made(0, 1, 2, 3), made(1, 1, 9, 1), made(0, 0, 3, 2)]
    summary = summarize(Run(asked(4), games))
    assert (summary.games, summary.left_out) == (2, 1)
    assert [line.win_rate for line in summary.players] == [0.5, 0.5]
    nothing = summarize(Run(asked(4), []))
    assert [line.win_interval for line in nothing.players] == [(0, 1)] * 2
    assert [line.rating for line in nothing.players] == [None] * 2


def test_the_order_of_games_does_not_matter() -> None:
    """Processes finish in any order; the ladder, too, stays as it is."""
    run = play_all(asked())
    shuffled = [*run.games]
    random.Random(1).shuffle(shuffled)
    assert shuffled != run.games
    assert summarize(Run(run.settings, shuffled)) == summarize(run)


def test_the_ladder_ranks_all_places() -> None:
    """Who wins is above, who is last is below, and who always shares is equal."""
    games = [made(i, 0, 3, 2, 1) for i in range(9)]
    found = rate((("a", "b", "c"), played) for played in games)
    assert found["a"].ordinal > found["b"].ordinal > found["c"].ordinal
    assert found["a"].ordinal == pytest.approx(found["a"].mu - 3 * found["a"].sigma)
    even = rate((("a", "b"), made(i, 0, 2, 2)) for i in range(9))
    assert even["a"].mu == pytest.approx(even["b"].mu)


# Keeping


def test_a_torn_run_goes_on_and_equals_a_whole_one(tmp_path: Path) -> None:
    """Wherever the last line is torn; finished games are not played again."""
    whole, path = play_all(asked()), tmp_path / "run.jsonl"
    write_lines(path, whole)
    raw = path.read_bytes()
    ends = [i for i, byte in enumerate(raw) if byte == 10]
    for cut in (ends[0] + 1, ends[3] - 1, ends[3], ends[3] + 1, ends[3] + 2, len(raw) - 5):
        path.write_bytes(raw[:cut])
        kept = read_run(path)[0].games
        again = play_all(asked(), path)
        assert timeless(again.games) == timeless(whole.games)
        assert again.games[: len(kept)] == kept == whole.games[: len(kept)]
        assert len(path.read_bytes().splitlines()) == 9
        assert read_run(path) == (again, True)


def test_a_finished_run_is_left_as_it_is(tmp_path: Path) -> None:
    """The same command again plays nothing and changes no byte."""
    path = tmp_path / "deep" / "run.jsonl"
    play_all(asked(2), path)
    before = path.read_bytes()
    with Book(asked(2), path) as book:
        assert list(tournament.play(asked(2), set(book.games))) == []
    assert path.read_bytes() == before


def test_games_are_on_disk_as_soon_as_they_end(tmp_path: Path) -> None:
    """A machine that loses power loses the game being played, no other."""
    path = tmp_path / "run.jsonl"
    with Book(asked(4), path) as book:
        book.add(made(0, 0, 3, 2))
        assert read_run(path)[0].games == [made(0, 0, 3, 2)]


def test_a_run_may_grow_but_not_shrink(tmp_path: Path) -> None:
    """More games go on from those that are there."""
    path = tmp_path / "run.jsonl"
    few = play_all(asked(4), path)
    many = play_all(asked(8), path)
    assert many.games[:4] == few.games
    assert read_run(path)[0] == many
    with pytest.raises(OtherRun, match="games is 8, not 4"):
        play_all(asked(4), path)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("seed", 4, "seed is 4, not 3"),
        ("players", ["random", "eager"], r'players is \["random","eager"\]'),
        ("options", {"length": "full", "abilities": "none"}, "options is"),
        ("time", 0.5, "time is 0.5, not null"),
        ("edition", "0", "edition is 0, not 1"),
        ("judge", "0badcafe", "judge is 0badcafe, not "),
        ("levels", {"architect": "7i"}, r'levels is {"architect":"7i"}, not {}'),
        ("version", "0.0.1", "version is 0.0.1"),
        ("build", "other", "build is other"),
        ("game", "toy", "game is toy, not pagoda"),
    ],
)
def test_another_run_is_refused(tmp_path: Path, name: str, value: object, told: str) -> None:
    """Anything that differs is named, and the file stays as it is."""
    path = tmp_path / "run.jsonl"
    write_lines(path, Run(msgspec.structs.replace(asked(), **{name: value}), []))
    before = path.read_bytes()
    with pytest.raises(OtherRun, match=told):
        play_all(asked(), path)
    assert path.read_bytes() == before


def test_a_game_written_twice_counts_once(tmp_path: Path) -> None:
    """The first one."""
    path = tmp_path / "run.jsonl"
    write_lines(path, Run(asked(), [made(0, 0, 3, 2), made(0, 0, 1, 2)]))
    assert read_run(path)[0].games == [made(0, 0, 3, 2)]


@pytest.mark.parametrize("raw", [b"hello", b"hello\n", b"{}\n", b"\x00\xff", b"[" * 999, b"PAR1"])
def test_foreign_files_are_refused_and_not_touched(tmp_path: Path, raw: bytes) -> None:
    """Whatever is no run stays what it is."""
    path = tmp_path / "run.jsonl"
    path.write_bytes(raw)
    with pytest.raises((BadRun, OSError)):
        play_all(asked(), path)
    assert path.read_bytes() == raw


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        msgspec.json.encode(made(4, 0, 3, 2)),
        msgspec.json.encode(made(0, 0, 3, 2, 1)),
        msgspec.json.encode(msgspec.structs.replace(made(0, 0, 3, 2), seats=[1, 0])),
        msgspec.json.encode(msgspec.structs.replace(made(0, 0, 3, 2), winners=[])),
    ],
)
def test_a_wrong_line_in_the_middle_is_named(tmp_path: Path, line: bytes) -> None:
    """Only the last line can have been torn."""
    path = tmp_path / "run.jsonl"
    write_lines(path, Run(asked(), [made(0, 0, 3, 2)]))
    with path.open("ab") as file:
        file.write(line + b"\n" + msgspec.json.encode(made(0, 1, 3, 2)) + b"\n")
    with pytest.raises(BadRun, match="line 3"):
        read_run(path)


def test_parquet_holds_what_json_lines_hold(tmp_path: Path) -> None:
    """Games, settings and order; and a run can go on from either."""
    lines, columns = tmp_path / "run.jsonl", tmp_path / "run.parquet"
    run = play_all(asked(4), lines)
    write_parquet(columns, run)
    assert read_run(columns) == read_run(lines) == (run, True)
    assert timeless(play_all(asked(8), columns).games) == timeless(play_all(asked(8), lines).games)
    assert read_run(columns)[0].settings.games == 8
    assert list(tmp_path.glob(".*")) == []


def test_parquet_of_other_programs_is_refused(tmp_path: Path) -> None:
    """A table without our settings is no run."""
    import pyarrow
    import pyarrow.parquet

    path = tmp_path / "x.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"deal": [1]}), path)
    with pytest.raises(BadRun):
        read_run(path)


def test_without_pyarrow_parquet_says_what_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """JSON lines need nothing."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    with pytest.raises(NoParquet, match="pip install"):
        write_parquet(tmp_path / "run.parquet", Run(asked(), []))
    write_lines(tmp_path / "run.jsonl", Run(asked(), []))
