"""The open database: opened when the bot starts, closed when it stops."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

from storage.backends import open_database
from storage.database import Database, RecordWrite
from storage.leases import Leases
from storage.queries.daily.commitments import CommitmentMessages
from storage.queries.daily.deals import Daily
from storage.queries.daily.messages import DailyMessages
from storage.queries.daily.reminders import Reminders
from storage.queries.deal_commitments import DealCommitments
from storage.queries.due_work import DueWork
from storage.queries.finished_games import FinishedGames
from storage.queries.leaderboard_messages import LeaderboardMessages
from storage.queries.lost_tables import LostTables
from storage.queries.message_records import MessageRecords
from storage.queries.nights.nights import Nights
from storage.queries.people.lessons import Lessons
from storage.queries.people.names import People
from storage.queries.people.notifications import Notifications
from storage.queries.people.personal_results import PersonalResults
from storage.queries.people.privacy import Privacy
from storage.queries.people.puzzles import Puzzles
from storage.queries.people.reviews import Reviews
from storage.queries.results import Results
from storage.queries.retention import Retention
from storage.queries.scheduled_lobbies import ScheduledLobbies
from storage.queries.settings import Settings
from storage.queries.standings import Standings
from storage.queries.tables import Tables
from storage.tools.complaint_files import ComplaintFiles


def unix_now() -> int:
    """Return the time in whole unix seconds."""
    return int(time.time())


class Store:
    """An open database.

    The queries are methods of the store's parts, such as `tables`: one part for each subject. Any number of tasks of
    one event loop may use the parts at once. Every query raises `StoreError` when the database is closed, locked by
    another program, deleted, unreachable, or when the disk fails. A write raises `Conflict` when it contradicts the
    stored rows. A write that raises anything but `InDoubt` has changed nothing. Each write is one transaction that is
    on the disk when the method returns. A cancelled write has been committed whole or not at all by the time
    `CancelledError` arrives.
    """

    def __init__(self, database: Database, path: Path, now: Callable[[], int]) -> None:
        """Store everything in `database`, except for complaint files, which go into a folder beside `path`.

        `now` returns the time that new rows get, in unix seconds.
        """
        self._database = database
        self.shared = database.shared
        """True if other processes may have the database open at the same time."""
        self.pending_writes = database.pending
        """The writes that have not returned yet."""
        self.commitment_messages = CommitmentMessages(database, now)
        self.commitments = DealCommitments(database, now)
        self.complaints = ComplaintFiles(path)
        self.daily = Daily(database, now)
        self.daily_messages = DailyMessages(database, now)
        self.due_work = DueWork(database, now)
        self.finished_games = FinishedGames(database, now)
        self.leaderboard_messages = LeaderboardMessages(database, now)
        self.leases = Leases(database, now)
        self.lessons = Lessons(database, now)
        self.lost_tables = LostTables(database, now)
        self.message_records = MessageRecords(database, now)
        self.nights = Nights(database, now)
        self.notifications = Notifications(database, now)
        self.personal_results = PersonalResults(database, now)
        self.people = People(database, now)
        self.privacy = Privacy(database, now)
        self.puzzles = Puzzles(database, now)
        self.reminders = Reminders(database, now)
        self.results = Results(database, now)
        self.retention = Retention(database, now)
        self.reviews = Reviews(database, now)
        self.scheduled_lobbies = ScheduledLobbies(database, now)
        self.settings = Settings(database, now)
        self.standings = Standings(database, now)
        self.tables = Tables(database, now)

    @property
    def closed(self) -> bool:
        """True once the database was closed."""
        return self._database.closed

    @classmethod
    async def open(
        cls,
        where: str | os.PathLike[str],
        *,
        record_write: RecordWrite | None,
        filed_beside: Path | None = None,
        now: Callable[[], int] = unix_now,
    ) -> Self:
        """Open a database, create its file if there is none, and migrate it to the newest schema.

        Args:
            where: the file, whose folder must exist; or the URL of an existing PostgreSQL database.
            record_write: called with the seconds of each write, or with None after a failed write; None for a tool
                that measures no writes.
            filed_beside: the folder of complaint files is beside this path; None: beside the database.
            now: the clock that dates tables and results, in unix seconds.

        Raises:
            OlderProcess: the database must be migrated, and a process of an older version still uses it.
            StoreError: the database is damaged, not the bot's, newer than this bot, in use or inaccessible; then it is
                unchanged. Or a migration has failed; then the migrations before it are kept.
        """
        database = await open_database(where, record_write)
        return cls(database, filed_beside or Path(where), now)

    async def check_schema(self) -> None:
        """Raise `NewerSchema` if another process has migrated the database, or `StoreError` if that is unknown."""
        await self._database.check_schema()

    async def close(self) -> None:
        """Wait for the write under way and close the database. Closing twice is harmless."""
        await self._database.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_error: object) -> None:
        await self.close()
