"""How far a house can grow: processes, one PostgreSQL and thinking in a model of measured costs.

Moves come at random to processes. Each has one loop, which works one thing after the other, and one
writer, which commits all that waits together; PostgreSQL lets one commit with notes pass at a time,
and every process hears every note. For each number of tables the model finds how many processes are
needed, plays some seconds of it, and says which resource ends first. Run from the repository:
python -m bench.scale

The costs below were measured by bench/load.py and bench/commits.py on two busy processors; each can
be given anew, such as --move 0.4.
"""

from __future__ import annotations

import argparse
import heapq
import itertools
import math
import random

import msgspec

SECONDS = 20.0  # that are played, at most
WARM = 0.1  # the first part of them, which is not counted
LATE = 0.25  # seconds after which people feel a delay
BUSY = 0.7  # of a processor: beyond it, waiting grows faster than work
MOST_MOVES = 200_000  # that are played
FEEDS = 3


class Costs(msgspec.Struct, frozen=True):
    """What things cost, in milliseconds, kB and bytes."""

    move: float = 0.9  # of the process that takes a move, with three feeds, on PostgreSQL
    hear: float = 0.04  # of a process that has a reader of a table which moved elsewhere
    note: float = 0.006  # of a process that has not: to read a note, and let it go
    commit: float = 4.0  # until PostgreSQL has committed a group: bench/commits.py
    row: float = 0.05  # of PostgreSQL's processors, for each move of a group
    table: float = 10.0  # kB of memory, at rest
    feed: float = 11.0  # kB of memory
    stored: float = 150.0  # bytes on disk for a move, with its draws
    think: float = 100.0  # of a processor, for a move of a computer player


class House(msgspec.Struct, frozen=True):
    """How a house is built, and how it is used."""

    tables: int
    pace: float  # seconds between two moves of a table
    processes: int  # that share a database
    partitions: int = 1  # databases, each with its processes and its part of the tables

    @property
    def rate(self) -> float:
        """Moves a second in one partition."""
        return self.tables / self.partitions / self.pace


def load_of(house: House, costs: Costs) -> float:
    """How busy each process is, as a part of one processor.

    The feeds of a table are with whoever took their connections: with many processes each of them
    is likely to be with another one.
    """
    own = house.rate / house.processes
    elsewhere = 1 - 1 / house.processes
    others = house.rate - own
    # What a move costs to take, to tell and to hear, wherever that is done.
    spread = own * (costs.move + FEEDS * elsewhere * costs.hear)
    return (spread + others * costs.note) / 1000


def processes_for(tables: int, pace: float, partitions: int, costs: Costs) -> int | None:
    """The fewest processes that are not too busy; none if more of them only hear more notes."""
    for count in itertools.count(1):
        house = House(tables, pace, count, partitions)
        if load_of(house, costs) <= BUSY:
            return count
        if house.rate * costs.note / 1000 > BUSY or count > 4096:
            return None
    return None


class Process:
    """One server process in the model: a loop, and a writer behind it."""

    def __init__(self) -> None:
        self.free_at = 0.0  # when the loop has done all it was given
        self.waiting: list[float] = []  # moves that wait for the writer, by when they came
        self.writing = False


class Model:
    """A partition while it is played."""

    def __init__(self, house: House, costs: Costs, seed: int = 1) -> None:
        self.rng = random.Random(seed)
        self.costs = costs
        self.house = house
        self.processes = [Process() for _ in range(house.processes)]
        self.commit_free = 0.0  # when PostgreSQL lets the next commit with notes pass
        self.lags: list[float] = []
        self.commits = 0
        self.events: list[tuple[float, int, int, int]] = []  # time, order, kind, process
        self.count = itertools.count()
        self.seconds = min(SECONDS, MOST_MOVES / house.rate)

    def push(self, at: float, kind: int, process: int) -> None:
        """Let something happen later."""
        heapq.heappush(self.events, (at, next(self.count), kind, process))

    def run(self) -> None:
        """Play: moves come, groups are committed, readers are told."""
        rate = self.house.rate
        at = 0.0
        while at < self.seconds:
            at += self.rng.expovariate(rate)
            self.push(at, 0, self.rng.randrange(len(self.processes)))
        while self.events:
            now, _, kind, number = heapq.heappop(self.events)
            if kind == 0:
                self.arrive(now, number)
            else:
                self.committed(now, number)

    def work(self, process: Process, now: float, milliseconds: float) -> float:
        """Give a loop something to do; returns when it is done."""
        process.free_at = max(process.free_at, now) + milliseconds / 1000
        return process.free_at

    def arrive(self, now: float, number: int) -> None:
        """A move comes: half of its cost is before it is stored."""
        process = self.processes[number]
        ready = self.work(process, now, self.costs.move / 2)
        process.waiting.append(now)
        if not process.writing:
            self.write(process, ready, number)

    def write(self, process: Process, now: float, number: int) -> None:
        """Commit all that waits, after those who came before."""
        process.writing = True
        begun = max(now, self.commit_free)
        took = self.costs.commit + self.costs.row * len(process.waiting)
        self.commit_free = begun + took / 1000
        self.push(self.commit_free, 1, number)

    def committed(self, now: float, number: int) -> None:
        """A group is kept: its process tells, the others hear."""
        process = self.processes[number]
        group, process.waiting = process.waiting, []
        process.writing = False
        self.commits += 1
        for came in group:
            told = self.work(process, now, self.costs.move / 2)
            for _ in range(FEEDS):
                other = self.rng.randrange(len(self.processes))
                if other != number:
                    heard = self.work(self.processes[other], now, self.costs.hear)
                    told = max(told, heard)
            if came > WARM * self.seconds:
                self.lags.append(told - came)
        for other, heard_by in enumerate(self.processes):
            if other != number:
                self.work(heard_by, now, self.costs.note * len(group))
        if process.waiting:
            self.write(process, now, number)

    def lag(self, part: float) -> float:
        """The time in which this part of all moves was told."""
        lags = sorted(self.lags) or [0.0]
        return lags[min(len(lags) - 1, int(len(lags) * part))]


def partitions_for(tables: int, pace: float, costs: Costs) -> int:
    """The fewest databases whose processes can hear each other and whose commits keep up."""
    for partitions in itertools.count(1):
        count = processes_for(tables, pace, partitions, costs)
        if count is None:
            continue
        house = House(tables, pace, count, partitions)
        # Commits pass one by one; each process has at most one, and waits for those of the others.
        turn = count * costs.commit / 1000 + house.rate * LATE * costs.row / 1000
        if turn <= LATE / 2 and house.rate * costs.row / 1000 <= BUSY:
            return partitions
    raise AssertionError("numbers end nowhere")


def ended_by(tables: int, pace: float, costs: Costs) -> str:
    """What breaks first if a house of one process, and then of one database, goes on growing."""
    one = House(tables, pace, 1)
    if load_of(one, costs) <= BUSY:
        return "nothing: one process is enough"
    count = processes_for(tables, pace, 1, costs)
    if count is None:
        return "every process hears every note"
    if partitions_for(tables, pace, costs) > 1:
        waiting = count * costs.commit
        return f"commits wait for each other: {count} processes, {waiting:.0f} ms for a round"
    return "the processor of one process"


def row(tables: int, pace: float, costs: Costs, share: float) -> str:
    """One line of the table."""
    partitions = partitions_for(tables, pace, costs)
    count = processes_for(tables, pace, partitions, costs)
    assert count is not None
    house = House(tables, pace, count, partitions)
    model = Model(house, costs)
    model.run()
    thinking = tables / pace * share * costs.think / 1000
    memory = tables * (costs.table + FEEDS * costs.feed) / 1e6
    disk = tables / pace * costs.stored / 1e6
    cells = [
        f"{tables:,}",
        f"{pace:g} s",
        f"{tables / pace:,.0f}",
        ended_by(tables, pace, costs),
        str(partitions),
        str(partitions * count),
        f"{100 * load_of(house, costs):.0f} %",
        f"{1000 * model.lag(0.5):.0f} / {1000 * model.lag(0.99):.0f}",
        f"{house.rate * model.costs.row / 10:.0f} %",
        f"{memory:.1f}",
        f"{disk:.1f}",
        f"{math.ceil(thinking):,}",
    ]
    return "| " + " | ".join(cells) + " |"


COLUMNS = (
    "tables",
    "a move every",
    "moves a second",
    "what one process, then one database meets first",
    "databases",
    "processes",
    "busy",
    "told in ms, p50 / p99",
    "a database's processor",
    "memory GB",
    "disk MB/s",
    "processors that think",
)


def main() -> None:
    """Read the words, print the table."""
    reader = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name in Costs.__struct_fields__:
        reader.add_argument(f"--{name}", type=float, default=getattr(Costs(), name))
    reader.add_argument("--share", type=float, default=0.25, help="of moves that computers make")
    reader.add_argument("--tables", type=int, nargs="*", default=[1000, 10_000, 100_000, 1_000_000])
    reader.add_argument("--pace", type=float, nargs="*", default=[10.0, 1.0])
    words = reader.parse_args()
    costs = Costs(**{name: getattr(words, name) for name in Costs.__struct_fields__})
    print("| " + " | ".join(COLUMNS) + " |")
    print("|---" * len(COLUMNS) + "|")
    for pace in words.pace:
        for tables in words.tables:
            print(row(tables, pace, costs, words.share), flush=True)


if __name__ == "__main__":
    main()
