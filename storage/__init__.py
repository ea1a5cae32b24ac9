"""Storage: everything that the bot keeps, in one SQLite file or a PostgreSQL database.

All SQL of the bot is in this package; it knows nothing of the game rules, the host or Discord. Queries and writes are
methods of `Store`. Rows are the frozen dataclasses of `storage.rows`; this module exports those that are used most. The
schema is the numbered files in `migrations/`.
"""

from storage.backends import is_url
from storage.errors import Conflict, InDoubt, NewerSchema, OlderProcess, StoreError
from storage.queries.standings import Listing
from storage.rows import (
    MoveRow,
    Notice,
    Occupant,
    Post,
    PromiseRow,
    Rated,
    RatingRow,
    ResultRow,
    Seats,
    Seen,
    State,
    TableRow,
    Turn,
)
from storage.sqlite.backup import restore
from storage.store import Store
from storage.tools.transfer import backup
from storage.uncancelled import settle

__all__ = [
    "Conflict",
    "InDoubt",
    "Listing",
    "MoveRow",
    "NewerSchema",
    "Notice",
    "Occupant",
    "OlderProcess",
    "Post",
    "PromiseRow",
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
    "backup",
    "is_url",
    "restore",
    "settle",
]
