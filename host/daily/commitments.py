"""Messages with the commitments of the coming days, on each server that gets a message about each day's deal.

A message with commitments is never edited, so that it proves later what was fixed when it was posted. The next one is
posted while the last one still has commitments of coming days.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from host.daily.deals import WEEK, Commitment, DailyDeals, day_of
from host.place import Place
from host.tables.message_records import MessageRecords, Post
from host.tables.table_repository import TableRepository
from storage import Conflict
from storage.rows import CommitmentMessage

__all__ = ["ComingDays", "CommitmentMessage", "PostedCommitments", "post_of"]

SLOT = "commitments"
"""Slot of the messages with commitments."""
DAYS_LEFT = 2
"""The next message is posted when the last one has commitments of this many coming days.

So each commitment is posted at least two days before its day opens, if the bot is online meanwhile.
"""


@dataclass(frozen=True, slots=True)
class ComingDays:
    """The coming days, whose commitments would be in a message that is posted now; all of them are planned."""

    tomorrow: int
    days: Sequence[Commitment]
    """The days after today. If today was promised anew after a restored backup, today comes first."""

    def are_due(self, latest: CommitmentMessage | None, channel_id: int) -> bool:
        """Return whether a server needs a new message in a channel; `latest` is its latest message."""
        if latest is None or latest.channel_id != channel_id or self.replace(latest):
            return True
        return latest.last_day < self.tomorrow + DAYS_LEFT

    def replace(self, latest: CommitmentMessage | None) -> bool:
        """Return whether a new message must say that it replaces earlier ones.

        It must if the present commitments contradict those of the latest message. It must also if a day got a new
        commitment after a backup was restored, and the latest message does not have that day: a message that is older,
        or that is missing in the backup, may have the day's earlier commitment.
        """
        told = {} if latest is None else _told(latest)
        anew = any(one.renewed and one.day not in told for one in self.days)
        return anew or (latest is not None and _contradicts(latest, self.days))


class PostedCommitments:
    """Service for the messages with commitments."""

    def __init__(self, tables: TableRepository, daily: DailyDeals, records: MessageRecords) -> None:
        self._store = tables.store
        self._daily = daily
        self._records = records

    async def coming(self, now: int) -> ComingDays | None:
        """Return the coming days at a time in unix seconds; None while not all of them are planned."""
        today = day_of(now)
        days = [one for one in await self._daily.commitments(now) if one.day > today or one.renewed]
        return ComingDays(today + 1, days) if sum(one.day > today for one in days) == WEEK else None

    async def latest(self, now: int) -> Mapping[int, CommitmentMessage | None]:
        """Return the latest message of each server that got a message about a day's deal in the week before `now`."""
        return await self._store.commitment_messages.latest(day_of(now) - WEEK, day_of(now))

    async def write_ahead(
        self, coming: ComingDays, place: Place, channel_id: int, latest: CommitmentMessage | None
    ) -> CommitmentMessage | None:
        """Record a message that is about to be sent; return None if another process has recorded one."""
        record = CommitmentMessage(
            place.server_id,
            latest.number + 1 if latest else 1,
            channel_id,
            self._records.new_record(SLOT, channel_id).nonce,
            coming.days[0].day,
            tuple((one.game, one.commitment) for one in coming.days),
            coming.replace(latest),
        )
        try:
            await self._store.commitment_messages.add(record)
        except Conflict:
            return None
        return record

    async def confirm(self, record: CommitmentMessage, message_id: int) -> None:
        """Store the id of a message that was sent."""
        await self._store.commitment_messages.confirm(record.nonce, message_id)

    async def remove(self, record: CommitmentMessage) -> None:
        """Remove the record of a message that was not sent."""
        await self._store.commitment_messages.remove(record.nonce)

    async def newest(
        self, place: Place, days: Sequence[Commitment], at: float | None = None
    ) -> CommitmentMessage | None:
        """Return a server's latest message. `at` is the time of the click in unix seconds; None: now.

        Return None if there is none, if all its days are over, or if it contradicts the present commitments `days`.
        """
        today = self._daily.day_at(at)
        sent = [one for one in await self._of(place, today) if one.last_day >= today]
        return sent[-1] if sent and not _contradicts(sent[-1], days) else None

    async def with_day(self, place: Place, day: int, commitment: str) -> CommitmentMessage | None:
        """Return the first message of a server that has a day's commitment; None if there is none."""
        found = [one for one in await self._of(place, day) if _told(one).get(day, ("", ""))[1] == commitment]
        return found[0] if found else None

    async def _of(self, place: Place, day: int) -> Sequence[CommitmentMessage]:
        """Return a server's messages that may have the commitment of `day`, and all later messages, oldest first."""
        return await self._store.commitment_messages.of_guild(place.server_id, day - WEEK)


def _told(message: CommitmentMessage) -> Mapping[int, tuple[str, str]]:
    """Return the game and the commitment of each day of a message."""
    return dict(enumerate(message.days, message.first_day))


def _contradicts(message: CommitmentMessage, days: Sequence[Commitment]) -> bool:
    """Return whether a message has another game or commitment for one of `days`."""
    told = _told(message)
    return any(told.get(one.day, (one.game, one.commitment)) != (one.game, one.commitment) for one in days)


def post_of(message: CommitmentMessage) -> Post:
    """Return the record of a message as a `Post`, with which a message is searched for whose sending is in doubt."""
    return Post(message.nonce, SLOT, message.channel_id, message.message_id)
