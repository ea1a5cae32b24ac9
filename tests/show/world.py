"""The bot over a fake Discord: people who play, faults, and restarts."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, Self

from host.clock import ComparedClock
from host.cluster.shards import WHOLE
from host.place import Place
from host.refusals import Refusal
from host.services import Services
from host.tables.table import Person, Table
from show.discord_port import Done, Forbidden, Gone, Outcome
from show.pages.game.hand import Asked
from show.presenter import Presenter
from show.text.page import page
from storage import Store, StoreError
from tests.show.bot_run import BotRun, Faults, NetworkError
from tests.show.fake_discord import GUILD, Channel, Click, Discord, FakeAsker, FakePort, Message, Private
from tests.show.memory_database import MemoryDatabase, RunDatabase
from tests.show.stub_game import StubGame, lobby_text, stub_pages_and_game
from tests.virtual_time import now

PEOPLE = (101, 102, 103)
MODERATOR = 109
CHANNELS = (10, 20)
REST = 10.0
"""Seconds after which all messages are up to date if there are no faults."""

__all__ = ["CHANNELS", "PEOPLE", "World", "stub_pages_and_game"]


class World:
    """A server with the bot; `random` decides all random details."""

    def __init__(self, random: Random, channels: tuple[int, ...] = CHANNELS) -> None:
        self.random = random
        self.discord = Discord(channels)
        self.database = MemoryDatabase()
        self.faults = Faults()
        self.counts: Counter[str] = Counter()
        self.tables: list[int] = []
        self.moved: set[int] = set()
        """The tables that were lost and moved to another channel."""
        self.errors: list[str] = []
        self.wrong = 0.0
        """Seconds by which the clock of the bot's computer is ahead of Discord's."""
        self._begin()

    # --- Runs of the bot

    def _begin(self) -> None:
        self.bot_run = BotRun(self.random, self.faults)
        clock = ComparedClock(self._tell_time, computer=lambda: now() + self.wrong, running=now)
        self.store = Store(RunDatabase(self.database, self.bot_run.store_operation), Path(), clock.seconds)
        self.services = Services(self.store, clock=clock)
        self.port = FakePort(self.discord, self.bot_run)
        self.presenter = Presenter(self.services, self.port, crowded=lambda: False)
        self.services.events.table_changed.subscribe(self.presenter.changed)
        self.services.events.messages_outdated.subscribe(self.presenter.resync)
        self.panels: dict[tuple[int, int], Private] = {}
        """The panel at which a person looks, by table and person."""
        self.deeds: set[asyncio.Task[None]] = set()

    async def _tell_time(self) -> float:
        return now()

    async def start_bot(self) -> None:
        """Start as `bot.py` does, before anybody can click. If the run is killed during its start, start again."""
        while True:
            self.bot_run.reliable = True  # if the store failed, this run would end and be started again
            self.spawn(self._started())
            while self.deeds and not self.bot_run.killed.is_set():
                await asyncio.sleep(0.01)
            self.bot_run.reliable = False
            if not self.bot_run.killed.is_set():
                return
            await self._killed()

    async def _started(self) -> None:
        await self.presenter.emojis_changed()
        await self.presenter.resume()
        await self.presenter.channel_sight.look_everywhere(WHOLE)
        await self.services.resume()

    async def restart_after_kill(self) -> None:
        """Kill the bot, and start it again without its memory."""
        await self._killed()
        await self.start_bot()

    async def _killed(self) -> None:
        self.bot_run.killed.set()
        self.counts["kills"] += 1
        this = asyncio.current_task()
        for _ in range(9):  # let every task reach the point where it is stopped
            await asyncio.sleep(0)
        while others := asyncio.all_tasks() - {this}:
            for task in others:
                task.cancel()
            await asyncio.wait(others)
        self.counts["operations"] += self.bot_run.operations
        self._begin()

    @classmethod
    async def with_lobby(cls, seats: int) -> Self:
        """Return a world in which the first person has just opened a table in the first channel."""
        world = cls(Random(0))
        await world.start_bot()
        await world.open(CHANNELS[0], PEOPLE[0], seats)
        return world

    @classmethod
    async def with_game(cls, seats: int = 2, *, seed: int = 0) -> Self:
        """Return a world with a running game, see `begin_game`."""
        world = cls(Random(seed))
        await world.begin_game(seats)
        return world

    async def restart(self) -> None:
        """Kill the bot, start it again, and wait until all messages are up to date."""
        await self.restart_after_kill()
        await asyncio.sleep(REST)

    async def allow(self) -> None:
        """Allow the bot everything in all channels, and wait until all messages are up to date."""
        for channel in self.discord.channels.values():
            channel.refused = frozenset()
        await self.presenter.retry_place(Place.server(GUILD))
        await asyncio.sleep(REST)

    async def begin_game(self, seats: int = 2) -> Table:
        """Open a table in the first channel, let people join, deal, and wait until all messages are posted."""
        await self.start_bot()
        await self.open(CHANNELS[0], PEOPLE[0], seats)
        lobby = self.message("lobby")
        for user in PEOPLE[1:seats]:
            await self.click_lobby(lobby, user, "join")
        await self.click_lobby(lobby, MODERATOR, "start")  # the moderator has no seat, so no hand is open
        await asyncio.sleep(REST)
        return await self.services.tables.get(self.tables[0])

    @property
    def thread(self) -> Channel:
        """Return the only thread."""
        (thread,) = (one for one in self.discord.channels.values() if one.parent)
        return thread

    def message(self, begins: str) -> Message:
        """Return the first message whose text begins with `begins`."""
        return next(one for one in self.discord.messages.values() if one.text.startswith(begins))

    def notifications(self, user: int) -> int:
        """Return how often a user was notified."""
        return sum(who == user for _, who in self.discord.pings)

    def message_texts(self) -> list[str]:
        """Return the texts of the bot's messages, oldest first, without those that are never edited."""
        return [message.text for message in self.discord.messages.values() if not message.fixed]

    def spawn(self, deed: Coroutine[Any, Any, None]) -> None:
        """Let somebody do something in the background, and ignore its result."""
        task = asyncio.create_task(self._done(deed))
        self.deeds.add(task)
        task.add_done_callback(self.deeds.discard)

    async def _done(self, deed: Coroutine[Any, Any, None]) -> None:
        try:
            await deed
        except (Refusal, StoreError, NetworkError):
            pass
        except Exception as error:  # noqa: BLE001  it is reported
            self.errors.append(repr(error))

    async def pass_time(self, seconds: float) -> None:
        """Let time pass until the bot is killed, at most `seconds`; after a kill, restart the bot."""
        try:
            async with asyncio.timeout(seconds):
                await self.bot_run.killed.wait()
        except TimeoutError:
            return
        await self.restart_after_kill()

    # --- Actions of people, called as the cogs call them

    async def open(self, channel_id: int, user: int, seats: int, *, promise: bool = False) -> None:
        """Open a table with `/play`. Without `promise`, no deal commitment comes first, as if its post had failed."""
        table = await self.services.lobby.open(Place.server(GUILD), channel_id, Person(user), StubGame.id, seats)
        self.tables.append(table.id)
        bot_run = self.bot_run
        if promise:
            await self.presenter.messages.post_promise(table.id)
        text = lobby_text(table, channel_id)
        made: Outcome
        try:
            made = await bot_run.answer_call(lambda: self.discord.post(channel_id, page(text)))
        except NetworkError:
            made = await bot_run.discord_call(lambda: Done(self.discord.find_answer(text)))
        if made == Done() or isinstance(made, Gone | Forbidden):
            await self.services.lobby.cancel(table.id, Person(user))
        elif isinstance(made, Done):
            await self.presenter.messages.lobby_sent(table.id, made.id, page(text))

    async def click_lobby(self, message: Message, user: int, what: str) -> None:
        """Click on a lobby's message or its *More* page; `what` is join, leave, cancel, start or look."""
        table_id = int(message.text.split()[1])
        lobby, person = self.services.lobby, Person(user)
        with suppress(StoreError):
            await self.presenter.messages.note_clicked_message(table_id, message.channel_id, message.id, lobby=True)
        try:
            if what == "join":
                await lobby.join(table_id, person)
            elif what == "leave":
                await lobby.leave(table_id, person)
            elif what == "cancel":
                await lobby.cancel(table_id, Person(user, moderates=lambda _channel: True))
            elif what == "start":
                table = await self.services.tables.get(table_id)
                if None not in table.occupants:
                    await lobby.start(table_id, Person(user, moderates=lambda _channel: True), sure=True)
        except Refusal:
            self.counts["refused clicks"] += 1
        table = await self.services.tables.get(table_id)
        if what == "start" and table.seat_of(user) is not None:
            await self.use_hand(table_id, user, None, fresh=True)
        elif what in {"join", "start", "look"}:  # the other actions are on the private More page
            click = Click(self.discord, self.bot_run, message)
            await self.presenter.messages.answer_lobby(table_id, message.id, click.repaint)

    async def use_hand(self, table_id: int, user: int, move: str | None, *, fresh: bool) -> None:
        """Open a hand, or choose a move in it."""
        table = await self.services.tables.get(table_id)
        seat = table.seat_of(user)
        if table.game is None or seat is None:
            return
        panel = Private() if fresh else self.panels.get((table_id, user), Private())
        panel = Private() if panel.deleted else panel
        asker = FakeAsker(self.bot_run, user, panel, self.discord.new_id)
        asker.channel_id, asker.newest = await self._place(table_id)
        panels = self.presenter.panels
        with panels.writing(table_id, user):
            try:
                if move is not None:
                    await self.services.moves.choose(table_id, user, table.game.moves_made(seat), (move,))
            except Refusal:
                self.counts["refused clicks"] += 1
            self.panels[table_id, user] = panel
            await self.presenter.panels.answer(asker, table_id, Asked(), anew=move is None)

    async def _place(self, table_id: int) -> tuple[int, int]:
        """Return the thread or channel of a table, and the newest message there."""
        channel_id = await self.presenter.messages.game_channel_id(table_id)
        return channel_id, max(
            (one.id for one in self.discord.messages.values() if one.channel_id == channel_id), default=0
        )

    async def move(self, kind: str, rest: float = REST) -> None:
        """Let a person who must act at the first table make a move, and wait."""
        table = await self.services.tables.get(1)
        await self.play(table, next(who.user_id for who in table.to_act.values() if who.user_id), kind)
        if rest:
            await asyncio.sleep(rest)

    async def play(self, table: Table, user: int, move: str) -> None:
        """Play a move without a panel, as a computer player does."""
        seat = table.seat_of(user)
        if table.game is not None and seat is not None:
            await self.services.moves.choose(table.id, user, table.game.moves_made(seat), (move,))
