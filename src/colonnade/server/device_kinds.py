"""What a device calls itself, in two words, so that its owner knows it again in a list.

Nothing depends on it: browsers may say what they like.
"""

from __future__ import annotations

from colonnade.server.wire_types import DeviceKind

# In this order: most browsers also name those that they descend from.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)


def device_kind(agent: str) -> tuple[DeviceKind, str]:
    """The kind of a device and its browser, by what it says of itself."""
    if not agent.startswith("Mozilla"):
        return "program", ""
    browser = next((name for sign, name in BROWSERS if sign in agent), "")
    if "iPad" in agent or ("Android" in agent and "Mobile" not in agent):
        return "tablet", browser
    if "Mobile" in agent or "iPhone" in agent:
        return "phone", browser
    return "computer", browser
