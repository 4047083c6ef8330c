"""The pictures that links show: which there are, drawn once, remembered, one at a time.

None tells of a running game more than which game it is. What a link says is decided in previews.py,
how a poster looks in pictures/poster.py.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Annotated

from litestar import HttpMethod, Response, route
from litestar.params import PathParameter

from colonnade.compute.questions import LocalAnswers
from colonnade.contract.errors import ColonnadeError
from colonnade.locales import LANGUAGES, say
from colonnade.pictures.poster import Standing, draw_game, draw_house, poster_of, sample
from colonnade.server.bundle import PageFile
from colonnade.server.errors import NoPage, TooMany
from colonnade.server.names import player_name
from colonnade.server.raster import can_draw, png_of
from colonnade.server.records import Kept, Records
from colonnade.server.requests import Call
from colonnade.server.terms import terms

PATH = "/preview/{lang:str}/{kind:str}/{name:str}"
Part = Annotated[str, PathParameter(description="Of a poster's address")]
HOUSE = ("house", "colonnade")
RESULT = "result"
# Kinds of posters that show a game and no table, with what they say above its name.
ABOUT_GAMES = {
    "game": "preview.game.above",
    "invitation": "preview.invitation.above",
    "learn": "page.learn.title",
    "rules": "preview.rules.above",
}
WAITING = 16  # posters asked for at once; more are refused
SECONDS = 30.0  # for one of them
REMEMBERED = 64  # some 200 kB each
A_DAY = "public, max-age=86400"
# The page's own texts have the letters of its fonts alone; names may have any.
WRITABLE = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x100))))
NAME_LENGTH = 18  # of a name, before it would run into the points
Key = tuple[str, str, str, int]  # language, kind, name; of a result also its moves
log = logging.getLogger("colonnade.posters")


class Posters:
    """All posters of a server, and the process that makes PNG of them."""

    def __init__(self, records: Records, fonts: list[str]) -> None:
        self.records = records
        self.fonts = fonts
        self.ready = can_draw(fonts)
        self.worker = LocalAnswers(1)
        self.made: OrderedDict[Key, PageFile] = OrderedDict()
        self.making: dict[Key, asyncio.Task[PageFile]] = {}

    async def find(self, lang: str, kind: str, name: str) -> PageFile:
        """A poster as it is sent; whoever asks for one that is being made waits for the same."""
        if not self.ready or lang not in LANGUAGES:
            raise NoPage()
        # What is over may be taken back and end otherwise.
        kept = await self.finished(name) if kind == RESULT else None
        key = (lang, kind, name, len(kept.history) if kept else 0)
        if key in self.made:
            self.made.move_to_end(key)
            return self.made[key]
        task = self.making.get(key)
        if task is None:
            if len(self.making) >= WAITING:
                raise TooMany(seconds=5)
            task = self.making[key] = asyncio.create_task(self.make(key, kept))
            task.add_done_callback(lambda _: self.making.pop(key, None))
        return await asyncio.shield(task)

    async def make(self, key: Key, kept: Kept | None) -> PageFile:
        """Draw a poster and remember it."""
        lang, kind, name, _ = key
        work = partial(result, kept, lang) if kept else partial(drawn, lang, kind, name)
        svg = await asyncio.to_thread(work)
        try:
            async with asyncio.timeout(SECONDS):
                answer, _ = self.worker.ask(png_of, svg, self.fonts)
                body = await asyncio.wrap_future(answer)
        except (BrokenProcessPool, TimeoutError, ValueError) as problem:
            log.warning("a poster was not drawn: %s", type(problem).__name__)
            raise TooMany(seconds=60) from problem
        tag = hashlib.sha256(body).hexdigest()[:32]
        file = PageFile(body=body, small=None, kind="image/png", cache=A_DAY, tag=tag)
        self.made[key] = file
        if len(self.made) > REMEMBERED:
            self.made.popitem(last=False)
        return file

    async def finished(self, record_id: str) -> Kept:
        """A record that has a poster: not of a running game, nor of one that nobody drew."""
        try:
            kept = await self.records.find(record_id, None)  # a picture is for everybody
        except ColonnadeError as problem:
            raise NoPage() from problem
        if poster_of(kept.record.game) is None:
            raise NoPage()
        return kept

    def can_show(self, kind: str, name: str) -> bool:
        """Whether there may be a poster: of a game, only if somebody drew it."""
        return self.ready and (kind not in ABOUT_GAMES or poster_of(name) is not None)

    def close(self) -> None:
        """Stop the process."""
        self.worker.close()


def drawn(lang: str, kind: str, name: str) -> str:
    """A poster of the house or of a game, as SVG."""
    if (kind, name) == HOUSE:
        return draw_house(lang, say("preview.house.poster", lang))
    if kind not in ABOUT_GAMES or poster_of(name) is None:
        raise NoPage()
    title, below = say(f"page.game.{name}", lang), say(f"page.game.{name}.facts", lang)
    return draw_game(sample(name), lang, say(ABOUT_GAMES[kind], lang), title, below)


def result(kept: Kept, lang: str) -> str:
    """The last position of a record, with the points of all seats."""
    record, state = kept.record, kept.history.at(len(kept.history))
    scores = state.scores()
    standings = [
        Standing(seat, short(player_name(record, seat, lang), seat, lang), scores[seat],
                 seat in record.winners)
        for seat in range(record.seats)
    ]  # fmt: skip
    title = say(f"page.game.{record.game}", lang)
    return draw_game(
        state.view(None), lang, say("preview.result.above", lang), title, "", standings
    )


def short(name: str, seat: int, lang: str) -> str:
    """A name as the fonts can write it, not too long; else the seat's number."""
    if not WRITABLE.issuperset(name):
        return say("page.seat", lang, seat=seat + 1)
    return name if len(name) <= NAME_LENGTH else f"{name[: NAME_LENGTH - 1].rstrip()}\u2026"


def address_of(lang: str, kind: str, name: str) -> str:
    """Where a poster can be had."""
    return f"/preview/{lang}/{kind}/{name}.png"


@route(
    PATH,
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    include_in_schema=False,
    opt=terms(cost=10.0),  # read, but drawn for who asks
)
async def poster(request: Call, lang: Part, kind: Part, name: Part) -> Response[bytes]:
    """Send a poster; other sites may show it, since that is what it is for."""
    posters: Posters = request.app.state.posters
    if not name.endswith(".png"):
        raise NoPage()
    file = await posters.find(lang, kind, name.removesuffix(".png"))
    status, headers, body = file.answer(dict(request.headers))
    headers["cross-origin-resource-policy"] = "cross-origin"
    if request.method == HttpMethod.HEAD:
        body = b""
    return Response(body, status_code=status, headers=headers, media_type=file.kind)
