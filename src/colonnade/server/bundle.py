"""The built page as it is sent: a fixed table of files, read once at the start.

Only names in the table can be asked for, so no path can lead out of the page's folder. Which
addresses show the page is decided in pages.py; what stands in the files, in web/.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

PAGE_SWITCH = "COLONNADE_PAGE"  # a folder to send instead of the built page; `none` sends none
BUILT = Path(__file__).parent.parent / "page"
INDEX = "/index.html"
SHELL = "/shell.json"  # what the documents begin with (shell.py); nobody asks for it
ASSETS = "/assets/"  # their names hold a hash of what is in them
FOREVER = "public, max-age=31536000, immutable"
SHORT = "public, max-age=300"
ASK_AGAIN = "no-cache"
ALWAYS_ASKED = (INDEX, "/sw.js")  # they decide which other files a browser takes
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".gif": "image/gif",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".m4a": "audio/mp4",
    ".map": "application/json",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".ttf": "font/ttf",
    ".txt": "text/plain; charset=utf-8",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}
# A drawing is colored by a sheet inside it, which some browsers ask the policy about.
DRAWING = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
COPIES = (".gz", ".br")
ANY_KIND = "application/octet-stream"


class PageFile(msgspec.Struct, frozen=True):
    """One file with everything that is sent about it."""

    body: bytes
    small: bytes | None  # the same, compressed by gzip
    kind: str
    cache: str
    tag: str  # of this very body; empty where nobody may keep it
    vary: str = "accept-encoding"
    policy: str = ""  # instead of the usual one
    smaller: bytes | None = None  # the same, compressed by Brotli

    def answer(self, asked: Mapping[str, str]) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body for a request with these headers."""
        body, tag = self.body, f'"{self.tag}"'
        headers = {"cache-control": self.cache}
        if self.policy:
            headers["content-security-policy"] = self.policy
        if self.small is not None:
            headers["vary"] = self.vary
            accepted = asked.get("accept-encoding", "")
            if self.smaller is not None and takes(accepted, "br"):
                body, tag = self.smaller, f'"{self.tag}-br"'
                headers["content-encoding"] = "br"
            elif takes_gzip(accepted):
                body, tag = self.small, f'"{self.tag}-gz"'
                headers["content-encoding"] = "gzip"
        if self.tag:
            headers["etag"] = tag
            if knows(asked.get("if-none-match", ""), tag):
                headers.pop("content-encoding", None)
                return 304, headers, b""
        headers["content-type"] = self.kind
        headers["content-length"] = str(len(body))
        return 200, headers, body


def takes(header: str, *codings: str) -> bool:
    """Whether a client reads one of these codings."""
    for part in header.lower().split(",")[:20]:
        coding, _, weight = part.partition(";")
        if coding.strip() in codings:
            return weight.replace(" ", "").rstrip("0.") != "q="
    return False


def takes_gzip(header: str) -> bool:
    """Whether a client reads what gzip compressed."""
    return takes(header, "gzip", "*")


def knows(header: str, tag: str) -> bool:
    """Whether a client has this very answer already."""
    tags = [known.strip().removeprefix("W/") for known in header.split(",")[:20]]
    return tag in tags or tags == ["*"]


def page_folder() -> Path | None:
    """Where the page is, if there is one."""
    asked = os.environ.get(PAGE_SWITCH, "")
    if asked.lower() == "none":
        return None
    folder = Path(asked) if asked else BUILT
    return folder if (folder / INDEX.strip("/")).is_file() else None


def read_bundle(folder: Path | None) -> dict[str, PageFile]:
    """Every file of the page by its address; nothing where there is no page."""
    if folder is None:
        return {}
    found = {}
    for path in sorted(folder.rglob("*")):
        address = "/" + path.relative_to(folder).as_posix()
        # Hidden files are notes of the build; compressed copies come with what they are copies of.
        if path.is_file() and not path.name.startswith(".") and path.suffix not in COPIES:
            found[address] = read_file(path, address)
    return found


def read_file(path: Path, address: str) -> PageFile:
    """A file with its compressed copies, if the build made any."""
    body = path.read_bytes()
    small, smaller = (path.with_name(f"{path.name}{copy}") for copy in COPIES)
    cache = FOREVER if address.startswith(ASSETS) else SHORT
    return PageFile(
        body=body,
        small=small.read_bytes() if small.is_file() else None,
        kind=KINDS.get(path.suffix.lower(), ANY_KIND),
        cache=ASK_AGAIN if address in ALWAYS_ASKED else cache,
        tag=hashlib.sha256(body).hexdigest()[:32],
        policy=DRAWING if path.suffix == ".svg" else "",
        smaller=smaller.read_bytes() if smaller.is_file() else None,
    )
