"""What the engine refuses, and in which words."""

from engine.text import Text


class IllegalMove(Exception):  # noqa: N818  the field's own name for it, as in python-chess
    """A move that the rules do not allow now; `reason` is for the player. The game is unchanged."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


class BadRecord(Exception):  # noqa: N818  see IllegalMove
    """A record, option, set-up or deal that cannot be read: one line that says where and why."""
