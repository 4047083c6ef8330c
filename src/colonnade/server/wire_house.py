"""What the server tells of the house: where friends reach it, how long it keeps things."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

AddressKind = Literal["wifi", "cable", "network", "name"]
Days = Annotated[float, Meta(ge=0, description="0 is for ever")]


class AddressTold(msgspec.Struct, kw_only=True):
    """An address of the house, and what people call the network that it is in."""

    kind: AddressKind
    origin: str  # scheme, name and port


class HouseTold(msgspec.Struct, kw_only=True):
    """Where friends reach this server, and how long it keeps what they leave."""

    open: bool  # whether others than this machine reach it
    addresses: list[AddressTold] = []  # the likeliest first; if it is not open, those to come
    command: str = ""  # that opens it, if it is not open
    can_open: bool = False  # whether who asks may open it by a call
    keep_days: Days = 0.0  # tables, after their last move
    keep_records_days: Days = 0.0  # uploaded records
    keep_names_days: Days = 0.0  # names at finished tables
    keep_players_days: Days = 0.0  # players who do not come, with all that is theirs
