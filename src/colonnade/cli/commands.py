"""The commands of `colonnade` and their parameters; each is a few lines over the layers below."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator
from contextlib import closing
from json import dumps
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.table import Table

import colonnade
from colonnade.ai.levels import check_players
from colonnade.arena.tally import Tally, interval
from colonnade.cli import INTERRUPTED, WRONG
from colonnade.cli.arena import run_arena, run_ladder, run_levels
from colonnade.cli.common import (
    Compute,
    Json,
    Lang,
    Option,
    Processes,
    Seated,
    Seats,
    Seed,
    at_least,
    check_work,
    choices,
    progress_bar,
    said,
)
from colonnade.cli.examples import run_examples
from colonnade.cli.export import run_export
from colonnade.cli.files import open_record
from colonnade.cli.gate import run_gate
from colonnade.cli.hint import run_hint
from colonnade.cli.house import run_backup, run_move_house, run_restore
from colonnade.cli.learn import run_learn
from colonnade.cli.lessons import run_lessons
from colonnade.cli.ratings import run_ratings
from colonnade.cli.replay import show_replay, tell_result, write_picture
from colonnade.cli.serve import run_serve
from colonnade.cli.speech import UsageError, console, language, tell, tell_number
from colonnade.cli.stats import run_stats
from colonnade.cli.study import run_study
from colonnade.cli.table import show_rules
from colonnade.cli.tables import tables_app
from colonnade.compute.places import LOCAL
from colonnade.contract.errors import BadRecord
from colonnade.contract.game import Game
from colonnade.contract.history import History
from colonnade.contract.play import Walk, perft
from colonnade.contract.rng import Rng
from colonnade.data.simulate import simulate


def make_app() -> App:
    """The whole command line, with its help in the language in use."""
    app = App(
        name="colonnade",
        help=tell("help.app"),
        version=version_line,
        result_action="return_value",
        version_format="plaintext",
    )
    for name, command in COMMANDS.items():
        app.command(command, name=name, help=tell(f"help.{name}"))
    app.command(tables_app())
    return app


def version_line() -> str:
    """Version, build and commit; a pure build says how to get the fast one."""
    kind = colonnade.build.kind()
    commit, _, changed = colonnade.build.commit().partition(".")
    key = "cli.version_changed" if changed else "cli.version_commit" if commit else "cli.version"
    line = tell(key, version=colonnade.__version__, build=kind, commit=commit)
    return line if kind == "compiled" else f"{line}\n{tell('cli.pure')}"


def run_simulate(
    game: str,
    /,
    *,
    games: Annotated[int, said("games")] = 1000,
    seed: Seed = 1,
    seats: Seats = None,
    option: Option = None,
    player: Seated = "random",
    processes: Processes = None,
    compute: Compute = LOCAL,
    json: Json = False,
    lang: Lang = None,
) -> int:
    """Play random games and show what came of them."""
    found = colonnade.game(game)
    options = choices(found, option or [])
    check_work(games, seed, compute, processes)
    check_players([player], found, seats or found.seats[0], options)
    start = found.start(seats, options)  # says what exists before any work begins
    tally = Tally(len(start.scores()))
    began = time.perf_counter()
    playing = simulate(found.key, tally.seats, options, games, seed, processes, player, compute)
    finished = run_with_bar(tally, playing, games)
    seconds = time.perf_counter() - began
    if json:
        show_json(found, tally, options, player, seconds)
    else:
        show_tally(found, tally, player, seconds)
    if not finished:
        console(stderr=True).print(tell("cli.stopped_early", count=tally.games, games=games))
        return INTERRUPTED
    return 0


def run_with_bar(tally: Tally, playing: Generator[Tally, None, None], games: int) -> bool:
    """Add up all batches behind a progress bar; Ctrl-C stops early and loses nothing counted."""
    with progress_bar() as bar:
        task = bar.add_task(tell("simulate.progress"), total=games)
        try:
            with closing(playing):  # nothing plays on behind the table
                for batch in playing:
                    tally.merge(batch)
                    bar.update(task, completed=tally.games)
        except KeyboardInterrupt:
            return False
    return True


def show_json(
    game: Game, tally: Tally, options: dict[str, str], player: str, seconds: float
) -> None:
    """One object for machines."""
    facts = {
        "game": game.key,
        "edition": game.edition,
        "seats": tally.seats,
        "options": options,
        "player": player,
        "games": tally.games,
        "seconds": seconds,
        "games_per_second": tally.games / seconds,
        "moves_per_second": tally.moves / seconds,
        "mean_scores": tally.mean_scores(),
        "win_rates": tally.win_rates(),
        "win_intervals": [interval(rate, tally.games) for rate in tally.win_rates()],
        "mean_moves": tally.moves / max(tally.games, 1),
        "checksum": tally.checksum,
        "build": colonnade.build.kind(),
    }
    print(dumps(facts))


def show_tally(game: Game, tally: Tally, player: str, seconds: float) -> None:
    """A table for people."""
    name = tell(f"{game.key}.name")
    title = tell("simulate.title", game=name, count=tally.games, player=player)
    table = Table(title=title)
    for column in ("seat", "mean_score", "wins", "interval"):
        table.add_column(tell(f"simulate.{column}"), justify="right")
    rates = zip(tally.mean_scores(), tally.win_rates(), strict=True)
    for seat, (score, rate) in enumerate(rates, 1):
        low, high = interval(rate, tally.games)
        table.add_row(
            str(seat),
            tell_number(score, ".1f"),
            tell_number(rate, ".1%"),
            f"{tell_number(low, '.1%')} - {tell_number(high, '.1%')}",
        )
    out = console()
    out.print(table)
    facts = (
        (tell("simulate.games_per_second"), tell_number(tally.games / seconds, ",.0f")),
        (tell("simulate.moves_per_second"), tell_number(tally.moves / seconds, ",.0f")),
        (tell("simulate.mean_moves"), tell_number(tally.moves / max(tally.games, 1), ".1f")),
        (tell("simulate.build"), colonnade.build.kind()),
    )
    out.print("   ".join(f"{name} {value}" for name, value in facts))


def run_perft(
    game: str,
    /,
    *,
    depth: Annotated[int, said("depth")] = 4,
    seed: Seed = 1,
    skip: Annotated[int, said("skip")] = 0,
    seats: Seats = None,
    option: Option = None,
    json: Json = False,
    lang: Lang = None,
) -> int:
    """Count move sequences by length, from the start or after some random moves."""
    found = colonnade.game(game)
    for name, value in (("--depth", depth), ("--skip", skip), ("--seed", seed)):
        at_least(name, value, 0)
    state = found.start(seats, choices(found, option or []))
    walk, rng = Walk(state), Rng(seed)
    for _ in range(skip):
        if state.actor == colonnade.OVER:
            break
        walk.step(state, rng)
    counts = [perft(state, length) for length in range(1, depth + 1)]
    if json:
        print(dumps({"game": found.key, "perft": counts}))
        return 0
    table = Table()
    table.add_column(tell("perft.depth"), justify="right")
    table.add_column(tell("perft.positions"), justify="right")
    for length, count in enumerate(counts, 1):
        table.add_row(str(length), f"{count:,}")
    console().print(table)
    return 0


def run_replay(
    file: Path,
    /,
    *,
    all: Annotated[bool, said("all"), Parameter(negative=())] = False,  # noqa: A002
    svg: Annotated[Path | None, said("svg")] = None,
    at: Annotated[int | None, said("svg_at")] = None,
    lang: Lang = None,
) -> int:
    """Show a record step by step, all at once where nobody sits at the keys; or draw one step."""
    record, history = open_record(file)
    if svg is not None:
        write_picture(history, at, svg)
        return 0
    if at is not None:
        raise UsageError("replay.at_alone")
    show_replay(record, history, ask=not all and sys.stdin.isatty())
    return 0


def run_verify(file: Path, /, *, lang: Lang = None) -> int:
    """Replay a record and say valid, or what is wrong first."""
    try:
        record, history = open_record(file)
    except BadRecord as problem:
        print(tell("verify.wrong", text=problem.text(language())), file=sys.stderr)
        return WRONG
    key = "cli.valid" if record.winners else "cli.valid_open"
    result = tell_result(record)
    print(tell(key, game=record.game, count=len(history), result=result))
    return 0


def run_rules(game: str, part: str | None = None, /, *, lang: Lang = None) -> int:
    """Show a game's rules, or the part whose number or words are given."""
    show_rules(colonnade.game(game), part)
    return 0


def run_play(
    game: str = "pagoda",
    /,
    *,
    opponent: Annotated[str | None, said("opponent")] = None,
    seat: Annotated[int | None, said("seat")] = None,
    seats: Seats = None,
    option: Option = None,
    seed: Annotated[int | None, said("play_seed")] = None,
    resume: Annotated[Path | None, said("resume")] = None,
    lang: Lang = None,
) -> int:
    """Play in the terminal against a computer player."""
    from colonnade.cli.play import USUAL_RIVAL, Session, rival_of_person, seat_of_person

    if resume is None:
        found = colonnade.game(game)
        history = History(found, found.start(seats, choices(found, option or [])))
        return Session(history, seat or 1, opponent or USUAL_RIVAL, seed).run()
    kept, history = open_record(resume)
    mine = seat or seat_of_person(kept)
    rival = opponent or rival_of_person(kept, mine)
    return Session(history, mine, rival, seed, kept, resume).run()


COMMANDS: dict[str, Callable[..., int]] = {
    "play": run_play,
    "lessons": run_lessons,
    "serve": run_serve,
    "backup": run_backup,
    "restore": run_restore,
    "move-house": run_move_house,
    "ratings": run_ratings,
    "simulate": run_simulate,
    "arena": run_arena,
    "gate": run_gate,
    "ladder": run_ladder,
    "levels": run_levels,
    "export": run_export,
    "stats": run_stats,
    "hint": run_hint,
    "study": run_study,
    "learn": run_learn,
    "replay": run_replay,
    "verify": run_verify,
    "rules": run_rules,
    "examples": run_examples,
    "perft": run_perft,
}
