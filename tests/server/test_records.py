"""Finished tables and uploaded records are studied: all moves at once, any eyes, advice."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from tests.server.client import Client, Refused, play_out
from tests.server.running import Running

pytestmark = pytest.mark.once


@pytest.fixture(scope="module")
def over(server: Running) -> tuple[Client, str, str]:
    """A finished table of two on one device, and the same game as an upload."""
    anne = server.client()
    made = anne.make("pagoda", "me", "device", options={"length": "fast"})
    play_out({0: anne, 1: anne}, made["id"], random.Random(8))
    text = anne.get(f"/api/records/{made['id']}/record.colonnade")
    kept = anne.post("/api/records", text.encode(), content_type="text/plain")
    return anne, f"/api/records/{made['id']}", f"/api/records/{kept['id']}"


def test_a_line_has_every_move_with_its_scores(over: tuple[Client, str, str]) -> None:
    """The scores after the last move are the result, and each position agrees with its line."""
    anne, table, record = over
    line = anne.get(f"{table}/moves")
    assert line == anne.get(f"{record}/moves")
    found = anne.get(record)
    assert [move["words"] for move in line["moves"]] == found["moves"]
    assert (line["game"], line["seats"], line["names"]) == ("pagoda", 2, found["names"])
    assert line["options"] == found["options"]
    assert line["winners"] == found["winners"] != []
    assert line["moves"][-1]["scores"] == found["scores"]
    assert {move["seat"] for move in line["moves"]} == {-1, 0, 1}
    turns = [move["turn"] for move in line["moves"]]
    assert turns == sorted(turns)
    assert all(move["fields"]["kind"] for move in line["moves"])
    for at in (0, 7, len(line["moves"])):
        there = anne.get(f"{table}/replay?at={at}")
        assert there["scores"] == (line["moves"][at - 1]["scores"] if at else [0, 0])


def test_an_upload_comes_back_in_both_forms(over: tuple[Client, str, str]) -> None:
    """What went up as JSON or as text is read as either."""
    anne, table, record = over
    text = anne.get(f"{table}/record.colonnade")
    assert anne.get(f"{record}/record.colonnade") == text
    kept = anne.post("/api/records", anne.get(record))
    assert anne.get(f"/api/records/{kept['id']}/record.colonnade") == text


def test_a_position_through_any_eyes(over: tuple[Client, str, str]) -> None:
    """A seat's eyes see its own hand; without a seat both lie open; there are no other eyes."""
    anne, table, record = over
    for path in (table, record):

        def hands(eyes: str, path: str = path) -> list[Any]:
            view = anne.get(f"{path}/replay?at=9{eyes}")["view"]
            return [player["hand"] for player in view["players"]]

        assert None not in hands("")
        assert [hand is None for hand in hands("&seat=0")] == [False, True]
        assert [hand is None for hand in hands("&seat=1")] == [True, False]
        with pytest.raises(Refused) as refused:
            anne.get(f"{path}/replay?at=9&seat=2")
        assert (refused.value.status, refused.value.kind) == (400, "BadRequest")


def test_a_position_tells_how_it_came_about(over: tuple[Client, str, str]) -> None:
    """With `since` the moves before it come along, with what travelled, as those eyes saw it."""
    anne, table, record = over
    line = anne.get(f"{table}/moves")["moves"]
    drawn = [i for i, move in enumerate(line) if move["fields"].get("source") == "hand"]
    at = next(i for i in drawn if line[i]["seat"] == -1 and i > 10) + 1
    turn = line[at - 1]["turn"]
    drawer = next(m["seat"] for m in line[at::-1] if m["seat"] >= 0 and m["turn"] == turn)
    for path in (table, record):
        assert anne.get(f"{path}/replay?at={at}")["facts"] == []

        def last(eyes: str, path: str = path) -> Any:
            facts = anne.get(f"{path}/replay?at={at}&since={at - 3}{eyes}")["facts"]
            assert [told["ply"] for told in facts] == [at - 3, at - 2, at - 1]
            return facts[-1]

        assert last("")["words"] == last(f"&seat={drawer}")["words"] == line[at - 1]["words"]
        assert last("")["moved"][0]["piece"]["shape"] == "card"
        assert last(f"&seat={1 - drawer}")["words"] == "draw hidden hand"
        assert last(f"&seat={1 - drawer}")["moved"][0]["piece"] == {"shape": "back"}
    assert all(bool(move.get("things")) == (move["seat"] >= 0) for move in line)


def test_advice_about_a_past_position(over: tuple[Client, str, str]) -> None:
    """The seat that had to decide is advised; where nobody decides there is none."""
    anne, table, record = over
    moves = anne.get(f"{table}/moves")["moves"]
    at = next(i for i, move in enumerate(moves) if move["seat"] >= 0)
    ideas = anne.post(f"{table}/hint", {"at": at})
    assert 1 <= len(ideas) <= 3
    first = ideas[0]["moves"][0]
    assert set(first) == {"words", "fields", "points", "things"}
    assert set(ideas[0]) == {
        *("moves", "points", "win", "margin", "share", "visits", "ends_turn"),
        *("reasons", "answer", "answer_seat", "exact"),
    }
    assert ideas[0]["points"] == sum(move["points"] for move in ideas[0]["moves"])
    again = anne.post(f"{record}/hint", {"at": at})
    assert 1 <= len(again) <= 3
    assert anne.post(f"{table}/hint", {"at": 0}) == []
    assert anne.post(f"{record}/hint", {"at": len(moves)}) == []
    with pytest.raises(Refused) as refused:
        anne.post(f"{record}/hint", {"ply": 1})
    assert refused.value.kind == "BadRequest"


def test_a_line_is_tried_from_a_position(over: tuple[Client, str, str]) -> None:
    """The moves that were made lead where the game went; others go their own way; eyes hold."""
    anne, table, record = over
    moves = anne.get(f"{table}/moves")["moves"]
    at = next(i for i, move in enumerate(moves) if i > 20 and move["seat"] == 0)
    same: dict[str, Any] = {"at": at, "moves": [move["words"] for move in moves[at : at + 3]]}
    ways: list[tuple[str, dict[str, int]]] = [(table, {}), (record, {"seat": 1})]
    for path, eyes in ways:
        found = anne.post(f"{path}/line", same | eyes)
        seat = f"&seat={eyes['seat']}" if eyes else ""
        for i, there in enumerate(found, at + 1):
            real = anne.get(f"{path}/replay?at={i}&since={i - 1}{seat}")
            assert {**there, "next": 0, "moves": 0} == {**real, "next": 0, "moves": 0}
        assert [there["next"] for there in found] == [*same["moves"][1:], None]
    with pytest.raises(Refused) as refused:
        anne.post(f"{table}/line", {"at": at, "moves": ["draw red display"]})
    assert (refused.value.status, refused.value.kind) == (409, "IllegalMove")
    with pytest.raises(Refused) as refused:
        anne.post(f"{table}/line", {"at": len(moves), "moves": ["end"]})
    assert (refused.value.status, refused.value.kind) == (409, "GameOver")
    for bad in (
        {"at": at, "moves": []},
        {"at": at, "moves": ["end"] * 41},
        {"at": at, "moves": ["nonsense"]},
        {**same, "seat": 2},
    ):
        with pytest.raises(Refused) as refused:
            anne.post(f"{table}/line", bad)
        assert refused.value.status == 400
    assert anne.get(f"{table}/moves")["moves"] == moves


def test_luck_and_skill_of_a_finished_game(over: tuple[Client, str, str]) -> None:
    """Every choice of the game with its chances, the same for the table and for its record."""
    anne, table, record = over
    found = anne.post(f"{table}/analysis")
    moves = anne.get(f"{table}/moves")["moves"]
    assert found == anne.post(f"{record}/analysis")
    assert set(found) == {"steps", "end", "luck", "lost", "turning_points", "moments"}
    assert found["steps"]
    for step in found["steps"]:
        assert moves[step["at"]]["seat"] == step["seat"]
        assert sum(step["chances"]) == pytest.approx(1, abs=0.001)
        assert step["lost"][step["seat"]] >= 0
    ats = [step["at"] for step in found["steps"]]
    assert ats == sorted(ats)
    assert set(found["turning_points"]) <= set(ats)
    assert sum(found["luck"]) == pytest.approx(0, abs=0.01)
    assert sum(found["end"]) == 1


def test_playing_on_from_a_position(over: tuple[Client, str, str]) -> None:
    """A new table begins there, with me on turn, or in the seat I like; it is played to its end."""
    anne, table, record = over
    moves = anne.get(f"{table}/moves")["moves"]
    at = next(i for i, move in enumerate(moves) if i > 60 and move["seat"] == 1)
    there = anne.get(f"{table}/replay?at={at}&seat=1")
    made = anne.post(f"{table}/play_on", {"at": at, "name": "Anne", "level": "apprentice"})
    assert made["seats"] == [1]
    seen = anne.look(made["id"])
    assert (seen["actor"], seen["length"], seen["view"]) == (1, at, there["view"])
    assert [seat["kind"] for seat in seen["seats"]] == ["computer", "person"]
    assert seen["offers"]
    rng = random.Random(3)
    while seen["actor"] != -2:
        if seen["offers"]:
            anne.move(made["id"], seen["ply"], rng.choice(seen["offers"])["words"])
        else:
            time.sleep(0.02)  # the computer decides
        seen = anne.look(made["id"])
    words = [move["words"] for move in anne.get(f"/api/records/{made['id']}/moves")["moves"]]
    assert words[:at] == [move["words"] for move in moves[:at]]
    other = anne.post(f"{record}/play_on", {"at": at, "seat": 0})
    assert other["seats"] == [0]


def test_positions_that_cannot_be_played_on(over: tuple[Client, str, str]) -> None:
    """At the end, past it, while chance draws, in no seat, against somebody unknown."""
    anne, table, record = over
    moves = anne.get(f"{table}/moves")["moves"]
    last, at = len(moves), next(i for i, move in enumerate(moves) if move["seat"] == 0)
    for path in (table, record):
        for wish in ({"at": last}, {"at": last + 1}, {"at": 0}, {"at": at, "seat": 2}, {"seat": 0}):
            with pytest.raises(Refused) as refused:
                anne.post(f"{path}/play_on", wish)
            assert (refused.value.status, refused.value.kind) == (400, "BadRequest")
        with pytest.raises(Refused) as refused:
            anne.post(f"{path}/play_on", {"at": at, "level": "nobody"})
        assert refused.value.kind == "UnknownPlayer"


def test_a_table_in_play_tells_nothing(server: Running) -> None:
    """Hidden cards stay hidden until the end, whoever asks."""
    anne = server.client()
    table = anne.make("pagoda", "me", "device")["id"]
    calls: list[tuple[str, str, Any]] = [
        ("GET", "moves", None),
        ("GET", "positions", None),
        ("GET", "replay?at=3&seat=0", None),
        ("POST", "hint", {"at": 3}),
        ("POST", "line", {"at": 3, "moves": ["end"]}),
        ("POST", "analysis", None),
        ("POST", "play_on", {"at": 3}),
    ]
    for method, path, body in calls:
        with pytest.raises(Refused) as refused:
            anne.call(method, f"/api/records/{table}/{path}", body)
        assert (refused.value.status, refused.value.kind) == (409, "TableOpen")
    with pytest.raises(Refused) as missing:
        anne.get("/api/records/nothing/moves")
    assert missing.value.kind == "NoRecord"


def test_a_game_that_was_given_up_is_a_record(server: Running) -> None:
    """Who sat where, at which level, and who gave up; its text verifies, and comes up again."""
    anne = server.client()
    table = anne.make("pagoda", "me", "computer:apprentice", start="first")["id"]
    anne.post(f"/api/tables/{table}/seats/0/resign")
    found = anne.get(f"/api/records/{table}")
    assert (found["kinds"], found["levels"]) == (["person", "computer"], ["", "apprentice"])
    assert (found["resigned"], found["winners"]) == ([0], [1])
    text = anne.get(f"/api/records/{table}/record.colonnade")
    assert "resigned 1\n" in text
    assert "won by 2\n" in text
    kept = anne.post("/api/records", text.encode(), content_type="text/plain")
    assert anne.get(f"/api/records/{kept['id']}") == found
    line = anne.get(f"/api/records/{kept['id']}/moves")
    assert (line["kinds"], line["resigned"]) == (found["kinds"], [0])


def test_all_positions_at_once(over: tuple[Client, str, str]) -> None:
    """They are those in which somebody decides, and the last, each with what led there."""
    anne, table, record = over
    line = anne.get(f"{table}/moves")["moves"]
    stops = [at for at, move in enumerate(line) if move["seat"] >= 0] + [len(line)]
    found = anne.get(f"{table}/positions")
    assert [one["at"] for one in found] == stops
    assert found == anne.get(f"{record}/positions")
    for before, stop, there in list(zip(stops, stops[1:], found[1:], strict=False))[::40]:
        assert there == anne.get(f"{table}/replay?at={stop}&since={before}")
    assert found[0]["facts"] == []
