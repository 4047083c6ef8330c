"""A small HTTP client with a cookie jar, and a reader of feeds, over real sockets."""

from __future__ import annotations

import http.client
import json
import random
import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any
from urllib.parse import urlsplit

from tests.cli.command import PATIENCE


class Refused(Exception):
    """An answer that is no success."""

    def __init__(self, status: int, body: Any, headers: dict[str, str]) -> None:
        super().__init__(f"{status} {body}")
        self.status = status
        self.body = body
        self.headers = headers
        self.kind = body.get("error") if isinstance(body, dict) else None


class Client:
    """One device: it keeps its cookie.

    Each call has a connection of its own: a kept one could be closed by the server just when the
    next call goes out, and nobody would know whether that call was heard.
    """

    def __init__(self, address: str, cookie: str = "") -> None:
        self.address = address
        self.host = urlsplit(address).netloc
        self.cookie = cookie
        self.set_cookie = ""
        self.headers: dict[str, str] = {}
        self.raw = b""

    def move_to(self, address: str) -> None:
        """Talk to another server from now on."""
        self.address = address
        self.host = urlsplit(address).netloc

    def call(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Ask once; JSON comes back decoded, a refusal as an exception."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        sent["connection"] = "close"
        if self.cookie:
            sent["cookie"] = self.cookie
        raw = body if isinstance(body, bytes) else None
        if raw is None and body is not None:
            raw = json.dumps(body).encode()
            sent.setdefault("content-type", "application/json")
        with closing(http.client.HTTPConnection(self.host, timeout=PATIENCE)) as connection:
            connection.request(method, path, raw, sent)
            answer = connection.getresponse()
            self.raw = answer.read()
        self.headers = {name.lower(): value for name, value in answer.getheaders()}
        if "set-cookie" in self.headers:
            self.set_cookie = self.headers["set-cookie"]
            self.cookie = self.set_cookie.partition(";")[0]
        kind = self.headers.get("content-type", "")
        found = (
            json.loads(self.raw)
            if re.search(r"[/+]json", kind)
            else self.raw.decode("utf-8", "replace")
        )
        if answer.status >= 300:
            raise Refused(answer.status, found, self.headers)
        return found

    def get(self, path: str, **headers: str) -> Any:
        """Read something."""
        return self.call("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        """Write something."""
        return self.call("POST", path, body, **headers)

    # The calls of a game

    def make(self, game: str, *kinds: Any, **wishes: Any) -> dict[str, Any]:
        """Make a table; a kind is a word, or a computer player's level after `computer:`."""
        seats = []
        for kind in kinds:
            name, _, level = kind.partition(":")
            seats.append({"kind": name} | ({"level": level} if level else {}))
        found: dict[str, Any] = self.post("/api/tables", {"game": game, "seats": seats} | wishes)
        return found

    def join(self, made: dict[str, Any], which: int = 0, name: str = "Ben") -> Any:
        """Take a free seat of a table by its invitation."""
        token = made["invitations"][which]["token"]
        return self.post(f"/api/tables/{made['id']}/seats", {"token": token, "name": name})

    def look(self, table: str) -> Any:
        """A table as this device sees it."""
        return self.get(f"/api/tables/{table}")

    def move(self, table: str, ply: int, words: str, **more: Any) -> Any:
        """Make a move."""
        return self.post(f"/api/tables/{table}/moves", {"ply": ply, "move": words} | more)

    def feed(self, table: str, last: str = "") -> Feed:
        """Follow a table."""
        return Feed(self, f"/api/tables/{table}/feed", last)

    def lobby(self) -> Feed:
        """Follow the lobby."""
        return Feed(self, "/api/lobby/feed", "")


class Feed:
    """An open feed: `next` gives its events one by one."""

    def __init__(self, client: Client, path: str, last: str) -> None:
        self.connection = http.client.HTTPConnection(client.host, timeout=PATIENCE)
        headers = {"accept": "text/event-stream"}
        if client.cookie:
            headers["cookie"] = client.cookie
        if last:
            headers["last-event-id"] = last
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()
        if self.answer.status != 200:
            told = json.loads(self.answer.read())
            self.close()
            raise Refused(self.answer.status, told, dict(self.answer.getheaders()))
        self.id = last
        self.raw = b""
        self.beats = 0

    def events(self) -> Iterator[tuple[str, Any]]:
        """Every event with its name; signs of life are counted as well."""
        name, body = "message", b""
        for line in self.answer:
            self.raw += line
            field, _, value = line.rstrip(b"\n").partition(b": ")
            if line == b"\n":
                done, told = name, body
                name, body = "message", b""
                self.beats += done == "ping"
                if told:
                    yield done, json.loads(told)
            elif field == b"event":
                name = value.decode()
            elif field == b"id":
                self.id = value.decode()
            elif field == b"data":
                body += value

    def next(self, name: str = "table") -> Any:
        """The next event of a name."""
        for found, body in self.events():
            if found == name:
                return body
        raise EOFError("the feed has ended")

    def __del__(self) -> None:
        """Hang up, if a failed test did not."""
        self.close()

    def close(self) -> None:
        """Hang up."""
        if hasattr(self, "answer"):  # else the server died before it answered
            self.answer.close()
        self.connection.close()


def play_out(clients: dict[int, Client], table: str, rng: random.Random, most: int = 3000) -> Any:
    """Play random offered moves for these seats until the end; returns the last look."""
    anyone = next(iter(clients.values()))
    for _ in range(most):
        seen = anyone.look(table)
        if seen["actor"] == -2:
            return seen
        client = clients[seen["actor"]]
        if client is not anyone:
            seen = client.look(table)
        client.move(table, seen["ply"], rng.choice(seen["offers"])["words"])
    raise AssertionError("the game does not end")
