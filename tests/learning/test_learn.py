"""Learning: samples tell what games showed, training lowers the loss, its network plays."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from colonnade.ai import networks
from colonnade.ai.judges.network import PLAIN_SPREAD
from colonnade.ai.networks import OtherNetwork
from colonnade.contract.game import Game
from colonnade.games import game
from tests.ai.network_files import random_network
from tests.cli.command import PATIENCE, ROOT, call, colonnade, refused
from tests.contract.cases import OWN
from tests.samples import run_python

np = pytest.importorskip("numpy", reason="the extra [learn] is not installed")
for needed in ("jax", "optax"):  # looked for, not loaded: see learn_trial.py
    if find_spec(needed) is None:
        pytest.skip("the extra [learn] is not installed", allow_module_level=True)

from colonnade.learning import school, self_play  # noqa: E402
from colonnade.learning.self_play import Samples  # noqa: E402
from tests.learning.learn_trial import QUICK, course, task  # noqa: E402

pytestmark = pytest.mark.once
PAVILION = game("summer_pavilion")
each_game = pytest.mark.parametrize("found", OWN, ids=lambda found: found.key)


@pytest.fixture(scope="module")
def samples() -> Samples:
    """What some games teach."""
    return school.play_games(course())


# Games and samples


@each_game
def test_a_task_is_one_game_that_can_be_replayed(found: Game) -> None:
    """The same task gives the same log; every thought is about a legal choice."""
    log = self_play.play(task(found))
    assert self_play.play(task(found)) == log
    assert self_play.play(task(found, 1)).history != log.history
    assert log.history.legal() == []
    place = max(log.thoughts)
    before = log.history.at(place)
    assert set(log.thoughts[place].rows) <= set(before.legal())
    assert len(before.legal()) > 1


@each_game
def test_samples_hold_what_the_other_judge_says(found: Game) -> None:
    """A network that has learned nothing has the loss of the judge that it corrects."""
    one = self_play.learn_from(task(found))
    assert one.tensors.shape[1:] == (one.scores.shape[1], found.layout(one.scores.shape[1]).size)
    assert one.judged.any()
    assert (one.actor >= 0).sum() == (~one.judged).sum() > 0
    decided = one.actor >= 0
    assert np.allclose(one.shares[decided].sum(1), 1.0)
    assert (one.shares[one.rows < 0] == 0.0).all()
    highest = np.asarray(found.layout(one.scores.shape[1]).highest())
    assert (one.tensors >= 0).all()
    assert (one.tensors <= highest).all()
    between = np.diff(one.points - one.scores, axis=1)
    assert np.abs(between).mean() < 40.0
    assert (one.spread > 0).all()
    assert not (one.spread == PLAIN_SPREAD).all()


def test_the_next_judgement_comes_later_in_the_same_game(samples: Samples) -> None:
    """Chains of judgements end with their game, and never run in a circle."""
    some = np.flatnonzero(samples.after >= 0)
    after = samples.after[some]
    assert samples.judged[after].all()
    assert (samples.number[some] == samples.number[after]).all()
    moments = samples.judged[some]
    assert (after[moments] > some[moments]).all()
    assert len(some) < len(samples.after)


def test_samples_are_the_same_on_any_number_of_processes(samples: Samples) -> None:
    """Games come in any order, and are put in theirs."""
    again = school.play_games(course(processes=2))
    for name in Samples.__struct_fields__:
        assert (getattr(samples, name) == getattr(again, name)).all(), name


# Training, in a process of its own: some seconds, of which most go to JAX's compiler


@pytest.fixture(scope="module")
def trial() -> dict[str, Any]:
    """What came of training; JAX's threads must not live where other tests fork processes."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.learning.learn_trial"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.long
def test_training_lowers_the_loss_on_games_held_out(trial: dict[str, Any]) -> None:
    """Few games teach little, but more than nothing; the best weights are kept."""
    assert 0 < len(trial["heard"]) <= 4
    assert trial["after"]["total"] < trial["before"]["total"]
    assert trial["after"]["rows"] < trial["before"]["rows"]
    assert trial["after"]["total"] == pytest.approx(min(trial["heard"]))


@pytest.mark.long
def test_training_goes_on_from_a_network_until_time_is_over(trial: dict[str, Any]) -> None:
    """With no time at all, what it begins with is what it ends with, sizes included."""
    assert trial["again"] == {"epochs": 0, "same": True, "hidden": [8, 8]}


@pytest.mark.long
def test_what_jax_computes_is_what_the_judge_computes(trial: dict[str, Any]) -> None:
    """The trained network, as the search will use it, gives the same points, spreads, logits."""
    assert trial["compared"] > 5
    assert trial["points apart"] < 1e-3
    assert trial["spread apart"] < 1e-3
    assert trial["logits apart"] < 1e-3


@pytest.mark.long
def test_aims_lean_on_the_next_judgement(trial: dict[str, Any]) -> None:
    """With all of the trail they are how games ended; with none, the very next judgement."""
    assert trial["aims"]["all"] == pytest.approx([0.0, 0.0], abs=1e-3)
    assert trial["aims"]["none"] == pytest.approx([7.0, 7.0], abs=1e-3)
    least, most = trial["aims"]["half"]
    assert least == pytest.approx(3.5, abs=1e-3)
    assert 3.5 < most < 7.0


def test_a_network_of_another_table_is_not_begun_with(tmp_path: Path) -> None:
    """What was learned on one board says nothing of the other."""
    path = tmp_path / "other.net"
    networks.write(path, random_network(PAVILION))
    assert school.begin(course(start=path)).plan.hidden == (8, 4)
    with pytest.raises(OtherNetwork):
        school.begin(course(start=path, options={"board": "grey"}))


# The command


def test_the_command_writes_a_network_that_plays(tmp_path: Path) -> None:
    """One command learns, another plays with what was learned."""
    small = ("--teacher", QUICK, "--games", "8", "--seed", "2")
    done = colonnade("learn", "summer_pavilion", *small, "--out", "first.net", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    last = [line.strip() for line in done.stdout.splitlines()[-2:]]
    assert last[0] == "colonnade play summer_pavilion --opponent net:first.net"
    assert last[1].endswith("--players net:first.net@100i,architect")
    header = networks.read(tmp_path / "first.net").header
    assert header.made.command.startswith("colonnade learn summer_pavilion --teacher")
    assert header.made.games == 8
    assert header.made.loss["after total"] <= header.made.loss["before total"]
    players = "net:first.net@4i,greedy"
    arena = ("arena", "summer_pavilion", "--players", players, "--games", "2", "--json")
    facts = json.loads(call(*arena, cwd=tmp_path).stdout)
    assert facts["players"][0]["player"] == "net:first.net@4i"


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("learn", "chess"), "chess"),
        (("learn", "pagoda", "--teacher", "greedy"), "greedy"),
        (("learn", "pagoda", "--teacher", "net:none.net"), "none.net"),
        (("learn", "pagoda", "--start", "none.net"), "none.net"),
        (("learn", "pagoda", "--games", "0"), "--games"),
        (("learn", "pagoda", "--minutes", "0"), "--minutes"),
        (("simulate", "pagoda", "--player", "net:none.net"), "none.net"),
        (("play", "pagoda", "--opponent", "net:none.net"), "none.net"),
        (("arena", "pagoda", "--players", "net:none.net,greedy"), "none.net"),
    ],
)
def test_what_cannot_be_is_refused(words: tuple[str, ...], part: str, tmp_path: Path) -> None:
    """One line, no traceback, before any work."""
    assert part in refused(call(*words, cwd=tmp_path))


def test_the_page_shows_what_is_so() -> None:
    """The samples of docs/train-a-bot.md give what they print."""
    assert "samples" in run_python(ROOT / "docs" / "train-a-bot.md")
