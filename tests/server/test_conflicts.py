"""Moves that must not count: twins, stale ones, wrong seats, wrong turns, unknown words."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from tests.server.client import Client, Refused
from tests.server.running import Running

pytestmark = pytest.mark.once


def seated(server: Running) -> tuple[Client, Client, str]:
    """Two devices at a table of Pagoda; the first is on turn."""
    anne, ben = server.client(), server.client()
    made = anne.make("pagoda", "me", "open")
    ben.join(made)
    return anne, ben, made["id"]


def refused(call: Any, *words: Any, **more: Any) -> Refused:
    """The refusal that a call meets."""
    with pytest.raises(Refused) as found:
        call(*words, **more)
    return found.value


def test_of_twins_one_wins(server: Running) -> None:
    """Many tabs post the same ply at once: one move is made, the others are told."""
    anne, _, table = seated(server)
    for _ in range(5):
        seen = anne.look(table)
        if seen["actor"] != 0:
            break
        answers: list[Any] = []
        tabs = [Client(server.address, anne.cookie) for _ in range(6)]
        start = threading.Barrier(len(tabs))

        def post(tab: Client, seen: Any = seen, start: Any = start, answers: Any = answers) -> None:
            start.wait()
            try:
                answers.append(tab.move(table, seen["ply"], seen["offers"][0]["words"]))
            except Refused as problem:
                answers.append(problem)

        threads = [threading.Thread(target=post, args=(tab,)) for tab in tabs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        lost = [answer for answer in answers if isinstance(answer, Refused)]
        assert len(lost) == len(tabs) - 1
        assert {(answer.status, answer.kind) for answer in lost} == {(409, "StalePly")}
        after = anne.look(table)
        mine = [told for told in after["moves"][seen["ply"] :] if told["seat"] == 0]
        assert len(mine) == 1


def test_nothing_wrong_changes_anything(server: Running) -> None:
    """Each wrong move has its own error, and the table stays as it was."""
    anne, ben, table = seated(server)
    stranger = server.client()
    before = anne.look(table)
    ply, good = before["ply"], before["offers"][0]["words"]
    cases = [
        (anne, ply - 1, good, 409, "StalePly"),
        (anne, ply + 1, good, 409, "StalePly"),
        (ben, ply, good, 409, "NotYourTurn"),
        (stranger, ply, good, 403, "NotSeated"),
        (anne, ply, "fan", 409, "IllegalMove"),
        (anne, ply, "colum 3 red hand", 400, "UnknownMove"),
        (anne, ply, "draw red hand", 409, "IllegalMove"),
    ]
    for client, at, words, status, kind in cases:
        found = refused(client.move, table, at, words)
        assert (found.status, found.kind) == (status, kind), words
        assert found.body["text"]
    found = refused(anne.move, table, ply, good, seat=1)
    assert found.kind == "NotSeated"
    bodies: list[Any] = [{"ply": ply}, {"ply": "x", "move": good}, []]
    for body in [*bodies, {"ply": ply, "move": good, "more": 1}]:
        found = refused(anne.post, f"/api/tables/{table}/moves", body)
        assert (found.status, found.kind) == (400, "BadRequest")
    assert refused(anne.look, "A" * 22).kind == "NoTable"
    after = anne.look(table)
    assert after == before


def test_errors_speak_the_clients_language(server: Running) -> None:
    """The text follows Accept-Language, the type does not."""
    anne = server.client()
    found = refused(anne.get, "/api/tables/nowhere", accept_language="fr-CH, en;q=0.5")
    assert found.kind == "NoTable"
    assert "identifiant" in found.body["text"]
    found = refused(anne.get, "/api/tables/nowhere", accept_language="de, en;q=0.5, fr;q=0.2")
    assert "There is no table" in found.body["text"]


def test_a_game_that_is_over_takes_no_moves(server: Running) -> None:
    """After a resignation with two seats the other has won, and nothing more happens."""
    anne, ben, table = seated(server)
    words = anne.look(table)["offers"][0]["words"]
    assert refused(anne.post, f"/api/tables/{table}/seats/1/resign").kind == "NotSeated"
    ben.post(f"/api/tables/{table}/seats/1/resign")
    seen = anne.look(table)
    assert seen["actor"] == -2
    assert seen["result"]["winners"] == [0]
    assert seen["result"]["resigned"] == [1]
    assert seen["seats"][1]["resigned"]
    assert refused(anne.move, table, seen["ply"], words).kind == "TableOver"
    assert refused(anne.post, f"/api/tables/{table}/seats/0/resign").kind == "TableOver"


@pytest.mark.parametrize(
    ("wish", "kind"),
    [
        ({"game": "chess", "seats": [{"kind": "me"}, {"kind": "open"}]}, "UnknownGame"),
        ({"game": "pagoda", "seats": [{"kind": "me"}]}, "WrongSeats"),
        ({"game": "pagoda", "seats": [{"kind": "me"}, {"kind": "me"}]}, "BadTable"),
        ({"game": "pagoda", "seats": [{"kind": "computer"}, {"kind": "computer"}]}, "BadTable"),
        ({"game": "pagoda", "seats": [{"kind": "me"}, {"kind": "open"}], "first": 5}, "BadTable"),
        (
            {"game": "pagoda", "seats": [{"kind": "me"}, {"kind": "computer", "level": "god"}]},
            "UnknownPlayer",
        ),
        (
            {"game": "pagoda", "seats": [{"kind": "me"}, {"kind": "open"}], "options": {"a": "b"}},
            "UnknownOption",
        ),
    ],
)
def test_tables_that_cannot_be(server: Running, wish: Any, kind: str) -> None:
    """What cannot be made is refused by its own error."""
    found = refused(server.client().post, "/api/tables", wish)
    assert (found.status, found.kind) == (400, kind)
