"""The calls about one's own bots: make one, give it another token, delete it. Only people ask them.

A bot itself uses the calls that everybody uses, with its token.
"""

from __future__ import annotations

from typing import Annotated

from litestar import delete, get, post
from litestar.openapi.spec import Components, SecurityScheme
from litestar.params import JSONBody, PathParameter

from colonnade.server.packing import PLAIN
from colonnade.server.player_routes import DEAR, PATH, players_of
from colonnade.server.requests import RESPONSES, Call, device_of, known_device, sitter_of
from colonnade.server.terms import terms
from colonnade.server.wire_players import BotMade, BotTold
from colonnade.server.wishes import NameWish

OfBot = Annotated[str, PathParameter(max_length=16, description="The mark of one's own bot")]
SCHEME = SecurityScheme(
    type="http",
    scheme="bearer",
    description="The token of a bot: who shows it is that bot. People have a cookie instead.",
)
BOT_SECURITY = Components(security_schemes={"bot": SCHEME})


@get(f"{PATH}/bots", responses=RESPONSES, opt=terms(people=True), summary="My bots")
async def list_bots(request: Call) -> list[BotTold]:
    """The bots of one's player, without their tokens: those are kept nowhere."""
    return await players_of(request).bots(device_of(request))


@post(
    f"{PATH}/bots",
    responses=RESPONSES,
    opt=PLAIN | terms(cost=DEAR, people=True),
    summary="Make a bot",
)
async def make_bot(request: Call, data: JSONBody[NameWish]) -> BotMade:
    """A player for a program, with a token that is told once; a player has eight at most.

    Everybody at its tables sees that it is a bot.
    """
    sitter = sitter_of(request, known_device(request))
    return await players_of(request).make_bot(sitter, data.name)


@post(
    f"{PATH}/bots/{{mark:str}}/token",
    responses=RESPONSES,
    opt=PLAIN | terms(cost=4.0, people=True),
    summary="Another token for a bot",
)
async def renew_bot(request: Call, mark: OfBot) -> BotMade:
    """A fresh token, told once; the one before is void at once."""
    return await players_of(request).renew_bot(device_of(request), mark)


@delete(
    f"{PATH}/bots/{{mark:str}}",
    responses=RESPONSES,
    opt=terms(cost=DEAR, people=True),
    status_code=200,
    summary="Delete a bot",
)
async def remove_bot(request: Call, mark: OfBot) -> list[BotTold]:
    """Delete a bot with its token; its games with others stay, without the name."""
    await players_of(request).remove_bot(device_of(request), mark)
    return await players_of(request).bots(device_of(request))


BOT_ROUTES = (list_bots, make_bot, renew_bot, remove_bot)
