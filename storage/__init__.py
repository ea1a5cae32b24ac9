"""Storage: everything that the bot keeps, in one SQLite file or a PostgreSQL database.

All SQL of the bot is in this package; it knows nothing of the game rules, the host or Discord. Queries and writes are
methods of `Store`. Rows are the frozen dataclasses of `storage.rows`. The schema is the numbered files in
`migrations/`.
"""

from storage.backends import is_url
from storage.errors import Conflict, InDoubt, StoreError
from storage.queries.results import Rate
from storage.queries.standings import Listing
from storage.rows import (
    HALF,
    BadgeRow,
    Board,
    CloseReason,
    Crowd,
    Deals,
    Leader,
    MoveRow,
    Notice,
    Occupant,
    PlayedRow,
    Post,
    PromiseRow,
    Rated,
    RatingRow,
    ResultRow,
    Sat,
    Seats,
    Seen,
    SetUp,
    State,
    TableRow,
    Tally,
    TimeControl,
    Turn,
    Turns,
    practised,
)
from storage.sqlite.backup import restore
from storage.store import Store
from storage.tools.transfer import backup
from storage.uncancelled import settle

__all__ = [
    "HALF",
    "BadgeRow",
    "Board",
    "CloseReason",
    "Conflict",
    "Crowd",
    "Deals",
    "InDoubt",
    "Leader",
    "Listing",
    "MoveRow",
    "Notice",
    "Occupant",
    "PlayedRow",
    "Post",
    "PromiseRow",
    "Rate",
    "Rated",
    "RatingRow",
    "ResultRow",
    "Sat",
    "Seats",
    "Seen",
    "SetUp",
    "State",
    "Store",
    "StoreError",
    "TableRow",
    "Tally",
    "TimeControl",
    "Turn",
    "Turns",
    "backup",
    "is_url",
    "practised",
    "restore",
    "settle",
]
