"""Brings pages that live beside their code into the site: rules, READMEs, the changelog.

Nothing is copied: Sphinx reads them where they are, so that their links lead on as they do in the
repository. Which page stands where in the site's tree is decided by index.md.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from docutils import nodes  # type: ignore[import-untyped]  # it has none
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.project import Project

ROOT = Path(__file__).resolve().parent.parent.parent
GAMES = ROOT / "src" / "colonnade" / "games"


def pages() -> dict[str, Path]:
    """All pages from outside docs/, by their names in the site."""
    found = {
        "readme": ROOT / "README.md",
        "readme.fr": ROOT / "README.fr.md",
        "contributing": ROOT / "CONTRIBUTING.md",
        "changelog": ROOT / "CHANGELOG.md",
    }
    for page in sorted(GAMES.glob("*/RULES*.md")):
        found[f"rules/{page.parent.name}{page.stem.removeprefix('RULES')}"] = page
    return found


class WithPagesOutside(Project):
    """The files of docs/, and the pages above, each by the path it really has."""

    def __init__(self, app: Sphinx) -> None:
        super().__init__(app.srcdir, app.config.source_suffix)
        self.outside = pages()
        self.names = {path: name for name, path in self.outside.items()}

    def discover(self, *arguments: Any, **named: Any) -> set[str]:
        """Find the files of docs/ and add the others."""
        super().discover(*arguments, **named)
        self.docnames.update(self.outside)
        return self.docnames

    def path2doc(self, filename: str | os.PathLike[str]) -> str | None:
        """The page's name, by any path to its file."""
        return self.names.get((self.srcdir / filename).resolve()) or super().path2doc(filename)

    def doc2path(self, docname: str, absolute: bool) -> Any:
        """The page's file; from docs/, unless the absolute path is wanted."""
        path = self.outside.get(docname)
        if path is None:
            return super().doc2path(docname, absolute)
        kind = type(super().doc2path(docname, absolute))  # Sphinx has its own class of paths
        return kind(path if absolute else os.path.relpath(path, self.srcdir))


def join(app: Sphinx) -> None:
    """Let the pages join before Sphinx looks for its files."""
    app.project = app.env.project = WithPagesOutside(app)


def name_folders(app: Sphinx, tree: nodes.document) -> None:
    """A link to a folder of the repository leads nowhere in a site: name the folder instead."""
    for link in list(tree.findall(pending_xref)):
        folder = Path(app.env.relfn2path(link["reftarget"])[1])
        if link["reftype"] == "myst" and folder.is_dir() and ROOT in folder.parents:
            path = folder.relative_to(ROOT).as_posix()
            named = (nodes.Text(" ("), nodes.literal(path, path), nodes.Text(")"))
            link.replace_self([*link.children, *named])


def shelve(app: Sphinx, name: str, source: list[str]) -> None:
    """A folder's README stands above the folder's other pages."""
    if name.endswith("/README"):
        source[0] += "\n```{toctree}\n:hidden:\n:glob:\n\n[!R]*\n```\n"


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.connect("builder-inited", join)
    app.connect("source-read", shelve)
    app.connect("doctree-read", name_folders)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
