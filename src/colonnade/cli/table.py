"""Shows positions and rules in the terminal: the game's own picture, its letters in color."""

from __future__ import annotations

import re

from rich.markdown import Markdown
from rich.text import Text

from colonnade.cli.files import rules_text
from colonnade.cli.speech import console, local
from colonnade.contract.game import Game
from colonnade.contract.view import View

# Terminal colors for the letters of the pieces; the letters stay, so color is never alone.
STYLES = {
    "r": "bold red",
    "b": "bold blue",
    "g": "bold green",
    "y": "bold yellow",
    "p": "bold magenta",
    "o": "bold dark_orange",
}
PIECES = re.compile(r"(?<![^\W\d_])[rbgypo]+(?![^\W\d_])")


def show_table(game: Game, view: View) -> None:
    """Draw what a view knows."""
    console().print(colored(local(game.picture(view), game.key)))


def colored(picture: str) -> Text:
    """Give the letters that stand for pieces their color."""
    text = Text(picture)
    for match in PIECES.finditer(picture):
        for at in range(match.start(), match.end()):
            text.stylize(STYLES[picture[at]], at, at + 1)
    return text


def show_rules(game: Game, part: str | None) -> None:
    """Show a game's rules, or a part of them, as wide as the terminal."""
    console().print(Markdown(rules_text(game, part)), soft_wrap=False)
