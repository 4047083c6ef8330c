"""Ratings: which games count, how strong they make people, and that the log alone decides it."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from contextlib import suppress
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import create_engine, func, select, update

from colonnade.server.counting import UNCOUNTED, Fact, Finished, why_not
from colonnade.server.rating_fold import Row, fold, nobody
from colonnade.server.schema import RATED, RATINGS, TABLES
from colonnade.server.stored import Seat
from colonnade.server.wire import Result
from tests.cli.command import PATIENCE
from tests.server.client import Client, Refused, play_out
from tests.server.conftest import Starter
from tests.server.rated_games import lose, lose_to
from tests.server.running import Running, wait_for
from tests.server.test_bots import bot_of
from tests.server.test_conflicts import refused
from tests.server.test_players import add, house, me, named

__all__ = ["house"]  # the fixture of both stores
pytestmark = pytest.mark.once
RESULT = Result(scores=[30, 20], winners=[0])
MOVES = [Fact("move", -1, 0, 1.0), Fact("move", 0, 0, 2.0), Fact("move", 1, 0, 3.0)]
UNDO = Fact("undo", 0, 1, 4.0)


def finished(**more: Any) -> Finished:
    """A game that counts, or what is said of it."""
    seats = [Seat("person", player="anne"), Seat("person", player="ben")]
    return replace(Finished("t", "pagoda", 1.0, 9.0, RESULT, seats, MOVES), **more)


def seats(*more: Seat) -> dict[str, list[Seat]]:
    """Anne at a table with others."""
    return {"seats": [Seat("person", player="anne"), *more]}


def test_which_games_count() -> None:
    """People who are known, or levels, from beginning to end; who gave up has lost."""
    assert why_not(finished()) is None
    level = Seat("computer", level="builder")
    assert why_not(finished(**seats(level))) is None
    gone = Seat("computer", level="builder", resigned=True, player="ben")
    assert why_not(finished(**seats(gone))) is None
    own = [MOVES[0], MOVES[1], Fact("undo", 0, 1, 2.5), *MOVES[1:]]  # nobody has answered yet
    assert why_not(finished(log=own)) is None


@pytest.mark.parametrize(
    ("reason", "more"),
    [
        ("no_result", {"result": None}),
        ("abandoned", {"result": replace(RESULT, ended="abandon")}),
        ("tied", {"result": replace(RESULT, ended="tie")}),
        ("empty", seats(Seat("open"))),
        ("guest", seats(Seat("device", player="anne"))),
        ("unknown", seats(Seat("person"))),
        ("unknown", seats(Seat("computer", level="builder", resigned=True))),
        ("twice", seats(Seat("person", player="anne"))),
        ("left", seats(Seat("computer", level="builder", stand_in=True, player="ben"))),
        ("left", {"log": [*MOVES, Fact("leave", 1, 0, 4.0)]}),
        ("left", {"log": [*MOVES, Fact("replace", 1, 0, 4.0), Fact("return", 1, 0, 5.0)]}),
        ("later", {"log": [MOVES[0], Fact("move", 0, 0, 1.0), MOVES[2]]}),
        ("level", seats(Seat("computer", level="random"))),
        ("level", seats(Seat("computer", level="net:mine"))),
        ("taken_back", {"log": [*MOVES, Fact("undo", 0, 1, 4.0), *MOVES[1:]]}),
        ("taken_back", {"log": [*MOVES[:2], MOVES[0], Fact("undo", 0, 1, 4.0), *MOVES[1:]]}),
        ("early", {"log": MOVES[:2]}),
    ],
)
def test_why_a_game_does_not_count(reason: str, more: dict[str, Any]) -> None:
    """One reason each, the first that is found."""
    assert why_not(finished(**more)) == reason
    assert reason in UNCOUNTED


def row(table: str, seat: int, player: str | None, place: int, **more: Any) -> Row:
    """A row of the log."""
    usual = Row(table, seat, "pagoda", 2, 1.0, player, False, place, True, 25.0, 8.0, 25.0, 8.0)
    return replace(usual, **more)


def test_bots_are_rated_apart() -> None:
    """A game with a bot changes the bot alone, by how strong its people are."""
    rows = [row("t", 0, "anne", 0), row("t", 1, "robot", 1, bot=True)]
    anne, robot = fold(rows, lambda player: None)
    assert anne.before == anne.after
    assert not anne.counted
    assert robot.counted
    assert robot.mu_after < robot.mu
    two = fold([replace(rows[0], bot=True), rows[1]], lambda player: None)
    assert all(one.counted and one.before != one.after for one in two)


def test_who_is_deleted_leaves_a_strength_behind() -> None:
    """The others' numbers do not change by a digit, however often they are computed."""
    games = [
        row("a", 0, "anne", 0, finished=1.0),
        row("a", 1, "ben", 1, finished=1.0),
        row("b", 0, "ben", 0, finished=2.0),
        row("b", 1, "chris", 1, finished=2.0),
        row("c", 0, "chris", 0, finished=3.0),
        row("c", 1, "anne", 1, finished=3.0),
    ]
    before = list(fold(games, lambda player: None))
    left = [nobody(one) if one.player == "ben" else one for one in before]
    assert list(fold(left, lambda player: None)) == left
    assert [one for one in left if one.player] == [one for one in before if one.player != "ben"]


# With a server


def ratings(running: Running, *words: str, code: int = 0) -> list[dict[str, Any]]:
    """What the host's command says, as JSON."""
    command = [sys.executable, "-m", "colonnade", "ratings", "--json", *words]
    command += ["--data", str(running.data)]
    command += ["--database", running.database] if running.database else []
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == code, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def url(running: Running) -> str:
    """Where a server's database is."""
    if running.database:
        return running.database.replace("postgresql://", "postgresql+psycopg://")
    return f"sqlite:///{running.data / 'colonnade.db'}"


def exact(running: Running) -> dict[tuple[str, str, int], tuple[float, float, int]]:
    """All ratings to the last digit."""
    return {
        (one["player"], one["game"], one["seats"]): (one["mu"], one["sigma"], one["games"])
        for one in ratings(running)
    }


def people(running: Running, *names: str) -> list[Client]:
    """Devices with players."""
    found = [running.client() for _ in names]
    for client, name in zip(found, names, strict=True):
        named(client, name=name)
    return found


def test_ratings_follow_from_the_log(house: Running) -> None:
    """Kept, checked, computed anew after a fault: the same to the last digit."""
    anne, ben, chris = people(house, "Anne", "Ben", "Chris")
    for loser, winner in ((anne, ben), (ben, chris), (anne, chris), (chris, ben)):
        lose(loser, winner)
    lose_to(anne, "apprentice")
    found = exact(house)
    ids = {name: me(client)["id"] for name, client in (("anne", anne), ("ben", ben))}
    assert found[ids["anne"], "pagoda", 2][2] == 3
    assert found[ids["ben"], "pagoda", 2][0] > 25.0 > found[ids["anne"], "pagoda", 2][0]
    assert ratings(house, "--check") == [{"games": 5, "ratings": 3, "rows": 0, "wrong": 0}]
    engine = create_engine(url(house))
    with engine.begin() as connection:
        connection.execute(update(RATINGS).values(mu=30.0))
        connection.execute(update(RATED).where(RATED.c.counted).values(mu=1.0, mu_after=2.0))
    engine.dispose()
    (wrong,) = ratings(house, "--check", code=2)
    assert wrong["wrong"] == 3
    assert wrong["rows"]
    ratings(house, "--recompute")
    assert exact(house) == found
    assert ratings(house, "--check")[0]["wrong"] == 0


def test_a_deleted_player_changes_nobody_else(house: Running) -> None:
    """What stays of them is how strong a seat was, and who sat there no longer."""
    anne, ben, chris = people(house, "Anne", "Ben", "Chris")
    for loser, winner in ((anne, ben), (ben, chris), (chris, anne), (ben, anne)):
        lose(loser, winner)
    lose_to(ben, "apprentice")
    before, gone = exact(house), me(ben)["id"]
    ben.call("DELETE", "/api/me")
    after = exact(house)
    assert after == {key: value for key, value in before.items() if key[0] != gone}
    assert ratings(house, "--check") == [{"games": 4, "ratings": 2, "rows": 0, "wrong": 0}]
    ratings(house, "--recompute")
    assert exact(house) == after
    engine = create_engine(url(house))
    with engine.connect() as connection:
        rows = connection.execute(select(func.count()).where(RATED.c.player == gone))
        assert rows.scalar_one() == 0
    engine.dispose()


def test_two_players_become_one(house: Running) -> None:
    """Games of both are one player's in their order; those between them count no more."""
    anne, phone, ben = people(house, "Anne", "Phone", "Ben")
    lose(anne, ben)
    lose(phone, anne)
    lose(phone, ben)
    old = me(phone)["id"]
    assert exact(house)[old, "pagoda", 2][2] == 2
    add(anne, phone, bring=True)
    found = exact(house)
    assert set(found) == {(me(anne)["id"], "pagoda", 2), (me(ben)["id"], "pagoda", 2)}
    assert found[me(anne)["id"], "pagoda", 2][2] == 2
    assert ratings(house, "--check") == [{"games": 2, "ratings": 2, "rows": 0, "wrong": 0}]


def test_a_game_that_is_found_late_takes_its_place(house: Running) -> None:
    """As if it had been there: those after it are computed anew."""
    anne, ben = people(house, "Anne", "Ben")
    first = lose(anne, ben)
    lose(ben, anne)
    lose(ben, anne)
    found = exact(house)
    engine = create_engine(url(house))
    with engine.begin() as connection:
        connection.execute(RATED.delete().where(RATED.c.table_id == first))
        connection.execute(update(TABLES).where(TABLES.c.id == first).values(rated=None))
    engine.dispose()
    assert exact(house) == found
    assert ratings(house, "--check")[0]["wrong"] == 0


def test_a_table_that_its_host_deletes_counts_no_more(house: Running) -> None:
    """Neither for who won nor for who lost."""
    anne, ben = people(house, "Anne", "Ben")
    table = lose(anne, ben)
    assert len(exact(house)) == 2
    words = [sys.executable, "-m", "colonnade", "tables", "delete", table, "--yes"]
    words += ["--data", str(house.data)]
    words += ["--database", house.database] if house.database else []
    subprocess.run(words, check=True, capture_output=True, timeout=PATIENCE)
    assert exact(house) == {}
    assert ratings(house, "--check")[0]["games"] == 0


def test_two_processes_count_every_game_once(starter: Starter, postgres: str) -> None:
    """Games that end at both are in one order, and none is there twice."""
    one, two = starter(postgres), starter(postgres)
    anne, ben = people(one, "Anne", "Ben")
    for running, loser, winner in ((one, anne, ben), (two, ben, anne), (one, anne, ben)):
        for client in (loser, winner):
            client.move_to(running.address)
        lose(loser, winner)

    def counted() -> bool:
        engine = create_engine(url(one))
        with engine.connect() as connection:
            rows = connection.execute(select(func.count()).select_from(RATED)).scalar_one()
        engine.dispose()
        return bool(rows == 6)

    wait_for(counted)  # by the servers themselves
    assert {games for _, _, games in exact(two).values()} == {3}
    assert ratings(one, "--check") == [{"games": 3, "ratings": 2, "rows": 0, "wrong": 0}]
    assert one.stop() == two.stop() == 0


# What is told


def board(client: Client, **more: Any) -> Any:
    """The leaderboard of Pagoda, or of what is said."""
    asked = {"game": "pagoda", "seats": 2} | more
    return client.get("/api/ratings?" + "&".join(f"{key}={value}" for key, value in asked.items()))


def make_sure(running: Running) -> None:
    """Let everybody have played enough, for what is told of it."""
    engine = create_engine(url(running))
    with engine.begin() as connection:
        connection.execute(update(RATINGS).values(sigma=3.0))
    engine.dispose()


def test_the_leaderboard(house: Running) -> None:
    """Who is provisional has no place; the sure are listed by strength, beside the levels."""
    anne, ben, chris = people(house, "Anne", "Ben", "Chris")
    assert board(anne)["standings"] == board(anne)["groups"] == []
    lose(anne, ben)
    lose(ben, chris)
    found = board(ben)
    assert found["players"] == 3
    assert found["groups"] == [{"game": "pagoda", "seats": 2, "players": 3}]
    assert {one["place"] for one in found["standings"]} == {None}
    assert all(one["provisional"] and one["games"] for one in found["standings"])
    assert [one["name"] for one in found["standings"] if one["mine"]] == ["Ben"]
    levels = [one["rating"] for one in found["levels"]]
    assert levels == sorted(levels)
    assert len(levels) == 4
    make_sure(house)
    sure = board(house.client())["standings"]  # anybody may look
    assert [one["place"] for one in sure] == [1, 2, 3]
    assert [one["rating"] for one in sure] == sorted((one["rating"] for one in sure), reverse=True)
    assert sure[0]["month"] == sure[0]["rating"] - 1500 > 0
    assert not any(one["mine"] for one in sure)
    assert board(anne, bots="true")["standings"] == []
    for wrong in ({"game": "chess"}, {"seats": 3}, {"seats": "x"}):
        with pytest.raises(Refused) as problem:
            board(anne, **wrong)
        assert problem.value.status in (400, 404)


def test_bots_have_a_list_of_their_own(house: Running) -> None:
    """A game with a bot changes the bot alone; what is told of it says that it is one."""
    anne, ben = people(house, "Anne", "Ben")
    bot = bot_of(ben)
    lose(anne, ben)
    before = exact(house)
    lose(anne, bot)
    after = exact(house)
    assert {key: after[key] for key in before} == before
    assert [one["name"] for one in board(anne, bots="true")["standings"]] == ["Dreamer"]
    assert (board(anne)["players"], board(anne)["others"]) == (2, 1)
    player = board(anne, bots="true")["standings"][0]["player"]
    assert anne.get(f"/api/players/{player}")["bot"]
    assert ratings(house, "--check")[0]["wrong"] == 0
    ben.call("DELETE", "/api/me")  # the bot goes along
    assert {key[0] for key in exact(house)} == {me(anne)["id"]}
    assert ratings(house, "--check")[0]["rows"] == 0


def test_what_a_game_meant(house: Running) -> None:
    """By seat, or the reason why it counts for nobody; of a game that goes on, nothing."""
    anne, ben = people(house, "Anne", "Ben")
    table = lose(anne, ben)
    told = anne.get(f"/api/tables/{table}/rating")
    assert told["counts"]
    assert told["seats"][0]["after"] < told["seats"][0]["before"] == 1500
    assert told["seats"][1]["after"] > 1500
    level = lose_to(anne, "apprentice")
    told = anne.get(f"/api/tables/{level}/rating")
    assert told["seats"][1] is None
    for table, reason in (
        (lose_to(anne, "random"), "level"),
        (anne.make("pagoda", "me", "device")["id"], "guest"),
        (anne.make("pagoda", "me", "computer:apprentice")["id"], "early"),
    ):
        with suppress(Refused):  # the first is over already
            anne.post(f"/api/tables/{table}/seats/0/resign")
        told = anne.get(f"/api/tables/{table}/rating")
        assert told == {"counts": False, "uncounted": reason, "seats": []}
    running = anne.make("pagoda", "me", "open", spectators=False)["id"]
    assert refused(anne.get, f"/api/tables/{running}/rating").kind == "TableOpen"
    assert refused(ben.get, f"/api/tables/{running}/rating").status == 404


def test_what_is_public_of_a_player(house: Running) -> None:
    """Name, color, ratings, results at public tables; nothing that would tell more."""
    anne, ben = people(house, "Anne", "Ben")
    lose(anne, ben)
    lose(anne, ben, public=True)
    told = house.client().get(f"/api/players/{me(anne)['id']}")
    assert set(told) == {"id", "name", "color", "bot", "ratings", "results"}
    assert (told["name"], told["bot"]) == ("Anne", False)
    assert told["results"] == [{"game": "pagoda", "seats": 2, "played": 1, "won": 0}]
    (rating,) = told["ratings"]
    assert (rating["games"], rating["place"], len(rating["history"])) == (2, None, 2)
    assert rating["above"] in ("builder", "architect")
    assert refused(ben.get, "/api/players/nobody-of-this-name").kind == "NobodyKnown"
    gone = me(anne)["id"]
    anne.call("DELETE", "/api/me")
    assert refused(ben.get, f"/api/players/{gone}").kind == "NobodyKnown"
    assert [one["name"] for one in board(ben)["standings"]] == ["Ben"]


def test_statistics_are_ones_own(house: Running) -> None:
    """Results by opponent, points by source beside the levels', favorite variants; for me alone."""
    anne, ben = people(house, "Anne", "Ben")
    made = anne.make("pagoda", "me", "open", options={"length": "fast"}, start="first")
    ben.join(made, name="")
    play_out({0: anne, 1: ben}, made["id"], random.Random(3))
    lose_to(anne, "apprentice")
    told = anne.get("/api/me/statistics")
    won = 0 in anne.look(made["id"])["result"]["winners"]
    assert told["games"] == 2
    assert told["rivals"] == [
        {"level": "apprentice", "name": "", "seats": 2, "played": 1, "won": 0},
        {"level": None, "name": "Ben", "seats": 2, "played": 1, "won": int(won)},
    ]
    (source,) = told["sources"]
    points = anne.look(made["id"])["result"]["breakdown"][0]
    assert source["games"] == 1
    assert source["points"] == points
    assert list(source["levels"]) == ["apprentice", "builder", "architect", "master"]
    assert all(set(level) == set(points) for level in source["levels"].values())
    assert {tuple(one["options"].items()) for one in told["variants"]} == {
        (),
        (("length", "fast"),),
    }
    assert [one["change"] is not None for one in told["last"]] == [True, True]
    assert told["ratings"][0]["games"] == 2
    assert house.client().get("/api/me/statistics")["games"] == 0

    def seen() -> Any:
        found = anne.get("/api/me/statistics")
        return found if not found["pending"] else None

    looked = wait_for(seen)["last"]
    assert [one["table"] for one in looked] == [one["table"] for one in told["last"]]
    for one in looked:
        assert -2.0 < one["luck"] < 2.0
        assert one["lost"] >= 0.0
    assert anne.get("/api/me/export")["ratings"][0]["table"] == made["id"]
