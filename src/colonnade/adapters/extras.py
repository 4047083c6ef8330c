"""What is said where the package that an adapter adapts to is not installed.

Which package belongs to which extra is decided in pyproject.toml.
"""

from __future__ import annotations

from colonnade.contract.errors import ColonnadeError


class MissingExtra(ColonnadeError, ImportError):
    """An adapter was imported without its extra; says what to install."""
