"""Arena and simulation on a real Ray cluster of two workers: the same results, come what may."""

from __future__ import annotations

import secrets
import socket
import time
from collections.abc import Iterator
from contextlib import closing
from importlib.resources import files
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest

from colonnade import build
from colonnade.ai.levels import UnknownPlayer
from colonnade.arena import gate, tournament
from colonnade.arena.gate import Course, gate_settings
from colonnade.arena.match import Played
from colonnade.arena.run_files import RunSettings, in_order, run_settings
from colonnade.arena.sprt import Bounds
from colonnade.arena.tally import Tally
from colonnade.compute import places, ray_cluster
from colonnade.compute.places import BadCompute, NoRay, check_compute, run
from colonnade.compute.ray_cluster import OtherBuild
from colonnade.data import simulate
from colonnade.games import game
from tests.cli.command import PATIENCE, colonnade
from tests.cli.test_terminal import Terminal
from tests.compute.raising import LEFT, UNRAISED, RayCluster, marked, raised, wait_until

pytestmark = [
    pytest.mark.once,
    pytest.mark.filterwarnings(LEFT),
    pytest.mark.filterwarnings(UNRAISED),
]
needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed")
FAST = {"length": "fast", "abilities": "none"}
# Some tenths of a second for a game: it must still be in work when somebody comes to kill a worker.
THOUGHTFUL = "master@1500i"


@pytest.fixture(scope="module")
def cluster() -> Iterator[RayCluster]:
    """Two workers, each on a node of its own."""
    with raised() as found:
        yield found


def asked(games: int, *players: str) -> RunSettings:
    """Settings of a run of the arena."""
    return run_settings(game("pagoda"), FAST, list(players), games, 7)


def timeless(games: list[Played]) -> list[Played]:
    """Games without what depends on the machine; a game played twice stands there twice."""
    return [msgspec.structs.replace(played, seconds=[], longest=[]) for played in in_order(games)]


def counted(games: int, place: str, player: str = "random") -> Tally:
    """A simulation, added up."""
    tally = Tally(2)
    for batch in simulate.simulate("pagoda", 2, FAST, games, 5, None, player, place):
        tally.merge(batch)
    return tally


# What is asked wrongly


def test_places_that_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """A place is a word or an address; Ray must be there, and its client for ray://."""
    for place in ("rey", "ray://", "ray://here", "http://here:80", "here:port", "", "a b:1"):
        with pytest.raises(BadCompute):
            check_compute(place)
    monkeypatch.setattr(places, "find_spec", lambda name: None)
    check_compute("local")
    for place in ("ray", "ray://here:10001", "127.0.0.1:6379", "[::1]:6379"):
        with pytest.raises(NoRay) as missing:
            check_compute(place)
        assert 'pip install "colonnade[ray]"' in missing.value.text()
    monkeypatch.setattr(places, "find_spec", lambda name: None if name == "grpc" else name)
    check_compute("127.0.0.1:6379")
    with pytest.raises(NoRay):
        check_compute("ray://here:10001")


@needs_ray
def test_nobody_at_the_address() -> None:
    """One line, at the command line as well, and not after the minutes that Ray would try."""
    with socket.socket() as probe:  # bound, but not listening
        probe.bind(("127.0.0.1", 0))
        address = f"ray://127.0.0.1:{probe.getsockname()[1]}"
        done = colonnade("simulate", "pagoda", "--games", "10", "--compute", address)
    assert (done.returncode, done.stdout) == (2, "")
    [line] = done.stderr.strip().splitlines()
    assert address in line
    assert "ray start --head" in line


# The same results


@needs_ray
def test_the_arena_plays_the_same_games(cluster: RayCluster) -> None:
    """Every deal in every rotation once, and what was done before is left out."""
    settings = asked(40, "eager", "random")
    here = timeless(list(tournament.play(settings)))
    done = {(0, 0), (3, 1)}
    there = timeless(list(tournament.play(settings, done, None, cluster.address)))
    assert there == [played for played in here if (played.deal, played.rotation) not in done]


@needs_ray
def test_a_gate_decides_the_same(cluster: RayCluster) -> None:
    """At the same deal, with the same ratios on the way; options and files of players go along."""
    judge = str(files("colonnade.ai.judges").joinpath("pagoda.json"))
    pair = (f"master@4i:explore=0.6,judge={judge}", "random")
    settings = gate_settings(game("pagoda"), FAST, pair, 2, 400, 7, Bounds(0, 200))
    here, there = Course(settings), Course(settings)
    for course, place in ((here, "local"), (there, cluster.address)):
        with closing(gate.play(settings, (), None, place)) as playing:
            for played in playing:
                course.add(played)
                if course.decided:
                    break
    assert here.verdict == "accepted"
    assert there.ratios == here.ratios
    assert timeless(there.games) == timeless(here.games)


@needs_ray
def test_a_simulation_counts_the_same(cluster: RayCluster) -> None:
    """Sums and checksum are equal, from inside of the cluster and from outside by its client."""
    here = counted(3000, "local")
    assert counted(3000, cluster.address) == here
    assert counted(3000, f"ray://127.0.0.1:{cluster.client_port}") == here


@needs_ray
@pytest.mark.long
def test_an_export_writes_the_same_file(cluster: RayCluster, tmp_path: Path) -> None:
    """Byte for byte, whoever played the games."""
    pytest.importorskip("pyarrow")
    files = [tmp_path / "here.parquet", tmp_path / "there.parquet"]
    for path, place in zip(files, ("local", cluster.address), strict=True):
        words = ("export", "pagoda", "--games", "3000", "--out", str(path), "--compute", place)
        done = colonnade(*words)
        assert done.returncode == 0, done.stderr
    assert files[0].read_bytes() == files[1].read_bytes()


@needs_ray
def test_small_tasks_go_in_bundles(cluster: RayCluster) -> None:
    """Handing out ten thousand tasks one by one would take longer than doing them."""
    with ray_cluster.joined(cluster.address) as place:
        assert place.size == 2
        bundles, found = set(), []
        for result in place.run(abs, range(-20_000, 0)):
            bundles.add(place.bundle)
            found.append(result)
        assert sorted(found) == list(range(1, 20_001))
        # A worker that had to wait for its processor makes the next bundle smaller again.
        assert max(bundles) == ray_cluster.LARGEST_BUNDLE
        list(place.run(time.sleep, [0.2] * 8))
        assert place.bundle == 1, "long tasks are shared out one by one"


@needs_ray
def test_no_more_at_once_than_asked_for(cluster: RayCluster) -> None:
    """One process asked for is one task at a time, though the cluster could do two."""
    with ray_cluster.joined(cluster.address, 1) as place:
        spans = list(place.run(ray_span, [0.1] * 6))
    assert all(end <= begin for (_, end), (begin, _) in pairwise(sorted(spans)))


def ray_span(seconds: float) -> tuple[float, float]:
    """Sleep, and say from when to when."""
    began = time.monotonic()
    time.sleep(seconds)
    return began, time.monotonic()


@needs_ray
def test_an_error_of_the_work_is_told_as_here(cluster: RayCluster) -> None:
    """The same type with the same text, as if it had happened in this process."""
    with pytest.raises(UnknownPlayer) as unknown:
        counted(10, cluster.address, "nobody")
    assert "nobody" in unknown.value.text("fr")


@needs_ray
def test_workers_with_another_program(cluster: RayCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are refused at the start, and by each bundle."""
    theirs = f"{build.VERSION} {build.kind()}"
    monkeypatch.setattr(build, "VERSION", "9.9.9")
    with pytest.raises(OtherBuild) as other:
        counted(10, cluster.address)
    assert "9.9.9" in other.value.text()
    assert theirs in other.value.text()
    monkeypatch.setattr(ray_cluster, "check_workers", lambda ray: None)
    with pytest.raises(OtherBuild):
        counted(10, cluster.address)


# Dead workers


@needs_ray
def test_a_killed_worker_loses_no_game(cluster: RayCluster) -> None:
    """Every game is there once, as it would have been."""
    settings = asked(10, THOUGHTFUL, "random")
    playing = tournament.play(settings, (), None, cluster.address)
    there = [next(playing)]
    for _ in range(2):
        cluster.kill_worker("perform")
        there.append(next(playing))
    there += playing
    assert timeless(there) == timeless(list(tournament.play(settings)))


@needs_ray
@pytest.mark.long
def test_a_killed_worker_is_not_counted_twice(cluster: RayCluster) -> None:
    """The tally and its checksum are those of an undisturbed run."""
    tally = Tally(2)
    batches = simulate.simulate("pagoda", 2, FAST, 12, 5, None, THOUGHTFUL, cluster.address)
    for number, batch in enumerate(batches):
        tally.merge(batch)
        if number in (0, 5):
            cluster.kill_worker("perform")
    assert tally == counted(12, "local", THOUGHTFUL)


@needs_ray
@pytest.mark.long
def test_a_killed_machine_loses_no_game(cluster: RayCluster) -> None:
    """Half of the cluster is gone in mid-run, and the other half plays all that is left."""
    settings = asked(10, THOUGHTFUL, "random")
    playing = tournament.play(settings, (), None, cluster.address)
    there = [next(playing)]
    wait_until(lambda: cluster.workers("perform", [cluster.other]))
    try:
        cluster.kill_node()
        there += playing
    finally:
        cluster.mend()
    assert timeless(there) == timeless(list(tournament.play(settings)))


# The end


@needs_ray
def test_a_run_that_is_left_ends_on_the_cluster_too(cluster: RayCluster) -> None:
    """Whoever wants no more results leaves nobody at work."""
    results = run(time.sleep, [0.01] * 3 + [2.0 * PATIENCE] * 50, None, cluster.address)
    next(results)
    results.close()
    wait_until(lambda: not cluster.workers("perform"))


@needs_ray
def test_ctrl_c_leaves_no_process(tmp_path: Path) -> None:
    """A Ray of our own ends with the command, and what was counted is shown."""
    mark = secrets.token_hex(8)
    words = ("simulate", "pagoda", "--games", "100000000", "--compute", "ray", "--processes", "2")
    seat = Terminal(tmp_path, *words, env={"COLONNADE_TEST_MARK": mark})
    seat.wait_for(r"[1-9]\d*/100000000")  # the bar counts games
    assert any(found.startswith("ray::perform") for found in marked(mark))
    seat.type("\x03")
    assert seat.end() == 130, seat.shown
    assert "Stopped after" in seat.shown
    assert "Traceback" not in seat.shown
    assert "games/s" in seat.shown
    wait_until(lambda: not marked(mark))
