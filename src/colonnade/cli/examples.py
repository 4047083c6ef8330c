"""The command that writes the package's examples to a folder: played games, a bot, a network."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Annotated

from colonnade.cli.common import Lang, said, unwritable
from colonnade.cli.speech import UsageError, tell
from colonnade.contract.files import replace

FOLDER = Path("examples")  # of the package, and where they go by default


def run_examples(*, out: Annotated[Path, said("examples_out")] = FOLDER, lang: Lang = None) -> int:
    """Write the examples to a folder; what is there already stays as it is."""
    if out.exists() and not out.is_dir():
        raise UsageError("examples.not_a_folder", path=str(out))
    found = sorted(files("colonnade").joinpath(str(FOLDER)).iterdir(), key=lambda file: file.name)
    for file in found:
        path = out / file.name
        try:
            if file.is_file() and not path.exists():
                replace(path, file.read_bytes())
        except OSError as problem:
            raise unwritable(path, problem) from problem
        if file.is_file():
            print(tell("examples.file", path=str(path), about=tell(about(path))))
    return 0


def about(path: Path) -> str:
    """The text that says what an example is, by its ending."""
    known = {".colonnade": "examples.about.record", ".net": "examples.about.network"}
    return known.get(path.suffix, "examples.about.program")
