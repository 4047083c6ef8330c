"""What links show: titles, sentences and pictures of every kind of address, and nothing hidden."""

from __future__ import annotations

import json
import os
import random
import re
import struct
from collections.abc import Iterator
from html import unescape
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from xml.etree import ElementTree

import pytest

from colonnade.contract import record as records
from colonnade.games import game, own_keys
from colonnade.locales import LANGUAGES, say
from colonnade.pictures.poster import poster_of
from colonnade.server.bundle import BUILT
from colonnade.server.posters import ABOUT_GAMES, drawn, result, short
from colonnade.server.raster import can_draw, fonts_in
from colonnade.server.records import Kept
from tests.cli.command import PATIENCE
from tests.server.client import Client, play_out
from tests.server.conftest import Starter
from tests.server.running import Running

pytestmark = pytest.mark.once
HOSTILE = """Zoé "><script>alert('&')</script>"""
GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with the built page."""
    if not (BUILT / "index.html").is_file():
        if os.environ.get("CI") == "true":
            pytest.fail("the package was installed without its page")
        pytest.skip("the package was installed without its page")
    running = Running(tmp_path_factory.mktemp("previews") / "data", page="")
    yield running
    assert running.stop() == 0


def ask(
    running: Running, path: str, method: str = "GET", **headers: str
) -> tuple[HTTPResponse, bytes]:
    """An answer as it comes; no cookie, as a messenger asks."""
    connection = HTTPConnection("127.0.0.1", running.port, timeout=PATIENCE)
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, headers=named)
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def told(running: Running, path: str, **headers: str) -> dict[str, str]:
    """What the head says of an address, by name."""
    answer, body = ask(running, path, **headers)
    assert answer.status == 200
    head = body.decode().partition("</head>")[0]
    found = re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)" />', head)
    names = [name for name, _ in found if name.startswith(("og:", "twitter:"))]
    assert len(names) == len(set(names))
    return {name: unescape(text) for name, text in found}


def picture(running: Running, address: str) -> bytes:
    """A picture that the head names, as a messenger fetches it."""
    base = f"http://127.0.0.1:{running.port}"
    assert address.startswith(f"{base}/preview/")
    answer, body = ask(running, address.removeprefix(base))
    assert answer.status == 200
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers.get_all("cross-origin-resource-policy") == ["cross-origin"]
    assert body.startswith(b"\x89PNG")
    assert struct.unpack(">II", body[16:24]) == (1200, 630)
    assert len(body) < 600_000  # what messengers take
    return body


def addresses() -> Iterator[tuple[str, str, str, dict[str, str]]]:
    """Addresses that are the same for everybody: path, text of the title, poster, fields."""
    yield "/", "preview.house", "house/colonnade", {}
    yield "/learn", "page.learn.title", "house/colonnade", {}
    yield "/rules", "page.rules.title", "rules/pagoda", {"game": "pagoda"}
    for key in own_keys():
        yield f"/learn/{key}", "page.learn.of", f"learn/{key}", {"game": key}
        yield f"/rules/{key}", "page.rules.title", f"rules/{key}", {"game": key}
        yield f"/rules/{key}/numbers", "page.rules.title", f"rules/{key}", {"game": key}
        yield f"/new/{key}", "page.new.title", f"game/{key}", {"game": key}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_the_same_for_everybody(house: Running, lang: str) -> None:
    """Each has a title, a sentence and a picture, in the reader's language or the address's."""
    base = f"http://127.0.0.1:{house.port}"
    for path, key, poster, fields in addresses():
        said = {name: say(f"page.game.{game}", lang) for name, game in fields.items()}
        for asked, headers in ((path, {"accept_language": lang}), (f"{path}?lang={lang}", {})):
            found = told(house, asked, **headers)
            assert found["og:title"] == say(key, lang, **said), path
            assert len(found["og:description"]) > 40
            assert found["og:image"] == f"{base}/preview/{lang}/{poster}.png"
            assert found["og:url"] == base + path
            assert found["og:locale"].startswith(lang)
            assert found["twitter:card"] == "summary_large_image"
            assert ("robots" in found) == path.startswith("/new/")


def test_a_lesson(house: Running) -> None:
    """Its own title and sentence; one that is not there shows what all lessons of its game do."""
    found = told(house, "/learn/pagoda/columns", accept_language="fr")
    assert found["og:title"] == "Une carte, une colonne · Pagode"
    assert found["og:image"].endswith("/preview/fr/learn/pagoda.png")
    assert told(house, "/learn/pagoda/nothing")["og:title"] == "Learn Pagoda"


def test_an_invitation_speaks_the_language_of_who_invites(house: Running) -> None:
    """Whoever fetches it, and whatever they are called; another language can be asked for."""
    anne = house.client()
    seats = [{"kind": "me", "name": HOSTILE}, {"kind": "open"}]
    made = anne.post("/api/tables", {"game": "pagoda", "seats": seats}, accept_language="fr")
    path = f"/table/{made['id']}"
    _, body = ask(house, path, accept_language="en")
    assert b"<script>alert" not in body
    found = told(house, path, accept_language="en")
    assert found["og:title"] == f"{HOSTILE} vous invite à une partie de Pagode"
    assert found["og:image"].endswith("/preview/fr/invitation/pagoda.png")
    assert found["og:locale"] == "fr_FR"
    assert found["robots"] == "noindex"
    english = told(house, f"{path}?lang=en")
    assert english["og:title"] == f"{HOSTILE} invites you to a game of Pagoda"
    assert told(house, f"{path}?lang=xx")["og:locale"] == "fr_FR"
    picture(house, found["og:image"])


def test_a_rematch_keeps_the_language(house: Running) -> None:
    """It is made by the same people."""
    anne = house.client()
    seats = [{"kind": "me", "name": "Anne"}, {"kind": "device", "name": "Ben"}]
    made = anne.post("/api/tables", {"game": "pagoda", "seats": seats}, accept_language="fr")
    play_out({0: anne, 1: anne}, made["id"], random.Random(1))
    again = anne.post(f"/api/tables/{made['id']}/rematch")["id"]
    assert told(house, f"/table/{again}")["og:locale"] == "fr_FR"


@pytest.mark.parametrize("key", own_keys())
def test_a_running_game_tells_who_plays_and_no_more(house: Running, key: str) -> None:
    """The same head before and after moves, a picture of the game and not of the table."""
    anne = house.client()
    made = anne.make(key, "me", "device")
    path = f"/table/{made['id']}"
    before = told(house, path)
    assert before["og:title"] == f"{say(f'page.game.{key}')}: Seat 1 and Seat 2"
    assert before["og:image"].endswith(f"/preview/en/game/{key}.png")
    for _ in range(3):
        event = anne.look(made["id"])
        anne.move(made["id"], event["ply"], event["offers"][0]["words"], seat=event["seat"])
    assert told(house, path) == before
    replay = told(house, f"{path}/replay")
    for name in ("og:title", "og:description", "og:image"):
        assert replay[name] == before[name]
    for lang in LANGUAGES:
        answer, body = ask(house, f"/preview/{lang}/result/{made['id']}.png")
        nothing = ask(house, f"/preview/{lang}/result/nothing.png")
        assert (answer.status, body) == (nothing[0].status, nothing[1])
        assert answer.status == 404


def test_a_finished_game(house: Running) -> None:
    """Who won, by how much, and the last position; sent once to who has it."""
    anne = house.client()
    seats = [{"kind": "me", "name": "Anne"}, {"kind": "device", "name": "Ben"}]
    made = anne.post("/api/tables", {"game": "seven_steps", "seats": seats})
    play_out({0: anne, 1: anne}, made["id"], random.Random(1))
    event = anne.look(made["id"])
    for path in (f"/table/{made['id']}", f"/table/{made['id']}/replay", f"/record/{made['id']}"):
        found = told(house, path)
        assert found["og:title"].startswith("7 Steps: ")
        for name, score in zip(("Anne", "Ben"), event["result"]["scores"], strict=True):
            assert f"{name} {score}" in found["og:description"]
        assert found["og:image"].endswith(f"/preview/en/result/{made['id']}.png")
    picture(house, found["og:image"])
    path = f"/preview/en/result/{made['id']}.png"
    full, body = ask(house, path)
    head, nothing = ask(house, path, "HEAD")
    assert (head.status, nothing) == (200, b"")
    assert head.headers["content-length"] == str(len(body))
    again, nothing = ask(house, path, if_none_match=full.headers["etag"])
    assert (again.status, nothing) == (304, b"")
    assert "max-age" in full.headers["cache-control"]


def test_an_uploaded_record(house: Running) -> None:
    """It may hold any names: they are said, shortened, and are never marks."""
    raw = records.read((GOLDEN / "pagoda-2-full-all.colonnade").read_bytes()).record
    raw.names = ["<img src=x onerror=alert(1)>", "N" * 80]
    body = json.loads(records.write_json(raw))
    made = house.client().post("/api/records", body)
    found = told(house, f"/record/{made['id']}?lang=fr")
    assert raw.names[0] in found["og:description"]
    assert len(found["og:description"]) < 200
    assert b"<img" not in ask(house, f"/record/{made['id']}")[1]
    picture(house, found["og:image"])


@pytest.mark.parametrize("path", ["/table/unknown", "/table/unknown/replay", "/record/unknown"])
def test_what_is_not_there(house: Running, path: str) -> None:
    """It shows that it leads to this house, and no more."""
    found, home = told(house, path), told(house, "/")
    for name in ("og:title", "og:description", "og:image", "og:locale"):
        assert found[name] == home[name]
    assert found["robots"] == "noindex"


@pytest.mark.parametrize(
    "path",
    [
        "/preview/en/house/other.png",
        "/preview/en/house/colonnade.svg",
        "/preview/xx/house/colonnade.png",
        "/preview/en/rules/chess.png",
        "/preview/en/rules/..%2f..%2fserver.png",
        "/preview/en/other/pagoda.png",
        "/preview/en/house",
    ],
)
def test_other_pictures_cannot_be_had(house: Running, path: str) -> None:
    """Only what is known is drawn."""
    answer, body = ask(house, path)
    assert answer.status == 404
    assert b'"error":"NoPage"' in body


def test_pictures_are_dear(starter: Starter) -> None:
    """Who asks for many waits, however cheap other reads are."""
    running = starter(page="", rate=0.01, burst=25.0)
    client = Client(running.address)
    path = "/preview/en/house/colonnade.svg"
    assert [ask(running, path)[0].status for _ in range(3)] == [404, 404, 429]
    assert client.get("/api/games")


def test_the_house_where_nothing_can_be_drawn(starter: Starter, tmp_path: Path) -> None:
    """A page without its fonts, as without the library: links show the house's mark."""
    page = tmp_path / "page"
    page.mkdir()
    (page / "index.html").write_text('<html lang="en"><head><!--head--><!--/head--></head></html>')
    running = starter(page=page)
    found = told(running, "/rules/pagoda")
    assert found["og:title"] == "Rules of Pagoda"
    assert found["og:image"] == f"http://127.0.0.1:{running.port}/icon-512.png"
    assert found["twitter:card"] == "summary"
    assert ask(running, "/preview/en/rules/pagoda.png")[0].status == 404
    assert not can_draw(fonts_in(page))


def test_what_crawlers_are_told(house: Running) -> None:
    """Tables and games are not for search engines; the rest is; an icon of three sizes is there."""
    answer, body = ask(house, "/robots.txt")
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    everybody, others = body.decode().split("\n\n")
    for path in ("/table/", "/record/", "/api/"):
        assert f"Disallow: {path}\n" in everybody
    assert "Disallow: /\n" not in body.decode()
    assert "facebookexternalhit" in others
    assert "/table" not in others
    answer, body = ask(house, "/favicon.ico")
    assert answer.headers["content-type"] == "image/x-icon"
    kind, count = struct.unpack("<2xHH", body[:6])
    assert (kind, [body[6 + 16 * at] for at in range(count)]) == (1, [16, 32, 48])


def test_the_color_of_the_bar(house: Running) -> None:
    """That of the theme that is seen: the system's, or the one that was chosen."""
    body = ask(house, "/")[1].decode()
    assert re.findall(r'"theme-color" media="\(prefers-color-scheme: (\w+)\)"', body) == [
        "light",
        "dark",
    ]
    body = ask(house, "/", cookie="colonnade.theme=dark")[1].decode()
    assert body.count("theme-color") == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_poster_is_drawn(lang: str) -> None:
    """Each is whole, of the size that messengers want, and says the game's name."""
    house = ElementTree.fromstring(drawn(lang, "house", "colonnade"))
    assert house.get("viewBox") == "0 0 1200 630"
    for key in own_keys():
        assert poster_of(key) is not None
        for kind in ABOUT_GAMES:
            root = ElementTree.fromstring(drawn(lang, kind, key))
            said = " ".join(text for one in root.iter() if (text := one.text))
            assert say(f"page.game.{key}", lang).split()[-1] in said
            ids = [found for one in root.iter() if (found := one.get("id"))]
            assert len(ids) == len(set(ids))
    path = GOLDEN / "summer_pavilion-4-grey.colonnade"
    record = records.read(path.read_bytes()).record
    record.names = ["<b>", "Ångström", "名前", "N" * 60]
    text = result(Kept(record, records.history(game(record.game), record)), lang)
    words = [one.text for one in ElementTree.fromstring(text).iter() if one.text]
    assert {"<b>", "Ångström", say("page.seat", lang, seat=3)} <= set(words)
    assert "名前" not in words
    assert max(map(len, words[words.index("<b>") :])) < 30


def test_names_on_posters() -> None:
    """What the fonts cannot write is a seat's number."""
    assert short("Zoé", 0, "en") == "Zoé"
    assert short("Зоя", 1, "fr") == "Place 2"
    assert short("A name of many words", 0, "en") == "A name of many wo…"
