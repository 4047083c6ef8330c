"""What is played in every browser: one function for each scene, by the page's own marks alone."""

from __future__ import annotations

import random
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from colonnade.locales import say
from colonnade.server.bundle import BUILT
from tests.browsers.hand import Hand
from tests.browsers.looks import home_fits, looks
from tests.browsers.visitor import Visitor
from tests.page.positions import decided
from tests.page.test_games import SHORT
from tests.server.client import Client
from tests.server.running import Running, wait_for

Scene = Callable[[Running, Visitor], None]
# Of our own decisions, so that the end is near: games are of about 65, 185 and 60.
HEAD_START = {"pagoda": 20, "seven_steps": 140, "summer_pavilion": 35}
SOME_MOVES = 3  # of a short game, before and after whatever else happens
MOST_TO_UNDO = 30  # moves
UNDO = {
    "pagoda": "pagoda.page.act.undo",
    "seven_steps": "seven_steps.page.undo",
    "summer_pavilion": "summer_pavilion.page.undo",
}
CONNECTION = "(state) => document.querySelector('[data-connection]')?.dataset.connection === state"
PLY_IS = "(ply) => Number(document.querySelector('[data-ply]')?.dataset.ply) === ply"
PLY_BEYOND = "(ply) => Number(document.querySelector('[data-ply]')?.dataset.ply) > ply"
OVER = "() => document.querySelector('[data-phase]')?.dataset.phase === 'over'"
RESULT = "() => document.querySelector('dialog[open] tfoot')?.innerText"
LINK = "() => [...document.querySelectorAll('dialog input[readonly]')].map((e) => e.value)[0]"
GO = """(path) => {
  const link = Object.assign(document.createElement('a'), { href: path });
  document.body.append(link);
  link.click();
  link.remove();
}"""
LOG = """() => [...document.querySelectorAll('dialog .log li')]
  .map((line) => line.innerText.replace(/\\s+/g, ' ').trim())"""


def press(visitor: Visitor, where: str, key: str) -> None:
    """Press a button by its English words."""
    visitor.find_and_touch(f"{where} button", say(key, "en"))


def play_over_http(client: Client, table: str, most: int = 1000) -> Any:
    """Make so many of our decisions, or all until the end; returns the table as it is then."""
    rng = random.Random(8)
    for made in range(most + 1):
        event = wait_for(lambda: decided(client, table))
        if event["result"] or made == most:
            return event
        client.move(table, event["ply"], rng.choice(event["offers"])["words"])
    raise AssertionError("the game does not end")


def seat(house: Running, visitor: Visitor, game: str, moves: int = 0) -> tuple[Client, str]:
    """A game against the computer, so many of our moves on; the same device asks over HTTP too."""
    client = Client(house.address)
    wish = {"options": SHORT[game], "start": "first", "first": 0}
    table: str = client.make(game, "me", "computer:apprentice", **wish)["id"]
    play_over_http(client, table, moves)
    visitor.lend(*client.cookie.split("=", 1))
    return client, table


def play(hand: Hand, moves: int) -> None:
    """Make some moves, each when it is our turn."""
    for _ in range(moves):
        assert hand.wait() == "deciding"
        hand.move()


def follow_hint(hand: Hand) -> None:
    """Ask for a hint, and let its first plan play itself."""
    assert hand.wait() == "deciding"
    ply = hand.standing()[0]
    press(hand.visitor, "header", "page.hint")
    hand.visitor.see(".hint li")
    press(hand.visitor, ".hint li", "page.hint.play")
    hand.visitor.wait(PLY_BEYOND, ply, what="the hint's first move")
    hand.visitor.wait("() => !document.querySelector('.hint')", what="the end of the hint")


def undo(hand: Hand, client: Client, table: str) -> None:
    """Make moves until one can be taken back, and take it back."""
    for _ in range(MOST_TO_UNDO):
        assert hand.wait() == "deciding"
        before = client.look(table)
        if hand.visitor.touch("main button:not(:disabled)", say(UNDO[before["game"]], "en")):
            hand.visitor.wait(PLY_BEYOND, before["ply"], what="the move taken back")
            assert client.look(table)["length"] < before["length"]
            return
        hand.move()
    raise AssertionError("no move could be taken back")


def short_game(game: str) -> Scene:
    """A short game: from home to its table, moves, a hint, undo, a reload, more, the result."""

    def scene(house: Running, visitor: Visitor) -> None:
        client, table = seat(house, visitor, game, HEAD_START[game])
        visitor.open("/")
        visitor.find_and_touch(f'a[href="/table/{table}"]')
        hand = Hand(visitor, seed=5)
        play(hand, SOME_MOVES)
        follow_hint(hand)
        undo(hand, client, table)
        visitor.reload()
        play(hand, SOME_MOVES)
        event = play_over_http(client, table)
        visitor.wait(OVER, what="the end")
        shown = visitor.wait(RESULT, what="the result")
        for score in event["result"]["scores"]:
            assert re.search(rf"\b{abs(score)}\b", shown), f"{score} is not in {shown!r}"

    return scene


def outage(house: Running, visitor: Visitor) -> None:
    """The server goes and comes back: a table, and a screen asked for meanwhile, go on alone."""
    _, table = seat(house, visitor, "seven_steps")
    visitor.open(f"/table/{table}")
    hand = Hand(visitor, seed=6)
    play(hand, 1)
    house.stop()
    visitor.wait(CONNECTION, "lost", what="the word that the server is away")
    house.start()
    visitor.wait(CONNECTION, "open", what="the server's return")
    play(hand, 1)
    house.stop()
    visitor.wait(CONNECTION, "lost", what="the word that the server is away again")
    visitor.find_and_touch('header a[href="/"]')
    visitor.wait("() => location.pathname === '/'", what="the way home")
    house.start()
    visitor.find_and_touch(f'a[href="/table/{table}"]')  # home comes by itself, with its lists
    play(hand, 1)


@contextmanager
def without_worker(visitor: Visitor) -> Iterator[Running]:
    """A house that no browser knows, and whose worker cannot be registered: nothing is kept."""
    home = visitor.address
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page")
        shutil.copytree(BUILT, page)
        (page / "sw.js").write_text("throw new Error('no worker here');")
        (page / "sw.js.gz").unlink()
        house = Running(Path(folder, "data"), page=page)
        try:
            visitor.arrive(house.address, name="Anne")
            yield house
            assert not (found := visitor.faults()), found
        finally:
            if house.process.poll() is None:
                house.stop()
            visitor.address = home


def screens(_: Running, visitor: Visitor) -> None:
    """Screens that were asked for while the server was away come back with it, in one document."""
    with without_worker(visitor) as house:
        visitor.open("/")  # nobody has played here: home has no lists
        home_fits(visitor)
        visitor.open("/tables")
        visitor.see("main ul")
        for path, shown in (("/rules/summer_pavilion", "[data-rule]"), ("/records", "main ul")):
            house.stop()
            visitor.evaluate(GO, path)
            visitor.see("[data-trouble=away]")
            house.start()
            visitor.see(shown)


def late(_: Running, visitor: Visitor) -> None:
    """A document whose program does not come says so below the page's header, and gets it alone."""
    with without_worker(visitor) as house:
        assets = Path(house.page, "assets")
        house.stop()
        hidden = assets.rename(assets.with_name("hidden"))
        house.start()
        visitor.go(f"{house.address}/rules/pagoda")
        visitor.see("#late button")
        assert visitor.wait("() => document.querySelectorAll('[data-shell] header nav a').length")
        house.stop()
        hidden.rename(assets)
        house.start()
        visitor.see("[data-rule]")
        assert not visitor.count("#late")


def invitation(house: Running, host: Visitor, guest: Visitor) -> None:
    """One browser invites another; they play at one table, and see the same."""
    host.open("/new/summer_pavilion?with=friend")
    host.find_and_touch("main button.primary")
    link = host.wait(LINK, what="the link")
    guest.go(link)
    guest.find_and_touch("main input")
    guest.write("Ben")
    guest.find_and_touch("main button.primary")
    hands = [Hand(host, seed=3), Hand(guest, seed=4)]
    guest.see("main[data-ply]")
    host.wait("() => !document.querySelector('dialog[open]')", what="the guest at the table")
    for _ in range(2 * SOME_MOVES):
        mover = wait_for(lambda: next((h for h in hands if h.standing()[1] == "deciding"), None))
        mover.move()
        ply = mover.standing()[0]
        for hand in hands:
            hand.visitor.wait(PLY_IS, ply, what="the other's move")
    logs = []
    for visitor, name in ((host, "Anne"), (guest, "AnneBen")):
        press(visitor, "header", "page.log")
        lines = visitor.wait(LOG, what="the log")
        logs.append([re.sub(rf"\b{say('page.you')}\b", name, line) for line in lines])
    assert logs[0] == logs[1], logs


SCENES: dict[str, Scene] = {
    "Pagoda": short_game("pagoda"),
    "7 Steps": short_game("seven_steps"),
    "Summer Pavilion": short_game("summer_pavilion"),
    "outage": outage,
    "screens": screens,
    "late": late,
    "looks": looks,
}
