"""A bot in the standard library alone, for `python examples/bot.py INVITATION-LINK`."""

import json
import os
import random
import sys
import time
from collections.abc import Iterator
from typing import Any
from urllib.request import Request, urlopen


class Table:
    """One table of one server, seen from the seat of the invitation."""

    def __init__(self, link: str, name: str = "bot") -> None:
        base, _, token = link.partition("#")
        self.base = base.replace("/table/", "/api/tables/")
        self.who = {"authorization": f"Bearer {os.environ.get('COLONNADE_BOT', '')}", "cookie": ""}
        self.seat = self.post("/seats", {"token": token, "name": name})["seat"]

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """Write something; what comes back has been saved."""
        headers = {"content-type": "application/json"} | self.who
        ask = Request(self.base + path, json.dumps(body).encode(), headers)
        with urlopen(ask) as answer:
            if cookie := answer.headers["set-cookie"]:  # of a device that has no token
                self.who["cookie"] = cookie.split(";")[0]
            return dict(json.load(answer))

    def events(self) -> Iterator[dict[str, Any]]:
        """Follow the table; a feed that breaks off is taken up again where it was."""
        last = seen = ""
        while True:
            ask = Request(self.base + "/feed", None, self.who | {"last-event-id": last})
            try:
                with urlopen(ask) as feed:
                    for line in feed:
                        name, _, value = line.decode().rstrip("\n").partition(": ")
                        seen = value if name == "id" else seen
                        if name == "data" and value.startswith('{"table"'):
                            last = seen  # only now: an event cut in two comes again
                            yield json.loads(value)
            except OSError:  # the server may be starting again
                time.sleep(1)


def main() -> None:
    """Play one game to its end."""
    answered = -1
    for event in (table := Table(sys.argv[1])).events():
        if event["result"]:
            print(f"seat {table.seat} of {event['result']['scores']}: {event['result']['winners']}")
            return
        if event["offers"] and event["ply"] > answered:  # somebody joining tells a ply again
            answered = event["ply"]
            table.post("/moves", {"ply": answered, "move": random.choice(event["offers"])["words"]})


if __name__ == "__main__":
    main()
