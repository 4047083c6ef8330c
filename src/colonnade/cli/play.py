"""A game in the terminal between one person and a computer player.

The person sees views and veiled draws only; legality, chance and records come from the contract.
"""

from __future__ import annotations

import secrets
from contextlib import suppress
from datetime import date
from itertools import count
from pathlib import Path

from mypy_extensions import i64

from colonnade.ai.levels import (
    LEVELS,
    PLAYER_NAMES,
    check_players,
    player,
    player_names,
)
from colonnade.ai.naming import NETWORK, network_file, parts_of
from colonnade.ai.player import Player
from colonnade.arena.game_loop import GameLoop, Observer, Seated
from colonnade.cli import INTERRUPTED
from colonnade.cli.choosing import Choosing, Command, Leave, prepare_completion
from colonnade.cli.files import new_game_file, write_record
from colonnade.cli.replay import tell_result
from colonnade.cli.speech import UsageError, language, tell
from colonnade.cli.table import show_table
from colonnade.contract.history import History
from colonnade.contract.record import Kinds, Players, Record, keep
from colonnade.contract.rng import Rng
from colonnade.contract.state import OVER
from colonnade.contract.view import View
from colonnade.locales import LANGUAGES, say

USUAL_RIVAL = "builder"


class Rewinding:
    """What draws: after an undo the same again, so that it is no second throw of the dice."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._rng = Rng(seed)
        self._drawn = 0

    def below(self, bound: i64) -> i64:
        """Draw from 0 to bound - 1."""
        self._drawn += 1
        return self._rng.below(bound)

    def rewind(self, draws: int) -> None:
        """Forget the last draws; those of an earlier session are not known any more."""
        self._drawn = max(0, self._drawn - draws)
        self._rng = Rng(self._seed)
        for _ in range(self._drawn):
            self._rng.next()


class Session(Choosing, Observer):
    """One game at one keyboard, kept in its file whenever the person is asked or leaves."""

    def __init__(
        self,
        history: History,
        seat: int,
        opponent: str,
        seed: int | None,
        kept: Record | None = None,
        file: Path | None = None,
    ) -> None:
        game, seats = history.game, history.seats
        if not 1 <= seat <= seats:
            raise UsageError("cli.bad_seat", seat=seat, seats=seats)
        check_players([opponent], game, seats, history.start.view(None).options)
        called = names(seats, seat - 1, opponent) if kept is None else kept.names
        super().__init__(history, seat - 1, called)
        self.opponent = opponent
        self.character = character(opponent)
        self.date = date.today().isoformat() if kept is None else kept.date
        self.file = file or new_game_file(game)
        self.last = history.state  # the position before the row that is made
        self.shown_at = -1  # moves made when the table was last drawn
        self.chance = Rewinding(secrets.randbits(64) if seed is None else seed)
        self.loop = GameLoop(history, self.table(seed), self.chance, [self])

    def table(self, seed: int | None) -> list[Seated]:
        """The person at their seat, and a rival at each other."""
        found: list[Seated] = []
        streams = count(1)
        for seat, name in enumerate(self.names):
            if seat == self.seat:
                found.append(Seated(name, Person(self)))
                continue
            rng = Rng(secrets.randbits(64) if seed is None else seed, next(streams))
            found.append(Seated(name, player(self.opponent, self.game, rng)))
        return found

    def record(self) -> Record:
        """The game so far."""
        mine = [seat == self.seat for seat in range(self.history.seats)]
        kinds: list[Kinds] = ["person" if own else "computer" for own in mine]
        levels = ["" if own else self.opponent for own in mine]
        return keep(self.history, Players(self.names, kinds, levels), self.date)

    def run(self) -> int:
        """Play to the end, or until the person leaves; returns the exit code."""
        rivals = [name for seat, name in enumerate(self.names) if seat != self.seat]
        name = tell(f"{self.game.key}.name")
        self.out.print(tell("play.welcome", game=name, opponent=rivals, seat=self.seat + 1))
        if self.character:
            self.out.print(self.character, style="dim")
        prepare_completion(self.completions)
        code = 0
        try:
            self.play()
        except (EOFError, Leave):
            pass
        except KeyboardInterrupt:
            self.out.print()
            code = INTERRUPTED
        self.save(self.file)
        if self.history.actor == OVER:
            show_table(self.game, self.state.view(self.seat))
            self.out.print(tell("play.over", result=tell_result(self.record())))
            self.out.print(tell("play.saved", path=str(self.file)))
        else:
            self.out.print(tell("play.left", path=str(self.file)))
        return code

    def play(self) -> None:
        """Let the loop play; who takes a move back is asked again."""
        while self.history.actor != OVER:
            with suppress(TakenBack):
                self.loop.play()

    def before(self, history: History, row: int) -> None:
        """Say what others do, as this person sees it."""
        self.last = history.state.copy()
        self.tell_row(self.last, row)

    def made(self, history: History, row: int) -> None:
        """Say what came of it."""
        self.tell_events(self.last, row, history.state)

    # The person's side

    def ask(self) -> int | None:
        """Show the table and take one answer; returns the row of a move, nothing for a command."""
        self.save(self.file)
        if self.shown_at != len(self.history):
            self.shown_at = len(self.history)
            show_table(self.game, self.state.view(self.seat))
        return self.take(f"{tell('play.your_turn')} ({len(self.history.legal())}) > ")

    def commands(self) -> dict[str, Command]:
        """What can be typed instead of a move."""
        return {**super().commands(), "undo": self.undo, "save": self.save_as}

    def undo(self, _: str) -> None:
        """Go back to one's last decision, past draws and computers' moves: nobody else minds."""
        ply = self.history.last_of(self.seat)
        if ply is None:
            self.out.print(tell("play.cannot_undo"))
            return
        drawn = self.history.draws
        self.loop.take_back(ply)
        drawn -= self.history.draws
        self.chance.rewind(drawn)
        self.out.print(tell("play.undone_drawn" if drawn else "play.undone"))
        raise TakenBack

    def save(self, path: Path) -> None:
        """Keep the game in a file."""
        write_record(path, self.game, self.record())

    def save_as(self, name: str) -> None:
        """Keep the game in the file named, or in its own."""
        path = Path(name).expanduser() if name else self.file
        self.save(path)
        self.out.print(tell("play.saved", path=str(path)))


def names(seats: int, mine: int, opponent: str) -> list[str]:
    """What the seats are called: you, and the computer player, numbered where there are several."""
    name = parts_of(opponent).name
    rival = network_file(name).stem if name.startswith(NETWORK) else called(name, language())
    rivals = [rival] if seats == 2 else [f"{rival} {i}" for i in range(1, seats)]
    return [tell("play.you") if seat == mine else rivals.pop(0) for seat in range(seats)]


def called(player: str, lang: str) -> str:
    """What a computer player is called; one of another package has the name it was given there."""
    return say(f"play.player.{player}", lang) if player in PLAYER_NAMES else player


def character(opponent: str) -> str:
    """A line about a level; the simple players have none."""
    name = parts_of(opponent).name
    return tell(f"play.character.{name}") if name in LEVELS else ""


def seat_of_person(record: Record) -> int:
    """The seat, from 1, that was played at a keyboard; by its name where the record is older."""
    if "person" in record.kinds:
        return record.kinds.index("person") + 1
    you = {say("play.you", lang) for lang in LANGUAGES}
    return next((i for i, name in enumerate(record.names, 1) if name in you), 1)


def rival_of_person(record: Record, mine: int) -> str:
    """The computer player that sat opposite; by its name where the record is older."""
    for i, level in enumerate(record.levels, 1):
        if i != mine and level:
            return level
    others = [name for i, name in enumerate(record.names, 1) if i != mine]
    return next(
        (
            player
            for player in player_names()
            for lang in LANGUAGES
            if any(name.startswith(called(player, lang)) for name in others)
        ),
        USUAL_RIVAL,
    )


class Person(Player):
    """The person at the keyboard: asked until they have chosen."""

    def __init__(self, session: Session) -> None:
        super().__init__(session.game, Rng(0))
        self.session = session

    def choose(self, view: View) -> int:
        """What the person types, in the end."""
        while True:
            row = self.session.ask()
            if row is not None:
                return row


class TakenBack(Exception):
    """The person has taken a move back."""
