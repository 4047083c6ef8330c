"""Positions as numbers for learners: tensors and masks in a caller's array, or in a new one.

What a tensor holds is decided by each game's tensor.py. Many games at once stand in batch.py.
Numpy is imported only where it is needed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar, cast, overload

from librt.vecs import vec
from mypy_extensions import i16, i64

from colonnade.contract.errors import ColonnadeError, NoSuchSeat
from colonnade.contract.state import State
from colonnade.contract.tensor import Layout
from colonnade.environments.batch_buffers import layout_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from typing_extensions import Buffer

    Whole = NDArray[np.int16]
    Scaled = NDArray[np.float32]
    Flags = NDArray[np.uint8]

Out = TypeVar("Out", bound="Buffer | NDArray[np.generic]")  # numpy's own types name no buffer

# The items of an array as a buffer names them, with the words that an error uses.
ITEMS = {"int16": "h", "float32": "f", "uint8, int8 or bool": "Bb?"}


class WrongBuffer(ColonnadeError):
    """An array does not fit what is to be written into it."""


# One position


@overload
def observe(state: State, seat: int, out: None = None, scaled: bool = False) -> Whole | Scaled: ...
@overload
def observe(state: State, seat: int, out: Out, scaled: bool = False) -> Out: ...
def observe(
    state: State, seat: int, out: Out | None = None, scaled: bool = False
) -> Whole | Scaled | Out:
    """What a seat knows, as int16; or scaled to numbers from 0 to 1, as float32.

    Fills and returns `out` if there is one: a writable array in one piece, of that type and size.
    """
    layout = layout_of(state)
    seats = len(state.scores())
    if not 0 <= seat < seats:
        raise NoSuchSeat(seat=seat, seats=seats)
    entries = vec[i16]([0] * layout.size)
    state.fill_tensor(seat, entries, 0)
    if out is not None and not scaled:
        return hand_over(memoryview(entries), out, "int16")
    import numpy as np

    if not scaled:
        return np.array(entries, np.int16)
    numbers = np.divide(np.asarray(entries), highest(layout), dtype=np.float32)
    return numbers if out is None else hand_over(numbers.data, out, "float32")


@overload
def legal_mask(state: State, out: None = None) -> Flags: ...
@overload
def legal_mask(state: State, out: Out) -> Out: ...
def legal_mask(state: State, out: Out | None = None) -> Flags | Out:
    """A 1 for each row that is legal now and a 0 for all others, as uint8; fills `out` if given."""
    rows = vec[i64]([0] * len(state.table()))
    flags = bytearray(len(rows))
    for i in range(state.fill_legal(rows)):
        flags[rows[i]] = 1
    if out is not None:
        return hand_over(memoryview(flags), out, "uint8, int8 or bool")
    import numpy as np

    return np.frombuffer(flags, np.uint8)


@lru_cache(maxsize=64)
def highest(layout: Layout) -> Scaled:
    """The highest numbers of a layout, to divide by."""
    import numpy as np

    return np.array(layout.highest(), np.float32)


def hand_over(source: memoryview, out: Out, items: str) -> Out:
    """Copy into a caller's array, once it is known to fit."""
    target = memoryview(cast("Buffer", out))
    fits = target.format in ITEMS[items] and target.nbytes == source.nbytes
    if target.readonly or not target.c_contiguous or not fits:
        raise WrongBuffer(size=len(source), items=items)
    target.cast("B")[:] = source.cast("B")
    return out
