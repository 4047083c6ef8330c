"""A game of under 100 lines with all that the contract speaks of: chance, secrets, options, seats.

Each seat is dealt a hidden card. In its turn it shows the card for as many points, or folds.
"""

from collections.abc import Mapping
from typing import Any

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from colonnade.contract.errors import BadView
from colonnade.contract.game import Game
from colonnade.contract.moves import MoveTable, Row
from colonnade.contract.options import Option
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.contract.view import Refusal, View

SHOW, FOLD, DRAW, HIDDEN = 0, 3, 4, 7
WORDS = ["show 0", "show 1", "show 2", "fold", "draw 0", "draw 1", "draw 2", "draw hidden"]


class ToyView(View, frozen=True, kw_only=True):
    cards: list[int]  # of each seat; -1: hidden, -2: none
    shown: list[int]  # of each kind


class ToyState(State):
    def __init__(self, seats: int, copies: int) -> None:
        super().__init__()
        self.cards, self.points, self.shown, self.copies = (
            [-2] * seats,
            [0] * seats,
            [0] * 3,
            copies,
        )

    def table(self) -> MoveTable:
        return TOY.moves

    def pile(self) -> list[int]:
        return [self.copies - self.shown[c] - self.cards.count(c) for c in range(3)]

    def fill_legal(self, rows: vec[i64]) -> i64:
        moves = [DRAW + c for c in range(3) if self.pile()[c]] if self.actor == CHANCE else []
        for i, move in enumerate([self.cards[self.actor], FOLD] if self.actor >= 0 else moves):
            rows[i] = move
        return 2 if self.actor >= 0 else len(moves)

    def fill_weights(self, weights: vec[i64]) -> i64:
        for i, count in enumerate(count for count in self.pile() if count):
            weights[i] = count
        return sum(self.pile())

    def apply(self, move: i64) -> None:
        if move >= DRAW:
            self.cards[self.cards.index(-2)] = move - DRAW
        elif move != FOLD:
            self.shown[move] += 1
            self.points[self.actor], self.cards[self.actor] = move, -2
        self.turn += 1 if self.actor >= 0 or -2 not in self.cards else 0
        over = self.turn > len(self.cards)
        self.actor = OVER if over else self.turn - 1 if self.turn else CHANCE

    def copy(self) -> State:
        return TOY.imagine(self.reveal(), Rng(0))

    def copy_from(self, other: Any) -> None:
        self.actor, self.turn, self.copies = other.actor, other.turn, other.copies
        self.cards, self.points, self.shown = [*other.cards], [*other.points], [*other.shown]

    def scores(self) -> list[int]:
        return [*self.points]

    def view(self, seat: int | None, reveal: bool = False) -> ToyView:
        cards = [c if reveal or s == seat or c < 0 else -1 for s, c in enumerate(self.cards)]
        return ToyView(
            game="toy", seat=seat, seats=len(cards), actor=self.actor, turn=self.turn, cards=cards,
            options={"copies": str(self.copies)}, scores=self.scores(), shown=[*self.shown],
        )  # fmt: skip

    def reveal(self) -> View:
        return self.view(None, reveal=True)

    def seen(self, move: int, seat: int | None) -> int:
        return HIDDEN if move >= DRAW and seat != self.cards.index(-2) else move

    def reimagine(self, seat: i64, rng: Rng) -> None:
        self.copy_from(TOY.imagine(self.view(seat), rng))

    def breakdown(self, seat: int) -> dict[str, int]:
        return {"card": self.points[seat]}

    def refusals(self, seat: int, legal: list[int] | None = None) -> list[Refusal]:
        return [] if self.actor == seat else [Refusal("card", "toy.refusal.turn", "T1.1")]

    def dump(self) -> str:
        return msgspec.json.encode(self.reveal()).decode()


class Toy(Game):
    key, seats, edition, view_type = "toy", range(2, 4), "1", ToyView
    moves = MoveTable(Row(words, words.split()[0]) for words in WORDS)
    options = (Option("copies", ("4", "3")),)

    def set_up(self, seats: int, choices: Mapping[str, str]) -> State:
        return ToyState(seats, int(choices["copies"]))

    def imagine(self, view: View, rng: Rng) -> State:
        if not isinstance(view, ToyView):
            raise BadView(game="toy", why=type(view).__name__)
        state = ToyState(view.seats, int(view.options["copies"]))
        state.actor, state.turn, state.cards = view.actor, view.turn, [*view.cards]
        state.points, state.shown = [*view.scores], [*view.shown]
        for seat in (s for s, card in enumerate(view.cards) if card == -1):
            pile = [c for c, count in enumerate(state.pile()) for _ in range(count)]
            state.cards[seat] = pile[rng.below(len(pile))]
        return state

    def load(self, text: str) -> State:
        return self.imagine(msgspec.json.decode(text, type=ToyView), Rng(0))

    def parse(self, picture: str) -> State:
        return self.load(picture)

    def picture(self, view: View) -> str:
        return msgspec.json.encode(view).decode()


TOY = Toy()
