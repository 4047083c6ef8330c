"""Who can be asked to play: the simple players, the named levels with their budgets, and others'.

How a player's name is read is decided in naming.py, how one that searches thinks in
search_player.py and search.py.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from colonnade.ai import networks
from colonnade.ai.eager import Eager
from colonnade.ai.extra_players import extra_players, load_player, seat
from colonnade.ai.gestures import Gestures
from colonnade.ai.greedy import Greedy
from colonnade.ai.judge import Judge
from colonnade.ai.judge_files import judge_from_file, load
from colonnade.ai.judges import fingerprint_of, judge_of, judge_type
from colonnade.ai.learned import Learned
from colonnade.ai.naming import (
    NETWORK,
    BadPlayerOption,
    network_file,
    parts_of,
    read_budget,
    read_options,
    write_budget,
)
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
    """A searching player: how long it thinks, how it strays, and what it knows."""

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
    """Refuse players that do not exist, and budgets and options that make no sense.

    With a game, files are looked into as well: whether they are of this game, seats, options.
    """
    for spec in specs:
        name, at, text, colon, _ = parts_of(spec)
        if name.startswith(NETWORK):
            check_network(network_file(name), game, seats, options)
        elif name not in PLAYER_NAMES:
            extra = extra_players(PLAYER_NAMES).get(name)
            if extra is None:
                raise UnknownPlayer(spec=spec, known=[*player_names(), f"{NETWORK}FILE"])
            load_player(extra)
        if at and (not takes_budget(name) or read_budget(text) is None):
            raise BadBudget(spec=spec, known=["plain", *LEVEL_NAMES, f"{NETWORK}FILE"])
        if colon:
            check_options(spec, game, seats, options)


def check_options(
    spec: str, game: Game | None, seats: int | None, options: Mapping[str, str] | None
) -> None:
    """Refuse options that the player does not have, and files that it cannot use."""
    name = parts_of(spec).name
    if not takes_budget(name):
        raise BadPlayerOption("none", spec=spec, known=["plain", *LEVEL_NAMES])
    judged = level_of(name).judged and (game is None or judge_type(game.key) is not None)
    files = read_options(spec, judged).files
    if "net" in files:
        check_network(files["net"], game, seats, options)
    if "judge" in files and game is not None:
        load(files["judge"], game)


def level_of(name: str) -> Level:
    """What the table gives to a player that searches; a network plays like the strongest."""
    return LEVELS[STRONGEST] if name.startswith(NETWORK) else LEVELS.get(name, PLAIN)


def check_network(
    path: Path, game: Game | None, seats: int | None, options: Mapping[str, str] | None
) -> None:
    """Refuse a network that cannot be read, or not be used for what is asked."""
    header = networks.load(path, game)[0] if game else networks.read(path).header
    if game and seats is not None:
        chosen = complete(game.options, options or {})
        networks.check_table(path, header, seats, chosen)


def judge_fingerprint(specs: Sequence[str], game: Game) -> str:
    """A mark of the judge's weights if one of these players judges by them, else nothing.

    A network corrects the game's own judge; a player with a judge of its own does without that.
    """
    return fingerprint_of(game) if any(judges_by_own(spec) for spec in specs) else ""


def judges_by_own(spec: str) -> bool:
    """Whether a player uses the weights that come with the game."""
    name = parts_of(spec).name
    if not takes_budget(name) or not level_of(name).judged:
        return False
    return "judge" not in read_options(spec).files


def level_words(specs: Sequence[str], seconds: float | None = None) -> dict[str, str]:
    """What the table of levels gives to these players, or the package that brought them.

    Files of games keep it, since tables and packages change.

    `seconds` is the budget of all whose name stands alone, as for player().
    """
    found: dict[str, str] = {}
    for spec in specs:
        name, _, text, _, _ = parts_of(spec)
        extra = None if name in PLAYER_NAMES else extra_players(PLAYER_NAMES).get(name)
        if extra is not None:
            found[spec] = extra.package
        level = PLAIN if name == "plain" else LEVELS.get(name)
        if level is not None:
            own = not text and seconds is None
            words = [write_budget(level.budget)] if own else []
            strays = read_options(spec, level.judged).numbers.get("temperature") is None
            if level.temperature and strays:
                words.append(f"straying {level.temperature:g}")
            found |= {spec: " ".join(words)} if words else {}
    return found


def player(spec: str, game: Game, rng: Rng, seconds: float | None = None) -> Player:
    """Seat a player by its name, alone, with a budget or options: master, master@0.2:explore=0.6.

    `seconds` is the budget of a searching player that names none.
    """
    check_players([spec], game)
    name = parts_of(spec).name
    if name in SIMPLE:
        return SIMPLE[name](game, rng)
    if not takes_budget(name):
        return seat(extra_players(PLAYER_NAMES)[name], game, rng)
    return searcher(spec, game, rng, seconds)


def searcher(spec: str, game: Game, rng: Rng, seconds: float | None = None) -> Searcher:
    """Seat a player that searches, which was checked before."""
    name, _, text, _, _ = parts_of(spec)
    level = level_of(name)
    asked = read_options(spec, level.judged)
    budget = read_budget(text) or (level.budget if seconds is None else Budget(seconds=seconds))
    network = network_file(name) if name.startswith(NETWORK) else asked.files.get("net")
    if network is not None:
        found: Searcher = Learned(game, rng, budget, network)
        found.temperature = level.temperature
    else:
        judge = judge_for(level, game, asked.files.get("judge"))
        found = Searcher(game, rng, budget, judge, level.temperature)
    found.tune(asked.numbers)
    return found


def judge_for(level: Level, game: Game, path: Path | None) -> Judge | None:
    """Whose judgement a player of this level trusts: a file's, the game's own, or nobody's."""
    if path is not None:
        return judge_from_file(path, game)
    return judge_of(game) if level.judged else None
