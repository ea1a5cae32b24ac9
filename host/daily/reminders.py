"""Reminders of the day's deal: one direct message in the evening, to people who have asked for it and not played.

A person's evening begins at six in the time zone of their streak. The reminders of a time zone are spread over two
hours, because Discord limits how many conversations a bot opens at a time. Quiet hours narrow these two hours, and only
if nothing is left of them, the person gets no reminder. A reminder that was due while the bot was
offline, or in the person's quiet hours, is not sent later.
"""

from collections.abc import AsyncIterator
from datetime import datetime, time, timedelta, tzinfo
from typing import NamedTuple

import limits
from host.daily import streaks
from host.daily.deals import DailyDeals, opens_at
from host.daily.streaks import Streak
from host.settings import PersonSettings, Settings
from host.tables.table_repository import TableRepository, persist
from storage.rows import Reminder

__all__ = ["Due", "Reminder", "Reminders"]

HOUR = 18
"""The first hour of reminders."""
HOURS = 2
"""Hours over which the reminders of a time zone are spread."""
MARGIN_SECONDS = 600
"""Seconds at the end of that time without new reminders, so that one is not late for the beginning of quiet hours."""
LATE_SECONDS = 3 * 3_600
"""Seconds after which a reminder that could not be sent in time is left out."""


class Due(NamedTuple):
    """A reminder to send now."""

    user_id: int
    locale: str
    """The person's language."""
    game: str
    streak: Streak
    closes_at: int
    """Unix seconds."""
    due_at: int
    """When the reminder fell due, in unix seconds."""
    next_at: int
    """When the person's reminder is checked next, in unix seconds."""


class Reminders:
    """Service for reminders; `cogs.commands.reminders` sends them."""

    def __init__(self, tables: TableRepository, settings: Settings, daily: DailyDeals) -> None:
        self._tables = tables
        self._store = tables.store
        self._settings = settings
        self._daily = daily

    async def of(self, user_id: int) -> Reminder | None:
        """Return a person's reminder; None if they have not asked for one."""
        return await self._store.reminders.of(user_id)

    async def ask(self, user_id: int, locale: str, at: float | None = None) -> None:
        """Remind a person from now on, even if Discord has refused an earlier reminder.

        `at` is the time of the click in unix seconds; None: now. Raises `Refusal` if the write failed.
        """
        zone, now = await self._daily.time_zone(user_id), self._tables.now() if at is None else at
        mine = await self._settings.person(user_id)
        await persist(self._store.reminders.ask(user_id, locale, next_evening(now, zone, user_id, mine)))

    async def stop(self, user_id: int) -> None:
        """Do not remind a person any more; raises `Refusal` if the write failed."""
        await persist(self._store.reminders.stop(user_id))

    async def mark_refused(self, user_id: int) -> None:
        """Record that Discord has refused a direct message to a person."""
        await self._store.reminders.refuse(user_id)

    async def claim_due(self, *, only_known: bool = False) -> AsyncIterator[Due]:
        """Yield the reminders to send now, none while the time is in doubt.

        Each is rescheduled before that, so that nobody is reminded twice. With `only_known`, leave out people whose
        conversation with the bot is not known, so that they do not keep the others waiting.
        """
        now = await self._tables.clock.certain()
        if now is None:
            return
        for reminder in await self._store.reminders.due(now, limits.REMINDED_AT_ONCE, only_known=only_known):
            zone = await self._daily.time_zone(reminder.user_id)
            streak = await self._daily.streak(reminder.user_id)
            mine = await self._settings.person(reminder.user_id)
            following = await self._following(reminder.user_id, now, zone, streak, mine)
            playing = await self._game_to_play(reminder.user_id)
            claimed = await self._store.reminders.reschedule(reminder.user_id, reminder.next_at, following)
            if claimed and playing and not streak.played_today and _is_time(now, reminder, zone, mine):
                locale = reminder.locale if mine.language == "auto" else mine.language
                closes_at = opens_at(self._daily.today + 1)
                yield Due(reminder.user_id, locale, playing, streak, closes_at, reminder.next_at, following)

    async def give_back(self, unsent: Due) -> None:
        """Make a reminder that was not sent due again, unless the person has stopped or changed it meanwhile."""
        await self._store.reminders.reschedule(unsent.user_id, unsent.next_at, unsent.due_at)

    async def _game_to_play(self, user_id: int) -> str:
        """Return the game of today's deal; "" if today has no deals, or if the person has finished their deal."""
        row = await self._store.daily.day(self._daily.today)
        own = await self._store.daily.attempt(self._daily.today, user_id)
        return row.game if row and row.deals and (own is None or own.ended_at is None) else ""

    async def _following(self, user_id: int, now: int, zone: tzinfo, streak: Streak, mine: PersonSettings) -> int:
        """Return the time, in unix seconds, at which the person's reminder is checked next.

        This is usually their next evening. There is one exception: the person began the present deal on an earlier
        local day and has finished it, so only the next deal can count for this local day. West of UTC, that deal may
        open this evening. Then the reminder is checked in the half hour after it opens, which is well before midnight.
        """
        opens = opens_at(self._daily.today + 1)
        if not streak.played_today and not await self._game_to_play(user_id):
            here, there = (streaks.local_date(one, zone) for one in (now, opens))
            if here == there and datetime.fromtimestamp(opens, zone).hour >= HOUR:
                return opens + _delay(user_id, HOURS) // 4
        return next_evening(now, zone, user_id, mine)


def next_evening(now: float, zone: tzinfo, user_id: int, mine: PersonSettings) -> int:
    """Return the next time, in unix seconds, of a person's reminder: between six and eight in the evening there.

    It is not in the person's quiet hours, unless all of that time is.
    """
    today = streaks.local_date(now, zone)
    evenings = (datetime.combine(today + timedelta(days=days), time(HOUR), zone).timestamp() for days in (0, 1, 2))
    return int(next(at for evening in evenings if (at := _time_in(evening, user_id, mine)) > now))


def _time_in(evening: float, user_id: int, mine: PersonSettings) -> float:
    """Return the time of a person's reminder in the evening that begins at a time, all in unix seconds."""
    hours = [evening + 3_600 * hour for hour in range(HOURS)]
    heard = [hour for hour in hours if not mine.is_quiet(hour)] or hours
    index, seconds = divmod(_delay(user_id, len(heard)), 3_600)
    return heard[index] + seconds


def _delay(user_id: int, hours: int) -> int:
    """Return a number of seconds below some hours that is a person's own."""
    # The millisecond in which the account was made is as good as random.
    return (user_id >> 22) % (hours * 3_600 - MARGIN_SECONDS)


def _is_time(now: int, reminder: Reminder, zone: tzinfo, mine: PersonSettings) -> bool:
    """Return whether a reminder may be sent now: in the person's evening, not too late, and not in quiet hours.

    The hour must be tested, because the person may have changed their time zone after the check was scheduled.
    """
    begun = datetime.fromtimestamp(now, zone).hour >= HOUR
    return begun and now - reminder.next_at < LATE_SECONDS and not mine.is_quiet(now)
