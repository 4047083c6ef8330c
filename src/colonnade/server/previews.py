"""What a link shows before it is opened: a title, a sentence and a picture, for messengers.

Of a running game it tells who plays, no more. It speaks the language that the address asks for, or
that of who made the table. The pictures are posters.py's, the document around it shell.py's.
"""

from __future__ import annotations

import asyncio
from html import escape

import msgspec

from colonnade.contract.errors import ColonnadeError
from colonnade.contract.record import Record
from colonnade.contract.state import OVER
from colonnade.locales import LANGUAGES, say
from colonnade.server import exercises
from colonnade.server.names import game_name, joined, player_name, seat_name
from colonnade.server.posters import Posters, address_of
from colonnade.server.requests import Call, records_of, tables_of
from colonnade.server.shell import HOUSE, Place
from colonnade.server.table import LiveTable

LOCALES = {"en": "en_US", "fr": "fr_FR"}
PLAIN_PICTURE = "/icon-512.png"  # where posters cannot be drawn
SIZE = (1200, 630)
# Search engines get what is the same for everybody; tables and games are for their people.
FOR_ALL = ("home", "learn", "lesson", "rules")
TITLES = {
    "learn": "page.learn.title",
    "me": "page.me.title",
    "records": "page.records.title",
    "tables": "page.tables.title",
}


class Preview(msgspec.Struct, frozen=True):
    """What one link shows."""

    title: str
    about: str
    lang: str
    kind: str = "house"  # of its poster
    name: str = "colonnade"  # the game or the record that the poster is of


def of_house(lang: str, screen: str = "home") -> Preview:
    """What a link to the house shows, and one to whatever is unknown."""
    key = TITLES.get(screen)
    title = say(key, lang) if key else say("preview.house", lang)
    return Preview(title, say("page.description", lang), lang)


def of_game(place: Place, lang: str) -> Preview:
    """What a link to a game's rules, lessons or new table shows."""
    game, about = game_name(place.game, lang), say(f"page.game.{place.game}.about", lang)
    if place.screen == "rules":
        return Preview(say("page.rules.title", lang, game=game), about, lang, "rules", place.game)
    if place.screen == "learn":
        return Preview(say("page.learn.of", lang, game=game), about, lang, "learn", place.game)
    return Preview(say("page.new.title", lang, game=game), about, lang, "game", place.game)


def of_lesson(place: Place, key: str, lang: str) -> Preview:
    """What a link to a lesson shows; to one that is not there, what one to all of them shows."""
    try:
        found = exercises.find(place.game, key)
    except ColonnadeError:
        return of_game(Place("learn", place.game), lang)
    title = f"{found.title.say(lang)} · {game_name(place.game, lang)}"
    return Preview(title, found.about.say(lang), lang, "learn", place.game)


def of_table(table: LiveTable, lang: str) -> Preview:
    """What a link to a table shows before its game is over: an invitation, or who plays."""
    key, seats = table.head.game, table.seats
    game, names = game_name(key, lang), [seat_name(s, i, lang) for i, s in enumerate(seats)]
    if all(seat.kind != "open" for seat in seats):
        title = say("page.line.others", lang, game=game, names=joined(names, lang))
        return Preview(title, say("preview.game", lang), lang, "game", key)
    people = [name for seat, name in zip(seats, names, strict=True) if seat.taken]
    title = say("page.join.seat", lang, game=game)
    if people:
        title = say(
            "page.join.invites", lang, names=joined(people, lang), count=len(people), game=game
        )
    return Preview(title, say("preview.invitation", lang), lang, "invitation", key)


def of_record(record: Record, record_id: str, lang: str) -> Preview:
    """What a link to a finished game shows: who won, and by how much."""
    game = game_name(record.game, lang)
    names = [player_name(record, seat, lang) for seat in range(record.seats)]
    won = [names[seat] for seat in record.winners]
    title = game
    if won:
        one = say("page.result.wins", lang, name=won[0])
        result = one if len(won) == 1 else say("page.result.share", lang, names=joined(won, lang))
        title = say("preview.won", lang, game=game, result=result)
    scores = [f"{name} {score}" for name, score in zip(names, record.scores, strict=False)]
    about = say("preview.result", lang, scores=", ".join(scores or names))
    return Preview(title, about, lang, "result", record_id)


async def preview_of(call: Call, place: Place, reads: str) -> Preview:
    """What the link of a request shows; of what cannot be had, only that it leads to this house."""
    asked = call.query_params.get("lang", "")
    lang = asked if asked in LANGUAGES else reads
    try:
        if place.screen in ("table", "replay"):
            return await of_id(call, place.id, asked, lang)
        if place.screen == "lesson":
            key = call.scope["path"].strip("/").rpartition("/")[2]
            return await asyncio.to_thread(of_lesson, place, key, lang)
    except ColonnadeError:
        return of_house(lang)
    return of_game(place, lang) if place.game else of_house(lang, place.screen)


async def of_id(call: Call, found_id: str, asked: str, lang: str) -> Preview:
    """What a link to a table or to a record shows: both have ids of the same kind."""
    table: LiveTable | None = None
    try:
        table = await tables_of(call).table(found_id)
    except ColonnadeError:
        kept = await records_of(call).find(found_id, None)
    else:
        if not table.head.spectators:  # what a link shows, everybody can read
            return of_house(lang)
        lang = lang if asked in LANGUAGES else table.head.lang or lang
        if table.actor != OVER:
            return of_table(table, lang)
        kept = await records_of(call).find(found_id, None)
    return await asyncio.to_thread(of_record, kept.record, found_id, lang)


async def link_lines(call: Call, place: Place, reads: str) -> tuple[str, ...]:
    """The lines of the head by which messengers and search engines know the address."""
    preview = await preview_of(call, place, reads)
    base = str(call.base_url).rstrip("/")
    path = call.scope["path"]
    posters: Posters = call.app.state.posters
    drawn = posters.can_show(preview.kind, preview.name)
    picture = address_of(preview.lang, preview.kind, preview.name) if drawn else PLAIN_PICTURE
    told = {
        "og:site_name": HOUSE,
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.about,
        "og:url": f"{base}{path}",
        "og:locale": LOCALES[preview.lang],
        "og:image": f"{base}{picture}",
        "og:image:alt": preview.title,
    }
    if drawn:
        told |= {"og:image:width": str(SIZE[0]), "og:image:height": str(SIZE[1])}
    lines = [f'<meta property="{name}" content="{escape(text)}" />' for name, text in told.items()]
    card = "summary_large_image" if drawn else "summary"
    lines.append(f'<meta name="twitter:card" content="{card}" />')
    if place.screen in FOR_ALL:
        lines.append(f'<link rel="canonical" href="{escape(base + path)}" />')
    else:
        lines.append('<meta name="robots" content="noindex" />')
    return tuple(lines)
