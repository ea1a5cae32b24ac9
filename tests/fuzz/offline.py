"""The bot without sockets: the local Discord runs in the same process, answers requests and sends interactions.

The bot is the real one, with its database, cogs and discord.py. Thousands of interactions take no longer here than a
few over sockets.
"""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import aiohttp
import pytest

import pictures
from cogs.client import Ichiza
from cogs.gateway.payloads import READERS
from cogs.interactions import command_registration, interaction_context
from cogs.metrics import Metrics
from engine.players import search
from host.services import Services
from local_discord.actions import announce, messages
from local_discord.checks.permissions import BITS
from local_discord.client.interactions import _payload
from local_discord.core import LocalDiscord
from local_discord.rest.requests import Call, Route, _Answer
from local_discord.world import ids, installations, model, payloads
from local_discord.world.interactions import AUTOCOMPLETE, COMMAND, Interaction
from local_discord.world.model import COMPONENTS_V2, EPHEMERAL, PRIVATE_THREAD, PUBLIC_THREAD, TEXT, Message
from show.messages.work_queue import WorkQueue
from show.text.text_form import LINE, NONCE, WORDS
from storage import Store
from storage.place_ids import of_direct_messages
from tests.fuzz.payloads import MANAGE, ROLES, Channel, Json, User, components_with, texts
from tests.hidden_information.wire import Socket, Wire, interaction_of
from tests.new_database import put_new_database

ANSWERS = {4, 5, 6, 7, 8, 9}
INTEGER = 4
"""The type of a command's option for a whole number."""
DEFERRED_NEW, DEFERRED_UPDATE = 5, 6
BY_ITSELF = {"displayed_version", "idle_since"}
"""Columns that change while nobody acts: the first after an edit of a message, the second as time passes."""
HANDLING = {"CommandTree-invoker", "the promise of a new table"}
"""Names of tasks that go on after the answer to an interaction."""
VIEW = BITS["view_channel"]


@dataclass
class SentInteraction:
    """An interaction that was sent, and its answers."""

    asked: Interaction
    user: User
    guild: int
    data: Json
    message: Json | None
    sent_at: float
    replies: list[tuple[int, Json]] = field(default_factory=list)
    """Type and contents of each answer. The type is that of Discord's callback, 0 for a follow-up, or 1 for an edit."""
    moderates: frozenset[int] = frozenset()
    """Ids of the channels and threads of the server in which the person may manage messages."""
    took: float = 0.0
    """Seconds until the first answer."""
    settled: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def place(self) -> int:
        """The id of the interaction's place in the database; a group chat counts as the person's direct messages."""
        return self.guild or of_direct_messages(self.user.id)

    @property
    def kind(self) -> int:
        """The type of the interaction."""
        return self.asked.type

    @property
    def channel(self) -> int:
        """The id of the channel in which the interaction was sent."""
        return int(self.asked.channel_id)

    @property
    def page(self) -> Json | None:
        """The message with the last answer."""
        return self.asked.outcome.data if self.asked.outcome is not None else None

    @property
    def answers(self) -> list[Json]:
        """The contents of the answers, without deferrals."""
        return [body for kind, body in self.replies if kind not in {DEFERRED_NEW, DEFERRED_UPDATE}]

    @property
    def text(self) -> str:
        """All texts of the answers."""
        return "\n".join(text for body in self.answers for text in texts(body))

    @property
    def custom_ids(self) -> list[str]:
        """The custom ids of all components in the answers."""
        return [part["custom_id"] for part in components_with(self.answers)]

    def add_reply(self, route: Route, body: Json) -> None:
        """Add an answer that the local Discord has accepted."""
        if route.kind == "callback":
            self.replies.append((body["type"], body.get("data") or {}))
            self.took = asyncio.get_running_loop().time() - self.sent_at
        elif route.method != "GET":
            self.replies.append((0 if route.method == "POST" else 1, body))
        acknowledged = not self.guild and self.replies and self.replies[-1][0] == DEFERRED_UPDATE
        if self.answers or acknowledged:  # in direct messages, the answer may be a message of its own
            self.settled.set()


class Gateway(Socket):
    """Passes every event to discord.py at once."""

    def send_text(self, text: str) -> None:
        """Pass an event to discord.py, except READY: discord.py is already logged in."""
        if '"t":"READY"' not in text:
            self.parse(text)


class Offline(Wire):
    """A bot, its servers, and the interactions sent to it."""

    def __init__(self, services: Services, store: Store, database: Path) -> None:
        self.discord = LocalDiscord()
        super().__init__(self.discord)
        self.services, self.store, self.database = services, store, database
        self.bot = Ichiza(services, Metrics(), settle=0.01)
        self.interactions: dict[str, SentInteraction] = {}
        """The interactions whose answers are stored, by token."""
        world = self.discord.world
        world.guilds.clear()
        for channel in [*world.guild_channels()]:
            del world.channels[channel.id]
        for number, (name, permissions) in enumerate(ROLES.items(), 4):
            world.roles[str(number)] = model.Role(str(number), name, number, permissions)

    async def answer(self, route: Route, path: str, call: Call, raw: str) -> _Answer:
        """Return the local Discord's answer, and store the bot's answers to interactions."""
        answer = await super().answer(route, path, call, raw)
        interaction = interaction_of(call)
        if interaction is not None and answer.status < 400 and interaction.token in self.interactions:
            self.interactions[interaction.token].add_reply(route, call.body)
        return answer

    @property
    def messages(self) -> dict[int, Json]:
        """The existing public messages."""
        return {int(one.id): one.data for one in self.discord.world.messages.values() if one.owner is None}

    def delete_messages(self) -> None:
        """Delete all public messages."""
        for number in self.messages:
            messages.delete(self.discord, self.discord.world.messages[str(number)])

    def add_guild(self, guild: int, *channels: Channel) -> None:
        """Add the bot to a server."""
        self._guild(guild)
        for channel in channels:
            self.discord.world.channels.pop(str(channel.id), None)
            self._place(channel)
        told = payloads.guild_create(self.discord.world, self.discord.world.guilds[str(guild)], all_members=False)
        self.bot._connection._add_guild_from_data(READERS["GUILD_CREATE"](told))

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel."""
        place = self._place(channel)
        announce.channel(self.discord, "CHANNEL_DELETE", place)
        self.discord.world.remove_channel(place)

    def direct_messages(self, user: User) -> list[Json]:
        """Return the bot's direct messages to a person."""
        number = self.discord.world.private_channel(self.person(user)).id
        return [one for one in self.messages.values() if one["channel_id"] == number]

    async def rows(self) -> list[Any]:
        """Wait until the bot is idle, and return the rows of six tables of the database, which have no people's names.

        What changes while nobody acts is left out: the columns in `BY_ITSELF`, and the bot's own settings.
        """
        await self.wait_until_idle()
        with closing(sqlite3.connect(self.database)) as connection:
            tables = ("tables", "seats", "moves", "posts", "settings WHERE owner_id", "results")
            return [list(_rows(connection, table)) for table in tables]

    def expire_tokens(self, kept: int) -> None:
        """Let the tokens of all interactions except the last `kept` expire."""
        for token in [*self.interactions][:-kept]:
            self.interactions.pop(token).asked.expired = True

    # --- People and channels

    def _guild(self, guild: int) -> None:
        self.discord.world.guilds.setdefault(str(guild), model.Guild(str(guild), f"g{guild}"))

    def _place(self, channel: Channel) -> model.Channel:
        """Return the channel of the local Discord that stands for a test's channel; make it if it is missing."""
        world, number, parent = self.discord.world, str(channel.id), channel.parent
        if number not in world.channels:
            self._guild(channel.guild)
            kind = TEXT if parent is None else PRIVATE_THREAD if channel.private else PUBLIC_THREAD
            place = model.Channel(number, f"c{number}", kind, str(channel.guild), str(parent) if parent else None)
            place.owner_id = world.bot.id
            place.overwrites = {str(one.user): (1, one.allow, one.deny) for one in channel.overwrites}
            if channel.hidden:
                place.overwrites[place.guild_id or ""] = 0, 0, VIEW
                place.overwrites[world.find_role("staff").id] = 0, VIEW, 0
                place.overwrites[world.bot.id] = 1, VIEW, 0
            if channel.private:
                place.members.add(world.bot.id)
            world.channels[number] = place
        return world.channels[number]

    def channel(self, number: int) -> Channel | None:
        """Return a channel or thread of a server by its id."""
        place = self.discord.world.channels.get(str(number))
        return Channel(number, int(place.guild_id)) if place is not None and place.guild_id else None

    def person(self, user: User) -> model.User:
        """Return the user of the local Discord that stands for a test's person; make it if it is missing."""
        world, number = self.discord.world, str(user.id)
        if number not in world.users:
            world.add_person(model.User(number, user.name[:32], 0))
        person = world.users[number]
        person.username, person.locale = user.name[:32], user.locale
        person.roles = [ids.MEMBER_ROLE_ID, *(world.find_role(name).id for name in user.roles)]
        return person

    def _moderated_by(self, person: model.User, guild: int) -> frozenset[int]:
        """Return the ids of the server's channels and threads in which a person may manage messages."""
        world = self.discord.world
        here = [one for one in world.channels.values() if one.guild_id == str(guild)]
        return frozenset(int(one.id) for one in here if world.permissions(person, one) & MANAGE)

    # --- From Discord to the bot

    def send(
        self, kind: int, user: User, channel: Channel | None, data: Json, message: Json | None = None
    ) -> SentInteraction:
        """Send an interaction to discord.py as its gateway does; the bot answers in the background."""
        place = self._place(channel) if channel else self.discord.world.private_channel(self.person(user))
        return self.send_from(place, kind, user, data, message)

    def send_from(
        self, place: model.Channel, kind: int, user: User, data: Json, message: Json | None = None
    ) -> SentInteraction:
        """Send an interaction as `send` does, from a channel of the local Discord."""
        person, guild = self.person(user), int(place.guild_id or 0)
        asked = Interaction(kind, person.id, place.id, command_name=data.get("name"))
        asked.owners = installations.owners(self.discord.world, person, place)
        if message is not None:
            asked.source = self.discord.world.messages.get(message["id"]) or Message(message)
        if kind == AUTOCOMPLETE:
            asked.option_type = _typed_kind(data)
        self.discord.interactions.add(asked)
        sent_at, moderates = asyncio.get_running_loop().time(), self._moderated_by(person, guild)
        sent = SentInteraction(asked, user, guild, data, message, sent_at, moderates=moderates)
        self.interactions[asked.token] = sent
        self.discord.hub.to_bot("INTERACTION_CREATE", _payload(self.discord, asked, person, place, dict(data)))
        return sent

    def command(self, user: User, channel: Channel | None, name: str, **options: Any) -> SentInteraction:
        """Send a command; the types of its options follow from the values."""
        kinds = {str: 3, int: INTEGER, bool: 5}
        sent = [{"name": key, "type": kinds[type(value)], "value": value} for key, value in options.items()]
        return self.send(COMMAND, user, channel, {"id": "1", "name": name, "type": 1, "options": sent, "resolved": {}})

    def autocomplete(
        self, user: User, channel: Channel | None, name: str, typed: Any, option: str = "table"
    ) -> SentInteraction:
        """Ask for the autocompletion of a command's option, of which `typed` is typed: a table's number, or a text."""
        focused = {"name": option, "type": INTEGER if option == "table" else 3, "value": typed, "focused": True}
        return self.send(AUTOCOMPLETE, user, channel, {"id": "1", "name": name, "type": 1, "options": [focused]})

    def on_message(self, user: User, channel: Channel | None, message: Json, name: str = "My hand") -> SentInteraction:
        """Use the command `name` in the context menu of a message."""
        data = {"id": "1", "name": name, "type": 3, "target_id": message["id"]}
        resolved = {"messages": {message["id"]: dict(message)}}
        return self.send(COMMAND, user, channel, data | {"resolved": resolved})

    def click(
        self, user: User, channel: Channel | None, custom_id: str, message: Json | None = None, values: Any = None
    ) -> SentInteraction:
        """Click a component, or with `values` choose in a select, on a message (by default an ephemeral one)."""
        data: Json = {"custom_id": custom_id, "component_type": 2 if values is None else 3}
        data |= {} if values is None else {"values": values}
        return self.send(3, user, channel, data, message or self.private(user, channel))

    def submit(self, user: User, channel: Channel | None, custom_id: str, filled: Json) -> SentInteraction:
        """Submit a form; `filled` has the chosen value or typed text of each field, by custom id."""
        typed = {NONCE: 4, WORDS: 4, LINE: 4}
        given = [({"value": value} if name in typed else {"values": [value]}, name) for name, value in filled.items()]
        fields = [
            {"type": 18, "id": 1, "component": {"type": typed.get(name, 3), "id": 2, "custom_id": name, **how}}
            for how, name in given
        ]
        return self.send(5, user, channel, {"custom_id": custom_id, "components": fields}, self.private(user, channel))

    def private(self, user: User, channel: Channel | None) -> Json:
        """Return a new ephemeral message of the bot to a person."""
        world, person = self.discord.world, self.person(user)
        place = self._place(channel) if channel else world.private_channel(person)
        data = messages.blank(self.discord, place, world.bot)
        data["flags"] = EPHEMERAL | COMPONENTS_V2
        world.add_message(Message(data, owner=person.id))
        return data

    async def wait_for(self, first: SentInteraction, *more: SentInteraction, within: float = 20.0) -> SentInteraction:
        """Wait until these interactions have been answered, and return the first.

        Raises:
            TimeoutError: an interaction has not been answered in time.
        """
        async with asyncio.timeout(within):
            for one in (first, *more):
                await one.settled.wait()
        return first

    async def complete(self, asked: SentInteraction) -> SentInteraction:
        """Wait until an interaction has been answered and its effects are displayed, and return the interaction."""
        await self.wait_for(asked)
        await self.wait_until_idle()
        return asked

    async def open_table(
        self,
        opener: User,
        *others: User,
        where: Channel,
        game: str = "saizen",
        seats: int | None = 0,
        start: bool = True,
    ) -> int:
        """Open a table, let the others join, start the game unless told otherwise, and return the table's number.

        If `seats` is 0, there is one seat for each of these people; if None, the game's usual number.
        """
        options = {} if seats is None else {"seats": seats or 1 + len(others)}
        asked = await self.complete(self.command(opener, where, "play", game=game, **options))
        number = int(next(one for one in asked.custom_ids if one.startswith("join:")).split(":")[1])
        for other in others:
            await self.wait_for(self.click(other, where, f"join:{number}"))
        if start:
            await self.wait_for(self.click(opener, where, f"start:{number}"))
        await self.wait_until_idle()
        while number in [one for queue in self.bot.presenter.queues for one in queue.failing()]:
            await asyncio.sleep(0.05)  # the first try may fail on a slow machine
            await self.wait_until_idle()
        return number

    async def finish_game(self, *people: User, where: Channel) -> int:
        """Start a game of these people, play it to its end, and return the table's number."""
        number = await self.open_table(*people, where=where)
        async with self.services.tables.locked(number) as now:
            await self.services.moves.finish(now)
        await self.wait_until_idle()
        return number

    async def wait_until_idle(self, within: float = 20.0) -> None:
        """Wait until the bot is idle: all messages are up to date, all rows are written, and no computer player acts.

        Work that pauses before its next try is tried once at once, so that it does not change rows a moment later. A
        mention of a player who looks at the hand goes on waiting: it comes two minutes after the last click.

        Raises:
            TimeoutError: the bot is still busy.
        """
        async with asyncio.timeout(within):
            await self._wait_for_tasks()
            queues = self.bot.presenter.queues
            for queue in queues:
                for table_id in [*(queue._failures if queue is queues.mentions else queue._waiting)]:
                    queue.retry_now(table_id)
            await self._wait_for_tasks()
            await self.services.message_records._flush()

    async def _wait_for_tasks(self) -> None:
        idle = 0
        while idle < 3:  # idle three times in a row: a task that ends may start others
            idle = 0 if self._is_busy() else idle + 1
            await asyncio.sleep(0.002)

    def _is_busy(self) -> bool:
        tasks, queues = self.services.ai_players._tasks, self.bot.presenter.queues
        return self._is_handling() or bool(tasks) or any(map(_is_busy, queues))

    def _is_handling(self) -> bool:
        """Return whether the bot still handles an event. It may handle an interaction even after the answer."""
        names = [task.get_name() for task in asyncio.all_tasks()]
        return any(name in HANDLING or name.startswith("discord.py: ") for name in names)


def _typed_kind(data: Json) -> int:
    """Return the type of the option that is being typed; for a malformed option, the type of a whole number."""
    options = data.get("options") or []
    typed = [one for one in options if isinstance(one, dict) and one.get("focused")]
    return int(typed[0].get("type", INTEGER)) if typed else INTEGER


def _rows(connection: sqlite3.Connection, table: str) -> Iterator[tuple[object, ...]]:
    found = connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2")  # noqa: S608
    kept = [place for place, (name, *_) in enumerate(found.description) if name not in BY_ITSELF]
    for row in found:
        yield tuple(row[place] for place in kept)


def _is_busy(queue: WorkQueue) -> bool:
    """Return whether a work queue is busy. Work that waits for a retry does not count, unless it was just woken."""
    waiting = {table_id for table_id, woken in queue._waiting.items() if not woken.is_set()}
    return bool(queue._tasks.keys() - waiting)


def logged_errors(records: list[logging.LogRecord]) -> list[str]:
    """Return the messages of errors and of lines with a traceback."""
    return [one.getMessage() for one in records if one.levelno >= logging.ERROR or one.exc_info]


@asynccontextmanager
async def offline(database: Path) -> AsyncIterator[Offline]:
    """Yield a bot that is ready and on no server. If the database file is missing, create a new database there."""
    await asyncio.to_thread(put_new_database, database)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(search, "FEWEST", 1)  # each stage of a search tries every move in one game only
        patch.setattr(pictures, "emojis", dict)  # upload no emojis, which would take longer than all else at the start
        patch.setattr(command_registration, "register", AsyncMock())  # no client here lists the commands
        # On a busy machine the bot would defer some answers, and so change their form.
        patch.setattr(interaction_context, "DEFER_AFTER_SECONDS", 60.0)
        async with await Store.open(database, record_write=None) as store:
            world = Offline(Services(store, pause=0.0, playouts=4), store, database)
            patch.setattr(aiohttp, "ClientSession", lambda **_: world)
            try:
                await world.bot.login("any")
                Gateway(world, world.bot)
                await world.bot.on_shard_ready(0)
                yield world
            finally:
                await world.bot.close()
