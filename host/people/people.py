"""Data on people, their names, first games and conversations, and the bot's own settings."""

import logging
from typing import Final

import limits
from host.place import Place
from host.tables.table import Person, Table
from host.tables.table_repository import TableRepository
from storage import StoreError

log = logging.getLogger(__name__)

_BOT = 0
"""Owner id of the bot's own settings."""
_CONVERSATION: Final = "conversation"
"""Stored name of the channel of a person's direct messages with the bot; people cannot set it."""


class People:
    """Service for names, first games, conversations and the bot's own settings."""

    def __init__(self, tables: TableRepository) -> None:
        self._tables = tables
        self._store = tables.store
        self._beginners: dict[int, dict[int, bool]] = {}
        """Cache by running game and person: True if this is the person's first game of its kind."""
        tables.events.table_replaced.subscribe(self._watch)

    async def update_name(self, place: Place, person: Person) -> None:
        """Store a person's current name on a server, and at their tables there."""
        if await self._store.people.rename(place.id, person.id, person.name):
            await self._tables.rename(place, person.id)

    async def is_beginner(self, person_id: int, table: Table) -> bool:
        """Return whether a player is in their first game of its kind on the server; in that game they get hints."""
        table = await self._tables.get(table.id)  # `table` may be from before the game's end
        if table.state != "playing" or table.seat_of(person_id) is None:
            return False
        known = self._beginners.setdefault(table.id, {})
        limits.evict_oldest(self._beginners, limits.BEGINNERS)
        if person_id not in known:
            known[person_id] = not await self._store.people.has_finished(table.place.id, person_id, table.kind.id)
        return known[person_id]

    def _watch(self, table: Table) -> None:
        if table.state != "playing":
            self._beginners.pop(table.id, None)

    async def conversation(self, user_id: int) -> int:
        """Return the channel of a person's direct messages with the bot; 0 if the bot has never opened it."""
        return int(await self._store.settings.get(user_id, _CONVERSATION) or 0)

    async def note_conversation(self, user_id: int, channel_id: int) -> None:
        """Store the channel of a person's direct messages. A failed write is only logged: a later opening tries again.

        So a message for which the conversation was opened is sent all the same.
        """
        try:
            await self._store.settings.set(user_id, _CONVERSATION, str(channel_id))
        except StoreError as error:
            log.warning("a conversation could not be stored: %s", error)

    async def setting(self, name: str) -> str | None:
        """Return one of the bot's own settings; None if it was never set."""
        return await self._store.settings.get(_BOT, name)

    async def set_setting(self, name: str, value: str) -> None:
        """Store one of the bot's own settings."""
        await self._store.settings.set(_BOT, name, value)
