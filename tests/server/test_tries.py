"""A turn of a finished game made once more over HTTP: weighed at its end, and nothing is kept."""

from __future__ import annotations

from typing import Any

import pytest

from tests.page.positions import finished
from tests.server.client import Client, Refused
from tests.server.running import Running


def attempt(client: Client, table: str, at: int, moves: list[str]) -> dict[str, Any]:
    """Ask for the position after some moves."""
    found: dict[str, Any] = client.post(f"/api/records/{table}/try", {"at": at, "moves": moves})
    return found


def test_a_turn_is_tried(server: Running) -> None:
    """The better turn is as good as itself; its end is the end of the exercise."""
    client, table, _ = finished(server, options={"length": "fast"})
    moment = client.post(f"/api/records/{table}/analysis")["moments"][0]
    at, better = moment["at"], [move["words"] for move in moment["better"]]
    begun = attempt(client, table, at, [])
    assert begun["verdict"] == "open"
    assert begun["actor"] == begun["seat"] == moment["seat"]
    assert [begun["win"], begun["best"], begun["next"]] == [None, None, None]
    assert begun["offers"]
    assert [move["words"] for move in begun["better"]] == better
    for made in range(1, len(better)):
        assert attempt(client, table, at, better[:made])["verdict"] == "right"
    whole = attempt(client, table, at, better)
    assert whole["verdict"] == "done"
    assert whole["win"] == whole["best"]
    assert whole["offers"] == []
    with pytest.raises(Refused, match="over"):
        attempt(client, table, at, [*better, better[-1]])
    with pytest.raises(Refused, match="at"):
        attempt(client, table, 0, [])
