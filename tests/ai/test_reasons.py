"""Every reason that is given is true in its position; each kind occurs; nothing hidden enters.

The checkers know the rules and the positions, not how a reason was found: one for each kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from colonnade.ai.plans import Plan, Planner, make_line, plans, tell
from colonnade.ai.reasons import Line, Reason, find
from colonnade.ai.search_player import Budget
from colonnade.contract.game import Game
from colonnade.contract.play import Walk
from colonnade.contract.rng import Rng
from colonnade.contract.state import CHANCE, OVER, State
from colonnade.games import game
from colonnade.games.seven_steps.material import COLORS, neighbors
from colonnade.games.seven_steps.state import Position, color_of, set_height
from colonnade.locales import LANGUAGES, say_of, texts
from tests.ai import (
    reason_checks,
    reason_checks_pagoda,
    reason_checks_seven_steps,
    reason_checks_summer_pavilion,
)
from tests.ai.reason_lines import Said, gained, games, walked
from tests.contract.cases import OWN, Case, covering
from tests.contract.toy import TOY

Check = Callable[[Said], None]
CHECKS: dict[str, Check] = {
    **reason_checks.CHECKS,
    **reason_checks_pagoda.CHECKS,
    **reason_checks_seven_steps.CHECKS,
    **reason_checks_summer_pavilion.CHECKS,
}
# Of a plan's answer: they need more than two lines, and are checked with whole plans.
OF_ANSWERS = {
    f"reason.{name}" for name in ("answer", "answer_less", "answer_next", "answer_less_next")
}
GAMES = {"pagoda": 10, "seven_steps": 2, "summer_pavilion": 2}  # of each case
RARE = {"seven_steps.reason.seven", "reason.ends_shared", "reason.forced"}  # met on purpose below
pytestmark = pytest.mark.once
each_game = pytest.mark.parametrize("played", OWN, ids=lambda played: played.key)


def check(reason: Reason, line: Line, other: Line | None) -> None:
    """Whether a reason is true, and can be said in every language."""
    CHECKS[reason.reason](Said(reason, line, other))
    for lang in LANGUAGES:
        sentence = say_of(line.game.key, reason.reason, lang, reason.fields)
        assert sentence.endswith(".")
        assert not sentence[0].islower()
        assert "{" not in sentence
        # Words of the game are translated: no name of a word is left in it.
        assert not any(f".{form}" in sentence for form in ("f", "fp", "the"))


@each_game
def test_every_reason_is_true_and_each_kind_occurs(played: Game) -> None:
    """Whatever is found of the turns of whole games, played well or badly, with all options."""
    seen: Counter[str] = Counter()
    for case in covering(played):
        for line, other in games(case, GAMES[played.key], 7):
            for reason in find(played, line, other):
                seen[reason.reason] += 1
                try:
                    check(reason, line, other)
                except Exception as problem:
                    rows = [played.moves.words(row) for row in line.rows]
                    raise AssertionError(f"{reason}\n{line.start}\n{rows}") from problem
    own = {key for key in CHECKS if key.startswith(f"{played.key}.")}
    assert own - set(seen) <= RARE
    assert len(own) >= 12


def test_kinds_and_texts_are_the_same() -> None:
    """Each kind has a checker and a text, and each text a kind."""
    said = {
        key.removesuffix("#one") for key in texts("en") if ".reason." in key or key[:7] == "reason."
    }
    assert said == set(CHECKS) | OF_ANSWERS


def test_a_tower_of_seven() -> None:
    """Rare: a step up from level 6 to a tower of six."""
    steps = game("seven_steps")
    state = steps.start(2)
    walk, rng = Walk(state), Rng(3)
    while state.actor == CHANCE:
        walk.step(state, rng)
    assert isinstance(state, Position)
    held = [i for i in range(len(COLORS)) if (state.hands[0] >> (8 * i)) & 255]
    low, high = next(
        (space, other)
        for space, around in enumerate(neighbors("standard"))
        for other in around
        if other >= 0
        and color_of(state, space) != color_of(state, other)
        and {color_of(state, space), color_of(state, other)} <= set(held)
    )
    for space in range(49):
        if color_of(state, space) == color_of(state, low):
            set_height(state, space, 0, 5)
    set_height(state, high, 0, 6)
    line = make_line(steps, state, 0, 0, [low, high, steps.moves.number("count")])
    found = {reason.reason: reason for reason in find(steps, line, None)}
    check(found["seven_steps.reason.seven"], line, None)


# Whole plans


def positions(case: Case, count: int, seed: int) -> Iterator[State]:
    """Positions of random games in which a seat decides."""
    rng = Rng(seed)
    walk, state = Walk(case.start()), case.start()
    while count:
        for _ in range(5 + rng.below(40)):
            if state.actor == OVER:
                state = case.start()
            walk.step(state, rng)
        if state.actor >= 0:
            count -= 1
            yield state.copy()


def told(case: Case, state: State, seed: int = 1) -> list[Plan]:
    """The plans of a position, by so many thoughts and not by the clock."""
    return plans(case.game, state.view(state.actor), Budget(iterations=40), seed)


@each_game
def test_plans_can_be_played_and_bring_what_they_say(played: Game) -> None:
    """Rows are legal one after the other, points add up, and no two plans end alike."""
    for case in covering(played):
        for state in positions(case, 3, 5):
            found = told(case, state)
            assert 1 <= len(found) <= 3
            ends = set()
            for plan in found:
                now = state.copy()
                for move in plan.moves:
                    assert now.actor == state.actor
                    assert move.row in now.legal()
                    before = now.scores()[state.actor]
                    now.apply(move.row)
                    assert now.scores()[state.actor] - before == move.points
                assert plan.points == sum(move.points for move in plan.moves)
                assert now.actor != state.actor or now.turn != state.turn
                assert 1 <= len(plan.reasons) <= 2
                assert 0 <= plan.win <= 1
                ends.add(now.dump())
            assert len(ends) == len(found)
            assert len(state.legal()) == 1 or len(found) > 1


@each_game
def test_answers_could_be_played(played: Game) -> None:
    """In a world that fits the view, the next seat can make the rows of the answer."""
    case = covering(played)[0]
    seen: Counter[str] = Counter()
    for state in positions(case, 8, 9):
        planner = Planner(played, state.view(state.actor), 1)
        effort = planner.think(Budget(iterations=40))
        found = [planner.look(line, visits, effort) for line, visits in planner.lines(effort)]
        for thought in found:
            answer = thought.answer
            if answer is None:
                continue
            assert answer.seat != state.actor
            steps = walked(answer)  # each row is legal there
            assert answer.points == gained(answer.start, steps[-1][2], answer.seat)
            then = [line.scores()[answer.seat] for line in (answer.start, thought.line.after)]
            assert then[0] == then[1]  # what is drawn, and the rest of one's own turn
        for plan in tell(played, found):
            count = sum(move.points for move in plan.answer)
            for reason in plan.reasons:
                if reason.reason in OF_ANSWERS:
                    seen[reason.reason] += 1
                    assert reason.fields["count"] == count
                    if "other" in reason.fields:
                        assert count < int(reason.fields["other"])
    if played.key != "summer_pavilion":  # there an answer is one tile, or a few that are taken
        assert seen


@each_game
def test_twin_worlds_hear_the_same(played: Game) -> None:
    """Plans and reasons depend on the seat's view alone: hidden cards dealt anew change nothing."""
    for case in covering(played)[:3]:
        for state in positions(case, 3, 13):
            twin = state.copy()
            twin.reimagine(state.actor, Rng(99))
            assert told(case, state) == told(case, twin)


def test_a_game_of_another_package_has_the_common_reasons() -> None:
    """Nothing is registered for it, and something is said of every plan."""
    case = Case(TOY, TOY.seats[0], {})
    for state in positions(case, 5, 3):
        for plan in told(case, state):
            assert all(reason.reason.startswith("reason.") for reason in plan.reasons)
            assert plan.reasons


def test_a_plan_without_a_choice_says_so() -> None:
    """One legal row after the other."""
    pagoda = game("pagoda")
    case = Case(pagoda, 2, {"length": "full", "abilities": "none"})
    for state in positions(case, 200, 21):
        if len(state.legal()) == 1:
            (plan,) = told(case, state)
            if len(plan.moves) == 1:
                assert plan.reasons[0].reason == "reason.forced"
                return
    raise AssertionError("no such position")
