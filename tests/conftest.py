"""Settings for all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tests.effort import effort

settings.register_profile(
    "colonnade", deadline=None, print_blob=True, derandomize=True, max_examples=effort(40, 15)
)
settings.load_profile("colonnade")


def pytest_configure(config: pytest.Config) -> None:
    """Register our marks."""
    config.addinivalue_line("markers", "once: not about hot code; one build is enough")
