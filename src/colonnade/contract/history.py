"""A game in progress: where it began, the rows made since, and the position they lead to.

Whoever keeps a game keeps one of these, and nobody else folds rows into positions. It holds the
whole truth: players are given views, never this. Checks and draws are play.py's; a game as it is
kept, record.py's.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from itertools import pairwise

from colonnade.contract.game import Game
from colonnade.contract.play import Source, check_row, draw
from colonnade.contract.state import CHANCE, OVER, State


class History:
    """A start and the rows played from it, with the position they lead to always at hand."""

    __slots__ = ("_actors", "_decided", "_legal", "_rows", "_start", "_state", "_then", "game")

    def __init__(self, game: Game, start: State | None = None, rows: Iterable[int] = ()) -> None:
        self.game = game
        self._start = game.start() if start is None else start.copy()
        self._state = self._start.copy()
        # Arrays, since a server holds thousands of games: a row takes five bytes, not sixteen.
        self._rows = array("i")
        self._actors = array("b")
        self._legal: list[int] | None = None
        # The position before the newest decision, which is looked at again and again.
        self._then = self._start.copy()
        self._decided = 0  # how many rows lead there
        self.extend(rows)

    # Reading

    @property
    def start(self) -> State:
        """Where it began; lent, not to be changed."""
        return self._start

    @property
    def state(self) -> State:
        """The position now; lent, not to be changed."""
        return self._state

    @property
    def rows(self) -> list[int]:
        """The rows made, chance's draws included."""
        return self._rows.tolist()

    @property
    def actors(self) -> list[int]:
        """Who made each row, a seat or CHANCE."""
        return self._actors.tolist()

    def actor_at(self, ply: int) -> int:
        """Who made the row of a ply, without a list of all; a negative one is counted back."""
        return self._actors[ply]

    def first_of(self, actor: int) -> int | None:
        """The ply of the first row that somebody made, if there is one."""
        return self._actors.index(actor) if actor in self._actors else None

    def last_of(self, actor: int) -> int | None:
        """The ply of the last row that somebody made, if there is one."""
        return next((i for i in reversed(range(len(self))) if self._actors[i] == actor), None)

    @property
    def draws(self) -> int:
        """How many rows were drawn."""
        return self._actors.count(CHANCE)

    @property
    def actor(self) -> int:
        """Who must decide now: a seat, CHANCE or OVER."""
        return int(self._state.actor)

    @property
    def seats(self) -> int:
        """How many sit here."""
        return len(self._start.scores())

    def __len__(self) -> int:
        """How many rows were made."""
        return len(self._rows)

    def legal(self) -> list[int]:
        """The rows legal now, found once for each position; lent, not to be changed."""
        if self._legal is None:
            self._legal = self._state.legal()
        return self._legal

    def words(self) -> list[str]:
        """The rows made, in words."""
        return [self.game.moves.words(row) for row in self._rows]

    # Making moves

    def check(self, move: int | str) -> int:
        """The row of a move, given as number or words, if it is legal now; else say what is."""
        return check_row(self._state, move, self.legal)

    def push(self, move: int | str) -> int:
        """Make a move after checking it; returns its row."""
        row = self.check(move)
        self.append(row)
        return row

    def append(self, row: int) -> None:
        """Make a move that is known to be legal: one that was stored, or just found."""
        actor = int(self._state.actor)
        if actor >= 0:
            self._then.copy_from(self._state)
            self._decided = len(self._rows)
        self._actors.append(actor)
        self._state.apply(row)
        self._rows.append(row)
        self._legal = None

    def extend(self, rows: Iterable[int]) -> None:
        """Make several moves that are known to be legal."""
        for row in rows:
            self.append(row)

    def settle(self, source: Source) -> list[int]:
        """Draw until a seat must decide or the game is over; returns what was drawn."""
        first = len(self._rows)
        while self._state.actor == CHANCE:
            self.append(draw(self._state, source))
        return self._rows[first:].tolist()

    # Other positions of the same game

    def at(self, ply: int) -> State:
        """The position after so many rows, as a copy; a negative ply is counted from the end."""
        if ply in (len(self._rows), -1):
            return self._state.copy()
        place = self._place(ply)
        known = self._decided if self._decided <= place else 0
        state = (self._then if known else self._start).copy()
        for row in self._rows[known:place]:
            state.apply(row)
        return state

    def walk(self, first: int = 0) -> Iterator[State]:
        """Every position from a ply on, the last one included; each is lent until the next."""
        state = self.at(first)
        yield state
        for row in self._rows[self._place(first) :]:
            state.apply(row)
            yield state

    def branch(self, ply: int = -1) -> History:
        """Another game that has begun like this one up to a ply; this one stays as it is."""
        return History(self.game, self._start, self._rows[: self._place(ply)])

    def back_to(self, ply: int) -> list[int]:
        """Take back all rows after a ply; returns them."""
        ply = self._place(ply)
        taken = self._rows[ply:].tolist()
        self._state = self.at(ply)
        del self._rows[ply:], self._actors[ply:]
        if self._decided > ply:
            self._decided = 0
        self._legal = None
        return taken

    def _place(self, ply: int) -> int:
        """A ply as a number of rows; one that was never reached is an error of the caller."""
        place = ply + len(self._rows) + 1 if ply < 0 else ply
        if not 0 <= place <= len(self._rows):
            raise IndexError(f"{ply} of {len(self._rows)} rows")
        return place

    # What it looked like; each is found by going through the game once more

    def seen(self, seat: int | None) -> list[int]:
        """The rows as a seat, or a spectator, saw them: hidden ones are veiled."""
        made = zip(self.walk(), self._rows, strict=False)
        return [int(state.seen(row, seat)) for state, row in made]

    def turns(self) -> list[int]:
        """The number of the turn that each row was made in."""
        return [int(state.turn) for state, _ in zip(self.walk(), self._rows, strict=False)]

    def scores(self) -> list[list[int]]:
        """Each seat's points at every position, before the first row and after each."""
        return [state.scores() for state in self.walk()]

    def gains(self) -> list[list[int]]:
        """What each row brought each seat, in points."""
        found = self.scores()
        return [[b - a for a, b in zip(*two, strict=True)] for two in pairwise(found)]

    # As a value

    def __eq__(self, other: object) -> bool:
        """Whether the same rows were made from the same start."""
        if not isinstance(other, History):
            return NotImplemented
        same = self.game.key == other.game.key and self._rows == other._rows
        return same and self._start == other._start

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        """The game, how far it is, and who must decide."""
        who = {CHANCE: "chance draws", OVER: "over"}.get(self.actor, f"seat {self.actor} decides")
        points = "-".join(map(str, self._state.scores()))
        return f"<History of {self.game.key}: {len(self)} rows, {points}, {who}>"

    def _repr_svg_(self) -> str | None:
        """What a notebook shows: the position, all of it open."""
        return self._state._repr_svg_()

    def __str__(self) -> str:
        """The position as a picture in plain text, all of it open."""
        return self.game.picture(self._state.reveal())
