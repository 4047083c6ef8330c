"""A time that tests bend: hours pass in a call, and wall clocks are set."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec

from colonnade.server.agreement import answer, wish
from colonnade.server.offers import offers
from colonnade.server.seats import join, new_id
from colonnade.server.settings import Limits, Settings
from colonnade.server.stored import Sitter
from colonnade.server.table import LiveTable
from colonnade.server.table_setup import make_table
from colonnade.server.tables import Tables
from colonnade.server.watch import Watch
from colonnade.server.wishes import (
    AgreementAnswer,
    AgreementWish,
    ClockWish,
    SeatWish,
    TableWish,
)
from tests.cli.command import PATIENCE

Scene = Callable[[Tables], Awaitable[None]]
NAMES = ("anne", "ben", "cleo", "dora")


class Bent(Watch):
    """A watch whose hands are moved by hand."""

    def __init__(self, date: float = 1_700_000_000.0, steady: float = 1000.0) -> None:
        self.wall, self.ticked = date, steady
        super().__init__(lambda: self.ticked, lambda: self.wall)

    def pass_by(self, seconds: float) -> None:
        """Let time pass."""
        self.wall += seconds
        self.ticked += seconds


def act(data: Path, scene: Scene, watch: Watch, database: str = "", **limits: Any) -> None:
    """Open the tables with a watch, play a scene in it, close it."""

    async def whole() -> None:
        settings = Settings(data=data, database=database, limits=Limits(**limits))
        tables = Tables(settings, watch)
        await tables.open()
        try:
            async with asyncio.timeout(PATIENCE):
                await scene(tables)
        finally:
            await tables.close()

    asyncio.run(whole())


def sitter(device: str) -> Sitter:
    """A device that sits down."""
    return Sitter(device, "en", "here")


async def seat(
    tables: Tables, game: str = "pagoda", people: int = 2, clock: Any = None, **more: Any
) -> LiveTable:
    """A table full of people, each with a device of the same name; Anne begins."""
    kinds = [SeatWish(kind="me", name="anne"), *[SeatWish(kind="open")] * (people - 1)]
    timed = None if clock is None else ClockWish(**clock)
    made = TableWish(game=game, seats=kinds, clock=timed, **more)
    table, tokens = await make_table(tables, made, Sitter("anne", "en", new_id()))
    for number, token in tokens.items():
        await join(table, sitter(NAMES[number]), token, NAMES[number])
    return table


async def move(table: LiveTable, effect: str | None = None) -> None:
    """Make a move for the seat on turn, with this effect alone, or without any."""
    wanted = [] if effect is None else [effect]
    told = msgspec.json.decode(msgspec.json.encode(offers(table.history)))
    words = [offer["words"] for offer in told if offer.get("effects", []) == wanted]
    await table.play(table.actor, table.ply, words[0])


async def ask(table: LiveTable, seat: int, kind: Any, **more: Any) -> bool:
    """Wish for something."""
    return await wish(table, seat, AgreementWish(ply=table.ply, kind=kind, **more))


async def agree(table: LiveTable, seat: int, agree: bool = True) -> bool:
    """Answer the wish that waits."""
    told = table.proposal
    assert told is not None
    said = AgreementAnswer(
        ply=table.ply,
        kind=told.kind,
        length=told.back if told.kind == "undo" else None,
        other=told.other,
        revision=table.head.revision,
        agree=agree,
    )
    return await answer(table, [seat], said)


def left(table: LiveTable) -> float:
    """The seconds that the seat on turn has left."""
    deadline = table.deadline()
    assert deadline is not None
    return deadline - table.watch.now()
