"""The page that publishes what runs of the arena found: for each game its runs and its ladder.

The numbers come from tournament.py. The page is documentation, so it is in English; the same runs
give the same bytes, in whatever order they are named.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from colonnade.ai.levels import parts_of, takes_budget
from colonnade.arena.run_files import Run, RunSettings
from colonnade.arena.tournament import Interval, Standing, Summary, rate, summarize, whole_deals
from colonnade.contract.options import complete
from colonnade.games import game
from colonnade.locales import say

LEAST = 400  # games behind a published line
INTRODUCTION = """\
# The ladder

Written by `colonnade ladder` from runs of `colonnade arena`. [The arena](arena.md) says how games
are paired and what the columns mean. Do not edit this page: play more games and write it anew.

Where several players are listed, the numbers beside them come in the same order. In brackets stands
the 95 % interval, made over deals. A margin is a player's points less those of the best other.
Times are seconds per decision on the machine that played: they compare players of one line, not
lines. The command of a line plays the same deals again, and the same games too where no player is
bound by time."""
TRIALS = f"""\
### Trials

Runs of fewer than {LEAST} games: first looks, not published lines."""
LADDER = """\
### Ladder

From all runs above between two different players, deal by deal through all of them, by OpenSkill's
Plackett-Luce model. Strength is mu, doubt is sigma; players are listed by mu - 3 sigma, the
strength that is all but certain."""


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
    """One game: its published runs, its ladder, its trials."""
    yield f"## {say(f'{game(key).key}.name')}"
    found = [(run, summarize(run)) for run in runs]
    published = [(run, summary) for run, summary in found if summary.games >= LEAST]
    trials = [(run, summary) for run, summary in found if summary.games < LEAST]
    if published:
        yield run_table(published)
    pairs = [run for run, _ in published if is_pair(run.settings)]
    if pairs:
        yield LADDER
        yield rating_table(pairs)
    if trials:
        yield TRIALS
        yield run_table(trials)


def run_table(found: Sequence[tuple[Run, Summary]]) -> str:
    """A line for each run."""
    head = ("players", "games", "wins", "margin", "seconds", "seed", "made with", "command")
    return table(head, [run_line(run.settings, summary) for run, summary in found])


def run_line(settings: RunSettings, summary: Summary) -> list[str]:
    """One run: what it found, and how to play it again."""
    whole = summary.games == settings.games
    return [
        ", ".join(standing.player for standing in summary.players),
        str(summary.games) if whole else f"{summary.games} of {settings.games}",
        ", ".join(wins(standing) for standing in summary.players),
        ", ".join(margin(standing) for standing in summary.players),
        ", ".join(f"{standing.mean_decision:.4f}" for standing in summary.players),
        str(settings.seed),
        settings.made_with(),
        f"`{command(settings)}`",
    ]


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
    name, at, _ = parts_of(spec)
    return f"{spec}@{time:g}" if takes_budget(name) and not at and time is not None else spec


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
