"""How these pages become a site: `python -m sphinx -W --keep-going -b html docs build/site`.

Pages from elsewhere in the repository join by extensions/outside.py, illustrated rules by guide.py;
languages.py gives French its own menu, plain.py reads docstrings. The look is in look/; its colors
and fonts are the package's tokens.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The pure build has signatures that can be read; it must be asked for before the first import.
os.environ["COLONNADE_PURE"] = "1"
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "docs" / "extensions")]

from colonnade import build, tokens  # noqa: E402

project = "Colonnade"
version = release = build.VERSION
extensions = ["myst_parser", "sphinx.ext.autodoc", "guide", "languages", "outside", "plain"]
exclude_patterns = ["extensions", "look"]
templates_path = ["look/templates"]
language = "en"

# Markdown. Headings can be linked to, as on GitHub.
myst_heading_anchors = 4
myst_links_external_new_tab = False

# What an adapter is made for may be missing here: its signatures do not need it.
OPTIONAL = ("jax", "matplotlib", "numpy", "optax", "pettingzoo", "gymnasium", "pyarrow", "pyspiel")
autodoc_mock_imports = [name for name in (*OPTIONAL, "open_spiel", "ray") if not find_spec(name)]
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
add_module_names = False
toc_object_entries_show_parents = "hide"

# The look: furo, with the page's own colors.
COLORS = {
    "color-brand-primary": "accent",
    "color-brand-content": "accent",
    "color-brand-visited": "accent-hover",
    "color-background-primary": "surface",
    "color-background-secondary": "bg",
    "color-background-hover": "surface2",
    "color-background-border": "line",
    "color-foreground-primary": "ink",
    "color-foreground-secondary": "ink2",
    "color-foreground-muted": "ink3",
    "color-foreground-border": "line-strong",
    "color-highlight-on-target": "accent-soft",
    "color-admonition-background": "surface2",
    "color-problematic": "loss",
    "color-api-name": "accent",
    "color-api-pre-name": "ink2",
}
OWN = ("accent", "accent-hover", "accent-ink", "accent-soft", "line", "raised", "surface2")
SKIES = [name for name in tokens.paints() if name.startswith("sky-")]
COLORS |= {name: name for name in (*OWN, *SKIES)}  # for what look/static/site.css adds
FONTS = {
    "font-stack": tokens.word("type", "ui"),
    "font-stack--headings": tokens.word("type", "display"),
}
PAINTS = tokens.paints()
html_theme = "furo"
html_title = "Colonnade"
html_favicon = html_logo = str(ROOT / "web" / "public" / "favicon.svg")
html_theme_options = {
    "light_css_variables": FONTS | {name: PAINTS[paint].light for name, paint in COLORS.items()},
    "dark_css_variables": {name: PAINTS[paint].dark for name, paint in COLORS.items()},
}
html_sidebars = {
    "**": [
        *(f"sidebar/{part}.html" for part in ("brand", "search", "language", "scroll-start")),
        *(f"sidebar/{part}.html" for part in ("navigation", "scroll-end")),
    ]
}
html_show_copyright = False
html_show_sourcelink = False
html_copy_source = False
html_css_files = ["site.css"]
# The page's fonts are cut when it is built; without them the next of the stack are used.
FONT_FILES = ROOT / "web" / "node_modules" / ".fonts"
html_static_path = ["look/static", *([str(FONT_FILES)] if FONT_FILES.is_dir() else [])]
