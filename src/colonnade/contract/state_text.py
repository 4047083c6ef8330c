"""Lines of text that hold a state: `name=value` for dump and load, `word value` in pictures.

Which fields there are, and which values make sense, is decided by each game's state.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from colonnade.contract.checks import WRONG, reason, shown, whole, within
from colonnade.contract.errors import BadState
from colonnade.contract.state import State

Range = tuple[int, int]  # the least and the most that a field can be


def write_line(game: str, state: State, fields: Iterable[str], arrays: Iterable[str] = ()) -> str:
    """All fields by name, arrays with commas, after the game's key."""
    pairs = [f"{name}={getattr(state, name)}" for name in fields]
    pairs += [f"{name}={','.join(map(str, getattr(state, name)))}" for name in arrays]
    return " ".join([game, *pairs])


def read_line(
    game: str,
    state: State,
    text: str,
    fields: Mapping[str, Range],
    arrays: Mapping[str, Range] = {},
    *,
    check: Callable[[], None],
) -> None:
    """Read write_line's text into a state; `check` raises ValueError if it cannot be one."""
    try:
        key, _, rest = text.strip().partition(" ")
        if key != game:
            raise ValueError(f"it begins with {shown(key)}")
        pairs = [pair.partition("=") for pair in rest.split()]
        names = [name for name, _, _ in pairs]
        if names != [*fields, *arrays]:
            raise ValueError(f"its fields are not {', '.join([*fields, *arrays])}")
        values = {name: value for name, _, value in pairs}
        for name, span in fields.items():
            setattr(state, name, read_number(values[name], span, name))
        for name, span in arrays.items():
            array, told = getattr(state, name), values[name].split(",")
            if len(told) != len(array):
                raise ValueError(f"{name} has {len(told)} numbers, not {len(array)}")
            for i, value in enumerate(told):
                array[i] = read_number(value, span, name)
        check()
    except WRONG as problem:
        raise BadState(game=game, why=reason(problem)) from problem


def read_number(text: str, span: Range, name: str) -> int:
    """Read one number of a field."""
    number = whole(text, name)
    within(number, *span, name)
    return number


def read_words(line: str) -> dict[str, str]:
    """Read a picture's line of `word value` parts, which stand two spaces apart."""
    parts = (part.partition(" ") for part in re.split(r"\s{2,}", line.strip()))
    return {key: value for key, _, value in parts}


def write_counts(counts: Mapping[str, int]) -> str:
    """Write named counts with their first letters, such as o3r1; `-` for none."""
    return "".join(f"{name[0]}{count}" for name, count in counts.items()) or "-"


def read_counts(text: str, names: Sequence[str]) -> dict[str, int]:
    """Read write_counts' text, in the order of the names."""
    found = re.findall(r"([a-z])([0-9]+)", text)
    letters = {name[0]: name for name in names}
    told = [letter for letter, _ in found]
    if (
        "".join(letter + count for letter, count in found) != text.replace("-", "")
        or len({*told}) != len(told)
        or not {*told} <= {*letters}
    ):
        raise ValueError(f"{shown(text)} is not a set of {', '.join(names)}")
    counts = {letters[letter]: whole(count, letters[letter]) for letter, count in found}
    return {name: counts[name] for name in names if counts.get(name)}
