"""The fake server of a night: its messages, notifications and clicks."""

from __future__ import annotations

from collections.abc import Callable

from host.tables.table import Person
from locales import Translation, language_of
from show.actions.table_actions import Action, OpenHand
from show.discord_port import Done, Outcome
from show.text.page import Page
from tests.show.bot_run import BotRun
from tests.show.fake_discord import GUILD, Discord, FakeAsker, Message, Private
from tests.simulation.record import Kind, Notification
from tests.virtual_time import now

CHANNELS = (10, 20)
_EPOCH = 1_420_070_400
NOTIFICATION_TEXTS: dict[str, Kind] = {
    "it is your turn": "turn",
    "half of your time": "half",
    "are waiting for you": "nudge",
}
"""Texts of notifications, by which their reason is recognised."""


class Server(Discord):
    """A fake Discord whose message ids grow with time, and that records notifications with their times."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(CHANNELS, clock)
        self._count = 0
        self.lobbies: dict[int, int] = {}
        """Table by lobby message id, which is also its thread's id."""
        self.table_messages: dict[int, int] = {}
        """Newest message with a button for the hand, by table."""
        self.slots: dict[str, str] = {}
        """Slot of a message, by nonce."""
        self.notifications: list[Notification] = []

    def new_id(self) -> int:
        """Return an id that grows with time."""
        self._count += 1
        return (int((self._clock() - _EPOCH) * 1000) << 22) + self._count

    def post(self, channel_id: int, shown: Page, nonce: str = "") -> Outcome:
        """Post a message and record its notifications."""
        before = len(self.pings)
        outcome = super().post(channel_id, shown, nonce)
        for _, user in self.pings[before:]:
            (kind,) = (kind for said, kind in NOTIFICATION_TEXTS.items() if said in shown.text)
            decision = int(self.slots[nonce].split(":")[2])
            self.notifications.append(Notification(now(), self.lobbies[channel_id], user, kind, decision))
        if isinstance(outcome, Done):
            self._record_table_message(outcome.id, shown)
        return outcome

    def edit_message(self, channel_id: int, message_id: int, shown: Page) -> Outcome:
        """Edit a message; an edit notifies nobody."""
        outcome = super().edit_message(channel_id, message_id, shown)
        if isinstance(outcome, Done):
            self._record_table_message(message_id, shown)
        return outcome

    def _record_table_message(self, message_id: int, shown: Page) -> None:
        rows = [part for part in shown.parts if isinstance(part, tuple)]
        actions = [Action.parse(one["custom_id"]) for row in rows for one in row if "custom_id" in one]
        for action in actions:
            if isinstance(action, OpenHand):
                self.table_messages[action.table] = message_id

    def messages_of(self, table: int) -> list[Message]:
        """Return the messages of a table."""
        places = {number for number, one in self.lobbies.items() if one == table}
        return [one for one in self.messages.values() if one.id in places or one.channel_id in places]


class FakeClick(FakeAsker):
    """A click as the cogs see it: on a public message or (without message id) on an ephemeral page."""

    def __init__(
        self,
        server: Server,
        bot_run: BotRun,
        person: Person,
        panel: Private,
        *,
        channel_id: int,
        message_id: int,
        newest: int,
    ) -> None:
        super().__init__(bot_run, person.id, panel)
        self.person = person
        self.guild_id = GUILD
        self.channel_id = channel_id
        self.message_id = message_id
        self.newest = newest
        self.in_private = not message_id
        self.components: list[object] = []
        self.tr = Translation(language_of(self.locale))
        self.told: list[str] = []
        self.server = server

    def sees(self, _channel_id: int) -> bool:
        """Return True: everybody sees every channel."""
        return True

    async def tell(self, sentence: str) -> None:
        """Answer with an ephemeral sentence."""
        self.told.append(await self._bot_run.answer_call(lambda: sentence))

    async def whisper(self, page: Page) -> None:
        """Send an ephemeral follow-up page, if the bot is still running."""
        await self._bot_run.discord_call(lambda: Done(bool(page.text)))

    async def repaint(self, page: Page) -> None:
        """Edit the clicked message."""
        await self._bot_run.answer_call(lambda: self.server.edit_message(self.channel_id, self.message_id, page))
