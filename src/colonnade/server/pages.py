"""The few pages without the real one: that the server runs, and what its API offers.

They hold no script and load nothing from elsewhere. The game's page comes from web/ later.
"""

from __future__ import annotations

from html import escape
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.openapi.plugins import OpenAPIRenderPlugin

from colonnade.build import VERSION
from colonnade.locales import say
from colonnade.server.limits import language_of


def page(lang: str, title: str, body: str) -> str:
    """A whole page in plain HTML."""
    head = f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>{title}</title>'
    fit = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    return f"{head}{fit}</head><body><main>{body}</main></body></html>"


@get(["/", "/table/{table_id:str}"], include_in_schema=False, media_type=MediaType.HTML)
async def front(request: Request) -> Response[str]:  # type: ignore[type-arg]
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
