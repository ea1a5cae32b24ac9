"""A simulation of tables and people on one server, and of a bot with downtimes."""

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import suppress
from random import Random
from typing import Any

from host.refusals import Refusal
from host.tables.table import OPEN, Person, Table
from show.actions.decision_actions import Choose
from show.actions.table_actions import Action, GiveMove, Join, OpenHand, RemovePlayer, Start
from tests.seeded import BEGIN
from tests.show.fake_discord import Private
from tests.simulation.bot import Bot
from tests.simulation.plan import HOUR, Absence, Plan
from tests.simulation.record import EndedTable, PersonAction, Record
from tests.simulation.server import CHANNELS, FakeClick, Server
from tests.virtual_time import now

QUIET = 300.0
"""Seconds after which all effects are displayed."""
LONGEST = 60 * 24 * HOUR
"""Greatest length of a simulation in seconds; a table that has not ended by then is stuck."""


class Simulation:
    """The server, the bot that runs on it (a new one after each stop or kill), and the record of what was observed."""

    def __init__(self, seed: int, tick: float) -> None:
        self.random = Random(f"life {seed}")
        self.record = Record(tick)
        self.server = Server()
        self.tables: dict[int, Table] = {}
        """The tables as last observed."""
        self._ended_at: dict[int, float] = {}
        self._plans: dict[int, Plan] = {}
        self._made: dict[int, list[float]] = {}
        """Times at which the moves of each table were observed."""
        self._changes: dict[int, asyncio.Event] = {}
        self._bot: Bot | None = None
        self._up, self._down = asyncio.Event(), asyncio.Event()
        self._panels: dict[tuple[int, int], Private] = {}
        self._own: set[asyncio.Task[Any]] = set()

    # --- The bot

    async def _start(self) -> None:
        self._bot = await Bot.start(self.server, self._observe, self.random)
        self._set_reachable(here=True)

    def _set_reachable(self, *, here: bool) -> None:
        """Set whether the bot is reachable."""
        (self._up if here else self._down).set()
        (self._down if here else self._up).clear()

    async def _go_down(self, absence: Absence) -> None:
        """Take the bot down, or cut it off from Discord, for a time."""
        how = absence.how
        bot, since = self._bot, now()
        assert bot is not None
        self._set_reachable(here=False)
        if how == "cut off":
            bot.connected = False
        else:
            self._bot = None
            await (bot.kill(self._own) if how == "kill" else bot.stop())
        await asyncio.sleep(since + absence.seconds - now())
        self.record.downtimes.append((since, now()))
        if how == "cut off":
            bot.connected = True
            self._set_reachable(here=True)
        else:
            await self._start()

    async def _record_end(self) -> None:
        """Record the final state of all tables and stop the bot."""
        bot = self._bot
        assert bot is not None
        for task in self._own - {asyncio.current_task()}:
            task.cancel()
        for table_id, plan in self._plans.items():
            row = await bot.store.tables.load(table_id)
            assert row is not None
            results = self.server.database.run("SELECT * FROM results WHERE table_id = ?", (table_id,))
            says = tuple(message.text for message in self.server.messages_of(table_id))
            ended_at = self._ended_at.get(table_id, now())
            moves = await bot.store.tables.moves(table_id)
            seen = self._made[table_id]
            made = [min(seen[move.number], move.made_at - BEGIN + 1) for move in moves]
            self.record.tables[table_id] = EndedTable(plan, row, moves, made, len(results), says, ended_at)
        self.record.notifications = self.server.notifications
        await bot.stop()

    def _observe(self, table: Table) -> None:
        self.tables[table.id] = table
        if table.state not in OPEN:
            self._ended_at.setdefault(table.id, now())
        made, moves = self._made.setdefault(table.id, []), len(table.game.history) if table.game else 0
        made += [now()] * (moves - len(made))
        self._changes.pop(table.id, asyncio.Event()).set()

    # --- Waiting

    def start_task(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task that survives the bot."""
        task = asyncio.create_task(work)
        self._own.add(task)
        return task

    async def spend(self, seconds: float) -> None:
        """Wait until the bot has been reachable for this many seconds."""
        while True:
            await self._up.wait()
            begun = now()
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._down.wait()
            seconds -= now() - begun
            if seconds < 0.001:
                return

    async def wait_for_change(self, table_id: int, seconds: float | None = None) -> None:
        """Wait until a table changes, or for this many seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changes.setdefault(table_id, asyncio.Event()).wait()

    # --- Actions of people

    async def open(self, person: Person, plan: Plan) -> int:
        """Open a table with `/play`; repeat the command until the bot answers."""
        while True:
            await self._up.wait()
            if self._bot is not None:
                channel = self.random.choice(CHANNELS)
                table_id = await self._bot.run(
                    self._bot.play(person, channel, plan.game, plan.seats, plan.time_control)
                )
                if table_id is not None:
                    self._observe(await self._bot.services.tables.get(table_id))
                    self._plans[table_id] = plan
                    self.record.actions.append(PersonAction(now(), table_id, person.id, "play", done=True))
                    return table_id
            await asyncio.sleep(1)

    async def click(self, person: Person, action: Action) -> PersonAction:
        """Click a component of a table, and return the action; it is recorded if the bot can be reached."""
        seat = action.seat if isinstance(action, GiveMove | RemovePlayer) else -1
        act = PersonAction(now(), action.table_id or 0, person.id, action.custom_id.partition(":")[0], seat)
        if isinstance(action, Choose):
            act.decision, act.move = action.decision, ".".join(action.path)
        bot = self._bot
        if bot is None or not self._up.is_set():
            return act
        self.record.actions.append(act)
        act.done = await bot.run(self._handle_click(bot, person, action))
        return act

    async def _handle_click(self, bot: Bot, person: Person, action: Action) -> bool:
        """Let the bot handle a click; return True if it did the action, and False if it refused."""
        server, table = self.server, action.table_id or 0
        lobby_id = server.lobbies[table]
        lobby = server.messages[lobby_id]
        channel_id, message_id = lobby_id if lobby_id in server.channels else lobby.channel_id, 0
        if isinstance(action, Join | Start):
            channel_id, message_id = lobby.channel_id, lobby_id
        elif isinstance(action, OpenHand) and server.table_messages.get(table) in server.messages:
            message_id = server.table_messages[table]
        panel = self._panels.setdefault((table, person.id), Private())
        click = FakeClick(server, bot.bot_run, person, panel, channel_id, message_id)
        if self.random.random() < 0.05:
            click.newest = server.new_id()  # as if a person had just written a message
        try:
            await bot.click(click, action)
        except Refusal:
            return False
        except Exception as error:
            self.record.unexpected.append(f"{action}: {error!r}")
            raise
        finally:
            if click.panel.id:
                self._panels[table, person.id] = click.panel
        return True

    # --- The whole simulation

    async def run(self, tables: Sequence[Coroutine[Any, Any, None]], absences: Sequence[Absence]) -> None:
        """Run the simulation until all tables have ended."""
        this = asyncio.current_task()
        assert this is not None
        self._own.add(this)
        await self._start()
        tasks = [self.start_task(table) for table in tables]
        for absence in absences:
            _, left = await asyncio.wait(tasks, timeout=absence.at - now())
            if left:
                await self._go_down(absence)
        _, left = await asyncio.wait(tasks, timeout=LONGEST - now(), return_when=asyncio.FIRST_EXCEPTION)
        for task in tasks:
            if task.done():
                task.result()
        self.record.ended_at = None if left else now()
        await asyncio.sleep(QUIET)
        await self._record_end()
