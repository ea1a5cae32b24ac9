"""The house: every table of the bot, as the cogs know it."""

from __future__ import annotations

import engine.games  # noqa: F401  fills Game.games
from engine.players import PLAYOUTS
from host.lobby import Lobby
from host.play import Play
from host.table import Table
from host.tables import Tables
from storage import Store


class House:
    """Finding tables (`tables`), gathering players (`lobby`), and playing (`play`), over an open store."""

    def __init__(self, store: Store, *, pause: float = 1.0, playouts: int = PLAYOUTS) -> None:
        """A house over `store`.

        Args:
            store: where everything is kept.
            pause: seconds that a computer player waits before each move.
            playouts: rounds that it plays out in its head for each move.
        """
        self.store = store
        self.tables = Tables(store)
        self.play = Play(self.tables, pause, playouts)
        self.lobby = Lobby(self.tables)

    async def start(self, table_id: int, user_id: int, *, fill: bool = False, moderator: bool = False) -> Table | None:
        """Deal, and let computer players begin; see `Lobby.start`."""
        table = await self.lobby.start(table_id, user_id, fill=fill, moderator=moderator)
        if table is not None:
            self.play.wake(table)
        return table

    async def close(self) -> None:
        """Stop what runs by itself; the store stays open."""
        await self.play.close()
