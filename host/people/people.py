"""Data on people, their names and first games, and the bot's own settings."""

from host.settings import Settings
from host.tables.table import Person, Table
from host.tables.table_repository import TableRepository

_BOT = 0
"""Owner id of the bot's own settings."""


class People:
    """Service for names, hints and the bot's own settings."""

    def __init__(self, tables: TableRepository, settings: Settings) -> None:
        self._tables = tables
        self._settings = settings
        self._store = tables.store

    async def update_name(self, guild_id: int, person: Person) -> None:
        """Store a person's current name on a server, also at their tables there."""
        if await self._store.people.rename(guild_id, person.id, person.name):
            await self._tables.rename(guild_id, person.id)

    async def wants_hints(self, person_id: int, table: Table) -> bool:
        """Return True if a player is in their first game of this kind on the server, and wants hints."""
        if table.state != "playing" or table.seat_of(person_id) is None:
            return False
        if (await self._settings.person(person_id)).hints == "off":
            return False
        return not await self._store.people.has_finished(table.guild_id, person_id, table.kind.id)

    async def setting(self, name: str) -> str | None:
        """Return one of the bot's own settings; None if it was never set."""
        return await self._store.settings.get(_BOT, name)

    async def set_setting(self, name: str, value: str) -> None:
        """Store one of the bot's own settings."""
        await self._store.settings.set(_BOT, name, value)
