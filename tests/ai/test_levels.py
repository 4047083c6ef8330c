"""The levels: found by name, with the budgets asked for, and described in both languages."""

from __future__ import annotations

import pytest

from colonnade.ai.judges import fingerprint_of
from colonnade.ai.levels import (
    LEVEL_NAMES,
    LEVELS,
    PLAIN,
    PLAYER_NAMES,
    STRONGEST,
    BadBudget,
    UnknownPlayer,
    check_players,
    judge_fingerprint,
    level_words,
    player,
)
from colonnade.ai.naming import read_budget
from colonnade.ai.search_player import Budget, Searcher
from colonnade.contract.rng import Rng
from colonnade.games import game
from colonnade.locales import LANGUAGES, say
from tests.contract.cases import REAL, decision

pytestmark = pytest.mark.once
PAGODA = game("pagoda")


def budget(spec: str, seconds: float | None = None) -> Budget:
    """The budget a player gets."""
    found = player(spec, PAGODA, Rng(1), seconds)
    assert isinstance(found, Searcher)
    return found.budget


def test_every_name_seats_a_player() -> None:
    """All names that are offered exist."""
    check_players(PLAYER_NAMES)
    for name in PLAYER_NAMES:
        assert player(name, PAGODA, Rng(1)).game is PAGODA


def test_a_budget_stands_behind_the_name_or_is_the_levels_own() -> None:
    """Seconds or iterations; --time is for those who name none."""
    assert budget("master") == LEVELS["master"].budget
    assert budget("master@0.25") == Budget(seconds=0.25)
    assert budget("builder@500i") == Budget(iterations=500)
    assert budget("master", 0.1) == Budget(seconds=0.1)
    assert budget("master@0.25", 0.1) == Budget(seconds=0.25)


@pytest.mark.parametrize("spec", ["", "nobody", "Master", "nobody@1"])
def test_a_name_that_nobody_has_is_refused(spec: str) -> None:
    """The error names those who exist."""
    with pytest.raises(UnknownPlayer) as refused:
        player(spec, PAGODA, Rng(1))
    assert "master" in str(refused.value)


@pytest.mark.parametrize(
    "text", ["", "0", "-1", "nan", "inf", "1e9", "x", "0i", "-5i", "1.5i", "i"]
)
def test_a_budget_that_makes_no_sense_is_refused(text: str) -> None:
    """Neither nothing nor forever."""
    with pytest.raises(BadBudget):
        player(f"master@{text}", PAGODA, Rng(1))


def test_players_that_do_not_search_have_no_budget() -> None:
    """Greedy cannot think longer."""
    with pytest.raises(BadBudget):
        player("greedy@1", PAGODA, Rng(1))


def test_levels_are_described_in_every_language() -> None:
    """A name and a line of character each."""
    for lang in LANGUAGES:
        lines = {say(f"play.character.{name}", lang) for name in LEVEL_NAMES}
        names = {say(f"play.player.{name}", lang) for name in LEVEL_NAMES}
        assert len(lines) == len(names) == len(LEVEL_NAMES)


def test_the_strongest_takes_a_second_at_most_and_never_strays() -> None:
    """By default, on one core."""
    assert LEVELS[STRONGEST].budget == Budget(seconds=1.0)
    assert LEVELS[STRONGEST].temperature == 0.0


def test_the_gentlest_plays_differently_from_game_to_game() -> None:
    """It strays, but only to moves it has thought about: legal ones."""
    case = REAL[0]
    state = decision(case, 1, 40)
    chosen = {
        player(LEVEL_NAMES[0], case.game, Rng(seed)).choose(state.view(state.actor))
        for seed in range(30)
    }
    assert len(chosen) > 1
    assert chosen <= set(state.legal())


def test_what_a_table_of_levels_gives_is_told() -> None:
    """A file of games says how long its levels thought; what the name says already, it does not."""
    assert level_words(["random", "master@0.1", "plain@50i"]) == {}
    told = level_words(["architect", "builder", "builder@9i", "plain"])
    temperature = f"straying {LEVELS['builder'].temperature:g}"
    assert told["architect"] == f"{LEVELS['architect'].budget.iterations}i"
    assert told["builder"] == f"{LEVELS['builder'].budget.iterations}i {temperature}"
    assert told["builder@9i"] == temperature
    assert level_words(["architect", "builder"], 0.5) == {"builder": temperature}
    assert read_budget(told["plain"]) == PLAIN.budget


def test_only_players_that_judge_depend_on_the_weights() -> None:
    """A run of simple or plain players stays the same when a judge is tuned anew."""
    found = game("pagoda")
    assert judge_fingerprint(["random", "plain@0.1"], found) == ""
    marks = {
        judge_fingerprint(["random", spec], found)
        for spec in ("builder", "master@0.1", "net:a.net")
    }
    assert marks == {fingerprint_of(found)}
    assert fingerprint_of(found) != fingerprint_of(game("seven_steps"))
