"""Quiet hours: when a player wants no notices, by the clock of where the player is."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from colonnade.server.errors import BadZone

HOUR = 60


class Quiet(msgspec.Struct, frozen=True):
    """From one minute of the day to another, perhaps past midnight, in a time zone."""

    start: int
    until: int
    zone: str


def zone_of(name: str) -> ZoneInfo:
    """A time zone by its name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise BadZone(zone=name[:64]) from None


def quiet_until(quiet: Quiet, now: float) -> float | None:
    """When the quiet hours end that a moment lies in; none if it lies in none."""
    local = datetime.fromtimestamp(now, zone_of(quiet.zone))
    minute = local.hour * HOUR + local.minute
    start, until = quiet.start, quiet.until
    late, early = minute >= start, minute < until
    inside = (late and early) if start < until else start > until and (late or early)
    if not inside:
        return None
    day = local.date() if minute < until else local.date() + timedelta(days=1)
    end = datetime(day.year, day.month, day.day, until // HOUR, until % HOUR, tzinfo=local.tzinfo)
    return max(end.timestamp(), now + 1.0)  # where the clocks are put back, an hour comes twice
