"""Puts the server together: the tables, the calls, their OpenAPI document, and errors as JSON."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from colonnade.build import VERSION
from colonnade.contract.errors import ColonnadeError
from colonnade.server.bot_routes import BOT_ROUTES, BOT_SECURITY
from colonnade.server.bundle import page_folder, read_bundle
from colonnade.server.club import Clubhouse
from colonnade.server.club_routes import CLUB_ROUTES
from colonnade.server.codes import Codes
from colonnade.server.errors import (
    BadRequest,
    NoMethod,
    NoPage,
    ServerFault,
    TooLarge,
    WrongType,
    status_of,
)
from colonnade.server.guard import Guard, language_of, problem_body
from colonnade.server.health import HEALTH_ROUTES, metrics_token
from colonnade.server.host_page import HostPage
from colonnade.server.host_routes import HOST_ROUTES
from colonnade.server.hot import Hot
from colonnade.server.house_routes import HOUSE_ROUTES, Door
from colonnade.server.lesson_routes import LESSON_ROUTES
from colonnade.server.lobby import Lobby
from colonnade.server.lobby_routes import LOBBY_ROUTES
from colonnade.server.notice_routes import NOTICE_ROUTES
from colonnade.server.notices import Notices
from colonnade.server.packing import Packing
from colonnade.server.pages import PlainDocs, lost, page_handlers
from colonnade.server.phrases import Talk
from colonnade.server.player_routes import PLAYER_ROUTES
from colonnade.server.players import Players
from colonnade.server.posters import Posters, poster
from colonnade.server.raster import fonts_in
from colonnade.server.rating_routes import RATING_ROUTES
from colonnade.server.ratings import Ratings
from colonnade.server.record_routes import RECORD_ROUTES
from colonnade.server.records import Records
from colonnade.server.requests import renew_cookie
from colonnade.server.routes import ROUTES
from colonnade.server.seat_routes import SEAT_ROUTES
from colonnade.server.settings import Settings
from colonnade.server.shell import Shell
from colonnade.server.studying import Studies
from colonnade.server.tables import Tables

log = logging.getLogger("colonnade.app")


def answer(request: Request[Any, Any, Any], problem: ColonnadeError) -> Response[bytes]:
    """An error as typed JSON in the client's language."""
    lang = language_of(request.headers.get("accept-language", ""))
    seconds = problem.fields.get("seconds")
    headers = {"retry-after": str(seconds)} if seconds is not None else {}
    body = problem_body(problem, lang)
    return Response(
        body, status_code=status_of(problem), headers=headers, media_type="application/json"
    )


def on_http(request: Request[Any, Any, Any], problem: HTTPException) -> Response[bytes]:
    """What the framework refuses, as one of our errors."""
    kinds: dict[int, ColonnadeError] = {
        404: NoPage(),
        405: NoMethod(method=request.method),
        413: TooLarge(limit=request.app.state.tables.settings.limits.body),
        415: WrongType(kind="-"),
    }
    known = kinds.get(problem.status_code)
    if problem.status_code == 404 and (page := lost(request, request.app.state.shell)):
        return page
    if known is None and problem.status_code >= 500:
        return on_fault(request, problem)
    return answer(request, known or BadRequest(why=reason(problem)))


def reason(problem: HTTPException) -> str:
    """What does not fit the documented shape, as the decoder says it; never what was stored."""
    extra = problem.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict):
        first = extra[0]
        return f"{first.get('key', '')}: {first.get('message', '')}".strip(": ")[:200]
    return str(problem.detail)[:200]


def on_fault(request: Request[Any, Any, Any], problem: Exception) -> Response[bytes]:
    """A mistake of ours: logged here, told without its insides."""
    log.error("a request failed", exc_info=problem)
    return answer(request, ServerFault())


def create_app(settings: Settings) -> Litestar:
    """The application, with its tables opened and closed along with it."""
    tables = Tables(settings)
    folder = page_folder()
    files = read_bundle(folder)
    shell = Shell(files) if files else None
    records = Records(tables)
    posters = Posters(records, fonts_in(folder))
    lobby, talk, ratings = Lobby(tables), Talk(tables), Ratings(tables)
    notices, studies = Notices(tables), Studies(tables)
    tables.beside = [lobby, talk, ratings, notices]
    host_page = HostPage(tables)

    @asynccontextmanager
    async def open_house(app: Litestar) -> AsyncIterator[None]:
        await tables.open()
        tables.begin(lobby.rounds())
        tables.begin(ratings.rounds())
        tables.begin(studies.rounds())
        tables.begin(host_page.gauges.rounds())
        tables.begin(notices.rounds())
        try:
            yield
        finally:
            await asyncio.to_thread(posters.close)
            await tables.close()

    app = Litestar(
        route_handlers=[
            *ROUTES,
            *SEAT_ROUTES,
            *LOBBY_ROUTES,
            *RECORD_ROUTES,
            *LESSON_ROUTES,
            *PLAYER_ROUTES,
            *RATING_ROUTES,
            *BOT_ROUTES,
            *NOTICE_ROUTES,
            *HEALTH_ROUTES,
            *HOUSE_ROUTES,
            *CLUB_ROUTES,
            *HOST_ROUTES,
            poster,
            *page_handlers(files, shell),
        ],
        lifespan=[open_house],
        middleware=[Packing()],
        before_send=[renew_cookie],
        exception_handlers={ColonnadeError: answer, HTTPException: on_http, Exception: on_fault},
        openapi_config=OpenAPIConfig(
            title="Colonnade",
            version=VERSION,
            path="/api/docs",
            use_handler_docstrings=True,
            components=BOT_SECURITY,
            security=[{}, {"bot": []}],  # none is needed; whoever has a token may show it
            render_plugins=[PlainDocs(path="/"), JsonRenderPlugin(path="/openapi.json")],
        ),
        request_max_body_size=settings.limits.record,
        logging_config=None,
        debug=False,
    )
    app.state.tables = tables
    app.state.door = Door(settings)
    app.state.metrics_token = metrics_token(settings.data)
    app.state.records = records
    app.state.players = Players(tables)
    app.state.posters = posters
    app.state.lobby = lobby
    app.state.talk = talk
    app.state.ratings = ratings
    app.state.studies = studies
    app.state.notices = notices
    app.state.codes = Codes(tables)
    app.state.club = Clubhouse(tables)
    app.state.host_page = host_page
    app.state.shell = shell
    return app


def guarded(app: Litestar, settings: Settings) -> Guard:
    """The application behind its guard: what a server runs."""
    return Guard(app, settings, Hot(app))
