"""The server on which the night takes place: what stands there, who is notified, and people's clicks."""

from __future__ import annotations

from collections.abc import Callable

from host.tables.table import Person
from locales import Translation, language_of
from show.actions.table_actions import Action, OpenHand
from show.discord_port import Done, Outcome
from show.text.page import Page
from tests.show.fake_discord import GUILD, Discord, FakeAsker, Message, Private
from tests.show.life import Life
from tests.show.virtual import now
from tests.simulation.record import Call, Kind

CHANNELS = (10, 20)
_EPOCH = 1_420_070_400
SAID: dict[str, Kind] = {"it is your turn": "turn", "half of your time": "half", "are waiting for you": "nudge"}
"""What a message says that calls somebody."""


class Server(Discord):
    """Numbers tell when a message was posted, as Discord's do; each notification is kept with its time."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__(CHANNELS, clock)
        self._count = 0
        self.lobbies: dict[int, int] = {}
        """By a lobby's message, which is its thread's number too, the table."""
        self.table_messages: dict[int, int] = {}
        """By table the newest message that leads to a hand."""
        self.meant: dict[str, str] = {}
        """By nonce the slot of a message."""
        self.calls: list[Call] = []

    def new_number(self) -> int:
        """Numbers grow with time."""
        self._count += 1
        return (int((self._clock() - _EPOCH) * 1000) << 22) + self._count

    def make(self, channel_id: int, shown: Page, nonce: str = "") -> Outcome:
        """Post a message."""
        before = len(self.told)
        outcome = super().make(channel_id, shown, nonce)
        for _, user in self.told[before:]:
            (kind,) = (kind for said, kind in SAID.items() if said in shown.text)
            decision = int(self.meant[nonce].split(":")[2])
            self.calls.append(Call(now(), self.lobbies[channel_id], user, kind, decision))
        if isinstance(outcome, Done):
            self._note_board(outcome.id, shown)
        return outcome

    def change(self, channel_id: int, message_id: int, shown: Page) -> Outcome:
        """Edit one; that notifies nobody."""
        outcome = super().change(channel_id, message_id, shown)
        if isinstance(outcome, Done):
            self._note_board(message_id, shown)
        return outcome

    def _note_board(self, message_id: int, shown: Page) -> None:
        rows = [part for part in shown.parts if isinstance(part, tuple)]
        actions = [Action.parse(one["custom_id"]) for row in rows for one in row if "custom_id" in one]
        for action in actions:
            if isinstance(action, OpenHand):
                self.table_messages[action.table] = message_id

    def of(self, table: int) -> list[Message]:
        """The messages that stand for a table."""
        places = {number for number, one in self.lobbies.items() if one == table}
        return [one for one in self.messages.values() if one.id in places or one.channel_id in places]


class NightClick(FakeAsker):
    """A click as the cogs know it: on a public message, or without one in a private page."""

    def __init__(
        self,
        server: Server,
        life: Life,
        person: Person,
        panel: Private,
        *,
        channel_id: int,
        message_id: int,
        newest: int,
    ) -> None:
        super().__init__(life, person.id, panel)
        self.person = person
        self.guild_id = GUILD
        self.channel_id = channel_id
        self.message_id = message_id
        self.newest = newest
        self.in_private = not message_id
        self.tr = Translation(language_of(self.locale))
        self.told: list[str] = []
        self.server = server

    def sees(self, _channel_id: int) -> bool:
        """Everybody sees every channel."""
        return True

    async def tell(self, sentence: str) -> None:
        """Say something to them alone."""
        self.told.append(await self._life.answered(lambda: sentence))

    async def whisper(self, page: Page) -> None:
        """Show a page more to them alone, as long as the bot is there."""
        await self._life.called(lambda: Done(bool(page.text)))

    async def repaint(self, page: Page) -> None:
        """Let the message that was clicked show something else."""
        await self._life.answered(lambda: self.server.change(self.channel_id, self.message_id, page))
