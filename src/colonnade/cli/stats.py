"""The command that writes what exports say: pages of facts with plots.

The numbers and pages are made in the lab; here are its words and its bar.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from colonnade.arena.provenance import parquet
from colonnade.cli.common import Lang, progress_bar, said, unreadable, unwritable
from colonnade.cli.speech import UsageError, console, tell
from colonnade.contract.files import replace

if TYPE_CHECKING:
    from colonnade.data.stats import Sample


def run_stats(
    *exports: Annotated[Path, said("exports")],
    out: Annotated[Path, said("stats_out")] = Path("docs/stats"),
    lang: Lang = None,
) -> int:
    """Write a page of facts with plots for each game of the exports."""
    if not exports:
        raise UsageError("stats.no_exports")
    if out.exists() and not out.is_dir():
        raise UsageError("stats.not_a_folder", path=str(out))
    parquet()
    # All of it takes a while, and is an extra: only this command needs it.
    from colonnade.data import stats_page, stats_plots

    stats_plots.needed()
    found = stats_page.pages(read_with_bar(exports))
    write(out, found)
    games = [name for name in found if name.endswith(".md")]
    console().print(tell("stats.written", path=str(out), count=len(exports), pages=games))
    return 0


def read_with_bar(exports: tuple[Path, ...]) -> list[Sample]:
    """Read all exports behind a bar, once each of them is known to be one."""
    from colonnade.data.stats import check_sample, read_sample

    for path in exports:
        try:
            check_sample(path)
        except OSError as problem:
            raise unreadable(path, problem) from problem
    with progress_bar() as bar:
        return [read_sample(path) for path in bar.track(exports, description=tell("stats.reading"))]


def write(out: Path, found: dict[str, bytes]) -> None:
    """Write all files, each whole or not at all."""
    for name, raw in found.items():
        try:
            replace(out / name, raw)
        except OSError as problem:
            raise unwritable(out / name, problem) from problem
