"""The messages of a table that exist on Discord, as recorded."""

from dataclasses import dataclass

from host.services import Services
from host.tables.message_records import RETIRED_PREFIX, Owner, Post, table_owner
from host.tables.table import Table
from show.desired import LOBBY, PROMISE, ROUND, THREAD, newest_round
from show.messages.table_messages import TableMessage
from show.messages.work_queue import now
from show.text.seat_names import message_link


@dataclass(slots=True)
class Observed:
    """A table with its message records by slot."""

    table: Table
    records: dict[str, Post]
    since: float = 0.0
    """The loop time at which the observation began."""

    @property
    def owner(self) -> Owner:
        """The owner of the messages."""
        return table_owner(self.table.id)

    @property
    def game_channel_id(self) -> int:
        """The table's thread, else its channel."""
        thread = self.records.get(THREAD)
        return (thread.message_id if thread else None) or self.table.channel_id

    @property
    def is_game_channel_decided(self) -> bool:
        """True once a started game has a thread, or will never get one. Its table message is posted only then."""
        return THREAD in self.records

    @property
    def public_channel_id(self) -> int | None:
        """The table's thread or channel if it is public; None for a private thread.

        The record of a private thread has the thread itself as its channel. The record of a public thread has the
        table's channel.
        """
        thread = self.records.get(THREAD)
        private = thread is not None and thread.message_id == thread.channel_id
        return None if private else self.game_channel_id

    def newest_visible_to(self, user_id: int) -> Post | None:
        """Return the newest message of the table that a user can see; None if there is no such message.

        Users without a seat cannot see a private thread, only the lobby.
        """
        outside = self.public_channel_id is None and self.table.seat_of(user_id) is None
        newest = None if outside else newest_round(filter(self.exists, self.records))
        return self.records[newest or LOBBY] if self.exists(newest or LOBBY) else None

    @property
    def lobby_link(self) -> str:
        """The address of the lobby message; without a lobby message, the address of the table's channel."""
        lobby = self.records.get(LOBBY)
        return message_link(self.table.place, self.table.channel_id, lobby.message_id if lobby else None)

    def channel(self, slot: str) -> int:
        """Return the channel in which the message of a slot belongs."""
        above = slot in {LOBBY, THREAD} or slot.startswith(PROMISE)
        return self.table.channel_id if above else self.game_channel_id

    @property
    def slots(self) -> set[str]:
        """The slots that have a message, or a retired message that waits to be replaced."""
        return {
            name.removeprefix(RETIRED_PREFIX).rpartition(":")[0] if name.startswith(RETIRED_PREFIX) else name
            for name in self.records
        }

    def exists(self, slot: str) -> bool:
        """Return whether a slot has a known message."""
        return slot in self.records and self.records[slot].message_id is not None

    @property
    def table_message(self) -> TableMessage | None:
        """The table message of the current round or of the result; None if it does not exist."""
        game = self.table.game
        post = self.records.get(f"{ROUND}{game.round}") if game else None
        if game is None or post is None or post.message_id is None:
            return None
        return TableMessage(self.table.place, post.channel_id, post.message_id, game.round)

    @property
    def table_link(self) -> str:
        """The address of the table message; empty if it does not exist."""
        return self.table_message.link if self.table_message else ""

    def retired(self, slot: str) -> list[Post]:
        """Return the retired messages of a slot, which wait to be replaced or deleted."""
        return [post for name, post in self.records.items() if name.startswith(f"{RETIRED_PREFIX}{slot}:")]


async def observe(services: Services, table_id: int) -> Observed:
    """Return the current messages of a table; raise `Refusal` if there is no such table."""
    since, table = now(), await services.tables.get(table_id)
    records = await services.message_records.of(table_owner(table_id))
    return Observed(table, {post.slot: post for post in records}, since)
