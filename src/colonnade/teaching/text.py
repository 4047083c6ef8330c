"""A text that stands in a teaching file, in every language of the house."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

Said = Annotated[str, Meta(min_length=1)]


class Text(Struct, frozen=True, forbid_unknown_fields=True):
    """The same words in each language; a test holds its fields to `LANGUAGES`."""

    en: Said
    fr: Said

    def say(self, lang: str) -> str:
        """Them in one language."""
        return self.fr if lang == "fr" else self.en
