"""The two errors of the engine: an illegal move and an unreadable record."""

from engine.text import Text


class IllegalMove(Exception):  # noqa: N818  the name is as in python-chess
    """A move that the rules do not allow now. `reason` is a sentence for the player; the game is unchanged."""

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


class BadRecord(Exception):  # noqa: N818  see IllegalMove
    """An unreadable record, option, set-up or deal. The message is one line with the place and the reason.

    A long message is cut in its middle, because it repeats what is wrong, which may be of any length.
    """

    def __init__(self, message: str) -> None:
        cut = f"{message[:120]} … {message[-77:]}"
        super().__init__(message if len(message) <= len(cut) else cut)
