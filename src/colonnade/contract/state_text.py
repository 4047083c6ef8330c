"""Lines of text that hold a state: `name=value` for dump and load, `word value` in pictures.

Which fields there are, and which values make sense, is decided by each game's state.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from colonnade.contract.errors import BadState
from colonnade.contract.state import State


def write_line(game: str, state: State, fields: Sequence[str], arrays: Sequence[str] = ()) -> str:
    """All fields by name, arrays with commas, after the game's key."""
    pairs = [f"{name}={getattr(state, name)}" for name in fields]
    pairs += [f"{name}={','.join(map(str, getattr(state, name)))}" for name in arrays]
    return " ".join([game, *pairs])


def read_line(
    game: str,
    state: State,
    text: str,
    fields: Sequence[str],
    arrays: Sequence[str] = (),
    *,
    check: Callable[[], None],
) -> None:
    """Read write_line's text into a state; `check` raises ValueError if it cannot be one."""
    try:
        key, *pairs = text.split()
        if key != game or [pair.split("=")[0] for pair in pairs] != [*fields, *arrays]:
            raise ValueError("its fields are not those of a position")
        values = dict(pair.split("=") for pair in pairs)
        for name in fields:
            setattr(state, name, int(values[name]))
        for name in arrays:
            array = getattr(state, name)
            for i, value in enumerate(values[name].split(",")):
                array[i] = int(value)
        check()
    except (ValueError, OverflowError, IndexError) as problem:
        raise BadState(game=game, why=str(problem)) from problem


def read_words(line: str) -> dict[str, str]:
    """Read a picture's line of `word value` parts, which stand two spaces apart."""
    parts = (part.partition(" ") for part in re.split(r"\s{2,}", line.strip()))
    return {key: value for key, _, value in parts}


def write_counts(counts: Mapping[str, int]) -> str:
    """Write named counts with their first letters, such as o3r1; `-` for none."""
    return "".join(f"{name[0]}{count}" for name, count in counts.items()) or "-"


def read_counts(text: str, names: Sequence[str]) -> dict[str, int]:
    """Read write_counts' text, in the order of the names."""
    found = re.findall(r"([a-z])(\d+)", text)
    if "".join(letter + count for letter, count in found) != text.replace("-", ""):
        raise ValueError(f"{text!r} is not a set of {', '.join(names)}")
    letters = {name[0]: name for name in names}
    counts = {letters[letter]: int(count) for letter, count in found}
    return {name: counts[name] for name in names if counts.get(name)}
