"""A game written down as it is played: its rows, what they count for, and how it ended.

Everything goes into plain bytes, little-endian and game after game, so that many games cost no
Python objects. What the numbers are called, and where they are kept, is decided in export.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import final

from librt.strings import BytesWriter, write_i16_le, write_i64_le
from librt.vecs import append, vec
from mypy_extensions import i16, i64, mypyc_attr

from colonnade.contract.play import SHARE, Walk
from colonnade.contract.rng import MASK, Rng
from colonnade.contract.state import CHANCE, OVER, State


@final
@mypyc_attr(acyclic=True)
class Recorder:
    """Writes down games that begin alike; its buffers grow until they are handed over.

    `first` and `events` say what a row counts for: `events[first[row]]` up to, but without,
    `events[first[row + 1]]`. `sources` are the names of a breakdown, in their order.
    """

    def __init__(
        self,
        start: State,
        first: list[int],
        events: list[int],
        kinds: int,
        sources: list[str],
        keep_rows: bool,
    ) -> None:
        self.start: State = start
        self.state: State = start.copy()
        self.walk: Walk = Walk(start)
        self.seats: i64 = len(start.scores())
        self.first: vec[i64] = vec[i64](first)
        self.events: vec[i64] = vec[i64](events)
        self.kinds: i64 = kinds
        self.sources: list[str] = sources
        self.keep_rows: bool = keep_rows
        self.actors: i64 = self.seats + 1  # chance is counted after the seats
        self.made: vec[i64] = vec[i64]([0] * 1024)  # rows of one game: row * actors + actor
        self.length: i64 = 0  # how many of them
        self.counts: vec[i64] = vec[i64]([0] * ((len(start.scores()) + 1) * kinds))
        self.facts: BytesWriter = BytesWriter()
        self.counted: BytesWriter = BytesWriter()
        self.rows: BytesWriter = BytesWriter()

    def walk_game(self, seed: int, number: int) -> None:
        """Play game `number` of a seed with random moves, as Walk does, and write it down."""
        state = self.state
        walk = self.walk
        rng = Rng(seed, number)
        state.copy_from(self.start)
        self.length = 0
        while state.actor != OVER:
            row = walk.pick(state, rng)
            self.note(row)
            state.apply(row)
        checksum = self.count()
        for score in state.scores():
            checksum = (checksum * 31 + score) & MASK
        self.finish(checksum)

    def follow(self, rows: list[int]) -> None:
        """Write down a game that others have played, from its rows."""
        self.state.copy_from(self.start)
        self.length = 0
        for row in rows:
            self.note(row)
            self.state.apply(row)
        self.finish(self.count())

    def note(self, row: i64) -> None:
        """Remember who makes a row."""
        actor = self.state.actor
        if actor == CHANCE:
            actor = self.seats
        if self.length == len(self.made):
            self.made = append(self.made, 0)
        self.made[self.length] = row * self.actors + actor
        self.length += 1

    def count(self) -> i64:
        """Count every row for who made it; returns the checksum over all rows."""
        # All at once, after the game: a loop is twice as fast when what it touches lies in locals.
        made = self.made
        counts = self.counts
        first = self.first
        events = self.events
        kinds = self.kinds
        actors = self.actors
        checksum: i64 = 0
        i: i64 = 0
        while i < len(counts):
            counts[i] = 0
            i += 1
        i = 0
        while i < self.length:
            row = made[i] // actors
            base = (made[i] - row * actors) * kinds
            at = first[row]
            end = first[row + 1]
            while at < end:
                counts[base + events[at]] += 1
                at += 1
            checksum = (checksum * 31 + row) & MASK
            i += 1
        return checksum

    def finish(self, checksum: i64) -> None:
        """Write the facts of the game that has ended, in the order export.py names them."""
        state = self.state
        facts = self.facts
        write_i64_le(facts, state.turn)
        write_i64_le(facts, self.length)
        write_i64_le(facts, checksum)
        for score in state.scores():
            write_i64_le(facts, score)
        winners = state.winners()
        seat: i64 = 0
        while seat < self.seats:
            share: i64 = 0
            if seat in winners:
                share = SHARE // len(winners)
            write_i64_le(facts, share)
            seat += 1
        seat = 0
        while seat < self.seats:
            write_i64_le(facts, self.decisions(seat))
            seat += 1
        seat = 0
        while seat < self.seats:
            points = state.breakdown(seat)
            for source in self.sources:
                write_i64_le(facts, points[source])
            seat += 1
        self.write_counts()

    def decisions(self, seat: i64) -> i64:
        """How many rows a seat has made."""
        found: i64 = 0
        i: i64 = 0
        while i < self.length:
            if self.made[i] % self.actors == seat:
                found += 1
            i += 1
        return found

    def write_counts(self) -> None:
        """Write how often each event came, and the rows if they are wanted."""
        counts = self.counts
        counted = self.counted
        i: i64 = 0
        while i < len(counts):
            write_i16_le(counted, i16(counts[i]))
            i += 1
        i = 0
        while self.keep_rows and i < self.length:
            write_i16_le(self.rows, i16(self.made[i] // self.actors))
            i += 1
