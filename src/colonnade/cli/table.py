"""Shows positions and rules in the terminal: the game's own picture, its letters in color."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.text import Text

from colonnade.cli.files import rules_text
from colonnade.cli.speech import console, local
from colonnade.contract.game import Game
from colonnade.contract.view import View

# Terminal colors of the pieces' letters, readable on light and dark grounds. The letters stay, so
# color is never alone; black and white are told by weight, since one of them is the ground.
STYLES = {
    "red": "bold red",
    "blue": "bold blue",
    "green": "bold green",
    "yellow": "bold yellow",
    "purple": "bold magenta",
    "orange": "bold dark_orange",
    "turquoise": "bold cyan",
    "black": "dim",
    "white": "bold",
}


def show_table(game: Game, view: View) -> None:
    """Draw what a view knows."""
    console().print(colored(local(game.picture(view), game.key), game.colors))


def colored(picture: str, colors: Sequence[str]) -> Text:
    """Give the letters that stand for pieces their color: letters with no others around them."""
    text = Text(picture)
    if not colors:
        return text
    letters = {color[0]: STYLES[color] for color in colors}
    pieces = re.compile(rf"(?<![^\W\d_])[{''.join(letters)}]+(?![^\W\d_])")
    for match in pieces.finditer(picture):
        for at in range(match.start(), match.end()):
            text.stylize(letters[picture[at]], at, at + 1)
    return text


def show_rules(game: Game, part: str | None) -> None:
    """Show a game's rules, or a part of them, as wide as the terminal."""
    from rich.markdown import Markdown  # takes a while, and only rules need it

    console().print(Markdown(rules_text(game, part)), soft_wrap=False)
