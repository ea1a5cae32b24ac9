"""Which tables hold the record of a game."""

from storage.database import Database

_RECORDED = "SELECT id, game, rules FROM tables WHERE state IN ('playing', 'over') ORDER BY id"


class Records:
    """The store's part about records."""

    _database: Database

    async def recorded(self) -> list[tuple[int, str, int]]:
        """Id, game and version of the rules of each table whose game is running or was played to the end."""
        return [(table_id, game, rules) for table_id, game, rules in await self._database.read(_RECORDED)]
