"""The samples on the adapters' pages give what they show."""

from __future__ import annotations

import pytest

from tests.cli.command import ROOT
from tests.samples import run_python

pytestmark = pytest.mark.once


@pytest.mark.parametrize("name", ["open_spiel.md", "pettingzoo.md"])
def test_samples(name: str) -> None:
    """Each page is one session, and ends with a position that it has played."""
    assert {"state", "table"} & run_python(ROOT / "docs" / name).keys()
