"""Strength on one scale for people and computer players: OpenSkill's Plackett-Luce model.

What a finished game says of those who played it is a pure function of who finished where and how
strong they were before. Which games count is decided by whoever keeps them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

# People read whole numbers: 1500 is who nothing is known of, and 100 points are odds of 70 to 30.
POINTS, ZERO = 20.0, 1000.0
CERTAIN = 5.0  # sigma above which a rating is provisional: 100 points, about ten games


class Strength(msgspec.Struct, frozen=True):
    """What is known of a player: how strong, and how much doubt there is."""

    mu: float = 25.0
    sigma: float = 25.0 / 3.0

    @property
    def rating(self) -> int:
        """The strength as people read it."""
        return round(ZERO + POINTS * self.mu)

    @property
    def doubt(self) -> int:
        """Half of the band around the rating: the truth lies in it two times of three."""
        return round(POINTS * self.sigma)

    @property
    def provisional(self) -> bool:
        """Whether too little is known to be listed by it."""
        return self.sigma > CERTAIN


UNKNOWN = Strength()


@cache
def model() -> PlackettLuce:
    """The model, with the numbers of its authors."""
    # Takes a while, and few commands need it.
    from openskill.models import PlackettLuce

    return PlackettLuce()


def ranks(scores: Sequence[int], winners: Sequence[int], resigned: Sequence[int] = ()) -> list[int]:
    """How many are ahead of each seat: winners first, then by points, who gave up last."""
    places = [(seat in resigned, seat not in winners, -score) for seat, score in enumerate(scores)]
    return [sum(other < place for other in places) for place in places]


def rated(before: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """How strong all are after a game, by seat."""
    found = model()
    teams = [[found.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = found.rate(teams, ranks=[float(place) for place in places])
    return [Strength(team[0].mu, team[0].sigma) for team in after]
