"""SQLite without syncs, which take most of the time of tests that write.

Syncs protect data from a power cut only. A killed process loses nothing without them, because the operating system has
the data.
"""

from storage.sqlite import sqlite

DURABLE = sqlite._FOR_WRITING
"""The bot's set-up of a writing connection."""
assert DURABLE[0].startswith("PRAGMA synchronous"), DURABLE[0]
WITHOUT_SYNC = ("PRAGMA synchronous = OFF", *DURABLE[1:])


def skip_syncs() -> None:
    """Let this process open its SQLite databases without syncs."""
    sqlite._FOR_WRITING = WITHOUT_SYNC
