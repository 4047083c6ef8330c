"""The variants of a game as plain choices, and the check that a choice exists.

What a choice changes is decided by the game's rules alone.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from colonnade.contract.checks import shown
from colonnade.contract.errors import UnknownOption, UnknownValue


class Option(msgspec.Struct, frozen=True):
    """One variant: its key and its values, the first being the usual one."""

    key: str
    values: tuple[str, ...]

    @property
    def default(self) -> str:
        """The value when nothing is chosen."""
        return self.values[0]


def complete(options: tuple[Option, ...], choices: Mapping[str, str]) -> dict[str, str]:
    """Check the choices and fill in the usual values for the others, in the game's order."""
    known = {option.key for option in options}
    if not hasattr(choices, "items"):  # no mapping, whatever the types say
        raise UnknownOption(key=shown(choices), known=sorted(known))
    for key in choices:
        if key not in known:
            raise UnknownOption(key=key, known=sorted(known))
    full: dict[str, str] = {}
    for option in options:
        value = choices.get(option.key, option.default)
        if value not in option.values:
            raise UnknownValue(key=option.key, value=value, known=list(option.values))
        full[option.key] = value
    return full
