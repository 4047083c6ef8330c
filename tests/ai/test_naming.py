"""Names of players with budgets and options: read once, refused clearly, felt by the search."""

from __future__ import annotations

import json
import pickle
from importlib.resources import files
from pathlib import Path

import pytest

from colonnade.ai.judge import Judge
from colonnade.ai.judge_files import BadJudgeFile, NoJudgeFile
from colonnade.ai.judges.linear import Linear
from colonnade.ai.learned import Learned
from colonnade.ai.levels import (
    LEVELS,
    STRONGEST,
    check_players,
    judge_fingerprint,
    level_words,
    player,
)
from colonnade.ai.naming import (
    TUNABLES,
    BadPlayerOption,
    ChangedFile,
    Named,
    check_marks,
    file_marks,
    parts_of,
    split_players,
    with_budget,
)
from colonnade.ai.networks import NoNetwork, OtherNetwork
from colonnade.ai.search_player import CLEAR_LEAD, MEMORY, Searcher
from colonnade.ai.tree import NODE_BYTES
from colonnade.arena.match import Match, play_match
from colonnade.arena.provenance import provenance_here
from colonnade.contract.rng import Rng
from colonnade.games import game
from tests.cli.command import EXAMPLES
from tests.contract.cases import REAL, decision
from tests.contract.toy import TOY

pytestmark = pytest.mark.once
PAGODA = game("pagoda")
PAVILION = game("summer_pavilion")
NET = EXAMPLES / "pavilion.net"


def shipped(key: str) -> dict[str, object]:
    """The weights that come with a game."""
    raw = files("colonnade.ai.judges").joinpath(f"{key}.json").read_text("utf-8")
    found: dict[str, object] = json.loads(raw)
    return found


def weights_file(folder: Path, key: str = "pagoda", name: str = "judge.json") -> Path:
    """The shipped weights in a file of their own."""
    path = folder / name
    path.write_text(json.dumps(shipped(key)), encoding="utf-8")
    return path


def seated(spec: str, of: object = PAGODA) -> Searcher:
    """A player that searches."""
    found = player(spec, game("summer_pavilion") if of is PAVILION else PAGODA, Rng(1))
    assert isinstance(found, Searcher)
    return found


def judge_of(found: Searcher) -> Judge:
    """The judge of a player."""
    assert found.judge is not None
    return found.judge


# Reading


@pytest.mark.parametrize(
    ("spec", "parts"),
    [
        ("master", Named("master")),
        ("master@0.1", Named("master", "@", "0.1")),
        ("master@", Named("master", "@")),
        ("master:explore=1", Named("master", "", "", ":", "explore=1")),
        ("master@5i:judge=a:b@c", Named("master", "@", "5i", ":", "judge=a:b@c")),
        ("net:a.net", Named("net:a.net")),
        ("net:a@b.net@9i", Named("net:a@b.net", "@", "9i")),
    ],
)
def test_a_name_has_parts(spec: str, parts: Named) -> None:
    """Name, budget and options; what stands in a file's name is left to it."""
    assert parts_of(spec) == parts


def test_a_file_with_signs_in_its_name_is_found(tmp_path: Path) -> None:
    """A network that is there is what is meant."""
    path = tmp_path / "a@500i"
    path.touch()
    assert parts_of(f"net:{path}") == Named(f"net:{path}")


def test_players_stand_between_commas() -> None:
    """A comma before an option goes on with the same player."""
    assert split_players("greedy, random") == ["greedy", "random"]
    one = "master@5i:explore=0.6,judge=a.json"
    assert split_players(f"{one},greedy,{one}") == [one, "greedy", one]
    assert split_players("greedy,explore=1") == ["greedy", "explore=1"]
    assert split_players("random,") == ["random", ""]


def test_a_budget_goes_before_the_options() -> None:
    """So runs with --time are named by what was played."""
    assert with_budget("master:lead=3,explore=1", "0.1") == "master@0.1:lead=3,explore=1"
    assert with_budget("net:a.net", "0.1") == "net:a.net@0.1"


# What options do


def test_every_number_reaches_the_search() -> None:
    """Each at the place where it is read; the rest stays as it is."""
    usual, tuned = (
        seated("master@30i"),
        seated(
            "master@30i:explore=0.61,first_play_reduction=-0.2,margin_weight=0.3,horizon=3,reach=7,"
            "temperature=0.5,lead=1.5,memory=8"
        ),
    )
    state = decision(REAL[0], 1, 40)
    searches = []
    for one in (usual, tuned):
        one.consider(state)
        assert one.search is not None
        searches.append(one.search)
    names = ("explore", "margin_weight", "first_play_reduction")
    found = [[getattr(search, name) for name in names] for search in searches]
    assert found[1] == [0.61, 0.3, -0.2]
    own = judge_of(usual)
    assert found[0] == [own.explore, own.margin_weight, own.first_play_reduction]
    assert (judge_of(tuned).horizon, judge_of(tuned).reach) == (3, 7)
    assert (own.horizon, own.reach) == (1, 4)
    assert (tuned.temperature, tuned.lead) == (0.5, 1.5)
    assert (usual.temperature, usual.lead) == (0.0, CLEAR_LEAD)
    assert tuned.nodes == 8 * 2**20 // NODE_BYTES
    assert usual.nodes == MEMORY // NODE_BYTES


def test_every_option_changes_what_is_thought() -> None:
    """None is read and forgotten: visits differ from the usual player's."""
    state = decision(REAL[0], 1, 20)

    def visits(options: str) -> list[tuple[int, int]]:
        ideas = seated(f"master@400i:{options}" if options else "master@400i").consider(state)
        return [(idea.row, idea.visits) for idea in ideas]

    usual = visits("")
    assert visits("explore=0.8,margin_weight=0.25,lead=2,temperature=0") == usual
    felt = {
        "explore": "3", "first_play_reduction": "1", "margin_weight": "0.95", "horizon": "3",
        "reach": "1", "lead": "50",
    }  # fmt: skip
    for key, value in felt.items():
        assert visits(f"{key}={value}") != usual, key
    # These decide what is made of the tree, how large it may grow, and whether there is one.
    assert felt.keys() | {"temperature", "memory", "solves"} == TUNABLES.keys()


def test_a_search_without_judgement_can_be_tuned_too() -> None:
    """It has its own weights of the confidence bound and of points."""
    found = seated("plain@20i:explore=0.2,margin_weight=0")
    found.consider(decision(REAL[0], 1, 40))
    assert found.search is not None
    assert (found.search.explore, found.search.margin_weight) == (0.2, 0.0)


def test_a_file_replaces_the_judge(tmp_path: Path) -> None:
    """The shipped weights in a file give the same games; other weights give others."""
    path = weights_file(tmp_path)

    def checksum(spec: str) -> int:
        return play_match(Match("pagoda", {"length": "fast"}, [spec] * 2, 1, None, 0, 0)).checksum

    assert checksum(f"master@9i:judge={path}") == checksum("master@9i")
    changed = shipped("pagoda")
    changed["seats"] = {}
    path.write_text(json.dumps(changed), encoding="utf-8")
    assert checksum(f"master@9i:judge={path}") != checksum("master@9i")
    judge = judge_of(seated(f"master@9i:judge={path}"))
    assert isinstance(judge, Linear)
    assert all(judge.seat_weights[i] == 0 for i in range(len(judge.seat_weights)))


def test_a_network_can_be_an_option() -> None:
    """The same player as by its name alone; a level keeps what makes it stray."""
    found = seated(f"master@9i:net={NET},explore=0.7", PAVILION)
    assert isinstance(found, Learned)
    assert found.numbers == {"explore": 0.7}
    strays = LEVELS["builder"].temperature
    assert seated(f"builder:net={NET}", PAVILION).temperature == strays
    assert seated(f"net:{NET}", PAVILION).temperature == LEVELS[STRONGEST].temperature


# Refusals


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("master:", 'no option "". Options, as NAME:KEY=VALUE,KEY=VALUE: explore=NUMBER, '),
        ("master:explor=1", 'no option "explor=1"'),
        ("master:explore", 'no option "explore"'),
        ("master:explore=", 'explore must be a number from 0 to 100, not ""'),
        ("master:explore=nan", "explore must be a number"),
        ("master:explore=-1", "explore must be a number"),
        ("master@9i:reach=1.5", 'reach must be a whole number from 1 to 100, not "1.5"'),
        ("master:explore=1,explore=2", "explore is named twice"),
        ("master:judge=a,net=b", "only one of judge, net"),
        ("greedy:explore=1", "only players that search take options: plain, apprentice"),
        ("plain:horizon=1", 'no option "horizon=1"'),
        ("plain:judge=a", 'no option "judge=a"'),
    ],
)
def test_options_that_make_no_sense_are_refused(spec: str, told: str) -> None:
    """The error names the player and says what there is; it comes through from other processes."""
    with pytest.raises(BadPlayerOption) as refused:
        check_players([spec], PAGODA)
    again = pickle.loads(pickle.dumps(refused.value)).text()
    assert again == str(refused.value)
    assert told in again
    assert f'"{spec}"' in again
    assert refused.value.text("fr").startswith(f"Le joueur «\u202f{spec}\u202f»")


def test_a_game_without_a_judge_has_no_options_of_judges() -> None:
    """Nobody would read them."""
    check_players(["master:explore=1"], TOY)
    with pytest.raises(BadPlayerOption, match='no option "reach=2"'):
        check_players(["master:reach=2"], TOY)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seats": {"flying": 1.0}}, "no feature is called flying"),
        ({"rows": {"column": [1.0]}}, "column: not 8 stages"),
        ({"spreads": [1.0]}, "spreads: not 8 stages"),
        ({"spreads": [0.0] * 8}, "above 0"),
        ({"seats": {"ability fan": "much"}}, "Expected `float`"),
        ({"rows": None}, "Expected `object`"),
    ],
)
def test_files_that_hold_no_weights_of_the_game_are_refused(
    tmp_path: Path, change: dict[str, object], told: str
) -> None:
    """What is wrong is named, and so is the game."""
    path = weights_file(tmp_path)
    path.write_text(json.dumps({**shipped("pagoda"), **change}), encoding="utf-8")
    with pytest.raises(BadJudgeFile, match=told) as refused:
        check_players([f"master:judge={path}"], PAGODA)
    assert "pagoda" in str(refused.value)


def test_files_that_are_not_there_or_of_another_game_are_refused(tmp_path: Path) -> None:
    """Before anything is played."""
    with pytest.raises(NoJudgeFile, match="No such file"):
        check_players([f"master:judge={tmp_path / 'x'}"], PAGODA)
    with pytest.raises(NoJudgeFile):
        check_players([f"master:judge={tmp_path}"], PAGODA)
    with pytest.raises(BadJudgeFile):
        check_players([f"master:judge={weights_file(tmp_path, 'seven_steps')}"], PAGODA)
    with pytest.raises(NoNetwork):
        check_players([f"master:net={tmp_path / 'x'}"], PAVILION)
    with pytest.raises(OtherNetwork):
        check_players([f"master:net={NET}"], PAVILION, 3, {})


# Provenance


def test_runs_say_what_their_files_hold(tmp_path: Path) -> None:
    """A mark for each file; the shipped judge's only where somebody judges by it."""
    path = weights_file(tmp_path)
    spec = f"master@9i:judge={path}"
    facts = provenance_here(PAGODA, [spec, "random"])
    assert list(facts["files"]) == [str(path)]
    assert facts["judge"] == ""
    assert judge_fingerprint([spec, "builder"], PAGODA) != ""
    assert judge_fingerprint([f"master:net={NET}"], PAVILION) != ""
    before = facts["files"]
    path.write_text(path.read_text("utf-8") + "\n", encoding="utf-8")
    assert file_marks([spec]) != before
    assert list(file_marks([f"net:{NET}@9i", f"master:net={NET}"])) == [str(NET)]


def test_a_file_that_changes_ends_the_run(tmp_path: Path) -> None:
    """Its games would be those of two players."""
    path = weights_file(tmp_path)
    marks = file_marks([f"master:judge={path}"])
    check_marks(marks)
    path.write_text(json.dumps(shipped("pagoda"), indent=1), encoding="utf-8")
    asked = Match("pagoda", {}, ["random"] * 2, 1, None, 0, 0, "wall", marks)
    with pytest.raises(ChangedFile, match=r"judge\.json"):
        play_match(asked)
    path.unlink()
    with pytest.raises(ChangedFile):
        check_marks(marks)


def test_what_a_level_gives_is_told_unless_an_option_says_otherwise() -> None:
    """Straying, in particular."""
    strays = f"straying {LEVELS['builder'].temperature:g}"
    words = level_words(["builder@9i:explore=1", "builder@9i:temperature=0"])
    assert words == {"builder@9i:explore=1": strays}
