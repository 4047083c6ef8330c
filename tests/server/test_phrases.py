"""Set phrases: heard by all at a table, kept for who is away, not too often, and nothing else."""

from __future__ import annotations

import random
from typing import Any

import pytest

from colonnade.locales import LANGUAGES, texts
from colonnade.server.phrases import BURST, KEPT
from colonnade.server.wire_types import PHRASES
from tests.server.client import Client, play_out
from tests.server.conftest import Starter
from tests.server.running import Running
from tests.server.test_conflicts import refused, seated

pytestmark = pytest.mark.once


def say(client: Client, table: str, phrase: str = "hello", **more: Any) -> Any:
    """Say a phrase."""
    return client.post(f"/api/tables/{table}/phrases", {"phrase": phrase} | more)


def test_phrases_are_heard_by_all(server: Running) -> None:
    """By seats and spectators, at once; by who comes later, too; each by its key alone."""
    anne, ben, table = seated(server)
    eve = server.client()
    feeds = [client.feed(table) for client in (anne, ben, eve)]
    before = anne.look(table)
    said = say(anne, table, "good_luck")
    assert (said["seat"], said["phrase"], said["number"]) == (0, "good_luck", 1)
    for feed in feeds:
        assert feed.next("said") == {"said": [said]}
        feed.close()
    after = say(ben, table, "thank_you")
    late = eve.feed(table)
    assert late.next("said") == {"said": [said, after]}
    late.close()
    assert eve.get(f"/api/tables/{table}/phrases") == [said, after]
    now = anne.look(table)
    assert (now["ply"], now["revision"]) == (before["ply"], before["revision"])


def test_only_seats_say_and_only_phrases(server: Running) -> None:
    """No spectator, no other's seat, no words of one's own."""
    anne, _, table = seated(server)
    eve = server.client()
    assert refused(say, eve, table).kind == "NotSeated"
    assert refused(say, anne, table, seat=1).kind == "NotSeated"
    assert refused(say, anne, table, "you will lose").kind == "BadRequest"
    assert anne.get(f"/api/tables/{table}/phrases") == []


def test_phrases_are_rare_and_few_are_kept(starter: Starter, server: Running) -> None:
    """Some at once, then one in a while; of many the newest stay."""
    anne, ben, table = seated(server)
    for _ in range(int(BURST)):
        say(anne, table)
    found = refused(say, anne, table)
    assert found.kind == "TooMany"
    assert 0 < int(found.headers["retry-after"]) <= 6
    say(ben, table)
    others = [server.client() for _ in range(KEPT // 4)]
    for other in others:  # each device may say some
        link = anne.post(f"/api/tables/{table}/seats/0/link")
        other.post(f"/api/tables/{table}/seats", {"token": link["token"]})
        for _ in range(int(BURST)):
            say(other, table)
    kept = anne.get(f"/api/tables/{table}/phrases")
    assert len(kept) == KEPT
    assert kept[-1]["number"] == len(others) * int(BURST) + int(BURST) + 1


def test_phrases_across_processes_and_restarts(starter: Starter, postgres: str) -> None:
    """Said at one process, heard at the other; still there after both have been killed."""
    one, two = starter(postgres), starter(postgres)
    anne, ben = Client(one.address), Client(two.address)
    made = anne.make("pagoda", "me", "open")
    ben.join(made)
    feed = ben.feed(made["id"])
    feed.next()
    said = say(anne, made["id"])
    assert feed.next("said") == {"said": [said]}
    feed.close()
    for server in (one, two):
        server.kill()
        server.start()
    feed = ben.feed(made["id"])
    assert feed.next("said") == {"said": [said]}
    feed.close()


def test_every_phrase_has_its_words() -> None:
    """In both languages, and no words that nobody can say."""
    for lang in LANGUAGES:
        keys = {key for key in texts(lang) if key.startswith("page.phrase.")}
        assert keys == {f"page.phrase.{phrase}" for phrase in PHRASES}


def test_the_same_people_play_another_game(server: Running) -> None:
    """The first who asks chooses; seats move on by one; the number of seats must fit."""
    anne, ben = server.client(), server.client()
    made = anne.make("pagoda", "me", "open", options={"length": "fast"}, spectators=False)
    ben.join(made)
    path = f"/api/tables/{made['id']}/other_game"
    assert refused(anne.post, path, {"game": "seven_steps"}).kind == "TableOpen"
    play_out({0: anne, 1: ben}, made["id"], random.Random(5))
    assert refused(server.client().post, path, {"game": "seven_steps"}).kind == "NotSeated"
    assert refused(anne.post, path, {"game": "chess"}).kind == "UnknownGame"
    other = ben.post(path, {"game": "summer_pavilion"})
    assert anne.post(path, {"game": "seven_steps"})["id"] == other["id"]
    assert anne.post(f"/api/tables/{made['id']}/rematch")["id"] == other["id"]
    seen = anne.look(other["id"])
    assert (seen["game"], seen["held"], seen["spectators"]) == ("summer_pavilion", [1], False)
    assert ben.look(other["id"])["held"] == [0]
    assert anne.look(made["id"])["rematch"] == other["id"]


def test_a_game_for_two_is_none_for_three(server: Running) -> None:
    """The number is refused, and the rematch is still free."""
    anne = server.client()
    made = anne.make("seven_steps", "me", "device", "device", options={})
    play_out(dict.fromkeys(range(3), anne), made["id"], random.Random(6))
    path = f"/api/tables/{made['id']}/other_game"
    assert refused(anne.post, path, {"game": "pagoda"}).kind == "WrongSeats"
    assert anne.look(made["id"])["rematch"] is None
    assert anne.post(path, {"game": "summer_pavilion"})["seats"] == [0, 1, 2]
