"""Nothing of a view is missing in its tensor: one thing changed in the one changes the other.

A view is changed as JSON, at random, and imagined without being checked: most such positions were
never played and would be refused, but those that can be read differ from the true one in a single
thing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib import import_module

import msgspec
import pytest

from colonnade.contract.checks import WRONG
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER, State
from colonnade.contract.tensor import Layout
from colonnade.contract.view import View
from colonnade.games.pagoda.material import CARDS_OF_A_COLOR
from colonnade.games.pagoda.view_types import PagodaView
from colonnade.games.seven_steps.material import DISCS_OF_A_COLOR
from colonnade.games.seven_steps.tensor import MOST_OF_A_TILE
from colonnade.games.seven_steps.view_types import StepsView
from colonnade.games.summer_pavilion.view_types import PavilionView
from tests.contract.cases import REAL, Case, glimpses
from tests.contract.test_tensors import tensor, wire

Json = dict[str, "Json"] | list["Json"] | str | int | float | bool | None
Path = tuple[str | int, ...]

# Parts that follow from no others: they must be seen to change alone.
ALONE = {
    "pagoda": "actor on_turn turn phase abilities built tossed least goal completed",
    "seven_steps": "actor on_turn turn phase round called extra_begun space level limit climbing"
    " recovered level_sum least construction points_tile",
    "summer_pavilion": "actor on_turn turn phase placing first marker filling owed least passed",
}
# What a position is of; and the board of 7 Steps, which test_seven_steps_parts reads in full.
LEFT_ALONE = {"game", "seat", "seats", "options", "segments", "rotations", "board"}
# What a view says for the page and imagining finds again from the rest.
FOLLOWS = {"bar", "floors", "due", "standing", "levels", "missing", "most"}
FOLLOWS |= {"earned", "stars", "numbers"}
CHANGES = 100  # tried for each position


def leaves(value: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """All plain values of a JSON document, with the way to each, but what follows from others."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key in FOLLOWS:
                continue
            yield from leaves(part, (*path, key))
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from leaves(part, (*path, i))
    else:
        yield path, value


def put_at(document: Json, path: Path, value: Json) -> None:
    """Put a value where a path leads."""
    for step in path[:-1]:
        document = document[step]  # type: ignore[index]
    document[path[-1]] = value  # type: ignore[index]


def pick(rng: Rng, things: list[tuple[Path, Json]]) -> tuple[Path, Json]:
    """One of several, each as likely."""
    return things[rng.below(len(things))]


def change(raw: bytes, words: list[str], rng: Rng) -> Json:
    """A view with one thing replaced, moved over or exchanged."""
    document: Json = msgspec.json.decode(raw)
    places = [(path, value) for path, value in leaves(document) if path[0] not in LEFT_ALONE]
    path, value = pick(rng, places)
    kind = rng.below(3)
    if isinstance(value, bool):
        put_at(document, path, not value)
    elif isinstance(value, int) and kind == 0:
        put_at(document, path, value + 1 - 2 * rng.below(2))
    elif isinstance(value, int):
        like = [(p, v) for p, v in places if p[-1] == path[-1] and p != path]
        other, count = pick(rng, like or places)
        put_at(document, path, value - 1)
        if isinstance(count, int):
            put_at(document, other, count + 1)
    elif kind == 0:
        put_at(document, path, words[rng.below(len(words))])
    elif kind == 1:
        put_at(document, path, None)
    else:
        like = [(p, v) for p, v in places if v is None or isinstance(v, str)]
        other, found = pick(rng, like)
        put_at(document, path, found)
        put_at(document, other, value)
    return document


def enough(view: View) -> bool:
    """Whether the box holds what a view shows, and there is somebody to act: all that is needed."""
    on_turn = getattr(view, "on_turn")  # noqa: B009
    if not OVER <= view.actor < view.seats or not 0 <= on_turn < view.seats:
        return False
    if isinstance(view, PagodaView):
        return enough_cards(view)
    if not isinstance(view, StepsView):
        return True
    if any(points < 0 for player in view.players for points in player.breakdown.values()):
        return False
    discs: Counter[str] = Counter(view.gone)
    for space in view.board.values():
        discs[space.color] += space.height
    for player in view.players:
        discs.update(player.known if player.hand is None else player.hand)
        discs.update(player.lost or {})
    tiles = [*view.piles.values(), *view.discards.values()]
    counts = all(0 <= count <= MOST_OF_A_TILE for kinds in tiles for count in kinds.values())
    drawable = all(sum(pile.values()) > 0 for pile in view.piles.values())
    hidden = [player for player in view.players if player.hand is None]
    sizes = [player.hand_size - sum(player.known.values()) for player in hidden]
    sizes += [player.lost_size for player in hidden]
    dealt = min(sizes, default=0) >= 0 and sum(sizes) <= 140 - discs.total()
    return counts and drawable and dealt and max(discs.values(), default=0) <= DISCS_OF_A_COLOR


def enough_cards(view: PagodaView) -> bool:
    """The same of Pagoda."""
    cards = Counter(view.discard + view.played)
    sizes = []
    for player in view.players:
        cards.update(player.display + (player.known or [] if player.hand is None else player.hand))
        sizes += [player.hand_size - len(player.known or [])] if player.hand is None else []
    dealt = min(sizes, default=0) >= 0 and sum(sizes) <= 55 - cards.total()
    return dealt and max(cards.values(), default=0) <= CARDS_OF_A_COLOR


def imagined(case: Case, document: Json, rng: Rng) -> State | None:
    """The position of a changed view, if one can be made of it, right or wrong."""
    fit = import_module(f"colonnade.games.{case.game.key}.view").fit
    state = case.start()
    try:
        view = msgspec.convert(document, case.game.view_type)
        if not enough(view):
            return None
        fit(state, view, *([] if isinstance(view, PavilionView) else [rng]))
    except (msgspec.ValidationError, *WRONG):
        return None
    return state


def differing(layout: Layout, one: list[int], other: list[int]) -> set[str]:
    """The parts in which two tensors differ."""
    return {
        part.name
        for part in layout.parts
        for at in [layout.offset(part.name)]
        if one[at : at + part.size] != other[at : at + part.size]
    }


@pytest.mark.once
@pytest.mark.parametrize("key", ALONE)
def test_one_thing_changed_in_a_view_changes_the_tensor(key: str) -> None:
    """No two views that differ share a tensor, even where no game would lead."""
    rng = Rng(15)
    alone: set[str] = set()
    compared = 0
    for case in [case for case in REAL if case.game.key == key][:4]:
        states = list(glimpses(case, 14, 14))
        layout, words = case.game.layout(case.seats), vocabulary(states)
        for state in states:
            seat = rng.below(case.seats)
            raw, true = wire(state, seat), tensor(state, seat)
            for _ in range(CHANGES):
                other = imagined(case, change(raw, words, rng), rng)
                if other is not None and wire(other, seat) != raw:
                    found = differing(layout, true, tensor(other, seat))
                    assert found, wire(other, seat)
                    alone |= found if len(found) == 1 else set()
                    compared += 1
    assert compared > 500
    assert set(ALONE[key].split()) <= alone


def vocabulary(states: list[State]) -> list[str]:
    """Every word that views of these positions use as a value."""
    found = {value for state in states for _, value in leaves(msgspec.json.decode(wire(state, 0)))}
    return sorted(value for value in found if isinstance(value, str))
