"""Tables in the middle of a game, reached over HTTP, for a browser to open."""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import BrowserContext

from tests.server.client import Client, play_out
from tests.server.running import Running, wait_for


def middle(
    running: Running, game: str, kinds: tuple[str, ...], moves: int, seed: int = 1, **wishes: Any
) -> tuple[Client, str]:
    """A table where the first seat made so many decisions, mostly for points, and must decide."""
    client, rng = Client(running.address), random.Random(seed)
    table: str = client.make(game, *kinds, **wishes)["id"]
    for made in range(moves + 1):
        event = wait_for(lambda: decided(client, table))
        if event["result"] or made == moves:
            break
        offers = event["offers"]
        best = max(offer["points"][event["seat"]] for offer in offers)
        good = [o for o in offers if o["points"][event["seat"]] == best or rng.random() < 0.05]
        client.move(table, event["ply"], rng.choice(good)["words"], seat=event["seat"])
    return client, table


def decided(client: Client, table: str) -> Any:
    """The table, once this device must decide or it is over."""
    event = client.look(table)
    return event if event["offers"] or event["result"] else None


def lend_cookie(context: BrowserContext, client: Client) -> None:
    """Let a browser sit where a client sits."""
    name, _, value = client.cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": client.address}])


def finished(
    running: Running, game: str = "pagoda", seed: int = 3, **wishes: Any
) -> tuple[Client, str, Any]:
    """A game of two people on one device, played by chance to its end; with its last event."""
    client = Client(running.address)
    seats = [{"kind": "me", "name": "Anne"}, {"kind": "device", "name": "Ben"}]
    wish = {"game": game, "seats": seats, "first": 0, "start": "first"} | wishes
    table: str = client.post("/api/tables", wish)["id"]
    event = play_out({0: client, 1: client}, table, random.Random(seed))
    return client, table, event
