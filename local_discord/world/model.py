"""What the world is made of: users, channels, messages, emojis; each knows its own JSON shape.

`payload()` is Discord's object, as far as discord.py reads it; `public()` is that of the client API.
"""

from __future__ import annotations

import dataclasses
import time

from local_discord.wire import Json
from local_discord.world import ids

TEXT, DM, VOICE, ANNOUNCEMENT, STAGE = 0, 1, 2, 5, 13
VOCAL = (VOICE, STAGE)
NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12
THREADS = (NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)

HAS_THREAD = 1 << 5
EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15


@dataclasses.dataclass(slots=True)
class User:
    """A person or the bot, and their membership: the same on every server but those that they are `absent` from.

    Whoever does not take messages has turned off direct messages from members of their servers.
    """

    id: str
    username: str
    accent_color: int
    global_name: str | None = None
    locale: str = "en-US"
    bot: bool = False
    nick: str | None = None
    takes_messages: bool = True
    absent: set[str] = dataclasses.field(default_factory=set)
    roles: list[str] = dataclasses.field(default_factory=list)
    joined_at: str = dataclasses.field(default_factory=ids.timestamp)

    def payload(self) -> Json:
        """Discord's user object."""
        return {
            "id": self.id,
            "username": self.username,
            "global_name": self.global_name,
            "discriminator": "0",
            "avatar": None,
            "accent_color": self.accent_color,
            "bot": self.bot,
        }

    def public(self) -> Json:
        """The user object of the client API."""
        return {**self.payload(), "locale": self.locale, "nick": self.nick}

    def membership(self) -> Json:
        """Discord's member object, without the user."""
        return {
            "nick": self.nick,
            "avatar": None,
            "roles": list(self.roles),
            "joined_at": self.joined_at,
            "pending": False,
            "flags": 0,
        }

    def member(self) -> Json:
        """Discord's member object, with the user."""
        return {**self.membership(), "user": self.payload()}


@dataclasses.dataclass(slots=True)
class Channel:
    """A channel of messages, a thread, or what one person and the bot write to each other, which is on no server.

    `overwrites` maps a role's or user's id to (kind, allow, deny), kind 0 for roles and 1 for members.
    """

    id: str
    name: str
    type: int = TEXT
    guild_id: str | None = ids.GUILD_ID
    parent_id: str | None = None
    position: int = 0
    overwrites: dict[str, tuple[int, int, int]] = dataclasses.field(default_factory=dict)
    last_message_id: str | None = None
    owner_id: str = ""
    archived: bool = False
    locked: bool = False
    auto_archive: int = 1440
    changed_at: str = dataclasses.field(default_factory=ids.timestamp)
    members: set[str] = dataclasses.field(default_factory=set)
    message_count: int = 0

    @property
    def is_thread(self) -> bool:
        """Whether this is a thread."""
        return self.type in THREADS

    def set_archived(self, *, archived: bool) -> None:
        """Archive or unarchive a thread, and note when."""
        self.archived = archived
        self.changed_at = ids.timestamp()

    def payload(self) -> Json:
        """Discord's channel object, a thread's with the bot's own membership if it has joined."""
        if self.guild_id is None:
            return {"id": self.id, "type": DM, "last_message_id": self.last_message_id, "flags": 0}
        shared: Json = {
            "id": self.id,
            "type": self.type,
            "guild_id": self.guild_id,
            "name": self.name,
            "parent_id": self.parent_id,
            "last_message_id": self.last_message_id,
        }
        if not self.is_thread:
            overwrites = [
                {"id": who, "type": kind, "allow": str(allow), "deny": str(deny)}
                for who, (kind, allow, deny) in self.overwrites.items()
            ]
            voice = {"bitrate": 64000, "user_limit": 0} if self.type in VOCAL else {}
            return {**shared, **voice, "position": self.position, "permission_overwrites": overwrites}
        thread = {
            **shared,
            "owner_id": self.owner_id,
            "message_count": self.message_count,
            "member_count": len(self.members),
            "thread_metadata": {
                "archived": self.archived,
                "locked": self.locked,
                "auto_archive_duration": self.auto_archive,
                "archive_timestamp": self.changed_at,
            },
        }
        bot = ids.APPLICATION_ID
        if bot in self.members:
            thread["member"] = {"id": self.id, "user_id": bot, "join_timestamp": self.changed_at, "flags": 1}
        return thread

    def public(self) -> Json:
        """The channel object of the client API."""
        names = ("id", "name", "type", "guild_id", "parent_id", "archived", "locked")
        return {key: getattr(self, key) for key in names}


@dataclasses.dataclass(slots=True)
class Guild:
    """A server. All have the same people, and the same roles but for @everyone, which has the server's id."""

    id: str
    name: str
    preferred_locale: str = "en-US"

    def public(self) -> Json:
        """The server of the client API."""
        return dataclasses.asdict(self)


@dataclasses.dataclass(frozen=True, slots=True)
class Role:
    """A role of the guild and its permissions; one that is `managed` is the bot's own."""

    id: str
    name: str
    position: int
    permissions: int
    managed: bool = False

    def payload(self) -> Json:
        """Discord's role object."""
        return {
            "id": self.id,
            "name": self.name,
            "color": 0,
            "hoist": False,
            "position": self.position,
            "permissions": str(self.permissions),
            "managed": self.managed,
            "mentionable": False,
            **({"tags": {"bot_id": ids.APPLICATION_ID}} if self.managed else {}),
        }


@dataclasses.dataclass(slots=True)
class Message:
    """A message: Discord's own object in `data`, and what Discord knows besides.

    Attributes:
        data: Discord's message object, as REST answers carry it.
        owner: whom an ephemeral message is for, else None.
        pings: ids of those it notified.
        born: seconds since 1970, for its nonce; tests may set it back. Limits go by its id.
        dismissed: its owner has closed an ephemeral message or reloaded; the bot cannot tell.
    """

    data: Json
    owner: str | None = None
    pings: list[str] = dataclasses.field(default_factory=list)
    born: float = dataclasses.field(default_factory=time.time)
    dismissed: bool = False

    @property
    def id(self) -> str:
        """Its snowflake."""
        return str(self.data["id"])

    @property
    def channel_id(self) -> str:
        """The channel or thread it stands in."""
        return str(self.data["channel_id"])

    @property
    def author_id(self) -> str:
        """Who wrote it."""
        return str(self.data["author"]["id"])

    @property
    def flags(self) -> int:
        """Discord's message flags."""
        return int(self.data["flags"])

    def public(self) -> Json:
        """The message object of the client API."""
        return {**self.data, "pings": self.pings}


@dataclasses.dataclass(slots=True)
class Emoji:
    """An application emoji and its picture."""

    id: str
    name: str
    content_type: str
    image: bytes

    @property
    def animated(self) -> bool:
        """Whether it moves."""
        return self.content_type == "image/gif"

    def payload(self) -> Json:
        """Discord's emoji object."""
        return {"id": self.id, "name": self.name, "animated": self.animated, "available": True, "roles": []}


Named = User | Channel | Role
"""What an id in an interaction stands for, see its `resolved`."""
