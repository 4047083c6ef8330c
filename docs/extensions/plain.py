"""Lets autodoc read our docstrings: plain words and backticks, and fields that have comments.

Docstrings here are no reStructuredText: a star or an underscore is just that. Fields are described
by the comment behind them, which Sphinx does not look at by itself.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator

from sphinx.application import Sphinx

CODE = re.compile(r"(``[^`]+``|`[^`]+`)")
MEANING = re.compile(r"([*_|\\<>@])")  # characters that mean something to reStructuredText
COMMENT = re.compile(r"\s{2}# (.+)$")


def paragraphs(text: str) -> str:
    """Our docstring as reStructuredText; what is indented below a paragraph is code."""
    found: list[str] = []
    coding = False
    for block in re.split(r"\n{2,}", text.strip("\n")):
        code = bool(found) and block.startswith("    ")
        if code and not coding:
            found.append(".. code-block:: python")
        found.append(block if code else plain(block))
        coding = code
    return "\n\n".join(found)


def plain(text: str) -> str:
    """A paragraph as reStructuredText."""
    parts = CODE.split(text)
    for i, part in enumerate(parts):
        if i % 2:
            parts[i] = f"\\ ``{part.strip('`')}``\\ "  # so that letters may stand beside it
        else:
            parts[i] = MEANING.sub(r"\\\1", part)
    return "".join(parts)


def fields(kind: type) -> Iterator[tuple[str, str, str]]:
    """Name, type and comment of each public field that a class declares."""
    try:
        source = textwrap.dedent(inspect.getsource(kind))
    except (OSError, TypeError):
        return
    lines = source.splitlines()
    tree = ast.parse(source).body[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and (name := field_name(node, tree)):
            comment = COMMENT.search(lines[(node.end_lineno or 1) - 1])
            known = vars(sys.modules[kind.__module__])
            kind_of = ast.unparse(Whole(known).visit(node.annotation))
            yield name, kind_of, comment[1] if comment else ""


class Whole(ast.NodeTransformer):
    """Writes names of our own types in full, so that they mean one thing."""

    def __init__(self, known: dict[str, object]) -> None:
        self.known = known

    def visit_Name(self, node: ast.Name) -> ast.AST:  # ast asks for it by this name
        """Look a name up where it was written."""
        module = str(getattr(self.known.get(node.id), "__module__", ""))
        inside = module.startswith("colonnade.") and isinstance(self.known[node.id], type)
        return ast.Name(f"{module}.{node.id}") if inside else node


def field_name(node: ast.AnnAssign, tree: ast.stmt) -> str:
    """The name that a class declares there, in its body or by `self`; nothing for a local one."""
    at = node.target
    if isinstance(at, ast.Name) and isinstance(tree, ast.ClassDef) and node in tree.body:
        name = at.id
    elif isinstance(at, ast.Attribute) and isinstance(at.value, ast.Name) and at.value.id == "self":
        name = at.attr
    else:
        return ""
    return "" if name.startswith("_") else name


def read(
    app: Sphinx, what: str, name: str, found: object, options: object, lines: list[str]
) -> None:
    """Rewrite a docstring in place; a class gets what it extends, and its fields."""
    lines[:] = paragraphs("\n".join(lines)).split("\n")
    if what in ("class", "exception") and isinstance(found, type):
        above = [kind for kind in found.__bases__ if kind.__module__.startswith("colonnade.")]
        for kind in above:
            lines += ["", f"Extends :py:obj:`~{kind.__module__}.{kind.__qualname__}`."]
        for field, annotation, comment in fields(found):
            lines += ["", f".. py:attribute:: {field}", f"   :type: {annotation}"]
            lines += ["", f"   {plain(comment)}"]
        lines.append("")


def skip(
    app: Sphinx, what: str, name: str, found: object, skipped: bool, options: object
) -> bool | None:
    """The fields of named tuples are listed with all others."""
    return True if type(found).__name__ == "_tuplegetter" else None


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.connect("autodoc-process-docstring", read)
    app.connect("autodoc-skip-member", skip)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
