"""A text that stands in a teaching file, in every language of the house."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import force_setattr

from colonnade.locales import spaced

Said = Annotated[str, Meta(min_length=1)]


class Text(Struct, frozen=True, forbid_unknown_fields=True):
    """The same words in each language; a test holds its fields to `LANGUAGES`."""

    en: Said
    fr: Said

    def __post_init__(self) -> None:
        """Set the French as it is printed."""
        force_setattr(self, "fr", spaced(self.fr))

    def say(self, lang: str) -> str:
        """Them in one language."""
        return self.fr if lang == "fr" else self.en
