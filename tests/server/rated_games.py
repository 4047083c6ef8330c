"""Quick games that count, for tests of ratings: each seat moves, then somebody gives up."""

from __future__ import annotations

import random
from typing import Any

from tests.server.client import Client
from tests.server.running import wait_for

RNG = random.Random(5)


def one_each(clients: dict[int, Client], table: str) -> None:
    """Let every seat move until all have; computer players move by themselves."""
    anyone = next(iter(clients.values()))
    moved: set[int] = set()
    while True:
        seen = wait_for(lambda: on_turn(anyone, table, clients))
        if moved >= set(clients) and all_moved(anyone, table):
            return
        client = clients[seen["actor"]]
        look = client.look(table)
        client.move(table, look["ply"], RNG.choice(look["offers"])["words"])
        moved.add(seen["actor"])


def on_turn(client: Client, table: str, clients: dict[int, Client]) -> Any:
    """A look at a table where one of these must decide; nothing while a computer does."""
    seen = client.look(table)
    return seen if seen["actor"] in clients else None


def all_moved(client: Client, table: str) -> bool:
    """Whether every seat has moved."""
    seen = client.look(table)
    return {fact["seat"] for fact in seen["moves"]} >= set(range(len(seen["seats"])))


def lose(loser: Client, winner: Client, game: str = "pagoda", **wishes: Any) -> str:
    """A game of two that counts: one of them gives it up; returns its table."""
    made = loser.make(game, "me", "open", start="first", **wishes)
    winner.join(made, name="")
    one_each({0: loser, 1: winner}, made["id"])
    loser.post(f"/api/tables/{made['id']}/seats/0/resign")
    return str(made["id"])


def lose_to(loser: Client, *levels: str, game: str = "pagoda", **wishes: Any) -> str:
    """A game against computer players that is given up; with two seats it counts."""
    seats = [f"computer:{level}" for level in levels]
    table = loser.make(game, "me", *seats, start="first", **wishes)["id"]
    one_each({0: loser}, table)
    loser.post(f"/api/tables/{table}/seats/0/resign")
    return str(table)
