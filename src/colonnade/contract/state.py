"""The state every game has: who acts, what is legal, what a move does.

Checks, records and loops over moves are written once in play.py and record.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from colonnade.contract.event import Event
from colonnade.contract.moves import MoveTable
from colonnade.contract.rng import Rng
from colonnade.contract.tensor import Layout
from colonnade.contract.touch import Moved, Touch
from colonnade.contract.view import Refusal, View

CHANCE: Final = -1
OVER: Final = -2
NO_CEILING: Final = 1_000_000  # points that no game comes to
KEY_WORDS: Final = 64  # room for what still matters of a position


@mypyc_attr(acyclic=True, allow_interpreted_subclasses=True)
class State:
    """A position of a game; games fill in every method that raises NotImplementedError here."""

    def __init__(self) -> None:
        self.actor: i64 = CHANCE  # the seat that must decide, CHANCE or OVER
        self.turn: i64 = 0  # 0 while the game is set up, then 1, 2, 3 and so on

    def table(self) -> MoveTable:
        """All rows of this game; buffers as long as it hold whatever is filled in below."""
        raise NotImplementedError

    def fill_legal(self, rows: vec[i64]) -> i64:
        """Write the legal rows into `rows`, rising, and return how many; 0 only when OVER."""
        raise NotImplementedError

    def fill_weights(self, weights: vec[i64]) -> i64:
        """At CHANCE, write the weights parallel to fill_legal's rows, and return their sum."""
        raise NotImplementedError

    def apply(self, move: i64) -> None:
        """Make a legal move in place, unchecked."""
        raise NotImplementedError

    def copy(self) -> State:
        """Make an independent twin."""
        raise NotImplementedError

    def copy_from(self, other: State) -> None:
        """Become a twin of `other`, a state of the same game, without making a new object."""
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Each seat's points so far."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """The seats that won, several when they share it; none before the end."""
        if self.actor != OVER:
            return []
        scores = self.scores()
        best = max(scores)
        return [seat for seat in range(len(scores)) if scores[seat] == best]

    def view(self, seat: int | None) -> View:
        """What this seat may know, built from nothing; None is a spectator."""
        raise NotImplementedError

    def reveal(self) -> View:
        """Everything, as a spectator of cards that all lie open: after the end, and in tests."""
        raise NotImplementedError

    def seen(self, move: int, seat: int | None) -> int:
        """The row as this seat sees it made from here: hidden rows are veiled."""
        raise NotImplementedError

    def reimagine(self, seat: i64, rng: Rng) -> None:
        """Deal the hidden parts anew, in place, from what `seat` knows only."""
        raise NotImplementedError

    # The end of a game, for those that solve it; a game may leave all three out

    def stand_in(self, seat: i64) -> bool:
        """Become a position that stands for all that fit what `seat`, on turn, knows.

        From it the game goes on by its rows as from any of them, with the chances that the seat
        has; whoever decides later knows all that matters too. False, unchanged, if there is none.
        """
        return False

    def fill_key(self, words: vec[i64]) -> i64:
        """Write, of a position that stands in, all that still matters; returns how many words.

        Two of one game with equal words can come to the same points, with the same chances. There
        is room for KEY_WORDS, to be written to as wanted. 0: a game that does not say.
        """
        return 0

    def ceiling(self, seat: i64) -> i64:
        """The most by which `seat` may come to lead the best of the others; NO_CEILING: any."""
        return NO_CEILING

    def breakdown(self, seat: int) -> dict[str, int]:
        """A seat's points by source; they add up to its score."""
        raise NotImplementedError

    def refusals(self, seat: int, legal: list[int] | None = None) -> list[Refusal]:
        """Why each visible thing cannot be used by this seat now; `legal` where it is known."""
        raise NotImplementedError

    def touches(self, move: int) -> Touch:
        """What a row, veiled or not, touches if it is made from here; without more, its kind."""
        return Touch((self.table().rows[move].kind,))

    def moved(self, move: int, seat: int | None, reveal: bool = False) -> list[Moved]:
        """What travels, in order, if the row that this seat sees is made from here.

        None is a spectator; with `reveal` everything lies open. A game may leave it out.
        """
        return []

    def events(self, move: int, after: State) -> tuple[Event, ...]:
        """What making a row from here, which led to `after`, brought about that all may know."""
        return ()

    def tensor_layout(self) -> Layout:
        """The parts of this position's tensors: one layout for each number of seats."""
        raise NotImplementedError

    def fill_tensor(self, seat: i64, out: vec[i16], at: i64) -> None:
        """Write what `seat` knows as whole numbers into `out`, from `at` on, by the layout."""
        raise NotImplementedError

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the whole position, all of it open."""
        return self.reveal()._repr_svg_()

    def dump(self) -> str:
        """The whole position, hidden parts included, as one line that Game.load reads."""
        raise NotImplementedError

    def legal(self) -> list[int]:
        """The legal rows, rising; empty only when OVER."""
        rows = vec[i64]([0] * len(self.table()))
        count = self.fill_legal(rows)
        return [int(rows[i]) for i in range(count)]

    def weights(self) -> list[int]:
        """At CHANCE, how often each row of legal() comes; empty for a seat's decision."""
        if self.actor != CHANCE:
            return []
        weights = vec[i64]([0] * len(self.table()))
        count = self.fill_legal(vec[i64]([0] * len(self.table())))
        self.fill_weights(weights)
        return [int(weights[i]) for i in range(count)]

    # As a value, and for people

    def __eq__(self, other: object) -> bool:
        """Whether two positions are the same in all their parts, hidden ones too."""
        if not isinstance(other, State):
            return NotImplemented
        return self.dump() == other.dump()

    def __hash__(self) -> int:
        """Positions change in place, so that none can be a key."""
        raise TypeError(f"a {type(self).__name__} changes, so it cannot be a key")

    def __repr__(self) -> str:
        """The turn, the points and who must decide."""
        who = f"seat {self.actor} decides"
        if self.actor < 0:
            who = "chance draws" if self.actor == CHANCE else "over"
        points = "-".join([str(score) for score in self.scores()])
        return f"<{type(self).__name__}: turn {self.turn}, {points}, {who}>"

    def __str__(self) -> str:
        """The position as a picture in plain text, all of it open."""
        return str(self.reveal())
