"""Messages of league nights: posted again when they are lost, and edited when a night has changed.

The database holds which version of a night its message shows, so a kill loses nothing. A night's message is edited at
most once in `server_messages.EVERY_SECONDS`, however many people join.
"""

from collections.abc import Mapping, Sequence

from host.nights.night import Night
from host.place import Place
from host.refusals import Refusal
from host.services import Services
from locales import Translation
from show.discord_port import Done, Gone, Later, Outcome, Port
from show.messages.server_messages import ServerMessages
from show.messages.work_queue import now
from show.pages.nights.night import night_page, promise_page
from show.text.seat_names import message_link

LOST_SECONDS = 60
"""Age of a night, in seconds, from which its missing message counts as lost and is posted anew."""
REST_SECONDS = 60.0
"""Seconds until the next try after Discord has refused a request or has failed."""


NO_TABLES: tuple[Sequence[int], Mapping[int, int]] = ([], {})
"""The entry of a night without tables: no running tables, and no messages."""


class NightMessages(ServerMessages):
    """Background task that posts and edits the messages of league nights."""

    name = "the messages of league nights"

    def __init__(self, services: Services, port: Port) -> None:
        super().__init__(services, port)
        self._nights = services.nights
        self._resting: dict[int, float] = {}
        """Loop time of the next try, by night whose last try has failed."""
        self._tables: dict[int, tuple[Sequence[int], Mapping[int, int]]] = {}
        """The running tables of each night, and the messages of all its tables, as the night's message shows them."""

    async def poll(self) -> None:
        """Bring the messages of league nights up to date on all servers of this process."""
        rows = {row.id: row for row in (*await self._nights.open_nights(), *await self._nights.outdated())}
        self._resting = {one: at for one, at in self._resting.items() if one in rows}
        self._tables = {one: tables for one, tables in self._tables.items() if one in rows}
        for row in rows.values():
            place = Place.server(row.guild_id)
            if not self._reaches(place) or self._resting.get(row.id, 0.0) > now():
                continue
            tables = (await self._nights.running(row), await self._nights.table_messages(row))
            shown = row.displayed == row.version and self._tables.get(row.id, NO_TABLES) == tables
            if shown and row.message_id is not None and (row.promise_id is not None or row.state != "gathering"):
                continue
            try:
                night = await self._nights.get(row.id)
            except Refusal:  # the data of the night's server have been deleted meanwhile
                continue
            if (outcome := await self._update(night)) is not None and not isinstance(outcome, Done):
                self._resting[row.id] = now() + REST_SECONDS

    async def _update(self, night: Night) -> Outcome | None:
        """Post or edit the messages of a night. Return the first failure; `Done` or None if there was no failure."""
        row, tr = night.row, await self._translation(night.place)
        if not night.is_open:
            return await self._end(night, tr)
        if row.message_id is None:
            if not await self._services.clock.has_passed(row.created_at + LOST_SECONDS):
                return None
            outcome = await self._port.send(row.channel_id, night_page(night, tr), f"night-{row.id}-{row.version}")
            if isinstance(outcome, Done):
                await self._nights.set_message(night.id, outcome.id)
        else:
            outcome = await self._edit(night, row.message_id, tr)
            if outcome == Gone():
                return None  # a later `poll` posts the message anew
        if isinstance(outcome, Gone) and outcome.channel:
            await self._nights.drop(night.id)
        if isinstance(outcome, Done):
            await self._nights.set_displayed(night)
            self._tables[night.id] = (night.running, night.messages)
        elif row.message_id is None or isinstance(outcome, Gone):
            return outcome
        promised = await self._post_promise(night, tr)
        return promised if isinstance(outcome, Done) else outcome

    async def _end(self, night: Night, tr: Translation) -> Outcome:
        """Let the message of a night say that the night is over, and delete the event of a night that was called off.

        A request that Discord refuses for good is not tried again. If the message is not known, none is posted.
        """
        row, outcome = night.row, await self._delete_event(night)
        if row.message_id is not None and not isinstance(outcome, Later):
            outcome = await self._edit(night, row.message_id, tr)
        if isinstance(outcome, Later):
            return outcome
        await self._nights.set_displayed(night)
        return Done()

    async def _delete_event(self, night: Night) -> Outcome:
        """Delete the event of a night that was called off, unless it repeats each week.

        If the bot was killed before it stored the event, the event is found by its link to the night's message.
        """
        row = night.row
        if row.state != "off" or row.event_weekly:
            return Done()
        if row.event_id is None:
            if row.starts_at is None or row.message_id is None:
                return Done()
            link = message_link(night.place, row.channel_id, row.message_id)
            return await self._port.delete_event_with(row.guild_id, link)
        outcome = await self._port.delete_event(row.guild_id, row.event_id)
        if not isinstance(outcome, Later):
            await self._nights.remove_event(night.id)
        return outcome

    async def _edit(self, night: Night, message_id: int, tr: Translation) -> Outcome:
        """Edit the message of a night, and forget the message if it is gone."""
        outcome = await self._port.edit(night.row.channel_id, message_id, night_page(night, tr))
        if isinstance(outcome, Gone):
            await self._nights.set_message(night.id, None)
        return outcome

    async def _post_promise(self, night: Night, tr: Translation) -> Outcome | None:
        """Post the deal commitments below the night's message, even if that message cannot be edited now.

        The night cannot start before the commitments are posted. After the start they would prove nothing, so a night
        that has begun without them gets no such message.
        """
        row = night.row
        if row.promise_id is not None or row.state != "gathering":
            return None
        outcome = await self._port.send(row.channel_id, promise_page(night, tr), f"night-{row.id}-promise")
        if isinstance(outcome, Done):
            await self._nights.set_promise(night.id, outcome.id)
        return outcome
