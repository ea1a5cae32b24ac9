"""The bot without sockets: discord.py parses real payloads, and its requests are stored and answered here.

The whole bot is real, with its database, cogs and discord.py; only the two functions that discord.py sends requests
with are replaced. Thousands of interactions take the time of a few over sockets.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, cast
from unittest.mock import AsyncMock

import discord
import pytest
from discord.webhook import async_ as webhooks

import pictures
from cogs.client import Ichiza
from cogs.interactions import command_registration
from cogs.metrics import Metrics
from host.services import Services
from show.messages.work_queue import WorkQueue
from show.text.text_form import WORDS
from storage import Store
from tests.fuzz.payloads import BOT, EPHEMERAL, MANAGE, NOW, USUAL, V2, Channel, Json, User, guild_payload, texts

ANSWERS = {4, 5, 6, 7, 8, 9}
DEFERRED_NEW, DEFERRED_UPDATE = 5, 6


@dataclass
class SentInteraction:
    """An interaction that was sent, and its answers."""

    number: int
    kind: int
    user: User
    guild: int
    channel: int
    data: Json
    message: Json | None
    sent_at: float
    replies: list[tuple[int, Json]] = field(default_factory=list)
    """Type and contents of each answer: the types of Discord's callbacks, 0 for a follow-up, 1 for an edit."""
    page: Json | None = None
    """The message with the last answer."""
    moderates: frozenset[int] = frozenset()
    """Ids of the channels and threads of the server in which the person may manage messages."""
    took: float = 0.0
    """Seconds until the first answer."""
    settled: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def answers(self) -> list[Json]:
        """The contents of the answers, without deferrals."""
        return [shown for kind, shown in self.replies if kind not in {DEFERRED_NEW, DEFERRED_UPDATE}]

    @property
    def text(self) -> str:
        """All texts of the answers."""
        return "\n".join(text for shown in self.answers for text in texts(shown))

    def is_answered(self) -> bool:
        """Return whether there is an answer other than a deferral."""
        return bool(self.answers)


PRIVATE = 1 << 40
"""Difference between the id of a direct message channel and the id of its person."""


class Refused(discord.HTTPException):
    """Discord refuses a request."""

    def __init__(self, status: int, code: int) -> None:
        response = cast("Any", type("Response", (), {"status": status, "reason": "No"}))
        super().__init__(response, {"code": code, "message": "No"})


class Offline:
    """A bot, its servers, and the interactions sent to it."""

    def __init__(self, bot: Ichiza, services: Services, store: Store, database: Path) -> None:
        self.bot, self.services, self.store, self.database = bot, services, store, database
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Json] = {}
        """The existing public messages, with the components that clicks refer to."""
        self.interactions: dict[int, SentInteraction] = {}
        self.users: dict[int, User] = {}
        """The people who have sent an interaction."""
        self.people_without_server: set[int] = set()
        """Ids of people who have left all servers."""
        self.people_refusing_messages: set[int] = set()
        """Ids of people who take no direct messages."""
        self._ids = count(1 << 60, 1 << 10)

    def add_guild(self, guild: int, *channels: Channel) -> None:
        """Add the bot to a server."""
        self.channels |= {one.id: one for one in channels}
        self.bot._connection._add_guild_from_data(cast("Any", guild_payload(guild, channels)))

    def permissions_in(self, user: User, channel: Channel | None) -> int:
        """Return a person's permissions in a channel; for a thread those in its parent."""
        return user.permissions_in(self.channels.get(channel.parent or 0, channel)) if channel else 0

    # --- From Discord to the bot

    def send(
        self,
        kind: int,
        user: User,
        channel: Channel | None,
        data: Json,
        message: Json | None = None,
    ) -> SentInteraction:
        """Send an interaction to discord.py as its gateway does; the bot answers in the background."""
        number = next(self._ids)
        guild = channel.guild if channel else 0
        place: Json = channel.payload() if channel else {"id": "77", "type": 1, "recipients": [user.payload()]}
        payload: Json = {
            "id": str(number),
            "application_id": str(BOT),
            "type": kind,
            "token": f"token-{number}",
            "version": 1,
            "data": dict(data),
            "channel_id": place["id"],
            "channel": place,
            "locale": user.locale,
            "app_permissions": str(USUAL),
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(guild)},
            "context": 0 if guild else 1,
            "attachment_size_limit": 1 << 20,
        }
        if guild:
            payload |= {
                "guild_id": str(guild),
                "guild_locale": "en-US",
                "member": user.member(guild, self.permissions_in(user, channel)),
            }
            payload["guild"] = {"id": str(guild), "locale": "en-US", "features": []}
        else:
            payload["user"] = user.payload()
        if message is not None:
            payload["message"] = message
        self.users[user.id] = user
        sent_at = asyncio.get_running_loop().time()
        asked = self.interactions[number] = SentInteraction(
            number, kind, user, guild, int(place["id"]), data, message, sent_at
        )
        every = [one for one in self.channels.values() if one.guild == guild]
        asked.moderates = frozenset(one.id for one in every if self.permissions_in(user, one) & MANAGE)
        self.bot._connection.parsers["INTERACTION_CREATE"](payload)
        return asked

    def command(self, user: User, channel: Channel | None, name: str, **options: Any) -> SentInteraction:
        """Send a command; the types of its options follow from the values."""
        kinds = {str: 3, int: 4, bool: 5}
        sent = [{"name": key, "type": kinds[type(value)], "value": value} for key, value in options.items()]
        return self.send(2, user, channel, {"id": "1", "name": name, "type": 1, "options": sent, "resolved": {}})

    def click(
        self, user: User, channel: Channel | None, custom_id: str, message: Json | None = None, values: Any = None
    ) -> SentInteraction:
        """Click a component, or with `values` choose in a select, on a message (by default an ephemeral one)."""
        data: Json = {"custom_id": custom_id, "component_type": 2 if values is None else 3}
        data |= {} if values is None else {"values": values}
        return self.send(3, user, channel, data, message or self.private(channel))

    def submit(self, user: User, channel: Channel | None, custom_id: str, filled: Json) -> SentInteraction:
        """Submit a form: chosen values or typed texts by the custom ids of its fields."""
        typed = {WORDS: 4}
        given = [({"value": value} if name in typed else {"values": [value]}, name) for name, value in filled.items()]
        fields = [
            {"type": 18, "id": 1, "component": {"type": typed.get(name, 3), "id": 2, "custom_id": name, **how}}
            for how, name in given
        ]
        return self.send(5, user, channel, {"custom_id": custom_id, "components": fields}, self.private(channel))

    def private(self, channel: Channel | None) -> Json:
        """Return an ephemeral message of the bot."""
        return self.message(channel.id if channel else 77, {"flags": EPHEMERAL | V2})

    def message(self, channel_id: int, body: Json) -> Json:
        """Return a message of the bot in Discord's form."""
        number, flags = str(next(self._ids)), int(body.get("flags") or 0)
        about = {"timestamp": NOW, "edited_timestamp": None, "tts": False, "mention_everyone": False, "pinned": False}
        lists: Json = {"mentions": [], "mention_roles": [], "embeds": [], "attachments": []}
        author = User(BOT, "Ichiza").payload() | {"bot": True}
        place = {"id": number, "channel_id": str(channel_id), "type": 0, "flags": flags, "author": author}
        return (
            place | about | lists | {"content": body.get("content") or "", "components": body.get("components") or []}
        )

    async def wait_for(self, *asked: SentInteraction, within: float = 20.0) -> None:
        """Wait until these interactions have been answered.

        Raises:
            TimeoutError: one has not been answered in time.
        """
        async with asyncio.timeout(within):
            for one in asked:
                await one.settled.wait()

    async def wait_until_idle(self, within: float = 20.0) -> None:
        """Wait until the bot is idle: all messages are up to date and no computer player is to act.

        Raises:
            TimeoutError: the bot is still busy.
        """
        async with asyncio.timeout(within):
            while (
                self._is_handling() or self.services.ai_players._tasks or any(map(_is_busy, self.bot.presenter.queues))
            ):
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.01)  # tasks may start others when they end

    def _is_handling(self) -> bool:
        """Return whether the bot is still handling an interaction, even one that is answered."""
        names = [task.get_name() for task in asyncio.all_tasks()]
        return any(name == "CommandTree-invoker" or name.endswith("on_interaction") for name in names)

    # --- From the bot to Discord

    async def handle_answer(self, route: Any, session: Any, **how: Any) -> Any:
        """Handle an answer to an interaction, and return Discord's response."""
        await asyncio.sleep(0)
        body = _json_of(how.get("multipart"), how.get("payload"))
        number = int(route.webhook_token.removeprefix("token-"))
        if number not in self.interactions:
            raise Refused(404, 10015)  # the token has expired
        asked = self.interactions[number]
        if route.path.endswith("/callback"):
            kind, shown = body["type"], body.get("data") or {}
            if any(before in ANSWERS for before, _ in asked.replies):
                raise Refused(400, 40060)
            asked.took = asyncio.get_running_loop().time() - asked.sent_at
        else:
            kind, shown = (0 if route.method == "POST" else 1), body
        asked.replies.append((kind, shown))
        if asked.is_answered():
            asked.settled.set()
        if route.method == "DELETE":
            return None
        in_place = kind in {1, 7} and asked.message is not None
        message = (
            asked.message | self._edited_fields(shown)
            if in_place and asked.message
            else self.message(asked.channel, shown)
        )
        if kind in {1, 4, 7}:
            asked.page = message
        if not int(message["flags"]) & EPHEMERAL and kind in {1, 4, 7}:
            self.messages[int(message["id"])] = message
        if not route.path.endswith("/callback"):
            return message
        about = {"id": str(number), "type": asked.kind, "response_message_id": message["id"]}
        return {
            "interaction": about,
            "resource": {"type": kind, "message": message} if kind in {4, 7} else {"type": kind},
        }

    @staticmethod
    def _edited_fields(body: Json) -> Json:
        return {"components": body.get("components") or []} | {key: body[key] for key in ("content",) if body.get(key)}

    async def handle_request(self, route: Any, **how: Any) -> Any:
        """Handle any other request of discord.py, and return Discord's response."""
        await asyncio.sleep(0)
        body = _json_of(how.get("form"), how.get("json"))
        path, method = route.path, route.method
        if path.startswith("/applications/"):
            nothing: Any = {"items": []} if "emojis" in path else []
            return nothing if method == "GET" else body
        if path.endswith("/threads"):
            number = int(route.url.split("/messages/")[1].split("/")[0])
            home = self.channels[route.channel_id]
            thread = self.channels.setdefault(number, Channel(number, home.guild, parent=home.id))
            return thread.payload()
        if path in {"/channels/{channel_id}", "/guilds/{guild_id}/members/{member_id}", "/users/@me/channels"}:
            return self._look_up(route, body)
        if method == "POST" and path.endswith("/messages"):
            if route.channel_id - PRIVATE in self.people_refusing_messages:
                raise Refused(403, 50007)
            message = self.message(route.channel_id, body)
            self.messages[int(message["id"])] = message
            return message
        number = int(route.url.rpartition("/")[2])
        if number not in self.messages:
            raise Refused(404, 10008)
        if method == "DELETE":
            del self.messages[number]
            return None
        self.messages[number] |= self._edited_fields(body)
        return self.messages[number]

    def _look_up(self, route: Any, body: Json) -> Json:
        """Return a channel, a member of a server, or a direct message channel."""
        if route.path == "/channels/{channel_id}":
            if route.channel_id not in self.channels:
                raise Refused(404, 10003)
            return self.channels[route.channel_id].payload()
        number = int(body.get("recipient_id") or route.url.rpartition("/")[2])
        if number not in self.users or number in self.people_without_server:
            raise Refused(404, 10007)
        if body:
            return {"id": str(PRIVATE + number), "type": 1, "recipients": [self.users[number].payload()]}
        return self.users[number].member(int(route.guild_id))


def _is_busy(lane: WorkQueue) -> bool:
    """Return whether a work queue is busy; entries that wait for their retry do not count unless they were woken."""
    waiting = {table_id for table_id, woken in lane._waiting.items() if not woken.is_set()}
    return bool(lane._tasks.keys() - waiting)


def _json_of(parts: list[Json] | None, plain: Any) -> Any:
    """Return a request's JSON body, with or without files."""
    sent = next((part["value"] for part in parts or () if part["name"] == "payload_json"), None)
    return json.loads(sent if sent is not None else json.dumps(plain or {}))


@asynccontextmanager
async def offline(database: Path) -> AsyncIterator[Offline]:
    """Yield a bot that is ready and on no server."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pictures, "emojis", dict)  # nothing to upload the emojis to
        patch.setattr(command_registration, "register", AsyncMock())  # nobody sees the commands
        async with await Store.open(database) as store:
            services = Services(store, pause=0.0, playouts=4)
            bot = Ichiza(services, Metrics(), settle=0.01)
            await bot._async_setup_hook()
            world = Offline(bot, services, store, database)
            patch.setattr(bot.http, "request", world.handle_request)
            bot._connection.user = discord.ClientUser(
                state=bot._connection, data=cast("Any", User(BOT, "Ichiza").payload() | {"bot": True})
            )
            bot._connection.application_id = BOT
            patch.setattr(webhooks.AsyncWebhookAdapter, "request", world.handle_answer)
            try:
                await bot.setup_hook()
                await bot.on_shard_ready(0)
                yield world
            finally:
                await bot.close()
