"""Networks as files: what is read is checked before it is used, and nothing in it is ever run.

A file is a line that names the format, four bytes with the length of the header, the header as
JSON, and the weights as 32-bit floats, all little-endian. How a network judges is decided in
judges/network.py, how it is learned in learning.
"""

from __future__ import annotations

import math
import sys
from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import combinations
from pathlib import Path

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from colonnade.ai import judges
from colonnade.ai.judges.network import OUTPUTS, TOGETHER, NetworkJudge, Weights
from colonnade.contract.errors import ColonnadeError
from colonnade.contract.files import replace
from colonnade.contract.game import Game
from colonnade.locales import say

MARK = b"colonnade network 1\n"
LENGTH = 4  # bytes that say how long the header is
LONGEST_HEADER = 64 * 1024
MOST_LAYERS = 4
WIDEST = 1024
LARGEST_WEIGHT = 1e6  # far beyond anything learned; sums of such still are numbers
LONGEST_TEXT = 200  # of a header, in an error
KEPT = 8  # networks held ready at once


class NoNetwork(ColonnadeError):
    """There is no file here, or it cannot be opened."""


class BadNetwork(ColonnadeError):
    """A file is not a network, or is damaged; `why` says what is wrong with it."""

    # With defaults, since an error that comes from another process is made anew without arguments.
    def __init__(self, path: Path | str = "", why: str = "", problem: str = "") -> None:
        super().__init__()
        self.path = path
        self.why = why
        self.problem = problem

    def text(self, lang: str = "en") -> str:
        """Say the file, then the reason."""
        reason = say(f"error.BadNetwork.{self.why}", lang, problem=self.problem)
        return say("error.BadNetwork", lang, path=str(self.path), reason=reason)


class OtherNetwork(ColonnadeError):
    """A network was learned for another game, or for another way to play it."""


class Training(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a network came about; for people, and for doing it again."""

    command: str
    version: str
    teacher: str
    games: int
    positions: int
    minutes: float
    loss: dict[str, float]  # on games held out, before and after


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a network is for, and its sizes."""

    game: str
    edition: str
    seats: int
    options: dict[str, str]
    basis: str  # a digest of the tensor's layout, the rows' words and the judge that it corrects
    inputs: int
    hidden: list[int]
    words: int
    digest: str  # of the weights
    made: Training


class Network(msgspec.Struct, frozen=True):
    """A header and its weights, in the order of `shapes`."""

    header: Header
    weights: array[float]


@lru_cache(maxsize=KEPT)
def words_of(game: Game) -> tuple[list[str], list[list[int]]]:
    """What rows are made of: kinds, fields and pairs of fields; and which of them each row has."""
    numbers: dict[str, int] = {}
    rows = []
    for row in game.moves.rows:
        fields = [f"{row.kind} {key}={value}" for key, value in row.fields.items()]
        pairs = [" ".join(pair) for pair in combinations(fields, 2)]
        rows.append(
            [numbers.setdefault(word, len(numbers)) for word in [row.kind, *fields, *pairs]]
        )
    return list(numbers), rows


def basis_of(game: Game, seats: int) -> str:
    """A digest of all that a network takes for granted: with another one it would see nonsense."""
    layout = [(part.name, part.size, part.highest) for part in game.layout(seats).parts]
    taken = msgspec.json.encode([layout, words_of(game)[0], judges.data_of(game)])
    return blake2b(taken, digest_size=16).hexdigest()


def shapes(inputs: int, hidden: Sequence[int], words: int) -> list[tuple[int, ...]]:
    """The weights in their order.

    Biases and lines of each hidden layer, the same of the value, of each word of rows its bias
    and its line, and last how far the other judge's logits are trusted.
    """
    sizes = [inputs, *hidden]
    found: list[tuple[int, ...]] = []
    for before, after in zip(sizes, hidden, strict=False):
        found += [(after,), (before, after)]
    return [*found, (OUTPUTS,), (hidden[-1], OUTPUTS), (words, 1 + hidden[-1]), (1,)]


def count(header: Header) -> int:
    """How many weights there are."""
    return sum(math.prod(shape) for shape in shapes(header.inputs, header.hidden, header.words))


# Files


def digest(weights: array[float]) -> str:
    """Tells whether weights are still those that were written."""
    return blake2b(little(weights), digest_size=16).hexdigest()


def little(weights: array[float]) -> bytes:
    """The weights as a file holds them."""
    if sys.byteorder == "little":
        return weights.tobytes()
    swapped = array("f", weights)
    swapped.byteswap()
    return swapped.tobytes()


def write(path: Path, network: Network) -> None:
    """Write a network so that no half of it is ever read."""
    header = msgspec.json.encode(network.header)
    length = len(header).to_bytes(LENGTH, "little")
    replace(path, MARK + length + header + little(network.weights))


def read(path: Path) -> Network:
    """Read a network, or say what is wrong with the file."""
    header, rest = read_header(path)
    if len(rest) != 4 * count(header):
        raise BadNetwork(path, "length")
    weights = array("f")
    weights.frombytes(rest)
    if sys.byteorder != "little":
        weights.byteswap()
    if digest(weights) != header.digest:
        raise BadNetwork(path, "digest")
    if not all(abs(weight) <= LARGEST_WEIGHT for weight in weights):  # also of nan
        raise BadNetwork(path, "weights")
    return Network(header, weights)


def read_header(path: Path) -> tuple[Header, bytes]:
    """The header of a file, its sizes checked, and what comes after it."""
    try:
        with path.open("rb") as file:
            if file.read(len(MARK)) != MARK:
                raise BadNetwork(path, "mark")
            length = int.from_bytes(file.read(LENGTH), "little")
            if length > LONGEST_HEADER:
                raise BadNetwork(path, "header", str(length))
            header = msgspec.json.decode(file.read(length), type=Header)
            if not sensible(header):
                raise BadNetwork(path, "header", "sizes")
            return header, file.read(4 * count(header) + 1)
    except msgspec.MsgspecError as problem:
        raise BadNetwork(path, "header", str(problem)) from problem
    except OSError as problem:
        raise NoNetwork(path=str(path), problem=problem.strerror or str(problem)) from problem


def sensible(header: Header) -> bool:
    """Whether the sizes are such as a network can have, before anything is read by them."""
    sizes = [header.inputs, header.words, *header.hidden]
    if not 1 <= len(header.hidden) <= MOST_LAYERS or max(header.hidden) > WIDEST:
        return False
    whole = all(units % TOGETHER == 0 for units in header.hidden)
    return whole and min(sizes) >= 1 and max(sizes) <= LONGEST_HEADER


# Use


def check(path: Path, header: Header, game: Game) -> None:
    """Refuse a network that takes for granted what is not so: another game, or another time."""
    if header.game != game.key:
        raise OtherNetwork(path=str(path), learned=told(header), asked=game.key)
    fits = header.seats in game.seats and header.edition == game.edition
    if fits:
        fits = header.inputs == game.layout(header.seats).size
        fits = fits and header.words == len(words_of(game)[0])
        fits = fits and header.basis == basis_of(game, header.seats)
    if not fits:
        raise BadNetwork(path, "basis")


def check_table(path: Path, header: Header, seats: int, options: Mapping[str, str]) -> None:
    """Refuse a table that the network was not learned for: it would judge what it never saw."""
    if (seats, options) != (header.seats, header.options):
        asked = tell_table(header.game, seats, options)
        raise OtherNetwork(path=str(path), learned=told(header), asked=asked)


def told(header: Header) -> str:
    """What a network was learned for, in the words of the command line."""
    return tell_table(header.game, header.seats, header.options)


def tell_table(game: str, seats: int, options: Mapping[str, str]) -> str:
    """A way to play a game, in the words of the command line."""
    chosen = [f"--option {key}={value}" for key, value in options.items()]
    text = " ".join([game, f"--seats {seats}", *chosen])
    # A stranger's file may hold anything; a terminal shall not obey it.
    return "".join(letter if letter.isprintable() else "?" for letter in text)[:LONGEST_TEXT]


def load(path: Path, game: Game) -> tuple[Header, Weights]:
    """A network of this game, ready for judges; kept as long as its file stays the same."""
    try:
        facts = path.stat()
    except OSError as problem:
        raise NoNetwork(path=str(path), problem=problem.strerror or str(problem)) from problem
    return _load(path, game, facts.st_mtime_ns, facts.st_size, facts.st_ino)


@lru_cache(maxsize=KEPT)
def _load(path: Path, game: Game, *_: int) -> tuple[Header, Weights]:
    network = read(path)
    check(path, network.header, game)
    return network.header, weights_of(network, game)


def weights_of(network: Network, game: Game) -> Weights:
    """The weights as a judge uses them: for entries as they are, and by rows instead of words."""
    header, flat = network.header, network.weights
    rows = words_of(game)[1]
    sizes = vec[i64]([header.inputs, *header.hidden])
    found = Weights(header.seats, sizes, len(rows))
    at = len(found.layers)
    for i in range(at):
        found.layers[i] = flat[i]
    width = header.hidden[0]
    for entry, highest in enumerate(game.layout(header.seats).highest()):
        for i in range((entry + 1) * width, (entry + 2) * width):
            found.layers[i] = flat[i] / highest
    for i in range(len(found.values)):
        found.values[i] = flat[at + i]
    source = vec[float](flat[at + len(found.values) :].tolist())
    for row, words in enumerate(rows):
        for word in words:
            found.add_to_row(row, source, word * (found.last + 1))
    found.trust = flat[-1]
    return found


def judge_from(weights: Weights, game: Game) -> NetworkJudge:
    """A fresh judge: it corrects the game's own one, if there is one."""
    return NetworkJudge(weights, judges.judge_of(game))
