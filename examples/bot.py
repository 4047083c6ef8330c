"""A bot in the standard library alone: joins by an invitation link, plays random offered moves.

python examples/bot.py "http://127.0.0.1:8000/table/ID#TOKEN"
"""

import json
import random
import sys
import urllib.error
import urllib.request
from urllib.parse import urlsplit


class Table:
    """One table of one server, seen from the seat of the invitation."""

    def __init__(self, link: str, name: str = "bot") -> None:
        parts = urlsplit(link)
        self.base = (
            f"{parts.scheme}://{parts.netloc}/api{parts.path.replace('/table/', '/tables/')}"
        )
        self.cookie = ""  # names this device; the answer to joining brings it
        self.seat = self.post("/seats", {"token": parts.fragment, "name": name})["seat"]

    def post(self, path: str, body: dict) -> dict:
        """Write something; what comes back has been saved."""
        headers = {"content-type": "application/json", "cookie": self.cookie}
        request = urllib.request.Request(self.base + path, json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request) as answer:
            self.cookie = (answer.headers["set-cookie"] or self.cookie).split(";")[0]
            return dict(json.load(answer))

    def events(self):
        """Follow the table until the feed ends: each event is all that this seat may know."""
        request = urllib.request.Request(self.base + "/feed", headers={"cookie": self.cookie})
        with urllib.request.urlopen(request) as feed:
            name = b""
            for line in feed:
                if line.startswith(b"event: "):
                    name = line[7:].strip()
                elif line.startswith(b"data: ") and name == b"table":
                    yield json.loads(line[6:])


def main() -> None:
    """Play one game to its end."""
    table = Table(sys.argv[1])
    for event in table.events():
        if event["result"]:
            print(f"seat {table.seat} of {event['result']['scores']}: {event['result']['winners']}")
            return
        if event["offers"]:
            move = random.choice(event["offers"])["words"]
            table.post("/moves", {"ply": event["ply"], "move": move})


if __name__ == "__main__":
    main()
