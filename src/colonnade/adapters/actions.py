"""Actions as other programs give them: plain numbers, which may be none of the legal rows.

What is legal is decided by the rules; what is done with a refusal, by each adapter.
"""

from __future__ import annotations

from colonnade.contract.errors import UnknownMove
from colonnade.contract.play import row
from colonnade.contract.state import State


def refuse(state: State, action: int) -> None:
    """Say of an action that is not legal here what is wrong with it."""
    if not 0 <= action < len(state.table()):
        raise UnknownMove(words=str(action), close=[])
    row(state, action)
