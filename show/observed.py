"""Where a table's messages are."""

from __future__ import annotations

from dataclasses import dataclass

from host.services import Services
from host.tables.message_records import RETIRED_PREFIX, Post
from host.tables.table import Table
from show.desired import LOBBY, PROMISE, RENEWED, ROUND, THREAD, newest_round
from show.messages.table_messages import TableMessage


@dataclass(slots=True)
class Observed:
    """Where a table's messages are: what stands by slot, and the thread or channel that is its home."""

    table: Table
    standing: dict[str, Post]

    @property
    def home(self) -> int:
        """The table's thread, else its channel."""
        thread = self.standing.get(THREAD)
        return (thread.message_id if thread else None) or self.table.channel_id

    @property
    def entrance(self) -> int | None:
        """The home, to which everybody is led; None: it is a private thread, which only its people see.

        A private thread hangs on no message of a channel: it is noted as standing in itself.
        """
        thread = self.standing.get(THREAD)
        private = thread is not None and thread.message_id == thread.channel_id
        return None if private else self.home

    def seen(self, user_id: int) -> Post | None:
        """The newest message of the table that stands and that somebody sees; None: there is none.

        Who does not sit at a table in a private thread sees its lobby only.
        """
        outside = self.entrance is None and self.table.seat_of(user_id) is None
        newest = None if outside else newest_round(filter(self.stands, self.standing))
        return self.standing[newest or LOBBY] if self.stands(newest or LOBBY) else None

    def channel(self, slot: str) -> int:
        """Where what a slot is for should stand."""
        return self.table.channel_id if slot in {LOBBY, THREAD, PROMISE, RENEWED} else self.home

    @property
    def slots(self) -> set[str]:
        """The slots in which something stands, or has stood and waits to be replaced."""
        return {
            name.removeprefix(RETIRED_PREFIX).rpartition(":")[0] if name.startswith(RETIRED_PREFIX) else name
            for name in self.standing
        }

    def stands(self, slot: str) -> bool:
        """Whether something is known to stand in a slot."""
        return slot in self.standing and self.standing[slot].message_id is not None

    @property
    def board(self) -> TableMessage | None:
        """The message of the round that is being played, or of the game's end; None: it does not stand."""
        game = self.table.game
        post = self.standing.get(f"{ROUND}{game.round}") if game else None
        if game is None or post is None or post.message_id is None:
            return None
        return TableMessage(self.table.guild_id, post.channel_id, post.message_id, game.round)

    def retired(self, slot: str) -> list[Post]:
        """What has stood in a slot and waits to be replaced or taken away."""
        return [post for name, post in self.standing.items() if name.startswith(f"{RETIRED_PREFIX}{slot}:")]


async def found(services: Services, table_id: int) -> Observed:
    """Where a table's messages are now; raises `Refusal` where there is no such table."""
    table = await services.tables.get(table_id)
    return Observed(table, {post.slot: post for post in await services.message_records.of_table(table_id)})
