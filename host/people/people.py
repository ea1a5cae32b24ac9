"""What the house knows of people, and of itself: names, hints, settings."""

import limits
from host.cluster.shards import Shard
from host.settings import Settings
from host.tables.table import Person, Table
from host.tables.table_repository import TableRepository

_BOT = 0
"""Whose settings are the bot's own."""


class People:
    """Over the house's tables."""

    def __init__(self, tables: TableRepository, settings: Settings) -> None:
        self._tables = tables
        self._settings = settings
        self._store = tables.store
        self._names: dict[tuple[int, int], str] = {}
        """By server and person, as they were last met."""
        self._beginners: dict[int, dict[int, bool]] = {}
        """By running game and person who plays in it, once asked."""
        tables.watchers.append(self._watch)

    async def met(self, guild_id: int, person: Person) -> None:
        """Call somebody who is seen on a server as they are called now, wherever they sit or have sat there."""
        if self._names.get((guild_id, person.id)) == person.name:
            return
        if await self._store.rename(guild_id, person.id, person.name):
            await self._tables.rename(guild_id, person.id, person.name)
        self._names[guild_id, person.id] = person.name
        limits.trim(self._names, limits.NAMES)

    async def wants_hints(self, person_id: int, table: Table) -> bool:
        """Whether a person who plays is at their first game of this kind here, and has not turned hints off."""
        table = await self._tables.get(table.id)  # it may have ended, and is not to be remembered then
        if table.state != "playing" or table.seat_of(person_id) is None:
            return False
        known = self._beginners.setdefault(table.id, {})
        limits.trim(self._beginners, limits.HINTS)
        if person_id not in known:
            known[person_id] = not await self._store.has_finished(table.guild_id, person_id, table.kind.id)
        return known[person_id] and (await self._settings.mine(person_id)).hints == "on"

    def forget(self, user_id: int) -> None:
        """Let go what is remembered of a person."""
        for key in [key for key in self._names if key[1] == user_id]:
            del self._names[key]
        for known in self._beginners.values():
            known.pop(user_id, None)

    def evict_shard(self, shard: Shard) -> None:
        """Somebody else looks after a shard's servers now, and knows what people are called there."""
        for key in [key for key in self._names if shard.has(key[0])]:
            del self._names[key]

    def _watch(self, table: Table) -> None:
        if table.state != "playing":
            self._beginners.pop(table.id, None)

    async def setting(self, name: str) -> str | None:
        """What the bot itself remembers under a name."""
        return await self._store.setting(_BOT, name)

    async def set_setting(self, name: str, value: str) -> None:
        """Remember something of the bot itself."""
        await self._store.set_setting(_BOT, name, value)
