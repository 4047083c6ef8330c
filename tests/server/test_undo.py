"""Taking back: one's own moves at once, anything beyond with the others' consent."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import pytest

from tests.server.client import Client
from tests.server.conftest import Starter
from tests.server.running import Running, wait_for
from tests.server.test_conflicts import refused, seated

pytestmark = pytest.mark.once


def undo(client: Client, table: str, ply: int, **more: Any) -> Any:
    """Ask to take back."""
    return client.post(f"/api/tables/{table}/undo", {"ply": ply} | more)


def answer(client: Client, table: str, ply: int, agree: bool, wish: Any = None) -> Any:
    """Answer somebody who asked: a wish that was told, or else the one that is open, if any."""
    wish = wish or client.look(table)["proposal"] or {"length": 0, "revision": 0}
    named = {name: wish[name] for name in ("length", "revision")}
    return client.post(f"/api/tables/{table}/undo/answer", {"ply": ply, "agree": agree} | named)


def begin(client: Client, table: str) -> Any:
    """Make a first move that leaves the turn with its seat."""
    seen = client.look(table)
    offer = next(o for o in seen["offers"] if not o.get("effects"))
    client.move(table, seen["ply"], offer["words"])
    return client.look(table)


def pass_on(client: Client, table: str) -> Any:
    """Play until another seat is on turn."""
    seen = client.look(table)
    seat = seen["actor"]
    while seen["actor"] == seat:
        ending = [o for o in seen["offers"] if o.get("effects")]
        client.move(table, seen["ply"], (ending or seen["offers"])[0]["words"])
        seen = client.look(table)
    return seen


def test_own_moves_are_free(server: Running) -> None:
    """A move of one's own turn is taken back at once; the log keeps it."""
    anne, ben, table = seated(server)
    before = anne.look(table)
    assert before["undo"] is None
    during = begin(anne, table)
    assert (during["undo"], ben.look(table)["undo"]) == (before["length"], None)
    assert undo(anne, table, during["ply"])["undone"]
    after = anne.look(table)
    assert after["view"] == before["view"]
    assert after["offers"] == before["offers"]
    assert after["ply"] == during["ply"] + 1
    assert after["length"] == before["length"]
    told = ben.look(table)["moves"][-1]
    assert (told["kind"], told["seat"], told["length"]) == ("undo", 0, before["length"])
    # The same words may be played again, at the new ply.
    anne.move(table, after["ply"], after["offers"][0]["words"])


def test_beyond_ones_turn_others_are_asked(server: Running) -> None:
    """Draws and others' moves are taken back only when all other people agree."""
    anne, ben, table = seated(server)
    before = begin(anne, table)
    passed = pass_on(anne, table)
    feed = ben.feed(table)
    feed.next()
    asked = undo(anne, table, passed["ply"], length=before["length"] - 1)
    assert not asked["undone"]
    wish = feed.next()["proposal"]
    assert (wish["seat"], wish["asked"], wish["agreed"]) == (0, [1], [])
    assert refused(answer, server.client(), table, passed["ply"], True).kind == "NotSeated"
    assert answer(ben, table, passed["ply"], True)["undone"]
    after = anne.look(table)
    assert after["length"] == before["length"] - 1
    assert after["actor"] == 0
    assert after["proposal"] is None
    feed.close()


def test_a_refusal_ends_it(server: Running) -> None:
    """No is no."""
    anne, ben, table = seated(server)
    passed = pass_on(anne, table)
    undo(anne, table, passed["ply"])
    assert not answer(ben, table, passed["ply"], False)["undone"]
    assert anne.look(table)["proposal"] is None
    assert refused(answer, ben, table, passed["ply"], True).kind == "CannotUndo"


def test_a_move_voids_a_wish(server: Running) -> None:
    """What was asked before it is asked no more."""
    anne, ben, table = seated(server)
    passed = pass_on(anne, table)
    undo(anne, table, passed["ply"])
    assert anne.look(table)["proposal"] is not None
    seen = ben.look(table)
    ben.move(table, seen["ply"], seen["offers"][0]["words"])
    assert anne.look(table)["proposal"] is None
    assert refused(answer, ben, table, seen["ply"], True).kind == "StalePly"


def test_computer_players_consent(server: Running) -> None:
    """Alone against the computer, everything can be taken back."""
    anne = server.client()
    table = anne.make("summer_pavilion", "me", "computer:random")["id"]
    seen = anne.look(table)
    anne.move(table, seen["ply"], seen["offers"][0]["words"])
    later = wait_for(lambda: (s := anne.look(table))["actor"] == 0 and s["ply"] > seen["ply"] and s)
    assert undo(anne, table, later["ply"], length=seen["length"])["undone"]
    back = anne.look(table)
    assert back["view"] == seen["view"]


def test_against_computers_one_goes_back_beyond_draws(server: Running) -> None:
    """Repeatedly, to one's own last decisions; the log says that what was drawn is known."""
    anne = server.client()
    table = anne.make("pagoda", "me", "computer:random")["id"]
    start = anne.look(table)
    assert start["undo"] is None
    begin(anne, table)
    pass_on(anne, table)
    later = my_turn(anne, table, start["ply"])
    assert later["undo"] == start["length"]
    while later["undo"] is not None:
        assert undo(anne, table, later["ply"])["undone"]
        before, later = later, anne.look(table)
        assert later["actor"] == 0
        assert later["length"] < before["length"]
    assert later["view"] == start["view"]
    assert later["offers"] == start["offers"]
    kept = [told for told in later["moves"] if not told.get("taken")]
    assert kept[: len(start["moves"])] == start["moves"]
    [note] = kept[len(start["moves"]) :]
    assert (note["kind"], note["seat"], note["drawn"]) == ("undo", 0, True)


def test_undoing_draws_nothing_new(server: Running) -> None:
    """The same move draws the same again, however often it is taken back; log and feed say so."""
    anne = server.client()
    table = anne.make("pagoda", "me", "computer:random")["id"]
    seen = begin(anne, table)
    feed = anne.feed(table)
    feed.next()
    words = next(o["words"] for o in seen["offers"] if o.get("effects"))
    drawn = []
    for _ in range(3):
        seen = anne.look(table)
        anne.move(table, seen["ply"], words)
        later = my_turn(anne, table, seen["ply"])
        told = later["moves"][seen["ply"] + 1 :]
        drawn.append([told["words"] for told in takewhile(lambda told: told["seat"] < 0, told)])
        assert undo(anne, table, later["ply"], length=seen["length"])["undone"]
        note = wait_for(lambda: (news := feed.next())["moves"][-1].get("kind") == "undo" and news)
        assert note["moves"][-1]["drawn"]
        assert note["kept"] <= seen["ply"]
    assert drawn[0]
    assert drawn[1:] == drawn[:-1]


def my_turn(client: Client, table: str, ply: int) -> Any:
    """The table once the computer has answered what was played at a ply."""
    return wait_for(lambda: (s := client.look(table))["actor"] == 0 and s["ply"] > ply + 1 and s)


def test_what_cannot_be_undone(server: Running) -> None:
    """Nothing made yet, the middle of draws, or the future."""
    anne, ben, table = seated(server)
    ply = anne.look(table)["ply"]
    assert refused(undo, anne, table, ply).kind == "CannotUndo"
    assert refused(undo, ben, table, ply).kind == "CannotUndo"
    assert refused(undo, anne, table, ply, length=0).kind == "CannotUndo"
    assert refused(undo, anne, table, ply, length=ply + 3).kind == "CannotUndo"
    assert refused(undo, anne, table, ply - 1).kind == "StalePly"
    assert refused(answer, ben, table, ply, True).kind == "CannotUndo"
    assert anne.look(table)["ply"] == ply


def test_an_answer_is_for_the_wish_that_was_seen(server: Running) -> None:
    """A yes to one wish is none to another that took its place, nor to the same one asked anew."""
    anne, ben, table = seated(server)
    start = anne.look(table)
    begin(anne, table)
    passed = pass_on(anne, table)
    undo(anne, table, passed["ply"], length=start["length"] + 1)
    seen = ben.look(table)["proposal"]
    undo(anne, table, passed["ply"], length=start["length"])
    assert refused(answer, ben, table, passed["ply"], True, seen).kind == "OtherWish"
    undo(anne, table, passed["ply"], length=start["length"] + 1)
    assert refused(answer, ben, table, passed["ply"], True, seen).kind == "OtherWish"
    assert refused(answer, ben, table, passed["ply"], False, seen).kind == "OtherWish"
    blind = {"ply": passed["ply"], "agree": True}
    assert refused(ben.post, f"/api/tables/{table}/undo/answer", blind).kind == "BadRequest"
    assert anne.look(table)["ply"] == passed["ply"]
    assert answer(ben, table, passed["ply"], True)["undone"]
    assert anne.look(table)["length"] == start["length"] + 1


def test_who_was_refused_asks_again_after_a_move(starter: Starter) -> None:
    """Not before it, nor after a restart; a withdrawn wish bars nobody."""
    running = starter()
    anne, ben, table = seated(running)
    ply = pass_on(anne, table)["ply"]
    undo(anne, table, ply)
    assert not answer(anne, table, ply, False)["undone"]  # withdrawn
    undo(anne, table, ply)
    answer(ben, table, ply, False)
    assert refused(undo, anne, table, ply).kind == "UndoRefused"
    running.kill()
    running.start()
    for client in (anne, ben):
        client.move_to(running.address)
    assert refused(undo, anne, table, ply).kind == "UndoRefused"
    seen = begin(ben, table)
    assert undo(ben, table, seen["ply"])["undone"]  # his own move, at once
    assert not undo(anne, table, anne.look(table)["ply"])["undone"]


def test_an_undo_is_no_move_that_lets_ask_again(starter: Starter) -> None:
    """Who was refused stays so while moves are taken back only, in memory and in the store."""
    running = starter()
    anne, ben, table = seated(running)
    pass_on(anne, table)
    seen = begin(ben, table)
    undo(anne, table, seen["ply"])
    answer(ben, table, seen["ply"], False)
    ply = undo(ben, table, seen["ply"])["ply"]
    assert refused(undo, anne, table, ply).kind == "UndoRefused"
    running.kill()
    running.start()
    anne.move_to(running.address)
    assert refused(undo, anne, table, ply).kind == "UndoRefused"
