"""One run of the bot: real store, services, presenter, router and cogs, wired as in `bot.py` and `cogs.client`."""

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any, Self, TypeVar

from cogs.commands.decisions import DecisionCommands
from cogs.commands.tables.hands import HandCommands
from cogs.commands.tables.lobbies import LobbyCommands
from cogs.commands.tables.seats import SeatCommands
from cogs.interactions.router import Router
from host.place import Place
from host.play.clocks import Reach
from host.services import Services
from host.tables.table import Person, Table
from show.actions.table_actions import Action
from show.discord_port import Done
from show.pages.lobby import lobby_page
from show.presenter import Presenter
from show.text.seat_names import table_translation
from storage import Store
from tests.seeded import QuickAiPool, clock, whole_seconds
from tests.show.bot_run import BotRun
from tests.show.fake_discord import GUILD, FakePort
from tests.show.memory_database import RunDatabase
from tests.simulation.server import FakeClick, Server
from tests.virtual_time import cancel_tasks

T = TypeVar("T")

LAST_SECONDS = 2.0
"""Seconds that interactions in progress get at a clean shutdown."""


class Bot:
    """The bot from start to shutdown."""

    def __init__(self, server: Server, seen: Callable[[Table], None], random: Random) -> None:
        self._server = server
        self.bot_run = BotRun(random)
        self.store = Store(RunDatabase(server.database, self.bot_run.store_operation), Path(), whole_seconds)
        self.services = Services(self.store, thinkers=QuickAiPool(), now=clock)
        self.services.events.table_replaced.subscribe(seen)
        self.presenter = Presenter(self.services, FakePort(server, self.bot_run), crowded=lambda: False)
        self._router = Router(self.services.tables, self.services.participation.end_absence)
        for cog in (LobbyCommands, SeatCommands):
            cog(self.services, self.presenter, self._router)
        decisions = DecisionCommands(self.services, self.presenter, self._router)
        HandCommands(self.services, self.presenter, self._router, decisions)
        self.connected = True
        """True while the bot is connected to Discord."""
        self._requests: set[asyncio.Task[Any]] = set()

    @classmethod
    async def start(cls, server: Server, seen: Callable[[Table], None], random: Random) -> Self:
        """Start the bot, and update messages that are out of date."""
        bot = cls(server, seen, random)
        bot.services.events.table_changed.subscribe(bot.presenter.changed)
        bot.services.events.messages_outdated.subscribe(bot.presenter.resync)
        bot.services.clocks.start(Reach(lambda _shard: bot.connected, lambda _place: True))
        await bot.presenter.emojis_changed()
        await bot.presenter.resume()
        await bot.services.resume()
        return bot

    async def stop(self) -> None:
        """Shut down as after SIGTERM."""
        if self._requests:
            await asyncio.wait(self._requests, timeout=LAST_SECONDS)
        for request in self._requests:
            request.cancel()
        await self.presenter.close()
        await self.services.close()

    async def kill(self, own: set[asyncio.Task[Any]]) -> None:
        """Stop as after SIGKILL: only the committed rows remain. Only the tasks in `own` go on."""
        self.bot_run.killed.set()
        await cancel_tasks(own)

    # --- Requests of people

    async def run(self, work: Coroutine[Any, Any, T]) -> T | None:
        """Run a person's request and return its result, or None if the bot ended meanwhile."""
        request = asyncio.create_task(work)
        self._requests.add(request)
        request.add_done_callback(self._requests.discard)
        await asyncio.wait([request])
        return None if request.cancelled() else request.result()

    async def play(self, person: Person, channel: int, game: str, seats: int, time_control: str) -> int:
        """Open a table as `/play` does, and return its number."""
        table = await self.services.lobby.open(Place.server(GUILD), channel, person, game, seats, time_control)
        await self.presenter.messages.post_promise(table.id)
        page = lobby_page(table, table_translation(table, "en-GB"), channel)
        made = await self.bot_run.answer_call(lambda: self._server.post(channel, page))
        assert isinstance(made, Done)
        self._server.lobbies[table.id] = made.id
        await self.presenter.messages.lobby_sent(table.id, made.id, page)
        return table.id

    async def click(self, click: FakeClick, action: Action) -> None:
        """Handle a click; raises `Refusal`."""
        await self._router.handle(click, action)  # type: ignore[arg-type]
