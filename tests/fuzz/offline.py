"""The bot without sockets: what comes in is a payload that the library parses, what goes out is kept, and answered.

All of the bot is real, the store, the cogs and the library included; only the two functions through which the library
sends requests are replaced. So many thousands of interactions can be sent in the time that sockets take for a few.
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
class Asked:
    """An interaction that was sent, and all that it was answered with."""

    number: int
    kind: int
    user: User
    guild: int
    channel: int
    data: Json
    message: Json | None
    began: float
    replies: list[tuple[int, Json]] = field(default_factory=list)
    """Of each answer its type, and what it shows: the types of Discord's callbacks; 0: a follow-up, 1: an edit."""
    page: Json | None = None
    """The message that shows the last answer."""
    moderates: frozenset[int] = frozenset()
    """The channels and threads of the server in which they may manage messages."""
    took: float = 0.0
    """Seconds until the first answer."""
    settled: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def answers(self) -> list[Json]:
        """What they have been shown, without announcements."""
        return [shown for kind, shown in self.replies if kind not in {DEFERRED_NEW, DEFERRED_UPDATE}]

    @property
    def text(self) -> str:
        """All that the answers say."""
        return "\n".join(text for shown in self.answers for text in texts(shown))

    def done(self) -> bool:
        """Whether Discord and its owner have an answer."""
        return bool(self.answers)


PRIVATE = 1 << 40
"""So much more than a person's number is that of the channel in which the bot writes to them."""


class Refused(discord.HTTPException):
    """What Discord says no to."""

    def __init__(self, status: int, code: int) -> None:
        response = cast("Any", type("Response", (), {"status": status, "reason": "No"}))
        super().__init__(response, {"code": code, "message": "No"})


class Offline:
    """A bot, the servers that it is on, and everything that it was asked."""

    def __init__(self, bot: Ichiza, services: Services, store: Store, database: Path) -> None:
        self.bot, self.services, self.store, self.database = bot, services, store, database
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Json] = {}
        """The public ones that stand, as components are looked up in them."""
        self.asked: dict[int, Asked] = {}
        self.users: dict[int, User] = {}
        """Whoever has done something here."""
        self.gone: set[int] = set()
        """Those of them who have left all servers."""
        self.closed: set[int] = set()
        """Those who take no direct messages."""
        self._ids = count(1 << 60, 1 << 10)

    def add_guild(self, guild: int, *channels: Channel) -> None:
        """Be on a server."""
        self.channels |= {one.id: one for one in channels}
        self.bot._connection._add_guild_from_data(cast("Any", guild_payload(guild, channels)))

    def may(self, user: User, channel: Channel | None) -> int:
        """What somebody may do in a channel, in a thread as in what it is of."""
        return user.may(self.channels.get(channel.parent or 0, channel)) if channel else 0

    # --- What comes in

    def send(
        self,
        kind: int,
        user: User,
        channel: Channel | None,
        data: Json,
        message: Json | None = None,
    ) -> Asked:
        """Hand an interaction to the library, as its gateway does; it is answered in the background."""
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
                "member": user.member(guild, self.may(user, channel)),
            }
            payload["guild"] = {"id": str(guild), "locale": "en-US", "features": []}
        else:
            payload["user"] = user.payload()
        if message is not None:
            payload["message"] = message
        self.users[user.id] = user
        began = asyncio.get_running_loop().time()
        asked = self.asked[number] = Asked(number, kind, user, guild, int(place["id"]), data, message, began)
        every = [one for one in self.channels.values() if one.guild == guild]
        asked.moderates = frozenset(one.id for one in every if self.may(user, one) & MANAGE)
        self.bot._connection.parsers["INTERACTION_CREATE"](payload)
        return asked

    def command(self, user: User, channel: Channel | None, name: str, **options: Any) -> Asked:
        """A command, whose options are of the type that their values have."""
        kinds = {str: 3, int: 4, bool: 5}
        sent = [{"name": key, "type": kinds[type(value)], "value": value} for key, value in options.items()]
        return self.send(2, user, channel, {"id": "1", "name": name, "type": 1, "options": sent, "resolved": {}})

    def click(
        self, user: User, channel: Channel | None, custom_id: str, message: Json | None = None, values: Any = None
    ) -> Asked:
        """A click, or with `values` a pick, on a message: a private one where none is named."""
        data: Json = {"custom_id": custom_id, "component_type": 2 if values is None else 3}
        data |= {} if values is None else {"values": values}
        return self.send(3, user, channel, data, message or self.private(channel))

    def submit(self, user: User, channel: Channel | None, custom_id: str, filled: Json) -> Asked:
        """A form, by the custom ids of its fields what was picked, or typed where the field is one of words."""
        typed = {WORDS: 4}
        given = [({"value": value} if name in typed else {"values": [value]}, name) for name, value in filled.items()]
        fields = [
            {"type": 18, "id": 1, "component": {"type": typed.get(name, 3), "id": 2, "custom_id": name, **how}}
            for how, name in given
        ]
        return self.send(5, user, channel, {"custom_id": custom_id, "components": fields}, self.private(channel))

    def private(self, channel: Channel | None) -> Json:
        """A private page of the bot's."""
        return self.message(channel.id if channel else 77, {"flags": EPHEMERAL | V2})

    def message(self, channel_id: int, body: Json) -> Json:
        """A message of the bot's as Discord shows it."""
        number, flags = str(next(self._ids)), int(body.get("flags") or 0)
        about = {"timestamp": NOW, "edited_timestamp": None, "tts": False, "mention_everyone": False, "pinned": False}
        lists: Json = {"mentions": [], "mention_roles": [], "embeds": [], "attachments": []}
        author = User(BOT, "Ichiza").payload() | {"bot": True}
        place = {"id": number, "channel_id": str(channel_id), "type": 0, "flags": flags, "author": author}
        return (
            place | about | lists | {"content": body.get("content") or "", "components": body.get("components") or []}
        )

    async def settled(self, *asked: Asked, within: float = 20.0) -> None:
        """Wait until these have been answered.

        Raises:
            TimeoutError: one has not.
        """
        async with asyncio.timeout(within):
            for one in asked:
                await one.settled.wait()

    async def rested(self, within: float = 20.0) -> None:
        """Wait until everything is shown that should be, and no computer player is to act.

        Raises:
            TimeoutError: it has not come to rest.
        """
        async with asyncio.timeout(within):
            while self._under_way() or self.services.ai_players._tasks or any(map(_works, self.bot.presenter.lanes)):
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.01)  # for what a task leaves behind

    def _under_way(self) -> bool:
        """Whether an interaction is being handled; it may have been answered."""
        names = [task.get_name() for task in asyncio.all_tasks()]
        return any(name == "CommandTree-invoker" or name.endswith("on_interaction") for name in names)

    # --- What goes out

    async def answered(self, route: Any, session: Any, **how: Any) -> Any:
        """An answer to an interaction; what Discord would say to it."""
        await asyncio.sleep(0)
        body = _body(how.get("multipart"), how.get("payload"))
        number = int(route.webhook_token.removeprefix("token-"))
        if number not in self.asked:
            raise Refused(404, 10015)  # its token is too old
        asked = self.asked[number]
        if route.path.endswith("/callback"):
            kind, shown = body["type"], body.get("data") or {}
            if any(before in ANSWERS for before, _ in asked.replies):
                raise Refused(400, 40060)
            asked.took = asyncio.get_running_loop().time() - asked.began
        else:
            kind, shown = (0 if route.method == "POST" else 1), body
        asked.replies.append((kind, shown))
        if asked.done():
            asked.settled.set()
        if route.method == "DELETE":
            return None
        in_place = kind in {1, 7} and asked.message is not None
        message = (
            asked.message | self._shown(shown) if in_place and asked.message else self.message(asked.channel, shown)
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
    def _shown(body: Json) -> Json:
        return {"components": body.get("components") or []} | {key: body[key] for key in ("content",) if body.get(key)}

    async def request(self, route: Any, **how: Any) -> Any:
        """Any other request of the library's; what Discord would answer."""
        await asyncio.sleep(0)
        body = _body(how.get("form"), how.get("json"))
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
            return self._found(route, body)
        if method == "POST" and path.endswith("/messages"):
            if route.channel_id - PRIVATE in self.closed:
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
        self.messages[number] |= self._shown(body)
        return self.messages[number]

    def _found(self, route: Any, body: Json) -> Json:
        """A channel, a member of a server, or where the bot writes to somebody."""
        if route.path == "/channels/{channel_id}":
            if route.channel_id not in self.channels:
                raise Refused(404, 10003)
            return self.channels[route.channel_id].payload()
        number = int(body.get("recipient_id") or route.url.rpartition("/")[2])
        if number not in self.users or number in self.gone:
            raise Refused(404, 10007)
        if body:
            return {"id": str(PRIVATE + number), "type": 1, "recipients": [self.users[number].payload()]}
        return self.users[number].member(int(route.guild_id))


def _works(lane: WorkQueue) -> bool:
    """Whether a lane has something to do now; what waits, and has been told to go on, has."""
    waiting = {table_id for table_id, told in lane._waiting.items() if not told.is_set()}
    return bool(lane._tasks.keys() - waiting)


def _body(parts: list[Json] | None, plain: Any) -> Any:
    """What a request says, alone or beside files, as JSON has it."""
    sent = next((part["value"] for part in parts or () if part["name"] == "payload_json"), None)
    return json.loads(sent if sent is not None else json.dumps(plain or {}))


@asynccontextmanager
async def offline(database: Path) -> AsyncIterator[Offline]:
    """A bot that is ready, on no server yet."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pictures, "emojis", dict)  # there is nothing to upload to
        patch.setattr(command_registration, "register", AsyncMock())  # and nobody whom commands are shown to
        async with await Store.open(database) as store:
            services = Services(store, pause=0.0, playouts=4)
            bot = Ichiza(services, Metrics(), settle=0.01)
            await bot._async_setup_hook()
            world = Offline(bot, services, store, database)
            patch.setattr(bot.http, "request", world.request)
            bot._connection.user = discord.ClientUser(
                state=bot._connection, data=cast("Any", User(BOT, "Ichiza").payload() | {"bot": True})
            )
            bot._connection.application_id = BOT
            patch.setattr(webhooks.AsyncWebhookAdapter, "request", world.answered)
            try:
                await bot.setup_hook()
                await bot.on_shard_ready(0)
                yield world
            finally:
                await bot.close()
