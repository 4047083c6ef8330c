"""The judges, one for each game: what search knows beyond the rules."""

from __future__ import annotations

from colonnade.ai.judge import Judge
from colonnade.ai.judges.pagoda import PagodaJudge
from colonnade.ai.judges.seven_steps import StepsJudge
from colonnade.ai.judges.summer_pavilion import PavilionJudge
from colonnade.contract.game import Game

JUDGES: dict[str, type[Judge]] = {
    "pagoda": PagodaJudge,
    "seven_steps": StepsJudge,
    "summer_pavilion": PavilionJudge,
}


def judge_of(game: Game) -> Judge | None:
    """A fresh judge of a game; None for a game that has none, which is then searched without."""
    found = JUDGES.get(game.key)
    return None if found is None else found()
