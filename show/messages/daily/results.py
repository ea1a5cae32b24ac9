"""Messages of the day: one for each server that wants one, posted once somebody on the server has finished the deal.

A message is edited as people play, and once more after the day has closed. It is recorded before it is sent, so a kill
of the process neither loses nor duplicates it. A message that somebody has deleted is not posted again on its day.
"""

import hashlib
import json
from functools import partial

import limits
from host.daily.deals import day_of
from host.daily.servers import DELETED, DailyMessage, DayResults, ServerDay
from host.place import Place
from host.services import Services
from host.tables.message_records import Post
from show.discord_port import Done, Gone, Later, Outcome, Port
from show.messages.edit_rate_limit import EditRateLimit
from show.messages.lost_post_search import LostPostSearch
from show.messages.server_messages import ServerMessages
from show.messages.work_queue import now
from show.pages.daily.server_message import server_message
from show.text.page import Page, page

EDIT_SECONDS = 10.0
"""The least number of seconds between two edits of a message, so that many results share one."""
REST_SECONDS = 60.0
"""Seconds until the next try after Discord has failed."""
REFUSED_SECONDS = 300.0
"""Seconds until the next try after Discord has refused a request: permissions may have changed by then."""
SLOT = "day"


class DailyMessages(ServerMessages):
    """Background task that posts, edits and deletes the messages of the day."""

    name = "the messages of the day"

    def __init__(self, services: Services, port: Port, edit_rate_limit: EditRateLimit, search: LostPostSearch) -> None:
        super().__init__(services, port)
        self._servers = services.daily_servers
        self._edit_rate_limit = edit_rate_limit
        self._search = search
        self._resting: dict[tuple[int, int], float] = {}
        """Loop time of the next try, by day and server."""
        self._current: dict[tuple[int, int], tuple[ServerDay, str, str]] = {}
        """The content, language and fingerprint of the messages that are up to date, by day and server."""

    async def poll(self) -> None:
        """Bring the messages of the day up to date on all servers of this process.

        While the time is in doubt, no message becomes that of a closed day.
        """
        certain = await self._services.clock.certain()
        today = day_of(self._services.now() if certain is None else certain)
        old_before = 0 if certain is None else today - 1
        records = await self._servers.records(today)
        days = sorted({today} | {one.day for one in records})
        results = {day: await self._servers.results(day, certain or 0) for day in days}
        known = {one.guild_id for one in records if one.day == today}
        self._resting = {one: at for one, at in self._resting.items() if at > now()}
        present = results[today]
        for guild_id in present.by_server if present else ():
            if present and guild_id not in known and self._may_try(today, guild_id):
                await self._begin(guild_id, present)
        for record in records:
            if self._may_try(record.day, record.guild_id):
                await self._update(record, results[record.day], today, old_before)

    def _may_try(self, day: int, guild_id: int) -> bool:
        return self._reaches(Place.server(guild_id)) and (day, guild_id) not in self._resting

    def _rest(self, record: DailyMessage, seconds: float) -> None:
        self._resting[record.day, record.guild_id] = now() + seconds

    async def _begin(self, guild_id: int, results: DayResults) -> None:
        """Post the message of an open day, if the server wants one and there is somebody to name."""
        place = Place.server(guild_id)
        channel_id = (await self._services.settings.of(place)).daily
        wanted = await self._servers.of_server(results, guild_id) if channel_id else None
        if wanted is None or wanted.closed is not None:
            return
        await self._servers.keep_name(place, self._port.server_name(place))
        record = await self._servers.write_ahead(wanted.day, place, channel_id)
        if record is not None:
            await self._post(record, wanted, is_new=True)

    async def _update(self, record: DailyMessage, results: DayResults | None, today: int, old_before: int) -> None:
        """Post, edit or delete a recorded message on the day `today`; messages of days before `old_before` are old."""
        wanted = await self._servers.of_server(results, record.guild_id) if results else None
        place = Place.server(record.guild_id)
        is_open = record.day == today
        unwanted = is_open and (await self._services.settings.of(place)).daily != record.channel_id
        if is_open:
            await self._servers.keep_name(place, self._port.server_name(place))
        if record.message_id is None:
            await self._post(record, None if unwanted else wanted)
        elif wanted is None or unwanted:
            await self._delete(record, record.message_id)
        elif not (record.final and record.fingerprint == DELETED):
            await self._edit(record, record.message_id, wanted, is_old=record.day < old_before)

    async def _post(self, record: DailyMessage, wanted: ServerDay | None, *, is_new: bool = False) -> None:
        """Send a recorded message, or find the message that was sent before a kill of the process.

        A found message may be out of date; a later `poll` edits or deletes it.
        """
        post = Post(record.nonce, SLOT, record.channel_id)
        if wait := self._search.wait(post):
            self._rest(record, wait)
            return
        tr = await self._translation(Place.server(record.guild_id))
        shown = page("…") if wanted is None else server_message(wanted, tr)
        outcome = await self._search.find_or_send(post, shown, partial(self._servers.confirm, record))
        if isinstance(outcome, Done) and not await self._servers.confirm(record, outcome.id):
            outcome = await self._port.delete(record.channel_id, outcome.id)  # the server's data was deleted meanwhile
        if isinstance(outcome, Done) and is_new:
            await self._servers.note(record, _fingerprint(shown))
        elif outcome == Gone() or (is_new and not isinstance(outcome, Done | Later)):
            await self._servers.remove(record)
        await self._after(record, outcome)

    async def _edit(self, record: DailyMessage, message_id: int, wanted: ServerDay, *, is_old: bool) -> None:
        tr, key = await self._translation(Place.server(record.guild_id)), (record.day, record.guild_id)
        is_final = wanted.closed is not None
        if self._current.get(key) == (wanted, tr.language, record.fingerprint) and record.final == is_final:
            return
        shown = server_message(wanted, tr)
        fingerprint = _fingerprint(shown)
        if record.fingerprint == fingerprint:
            if record.final != is_final:
                await self._servers.note(record, fingerprint, final=is_final)
            self._current[key] = wanted, tr.language, fingerprint
            limits.evict_oldest(self._current, limits.DAY_MESSAGES_KNOWN)
            return
        if wait := self._edit_rate_limit.wait(record.channel_id, message_id):
            self._rest(record, wait)
            return
        marked = await self._servers.mark_edited(record)
        with self._edit_rate_limit.editing(record.channel_id, message_id):
            outcome = await self._port.edit(record.channel_id, message_id, shown)
        if is_old and outcome == Gone():
            await self._servers.remove(record)
        elif isinstance(outcome, Done) or (is_old and not isinstance(outcome, Later)):
            await self._servers.note(marked, fingerprint, final=is_final)
        elif outcome == Gone():
            await self._servers.note(marked, DELETED, final=True)
        await self._after(record, outcome)

    async def _delete(self, record: DailyMessage, message_id: int) -> None:
        outcome = await self._port.delete(record.channel_id, message_id)
        if not isinstance(outcome, Later):
            await self._servers.remove(record)
        await self._after(record, outcome)

    async def _after(self, record: DailyMessage, outcome: Outcome) -> None:
        """Pause the requests for a message; the outcome of the last request decides for how long.

        If the channel is gone, turn the messages of the day off for its server.
        """
        if outcome == Gone(channel=True):
            await self._servers.remove(record)
            await self._services.settings.remove_channel(Place.server(record.guild_id), record.channel_id)
        elif isinstance(outcome, Later):
            self._rest(record, max(outcome.seconds, REST_SECONDS))
        else:
            self._rest(record, EDIT_SECONDS if isinstance(outcome, Done | Gone) else REFUSED_SECONDS)


def _fingerprint(shown: Page) -> str:
    content = json.dumps(shown.components({}), sort_keys=True)
    return hashlib.sha256(content.encode()).hexdigest()[:16]
