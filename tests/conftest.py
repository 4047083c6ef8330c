"""Settings for all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

from colonnade import build
from tests.effort import WHOLE, effort

settings.register_profile(
    "colonnade", deadline=None, print_blob=True, derandomize=True, max_examples=effort(40, 15)
)
settings.load_profile("colonnade")


def pytest_configure(config: pytest.Config) -> None:
    """Register our marks."""
    config.addinivalue_line("markers", "once: not about hot code; one build is enough")
    config.addinivalue_line("markers", "long: only `make test-all` has the time for it")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """In the pure build the contract is tested by one case of each game, unless all is wanted."""
    if WHOLE or build.kind() == "compiled":
        return
    left = [item for item in items if "contract" in item.path.parts and is_another(item)]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if item not in set(left)]


def is_another(item: pytest.Item) -> bool:
    """Whether a test is about a case that is not the one which covers most of its game."""
    from tests.contract.cases import COVERING, Case  # not before all games are registered

    callspec = getattr(item, "callspec", None)
    case = callspec.params.get("case") if callspec else None
    return isinstance(case, Case) and case.game.key in COVERING and case != COVERING[case.game.key]
