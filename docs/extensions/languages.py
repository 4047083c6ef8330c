"""Gives each language its own menu: French pages (`*.fr`) stand below index.fr.md.

A page that exists in both links to the other; the theme's few words are French on French pages.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from docutils import nodes  # type: ignore[import-untyped]  # it has none
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment.adapters.toctree import TocTree

STARTS = {"en": "index", "fr": "index.fr"}
NAMES = {"en": "English", "fr": "Français"}
FIRST = 400  # before the theme makes its menu of what it finds
FRENCH = {
    "Back to top": "Retour en haut",
    "Home": "Accueil",
    "Next": "Suivant",
    "On this page": "Sur cette page",
    "Previous": "Précédent",
    "Search": "Rechercher",
    "Skip to content": "Aller au contenu",
    "Made with ": "Réalisé avec ",
}


def speak(
    app: Sphinx, name: str, template: str, context: dict[str, Any], tree: nodes.document | None
) -> None:
    """Give a page its language, its menu, its neighbors, and the way to the other language."""
    lang = "fr" if name.endswith(".fr") else "en"
    context["language"] = lang
    context["languages"] = {
        other: context["pathto"](twin(app, name, other)) for other in NAMES if other != lang
    }
    context["language_names"] = NAMES
    twins = [twin(app, name, other) for other in NAMES if other != lang]
    context["has_twin"] = name in STARTS.values() or any(
        found not in STARTS.values() for found in twins
    )
    if lang == "en":
        return
    context["master_doc"] = context["root_doc"] = STARTS[lang]
    context["docstitle"] = context["project"]
    context["gettext"] = context["_"] = lambda text: FRENCH.get(
        text.strip(), FRENCH.get(text, text)
    )
    context["toctree"] = lambda **wishes: menu(app, name, STARTS[lang])
    order = [STARTS[lang], *below(app, STARTS[lang])]
    if name in order:
        at = order.index(name)
        context["prev"] = neighbor(app, context, order[at - 1]) if at else None
        context["next"] = neighbor(app, context, order[at + 1]) if at + 1 < len(order) else None


def twin(app: Sphinx, name: str, lang: str) -> str:
    """The same page in a language, or where that language starts."""
    plain = name.removesuffix(".fr")
    wanted = plain if lang == "en" else f"{plain}.{lang}"
    return wanted if wanted in app.env.found_docs else STARTS[lang]


def below(app: Sphinx, name: str) -> Iterator[str]:
    """All pages of a menu, in its order."""
    for other in app.env.toctree_includes.get(name, []):
        yield other
        yield from below(app, other)


def neighbor(app: Sphinx, context: dict[str, Any], name: str) -> dict[str, str]:
    """A page to read before or after another."""
    return {"link": context["pathto"](name), "title": app.env.titles[name].astext()}


def menu(app: Sphinx, name: str, start: str) -> str:
    """The menu below a start page, as the theme asks for it."""
    parts = [
        TocTree(app.env).resolve(
            name, app.builder, tree, maxdepth=-1, titles_only=True, includehidden=True
        )
        for tree in app.env.get_doctree(start).findall(addnodes.toctree)
    ]
    whole, *rest = [part for part in parts if part is not None]
    for part in rest:
        whole.extend(part.children)
    return str(cast("StandaloneHTMLBuilder", app.builder).render_partial(whole)["fragment"])


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect to Sphinx."""
    app.connect("html-page-context", speak, priority=FIRST)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
