"""What is not API: the page at each of its addresses, or without it a plain one; the API's list.

The plain ones hold no script. The files of the page, and how they are sent, are bundle.py's.
"""

from __future__ import annotations

from html import escape
from typing import Any

from litestar import HttpMethod, MediaType, Request, Response, route
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.plugins import OpenAPIRenderPlugin

from colonnade.build import VERSION
from colonnade.locales import say
from colonnade.server.bundle import ASSETS, INDEX, SHELL, PageFile
from colonnade.server.errors import NoPage
from colonnade.server.guard import language_of
from colonnade.server.previews import link_lines
from colonnade.server.shell import ANYWHERE, SCREENS, Place, Shell, reader_of
from colonnade.server.visits import visited

READS = [HttpMethod.GET, HttpMethod.HEAD]


def page(lang: str, title: str, body: str) -> str:
    """A whole page in plain HTML."""
    head = f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>'
    fit = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    return f"{head}{fit}</head><body><main>{body}</main></body></html>"


def page_handlers(files: dict[str, PageFile], shell: Shell | None) -> list[HTTPRouteHandler]:
    """What answers at the page's addresses: its files, or where there are none a plain page."""
    if shell is None:
        return [plain]

    @route(list(SCREENS), http_method=READS, include_in_schema=False)
    async def screen(request: Request) -> Response[bytes]:  # type: ignore[type-arg]
        """Send the document for what the address shows."""
        place, visit = await visited(request)
        reader = reader_of(request)
        links = await link_lines(request, place, reader.lang)
        document = shell.document(place, reader, visit, links)
        return send(request, document, status=404 if place.screen == "lost" else 200)

    @route(sorted(set(files) - {SHELL}), http_method=READS, include_in_schema=False)
    async def file(request: Request) -> Response[bytes]:  # type: ignore[type-arg]
        """Send a file of the page."""
        # The framework knows these addresses alone, but may bring other spellings of them.
        path = request.scope["path"]
        if path == INDEX:
            return send(request, shell.document(ANYWHERE, reader_of(request)))
        found = files.get(path)
        if found is None or path == SHELL:
            raise NoPage()
        return send(request, found)

    return [screen, file]


def lost(request: Request, shell: Shell | None) -> Response[bytes] | None:  # type: ignore[type-arg]
    """The page itself, for a browser at an address that does not exist: it says so kindly."""
    reads = request.method in READS and "text/html" in request.headers.get("accept", "")
    if shell is None or not reads or request.scope["path"].startswith(("/api", ASSETS)):
        return None
    return send(request, shell.document(Place("lost"), reader_of(request)), status=404)


def send(request: Request, file: PageFile, status: int = 200) -> Response[bytes]:  # type: ignore[type-arg]
    """A file as an answer, without its body where nobody wants it."""
    asked = dict(request.headers)
    if status != 200:
        asked.pop("if-none-match", None)
    found, headers, body = file.answer(asked)
    if request.method == HttpMethod.HEAD:
        body = b""
    status = found if status == 200 else status
    return Response(body, status_code=status, headers=headers, media_type=file.kind)


@route(list(SCREENS), http_method=READS, include_in_schema=False, media_type=MediaType.HTML)
async def plain(request: Request) -> Response[str]:  # type: ignore[type-arg]
    """Say honestly what is here, in the reader's language."""
    lang = language_of(request.headers.get("accept-language", ""))
    title = escape(say("server.title", lang))
    text = escape(say("server.running", lang, version=VERSION))
    docs = escape(say("server.docs", lang))
    body = f'<h1>{title}</h1><p>{text}</p><p><a href="/api/docs">{docs}</a></p>'
    return Response(page(lang, title, body), media_type=MediaType.HTML)


class PlainDocs(OpenAPIRenderPlugin):
    """The OpenAPI document as a page without scripts."""

    def render(self, request: Request, openapi_schema: dict[str, Any]) -> bytes:  # type: ignore[type-arg]
        """List every call with its summary; the whole document is linked."""
        rows = []
        for path, calls in openapi_schema["paths"].items():
            for method, call in calls.items():
                told = escape(f"{call.get('summary', '')}. {call.get('description', '')}")
                rows.append(f"<dt><code>{method.upper()} {escape(path)}</code></dt><dd>{told}</dd>")
        title = escape(openapi_schema["info"]["title"])
        link = '<p><a href="/api/docs/openapi.json">openapi.json</a></p>'
        return page("en", title, f"<h1>{title}</h1>{link}<dl>{''.join(rows)}</dl>").encode()
