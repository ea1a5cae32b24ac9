"""The Store: everything the bot remembers, in one SQLite file.

All SQL of the bot is in this package, and nothing of the game, the host or Discord. Queries and writes are methods of
`Store`; rows are the frozen dataclasses of `storage.rows`; the schema is the numbered files in `migrations/`.
"""

from storage.copies import backup, restore
from storage.errors import Conflict, StoreError
from storage.results import Rate
from storage.rows import (
    Crowd,
    Leader,
    MoveRow,
    Occupant,
    Pace,
    Post,
    Rated,
    RatingRow,
    ResultRow,
    Seats,
    Seen,
    State,
    TableRow,
    Turn,
    Turns,
    Why,
)
from storage.settling import settle
from storage.store import Store

__all__ = [
    "Conflict",
    "Crowd",
    "Leader",
    "MoveRow",
    "Occupant",
    "Pace",
    "Post",
    "Rate",
    "Rated",
    "RatingRow",
    "ResultRow",
    "Seats",
    "Seen",
    "State",
    "Store",
    "StoreError",
    "TableRow",
    "Turn",
    "Turns",
    "Why",
    "backup",
    "restore",
    "settle",
]
