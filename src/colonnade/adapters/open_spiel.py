"""The games in OpenSpiel: importing this module registers them there as Python games.

    import pyspiel
    import colonnade.adapters.open_spiel

    game = pyspiel.load_game("colonnade_pagoda(length=fast)")

The rules are decided in the games' folders, what may be observed in open_spiel_observers.py, what a
seat remembers and how it guesses in observed_state.py. docs/open_spiel.md says how to use it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from pickle import dumps

from colonnade.adapters.extras import MissingExtra

try:
    import pyspiel
except ModuleNotFoundError as problem:
    raise MissingExtra(package="open_spiel", extra="openspiel") from problem

import numpy as np
from numpy.typing import NDArray

from colonnade.adapters.observed_state import Witnessed
from colonnade.adapters.open_spiel_observers import (
    PublicObserver,
    SeatObserver,
    make_observer,
)
from colonnade.adapters.rewards import lowest, rewards
from colonnade.contract.errors import ColonnadeError, UnknownValue
from colonnade.contract.game import Game
from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER
from colonnade.games import all_games
from colonnade.locales import say

Parameters = Mapping[str, str | int]

PREFIX = "colonnade_"
PLAYERS, INFORMATION = "players", "information"
# OpenSpiel's IS-MCTS refuses games of perfect information: `information=imperfect` asks for the
# same game under the other name.
PERFECT, IMPERFECT = "perfect", "imperfect"
KINDS = {
    PERFECT: pyspiel.GameType.Information.PERFECT_INFORMATION,
    IMPERFECT: pyspiel.GameType.Information.IMPERFECT_INFORMATION,
}
NO_ATTRIBUTES = b64encode(dumps({})).decode()


class NoObserverParameters(ColonnadeError):
    """An observer was asked for with parameters, but there are none."""


# Names and parameters


def name_of(game: Game) -> str:
    """What a game is called in OpenSpiel."""
    return PREFIX + game.key


def default_parameters(game: Game) -> dict[str, str | int]:
    """The parameters of a game: its seats and each of its options."""
    found: dict[str, str | int] = {PLAYERS: game.seats[0]}
    found |= {option.key: option.default for option in game.options}
    if game.perfect_information:
        found[INFORMATION] = PERFECT
    return found


def game_type(game: Game, information: str = "") -> pyspiel.GameType:
    """What OpenSpiel is told of a game before one is begun."""
    information = information or (PERFECT if game.perfect_information else IMPERFECT)
    if information not in KINDS:
        raise UnknownValue(key=INFORMATION, value=information, known=list(KINDS))
    kinds = pyspiel.GameType
    return kinds(
        short_name=name_of(game),
        long_name=say(f"{game.key}.name"),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=KINDS[information],
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=default_parameters(game),
    )


def game_info(game: Game, seats: int) -> pyspiel.GameInfo:
    """The numbers of a game; chance draws rows of the same table."""
    return pyspiel.GameInfo(
        num_distinct_actions=len(game.moves),
        max_chance_outcomes=len(game.moves),
        num_players=seats,
        min_utility=lowest(seats),
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=game.bounds(seats).decisions,
    )


# Games and states


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel is untyped
    """One game with its seats and options chosen."""

    def __init__(self, game: Game, params: Parameters | None = None) -> None:
        chosen = {**default_parameters(game), **(params or {})}
        self.contract = game
        self.seats = int(chosen[PLAYERS])
        options = {option.key: str(chosen[option.key]) for option in game.options}
        self.start = game.start(self.seats, options)  # also checks them
        kind = game_type(game, str(chosen.get(INFORMATION, IMPERFECT)))
        super().__init__(kind, game_info(game, self.seats), chosen)

    def new_initial_state(self) -> SpielState:
        """The state before the first draw."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """The most draws of one game."""
        return self.contract.bounds(self.seats).draws

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, str] | None = None,
    ) -> SeatObserver | PublicObserver | None:
        """What observes states of this game; a seat's view unless something else is asked for."""
        if params:
            raise NoObserverParameters(game=name_of(self.contract), known=sorted(params))
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        length = self.contract.bounds(self.seats).moves
        return make_observer(self.contract, self.seats, length, kind)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel is untyped
    """A position in OpenSpiel's words; actions are the rows of the game's table."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.board = Witnessed(game.contract, game.start.copy(), game.seats)

    def current_player(self) -> int:
        """The seat that must decide, or OpenSpiel's numbers for chance and the end."""
        actor = self.board.position.actor
        if actor == OVER:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.board.position.actor == OVER

    def returns(self) -> list[float]:
        """What the game was worth to each seat; nothing before the end."""
        return rewards(self.board.position)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance can draw, and how likely."""
        weights = self.board.position.weights()
        total = sum(weights)
        return [(row, w / total) for row, w in zip(self.board.legal(), weights, strict=True)]

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> SpielState:
        """A state that is the same to a seat, made from what it knows alone.

        Its history has the rows as the seat saw them: what was hidden from it stays veiled.
        """
        made = self.board.guess(player_id).history
        saved = f"history={made}\nmove_number={self.move_number()}\n__dict__={NO_ATTRIBUTES}"
        state = self.get_game().deserialize_state(saved)
        assert isinstance(state, SpielState)
        state.board = self.board.resampled(player_id, probability_sampler)
        return state

    def _legal_actions(self, player: int) -> list[int]:
        """The rows that a seat can choose from; OpenSpiel asks only for the one to decide."""
        return self.board.legal()

    def _apply_action(self, action: int) -> None:
        """Make a move; one that is not legal is refused."""
        self.board.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        """A row's words."""
        return self.board.game.moves.words(action)

    def __str__(self) -> str:
        """The whole position as one line, hidden parts included."""
        return self.board.position.dump()


class Rollouts:
    """Judges states by random games to their end: for OpenSpiel's MCTS and IS-MCTS in Python.

    It is OpenSpiel's own way to judge, but each game is one call into our rules.
    """

    def __init__(self, seed: int, count: int = 1) -> None:
        self.rng = Rng(seed)
        self.count = count
        self.walk: Walk | None = None

    def evaluate(self, state: SpielState) -> NDArray[np.float64]:
        """The mean worth of a state to each seat."""
        position = state.board.position
        self.walk = self.walk or Walk(position)
        found = np.zeros(len(position.scores()))
        for _ in range(self.count):
            twin = position.copy()
            self.walk.finish(twin, self.rng)
            found += rewards(twin)
        return found / self.count

    def prior(self, state: SpielState) -> list[tuple[int, float]]:
        """All actions alike; chance as it is."""
        if state.is_chance_node():
            return state.chance_outcomes()
        legal = state.board.legal()
        return [(row, 1 / len(legal)) for row in legal]


class Creator:
    """Makes a game when OpenSpiel is asked for it.

    OpenSpiel's registry is emptied after Python has ended. What would be freed then would stop the
    program with an error, so each of these holds itself, and is never freed.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.held = self

    def __call__(self, params: Parameters) -> SpielGame:
        """A game with these parameters."""
        return SpielGame(self.game, params)


for _game in all_games():
    pyspiel.register_game(game_type(_game), Creator(_game))
