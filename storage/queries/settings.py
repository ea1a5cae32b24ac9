"""Settings of guilds, people and the bot, and the sentences of coaching that people have been shown."""

from collections.abc import Collection

from storage.database import Queries, Transaction

SET = """
INSERT INTO settings (owner_id, name, value) VALUES (?, ?, ?)
ON CONFLICT (owner_id, name) DO UPDATE SET value = excluded.value
"""
PERSON = """
SELECT name, value FROM settings WHERE owner_id = :user
UNION ALL SELECT sentence, NULL FROM coached WHERE user_id = :user
"""
_ADD_COACHED = "INSERT INTO coached (user_id, sentence) VALUES (?, ?) ON CONFLICT DO NOTHING"
OUTDATE_PLACE = "UPDATE tables SET displayed_version = -1 WHERE place_id = ? AND state IN ('lobby', 'playing')"


class Settings(Queries):
    """Queries for settings."""

    async def get(self, owner_id: int, name: str) -> str | None:
        """Return a setting of a guild, a person or the bot (owner id 0); None if it was never set."""
        rows = await self._database.read("SELECT value FROM settings WHERE owner_id = ? AND name = ?", (owner_id, name))
        return rows[0][0] if rows else None

    async def all(self, owner_id: int) -> dict[str, str]:
        """Return all settings of a guild, a person or the bot (owner id 0), by name."""
        return dict(await self._database.read("SELECT name, value FROM settings WHERE owner_id = ?", (owner_id,)))

    async def of_person(self, user_id: int) -> tuple[dict[str, str], frozenset[str]]:
        """Return a person's settings by name, and the keys of the sentences of coaching that they have been shown.

        A single query reads both, because every hand needs both.
        """
        rows = await self._database.read(PERSON, {"user": user_id})
        settings = {name: value for name, value in rows if value is not None}
        return settings, frozenset(name for name, value in rows if value is None)

    async def add_coached(self, shown: Collection[tuple[int, str]]) -> None:
        """Store which sentences of coaching people have been shown, as (user id, key); known pairs are ignored."""
        rows = list(shown)
        await self._database.write(lambda transaction: transaction.run_each(_ADD_COACHED, rows), behind=True)

    async def set_to_now(self, owner_id: int, name: str) -> None:
        """Store the present time, in unix seconds, as a setting of a guild, a person or the bot (owner id 0)."""
        await self.set(owner_id, name, str(self._now()))

    async def set(self, owner_id: int, name: str, value: str, *, outdates_messages: bool = False) -> None:
        """Store a setting of a guild, a person or the bot (owner id 0).

        With `outdates_messages`, mark the messages of the guild's open tables as outdated.
        """

        def work(transaction: Transaction) -> None:
            transaction.run(SET, (owner_id, name, value))
            if outdates_messages:
                transaction.run(OUTDATE_PLACE, (owner_id,))

        await self._database.write(work)
