"""Other packages bring games, judges and players: the recipe's, really installed, and bad ones."""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from colonnade import games
from colonnade.ai import judges
from colonnade.ai.levels import PLAYER_NAMES, UnknownPlayer, check_players, player, player_names
from colonnade.contract import extensions
from colonnade.contract.errors import UnknownGame
from colonnade.contract.extensions import BadExtension
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER
from colonnade.locales import texts
from tests.cli.command import ROOT, colonnade, refused
from tests.contract.toy import TOY
from tests.server.client import Client
from tests.server.running import Running
from tests.test_add_a_game import PAGE, lay_out

pytestmark = pytest.mark.once
Declare = Callable[..., None]
SPIEL = """
import pyspiel
import colonnade.adapters.open_spiel
from colonnade.contract.rng import Rng
state, rng = pyspiel.load_game("colonnade_nim(misere=yes)").new_initial_state(), Rng(3)
assert state.get_game().get_type().information == pyspiel.GameType.Information.PERFECT_INFORMATION
while not state.is_terminal():
    rows = state.legal_actions()
    state.apply_action(rows[rng.below(len(rows))])
print(sorted(state.returns()))
"""
LOADED = (
    "import sys, colonnade; print(sorted({'nim_game', 'importlib.metadata'} & set(sys.modules)))"
)


# The recipe's package


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the recipe's package installed, made as its page says."""
    folder = tmp_path_factory.mktemp("recipe")
    lay_out(folder)
    page = PAGE.read_text(encoding="utf-8")
    [made] = re.findall(r"^```sh\n(mkdir -p nim .*?)^```$", page, re.S | re.M)
    (folder / "src").mkdir()
    (folder / "colonnade").rename(folder / "src" / "colonnade")
    own = [folder / "nim/nim_game" / name for name in ("judge.py", "players.py")]
    kept = {path: path.read_text(encoding="utf-8") for path in own}
    shutil.rmtree(folder / "nim/nim_game")
    subprocess.run(made, shell=True, check=True, cwd=folder)
    for path, text in kept.items():
        path.write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-build-isolation"]
    command += ["--disable-pip-version-check", "--no-cache-dir", "--target", str(folder / "site")]
    done = subprocess.run([*command, "./nim"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


@pytest.fixture
def beside(site: Path) -> dict[str, str]:
    """An environment in which the package is installed."""
    path = os.pathsep.join(filter(None, [str(site), os.environ.get("PYTHONPATH", "")]))
    return {"PYTHONPATH": path}


def python(code: str, env: dict[str, str]) -> str:
    """What Python code prints beside the package."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, **env},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_the_command_line_plays_it(beside: dict[str, str], tmp_path: Path) -> None:
    """Play, simulate, rules and refusals, in both languages, with the package's own player."""
    home = {**beside, "XDG_DATA_HOME": str(tmp_path)}
    words = ("play", "nim", "--seed", "3", "--opponent", "nimble", "--lang", "fr")
    played = colonnade(*words, typed="prendre 1\n" * 9, env=home)
    assert "nimble" in played.stdout, played.stderr
    assert "ligne" in played.stdout
    counted = colonnade(
        "simulate", "nim", "--games", "20", "--player", "nimble", "--json", env=home
    )
    assert json.loads(counted.stdout)["games"] == 20, counted.stderr
    assert "N2.2" in colonnade("rules", "nim", "N2", env=home).stdout
    unknown = refused(colonnade("simulate", "mim", "--games", "1", env=home))
    assert "nim" in unknown
    budget = refused(colonnade("simulate", "nim", "--player", "nimble@0.2", env=home))
    assert "nimble@0.2" in budget


def test_the_arena_knows_its_player_and_its_judge(beside: dict[str, str], tmp_path: Path) -> None:
    """Who cannot be beaten beats chance; a level thinks with the package's judge, and says so."""
    out = tmp_path / "run.jsonl"
    words = ("arena", "nim", "--players", "nimble,random", "--games", "40", "--out", str(out))
    done = colonnade(*words, "--json", env=beside)
    assert done.returncode == 0, done.stderr
    first, *lines = out.read_text(encoding="utf-8").splitlines()
    assert json.loads(first)["levels"] == {"nimble": "nim-game 1.0"}
    assert len(lines) == 40
    code = """
import colonnade
from colonnade.ai.judges import data_of, judge_of
from colonnade.ai.levels import judge_fingerprint
nim = colonnade.game("nim")
assert [found.key for found in colonnade.all_games()][-1] == "nim"
print(type(judge_of(nim)).__name__, data_of(nim), len(judge_fingerprint(["master"], nim)))
"""
    assert python(code, beside) == "NimJudge nim-game 1.0 nim_game.judge:NimJudge 8"
    strong = ("arena", "nim", "--players", "architect,random", "--games", "10", "--json")
    assert colonnade(*strong, env=beside).returncode == 0


def test_open_spiel_plays_it(beside: dict[str, str]) -> None:
    """Registered with the others, with its options, though it has no tensors."""
    assert python(SPIEL, beside) == "[-1.0, 1.0]"


def test_the_server_plays_it(
    beside: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The API lists it, makes a table, takes a move, and lets a computer answer it."""
    monkeypatch.setenv("PYTHONPATH", beside["PYTHONPATH"])
    running = Running(tmp_path / "data")
    try:
        anne = Client(running.address)
        assert "nim" in [told["key"] for told in anne.get("/api/games")]
        table = anne.make("nim", "me", "computer:nimble")["id"]
        feed = anne.feed(table)
        seen = feed.next()
        while seen["actor"] != OVER:
            if seen["actor"] == 0:
                anne.move(table, seen["ply"], seen["offers"][0]["words"])
            seen = feed.next()
        feed.close()
        assert sorted(seen["view"]["scores"]) == [0, 1]
    finally:
        running.stop()


def test_nothing_is_loaded_before_it_is_asked_for(beside: dict[str, str]) -> None:
    """Games of the house are found without a look at what else is installed."""
    asked = "; import colonnade.ai.levels as levels; levels.check_players(['master']); "
    code = LOADED.replace("; print", "; colonnade.game('pagoda').start()" + asked + "print")
    assert python(code, beside) == "[]"


# Entries that cannot be used


@pytest.fixture
def declare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Declare]:
    """Lets a test declare entry points of a package, by a folder as pip leaves it."""
    caches = (extensions.extensions, games.tried, judges.judge_type)

    def forget() -> None:
        for cache in caches:
            cache.cache_clear()

    def add(group: str, lines: str, code: str = "", package: str = "stranger") -> None:
        info = tmp_path / f"{package}-2.1.dist-info"
        info.mkdir(exist_ok=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 2.1\n")
        with (info / "entry_points.txt").open("a") as file:
            file.write(f"[{group}]\n{lines}\n")
        (tmp_path / f"{package}_code.py").write_text(code)
        forget()

    monkeypatch.syspath_prepend(str(tmp_path))
    yield add
    forget()
    for name in [name for name in sys.modules if name.endswith("_code")]:
        del sys.modules[name]


TOY_GAME = "from tests.contract.toy import TOY as GAME\n"


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import nowhere_to_be_found", "ModuleNotFoundError"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("GAME = 7", "it is int, where Game is wanted"),
        ("OTHER = 7", "AttributeError"),
        ("from colonnade.games.pagoda import GAME", 'calls itself "pagoda"'),
        (
            "from colonnade.contract.game import Game\nclass G(Game): key = 'toy'\nGAME = G()",
            "Error",
        ),
        (TOY_GAME, "en.toy.json"),  # a game without a name for people
    ],
)
def test_a_broken_game_is_left_out(
    code: str, reason: str, declare: Declare, caplog: pytest.LogCaptureFixture
) -> None:
    """The house stands, its log names the package, and whoever asks for the game is told."""
    declare("colonnade.games", "toy = stranger_code:GAME", code)
    with caplog.at_level(logging.WARNING):
        assert [found.key for found in games.all_games()] == list(games.own_keys())
        assert [found.key for found in games.all_games()] == list(games.own_keys())
    [told] = caplog.messages
    assert "stranger 2.1" in told
    assert reason in told
    for _ in range(2):
        with pytest.raises(BadExtension, match=r"stranger 2\.1"):
            games.game("toy")
    assert games.game("pagoda").start()


def test_names_that_are_taken_or_impossible_are_left_out(
    declare: Declare, caplog: pytest.LogCaptureFixture
) -> None:
    """A game of the house stays what it is; of two strangers the first has the name."""
    declare("colonnade.games", "pagoda = stranger_code:GAME\nno-name = x:y", TOY_GAME)
    declare("colonnade.games", "toy = one_code:GAME", "GAME = 1", package="one")
    declare("colonnade.games", "toy = two_code:GAME", "GAME = 2", package="two")
    with caplog.at_level(logging.WARNING), pytest.raises(UnknownGame) as problem:
        games.game("nothing")
    assert problem.value.fields["known"] == [*games.own_keys(), "toy"]
    assert [("taken" in told, "letters" in told) for told in caplog.messages] == [
        (False, True),
        (True, False),
        (True, False),
    ]
    assert "two 2.1" in caplog.messages[-1]
    with pytest.raises(BadExtension, match=r"one 2\.1"):
        games.game("toy")


def test_a_list_that_cannot_be_read_is_left_out(
    declare: Declare, caplog: pytest.LogCaptureFixture
) -> None:
    """A package with damaged entry points does not hide those of others."""
    declare("colonnade.players", "this is no entry")
    declare("colonnade.players", "calm = good_code:Random", CALM, package="good")
    with caplog.at_level(logging.WARNING):
        assert player_names() == [*PLAYER_NAMES, "calm"]
    assert "stranger 2.1" in "".join(caplog.messages)


CALM = "from colonnade.ai.random import Random\n"


def test_players_are_named_like_all_others(declare: Declare) -> None:
    """They are seated by their names; what is none of ours is refused, by the package's name."""
    lines = "calm = stranger_code:Random\nodd = stranger_code:odd\nnumber = stranger_code:seven"
    code = (
        f"{CALM}seven = 7\ndef odd(game, rng): return 7\ndef bad(game, rng): raise OSError('x')\n"
    )
    declare(
        "colonnade.players", f"{lines}\nbad = stranger_code:bad\nmaster = stranger_code:odd", code
    )
    check_players(["calm", "master", "odd"], TOY)
    assert type(player("calm", TOY, Rng(1))).__name__ == "Random"
    assert type(player("master", TOY, Rng(1))).__name__ == "Searcher"
    with pytest.raises(BadExtension, match=r"stranger 2\.1.* it is int"):
        check_players(["number"])
    with pytest.raises(BadExtension, match=r"stranger 2\.1.* it is int"):
        player("odd", TOY, Rng(1))
    with pytest.raises(BadExtension, match=r"stranger 2\.1.*OSError: x"):
        player("bad", TOY, Rng(1))
    with pytest.raises(UnknownPlayer, match="calm"):
        check_players(["stranger"])


@pytest.mark.parametrize(
    "value", ["stranger_code:missing", "stranger_code:seven", "stranger_code:Bad"]
)
def test_a_broken_judge_is_left_out(
    value: str, declare: Declare, caplog: pytest.LogCaptureFixture
) -> None:
    """Its game is searched without; a judge of the house cannot be replaced."""
    code = "from colonnade.ai.judge import Judge\nseven = 7\n"
    code += "class Bad(Judge):\n    def __init__(self): 1 / 0\n"
    declare("colonnade.judges", f"toy = {value}\npagoda = {value}", code)
    with caplog.at_level(logging.WARNING):
        assert judges.judge_of(TOY) is None
        assert judges.judge_of(TOY) is None
        assert judges.data_of(TOY) == ""
    assert (
        len([told for told in caplog.messages if '"toy"' in told and "stranger 2.1" in told]) == 1
    )
    assert type(judges.judge_of(games.game("pagoda"))).__name__ == "PagodaJudge"


def test_strangers_add_texts_of_their_own_game_alone(tmp_path: Path) -> None:
    """Other keys are not touched, and English speaks where there is no French."""
    from colonnade.locales import add_texts

    text = {"stranger.name": "Stranger", "pagoda.name": "Mine"}
    (tmp_path / "en.stranger.json").write_text(json.dumps(text))
    try:
        add_texts(tmp_path, "stranger")
        assert texts("fr")["stranger.name"] == "Stranger"
        assert texts("en")["pagoda.name"] == "Pagoda"
    finally:
        for lang in ("en", "fr"):
            texts(lang).pop("stranger.name", None)
