"""The judges: every feature has its name and weight, and more is better where it must be."""

from __future__ import annotations

import json
import re
from importlib import import_module, resources
from types import ModuleType

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from colonnade.ai.judges import judge_of, judge_type
from colonnade.ai.judges.linear import Linear
from colonnade.contract.rng import Rng
from colonnade.games import game, own_keys
from tests.contract.cases import REAL, Case, wander
from tests.contract.toy import TOY

each_game = pytest.mark.parametrize("key", own_keys())
# First features of groups that are counted on from there.
GROUPS = {"ROW_KEEP", "SEAT_ABILITY", "SEAT_HOLDS"}


def module(key: str) -> ModuleType:
    """The file of a judge."""
    return import_module(f"colonnade.ai.judges.{key}")


def linear(key: str) -> Linear:
    """A fresh judge."""
    judge = judge_of(game(key))
    assert isinstance(judge, Linear)
    return judge


def test_every_game_has_a_judge() -> None:
    """A game without one would be played weakly."""
    assert all(judge_type(key) for key in own_keys())
    assert judge_of(TOY) is None


@pytest.mark.once
@each_game
def test_features_are_named_after_their_numbers(key: str) -> None:
    """ROW_TILE_OPENS_POINTS is the number of "tile opens points"."""
    found = module(key)
    for kind, names in (("ROW_", found.ROW_FEATURES), ("SEAT_", found.SEAT_FEATURES)):
        assert len(set(names)) == len(names)
        numbers = {
            name: number
            for name, number in vars(found).items()
            if name.startswith(kind) and isinstance(number, int)
        }
        assert numbers
        for name, number in numbers.items():
            words = kind + re.sub(r"[^A-Z0-9]+", "_", names[number].upper())
            assert name == words or name in GROUPS or re.match(r"SEAT_1_LEFT_", words)


@pytest.mark.once
@each_game
def test_the_data_file_weighs_every_feature_and_says_how(key: str) -> None:
    """No weight is missing, none is left over, and the command that measured them is named."""
    text = resources.files("colonnade.ai.judges").joinpath(f"{key}.json").read_text("utf-8")
    weights = json.loads(text)
    assert set(weights["rows"]) == set(module(key).ROW_FEATURES)
    assert {len(by_stage) for by_stage in weights["rows"].values()} == {len(weights["spreads"])}
    assert set(weights["seats"]) == set(module(key).SEAT_FEATURES)
    assert weights["command"].startswith(f"python -m bench.tune {key} ")
    assert min(weights["spreads"]) > 0


@pytest.mark.parametrize("case", REAL, ids=lambda case: case.name)
def test_what_is_noted_adds_up(case: Case) -> None:
    """Every position of a game can be judged, by the sum of what is noted of seats and rows."""
    judge = linear(case.game.key)
    points = vec[float]([0.0] * 4)
    rng = Rng(1)
    met = 0
    for state in wander(case, 2):
        if state.actor < 0 or rng.below(15):
            continue
        met += 1
        assert judge.value(state, points) > 0
        for seat in range(case.seats):
            noted = judge.seat_features(state, seat)
            total = sum(w * x for w, x in zip(judge.seat_weights, noted, strict=True))
            assert points[seat] == pytest.approx(state.scores()[seat] + total)
        rows = vec[i64](state.legal())
        logits = vec[float]([0.0] * len(rows))
        judge.policy(state, rows, len(rows), logits)
        for i, row in enumerate(state.legal()):
            noted = judge.row_features(state, row)
            first = judge.stage(state) * len(noted)
            total = sum(judge.row_weights[first + f] * x for f, x in enumerate(noted))
            assert logits[i] == pytest.approx(total)
    assert met > 5


def test_a_star_nearly_done_is_worth_more() -> None:
    """Between rounds, five tiles of a star beat two, all else being equal."""
    judge = linear("summer_pavilion")
    picture = "turn 60  phase take  round 5.1\nfactory  1:o4\n"
    picture += "seat 1  points 20\n{}\nseat 2  points 20\n"
    few, many = (
        game("summer_pavilion").parse(picture.format(star))
        for star in ("purple p234p6", "purple 1pppp6")
    )
    points = vec[float]([0.0] * 4)
    judge.value(few, points)
    before = points[0] - points[1]
    judge.value(many, points)
    assert points[0] - points[1] > before


def test_columns_with_more_points_are_more_promising() -> None:
    """The measured weight of a column's points speaks for it, over the whole game."""
    judge, names = linear("pagoda"), module("pagoda").ROW_FEATURES
    weights = range(names.index("column points"), len(judge.row_weights), len(names))
    assert sum(judge.row_weights[i] for i in weights) > 0
