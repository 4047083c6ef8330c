"""Tensors are a view as numbers: nothing hidden is in them, and nothing of the view is missing."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from librt.vecs import vec
from mypy_extensions import i16

from colonnade.contract.errors import WrongSeats
from colonnade.contract.game import Game
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.contract.tensor import Layout, NoTensor, Part
from colonnade.games.pagoda import GAME as PAGODA
from colonnade.games.pagoda.material import ABILITIES
from colonnade.games.pagoda.material import COLORS as CARD_COLORS
from colonnade.games.pagoda.view_types import PagodaView
from colonnade.games.seven_steps.material import COLORS as DISC_COLORS
from colonnade.games.seven_steps.material import SPACE_NAMES
from colonnade.games.seven_steps.view_types import StepsView
from colonnade.games.summer_pavilion.material import COLORS as TILE_COLORS
from colonnade.games.summer_pavilion.material import STARS
from colonnade.games.summer_pavilion.view_types import PavilionView
from tests.contract.cases import ALL, OWN, REAL, Case, glimpses, wander
from tests.contract.toy import TOY

UNTOUCHED = -7
OURS = (
    "pagoda",
    "seven_steps",
    "summer_pavilion",
)  # these have tensors; another game may lack them


def has_tensors(game: Game) -> bool:
    """Whether a game offers tensors; ours must, or every test below fails for it."""
    try:
        game.layout(game.seats[0])
    except NoTensor:
        return game.key in OURS
    return True


TENSORED = [game for game in OWN if has_tensors(game)]
REAL_TENSORED = [case for case in REAL if case.game in TENSORED]
each_case = pytest.mark.parametrize("case", REAL_TENSORED, ids=lambda case: case.name)


def tensor(state: State, seat: int) -> list[int]:
    """What a seat knows as numbers; also checks that exactly the layout's entries are written."""
    size = state.tensor_layout().size
    out = vec[i16]([UNTOUCHED] * (size + 5))
    state.fill_tensor(seat, out, 3)
    written = [int(entry) for entry in out]
    assert written[:3] == [UNTOUCHED] * 3
    assert written[size + 3 :] == [UNTOUCHED] * 2
    return written[3 : size + 3]


def parts(state: State, seat: int) -> dict[str, list[int]]:
    """A seat's tensor by its parts."""
    layout, entries = state.tensor_layout(), tensor(state, seat)
    return {part.name: entries[layout.offset(part.name) :][: part.size] for part in layout.parts}


def wire(state: State, seat: int) -> bytes:
    """A seat's view as it leaves the house."""
    return msgspec.json.encode(state.view(seat))


@pytest.mark.once
def test_a_layout_is_fixed_by_game_and_seats() -> None:
    """Options change no size; names are unique; offsets follow each other."""
    for case in [case for case in ALL if case.game in TENSORED]:
        layout = case.game.layout(case.seats)
        assert case.start().tensor_layout() == layout
        at = 0
        for part in layout.parts:
            assert layout.offset(part.name) == at
            assert part.size > 0
            assert 0 < part.highest < 2**15
            at += part.size
        assert layout.size == at == len(layout.highest())


@each_case
def test_entries_stay_in_their_range(case: Case) -> None:
    """Every entry lies between 0 and the highest number of its part, wherever the game is."""
    layout = case.game.layout(case.seats)
    highest = layout.highest()
    for state in glimpses(case, 5, 40):
        assert state.tensor_layout() is layout
        for seat in range(case.seats):
            entries = tensor(state, seat)
            wrong = [i for i, entry in enumerate(entries) if not 0 <= entry <= highest[i]]
            assert not wrong, [(name_of(layout, i), entries[i], highest[i]) for i in wrong]


def name_of(layout: Layout, entry: int) -> str:
    """The part that an entry belongs to."""
    return [part.name for part in layout.parts if layout.offset(part.name) <= entry][-1]


@each_case
def test_one_hot_parts_have_one_mark(case: Case) -> None:
    """Somebody sits there, acts or not, in some phase: one mark each."""
    for state in glimpses(case, 6, 30):
        for seat in range(case.seats):
            found = parts(state, seat)
            for name in ("seat", "actor", "on_turn", "phase", "least"):
                assert sorted(found[name])[-2:] == [0, 1], name
            assert found["seat"].index(1) == seat
            around = [(seat + i) % case.seats for i in range(case.seats)]
            assert [*around, CHANCE, OVER][found["actor"].index(1)] == state.actor


@each_case
def test_what_is_hidden_never_enters(case: Case) -> None:
    """A state imagined from the view alone, or dealt anew, gives the same tensor."""
    rng = Rng(14)
    for state in glimpses(case, 7, 20):
        for seat in range(case.seats):
            true = tensor(state, seat)
            view = state.view(seat)
            again = state.copy()
            for _ in range(2):
                assert tensor(case.game.imagine(view, rng), seat) == true
                again.reimagine(seat, rng)
                assert tensor(again, seat) == true


@each_case
def test_all_of_a_view_enters(case: Case) -> None:
    """Positions one move apart have the same tensor exactly when they have the same view."""
    differing = 0
    for state in glimpses(case, 8, 12):
        for seat in range(case.seats):
            views: dict[tuple[int, ...], bytes] = {}
            tensors: dict[bytes, tuple[int, ...]] = {}
            for after in neighbors(state):
                entries, view = tuple(tensor(after, seat)), wire(after, seat)
                assert views.setdefault(entries, view) == view
                assert tensors.setdefault(view, entries) == entries
            differing += len(views) - 1
    assert differing > 20


def neighbors(state: State) -> Iterator[State]:
    """A position and those one move later."""
    yield state
    for move in state.legal():
        after = state.copy()
        after.apply(move)
        yield after


@pytest.mark.parametrize("game", TENSORED, ids=lambda game: game.key)
def test_views_of_whole_games_differ_as_their_tensors_do(game: Game) -> None:
    """All along random games of all variants, no two views share a tensor."""
    for seats in {case.seats for case in REAL if case.game is game}:
        views: dict[tuple[int, ...], bytes] = {}
        seen: set[bytes] = set()
        for case in REAL:
            if case.game is game and case.seats == seats:
                for state in glimpses(case, 9, 40):
                    for seat in range(seats):
                        entries, view = tuple(tensor(state, seat)), wire(state, seat)
                        assert views.setdefault(entries, view) == view
                        seen.add(view)
        assert len(views) == len(seen) > 100


@each_case
def test_seats_stand_in_order_from_ones_own(case: Case) -> None:
    """Points begin with one's own and go around the table."""
    for state in glimpses(case, 10, 15):
        scores = state.scores()
        for seat in range(case.seats):
            assert parts(state, seat)["scores"] == [*scores[seat:], *scores[:seat]]


# What the parts say, decoded by hand


def colors_of(entries: list[int], names: tuple[str, ...]) -> list[str | None]:
    """One-hot groups as names."""
    size = len(names)
    groups = [entries[i : i + size] for i in range(0, len(entries), size)]
    return [names[group.index(1)] if 1 in group else None for group in groups]


def counted(names: tuple[str, ...], things: list[str]) -> list[int]:
    """How many of each name there are."""
    return [things.count(name) for name in names]


def pad(names: list[str], size: int) -> list[str | None]:
    """Names, and nothing for the places that are left."""
    return [*names, *[None] * (size - len(names))]


def test_pagoda_parts() -> None:
    """Lots, tiles and cards stand where the layout says."""
    for case in (case for case in REAL if case.game.key == "pagoda"):
        for state in glimpses(case, 11, 20):
            for seat in range(2):
                view, found = state.view(seat), parts(state, seat)
                assert isinstance(view, PagodaView)
                own, other = view.players[seat], view.players[1 - seat]
                floors = colors_of(found["floors"], CARD_COLORS)
                for lot, looked in enumerate(view.lots):
                    assert floors[lot * 4 : lot * 4 + 4] == pad(looked.floors, 4)
                assert colors_of(found["roofs"], CARD_COLORS) == [lot.roof for lot in view.lots]
                assert found["columns"] == [lot.columns for lot in view.lots]
                tiles = [(base, to) for base in CARD_COLORS for to in CARD_COLORS]
                assert found["tiles"] == [int(tile in view.tiles) for tile in tiles]
                assert own.hand is not None
                assert found["hand"] == counted(CARD_COLORS, own.hand)
                assert found["displays"][5:] == counted(CARD_COLORS, other.display)
                assert found["hand_sizes"] == [own.hand_size, other.hand_size]
                assert found["known"][:5] == counted(CARD_COLORS, own.known or [])
                assert found["known"][5:] == counted(CARD_COLORS, other.known or [])
                assert found["used"] == [int(ability in view.used) for ability in ABILITIES]
                hidden = other.hand_size - len(other.known or [])
                assert sum(found["unseen"]) == view.deck_size + hidden
                assert found["fast"] == [int(case.options["length"] == "fast")]
                assert found["abilities_on"] == [int(case.options["abilities"] == "all")]
                assert found["turn"] == [view.turn]


def test_summer_pavilion_parts() -> None:
    """Factories, boards and points stand where the layout says."""
    for case in (case for case in REAL if case.game.key == "summer_pavilion"):
        for state in glimpses(case, 12, 12):
            seat = case.seats - 1
            view, found = state.view(seat), parts(state, seat)
            assert isinstance(view, PavilionView)
            tiles = [
                view.factories[i].get(c, 0) for i in range(len(view.factories)) for c in TILE_COLORS
            ]
            assert found["factories"] == tiles
            assert found["bag"] == [view.bag.get(color, 0) for color in TILE_COLORS]
            assert colors_of(found["wild"], TILE_COLORS) == [view.wild]
            assert found["round"].index(1) + 1 == view.round
            assert found["placing"] == [view.stage - 1]
            boards = colors_of(found["boards"], TILE_COLORS)
            for place in range(case.seats):
                player = view.players[(seat + place) % case.seats]
                expected = [color for star in STARS for color in player.board[star]]
                assert boards[place * 42 : place * 42 + 42] == expected
                points = found["points"][place * 5 : place * 5 + 5]
                assert points == [abs(count) for count in list(player.breakdown.values())[1:]]


def test_seven_steps_parts() -> None:
    """Spaces, towers, the path and tiles stand where the layout says."""
    for case in (case for case in REAL if case.game.key == "seven_steps"):
        for state in glimpses(case, 13, 8):
            seat = case.seats - 1
            view, found = state.view(seat), parts(state, seat)
            assert isinstance(view, StepsView)
            shown = [view.board.get(name) for name in SPACE_NAMES]
            colors = colors_of(found["colors"], DISC_COLORS)
            assert colors == [space.color if space else None for space in shown]
            assert found["heights"] == [space.height if space else 0 for space in shown]
            order = [view.path.index(n) + 1 if n in view.path else 0 for n in SPACE_NAMES]
            assert found["path"] == order
            own = view.players[seat]
            assert own.hand is not None
            assert found["hand"] == [own.hand.get(color, 0) for color in DISC_COLORS]
            assert found["hand_sizes"][0] == own.hand_size
            assert found["hand_sizes"][1] == view.players[0].hand_size
            hidden = sum(
                player.hand_size - sum(player.known.values()) + player.lost_size
                for player in view.players
                if player is not own
            )
            assert sum(found["unseen"]) == view.bag_size + hidden
            assert found["third"] == [int(color in view.third) for color in DISC_COLORS]
            assert found["round"] == [view.round]


# Edges


def test_a_long_game_of_pagoda_counts_its_turns_up_to_the_highest() -> None:
    """No proof bounds the length, so later turns look alike."""
    state = PAGODA.start()
    for turn, shown in ((255, 255), (256, 255), (100_000, 255)):
        state.turn = turn
        assert parts(state, 0)["turn"] == [shown]


@pytest.mark.once
def test_a_game_may_have_no_tensors() -> None:
    """Then asking for them says so, and nothing else fails."""
    with pytest.raises(NoTensor, match="toy offers no tensors"):
        TOY.layout(2)
    assert sum(1 for _ in wander(Case(TOY, 2, {}), 1)) > 4


@pytest.mark.once
def test_layouts_are_asked_for_seats_that_exist() -> None:
    """Nine seats are an error, not another layout."""
    with pytest.raises(WrongSeats):
        PAGODA.layout(9)


@pytest.mark.once
def test_parts_have_names_of_their_own() -> None:
    """Two parts of one name could not be told apart."""
    twice = Layout((Part("hand", 2, 1, ""), Part("hand", 3, 1, "")))
    with pytest.raises(ValueError, match="hand"):
        twice.offset("hand")
