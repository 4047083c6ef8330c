"""Lessons over HTTP: listed, read and tried; nothing hidden is told, and nothing is kept."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import Any

import msgspec
import pytest

from colonnade.games import game
from colonnade.server import exercises
from colonnade.server.wire import Refused as RefusedThing
from colonnade.teaching import lesson as reader
from colonnade.teaching.lesson import BadLesson
from tests.server.client import Client, Refused
from tests.server.running import Running
from tests.teaching.paths import LESSONS, STEPS, TASKS, Place

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def learner(server: Running) -> Client:
    """Somebody without a cookie."""
    return server.client()


def attempt(learner: Client, place: Place, *moves: str) -> Any:
    """Try moves at a step."""
    path = f"/api/lessons/{place.lesson.game}/{place.lesson.key}/{place.number}"
    return learner.post(path, {"moves": list(moves)})


def test_lessons_are_listed_in_order(learner: Client) -> None:
    """With what lists show, in both languages."""
    found = learner.get("/api/lessons")
    assert [(one["game"], one["key"]) for one in found] == [(one.game, one.key) for one in LESSONS]
    for told, lesson in zip(found, LESSONS, strict=True):
        assert told["title"] == {"en": lesson.title.en, "fr": lesson.title.fr}
        assert (told["seconds"], told["steps"]) == (lesson.seconds, len(lesson.steps))
        assert (told["enough"], told["strategy"]) == (lesson.enough, lesson.strategy)


def test_a_lesson_is_read_whole(learner: Client) -> None:
    """All its steps; whoever asks gets no cookie and leaves nothing."""
    for lesson in LESSONS:
        told = learner.get(f"/api/lessons/{lesson.game}/{lesson.key}")
        assert told["rules"] == list(lesson.rules)
        assert [step["say"]["fr"] for step in told["steps"]] == [s.say.fr for s in lesson.steps]
        for step, written in zip(told["steps"], lesson.steps, strict=True):
            assert (step["task"] is None) == (written.task is None)
            assert step["solution"] == list(written.solution)
            assert [label["at"] for label in step["labels"]] == [one.at for one in written.labels]
    assert learner.cookie == ""


@pytest.mark.parametrize("place", TASKS, ids=str)
def test_a_task_is_done_by_what_is_told(learner: Client, place: Place) -> None:
    """Following `next` from event to event: offered, made, and done at the end."""
    told, moves = attempt(learner, place), list[str]()
    assert (told["verdict"], told["matched"], told["said"]) == ("open", 0, None)
    while told["verdict"] != "done":
        assert told["next"] in [offer["words"] for offer in told["offers"]]
        assert told["seat"] == told["actor"] == place.exercise.seat
        moves.append(told["next"])
        told = attempt(learner, place, *moves)
        made = told["facts"][0]
        assert (made["words"], made["seat"]) == (moves[-1], told["seat"])
        gained = made.get("gained", [0] * 8)
        assert gained[told["seat"]] == told["points"]
    assert moves == list(place.step.solution)
    assert told["matched"] == told["wanted"] == len(place.step.made)
    assert place.step.done is not None
    assert told["said"]["fr"] == place.step.done.fr
    assert (told["offers"], told["refusals"], told["next"]) == ([], [], None)


@pytest.mark.parametrize("place", STEPS, ids=str)
def test_only_what_the_learner_may_see_is_told(learner: Client, place: Place) -> None:
    """The view is that seat's own, and rows of chance are veiled for it."""
    history = place.exercise.attempt(place.step.solution).history
    told = attempt(learner, place, *place.step.solution)
    seat = place.exercise.seat
    assert told["view"] == json.loads(msgspec.json.encode(history.state.view(seat)))
    words = history.game.moves.words
    seen = [words(row) for row in history.seen(seat)]
    assert [fact["words"] for fact in told["facts"]] == seen[len(seen) - len(told["facts"]) :]
    assert [one["kind"] == "person" for one in told["seats"]] == [
        i == seat for i in range(history.seats)
    ]


def test_a_wrong_move_is_shown_and_answered(learner: Client) -> None:
    """The position after it, and what to do instead; without it all is as before."""
    place = TASKS[0]
    before = attempt(learner, place)
    wrong = next(
        told
        for offer in before["offers"]
        if (told := attempt(learner, place, offer["words"]))["verdict"] == "wrong"
    )
    assert wrong["said"]["en"]
    assert wrong["said"]["fr"]
    assert wrong["view"] != before["view"]
    assert len(wrong["facts"]) == 1
    assert (wrong["next"], wrong["matched"]) == (before["next"], 0)
    assert (wrong["offers"], wrong["refusals"]) == ([], [])
    assert attempt(learner, place) == before
    assert {RefusedThing(**one).thing for one in before["refusals"]}


def test_what_is_asked_wrongly_is_refused(learner: Client) -> None:
    """Unknown lessons, steps and moves, and moves after the end."""
    place = TASKS[0]
    base = f"/api/lessons/{place.lesson.game}"
    for path, status, kind in (
        (f"{base}/never", 404, "NoLesson"),
        ("/api/lessons/chess/columns", 404, "NoLesson"),
    ):
        with pytest.raises(Refused) as refused:
            learner.get(path)
        assert (refused.value.status, refused.value.kind) == (status, kind)
    path = f"{base}/{place.lesson.key}"
    task, after = str(place.number), [*place.step.solution, place.step.solution[0]]
    for end, body, status, kind in (
        ("99", {"moves": []}, 404, "NoLesson"),
        ("-1", {"moves": []}, 400, "BadRequest"),
        (task, {"moves": ["jump"]}, 400, "UnknownMove"),
        (task, {"moves": ["draw red hand"]}, 409, "IllegalMove"),
        (task, {"moves": after}, 409, "Decided"),
        ("0", {"moves": ["x"] * 65}, 400, "BadRequest"),
        ("0", {"moves": [], "seat": 1}, 400, "BadRequest"),
    ):
        with pytest.raises(Refused) as refused:
            learner.post(f"{path}/{end}", body)
        assert (refused.value.status, refused.value.kind) == (status, kind), end
    assert refused.value.body["text"]


def kept_rows(server: Running) -> list[int]:
    """How much is stored of each kind."""
    kinds = ("tables", "moves", "uploads", "players", "lessons")
    with closing(sqlite3.connect(server.data / "colonnade.db")) as connection:
        return [connection.execute(f"SELECT count(*) FROM {kind}").fetchone()[0] for kind in kinds]


def test_nothing_is_kept(server: Running, learner: Client) -> None:
    """No table, no upload, no line of the log, no player."""
    before = kept_rows(server)
    for place in TASKS[:3]:
        attempt(learner, place, *place.step.solution)
    assert learner.get("/api/mine") == []
    assert kept_rows(server) == before


def test_a_bad_lesson_of_another_package_harms_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is left without lessons, and the host can read why."""
    told: list[str] = []

    def broken(found: object) -> tuple[reader.Lesson, ...]:
        raise BadLesson("10-x.toml", "step[0]", "no_position")

    monkeypatch.setattr(exercises, "lessons", broken)
    monkeypatch.setattr(exercises.log, "error", lambda text, *args: told.append(text % args))
    assert exercises.taught(game("pagoda")) == ()
    assert "10-x.toml, step[0]" in told[0]
