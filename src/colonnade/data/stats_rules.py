"""Which events of each game are worth a line in its statistics: what is done by its special rules.

Events are named in row_events.py, counted in recorder.py. The labels stand on pages of
documentation, so they are in English; the numbers in brackets are those of each game's RULES.md.
"""

from __future__ import annotations

from typing import NamedTuple

from colonnade.contract.game import Game
from colonnade.data.row_events import events


class Fact(NamedTuple):
    """Something that may happen in a game, as a sum of its events."""

    label: str
    terms: tuple[tuple[int, str], ...]  # how much each event counts
    least: int = 1  # the sum over all seats from which on it has happened in a game
    reach: int = 0  # if set, events count once for a seat that has so many of them
    chance: bool = False  # chance's events, which belong to no seat
    rounds: int = 0  # instead of events: the game had so many turns for each seat


def simple(label: str, *names: str, least: int = 1, chance: bool = False) -> Fact:
    """A fact whose events count one each."""
    return Fact(label, tuple((1, name) for name in names), least, 0, chance)


PAGODA = (
    simple("Lantern used [P10.6]", "lantern"),
    simple("Buddha used [P10.5]", "tile ability=buddha", "roof ability=buddha"),
    simple("Bowl of rice used [P10.4]", "column ability=rice", "rooftop ability=rice"),
    simple("Dragon used [P10.3]", "dragon"),
    Fact("cards discarded by the Dragon", ((1, "discard"), (-4, "alternative"), (-4, "stuck"))),
    simple("Fan used [P10.2]", "fan"),
    simple("Fan offered and refused", "no fan"),
    simple("alternative turns [P9.1]", "alternative"),
    simple("turns in which nothing could be done [P9.4]", "stuck"),
    simple("tiles built [P6.3]", "tile"),
    simple("roofs built [P7.1]", "roof"),
    simple("roofs built; games with three or more", "roof", least=3),
)
POINTS = ("colors", "one color", "edge", "line", "third light", "third dark")
SEVEN_STEPS = (
    simple("discs taken off by the tile remove, one or two each time [T8.3]", "remove"),
    simple("construction tile used: shift [T8.4]", "shift"),
    simple("construction tile used: move [T8.5]", "move"),
    simple("construction tile used: climb [T8.6]", "climb"),
    simple("construction tile used: recover [T8.7]", "recover"),
    simple("points tile used [T9.1]", "count tile"),
    simple("bonus tile taken: construction [T7.3]", "bonus type=construction"),
    simple("bonus tile taken: points [T7.3]", "bonus type=points"),
    simple("held tile exchanged or new one rejected [T7.4]", "keep"),
    *(simple(f"points tile drawn: {kind}", f"tile tile={kind}", chance=True) for kind in POINTS),
    simple("discs placed [T4.2]", "place"),
    simple("discs returned to the bag [T10.1]", "return"),
    Fact("games that went on to the last round there can be [T11.7]", (), rounds=250),
)
STARS = ("orange", "red", "blue", "yellow", "green", "purple")
SUMMER_PAVILION = (
    simple("bonus tiles taken [S8.1]", "pick"),
    simple(
        "tiles placed with wilds in the price [S6.1]", *(f"place wilds={n}" for n in range(1, 6))
    ),
    Fact("wilds paid", tuple((n, f"place wilds={n}") for n in range(1, 6))),
    Fact("stars of the ring complete [S12.2]", tuple((1, f"place star={s}") for s in STARS), 1, 6),
    Fact("center star complete [S12.2]", ((1, "place star=center"),), 1, 6),
    simple("tiles placed [S5.3]", "place"),
    simple("turns that take from the center [S3.2]", "take source=center"),
    simple("tiles kept for the next round [S10.3]", "keep"),
)
FACTS = {"pagoda": PAGODA, "seven_steps": SEVEN_STEPS, "summer_pavilion": SUMMER_PAVILION}


def facts(game: Game) -> tuple[Fact, ...]:
    """The facts of a game; one that names none is told by its kinds of moves."""
    kinds = (name for name in events(game.moves).names if "=" not in name)
    return FACTS.get(game.key) or tuple(simple(kind, kind) for kind in kinds)
