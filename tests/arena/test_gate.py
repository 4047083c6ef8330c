"""The gate: units by games made by hand, decisions in the order of deals, files that go on."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from colonnade.arena import gate
from colonnade.arena.gate import Course, GateSettings, gate_settings, report
from colonnade.arena.match import Played, play_match, seating
from colonnade.arena.provenance import OtherRun
from colonnade.arena.run_files import BadRun, Book, Games, read_games, run_settings, write_lines
from colonnade.arena.sprt import ALWAYS, Bounds, elo_of
from colonnade.contract.play import SHARE
from colonnade.games import game

pytestmark = pytest.mark.once
PAGODA = game("pagoda")
PAVILION = game("summer_pavilion")
FAST = {"length": "fast", "abilities": "none"}
WIDE = Bounds(0, 200)


def asked(
    games: int = 40, seed: int = 3, pair: tuple[str, str] = ("eager", "random"), seats: int = 2
) -> GateSettings:
    """Settings of a short gate, which is soon decided."""
    found = PAGODA if seats == 2 else PAVILION
    options = FAST if seats == 2 else {}
    return gate_settings(found, options, pair, seats, games, seed, WIDE)


def made(deal: int, rotation: int, seats: int, alone: int, *others: int) -> Played:
    """A game in which who sits alone came to some points, and the others to theirs, in order."""
    chairs = seating(seats, rotation)
    scores = [(alone, *others)[i] for i in chairs]
    return Played(
        deal=deal,
        rotation=rotation,
        seats=chairs,
        scores=scores,
        winners=[s for s, score in enumerate(scores) if score == max(scores)],
        moves=10,
        decisions=[4] * seats,
        seconds=[1.0] + [3.0] * (seats - 1),
        longest=[1.0] * seats,
        checksum=7,
    )


def timeless(games: list[Played]) -> list[Played]:
    """Games without what depends on the machine."""
    return [msgspec.structs.replace(played, seconds=[], longest=[]) for played in games]


def play_all(
    settings: GateSettings, path: Path | None = None, processes: int = 1, most: int = 10**6
) -> Course:
    """Play a gate until it is decided, or interrupted after some games."""
    course = Course(settings)
    with Book(settings, path) as book:
        for played in book.run().games:
            course.add(played)
        if course.decided:
            return course
        for number, played in enumerate(gate.play(settings, set(book.games), processes), 1):
            book.add(played)
            course.add(played)
            if course.decided or number == most:
                break
    return course


# Units


def test_two_sit_in_both_rotations() -> None:
    """The new player is listed first, since it sits alone; odd numbers are rounded up."""
    settings = asked(3)
    assert settings.games == 4
    found = [(one.deal, one.rotation, one.players) for one in gate.matches(settings)]
    pair = ["eager", "random"]
    assert found == [(0, 0, pair), (0, 1, pair), (1, 0, pair), (1, 1, pair)]


def test_three_and_four_sit_in_every_rotation_both_ways() -> None:
    """One new among old at every seat, then one old among new; no two games share their luck."""
    for seats in (3, 4):
        settings = asked(1, seats=seats)
        games = list(gate.matches(settings))
        assert len(games) == settings.games == 2 * seats
        tables = [
            [one.players[i] for i in seating(seats, one.rotation)] for one in gate.matches(settings)
        ]
        for lonely, part in (("eager", tables[:seats]), ("random", tables[seats:])):
            assert [table.count(lonely) for table in part] == [1] * seats
            assert [table.index(lonely) for table in part] == list(range(seats))
        assert len({one.rotation for one in games}) == 2 * seats


@pytest.mark.parametrize(
    ("games", "score", "lead"),
    [
        ([(9, 1), (9, 1)], 1, 8),
        ([(9, 1), (1, 9)], 0.5, 0),
        ([(5, 5), (9, 1)], 0.75, 4),
        ([(5, 5), (1, 9)], 0.25, -4),
        ([(1, 2), (1, 2)], 0, -1),
    ],
)
def test_a_pair_has_five_outcomes(games: list[tuple[int, int]], score: float, lead: float) -> None:
    """No win, half a win, and so on up to two."""
    course = Course(asked())
    for rotation, points in enumerate(games):
        course.add(made(0, rotation, 2, *points))
    assert course.units[0].score / course.scale == score
    found = report(course)
    assert found.bands == [int(4 * score) == i for i in range(5)]
    assert (found.score, found.margin, found.units, found.games) == (score, lead, 1, 2)
    assert (found.alone, found.other) == (score, 1 - score)
    assert (found.new_seconds, found.old_seconds) == (0.25, 0.75)


@pytest.mark.parametrize("seats", [3, 4])
def test_a_table_is_scored_even_handedly(seats: int) -> None:
    """From nothing to everything; who is exchanged for the other gets what that one lacks."""
    rng = random.Random(seats)

    def unit(first: list[list[int]], second: list[list[int]]) -> gate.Unit:
        course = Course(asked(seats=seats))
        for rotation, points in enumerate([*first, *second]):
            course.add(made(0, rotation, seats, *points))
        return course.units[0]

    scale = Course(asked(seats=seats)).scale
    best, worst = [9] + [1] * (seats - 1), [1] + [9] * (seats - 1)
    assert unit([best] * seats, [worst] * seats).score == scale
    assert unit([worst] * seats, [best] * seats).score == 0
    assert unit([best] * seats, [best] * seats).score == scale / 2
    for _ in range(50):
        one, other = (
            [[rng.randrange(4) for _ in range(seats)] for _ in range(seats)] for _ in range(2)
        )
        there, back = unit(one, other), unit(other, one)
        assert there.score + back.score == scale
        assert there.margin + back.margin == 0
        assert (there.alone, there.other) == (back.other, back.alone)


def test_seconds_belong_to_who_took_them() -> None:
    """Alone or among the others, by decision."""
    course = Course(asked(seats=3))
    for rotation in range(6):
        course.add(made(0, rotation, 3, 2, 1, 1))
    found = report(course)
    # Alone in 3 games: 1 s for 4 decisions; at two seats of 3 games: 3 s for 4 decisions each.
    both = (3 * 1.0 + 6 * 3.0) / (4 * 9)
    assert (found.new_seconds, found.old_seconds) == pytest.approx((both, both))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_equal_players_have_a_half(seats: int) -> None:
    """Over real games, at every table: a player against itself is neither better nor worse."""
    settings = msgspec.structs.replace(
        asked(2 * seats * (24 if seats == 2 else 8), pair=("eager", "eager"), seats=seats),
        bounds=Bounds(-900, 900),
    )
    course = Course(settings)
    scores = []
    for match in gate.matches(settings):
        course.waiting.setdefault(match.deal, {})[match.rotation] = play_match(match)
        if course.next_is_whole():
            course.count(list(course.waiting.pop(match.deal).values()))
            scores.append(course.units[-1].score / course.scale)
    low, high = report(course).score_interval
    assert low < 0.5 < high
    assert high - low < 0.5
    assert len(set(scores)) > 2  # luck differs from game to game, not only from deal to deal


# Deciding


def test_the_order_of_answers_does_not_matter() -> None:
    """Units count in the order of deals, whatever comes first, and none beyond the decision."""
    games = [
        made(deal, r, 2, *((9, 1) if deal % 4 else (1, 9))) for deal in range(60) for r in (0, 1)
    ]
    settings = asked(120)
    straight = Course(settings)
    for played in games:
        straight.add(played)
    assert straight.verdict == "accepted"
    assert len(straight.units) < 60
    for seed in range(5):
        random.Random(seed).shuffle(games)
        mixed = Course(settings)
        for played in games:
            mixed.add(played)
            mixed.add(played)  # twice counts once
        assert mixed.ratios == straight.ratios
        assert report(mixed) == report(straight)
        assert report(mixed).left_out == 120 - 2 * len(straight.units)


def test_a_gap_is_waited_for() -> None:
    """Later deals say nothing before those that came first are whole."""
    course = Course(asked())
    for deal in (1, 2, 3):
        for rotation in (0, 1):
            course.add(made(deal, rotation, 2, 9, 1))
    course.add(made(0, 1, 2, 9, 1))
    assert (course.units, report(course).left_out) == ([], 7)
    course.add(made(0, 0, 2, 9, 1))
    assert (len(course.units), report(course).left_out) == (4, 0)


def test_nothing_played_is_undecided() -> None:
    """An even score, and no limit to what may be true."""
    found = report(Course(asked()))
    assert (found.verdict, found.games, found.score, found.ratio) == ("undecided", 0, 0.5, 0)
    assert (found.elo, found.elo_interval) == (0, (None, None))
    assert found.superiority == 0.5


def test_what_was_always_won_has_no_limit() -> None:
    """Elo is infinite, its lower end is not, and no superiority is certain after few games."""
    course = Course(asked())
    for rotation in (0, 1):
        course.add(made(0, rotation, 2, 9, 1))
    found = report(course)
    assert found.elo is None
    assert found.elo_interval[0] == pytest.approx(elo_of(found.score_interval[0], 2))
    assert found.elo_interval[1] is None
    assert 0.5 < found.superiority < 0.99


@pytest.mark.parametrize(
    ("pair", "verdict"), [(("eager", "random"), "accepted"), (("random", "eager"), "rejected")]
)
def test_the_same_on_any_number_of_processes(pair: tuple[str, str], verdict: str) -> None:
    """Games, ratios and verdict; and the weaker player is turned away."""
    settings = asked(600, pair=pair)
    one, two = play_all(settings), play_all(settings, processes=2)
    assert one.verdict == verdict
    assert one.ratios == two.ratios
    assert one.units == two.units
    assert timeless(one.games) == timeless(two.games)


def test_tables_of_three_decide_too() -> None:
    """By counts of scores that no pair has."""
    course = play_all(asked(600, pair=("eager", "random"), seats=3))
    assert course.verdict == "accepted"
    assert set(course.counts) - set(ALWAYS)


# Keeping


def test_a_torn_gate_goes_on_and_equals_a_whole_one(tmp_path: Path) -> None:
    """Interrupted after some games, or in the middle of a line."""
    whole, path = play_all(asked(600)), tmp_path / "gate.jsonl"
    assert play_all(asked(600), path, most=5).verdict == "undecided"
    assert play_all(asked(600), path).ratios == whole.ratios
    raw = path.read_bytes()
    ends = [i for i, byte in enumerate(raw) if byte == 10]
    for cut in (ends[0] + 1, ends[3] - 2, ends[3] + 1, len(raw) - 3):
        path.write_bytes(raw[:cut])
        again = play_all(asked(600), path)
        assert again.ratios == whole.ratios
        assert timeless(again.games) == timeless(whole.games)
    before = path.read_bytes()
    assert play_all(asked(600), path).ratios == whole.ratios
    assert path.read_bytes() == before


def test_more_games_may_be_allowed_later(tmp_path: Path) -> None:
    """What was undecided goes on; fewer are another run."""
    path = tmp_path / "gate.jsonl"
    assert play_all(asked(4), path).verdict == "undecided"
    assert play_all(asked(600), path).ratios == play_all(asked(600)).ratios
    with pytest.raises(OtherRun, match="games is 600, not 4"):
        play_all(asked(4), path)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("new", "greedy", "its new is greedy, not eager"),
        ("old", "greedy", "its old is greedy, not random"),
        ("seats", 3, "its seats is 3, not 2"),
        ("seed", 4, "its seed is 4, not 3"),
        ("bounds", Bounds(0, 5), 'its bounds is {"elo0":0.0,"elo1":5.0,'),
        ("clock", "wall", "its clock is wall, not cpu"),
        ("files", {"a.json": "0bad"}, 'its files is {"a.json":"0bad"}'),
    ],
)
def test_another_gate_is_refused(tmp_path: Path, name: str, value: object, told: str) -> None:
    """What differs is named, and the file stays as it is."""
    path = tmp_path / "gate.jsonl"
    other = msgspec.structs.replace(asked(), **{name: value})
    write_lines(path, Games(other, []))
    before = path.read_bytes()
    with pytest.raises(OtherRun) as refused:
        play_all(asked(), path)
    assert told in str(refused.value)
    assert path.read_bytes() == before


def test_gates_and_arenas_are_not_mixed(tmp_path: Path) -> None:
    """Each says by which command its files are written."""
    path = tmp_path / "run.jsonl"
    arena = run_settings(PAGODA, FAST, ["eager", "random"], 4, 1)
    write_lines(path, Games(arena, []))
    with pytest.raises(BadRun, match=r'not a run of "colonnade gate" \(colonnade arena 1\)'):
        play_all(asked(), path)
    write_lines(path, Games(asked(), [made(0, 0, 2, 3, 2)]))
    with pytest.raises(BadRun, match=r'not a run of "colonnade arena"'):
        read_games(path, type(arena))


@pytest.mark.parametrize(
    "played",
    [made(99, 0, 2, 3, 2), made(0, 2, 2, 3, 2), made(0, 0, 3, 3, 2, 1)],
)
def test_games_of_others_are_refused(tmp_path: Path, played: Played) -> None:
    """A deal, a rotation or a table that this gate does not have."""
    path = tmp_path / "gate.jsonl"
    write_lines(path, Games(asked(), [played, made(0, 0, 2, 3, 2)]))
    with pytest.raises(BadRun, match="line 2"):
        play_all(asked(), path)


def test_scores_are_whole_parts() -> None:
    """So that equal outcomes are equal numbers, five of them for two seats."""
    assert Course(asked()).scale == 4 * SHARE
    assert [Course(asked(seats=seats)).scale % 4 for seats in (3, 4)] == [0, 0]
