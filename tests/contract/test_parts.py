"""The small parts of the contract: generators, options, the move table, errors, play."""

from __future__ import annotations

import pytest

import colonnade
from colonnade.contract.errors import (
    UnknownGame,
    UnknownMove,
    UnknownOption,
    UnknownValue,
    WrongSeats,
)
from colonnade.contract.game import Game
from colonnade.contract.moves import MoveTable, Row
from colonnade.contract.play import draw, perft, settle
from colonnade.contract.rng import Rng, SystemRng
from colonnade.contract.state import CHANCE
from colonnade.games import game
from tests.contract.cases import OWN
from tests.contract.toy import TOY


def test_rng_gives_the_same_numbers_in_both_builds() -> None:
    """The first outputs are written down: records of simulations depend on them."""
    rng = Rng(1)
    assert [rng.next() for _ in range(4)] == [441792574, 614447336, 1644328534, 3387734806]
    rng = Rng(2**63 + 5, 7)
    assert [rng.below(100) for _ in range(8)] == [52, 61, 18, 23, 97, 69, 28, 1]


def test_rng_streams_differ() -> None:
    """Each stream of a seed is a generator of its own."""
    assert len({Rng(1, stream).next() for stream in range(1000)}) == 1000


def test_rng_is_even() -> None:
    """Every number below a bound comes about equally often."""
    rng = Rng(3)
    counts = [0] * 10
    for _ in range(10_000):
        counts[rng.below(10)] += 1
    assert all(900 < count < 1100 for count in counts)


def test_system_rng_stays_below_its_bound() -> None:
    """The system's generator serves the same purpose."""
    assert {SystemRng().below(3) for _ in range(200)} == {0, 1, 2}


def test_chance_draws_by_weight() -> None:
    """A source that draws each ticket once meets each row as often as its weight."""

    class Ticket:
        def __init__(self, value: int) -> None:
            self.value = value

        def below(self, bound: int) -> int:
            return self.value

    state = TOY.start(2, {"copies": "3"})
    drawn = [draw(state, Ticket(i)) for i in range(sum(state.weights()))]
    assert [drawn.count(row) for row in state.legal()] == state.weights()


def test_settle_stops_where_somebody_decides() -> None:
    """All draws of a set-up are made, and told."""
    state, drawn = settle(TOY.start(3), Rng(1))
    assert state.actor == 0
    assert len(drawn) == 3
    assert settle(state, Rng(1))[1] == []


def test_perft_counts_sequences() -> None:
    """Two deals of three cards, then show or fold by both seats."""
    state = TOY.start(2)
    assert state.actor == CHANCE
    assert [perft(state, depth) for depth in range(6)] == [1, 3, 9, 18, 36, 36]


def test_unknown_things_list_what_exists() -> None:
    """Every error names what is there instead."""
    with pytest.raises(UnknownGame, match=r'no game "go".*pagoda'):
        game("go")
    with pytest.raises(WrongSeats, match=r"toy is not played by 7.*2, 3"):
        TOY.start(7)
    with pytest.raises(UnknownOption, match=r'no option "size".*copies'):
        TOY.start(2, {"size": "1"})
    with pytest.raises(UnknownValue, match=r'"copies" has no value "9".*4, 3'):
        TOY.start(2, {"copies": "9"})
    with pytest.raises(UnknownMove, match=r'no move "shew 1".*show 1'):
        TOY.moves.number("shew 1")


def test_moves_are_found_by_their_words() -> None:
    """Case and spacing do not matter; two rows with the same words are a mistake."""
    assert TOY.moves.number("  Show   1 ") == 1
    with pytest.raises(ValueError, match="same words"):
        MoveTable([Row("fold", "fold"), Row("fold", "fold")])


@pytest.mark.once
@pytest.mark.parametrize("found", OWN, ids=lambda found: found.key)
def test_what_a_game_says_of_its_rows_is_true(found: Game) -> None:
    """Kinds that it names exist, a set's ends belong to it, and a folder has the game's key."""
    kinds = {row.kind for row in found.moves.rows}
    assert found.set_kinds | found.idle_kinds <= kinds
    assert found.set_ends <= found.set_kinds
    assert type(found).__module__ == f"colonnade.games.{found.key}"


@pytest.mark.once
def test_a_game_can_be_imported_by_its_folder() -> None:
    """Nothing hides the package of games: `import colonnade.games.pagoda as p` works."""
    import colonnade.games.pagoda as pagoda

    assert pagoda.GAME is game("pagoda") is colonnade.game("pagoda")
    assert colonnade.all_games()[: len(OWN)] == OWN
    assert len(OWN) > 2


@pytest.mark.parametrize("found", OWN, ids=lambda found: found.key)
def test_move_tables_are_small_and_plain(found: object) -> None:
    """Under 4,000 rows of plain words, each found again by its words, with a kind for the page."""
    from colonnade.contract.game import Game

    assert isinstance(found, Game)
    assert len(found.moves) < 4000
    for number, row in enumerate(found.moves.rows):
        assert found.moves.number(row.words) == number
        assert row.words.replace(" ", "").replace("+", "").isalnum()
        assert row.words.islower()
        assert found.moves.fields(number)["kind"] == row.kind
