"""Networks of random weights for tests: what they say is nonsense, but always the same."""

from __future__ import annotations

import math
from array import array
from collections.abc import Mapping
from pathlib import Path

from colonnade.ai import networks
from colonnade.ai.networks import Header, Network, Training
from colonnade.contract.game import Game
from colonnade.contract.options import complete
from colonnade.contract.rng import Rng

HIDDEN = [8, 4]


def random_network(
    game: Game,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    size: float = 0.3,
) -> Network:
    """A network with weights between -size and size."""
    seats = seats or game.seats[0]
    inputs = game.layout(seats).size
    words = len(networks.words_of(game)[0])
    count = sum(math.prod(shape) for shape in networks.shapes(inputs, HIDDEN, words))
    rng = Rng(7)
    weights = array("f", [size * (rng.below(2001) / 1000 - 1) for _ in range(count)])
    header = Header(
        game=game.key,
        edition=game.edition,
        seats=seats,
        options=complete(game.options, options or {}),
        basis=networks.basis_of(game, seats),
        inputs=inputs,
        hidden=HIDDEN,
        words=words,
        digest=networks.digest(weights),
        made=Training("test", "0", "nobody", 0, 0, 0.0, {}),
    )
    return Network(header, weights)


def unlearned(game: Game, seats: int | None = None) -> Network:
    """A network that has learned nothing yet: it leaves all to the judge that it corrects."""
    found = random_network(game, seats, size=0.0)
    found.weights[-1] = 1.0
    return signed(found)


def signed(network: Network) -> Network:
    """The same with the digest of its weights as they are now."""
    facts = {name: getattr(network.header, name) for name in Header.__struct_fields__}
    facts["digest"] = networks.digest(network.weights)
    return Network(Header(**facts), network.weights)


def written(folder: Path, network: Network, name: str = "some.net") -> Path:
    """A network's file."""
    path = folder / name
    networks.write(path, network)
    return path
