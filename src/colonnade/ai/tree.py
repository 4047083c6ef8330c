"""The tree that a search grows: nodes in flat arrays, each a decision that somebody could make.

Where it grows is decided in search.py.
"""

# Compiled by mypyc.

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

NODE_BYTES: Final = 72  # of a node over all arrays
NONE: Final = -1


@mypyc_attr(acyclic=True)
class Tree:
    """Nodes by number; 0 is the root, which no row leads to."""

    def __init__(self, nodes: i64) -> None:
        self.capacity: i64 = nodes
        self.size: i64 = 1
        self.made: vec[i64] = vec[i64]([NONE])  # the row that leads to a node
        self.mover: vec[i64] = vec[i64]([0])  # and the seat that makes it
        self.child: vec[i64] = vec[i64]([NONE])  # its first child, and its next sibling
        self.next: vec[i64] = vec[i64]([NONE])
        self.visits: vec[i64] = vec[i64]([0])
        self.value: vec[float] = vec[float]([0.0])  # sums for the mover
        self.win: vec[float] = vec[float]([0.0])
        self.margin: vec[float] = vec[float]([0.0])
        self.prior: vec[float] = vec[float]([0.0])  # e to the judge's logit

    def add(self, node: i64, row: i64, mover: i64, prior: float) -> i64:
        """A new child, first among its siblings."""
        child = self.size
        if child == len(self.made):
            self.grow()
        self.size += 1
        self.made[child] = row
        self.mover[child] = mover
        self.child[child] = NONE
        self.next[child] = self.child[node]
        self.visits[child] = 0
        self.value[child] = 0.0
        self.win[child] = 0.0
        self.margin[child] = 0.0
        self.prior[child] = prior
        self.child[node] = child
        return child

    def grow(self) -> None:
        """Double the arrays, up to the capacity."""
        wanted = 2 * len(self.made) + 62
        if wanted > self.capacity:
            wanted = self.capacity
        self.made = longer(self.made, wanted)
        self.mover = longer(self.mover, wanted)
        self.child = longer(self.child, wanted)
        self.next = longer(self.next, wanted)
        self.visits = longer(self.visits, wanted)
        self.value = longer_floats(self.value, wanted)
        self.win = longer_floats(self.win, wanted)
        self.margin = longer_floats(self.margin, wanted)
        self.prior = longer_floats(self.prior, wanted)

    # From one decision to the next

    def follow(self, row: i64) -> bool:
        """Make the child of a row that was played the new root; False if it was never visited."""
        child = self.child[0]
        while child >= 0 and self.made[child] != row:
            child = self.next[child]
        if child < 0 or self.visits[child] == 0:
            return False
        self.keep_below(child)
        return True

    def keep_below(self, top: i64) -> None:
        """Move one node and all below it to the front of the arrays, and forget the rest.

        In the order of their generations, so that a node never lands on one still to be moved:
        parents are always older than their children, hence before them.
        """
        old = vec[i64]([0] * self.size)  # where each node kept stands now
        old[0] = top
        count: i64 = 1
        first = vec[i64]([NONE] * self.size)  # the new place of each one's first child
        i: i64 = 0
        while i < count:
            child = self.child[old[i]]
            if child >= 0:
                first[i] = count
            while child >= 0:
                old[count] = child
                count += 1
                child = self.next[child]
            i += 1
        self.arrange(old, first, count)

    def arrange(self, old: vec[i64], first: vec[i64], count: i64) -> None:
        """Write the nodes kept into fresh arrays, in their new order."""
        made = self.made
        mover = self.mover
        following = self.next
        visits = self.visits
        value = self.value
        win = self.win
        margin = self.margin
        prior = self.prior
        self.make_room(count)
        i: i64 = 0
        while i < count:
            node = old[i]
            self.made[i] = made[node]
            self.mover[i] = mover[node]
            self.child[i] = first[i]
            self.next[i] = NONE
            if i > 0 and following[node] >= 0:
                self.next[i] = i + 1  # siblings were kept one after the other
            self.visits[i] = visits[node]
            self.value[i] = value[node]
            self.win[i] = win[node]
            self.margin[i] = margin[node]
            self.prior[i] = prior[node]
            i += 1
        self.size = count

    def make_room(self, count: i64) -> None:
        """Fresh arrays for some nodes."""
        self.made = vec[i64]([NONE] * count)
        self.mover = vec[i64]([0] * count)
        self.child = vec[i64]([NONE] * count)
        self.next = vec[i64]([NONE] * count)
        self.visits = vec[i64]([0] * count)
        self.value = vec[float]([0.0] * count)
        self.win = vec[float]([0.0] * count)
        self.margin = vec[float]([0.0] * count)
        self.prior = vec[float]([0.0] * count)

    # What was found

    def children(self) -> list[tuple[int, int, float, float, float]]:
        """Row, visits, mean value, win and margin of each decision at the root."""
        found: list[tuple[int, int, float, float, float]] = []
        child = self.child[0]
        while child >= 0:
            visits = float(self.visits[child])
            if visits > 0.0:
                value = self.value[child] / visits
                win = self.win[child] / visits
                margin = self.margin[child] / visits
                found.append((int(self.made[child]), int(visits), value, win, margin))
            child = self.next[child]
        return found

    def visited_below(self, node: i64) -> list[tuple[int, int, int]]:
        """Node, row and visits of each decision below a node that was thought about, most first."""
        found: list[tuple[int, int, int]] = []
        child = self.child[node]
        while child >= 0:
            if self.visits[child] > 0:
                found.append((int(child), int(self.made[child]), int(self.visits[child])))
            child = self.next[child]
        found.sort(key=lambda one: (-one[2], one[1]))
        return found

    def count(self) -> int:
        """How many iterations the tree has seen."""
        return int(self.visits[0])

    def lead(self) -> int:
        """By how many visits the most visited decision is ahead of the next."""
        first: i64 = 0
        second: i64 = 0
        child = self.child[0]
        while child >= 0:
            visits = self.visits[child]
            if visits > first:
                second = first
                first = visits
            elif visits > second:
                second = visits
            child = self.next[child]
        return int(first - second)

    def bytes(self) -> int:
        """The memory that the nodes take."""
        return len(self.made) * NODE_BYTES


def longer(old: vec[i64], length: i64) -> vec[i64]:
    """A longer array that begins like another."""
    new = vec[i64]([0] * length)
    i: i64 = 0
    while i < len(old):
        new[i] = old[i]
        i += 1
    return new


def longer_floats(old: vec[float], length: i64) -> vec[float]:
    """A longer array of floats that begins like another."""
    new = vec[float]([0.0] * length)
    i: i64 = 0
    while i < len(old):
        new[i] = old[i]
        i += 1
    return new
