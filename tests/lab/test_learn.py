"""Learning: lessons tell what games showed, training lowers the loss, its network plays."""

from __future__ import annotations

import json
import subprocess
import sys
import zlib
from pathlib import Path

import msgspec
import pytest
from librt.vecs import vec

from colonnade.ai import networks
from colonnade.ai.judges import judge_of
from colonnade.ai.judges.network import PLAIN_SPREAD, NetworkJudge
from colonnade.ai.networks import OtherNetwork
from colonnade.contract.game import Game
from colonnade.contract.play import replay
from colonnade.contract.state import State
from colonnade.games import game, games
from tests.cli.command import ROOT, colonnade, refused
from tests.samples import run_python

np = pytest.importorskip("numpy", reason="the extra [learn] is not installed")
pytest.importorskip("jax", reason="the extra [learn] is not installed")
pytest.importorskip("optax", reason="the extra [learn] is not installed")

from colonnade.lab.learn import school, selfplay, train  # noqa: E402
from colonnade.lab.learn.plan import Plan, Trained  # noqa: E402
from colonnade.lab.learn.school import Course  # noqa: E402
from colonnade.lab.learn.selfplay import Lesson, Task  # noqa: E402
from colonnade.lab.learn.train import Aims, Trainer  # noqa: E402

pytestmark = pytest.mark.once
each_game = pytest.mark.parametrize("found", list(games()), ids=lambda found: found.key)
QUICK = "architect@4i"
PAVILION = game("summer_pavilion")


def task(of: Game, number: int = 0) -> Task:
    """A game of few thoughts."""
    start = of.start()
    return Task(of.key, len(start.scores()), start.view(None).options, QUICK, 5, number)


def course(**changes: object) -> Course:
    """A course of a few games of Summer Pavilion."""
    facts: dict[str, object] = {
        "game": "summer_pavilion",
        "seats": 2,
        "options": {"board": "colored"},
        "teacher": QUICK,
        "games": 24,
        "seed": 3,
        "minutes": 5.0,
        "plan": Plan(hidden=(8, 8), epochs=4, batch=64, held_out=4),
    }
    return Course(**{**facts, **changes})  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def lesson() -> Lesson:
    """What some games teach."""
    return school.study(course())


def marks(lesson: Lesson) -> list[str]:
    """A number for each array of a lesson."""
    arrays = [getattr(lesson, name) for name in Lesson.__struct_fields__]
    return [str(zlib.crc32(array.tobytes())) for array in arrays]


# Without JAX, whose threads must not be forked.
STUDY = """
import sys, zlib, msgspec
from colonnade.lab.learn import school
found = school.study(msgspec.json.decode(sys.argv[1], type=school.Course))
for name in found.__struct_fields__:
    print(zlib.crc32(getattr(found, name).tobytes()))
assert "jax" not in sys.modules
"""


# Games and lessons


@each_game
def test_a_task_is_one_game_that_can_be_replayed(found: Game) -> None:
    """The same task gives the same log; every thought is about a legal choice."""
    log = selfplay.play(task(found))
    assert selfplay.play(task(found)) == log
    assert selfplay.play(task(found, 1)).rows != log.rows
    state = replay(found.start(), log.rows)
    assert state.legal() == []
    place = max(log.thoughts)
    before = replay(found.start(), log.rows[:place])
    assert set(log.thoughts[place].rows) <= set(before.legal())
    assert len(before.legal()) > 1


@each_game
def test_lessons_hold_what_the_other_judge_says(found: Game) -> None:
    """A network that has learned nothing has the loss of the judge that it corrects."""
    one = selfplay.learn_from(task(found))
    assert one.tensors.shape[1:] == (one.scores.shape[1], found.layout(one.scores.shape[1]).size)
    assert one.judged.any()
    assert (one.actor >= 0).sum() == (~one.judged).sum() > 0
    decided = one.actor >= 0
    assert np.allclose(one.shares[decided].sum(1), 1.0)
    assert (one.shares[one.rows < 0] == 0.0).all()
    highest = np.asarray(found.layout(one.scores.shape[1]).highest())
    assert (one.tensors >= 0).all()
    assert (one.tensors <= highest).all()
    assert np.abs(one.points - one.scores).mean() < 80.0
    assert (one.spread > 0).all()
    assert not (one.spread == PLAIN_SPREAD).all()


def test_the_next_judgement_comes_later_in_the_same_game(lesson: Lesson) -> None:
    """Chains of judgements end with their game, and never run in a circle."""
    some = np.flatnonzero(lesson.after >= 0)
    after = lesson.after[some]
    assert lesson.judged[after].all()
    assert (lesson.number[some] == lesson.number[after]).all()
    moments = lesson.judged[some]
    assert (after[moments] > some[moments]).all()
    assert len(some) < len(lesson.after)


def test_lessons_are_the_same_on_any_number_of_processes(lesson: Lesson) -> None:
    """Games come in any order, and are put in theirs."""
    asked = msgspec.json.encode(course(processes=2), enc_hook=str).decode()
    done = subprocess.run(
        [sys.executable, "-c", STUDY, asked], capture_output=True, text=True, cwd=ROOT, timeout=300
    )
    assert done.stdout.split() == marks(lesson), done.stderr


def test_aims_lean_on_the_next_judgement(lesson: Lesson) -> None:
    """With all of the trail they are how games ended; with none, the very next judgement."""
    ends = train.ends(lesson)
    judged = Aims(ends.scores + 7.0, ends.wins)
    assert np.allclose(train.follow(lesson, judged, 1.0).scores, ends.scores)
    none = train.follow(lesson, judged, 0.0).scores
    some = lesson.after >= 0
    assert np.allclose(none[some], ends.scores[some] + 7.0)
    assert np.allclose(none[~some], ends.scores[~some])
    half = train.follow(lesson, judged, 0.5).scores - ends.scores
    assert half[some].min() == pytest.approx(3.5, abs=1e-3)
    assert half[some].max() < 7.0


# Training


@pytest.fixture(scope="module")
def trained(lesson: Lesson) -> Trained:
    """What is learned from the lesson."""
    return school.practice(course(), lesson)


def test_training_lowers_the_loss_on_games_held_out(trained: Trained) -> None:
    """Few games teach little, but more than nothing."""
    assert 0 < trained.epochs <= 4
    assert trained.after.total < trained.before.total
    assert trained.after.rows < trained.before.rows


def test_training_goes_on_from_a_network_until_time_is_over(
    lesson: Lesson, trained: Trained, tmp_path: Path
) -> None:
    """With no time at all, what it begins with is what it ends with."""
    first = school.graduate(course(), lesson, trained, "test", 0.0)
    networks.write(tmp_path / "first.net", first)
    going_on = school.begin(course(start=tmp_path / "first.net", plan=Plan(batch=64, held_out=4)))
    assert going_on.plan.hidden == (8, 8)
    again = school.practice(going_on, lesson, deadline=0.0)
    assert again.epochs == 0
    assert again.weights == trained.weights
    assert again.before.total == pytest.approx(trained.after.total)
    with pytest.raises(OtherNetwork):
        school.begin(course(start=tmp_path / "first.net", options={"board": "grey"}))


def test_what_jax_computes_is_what_the_judge_computes(lesson: Lesson, trained: Trained) -> None:
    """The trained network, as the search will use it, gives the same points and spreads."""
    network = school.graduate(course(), lesson, trained, "test", 0.0)
    trainer = Trainer(PAVILION, lesson, course().plan, network.weights)
    judge = NetworkJudge(networks.weights_of(network, PAVILION), judge_of(PAVILION))
    log = selfplay.play(task(PAVILION))
    one = selfplay.look_back(task(PAVILION), log)
    batch = train.batch_of(one, np.arange(len(one.number)), trainer.highest, train.ends(one))
    points, logits = trainer.judge(trainer.weights, batch)
    compared = 0
    for i, seen in enumerate(kept_by(log)):
        found = vec[float]([0.0] * 2)
        spread = judge.estimate(seen, found)
        assert list(found) == pytest.approx(np.asarray(points)[i].tolist(), abs=1e-3)
        wins = np.asarray(points)[i] / np.asarray(logits)[i]
        assert wins.tolist() == pytest.approx([spread, spread], rel=1e-3)
        compared += 1
    assert compared > 5


def kept_by(log: selfplay.Log) -> list[State]:
    """The positions at which a search would judge, in their order."""
    state, found = PAVILION.start(), []
    base = judge_of(PAVILION)
    last = selfplay.now(base, state)
    waiting = False
    for row in log.rows:
        if selfplay.now(base, state) != last:
            last, waiting = selfplay.now(base, state), True
            found.append(state.copy())
        elif waiting and state.actor >= 0:
            found.append(state.copy())
        waiting = waiting and state.actor < 0
        state.apply(row)
    return found


# The command


def test_the_command_writes_a_network_that_plays(tmp_path: Path) -> None:
    """One command learns, another plays with what was learned."""
    small = ("--teacher", QUICK, "--games", "8", "--seed", "2")
    done = colonnade("learn", "summer_pavilion", *small, "--out", "first.net", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    last = [line.strip() for line in done.stdout.splitlines()[-2:]]
    assert last[0] == "colonnade play summer_pavilion --opponent net:first.net"
    assert last[1].endswith("--players net:first.net@160i,architect")
    header = networks.read(tmp_path / "first.net").header
    assert header.made.command.startswith("colonnade learn summer_pavilion --teacher")
    assert header.made.games == 8
    assert header.made.loss["after total"] <= header.made.loss["before total"]
    players = "net:first.net@4i,greedy"
    arena = ("arena", "summer_pavilion", "--players", players, "--games", "2", "--json")
    facts = json.loads(colonnade(*arena, cwd=tmp_path).stdout)
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
    assert part in refused(colonnade(*words, cwd=tmp_path))


def test_the_page_shows_what_is_so() -> None:
    """The samples of docs/train-a-bot.md give what they print."""
    assert "lesson" in run_python(ROOT / "docs" / "train-a-bot.md")
