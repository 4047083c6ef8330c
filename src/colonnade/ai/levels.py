"""Who can be asked to play: the simple players, the named levels with their budgets, and others'.

How a searching player thinks is decided in search_player.py and search.py.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from colonnade.ai import networks
from colonnade.ai.eager import Eager
from colonnade.ai.extra_players import extra_players, load_player, seat
from colonnade.ai.gestures import Gestures
from colonnade.ai.greedy import Greedy
from colonnade.ai.judges import fingerprint_of, judge_of
from colonnade.ai.learned import Learned
from colonnade.ai.player import Player
from colonnade.ai.random import Random
from colonnade.ai.search_player import Budget, Searcher
from colonnade.contract.errors import ColonnadeError
from colonnade.contract.game import Game
from colonnade.contract.options import complete
from colonnade.contract.rng import Rng

SIMPLE: dict[str, type[Player]] = {
    "random": Random,
    "gestures": Gestures,
    "eager": Eager,
    "greedy": Greedy,
}


class Level(msgspec.Struct, frozen=True):
    """A searching player: how long it thinks, how it strays, and whether it has judgement."""

    budget: Budget
    temperature: float = 0.0  # 0 takes the best; more of it, the others too
    judged: bool = True


# The levels of every game, from the gentlest to the strongest; docs/ladder.md has their measure.
LEVELS: dict[str, Level] = {
    "apprentice": Level(Budget(iterations=12), temperature=5.0),
    "builder": Level(Budget(iterations=24), temperature=0.6),
    "architect": Level(Budget(iterations=100)),
    "master": Level(Budget(seconds=1.0)),
}
# The same search without judgement: random games to the end. For comparison only.
PLAIN = Level(Budget(seconds=1.0), judged=False)

LEVEL_NAMES: tuple[str, ...] = tuple(LEVELS)
STRONGEST = LEVEL_NAMES[-1]
PLAYER_NAMES: tuple[str, ...] = (*SIMPLE, "plain", *LEVEL_NAMES)
NETWORK = "net:"  # before the name of a network's file
MOST_SECONDS = 3600.0


def player_names() -> list[str]:
    """Who can be named: the players of the house, then those of other packages."""
    return [*PLAYER_NAMES, *extra_players(PLAYER_NAMES)]


def takes_budget(name: str) -> bool:
    """Whether a player thinks for as long as it is told."""
    return name in LEVELS or name == "plain" or name.startswith(NETWORK)


class UnknownPlayer(ColonnadeError):
    """No computer player has this name."""


class BadBudget(ColonnadeError):
    """What stands behind a player's name is no budget, or the player has none."""


def check_players(
    specs: Sequence[str],
    game: Game | None = None,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
) -> None:
    """Refuse players that do not exist, and budgets that make no sense.

    With a game, networks are looked into as well: whether they are of this game, seats, options.
    """
    for spec in specs:
        name, at, text = parts_of(spec)
        if name.startswith(NETWORK):
            check_network(name, game, seats, options)
        elif name not in PLAYER_NAMES:
            extra = extra_players(PLAYER_NAMES).get(name)
            if extra is None:
                raise UnknownPlayer(spec=spec, known=[*player_names(), f"{NETWORK}FILE"])
            load_player(extra)
        if at and (not takes_budget(name) or read_budget(text) is None):
            raise BadBudget(spec=spec, known=["plain", *LEVEL_NAMES, f"{NETWORK}FILE"])


def check_network(
    name: str, game: Game | None, seats: int | None, options: Mapping[str, str] | None
) -> None:
    """Refuse a network that cannot be read, or not be used for what is asked."""
    path = network_file(name)
    header = networks.load(path, game)[0] if game else networks.read(path).header
    if game and seats is not None:
        chosen = complete(game.options, options or {})
        networks.check_table(path, header, seats, chosen)


def parts_of(spec: str) -> tuple[str, str, str]:
    """A player's name, the sign before its budget, and the budget; files may have the sign too."""
    if spec.startswith(NETWORK) and network_file(spec).exists():
        return spec, "", ""
    name, at, text = spec.rpartition("@") if spec.startswith(NETWORK) else spec.partition("@")
    return (name, at, text) if at else (spec, "", "")


def network_file(name: str) -> Path:
    """The file that a network is named by."""
    return Path(name.removeprefix(NETWORK))


def judge_fingerprint(specs: Sequence[str], game: Game) -> str:
    """A mark of the judge's weights if one of these players judges by them, else nothing."""
    names = [parts_of(spec)[0] for spec in specs]
    judging = any(takes_budget(name) and name != "plain" for name in names)
    return fingerprint_of(game) if judging else ""


def level_words(specs: Sequence[str], seconds: float | None = None) -> dict[str, str]:
    """What the table of levels gives to these players, or the package that brought them.

    Files of games keep it, since tables and packages change.

    `seconds` is the budget of all whose name stands alone, as for player().
    """
    found: dict[str, str] = {}
    for spec in specs:
        name, _, text = parts_of(spec)
        extra = None if name in PLAYER_NAMES else extra_players(PLAYER_NAMES).get(name)
        if extra is not None:
            found[spec] = extra.package
        level = PLAIN if name == "plain" else LEVELS.get(name)
        if level is not None:
            own = not text and seconds is None
            words = [write_budget(level.budget)] if own else []
            words += [f"straying {level.temperature:g}"] if level.temperature else []
            found |= {spec: " ".join(words)} if words else {}
    return found


def read_budget(text: str) -> Budget | None:
    """Read 0.2 as seconds and 500i as iterations for each decision; None if it is neither."""
    try:
        if text.endswith("i"):
            iterations = int(text[:-1])
            return Budget(iterations=iterations) if iterations > 0 else None
        seconds = float(text)
    except ValueError:
        return None
    if not math.isfinite(seconds) or not 0 < seconds <= MOST_SECONDS:
        return None
    return Budget(seconds=seconds)


def write_budget(budget: Budget) -> str:
    """A budget as read_budget reads it."""
    return f"{budget.iterations}i" if budget.iterations else f"{budget.seconds:g}"


def player(spec: str, game: Game, rng: Rng, seconds: float | None = None) -> Player:
    """Seat a player by its name, alone or with a budget: master, master@0.2, net:FILE@500i.

    `seconds` is the budget of a searching player whose name stands alone.
    """
    check_players([spec], game)
    name, _, text = parts_of(spec)
    if name in SIMPLE:
        return SIMPLE[name](game, rng)
    if not takes_budget(name):
        return seat(extra_players(PLAYER_NAMES)[name], game, rng)
    level = LEVELS[STRONGEST] if name.startswith(NETWORK) else LEVELS.get(name, PLAIN)
    budget = read_budget(text) or level.budget
    if not text and seconds is not None:
        budget = Budget(seconds=seconds)
    if name.startswith(NETWORK):
        return Learned(game, rng, budget, network_file(name))
    judge = judge_of(game) if level.judged else None
    return Searcher(game, rng, budget, judge, level.temperature)
