"""The fake server of a simulation: its messages, notifications and clicks."""

from host.place import Place
from host.tables.table import Person
from locales import Translation, language_of
from show.actions.table_actions import Action, OpenHand
from show.discord_port import Done, Outcome
from show.text.page import Page
from tests.seeded import clock
from tests.show.bot_run import BotRun
from tests.show.fake_discord import GUILD, Discord, FakeAsker, Message, Private
from tests.show.memory_database import MemoryDatabase
from tests.simulation.record import Kind, Notification
from tests.virtual_time import now

CHANNELS = (10, 20)
_EPOCH = 1_420_070_400
NOTIFICATION_TEXTS: dict[str, Kind] = {
    "it is your turn": "turn",
    "half of your time": "half",
    "are waiting for you": "nudge",
}
"""The reason of each notification, by words that the text of the notification contains."""


class Server(Discord):
    """A fake Discord whose message ids grow with time, and that records notifications with their times."""

    def __init__(self) -> None:
        super().__init__(CHANNELS, clock)
        self.database = MemoryDatabase()
        """The bot's database, which outlives the bot."""
        self._count = 0
        self.lobbies: dict[int, int] = {}
        """The id of each table's lobby message, which is also the id of the table's thread."""
        self.table_messages: dict[int, int] = {}
        """Newest message with a button for the hand, by table."""
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
            table, slot = self.database.slots()[nonce]
            self.notifications.append(Notification(now(), table, user, kind, decision=int(slot.split(":")[2])))
        return self._record_table_message(outcome, shown)

    def edit_message(self, channel_id: int, message_id: int, shown: Page) -> Outcome:
        """Edit a message; an edit notifies nobody."""
        return self._record_table_message(super().edit_message(channel_id, message_id, shown), shown)

    def _record_table_message(self, outcome: Outcome, shown: Page) -> Outcome:
        parts = [one for row in shown.parts if isinstance(row, tuple) for one in row if "custom_id" in one]
        for action in (Action.parse(one["custom_id"]) for one in parts):
            if isinstance(action, OpenHand) and isinstance(outcome, Done):
                self.table_messages[action.table] = outcome.id
        return outcome

    def messages_of(self, table: int) -> list[Message]:
        """Return the messages of a table."""
        return [one for one in self.messages.values() if self.lobbies[table] in {one.id, one.channel_id}]


class FakeClick(FakeAsker):
    """A click as the cogs see it: on a public message or (with message id 0) on an ephemeral page."""

    place = Place.server(GUILD)
    components = ()
    tr = Translation(language_of(FakeAsker.locale))

    def __init__(
        self, server: Server, bot_run: BotRun, person: Person, panel: Private, channel_id: int, message_id: int
    ) -> None:
        super().__init__(bot_run, person.id, Private() if message_id or panel.deleted else panel, server.new_id)
        self._server = server
        self.person = person
        self.channel_id = channel_id
        self.message_id = message_id
        self.in_private = not message_id
        self.newest = max((one.id for one in server.messages.values() if one.channel_id == channel_id), default=0)

    def sees(self, _channel_id: int) -> bool:
        """Return True: everybody sees every channel."""
        return True

    async def tell(self, sentence: str) -> None:
        """Answer with an ephemeral sentence."""
        await self._bot_run.answer_call(lambda: sentence)

    async def whisper(self, page: Page) -> None:
        """Send an ephemeral follow-up page, if the bot is still running."""
        await self._bot_run.discord_call(lambda: Done(bool(page.text)))

    async def repaint(self, page: Page) -> None:
        """Edit the clicked message."""
        await self._bot_run.answer_call(lambda: self._server.edit_message(self.channel_id, self.message_id, page))
