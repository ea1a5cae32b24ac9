"""Objects of the world: users, channels, messages, emojis, and their JSON.

`payload()` is Discord's object, as far as discord.py reads it; `public()` is the object of the client API.
"""

import dataclasses
import time

from local_discord.wire import Json
from local_discord.world import ids

TEXT, DM, VOICE, GROUP_DM, CATEGORY, ANNOUNCEMENT, STAGE = 0, 1, 2, 3, 4, 5, 13
VOCAL = (VOICE, STAGE)
NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD = 10, 11, 12
FORUM, MEDIA = 15, 16
FORUMS = (FORUM, MEDIA)
"""Channels without messages of their own: all messages are in their posts, which are public threads."""
THREADS = (NEWS_THREAD, PUBLIC_THREAD, PRIVATE_THREAD)

_FORUM: Json = {
    "topic": None,
    "default_reaction_emoji": None,
    "default_sort_order": None,
    "default_forum_layout": 0,
}
"""Fields of a forum whose managers have chosen nothing."""

HAS_THREAD = 1 << 5
EPHEMERAL = 1 << 6
LOADING = 1 << 7
SUPPRESS_NOTIFICATIONS = 1 << 12
COMPONENTS_V2 = 1 << 15


@dataclasses.dataclass(slots=True)
class User:
    """A person or the bot. A user has the same nickname and the same roles on all servers.

    Attributes:
        absent: ids of the servers on which the user is no member; the user is a member of all others.
        takes_messages: false if the person has turned off direct messages from members of their servers.
        installed: whether the person has added the application to their account.
        timed_out_until: end of the person's time-out, in seconds since 1970; the time-out is on all servers.
    """

    id: str
    username: str
    accent_color: int
    global_name: str | None = None
    locale: str = "en-US"
    bot: bool = False
    nick: str | None = None
    takes_messages: bool = True
    installed: bool = False
    timed_out_until: float = 0.0
    absent: set[str] = dataclasses.field(default_factory=set)
    roles: list[str] = dataclasses.field(default_factory=list)
    joined_at: str = dataclasses.field(default_factory=ids.timestamp)

    def payload(self) -> Json:
        """Return Discord's user object."""
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
        """Return the user object of the client API."""
        return {**self.payload(), "locale": self.locale, "nick": self.nick, "installed": self.installed}

    @property
    def is_timed_out(self) -> bool:
        """True during a time-out."""
        return self.timed_out_until > time.time()

    def membership(self) -> Json:
        """Return Discord's member object without the user."""
        return {
            "nick": self.nick,
            "avatar": None,
            "roles": list(self.roles),
            "joined_at": self.joined_at,
            "pending": False,
            "flags": 0,
            "communication_disabled_until": ids.timestamp(self.timed_out_until) if self.is_timed_out else None,
        }

    def member(self) -> Json:
        """Return Discord's member object with the user."""
        return {**self.membership(), "user": self.payload()}


@dataclasses.dataclass(slots=True)
class Channel:
    """A channel, a thread, the direct messages of one person and the bot, or the direct messages of a group of people.

    A post of a forum or of a media channel is a thread.

    Attributes:
        guild_id: id of the server; None for direct messages.
        parent_id: id of a thread's channel, or of a channel's category.
        members: ids of the members of a thread, or of the users who share direct messages.
        slow_mode: seconds between two messages of a person; in a forum, between two posts.
        thread_slow_mode: slow mode that new threads get.
        overwrites: maps the id of a role or a user to (kind, allow, deny); kind is 0 for roles and 1 for users.
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
    slow_mode: int = 0
    thread_slow_mode: int = 0
    changed_at: str = dataclasses.field(default_factory=ids.timestamp)
    members: set[str] = dataclasses.field(default_factory=set)
    message_count: int = 0

    @property
    def is_thread(self) -> bool:
        """True for a thread."""
        return self.type in THREADS

    def set_archived(self, *, archived: bool) -> None:
        """Archive or unarchive a thread, and store the time."""
        self.archived = archived
        self.changed_at = ids.timestamp()

    def payload(self) -> Json:
        """Return Discord's channel object; for a thread that the bot has joined, with the bot's membership."""
        if self.type == GROUP_DM:
            group = {"name": self.name, "icon": None, "owner_id": self.owner_id}
            return {"id": self.id, "type": GROUP_DM, "last_message_id": self.last_message_id, "flags": 0, **group}
        if self.guild_id is None:
            return {"id": self.id, "type": DM, "last_message_id": self.last_message_id, "flags": 0}
        shared: Json = {
            "id": self.id,
            "type": self.type,
            "guild_id": self.guild_id,
            "name": self.name,
            "parent_id": self.parent_id,
            "last_message_id": self.last_message_id,
            "rate_limit_per_user": self.slow_mode,
            "flags": 0,
        }
        if not self.is_thread:
            overwrites = [
                {"id": who, "type": kind, "allow": str(allow), "deny": str(deny)}
                for who, (kind, allow, deny) in self.overwrites.items()
            ]
            voice = {"bitrate": 64000, "user_limit": 0} if self.type in VOCAL else {}
            forum = {"available_tags": list[Json](), **_FORUM} if self.type in FORUMS else {}
            threads = {} if self.type in VOCAL else {"default_thread_rate_limit_per_user": self.thread_slow_mode}
            more = {"position": self.position, "permission_overwrites": overwrites}
            return {**shared, **voice, **forum, **threads, **more}
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
        """Return the channel object of the client API."""
        names = ("id", "name", "type", "guild_id", "parent_id", "archived", "locked")
        return {key: getattr(self, key) for key in names}


@dataclasses.dataclass(slots=True)
class Guild:
    """A server. All servers have the same people, and the same roles except @everyone, whose id is that of the server.

    `has_app` tells whether the application is installed on the server, so that people can use its commands. The bot may
    be absent from such a server.
    """

    id: str
    name: str
    preferred_locale: str = "en-US"
    has_app: bool = True

    def public(self) -> Json:
        """Return the server object of the client API."""
        return dataclasses.asdict(self)


@dataclasses.dataclass(frozen=True, slots=True)
class Role:
    """A role and its permissions; the `managed` role is the bot's own."""

    id: str
    name: str
    position: int
    permissions: int
    managed: bool = False

    def payload(self) -> Json:
        """Return Discord's role object."""
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
    """A message: Discord's message object, and facts that Discord does not tell the bot.

    Attributes:
        data: Discord's message object, as in REST answers.
        owner: id of the only user who sees an ephemeral message, else None.
        pings: ids of the users that the message notified.
        sent_at: seconds since 1970, from which the lifetime of the nonce counts; tests may set the time back.
        dismissed: whether the owner has closed an ephemeral message, or has lost it by a reload.
    """

    data: Json
    owner: str | None = None
    pings: list[str] = dataclasses.field(default_factory=list)
    sent_at: float = dataclasses.field(default_factory=time.time)
    dismissed: bool = False

    @property
    def id(self) -> str:
        """The message's snowflake."""
        return str(self.data["id"])

    @property
    def channel_id(self) -> str:
        """Id of the message's channel or thread."""
        return str(self.data["channel_id"])

    @property
    def author_id(self) -> str:
        """Id of the author."""
        return str(self.data["author"]["id"])

    @property
    def flags(self) -> int:
        """Discord's message flags."""
        return int(self.data["flags"])

    def public(self) -> Json:
        """Return the message object of the client API."""
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
        """True if the picture is animated."""
        return self.content_type == "image/gif"

    def payload(self) -> Json:
        """Return Discord's emoji object."""
        return {"id": self.id, "name": self.name, "animated": self.animated, "available": True, "roles": []}


Named = User | Channel | Role
"""Objects in an interaction's `resolved`."""
