"""What can be typed at a table in the terminal, whatever is played there: a move, or a question.

Moves are named by their words, the beginnings of words, or their number. What becomes of one is
decided by whoever asks: play.py, lessons.py.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from rich.columns import Columns

from colonnade.cli.speech import (
    console,
    language,
    local,
    matching,
    plain,
    tell,
    tell_error,
    tell_event,
)
from colonnade.cli.table import show_rules, show_table
from colonnade.contract.errors import ColonnadeError
from colonnade.contract.history import History
from colonnade.contract.state import CHANCE, State

SHOWN = 60  # moves listed at once
Command = Callable[[str], None]  # it is given what was typed after its name


class Leave(Exception):
    """The person leaves."""


class Choosing:
    """A person at a seat who chooses moves, and may ask what there is to know."""

    def __init__(self, history: History, seat: int, names: Sequence[str]) -> None:
        self.game = history.game
        self.history = history
        self.seat = seat
        self.names = list(names)
        self.out = console()

    @property
    def state(self) -> State:
        """The position now."""
        return self.history.state

    # What happens

    def tell_row(self, state: State, row: int) -> None:
        """Say what others do from here, as this person sees it."""
        words = local(self.game.moves.words(state.seen(row, self.seat)), self.game.key)
        if state.actor == CHANCE:
            self.out.print(tell("play.chance", words=words), style="dim")
        elif state.actor != self.seat:
            name = self.names[state.actor]
            self.out.print(tell("play.opponent", name=name, words=words), style="cyan")

    def tell_events(self, before: State, row: int, after: State) -> None:
        """Say what came of a row."""
        for event in before.events(row, after):
            self.out.print(tell_event(event, self.game.key, self.names), style="bold magenta")

    def shown(self, move: int) -> str:
        """A move as this person sees it, in the language in use."""
        return local(self.game.moves.words(self.state.seen(move, self.seat)), self.game.key)

    # What is typed

    def take(self, prompt: str) -> int | None:
        """Take one answer; returns the row of a move, nothing for a command."""
        offered = [self.shown(move) for move in self.history.legal()]
        typed = input(prompt).strip()
        if self.obey(typed) or not typed:
            return None
        if typed.endswith("?"):
            self.list_moves(typed.rstrip("? "))
            return None
        return self.answer(typed, offered)

    def obey(self, typed: str) -> bool:
        """Do what a command says; returns whether it was one."""
        word, _, rest = typed.partition(" ")
        command = self.called(plain(word))
        if command is None:
            return False
        try:
            command(rest.strip())
        except ColonnadeError as problem:
            tell_error(problem.text(language()))
        return True

    def commands(self) -> dict[str, Command]:
        """What can be typed instead of a move, by its English name."""
        return {
            "why": self.say_why,
            "table": self.draw_table,
            "rules": self.show_rules,
            "quit": self.leave,
            "help": self.help,
        }

    def called(self, word: str) -> Command | None:
        """The command of this name, in English or in the language in use."""
        known = self.commands()
        here = {plain(tell(f"play.command.{name}")): run for name, run in known.items()}
        return {**known, **here, "?": self.help}.get(word)

    def help(self, _: str) -> None:
        """Say what can be typed, and list the moves."""
        self.out.print(tell("play.help"))
        self.list_moves("")

    def answer(self, typed: str, offered: list[str]) -> int | None:
        """The row of the move meant; if there is not just one, say which ones it could be."""
        legal = self.history.legal()
        if typed.isdigit() and 1 <= int(typed) <= len(offered):
            return legal[int(typed) - 1]
        found = matching(typed, offered)
        if not found:
            english = [self.game.moves.words(move) for move in legal]
            found = matching(typed, english)
        if len(found) == 1:
            self.out.print(f"-> {offered[found[0]]}", style="bold")
            return legal[found[0]]
        if found:
            self.out.print(tell("play.ambiguous", words=typed, count=len(found)))
            self.show_moves(offered, found)
        else:
            self.out.print(tell("play.nothing", words=typed))
        return None

    def list_moves(self, beginning: str) -> None:
        """List the legal moves, or those that begin so."""
        offered = [self.shown(move) for move in self.history.legal()]
        found = matching(beginning, offered) if beginning else list(range(len(offered)))
        self.out.print(tell("play.moves", count=len(found)))
        self.show_moves(offered, found)

    def show_moves(self, offered: list[str], found: list[int]) -> None:
        """Moves with their numbers, in columns."""
        self.out.print(Columns([f"{i + 1:>3} {offered[i]}" for i in found[:SHOWN]], padding=(0, 3)))
        if len(found) > SHOWN:
            self.out.print(tell("play.more", count=len(found) - SHOWN))

    def say_why(self, _: str) -> None:
        """Say why each visible thing cannot be used now, things with the same reason together."""
        grouped: dict[tuple[str, str], list[str]] = {}
        for refusal in self.state.refusals(self.seat, self.history.legal()):
            fields = {
                name: local(value, self.game.key) if isinstance(value, str) else value
                for name, value in refusal.fields.items()
            }
            reason = tell(refusal.reason, **fields)
            thing = local(refusal.thing, self.game.key)
            grouped.setdefault((reason, refusal.rule), []).append(thing)
        for (reason, rule), things in grouped.items():
            self.out.print(tell("play.why", thing=things, reason=reason, rule=rule))

    def draw_table(self, _: str) -> None:
        """Draw the table again."""
        show_table(self.game, self.state.view(self.seat))

    def show_rules(self, part: str) -> None:
        """Show the rules or a part of them."""
        show_rules(self.game, part or None)

    def leave(self, _: str) -> None:
        """Leave the table."""
        raise Leave

    def completions(self, typed: str) -> list[str]:
        """Whole lines that go on from what has been typed."""
        offered = [self.shown(move) for move in self.history.legal()]
        return [words for words in offered if plain(words).startswith(plain(typed))]


def prepare_completion(candidates: Callable[[str], list[str]]) -> None:
    """Let the Tab key complete moves where the terminal can edit lines."""
    if not sys.stdin.isatty():
        return
    try:
        import readline
    except ImportError:  # Windows has no readline: moves can be typed all the same
        return

    def complete(_: str, state: int) -> str | None:
        lines = candidates(readline.get_line_buffer())
        return lines[state] if state < len(lines) else None

    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")
