"""The games in PettingZoo: seats that act in turn, with masks of what they can choose.

    from colonnade.adapters.pettingzoo import env

    table = env("pagoda", options={"length": "fast"})
    table.reset(seed=42)

Importing this module also registers them: `pettingzoo.make("aec", "colonnade/pagoda-v1")` makes the
same. The games are played in environment.py. docs/pettingzoo.md says how to use it, what is
rewarded, and what becomes of illegal actions.
"""

from __future__ import annotations

from collections.abc import Mapping

from colonnade.adapters.extras import MissingExtra

try:
    from pettingzoo import AECEnv, ParallelEnv, register
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as problem:
    raise MissingExtra(package="pettingzoo", extra="pettingzoo") from problem

import numpy as np
from gymnasium import spaces

from colonnade.adapters.environment import Observation, Sitting
from colonnade.adapters.rewards import rewards
from colonnade.contract.errors import UnknownValue
from colonnade.games import all_games

Info = dict[str, object]
Options = Mapping[str, str]

RENDER_MODES = ("human", "ansi", "svg")
ILLEGAL_REWARD = -1.0


def env(
    game: str,
    seats: int | None = None,
    options: Options | None = None,
    render_mode: str | None = None,
    max_cycles: int | None = None,
) -> AECEnv:
    """A table with PettingZoo's usual wrappers: an illegal action loses the game for its seat."""
    table = raw_env(game, seats, options, render_mode, max_cycles)
    table = wrappers.TerminateIllegalWrapper(table, illegal_reward=ILLEGAL_REWARD)
    table = wrappers.AssertOutOfBoundsWrapper(table)
    return wrappers.OrderEnforcingWrapper(table)


def raw_env(
    game: str,
    seats: int | None = None,
    options: Options | None = None,
    render_mode: str | None = None,
    max_cycles: int | None = None,
) -> TurnsEnv:
    """A table without wrappers: an illegal action is an error, and changes nothing."""
    return TurnsEnv(game, seats, options, render_mode, max_cycles)


def parallel_env(
    game: str,
    seats: int | None = None,
    options: Options | None = None,
    render_mode: str | None = None,
    max_cycles: int | None = None,
) -> EverybodyEnv:
    """A table at which every seat acts in every cycle, those not asked by waiting."""
    return EverybodyEnv(game, seats, options, render_mode, max_cycles)


class Shared:
    """What both forms of a table have: its agents, their spaces, its pictures."""

    def __init__(
        self,
        game: str,
        seats: int | None,
        options: Options | None,
        render_mode: str | None,
        max_cycles: int | None,
        waiting: int,
    ) -> None:
        if render_mode not in (None, *RENDER_MODES):
            raise UnknownValue(key="render_mode", value=str(render_mode), known=list(RENDER_MODES))
        sitting = Sitting(game, seats, options)
        self.sitting = sitting
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.cycles = 0
        self.metadata: Info = {
            "name": f"colonnade_{sitting.game.key}_v{sitting.game.edition}",
            "render_modes": [*RENDER_MODES],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(sitting.seats)]
        self.agents: list[str] = []
        self.places = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        highest = np.array(sitting.game.layout(sitting.seats).highest(), np.int16)
        choices = sitting.rows + waiting
        self._observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros_like(highest), highest, dtype=np.int16),
                    "action_mask": spaces.Box(0, 1, (choices,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._action_spaces = {agent: spaces.Discrete(choices) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """A tensor with its bounds, and a mask of actions."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The rows of the game's table."""
        return self._action_spaces[agent]

    def render(self) -> str | None:
        """The table as a spectator sees it: printed, as text or as SVG."""
        if self.render_mode == "svg":
            return self.sitting.drawing()
        picture = self.sitting.picture() if self.render_mode else None
        if self.render_mode == "human":
            print(picture)
            return None
        return picture

    def close(self) -> None:
        """Nothing is left open."""

    def ended(self) -> tuple[bool, bool]:
        """Whether the game has come to its end, and whether it was cut short."""
        over = self.sitting.over()
        return over, not over and self.max_cycles is not None and self.cycles >= self.max_cycles


class TurnsEnv(Shared, AECEnv):  # type: ignore[misc]  # PettingZoo is untyped
    """Seats act one at a time, as they do at the table."""

    def __init__(
        self,
        game: str,
        seats: int | None,
        options: Options | None,
        render_mode: str | None,
        max_cycles: int | None,
    ) -> None:
        super().__init__(game, seats, options, render_mode, max_cycles, waiting=0)

    def reset(self, seed: int | None = None, options: Info | None = None) -> None:
        """Begin a game; a seed repeats its chance, and games after it have their own."""
        self.sitting.begin(seed)
        self.cycles = 0
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.sitting.state.actor]

    def observe(self, agent: str) -> Observation:
        """What a seat knows, and what it can choose if it must decide."""
        seat = self.places[agent]
        asked = self.sitting.state.actor == seat and not any(self.truncations.values())
        return self.sitting.observation(seat, asked)

    def step(self, action: int | None) -> None:
        """Make the move of the seat that must decide; after the end, each seat leaves by None."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.sitting.move(-1 if action is None else int(action))
        self.cycles += 1
        self._cumulative_rewards[agent] = 0.0
        worth = rewards(self.sitting.state)
        self.rewards = {agent: worth[self.places[agent]] for agent in self.agents}
        over, cut = self.ended()
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        if not over:
            self.agent_selection = self.possible_agents[self.sitting.state.actor]
        self._accumulate_rewards()
        self._deads_step_first()


class EverybodyEnv(Shared, ParallelEnv):  # type: ignore[misc]  # PettingZoo is untyped
    """All seats act in every cycle: one decides, the others wait. For learners that need it so.

    The last action is to wait. Whoever chooses what is not legal waits too: the cycle passes, and
    the seat is asked again.
    """

    def __init__(
        self,
        game: str,
        seats: int | None,
        options: Options | None,
        render_mode: str | None,
        max_cycles: int | None,
    ) -> None:
        super().__init__(game, seats, options, render_mode, max_cycles, waiting=1)

    def reset(
        self, seed: int | None = None, options: Info | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Begin a game; a seed repeats its chance, and games after it have their own."""
        self.sitting.begin(seed)
        self.cycles = 0
        self.agents = [*self.possible_agents]
        return self.observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, Info],
    ]:
        """Make the move of the seat that must decide, if it chose a legal one."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        action = int(actions[self.possible_agents[self.sitting.state.actor]])
        if self.sitting.allows(action):
            self.sitting.move(action)
        self.cycles += 1
        agents = self.agents
        over, cut = self.ended()
        if over or cut:
            self.agents = []
        worth = rewards(self.sitting.state)
        return (
            self.observations(),
            {agent: worth[self.places[agent]] for agent in agents},
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )

    def observations(self) -> dict[str, Observation]:
        """What each seat knows, with its mask: those not asked can only wait."""
        found: dict[str, Observation] = {}
        for agent, seat in self.places.items():
            asked = self.sitting.state.actor == seat
            seen = self.sitting.observation(seat, asked)
            seen["action_mask"] = np.append(seen["action_mask"], np.int8(not asked))
            found[agent] = seen
        return found


for _game in all_games():
    _name = f"colonnade/{_game.key}-v{_game.edition}"
    register("aec", _name, env, kwargs={"game": _game.key})
    register("parallel", _name, parallel_env, kwargs={"game": _game.key})
