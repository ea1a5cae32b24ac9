"""Messages with the commitments of the coming days, in the same channels as the messages of the day.

A message is posted once and never edited or deleted. It is recorded before it is sent, so a kill of the process neither
loses nor duplicates it.
"""

from functools import partial

from host.daily.commitments import ComingDays, CommitmentMessage, post_of
from host.place import Place
from host.services import Services
from show.discord_port import Done, Gone, Later, Port
from show.messages.daily.results import REFUSED_SECONDS, REST_SECONDS
from show.messages.lost_post_search import LostPostSearch
from show.messages.server_messages import ServerMessages
from show.messages.work_queue import now
from show.pages.daily.commitments import commitments_page


class CommitmentMessages(ServerMessages):
    """Background task that posts the messages with commitments."""

    name = "the messages with commitments of days"
    seconds = 10.0

    def __init__(self, services: Services, port: Port, search: LostPostSearch) -> None:
        super().__init__(services, port)
        self._commitments = services.posted_commitments
        self._search = search
        self._resting: dict[int, float] = {}
        """Loop time of the next try, by server."""

    async def poll(self) -> None:
        """Post the messages that are due on all servers of this process; none while the time is in doubt."""
        self._resting = {one: at for one, at in self._resting.items() if at > now()}
        time = await self._services.clock.certain()
        coming = None if time is None else await self._commitments.coming(time)
        if time is None or coming is None:
            return
        for guild_id, latest in (await self._commitments.latest(time)).items():
            place = Place.server(guild_id)
            if self._reaches(place) and guild_id not in self._resting:
                await self._update(place, latest, coming)

    async def _update(self, place: Place, latest: CommitmentMessage | None, coming: ComingDays) -> None:
        """Post a server's next message if it is due, or finish an interrupted post."""
        channel_id = (await self._services.settings.of(place)).daily
        if latest is not None and latest.message_id is None:
            if latest.channel_id == channel_id:
                await self._post(place, latest)
            else:
                await self._commitments.remove(latest)
        elif channel_id and coming.are_due(latest, channel_id):
            record = await self._commitments.write_ahead(coming, place, channel_id, latest)
            if record is not None:
                await self._post(place, record, is_new=True)

    async def _post(self, place: Place, record: CommitmentMessage, *, is_new: bool = False) -> None:
        """Send a recorded message, or find the message that was sent before a kill of the process."""
        post = post_of(record)
        if wait := self._search.wait(post):
            self._rest(record, wait)
            return
        tr = await self._translation(place)
        confirm = partial(self._commitments.confirm, record)
        outcome = await self._search.find_or_send(post, commitments_page(record, tr), confirm)
        if isinstance(outcome, Done):
            await confirm(outcome.id)
            return
        if isinstance(outcome, Gone) or (is_new and not isinstance(outcome, Later)):
            await self._commitments.remove(record)
        if outcome == Gone(channel=True):
            await self._services.settings.remove_channel(place, record.channel_id)
        elif isinstance(outcome, Later):
            self._rest(record, max(outcome.seconds, REST_SECONDS))
        elif not isinstance(outcome, Gone):
            self._rest(record, REFUSED_SECONDS)

    def _rest(self, record: CommitmentMessage, seconds: float) -> None:
        self._resting[record.guild_id] = now() + seconds
