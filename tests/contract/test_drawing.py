"""Pictures: every game draws what a view knows, all of it and no more, in the page's colors."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest

from colonnade.contract.rng import Rng
from colonnade.contract.state import State
from colonnade.contract.view import View
from colonnade.pictures import NoPicture, draw, drawing_of
from colonnade.pictures.paper import Paper, own_names
from colonnade.tokens import paints
from tests.contract.cases import CASES, REAL, Case, glimpses, position, wander
from tests.contract.drawn import found
from tests.contract.kits import DRAWN as WANTED
from tests.contract.toy import TOY

SVG = "{http://www.w3.org/2000/svg}"
KNOWN = {color for paint in paints().values() for color in paint}
# A game need not draw pictures; those of the box do.
DRAWN = [case for case in REAL if drawing_of(case.game.key)]
POSITIONS = 1  # of each case, about, beside the first and the last


def names(case: Case) -> str:
    """A test's name."""
    return case.name


def pictured(view: View) -> ElementTree.Element:
    """The picture of a view, read as XML."""
    return ElementTree.fromstring(draw(view))


@pytest.mark.parametrize("case", DRAWN, ids=names)
def test_every_piece_is_drawn(case: Case) -> None:
    """All that a view knows is there, once; what a seat cannot know is nowhere in its picture."""
    for state in glimpses(case, 5, 3 * POSITIONS):
        for view in (state.reveal(), state.view(case.seats - 1)):
            assert found(pictured(view)) == WANTED[case.game.key](view)


@pytest.mark.parametrize("case", DRAWN, ids=names)
def test_twin_worlds_look_alike(case: Case) -> None:
    """The true and an imagined position give a watcher the same picture, byte for byte."""
    states = list(wander(case, 6))
    told = 0
    for state in states[len(states) // 4 :: len(states) // 3]:
        for watcher in (case.seats - 1, None):
            view = state.view(watcher)
            twin = case.game.imagine(view, Rng(8))
            assert draw(twin.view(watcher)) == draw(view)
        told += draw(twin.reveal()) != draw(state.reveal())
    assert (told == 0) == case.game.perfect_information


@pytest.mark.parametrize("case", DRAWN, ids=names)
def test_pictures_are_whole(case: Case) -> None:
    """Valid XML, colors of the tokens alone, every name there once and everything named there."""
    for state in glimpses(case, 7, POSITIONS):
        text = draw(state.reveal())
        root = ElementTree.fromstring(text)
        ids = Counter(element.get("id") for element in root.iter() if element.get("id"))
        assert set(ids.values()) == {1}
        for element in root.iter():
            for name in ("fill", "stroke", "stop-color"):
                paint = element.get(name, "none")
                assert paint in KNOWN | {"none"} or paint.startswith("url(#"), paint
        style = root.findtext(f"{SVG}style", "")
        assert set(re.findall(r"(?:fill|stroke|stop-color):([^;}]+)", style)) <= KNOWN
        used = set(re.findall(r"url\(#([^)]+)\)", text)) | set(re.findall(r'href="#([^"]+)"', text))
        assert used <= set(ids)
        classes = {name for one in root.iter() for name in one.get("class", "").split()}
        assert {f".{name}" for name in classes} <= set(re.findall(r"(\.[\w-]+)\{", style))
        box = [float(part) for part in root.get("viewBox", "").split()]
        assert box == [0, 0, float(root.get("width", "0")), float(root.get("height", "0"))]


@pytest.mark.parametrize("case", CASES, ids=names)
def test_a_notebook_shows_states_and_views(case: Case) -> None:
    """A state shows all, a view what it knows; a game without pictures shows nothing."""
    state = position(case, 3, 20)
    for thing, view in ((state, state.reveal()), (state.view(0), state.view(0))):
        assert isinstance(thing, State | View)
        shown = thing._repr_svg_()
        if case.game.key not in WANTED:
            assert shown is None
        else:
            assert shown is not None
            assert without_names(shown) == without_names(draw(view))


def without_names(text: str) -> str:
    """A picture without the name that it has on a page."""
    return re.sub(r"\bc[0-9a-f]{8}(?:-\d+(?=[\"\s){-]))?", "ID", text)


def test_a_game_without_pictures_says_so() -> None:
    """A fourth game needs none, and works; the three of the box have them."""
    assert {case.game.key for case in DRAWN} == set(WANTED)
    with pytest.raises(NoPicture, match="toy has no pictures"):
        draw(TOY.start().reveal())


def test_many_pictures_on_one_page() -> None:
    """The same position twice, and another one, have no name in common."""
    states = [position(DRAWN[at], 3, 40) for at in (0, 0, -1)]
    shown = [str(state._repr_svg_()) for state in states]
    ids = [set(re.findall(r'\bid="([^"]+)"', text)) for text in shown]
    assert all(len(own) > 5 for own in ids)
    assert not ids[0] & ids[1]
    assert not ids[0] & ids[2]
    classes = [set(re.findall(r"\.(c[\w-]+)\{", text)) for text in shown]
    assert classes[0]
    assert not classes[0] & classes[1]


@pytest.mark.parametrize("case", DRAWN[:1] + DRAWN[-1:], ids=names)
def test_the_same_view_is_the_same_text(case: Case) -> None:
    """A picture can be kept, and compared."""
    first, second = (draw(position(case, 4, 60).view(0)) for _ in range(2))
    assert first == second
    assert first != draw(position(case, 4, 61).view(0))


@pytest.mark.once
@pytest.mark.parametrize(("lang", "word"), [("en", "Seat 1"), ("fr", "Place 1")])
@pytest.mark.parametrize("case", DRAWN[:1] + DRAWN[8:9] + DRAWN[-1:], ids=names)
def test_readers_hear_the_position(case: Case, lang: str, word: str) -> None:
    """Name and description are in the language asked for, with every seat's points."""
    view = position(case, 4, 90).reveal()
    root = ElementTree.fromstring(draw(view, lang))
    title, about = root.findtext(f"{SVG}title", ""), root.findtext(f"{SVG}desc", "")
    assert str(view.turn) in title
    assert word in about
    for score in view.scores:
        assert re.search(rf"\b{score}\b", about)
    labels = root.get("aria-labelledby", "").split()
    assert [root.find(f"*[@id='{label}']") is not None for label in labels] == [True, True]


def test_paper_escapes_and_refuses() -> None:
    """Words cannot become marks, and a color must be a token."""
    paper = Paper(10, 10)
    paper.text(1, 2, '<b> & "c"', 12, data_words='"<&>"')
    root = ElementTree.fromstring(paper.finish("<t>", "a & b"))
    words = root.find(f"{SVG}text")
    assert words is not None
    assert words.text == '<b> & "c"'
    assert words.get("data-words") == '"<&>"'
    assert root.findtext(f"{SVG}title") == "<t>"
    assert own_names("no picture") == "no picture"
    with pytest.raises(KeyError):
        paper.rect(0, 0, 1, 1, fill="#123456")


def test_dark_grounds_have_their_own_colors() -> None:
    """What changes with the theme has a rule of its own; pieces never change."""
    paper = Paper(10, 10)
    paper.rect(0, 0, 1, 1, fill="ink", stroke="stone-edge/line-strong")
    paper.rect(0, 0, 1, 1, fill="red-fill")
    text = paper.finish("t", "a")
    light, dark = text.split("@media (prefers-color-scheme: dark)")[1].split("</style>")[::-1]
    assert f"fill:{paints()['ink'].dark}" in dark
    assert f"stroke:{paints()['line-strong'].dark}" in dark
    assert f'fill="{paints()["ink"].light}" stroke="{paints()["stone-edge"].light}"' in light
    assert "red" not in dark
