"""What a move brings about that is worth a line of its own: a round's end, the last turn, a bonus.

The shape only; each game finds its own in its events.py. Events are public: whoever watches is told
the same, so nothing hidden may enter them.
"""

from __future__ import annotations

import msgspec


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that everybody may know, as a locale key with its fields and the rule's number.

    `points` are a part of what the move brought that seat: whoever shows both takes them off there.
    """

    event: str  # "<game>.event.<name>"
    rule: str
    seat: int = -1  # whom it happened to; -1: all
    points: int = 0
    fields: dict[str, str | int] = {}
