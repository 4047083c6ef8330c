"""`colonnade replay --svg`: a position of a record as a picture."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.command import EXAMPLES, call, colonnade, refused

RECORDS = sorted(EXAMPLES.glob("*.colonnade"))
TITLE = "{http://www.w3.org/2000/svg}title"
pytestmark = pytest.mark.once


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_the_last_position_is_drawn(record: Path, tmp_path: Path) -> None:
    """Without a number it is the end of the record; the command says what it wrote."""
    picture = tmp_path / "end.svg"
    run = colonnade if record == RECORDS[0] else call
    done = run("replay", str(record), "--svg", str(picture))
    assert done.returncode == 0, done.stderr
    assert str(picture) in done.stdout
    title = ElementTree.parse(picture).findtext(TITLE, "")
    assert "Won by" in title


def test_any_position_in_either_language(tmp_path: Path) -> None:
    """The position after so many moves, 0 being the beginning; words as asked for."""
    told = []
    for at, lang in (("0", "en"), ("60", "en"), ("60", "fr")):
        picture = tmp_path / f"{at}-{lang}.svg"
        words = ["replay", str(RECORDS[0]), "--at", at, "--svg", str(picture), "--lang", lang]
        done = call(*words)
        assert done.returncode == 0, done.stderr
        told.append(ElementTree.parse(picture).findtext(TITLE, ""))
    assert len(set(told)) == 3
    assert "Set-up" in told[0]
    assert "Tour" in told[2]


def test_what_cannot_be_drawn(tmp_path: Path) -> None:
    """A move that is not there, a folder that is not there, and --at by itself: one line each."""
    record, picture = str(RECORDS[0]), str(tmp_path / "x.svg")
    for at in ("-1", "100000"):
        done = call("replay", record, f"--at={at}", "--svg", picture)
        assert "no position after move" in refused(done)
    nowhere = str(tmp_path / "nowhere" / "x.svg")
    assert "cannot be written" in refused(call("replay", record, "--svg", nowhere))
    assert "--svg" in refused(call("replay", record, "--at", "3"))
    assert not (tmp_path / "x.svg").exists()
