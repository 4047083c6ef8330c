"""The page that publishes what runs of the arena found: for each game its runs and its ladder.

The numbers come from tournament.py. The page is documentation, so it is in English; the same runs
give the same bytes, in whatever order they are named.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from colonnade.ai.levels import takes_budget
from colonnade.ai.naming import parts_of, with_budget
from colonnade.arena.run_files import Run, RunSettings
from colonnade.arena.tournament import Interval, Standing, Summary, rate, summarize, whole_deals
from colonnade.contract.options import complete
from colonnade.games import game
from colonnade.locales import say

LEAST = 400  # games behind a published line
INTRODUCTION = """\
# The ladder

How strong the computer's players are, measured: each game has a ladder of them, the strongest
first, and below it the runs that it was made from. `master@0.1` is the Master with a tenth of a
second for each decision.

In a run, each player has a line, and the numbers beside it come in the same order. In brackets
stands the 95 % interval, made over deals. A margin is a player's points less those of the best
other. Times are seconds per decision on the machine that played: they compare players of one run,
not runs.

Written by `colonnade ladder` from runs of `colonnade arena`. [The arena](arena.md) says how games
are paired. Do not edit this page: play more games and write it anew."""
TRIALS = f"""\
### Trials

Runs of fewer than {LEAST} games: first looks, not published lines."""
LADDER = """\
From all runs below between two different players, deal by deal through all of them, by OpenSkill's
Plackett-Luce model. Strength is mu, doubt is sigma; players are listed by mu - 3 sigma, the
strength that is all but certain."""
RUNS = "### Runs"
COMMANDS = """\
These commands play the same deals again, and the same games too where no player is bound by
time."""
BREAK = "<br>"  # between the players of a run, each on a line of its own


def page(runs: Iterable[Run]) -> str:
    """The whole page."""
    chosen = distinct(runs)
    parts = [INTRODUCTION]
    for key in sorted({run.settings.game for run in chosen}):
        parts += section(key, [run for run in chosen if run.settings.game == key])
    return "\n\n".join(parts) + "\n"


def distinct(runs: Iterable[Run]) -> list[Run]:
    """Each run once, its longest file, in an order that does not depend on the files' names."""
    longest: dict[bytes, Run] = {}
    for run in sorted(runs, key=lambda run: (len(run.games), msgspec.json.encode(run))):
        longest[identity(run.settings)] = run
    return [longest[key] for key in sorted(longest)]


def identity(settings: RunSettings) -> bytes:
    """What makes a run itself: all its settings but the number of games."""
    return msgspec.json.encode(msgspec.structs.replace(settings, games=0), order="sorted")


def section(key: str, runs: list[Run]) -> Iterator[str]:
    """One game: its ladder, its published runs, its trials."""
    yield f"## {say(f'{game(key).key}.name')}"
    found = [(run, summarize(run)) for run in runs]
    published = [(run, summary) for run, summary in found if summary.games >= LEAST]
    trials = [(run, summary) for run, summary in found if summary.games < LEAST]
    pairs = [run for run, _ in published if is_pair(run.settings)]
    if pairs:
        yield LADDER
        yield rating_table(pairs)
    for title, group in ((RUNS, published), (TRIALS, trials)):
        if group:
            yield title
            yield run_table(group)
            yield COMMANDS
            yield command_block([run.settings for run, _ in group])


def run_table(found: Sequence[tuple[Run, Summary]]) -> str:
    """A line for each run."""
    head = ("players", "games", "wins", "margin", "seconds")
    return table(head, [run_line(run.settings, summary) for run, summary in found])


def run_line(settings: RunSettings, summary: Summary) -> list[str]:
    """One run: what it found."""
    whole = summary.games == settings.games
    return [
        BREAK.join(standing.player for standing in summary.players),
        str(summary.games) if whole else f"{summary.games} of {settings.games}",
        BREAK.join(wins(standing) for standing in summary.players),
        BREAK.join(margin(standing) for standing in summary.players),
        BREAK.join(f"{standing.mean_decision:.4f}" for standing in summary.players),
    ]


def command_block(runs: Sequence[RunSettings]) -> str:
    """How to play runs again, and what made them: those made alike stand together."""
    lines: list[str] = []
    made = ""
    for settings in runs:
        if made != settings.made_with():
            made = settings.made_with()
            lines.append(f"# {made}")
        lines.append(command(settings))
    return "\n".join(["```sh", *lines, "```"])


def wins(standing: Standing) -> str:
    """A win rate with its interval, in hundredths."""
    low, high = standing.win_interval
    return f"{standing.win_rate:.1%} ({low:.1%} to {high:.1%})".replace("%", " %")


def margin(standing: Standing) -> str:
    """A margin with its interval."""
    return f"{standing.mean_margin:+.1f}{bracket(standing.margin_interval)}"


def bracket(found: Interval | None) -> str:
    """An interval of points in brackets, if there is one."""
    return "" if found is None else f" ({found[0]:+.1f} to {found[1]:+.1f})"


def command(settings: RunSettings) -> str:
    """The command that plays the run; where its games are kept is the reader's own choice."""
    usual = complete(game(settings.game).options, {})
    words = ["colonnade", "arena", settings.game, "--players", ",".join(settings.players)]
    words += ["--games", str(settings.games), "--seed", str(settings.seed)]
    for key, value in settings.options.items():
        if usual.get(key) != value:
            words += ["--option", f"{key}={value}"]
    if settings.time is not None:
        words += ["--time", f"{settings.time:g}"]
    if settings.clock != "wall":
        words += ["--clock", settings.clock]
    return shlex.join(words)


def label(spec: str, time: float | None) -> str:
    """A player with the time it had: the same level with more time is another player."""
    named = parts_of(spec)
    if time is None or named.at or not takes_budget(named.name):
        return spec
    return with_budget(spec, f"{time:g}")


def labels(settings: RunSettings) -> list[str]:
    """The players of a run as the ladder knows them."""
    return [label(spec, settings.time) for spec in settings.players]


def is_pair(settings: RunSettings) -> bool:
    """Whether two different players met: nobody can be above or below itself."""
    return len(settings.players) == 2 == len(set(labels(settings)))


def rating_table(runs: Sequence[Run]) -> str:
    """The players of all runs, the strongest first."""
    # Run after run, the last one would weigh most; deal by deal, all weigh alike.
    games = sorted(
        (
            (labels(run.settings), played)
            for run in runs
            for deal in whole_deals(run.games, 2)
            for played in deal
        ),
        key=lambda game: (game[1].deal, game[1].rotation),
    )
    counts: dict[str, int] = {}
    for players, _ in games:
        for name in players:
            counts[name] = counts.get(name, 0) + 1
    ratings = sorted(rate(games).items(), key=lambda pair: (-pair[1].ordinal, pair[0]))
    lines = [
        [name, str(counts[name]), f"{found.mu:.1f}", f"{found.sigma:.1f}", f"{found.ordinal:.1f}"]
        for name, found in ratings
    ]
    return table(("player", "games", "strength", "doubt", "all but certain"), lines)


def table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    rows = [head, ["---"] * len(head), *lines]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
