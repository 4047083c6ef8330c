"""The comparison with OpenSpiel's search in bench/peers.py: its time, its views, its counting."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.peers import Theirs, play_all, read, seat, show, whole
from colonnade.arena.run_files import RunSettings, run_settings
from colonnade.contract.rng import Rng
from colonnade.games import game
from tests.contract.cases import Case, decision

pytestmark = pytest.mark.once

FAST = {"length": "fast", "abilities": "none"}
BRIEF = 0.002  # seconds: the comparison's workings, not its result


def settings(games: int) -> RunSettings:
    """A run of short games."""
    return run_settings(game("pagoda"), FAST, ["plain", "openspiel-fast"], games, 1, BRIEF)


def test_a_run_can_be_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Games are played once, and counted with what both players did."""
    out = tmp_path / "peers.jsonl"
    first = play_all(settings(2), out, processes=1)
    assert [(line.played.deal, line.played.rotation) for line in first] == [(0, 0), (0, 1)]
    assert [line.played.seats for line in first] == [[0, 1], [1, 0]]
    with out.open("ab") as file:
        file.write(b'{"played": {"deal"')  # cut off in the middle
    lines = play_all(settings(4), out, processes=1)
    assert lines[:2] == first == read(out, settings(4))[:2]
    assert len(read(out, settings(4))) == len(lines) == 4
    for i in (0, 1):
        effort = whole([line.efforts[i] for line in lines])
        decisions = sum(line.played.decisions[i] for line in lines)
        assert 0 < effort.choices <= decisions
        assert effort.iterations >= 2 * effort.choices
        assert effort.seconds <= sum(line.played.seconds[i] for line in lines)
    show(settings(4), lines)
    told = capsys.readouterr().out
    assert "4 games in 2 paired deals" in told
    assert "openspiel-fast" in told
    with pytest.raises(SystemExit, match="other games"):
        read(out, run_settings(game("pagoda"), FAST, ["plain", "openspiel"], 4, 1, BRIEF))


@pytest.mark.parametrize("name", ["openspiel", "openspiel-fast"])
@pytest.mark.parametrize("key", ["pagoda", "seven_steps", "summer_pavilion"])
def test_their_bot_thinks_as_long_as_it_may(key: str, name: str) -> None:
    """From a view alone, and at least as long as its rival took."""
    found = game(key)
    state = decision(Case(found, 2, {}), seed=1, moves=120)
    bot = seat(name, found, Rng(1), 0.01)
    assert isinstance(bot, Theirs)
    assert bot.choose(state.view(state.actor)) in state.legal()
    assert (bot.effort.choices, bot.effort.iterations >= 2) == (1, True)
    assert bot.effort.seconds >= 0.01
    bot.rival.add(9, 0.05)
    bot.choose(state.view(state.actor))
    assert bot.effort.seconds >= 0.06
