"""Networks: the compiled sums are those of a plain reading, files are checked, players use them."""

from __future__ import annotations

import math
import pickle
import zlib
from pathlib import Path

import msgspec
import pytest
from librt.vecs import vec
from mypy_extensions import i16, i64

from colonnade.ai import networks
from colonnade.ai.judges import judge_of
from colonnade.ai.judges.network import PLAIN_SPREAD, POINTS, NetworkJudge
from colonnade.ai.learned import Learned
from colonnade.ai.levels import (
    LEVELS,
    STRONGEST,
    BadBudget,
    UnknownPlayer,
    check_players,
    player,
)
from colonnade.ai.networks import BadNetwork, Header, Network, NoNetwork, OtherNetwork
from colonnade.ai.search_player import Budget, search_from
from colonnade.arena.match import Match, play_match
from colonnade.contract.errors import ColonnadeError
from colonnade.contract.game import Game
from colonnade.contract.rng import Rng
from colonnade.contract.state import State
from colonnade.games import game
from colonnade.locales import LANGUAGES
from tests.ai.network_files import random_network, signed, unlearned, written
from tests.cli.command import EXAMPLES
from tests.contract.cases import OWN, REAL, Case, decision

PAVILION = game("summer_pavilion")
PAGODA = game("pagoda")
MARK_OF_THOUGHTS = 3272542204  # made anew with the example
# One case of each game, with its usual options.
USUAL = [next(case for case in REAL if case.game is found) for found in OWN]
each_game = pytest.mark.parametrize("case", USUAL, ids=lambda case: case.game.key)


def judge(network: Network, of: Game, corrects: bool = True) -> NetworkJudge:
    """A judge that uses a network."""
    return NetworkJudge(networks.weights_of(network, of), judge_of(of) if corrects else None)


def network_for(case: Case) -> Network:
    """A random network for a case."""
    return random_network(case.game, case.seats, case.options)


# A plain reading, layer by layer


class Plain:
    """The same network by lists and sums, in no order that matters."""

    def __init__(self, network: Network, of: Game) -> None:
        self.game = of
        self.parts: list[list[float]] = []
        at = 0
        header = network.header
        self.shapes = networks.shapes(header.inputs, header.hidden, header.words)
        for shape in self.shapes:
            self.parts.append(network.weights[at : at + math.prod(shape)].tolist())
            at += math.prod(shape)

    def affine(self, x: list[float], part: int) -> list[float]:
        """Biases, and lines of weights times their inputs."""
        bias, lines = self.parts[part], self.parts[part + 1]
        width = len(bias)
        return [
            bias[h] + math.fsum(lines[i * width + h] * value for i, value in enumerate(x))
            for h in range(width)
        ]

    def look(self, state: State, seat: int) -> list[float]:
        """The last hidden layer for what a seat knows."""
        layout = self.game.layout(len(state.scores()))
        entries = vec[i16]([i16(0)] * layout.size)
        state.fill_tensor(seat, entries, 0)
        x = [int(entry) / most for entry, most in zip(entries, layout.highest(), strict=True)]
        for part in range(0, len(self.shapes) - 4, 2):
            x = [max(0.0, value) for value in self.affine(x, part)]
        return x

    def value(self, state: State, seat: int) -> list[float]:
        """Points and stretch."""
        return self.affine(self.look(state, seat), len(self.shapes) - 4)

    def logit(self, state: State, row: int, seat: int) -> float:
        """What the network makes of a row."""
        hidden = [1.0, *self.look(state, seat)]
        words, width = self.parts[-2], len(hidden)
        return math.fsum(
            words[word * width + i] * hidden[i]
            for word in networks.words_of(self.game)[1][row]
            for i in range(width)
        )


@each_game
@pytest.mark.parametrize("corrects", [True, False])
def test_judgement_is_what_the_weights_say(case: Case, corrects: bool) -> None:
    """Points, spread and logits are those of the plain reading, added to the other judge's."""
    network = network_for(case)
    plain, own, base = Plain(network, case.game), judge(network, case.game, corrects), None
    if corrects:
        base = judge_of(case.game)
    for depth in (12, 70, 140):
        state = decision(case, 3, depth)
        expected = vec[float]([float(score) for score in state.scores()])
        spread = base.value(state, expected) if base else PLAIN_SPREAD
        values = [plain.value(state, seat) for seat in range(case.seats)]
        stretch = sum(value[1] for value in values) / case.seats
        points = vec[float]([0.0] * case.seats)
        found = own.value(state, points)
        assert found == pytest.approx(spread * math.exp(max(-2.0, min(2.0, stretch))))
        for seat in range(case.seats):
            assert points[seat] == pytest.approx(expected[seat] + POINTS * values[seat][0])
        legal = state.legal()[:20]
        rows = vec[i64](legal)
        theirs, logits = (vec[float]([0.0] * len(legal)) for _ in range(2))
        if base:
            base.policy(state, rows, len(legal), theirs)
        own.policy(state, rows, len(legal), logits)
        for i, row in enumerate(legal):
            mine = network.weights[-1] * theirs[i] + plain.logit(state, row, state.actor)
            assert logits[i] == pytest.approx(mine)


@each_game
def test_a_network_that_learned_nothing_changes_nothing(case: Case) -> None:
    """With weights of zero, a search thinks exactly what it thinks with the other judge."""
    state = decision(case, 1, 80)
    found = []
    for one in (judge(unlearned(case.game, case.seats), case.game), judge_of(case.game)):
        search = search_from(state, one, Rng(5), 10_000)
        search.run(60)
        found.append(search.children())
    assert found[0] == found[1]


def test_both_builds_think_alike_to_the_last_bit() -> None:
    """A mark over all values of a search with the example's network: one for both builds."""
    weights = networks.load(EXAMPLES / "pavilion.net", PAVILION)[1]
    case = next(case for case in USUAL if case.game is PAVILION)
    found = []
    for depth in (20, 90, 200):
        own = networks.judge_from(weights, PAVILION)
        search = search_from(decision(case, 9, depth), own, Rng(5), 10_000)
        search.run(40)
        found.append(search.children())
    assert zlib.crc32(repr(found).encode()) == MARK_OF_THOUGHTS


@each_game
def test_quick_moves_are_the_other_judges(case: Case) -> None:
    """On the way to where a position is judged, the network is not asked."""
    state = decision(case, 2, 60)
    own, base = judge(network_for(case), case.game), judge_of(case.game)
    assert base is not None
    rows = vec[i64](state.legal())
    quick, theirs, slow = (vec[float]([0.0] * len(rows)) for _ in range(3))
    own.rollout_policy(state, rows, len(rows), quick)
    base.policy(state, rows, len(rows), theirs)
    own.policy(state, rows, len(rows), slow)
    assert list(quick) == list(theirs)
    assert list(quick) != list(slow)


@pytest.mark.parametrize("key", ["pagoda", "seven_steps"])
def test_nothing_hidden_reaches_a_network(key: str, tmp_path: Path) -> None:
    """In twin worlds that look alike, the whole search is the same, and so is the move."""
    case = next(case for case in USUAL if case.game.key == key)
    path = written(tmp_path, network_for(case))
    for depth in (9, 60, 140):
        state = decision(case, 1, depth)
        twin = state.copy()
        twin.reimagine(state.actor, Rng(depth))
        assert state.dump() != twin.dump()
        chosen = []
        for world in (state, twin):
            search = search_from(world, judge(network_for(case), case.game), Rng(5), 10_000)
            search.run(40)
            one = player(f"net:{path}@20i", case.game, Rng(7))
            chosen.append((search.children(), one.choose(world.view(state.actor))))
        assert chosen[0] == chosen[1]
        assert chosen[0][1] in state.legal()


# Files


@pytest.mark.once
@each_game
def test_a_file_gives_back_what_was_written(case: Case, tmp_path: Path) -> None:
    """Header and weights, to the last bit."""
    network = network_for(case)
    path = written(tmp_path, network)
    assert networks.read(path) == network
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def damages() -> dict[str, bytes]:
    """Files that are none, by the reason to be given."""
    whole = bytes_of(random_network(PAVILION))
    start = len(networks.MARK)
    end = start + 4 + int.from_bytes(whole[start : start + 4], "little")
    header, rest = whole[start + 4 : end], whole[end:]
    no_number = random_network(PAVILION)
    no_number.weights[5] = math.nan
    too_large = random_network(PAVILION)
    too_large.weights[5] = 1e30
    return {
        "mark empty": b"",
        "mark text": b"colonnade record 1\n",
        "mark later": whole.replace(b"network 1", b"network 2", 1),
        "header cut": whole[: start + 40],
        "header long": whole[:start] + b"\xff\xff\xff\xff" + whole[start + 4 :],
        "header words": packed(header.replace(b'"seats":2', b'"seats":"two"'), rest),
        "header unknown": packed(b'{"pickle":1,' + header[1:], rest),
        "header huge": packed(header.replace(b'"hidden":[8,4]', b'"hidden":[80000,4]'), rest),
        "header none": packed(header.replace(b'"hidden":[8,4]', b'"hidden":[]'), rest),
        "header odd": packed(header.replace(b'"hidden":[8,4]', b'"hidden":[8,5]'), rest),
        "header below": packed(header.replace(b'"words":462', b'"words":-46'), rest),
        "length cut": whole[:-1],
        "length more": whole + b"\0",
        "length other": packed(header.replace(b'"hidden":[8,4]', b'"hidden":[8,8]'), rest),
        "digest": whole[:-2] + bytes([whole[-2] ^ 1]) + whole[-1:],
        "weights none": bytes_of(signed(no_number)),
        "weights large": bytes_of(signed(too_large)),
        "basis edition": packed(header.replace(b'"edition":"1"', b'"edition":"0"'), rest),
        "basis": packed(header.replace(b'"basis":"', b'"basis":"0'), rest),
    }


def packed(header: bytes, rest: bytes) -> bytes:
    """A file with a header of any length."""
    return networks.MARK + len(header).to_bytes(4, "little") + header + rest


def bytes_of(network: Network) -> bytes:
    """A network as its file holds it."""
    return packed(msgspec.json.encode(network.header), networks.little(network.weights))


@pytest.mark.once
@pytest.mark.parametrize("name", list(damages()))
def test_damage_is_one_clear_error(name: str, tmp_path: Path) -> None:
    """Whatever is wrong with a file, its player is refused with the reason, in every language."""
    path = tmp_path / "damaged.net"
    path.write_bytes(damages()[name])
    with pytest.raises(BadNetwork) as refused:
        check_players([f"net:{path}"], PAVILION)
    assert refused.value.why == name.split()[0]
    carried = pickle.loads(pickle.dumps(refused.value))  # as from another process
    for lang in LANGUAGES:
        assert str(path) in carried.text(lang)


@pytest.mark.once
def test_a_strangers_words_reach_no_terminal_as_they_are(tmp_path: Path) -> None:
    """What a header says is shown in an error, but without signs that a terminal obeys."""
    whole = random_network(PAVILION)
    header = msgspec.structs.replace(whole.header, game="\x1b[2Jchess" + "x" * 5000)
    path = written(tmp_path, Network(header, whole.weights))
    with pytest.raises(OtherNetwork) as refused:
        check_players([f"net:{path}"], PAVILION)
    assert "chess" in str(refused.value)
    assert str(refused.value).isprintable()
    assert len(str(refused.value)) < 600


@pytest.mark.once
def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """Missing, a folder, or nothing behind the sign."""
    for spec in (f"net:{tmp_path}/none.net", f"net:{tmp_path}", "net:", "net:none@0.2"):
        with pytest.raises(NoNetwork):
            check_players([spec])


@pytest.mark.once
def test_the_example_fits_the_game_as_it_is() -> None:
    """The network in examples/ can be played against; a change of what it sees must renew it."""
    path = EXAMPLES / "pavilion.net"
    check_players([f"net:{path}"], PAVILION, 2, {})
    header = networks.read(path).header
    assert header.made.command.startswith("colonnade learn summer_pavilion ")
    assert path.stat().st_size < 300_000
    case = next(case for case in USUAL if case.game is PAVILION)
    state = decision(case, 1, 100)
    chosen = player(f"net:{path}@8i", PAVILION, Rng(1)).choose(state.view(state.actor))
    assert chosen in state.legal()


# Players


@pytest.mark.once
def test_a_network_is_named_by_its_file_and_may_have_a_budget(tmp_path: Path) -> None:
    """Seconds or rounds of search stand behind the file; alone, it thinks like the strongest."""
    path = written(tmp_path, random_network(PAVILION))
    for text, seconds, budget in (
        ("", None, LEVELS[STRONGEST].budget),
        ("", 0.5, Budget(seconds=0.5)),
        ("@0.2", 0.5, Budget(seconds=0.2)),
        ("@160i", None, Budget(iterations=160)),
    ):
        found = player(f"net:{path}{text}", PAVILION, Rng(1), seconds)
        assert isinstance(found, Learned)
        assert found.budget == budget
    with pytest.raises(BadBudget):
        check_players([f"net:{path}@0"])
    with pytest.raises(UnknownPlayer, match="net:FILE"):
        check_players([str(path)])
    odd = written(tmp_path, random_network(PAVILION), "a@b.net")
    check_players([f"net:{odd}", f"net:{odd}@5i"])


@pytest.mark.once
def test_a_network_plays_only_what_it_was_learned_for(tmp_path: Path) -> None:
    """Another game, number of seats or option is refused before, and at the table too."""
    path = written(tmp_path, random_network(PAVILION))
    spec = f"net:{path}@5i"
    check_players([spec], PAVILION, 2, {})
    refusals: list[tuple[Game, int, dict[str, str]]] = [
        (PAGODA, 2, {}),
        (PAVILION, 3, {}),
        (PAVILION, 2, {"board": "grey"}),
    ]
    for other, seats, options in refusals:
        with pytest.raises(OtherNetwork) as refused:
            check_players([spec], other, seats, options)
        assert "summer_pavilion --seats 2 --option board=colored" in str(refused.value)
    grey = PAVILION.start(2, {"board": "grey"})
    with pytest.raises(ColonnadeError):
        player(spec, PAVILION, Rng(1)).choose(grey.view(0))


@pytest.mark.once
def test_a_file_written_anew_is_read_anew(tmp_path: Path) -> None:
    """Networks are kept ready, but never longer than their file."""
    path = written(tmp_path, random_network(PAVILION))
    first = networks.load(path, PAVILION)
    assert networks.load(path, PAVILION) is first
    written(tmp_path, unlearned(PAVILION))
    assert networks.load(path, PAVILION) is not first


@pytest.mark.once
@each_game
def test_games_with_networks_come_to_their_end(case: Case, tmp_path: Path) -> None:
    """At a table with a simple player, by the arena's own loop; and the same again."""
    path = written(tmp_path, network_for(case))
    seated = [f"net:{path}@3i", *["greedy"] * (case.seats - 1)]
    match = Match(case.game.key, case.options, seated, 1, None, 0, 0)
    first, again = play_match(match), play_match(match)
    assert first.checksum == again.checksum
    assert max(first.scores) > 0


@pytest.mark.once
def test_headers_say_how_a_network_was_made() -> None:
    """All fields are there: none has a default that a file could leave out."""
    assert not any(
        field.default is not msgspec.NODEFAULT for field in msgspec.structs.fields(Header)
    )
