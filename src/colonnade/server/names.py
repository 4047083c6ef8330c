"""Names as the server itself has to say them: of games, seats and the players of a record.

The page names the same things by the same texts (web/src/screens/lines.ts).
"""

from __future__ import annotations

from colonnade.contract.record import Record
from colonnade.locales import say, texts
from colonnade.server.stored import Seat

LENGTH = 40  # of a name; uploaded records may hold longer ones


def game_name(key: str, lang: str) -> str:
    """A game's name in lists; another package's may have its own text alone."""
    known = texts(lang)
    return known.get(f"page.game.{key}") or known.get(f"{key}.name") or key


def named(name: str, level: str | None, seat: int, lang: str) -> str:
    """Who plays a seat: by name, by the computer player's level, or by the seat's number."""
    if level and name in ("", level):
        return texts(lang).get(f"play.player.{level}", level)
    if name in ("", str(seat + 1)):
        return say("page.seat", lang, seat=seat + 1)
    return name if len(name) <= LENGTH else f"{name[: LENGTH - 1].rstrip()}\u2026"


def joined(names: list[str], lang: str) -> str:
    """Names as people write them: "Mira and Tomas"."""
    if len(names) < 2:
        return "".join(names)
    return say("preview.and", lang, names=names[:-1], last=names[-1])


def seat_name(seat: Seat, number: int, lang: str) -> str:
    """Who plays a seat of a table; of a bot, that it is one."""
    name = named(seat.name, seat.level, number, lang)
    return say("page.seat.bot", lang, name=name) if seat.bot and seat.taken else name


def player_name(record: Record, seat: int, lang: str) -> str:
    """Who played a seat of a record."""
    level = record.levels[seat] if seat < len(record.levels) else None
    return named(record.names[seat] if seat < len(record.names) else "", level, seat, lang)
