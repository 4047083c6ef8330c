"""The page that publishes runs: the same bytes for the same runs, and a command for every line."""

from __future__ import annotations

import random
import re
import shlex
from pathlib import Path

import msgspec
import pytest

from colonnade.ai.levels import LEVELS
from colonnade.ai.naming import parts_of, read_budget
from colonnade.ai.search_player import Budget
from colonnade.arena.ladder import LEAST, command, label, page
from colonnade.arena.match import Played
from colonnade.arena.provenance import provenance_here
from colonnade.arena.run_files import (
    Run,
    RunSettings,
    read_run,
    run_settings,
    write_lines,
    write_parquet,
)
from colonnade.arena.tournament import play
from colonnade.games import game
from tests.arena.test_arena import made
from tests.cli.command import ROOT

pytestmark = pytest.mark.once


def settings(*players: str, key: str = "pagoda", games: int = LEAST, seed: int = 1) -> RunSettings:
    """Settings of a run with the usual options, as if made by a compiled build."""
    found = game(key)
    options = {option.key: option.default for option in found.options}
    asked = run_settings(found, options, list(players), games, seed)
    return msgspec.structs.replace(asked, build="compiled", version="1.2.3")


def played(asked: RunSettings, wins: int) -> list[Played]:
    """Games in which the first player wins the first ones of every ten."""
    count = len(asked.players)
    others = [20 - i for i in range(count - 1)]
    return [
        made(i // count, i % count, 25 if i % 10 < wins else 10, *others)
        for i in range(asked.games)
    ]


def run(
    *players: str, wins: int = 7, key: str = "pagoda", games: int = LEAST, seed: int = 1
) -> Run:
    """A run whose first player wins so many of ten games."""
    asked = settings(*players, key=key, games=games, seed=seed)
    return Run(asked, played(asked, wins))


RUNS = [
    run("greedy", "random", wins=9),
    run("eager", "random", wins=7),
    run("greedy", "eager", wins=7, seed=2),
    run("eager", "eager", wins=5),
    run("eager", "random", games=20, seed=5),
    run("greedy", "eager", "random", key="summer_pavilion", games=402),
]


def lines(text: str) -> list[list[str]]:
    """The cells of all lines of all tables."""
    rows = [line for line in text.splitlines() if line.startswith("| ") and "---" not in line]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def test_same_runs_same_bytes(tmp_path: Path) -> None:
    """In any order, from any kind of file, and a run named twice counts once."""
    expected = page(RUNS)
    kept = []
    for i, one in enumerate(RUNS):
        shuffled = [*one.games]
        random.Random(i).shuffle(shuffled)
        path = tmp_path / f"{i}.jsonl"
        write_lines(path, Run(one.settings, shuffled))
        write_parquet(path.with_suffix(".parquet"), one)
        kept += [path, path.with_suffix(".parquet")]
    assert page(read_run(path)[0] for path in kept) == expected
    assert page(read_run(path)[0] for path in reversed(kept)) == expected
    assert page([*RUNS, run("greedy", "random", games=40)]) == expected
    assert str(tmp_path) not in expected


def test_a_published_line() -> None:
    """The ladder first; then players, games, rates and margins with intervals, the command."""
    text = page([run("greedy", "random", wins=6)])
    (_, *ladder, _, line) = lines(text)
    assert line[:2] == ["greedy<br>random", "400"]
    # Of five deals three are won whole, two lost: mean 0.6, and t(199) 1.972 times 0.0347.
    assert line[2] == "60.0 % (53.2 % to 66.8 %)<br>40.0 % (33.2 % to 46.8 %)"
    assert line[3] == "-1.0 (-2.0 to +0.0)<br>+1.0 (-0.0 to +2.0)"
    assert line[4:] == ["0.1250<br>0.3750"]
    words = "colonnade arena pagoda --players greedy,random --games 400 --seed 1"
    assert f"```sh\n# 1.2.3 compiled, edition 1\n{words}\n```" in text
    assert [row[0] for row in ladder] == ["greedy", "random"]
    assert [row[1] for row in ladder] == ["400", "400"]
    judged = run("greedy", "random")
    judged.settings = msgspec.structs.replace(judged.settings, judge="0badcafe")
    assert "# 1.2.3 compiled, edition 1, judge 0badcafe\n" in page([judged])
    judged.settings = msgspec.structs.replace(judged.settings, levels={"architect": "7i"})
    assert ", judge 0badcafe, architect: 7i\n" in page([judged])


def test_games_have_their_sections_and_trials_stand_apart() -> None:
    """Short runs are no published lines, and are on no ladder."""
    text = page(RUNS)
    sections = re.split(r"^## ", text, flags=re.M)[1:]
    assert [section.splitlines()[0] for section in sections] == ["Pagoda", "Azul: Summer Pavilion"]
    pagoda, trials = sections[0].split("### Trials")
    assert [row[1] for row in lines(pagoda.split("### Runs")[1])[1:]] == ["400"] * 4
    assert [row[1] for row in lines(trials)[1:]] == ["20"]
    assert "strength" not in sections[1]
    assert "402" in sections[1]
    only = page([run("eager", "random", games=LEAST - 2)])
    assert only.index("### Trials") < only.index("| eager<br>random |")
    assert "strength" not in only


def test_the_ladder_counts_all_runs_of_two_but_nobody_against_itself() -> None:
    """The strongest first; games of a player against itself rate nobody."""
    ladder = lines(page(RUNS).split("## Pagoda")[1].split("### Runs")[0])[1:]
    assert [row[0] for row in ladder] == ["greedy", "eager", "random"]
    assert [row[1] for row in ladder] == ["800"] * 3
    certain = [float(row[4]) for row in ladder]
    assert certain == sorted(certain, reverse=True)


def test_unfinished_runs_say_so() -> None:
    """Games played and games asked for; a deal half played is not counted."""
    asked = settings("greedy", "random", games=800)
    text = page([Run(asked, played(asked, 7)[:501])])
    assert lines(text)[-1][1] == "500 of 800"


def test_commands_name_only_what_is_unusual() -> None:
    """Options with another value, and the time for players that search."""
    asked = msgspec.structs.replace(
        settings("master", "architect@0.1", seed=9),
        options={"length": "fast", "abilities": "all"},
        time=0.25,
    )
    assert command(asked) == (
        "colonnade arena pagoda --players master,architect@0.1 --games 400 --seed 9 "
        "--option length=fast --time 0.25"
    )
    assert shlex.split(command(asked))[:3] == ["colonnade", "arena", "pagoda"]


def test_a_level_with_more_time_is_another_player() -> None:
    """Simple players have no use for time, and a budget of one's own comes first."""
    assert label("master", 0.5) == "master@0.5"
    assert label("master@0.1", 0.5) == "master@0.1"
    assert label("master", None) == "master"
    assert label("greedy", 0.5) == "greedy"


# What is published


@pytest.fixture(scope="module")
def published() -> list[Run]:
    """All runs behind docs/ladder.md."""
    folder = ROOT / "docs" / "ladder"
    return [read_run(path)[0] for path in sorted(folder.glob("*.parquet"))]


def test_the_published_page_is_what_its_runs_say(published: list[Run]) -> None:
    """docs/ladder.md is written from docs/ladder/, and from nothing else."""
    assert published
    assert page(published) == (ROOT / "docs" / "ladder.md").read_text(encoding="utf-8")


def test_published_players_are_those_that_ship(published: list[Run]) -> None:
    """A judge tuned anew, another table of levels or another edition needs a new ladder."""
    for found in published:
        asked = found.settings
        here = provenance_here(game(asked.game), asked.players, asked.time)
        for name in ("edition", "judge", "levels"):
            assert getattr(asked, name) == here[name], (asked.game, asked.players)


def test_published_games_can_be_played_again(published: list[Run]) -> None:
    """Where nobody is bound by time, the first deal of a line goes as it is written."""
    again = 0
    for found in published:
        asked = msgspec.structs.replace(found.settings, games=len(found.settings.players))
        if not any(budget_of(spec).seconds for spec in asked.players):
            deal = found.games[: asked.games]
            assert [told(one) for one in play(asked)] == [told(one) for one in deal], asked.players
            again += 1
    assert again >= len(LEVELS) - 1


def budget_of(spec: str) -> Budget:
    """How long a player thinks; a simple one not at all."""
    named = parts_of(spec)
    own = LEVELS[named.name].budget if named.name in LEVELS else Budget()
    return read_budget(named.budget) or own


def told(one: Played) -> tuple[int, int, list[int], int]:
    """What must come out the same."""
    return one.deal, one.rotation, one.scores, one.checksum
