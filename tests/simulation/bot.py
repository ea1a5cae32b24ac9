"""One life of the bot: the real store, house, stage, router and cogs, put together as `bot.py` and `cogs.client` do."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any, Self, TypeVar

from cogs.commands.hands import HandCommands
from cogs.commands.lobbies import LobbyCommands
from cogs.commands.seats import SeatCommands
from cogs.interactions.router import Router
from host.services import Services
from host.tables.table import Person, Table
from show.actions.table_actions import TableAction
from show.discord_port import Done, Outcome
from show.pages.lobby import lobby_page
from show.presenter import Presenter
from show.text.addressing import table_translation
from show.text.page import Page
from storage import Store
from storage.sqlite.database_files import SUFFIXES, beside
from tests.show.fake_discord import GUILD, FakePort
from tests.show.life import Life
from tests.simulation.clockwork import clock, dated
from tests.simulation.server import NightClick, Server

T = TypeVar("T")

LAST_SECONDS = 2.0
"""What those who have just clicked are given at a clean end."""


class Port(FakePort):
    """The server's port, which knows what each message is for."""

    def __init__(self, server: Server, life: Life, store: Store) -> None:
        super().__init__(server, life)
        self._server = server
        self._store = store

    async def send(self, channel_id: int, page: Page, nonce: str) -> Outcome:
        """Post a message."""
        ((slot,),) = await self._store._database.read("SELECT slot FROM posts WHERE nonce = ?", (nonce,))
        self._server.meant[nonce] = slot
        return await super().send(channel_id, page, nonce)


class Bot:
    """From its start to its end."""

    def __init__(self, server: Server, store: Store, path: Path, seen: Callable[[Table], None], random: Random) -> None:
        self._path = path
        self._server = server
        self.store = store
        self.life = Life(random)
        self.services = Services(store, playouts=1, now=clock)
        self.services.tables.watchers.append(seen)
        self.presenter = Presenter(self.services, Port(server, self.life, store))
        self._router = Router(self.services.tables)
        self._router.came = self.services.participation.back
        for cog in (LobbyCommands, HandCommands, SeatCommands):
            cog(self.services, self.presenter, self._router)
        self.connected = True
        """Whether Discord is."""
        self._deeds: set[asyncio.Task[Any]] = set()

    @classmethod
    async def started(cls, server: Server, path: Path, seen: Callable[[Table], None], random: Random) -> Self:
        """Open the database, and show what may have changed unseen."""
        bot = cls(server, await Store.open(path, now=dated), path, seen, random)
        bot.services.tables.changed = bot.presenter.changed
        bot.services.clocks.connected = lambda _shard: bot.connected
        bot.services.tables.behind = bot.presenter.catch_up
        bot.services.clocks.start()
        await bot.presenter.signs_changed()
        await bot.presenter.resume()
        await bot.services.resume()
        return bot

    async def stop(self) -> None:
        """End as SIGTERM lets it."""
        if self._deeds:
            await asyncio.wait(self._deeds, timeout=LAST_SECONDS)
        for deed in self._deeds:
            deed.cancel()
        await self.presenter.close()
        await self.services.close()
        await self.store.close()

    async def kill(self, own: set[asyncio.Task[Any]]) -> None:
        """End as SIGKILL lets it: what was committed is in the files, and nothing else is anywhere; `own` live on."""
        self.life.killed.set()
        files = [beside(self._path, suffix) for suffix in SUFFIXES]
        left = {file: file.read_bytes() for file in files if file.exists() and not file.name.endswith("-shm")}
        while others := asyncio.all_tasks() - own:
            for task in others:
                task.cancel()
            await asyncio.wait(others)
        await self.store.close()
        for file, content in left.items():
            file.write_bytes(content)

    # --- What people ask for

    async def asked(self, work: Coroutine[Any, Any, T]) -> T | None:
        """What comes of something that a person asks for; None: the bot ended meanwhile."""
        deed = asyncio.create_task(work)
        self._deeds.add(deed)
        deed.add_done_callback(self._deeds.discard)
        await asyncio.wait([deed])
        return None if deed.cancelled() else deed.result()

    async def play(self, person: Person, channel: int, game: str, seats: int, pace: str) -> int:
        """Open a table, as `/play` does; its number."""
        table = await self.services.lobby.open(GUILD, channel, person, game, seats, pace)
        shown = lobby_page(table, table_translation(table, "en-GB"), channel)
        made = await self.life.answered(lambda: self._server.make(channel, shown))
        assert isinstance(made, Done)
        self._server.lobbies[made.id] = table.id
        await self.presenter.messages.shown_lobby(table.id, made.id, shown)
        return table.id

    async def click(self, click: NightClick, action: TableAction) -> None:
        """Whatever a click asks for; raises `Refusal`."""
        await self._router._handled(click, self._router._handlers[type(action)], action)  # type: ignore[arg-type]
