"""A Discord in memory: channels, threads and messages, a `Port` to them, and people's clicks."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from host.place import Place
from local_discord.world.world import NONCE_SECONDS
from show.desired import PROMISE, PROOF
from show.discord_port import (
    Done,
    Forbidden,
    Gone,
    Later,
    Minutes,
    Outcome,
    OutOfReach,
    Own,
    Purpose,
    Sight,
    StaleToken,
)
from show.messages.lost_post_search import purpose_of
from show.text.page import DOT, Page
from tests.show.bot_run import BotRun, NetworkError
from tests.virtual_time import now

GUILD = 1
ALL = frozenset({"send", "edit", "delete", "thread", "history"})
"""Operations that a channel can refuse."""


@dataclass
class Channel:
    """A channel, or a thread if it has a `parent`."""

    id: int
    parent: int | None = None
    refused: frozenset[str] = frozenset()
    hidden: bool = False
    """Whether the bot may not see the channel; its threads are then hidden too."""
    minutes: int = 0
    """Minutes without a message after which a thread is archived."""
    name: str = ""
    """The name; in these tests only private threads have one."""
    people: set[int] = field(default_factory=set)
    """Users who were added to a private thread."""


@dataclass
class Message:
    """A message of the bot."""

    id: int
    channel_id: int
    text: str
    nonce: str
    """The nonce; empty for the answer to a command."""
    born: float
    """Time of posting, in seconds."""
    calls: tuple[int, ...] = ()
    """The users that it mentions."""
    purpose: Purpose = ""
    """Whether it has the commitments of days."""
    worn: bool = False
    shown: list[str] = field(default_factory=list)
    """All texts that the message has had, newest last."""

    @property
    def fixed(self) -> bool:
        """Return whether the message is of a kind that is never edited; its first text tells the kind."""
        return self.shown[0].startswith((PROMISE, PROOF))

    def show(self, text: str) -> None:
        """Replace the text."""
        self.text = text
        self.shown.append(text)


class Discord:
    """A server, its messages, and counters of events. Discord forgets a nonce after some minutes."""

    def __init__(self, channels: Iterable[int] = (10,), clock: Callable[[], float] = now) -> None:
        self._clock = clock
        self.channels = {number: Channel(number) for number in channels}
        self.messages: dict[int, Message] = {}
        self.on_server = True
        self.locale = "en-GB"
        self._nonces: dict[str, Message] = {}
        self.dead_threads: set[int] = set()
        self.deleted_by_others: dict[int, Message] = {}
        """Messages deleted by others than the bot."""
        self.deleted_by_bot: dict[int, Message] = {}
        """Messages deleted by the bot."""
        self.pings: list[tuple[Message, int]] = []
        """The message and the user of each notification."""
        self.counts: Counter[str] = Counter()
        self._last = 1000

    def new_id(self) -> int:
        """Return an unused id."""
        self._last += 1
        return self._last

    # --- Actions of other people

    def delete_message(self, message_id: int) -> None:
        """Delete a message as a moderator does; its thread stays."""
        self.counts["deletions"] += 1
        self.deleted_by_others[message_id] = self.messages.pop(message_id)

    def delete_channel(self, channel_id: int) -> list[int]:
        """Delete a channel with its threads, or a thread, and return the ids of all that is deleted."""
        self.counts["deletions"] += 1
        gone = [one.id for one in self.channels.values() if channel_id in {one.id, one.parent}]
        for number in gone:
            if self.channels.pop(number).parent is not None:
                self.dead_threads.add(number)
        for message in list(self.messages.values()):
            if message.channel_id in gone:
                self.deleted_by_others[message.id] = self.messages.pop(message.id)
        return gone

    def is_hidden(self, channel: Channel) -> bool:
        """Return whether the bot may not see a channel or thread."""
        parent = self.channels.get(channel.parent) if channel.parent is not None else None
        return channel.hidden or (parent is not None and parent.hidden)

    # --- Requests of the bot

    def post(self, channel_id: int, shown: Page, nonce: str = "") -> Outcome:
        """Post a message, unless its nonce is known."""
        if (refused := self._refused(channel_id, "send")) is not None:
            return refused
        known = self._nonces.get(nonce)
        if known is not None and self._clock() - known.born <= NONCE_SECONDS:
            return Done(known.id)
        number, born = self.new_id(), self._clock()
        purpose = purpose_of(re.findall(r"'custom_id': '([^']*)'", str(shown.components({}))))
        message = Message(number, channel_id, shown.text, nonce, born, shown.notify, purpose, shown=[shown.text])
        self.messages[message.id] = message
        if nonce:
            self._nonces[nonce] = message
        self.pings += [(message, user) for user in shown.notify]
        return Done(message.id)

    def find_answer(self, text: str) -> int:
        """Return the id of a command's answer whose first text was `text`; 0 if there is no such answer."""
        return next((one.id for one in self.messages.values() if one.shown[0] == text and not one.nonce), 0)

    def edit_message(self, channel_id: int, message_id: int, shown: Page) -> Outcome:
        if (refused := self._refused(channel_id, "edit")) is not None:
            return refused
        message = self.messages.get(message_id)
        if message is None or message.channel_id != channel_id:
            return Gone()
        if message.worn:
            self.counts["worn"] += 1
            return StaleToken()
        message.show(shown.text)
        return Done(message_id)

    def delete_own_message(self, channel_id: int, message_id: int) -> Outcome:
        if (refused := self._refused(channel_id, "delete")) is not None:
            return refused
        message = self.messages.get(message_id)
        if message is None or message.channel_id != channel_id:
            return Gone()
        self.deleted_by_bot[message_id] = self.messages.pop(message_id)
        return Done(message_id)

    def own(self, channel_id: int, since: float, until: float) -> list[Own] | Outcome:
        """Return the bot's messages of a time span, without answers to commands."""
        if (refused := self._refused(channel_id, "history")) is not None:
            return refused
        every = (one for one in self.messages.values() if one.channel_id == channel_id and one.nonce)
        return [Own(one.id, one.calls, one.purpose) for one in every if since <= one.born <= until]

    def open_thread(self, channel_id: int, message_id: int, minutes: int) -> Outcome:
        """Open the thread of a message, or return the existing one; its id is that of the message."""
        if (refused := self._refused(channel_id, "thread")) is not None:
            return refused
        if message_id in self.channels:
            return Done(message_id)
        if message_id not in self.messages:
            return Gone()
        if message_id in self.dead_threads or self.channels[channel_id].parent is not None:
            return Forbidden()
        self.channels[message_id] = Channel(message_id, channel_id, minutes=minutes)
        return Done(message_id)

    def open_private_thread(self, channel_id: int, name: str, minutes: int, people: Sequence[int]) -> Outcome:
        """Open a private thread for some users, or return the existing one of that name."""
        if (refused := self._refused(channel_id, "private")) is not None:
            return refused
        known = next((one for one in self.channels.values() if one.name == name and one.parent == channel_id), None)
        thread = known or Channel(self.new_id(), channel_id, minutes=minutes, name=name)
        thread.people |= set(people)
        self.channels[thread.id] = thread
        return Done(thread.id)

    def archive_after(self, thread_id: int, minutes: int) -> Outcome:
        """Set the minutes after which a thread is archived."""
        if (refused := self._refused(thread_id, "thread")) is not None:
            return refused
        self.channels[thread_id].minutes = minutes
        return Done()

    def _refused(self, channel_id: int, what: str) -> Outcome | None:
        channel = self.channels.get(channel_id)
        if channel is None:
            return Gone(channel=True)
        if self.is_hidden(channel):
            self.counts["refusals"] += 1
            return OutOfReach()
        if what in channel.refused or not self.on_server:
            self.counts["refusals"] += 1
            return Forbidden()
        return None


class FakePort:
    """The port of one run of the bot."""

    def __init__(self, discord: Discord, bot_run: BotRun) -> None:
        self._discord = discord
        self._bot_run = bot_run

    def is_in(self, place: Place) -> bool:
        return place.is_direct or (place.server_id == GUILD and self._discord.on_server)

    async def sight(self, channel_id: int, *, ask: bool) -> Sight:
        channel = self._discord.channels.get(channel_id)
        if channel is None:
            return "gone" if ask else "unknown"
        return "hidden" if self._discord.is_hidden(channel) else "seen"

    def locale(self, place: Place) -> str:
        return self._discord.locale

    def server_name(self, place: Place) -> str:
        return "Club" if place.is_server else ""

    def reconsider(self, place: Place | None) -> None:
        """Do nothing: this port remembers no refusals, so it has none to forget."""

    async def send(self, channel_id: int, page: Page, nonce: str) -> Outcome:
        return await self._bot_run.discord_call(lambda: self._discord.post(channel_id, page, nonce))

    async def edit(self, channel_id: int, message_id: int, page: Page) -> Outcome:
        return await self._bot_run.discord_call(lambda: self._discord.edit_message(channel_id, message_id, page))

    async def delete(self, channel_id: int, message_id: int) -> Outcome:
        return await self._bot_run.discord_call(lambda: self._discord.delete_own_message(channel_id, message_id))

    async def delete_event(self, guild_id: int, event_id: int) -> Outcome:
        raise AssertionError(f"there is no event {event_id} of server {guild_id}")

    async def delete_event_with(self, guild_id: int, link: str) -> Outcome:
        raise AssertionError(f"there is no event with {link} of server {guild_id}")

    async def own(self, channel_id: int, since: float, until: float) -> list[Own] | Outcome:
        return await self._bot_run.discord_call(lambda: self._discord.own(channel_id, since, until))

    async def open_thread(self, channel_id: int, message_id: int, name: str, minutes: Minutes) -> Outcome:
        return await self._bot_run.discord_call(lambda: self._discord.open_thread(channel_id, message_id, minutes))

    async def open_private_thread(
        self, channel_id: int, since: int, name: str, minutes: Minutes, people: Sequence[int]
    ) -> Outcome:
        return await self._bot_run.discord_call(
            lambda: self._discord.open_private_thread(channel_id, name, minutes, people)
        )

    async def archive_after(self, thread_id: int, minutes: Minutes) -> Outcome:
        return await self._bot_run.discord_call(lambda: self._discord.archive_after(thread_id, minutes))


class Click:
    """A click on a lobby's message, which may be deleted before the answer."""

    def __init__(self, discord: Discord, bot_run: BotRun, message: Message) -> None:
        self._discord = discord
        self._bot_run = bot_run
        self._message = message

    async def repaint(self, page: Page) -> None:
        """Answer the click by editing the lobby's message."""
        await self._bot_run.answer_call(lambda: self._repainted(page))

    def _repainted(self, page: Page) -> None:
        if self._message.id not in self._discord.messages:
            raise NetworkError
        self._message.show(page.text)  # the answer to a click can edit even a `worn` message


@dataclass
class Private:
    """A person's panel: an ephemeral message, or the message that has replaced it."""

    id: int = 0
    """The id; 0 before the message is sent."""
    text: str = ""
    way: str = ""
    """The URL of the panel's link."""
    deleted: bool = False


class FakeAsker:
    """A person's click on their panel, or the command that opens one."""

    locale = "en-GB"
    channel_id = newest = deleted_id = 0

    def __init__(self, bot_run: BotRun, user_id: int, panel: Private, new_id: Callable[[], int] = lambda: 0) -> None:
        """Create a click. Without `new_id` the ids of panels are unknown, so no panel is replaced."""
        self.user_id = user_id
        self.panel = panel
        self.panel_id = panel.id
        self._bot_run = bot_run
        self._new_id = new_id

    async def answer(self, page: Page) -> None:
        """Answer in the panel."""
        if isinstance(await self._bot_run.answer_call(lambda: self._show(self.panel, page)), Gone):
            raise NetworkError
        self.panel_id = self.panel.id

    async def answer_below(self, page: Page) -> None:
        """Answer in a new panel, and delete the clicked one."""
        if not isinstance(await self.push_below(page), Done):
            raise NetworkError

    async def push_below(self, page: Page) -> Outcome:
        """Send the panel anew, and delete the earlier one."""
        new = Private()
        if isinstance(await self._bot_run.discord_call(lambda: self._show(new, page)), Later):
            return await self.push(page)
        self.panel_id = self.panel.id = new.id
        self.panel.text, self.panel.way = new.text, new.way
        await self._bot_run.discord_call(Done)
        return Done(new.id)

    async def push(self, page: Page) -> Outcome:
        """Edit the panel."""
        return await self._bot_run.discord_call(lambda: self._show(self.panel, page))

    async def delete_panel(self) -> None:
        """Delete the panel."""
        await self._bot_run.discord_call(lambda: self._delete(self.panel))

    def _show(self, panel: Private, page: Page) -> Outcome:
        if panel.deleted:
            return Gone()
        panel.id = panel.id or self._new_id()
        panel.text, _, panel.way = page.text.partition(f"{DOT}[")
        return Done(panel.id)

    def _delete(self, panel: Private) -> Outcome:
        panel.deleted = True
        return Done()
