"""A server of any size: its payloads, the commonest events on it, and a count of the cached objects that they use."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import discord

from local_discord.world import ids, payloads
from local_discord.world.events import examples
from local_discord.world.model import ANNOUNCEMENT, PUBLIC_THREAD, STAGE, TEXT, VOICE, Channel, Role
from local_discord.world.world import World

Json = dict[str, Any]
Events = list[tuple[str, Json]]
CATEGORY, FORUM = 4, 15
KINDS = (TEXT, VOICE, CATEGORY, ANNOUNCEMENT, STAGE, FORUM)
GUILD_ID = int(ids.GUILD_ID)
_CHANNELS, _THREADS, _ROLES = (1_500_000_000_000_000_000 + number * 1_000_000 for number in range(3))
OVERWRITES = 4
"""Permission overwrites of each channel."""


class Size(NamedTuple):
    """Number of channels, threads and roles of a server."""

    channels: int
    threads: int
    roles: int


SMALL, LARGE, LARGEST = Size(10, 5, 5), Size(450, 50, 50), Size(500, 1000, 250)


class LargeServer:
    """A server, known to a client of discord.py that has no connection.

    With `count`, the server's collections count their uses.
    """

    def __init__(self, client: discord.AutoShardedClient, size: Size, *, count: bool = False) -> None:
        world = World()
        self.payload = _guild(size)
        self._parsers: Any = client._connection.parsers
        self.counts = [0]
        client._connection.shard_count = 1
        client._connection.user = discord.ClientUser(state=client._connection, data=world.bot.payload())  # type: ignore[arg-type]
        self.receive([("GUILD_CREATE", self.payload)])
        guild = client.get_guild(GUILD_ID)
        assert guild is not None
        self.guild = guild
        if count:
            for name in ("_channels", "_threads", "_roles", "_members"):
                setattr(guild, name, _Counted(getattr(guild, name), self.counts))

    def receive(self, events: Events) -> None:
        """Let the client parse events."""
        for event, payload in events:
            self._parsers[event](payload)


def new_client() -> discord.AutoShardedClient:
    """Return a client of discord.py with the bot's intents."""
    return discord.AutoShardedClient(intents=discord.Intents(guilds=True, dm_messages=True), shard_count=1)


def common_events(server: Json) -> dict[str, Events]:
    """Return the commonest events on a server, by name; creations and deletions take turns, so that each can repeat."""
    example = examples(World())
    text, thread = server["channels"][0], _thread(0, server["channels"][0]["id"])
    role = next(one for one in server["roles"] if one["managed"])
    here = {"guild_id": ids.GUILD_ID}
    channel = example["CHANNEL_CREATE"]
    changed = {key: value for key, value in server.items() if key not in {"channels", "threads", "members"}}
    joined = {**here, "id": thread["id"], "member_count": 2, "added_members": [thread["member"]]}
    return {
        "INTERACTION_CREATE": [("INTERACTION_CREATE", _click(text))],
        "CHANNEL_UPDATE": [("CHANNEL_UPDATE", text)],
        "CHANNEL_CREATE, CHANNEL_DELETE": [("CHANNEL_CREATE", channel), ("CHANNEL_DELETE", channel)],
        "THREAD_UPDATE": [("THREAD_UPDATE", thread)],
        "THREAD_CREATE, THREAD_DELETE": [
            ("THREAD_CREATE", example["THREAD_CREATE"]),
            ("THREAD_DELETE", example["THREAD_DELETE"]),
        ],
        "THREAD_MEMBERS_UPDATE": [("THREAD_MEMBERS_UPDATE", joined)],
        "GUILD_ROLE_UPDATE": [("GUILD_ROLE_UPDATE", {**here, "role": role})],
        "GUILD_MEMBER_UPDATE": [("GUILD_MEMBER_UPDATE", example["GUILD_MEMBER_UPDATE"])],
        "GUILD_UPDATE": [("GUILD_UPDATE", changed)],
        "GUILD_CREATE": [("GUILD_CREATE", server)],
    }


@cache
def _guild(size: Size) -> Json:
    world = World()
    guild = payloads.guild_create(world, world.guilds[ids.GUILD_ID], all_members=False)
    channels = [_channel(number) for number in range(size.channels)]
    texts = [one["id"] for one in channels if one["type"] == TEXT]
    threads = [_thread(number, texts[number % len(texts)]) for number in range(size.threads)]
    roles = [Role(str(_ROLES + number), f"role {number}", number, 1024).payload() for number in range(size.roles)]
    return {**guild, "channels": channels, "threads": threads, "roles": [*guild["roles"], *roles]}


def _channel(number: int) -> Json:
    channel = Channel(str(_CHANNELS + number), f"channel {number}", KINDS[number % len(KINDS)], position=number)
    channel.overwrites = {str(_ROLES + one): (0, 0, 2048) for one in range(OVERWRITES)}
    return channel.payload() | ({"available_tags": []} if channel.type == FORUM else {})


def _thread(number: int, parent_id: str) -> Json:
    bot = ids.APPLICATION_ID
    thread = Channel(str(_THREADS + number), "a game", PUBLIC_THREAD, parent_id=parent_id, owner_id=bot, members={bot})
    return thread.payload()


def _click(channel: Json) -> Json:
    """Return a click on a button of a public message."""
    world = World()
    return {
        "id": "77",
        "token": "aW50ZXJhY3Rpb246MTIz",
        "type": 3,
        "version": 1,
        "application_id": world.bot.id,
        "attachment_size_limit": 0,
        "guild_id": ids.GUILD_ID,
        "channel": {"id": channel["id"], "type": TEXT},
        "member": {**world.owner.member(), "permissions": "0"},
        "message": {**examples(world)["MESSAGE_CREATE"], "author": world.bot.payload()},
        "data": {"custom_id": "hand:1", "component_type": 2},
    }


class _Counted(dict[int, Any]):
    """A dictionary that counts the values that are read, written or removed."""

    def __init__(self, values: dict[int, Any], counts: list[int]) -> None:
        super().__init__(values)
        self._counts = counts

    def __getitem__(self, key: int) -> Any:
        self._counts[0] += 1
        return super().__getitem__(key)

    def __setitem__(self, key: int, value: Any) -> None:
        self._counts[0] += 1
        super().__setitem__(key, value)

    def __delitem__(self, key: int) -> None:
        self._counts[0] += 1
        super().__delitem__(key)

    def get(self, key: int, default: Any = None) -> Any:
        self._counts[0] += 1
        return super().get(key, default)

    def pop(self, key: int, *default: Any) -> Any:
        self._counts[0] += 1
        return super().pop(key, *default)

    def values(self) -> Iterator[Any]:  # type: ignore[override]
        for one in super().values():
            self._counts[0] += 1
            yield one

    def items(self) -> Iterator[tuple[int, Any]]:  # type: ignore[override]
        for key in self:
            yield key, self[key]

    def copy(self) -> dict[int, Any]:
        return dict(self.items())
