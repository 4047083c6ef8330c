"""Secrecy over the wire: worlds that look alike to a watcher give the same bytes.

Two tables are stored whose draws differ only in what the watcher cannot see; then every answer,
feed, record and error about one must equal the other's.
"""

from __future__ import annotations

import http.client
import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import create_engine

from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.games import game
from colonnade.server import table_queries
from colonnade.server.seats import new_id
from colonnade.server.stored import Entry, Head, Seat, Stored
from tests.cli.command import PATIENCE
from tests.contract.test_secrecy import lookalike
from tests.server.client import Client, Refused, play_out
from tests.server.running import Running

pytestmark = pytest.mark.once
CASES = [("pagoda", 2, 0), ("pagoda", 2, 1), ("pagoda", 2, None)]
CASES += [("seven_steps", 3, seat) for seat in (0, 2, None)] + [("summer_pavilion", 2, 0)]
HIDES = {"pagoda", "seven_steps"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with a page, however small: its documents tell a table too."""
    folder = tmp_path_factory.mktemp("secret")
    (folder / "page").mkdir()
    (folder / "page" / "index.html").write_text("<html lang=''><!--data--></html>")
    running = Running(folder / "data", page=folder / "page")
    yield running
    assert running.stop() == 0


def twins(key: str, seats: int, watcher: int | None) -> tuple[list[Entry], list[Entry]]:
    """Two logs that a watcher cannot tell apart, as long as possible and different if they can."""
    best: tuple[list[Entry], list[Entry]] = ([], [])
    for seed in range(40):
        found = follow(key, seats, watcher, Rng(seed, 99))
        if found[0] != found[1] and len(found[0]) > len(best[0]):
            best = found
        if len(best[0]) > 60:
            break
    return best if best[0] else found


def follow(key: str, seats: int, watcher: int | None, rng: Rng) -> tuple[list[Entry], list[Entry]]:
    """Play two worlds side by side by moves that look alike, until one cannot; then step back."""
    state, twin = game(key).start(seats), game(key).start(seats)
    walk = Walk(state)
    logs: tuple[list[Entry], list[Entry]] = ([], [])
    stops = 0
    while state.actor != OVER and len(logs[0]) < 120:
        move = walk.pick(state, rng)
        alike = lookalike(state, twin, move, watcher, rng)
        if alike is None:
            break
        for world, row, log in ((state, move, logs[0]), (twin, alike, logs[1])):
            log.append(Entry("move", int(world.actor), world.table().words(row), 0, 1e9, 0.0))
            world.apply(row)
        if decided(state):
            stops = len(logs[0])
    return logs[0][:stops], logs[1][:stops]


def decided(state: State) -> bool:
    """Whether a seat must decide: a stored log never ends before a draw."""
    return state.actor not in (CHANCE, OVER)


def put(server: Running, key: str, log: list[Entry], seats: list[Seat]) -> str:
    """Store a table beside the running server; returns its id."""
    found = game(key)
    head = Head(
        id=new_id(),
        game=key,
        edition=found.edition,
        options={option.key: option.default for option in found.options},
        public=False,
        start="first",
        created=1e9,
    )
    engine = create_engine(f"sqlite:///{server.data / 'colonnade.db'}")
    with engine.begin() as connection:
        table_queries.write_table(connection, Stored(head, seats, log, None))
    engine.dispose()
    return head.id


def everything(server: Running, client: Client, table: str) -> list[Any]:
    """All that a device can learn about a table, as bytes and headers, its id left out."""
    found: list[Any] = []

    def ask(method: str, path: str, body: Any = None) -> None:
        try:
            client.call(method, path, body)
            status = 200
        except Refused as refused:
            status = refused.status
        headers = sorted(pair for pair in client.headers.items() if pair[0] != "x-request-id")
        found.append((method, path.replace(table, "ID"), status, headers, client.raw))

    base = f"/api/tables/{table}"
    ask("GET", base)
    ask("GET", base + "/record")
    ask("GET", f"/table/{table}")
    ask("GET", f"/table/{table}/replay")
    for path in ("", "/record.colonnade", "/replay?at=3", "/moves"):
        ask("GET", f"/api/records/{table}{path}")
    ply = client.look(table)["ply"] if client else 0
    words = ["draw red hand", "draw hidden hand", "end", "pass", "colum 3", "take 1", "keep"]
    for text in words:
        ask("POST", f"{base}/moves", {"ply": ply + 1, "move": text})
    if client.look(table)["actor"] != client.look(table)["seat"]:
        for text in words:
            ask("POST", f"{base}/moves", {"ply": ply, "move": text})
    else:
        for text in ("draw red hand", "nonsense", "draw hidden hand"):
            ask("POST", f"{base}/moves", {"ply": ply, "move": text})
    ask("POST", f"{base}/undo", {"ply": ply + 5})
    ask("POST", f"{base}/seats", {"token": "A" * 22})
    ask("POST", f"{base}/rematch")
    found.append(feed_bytes(client, table))
    found += [feed_bytes(client, table, f"{max(1, ply - news)}.0") for news in (4, 9, 25)]
    return [repr(item).replace(table, "ID") for item in found]


def feed_bytes(client: Client, table: str, last: str = "") -> bytes:
    """The first event of a feed, byte for byte; with the last one's id, what moved since then."""
    connection = http.client.HTTPConnection(client.host, timeout=PATIENCE)
    headers = {"cookie": client.cookie} | ({"last-event-id": last} if last else {})
    connection.request("GET", f"/api/tables/{table}/feed", headers=headers)
    answer = connection.getresponse()
    raw = b""
    while not raw.endswith(b"}\n\n"):
        raw += answer.readline()
    answer.close()
    connection.close()
    return raw


@pytest.mark.parametrize(("key", "seats", "watcher"), CASES)
def test_twin_worlds_over_http(server: Running, key: str, seats: int, watcher: int | None) -> None:
    """Byte for byte the same answers, feeds, records, errors and sizes."""
    one, other = twins(key, seats, watcher)
    assert len(one) > 10
    assert (one != other) == (key in HIDES)
    client = server.client()
    client.make("pagoda", "me", "open")  # gives the device its cookie
    device = client.cookie.partition("=")[2].partition(":")[0]
    places = [
        Seat(kind="person", name=f"P{i}", since=1e9, devices={device if i == watcher else "-"})
        for i in range(seats)
    ]
    tables = [put(server, key, log, places) for log in (one, other)]
    first, second = (everything(server, client, table) for table in tables)
    assert first == second
    assert client.look(tables[0])["seat"] == watcher


def test_the_document_tells_what_the_table_tells(server: Running) -> None:
    """A known device gets the event that `look` gives it, for its eyes, and nobody may keep it."""
    anne, ben = server.client(), server.client()
    made = anne.make("seven_steps", "me", "open", "device")
    ben.make("pagoda", "me", "open")
    path = f"/table/{made['id']}"
    for client in (anne, ben):
        seen = client.look(made["id"])
        assert seen["held"] == ([0, 2] if client is anne else [])
        document = client.get(path)
        (told,) = re.findall(r'id="told-table">(.*?)</script>', document)
        assert json.loads(told) == seen
        assert client.headers["cache-control"] == "no-store"
        assert "etag" not in client.headers
        assert made["invitations"][0]["token"] not in document
    stranger = server.client()
    assert "told-table" not in stranger.get(path)  # their cookie may only not have come along
    assert "no-store" not in stranger.headers["cache-control"]
    assert "told-table" not in anne.get("/table/no-such-table")
    anne.cookie += "x"
    assert "told-table" not in anne.get(path)


def test_a_study_s_document_tells_finished_games_alone(server: Running) -> None:
    """What the calls would answer; of a running game nothing, whoever asks."""
    anne = server.client()
    table = anne.make("pagoda", "me", "device", options={"length": "fast"})["id"]
    path, record = f"/table/{table}/replay", f"/api/records/{table}"
    assert "told-" not in anne.get(path)
    play_out({0: anne, 1: anne}, table, random.Random(5))
    moves = anne.get(f"{record}/moves")
    first = next(at for at, move in enumerate(moves["moves"]) if move["seat"] >= 0)
    wanted = {"record": moves, "position": anne.get(f"{record}/replay?at={first}&since={first}")}
    whole = anne.look(table)
    seen = anne.get(f"/api/tables/{table}?since={whole['ply']}")
    for client in (anne, server.client()):
        found = re.findall(r'id="told-(\w+)">(.*?)</script>', client.get(path))
        told = {name: json.loads(text) for name, text in found}
        assert told == wanted | ({"table": seen} if client is anne else {})
        assert client.headers["cache-control"] == "no-store"
    assert "told-" not in anne.get("/record/no-such-record")


@pytest.mark.parametrize("path", ["/", "/records"])
def test_lists_come_with_their_document(server: Running, path: str) -> None:
    """One's own tables, as the call tells them; nobody else's."""
    anne, ben = server.client(), server.client()
    made = anne.make("pagoda", "me", "open")
    ben.make("pagoda", "me", "device")
    for client in (anne, ben):
        (told,) = re.findall(r'id="told-mine">(.*?)</script>', client.get(path))
        assert client.headers["cache-control"] == "no-store"
        assert json.loads(told) == client.get("/api/mine")
        assert (made["id"] in told) == (client is anne)
    assert "told-" not in server.client().get(path)


def test_names_cannot_leave_the_document_s_data(server: Running) -> None:
    """Whatever people call themselves is data."""
    anne, name = server.client(), "</script><script>alert(1)//<!--"
    seats = [{"kind": "me", "name": name}, {"kind": "open"}]
    made = anne.post("/api/tables", {"game": "pagoda", "seats": seats})
    document = anne.get(f"/table/{made['id']}")
    (told,) = re.findall(r'id="told-table">(.*?)</script>', document)
    assert "<" not in told
    assert json.loads(told)["seats"][0]["name"] == name


def test_a_seat_learns_nothing_by_the_log_of_its_host(server: Running) -> None:
    """What the server writes for its host names no move and no table."""
    anne = server.client()
    made = anne.make("pagoda", "me", "device")
    for _ in range(5):
        seen = anne.look(made["id"])
        anne.move(made["id"], seen["ply"], random.Random(1).choice(seen["offers"])["words"])
    with pytest.raises(Refused):
        anne.move(made["id"], 0, "draw red hand")
    anne.look(made["id"])  # an answer after all that could be written about the calls before
    written = server.log()
    assert made["id"] not in written
    assert "draw" not in written
    assert "Traceback" not in written


def test_ids_and_tokens_cannot_be_guessed(server: Running) -> None:
    """They are long and new every time; a near miss opens nothing, and nothing is listed."""
    anne, ben = server.client(), server.client()
    made = [anne.make("pagoda", "me", "open") for _ in range(5)]
    names = {m["id"] for m in made} | {m["invitations"][0]["token"] for m in made}
    assert len(names) == 10
    assert all(len(name) == 22 for name in names)
    near = made[0]["id"][:-1] + ("A" if made[0]["id"][-1] != "A" else "B")
    with pytest.raises(Refused, match="NoTable"):
        ben.look(near)
    with pytest.raises(Refused, match="NoTable"):
        ben.get(f"/api/tables/{near}/feed")
    with pytest.raises(Refused, match="NoInvitation"):
        ben.post(
            f"/api/tables/{made[0]['id']}/seats", {"token": made[1]["invitations"][0]["token"]}
        )
    assert ben.get("/api/mine") == []
    spectator = ben.look(made[0]["id"])
    assert "invitation" not in str(spectator).lower()
    assert made[0]["invitations"][0]["token"] not in str(anne.look(made[0]["id"]))


def test_tokens_are_stored_as_hashes(server: Running) -> None:
    """Who reads the database cannot take a seat."""
    made = server.client().make("pagoda", "me", "open")
    token = made["invitations"][0]["token"].encode()
    for path in server.data.iterdir():
        assert token not in path.read_bytes(), path


def test_a_spectator_sees_no_hand(server: Running) -> None:
    """Nothing hidden is in what a spectator gets, at any moment of a game."""
    anne, watcher = server.client(), server.client()
    made = anne.make("pagoda", "me", "device", options={"length": "fast"})
    rng = random.Random(6)
    while (seen := anne.look(made["id"]))["actor"] != -2:
        shown = watcher.look(made["id"])
        assert all(player["hand"] is None for player in shown["view"]["players"])
        assert shown["offers"] is None
        assert shown["reveal"] is None
        hands = [told["words"] for told in shown["moves"] if told["words"].startswith("draw")]
        assert all("hidden" in words for words in hands if words.endswith("hand"))
        anne.move(made["id"], seen["ply"], rng.choice(seen["offers"])["words"])
    assert watcher.look(made["id"])["reveal"] is not None
