"""The world's state in memory: two servers, their people, channels and messages."""

import dataclasses
import math
import time
from collections.abc import Iterator, Sequence
from typing import TypeVar

from local_discord.checks import permissions
from local_discord.checks.errors import ClientError
from local_discord.wire import Json
from local_discord.world import ids
from local_discord.world.model import (
    ANNOUNCEMENT,
    CATEGORY,
    DM,
    FORUM,
    GROUP_DM,
    PRIVATE_THREAD,
    TEXT,
    VOCAL,
    VOICE,
    Channel,
    Emoji,
    Guild,
    Message,
    Role,
    User,
)

_PEOPLE = (("Aki", 0xD9480F), ("Ben", 0x1971C2), ("Chie", 0x2F9E44), ("Dai", 0x7048E8))
_CHANNELS = (
    Channel(ids.CHANNEL_IDS[0], "table-talk"),
    Channel(ids.CHANNEL_IDS[1], "card-room", position=1),
    Channel(ids.NEWS_ID, "news", ANNOUNCEMENT, position=2),
    Channel(ids.VOICE_ID, "Lounge", VOICE, position=3),
    Channel(ids.FORUM_ID, "game-corner", FORUM, position=4),
    Channel(ids.SECOND_CHANNEL_ID, "teahouse", guild_id=ids.SECOND_GUILD_ID),
)
_GUILDS = (Guild(ids.GUILD_ID, "Card Club"), Guild(ids.SECOND_GUILD_ID, "Kyoto Tables", "ja"))
_ROLES = (
    Role(ids.GUILD_ID, "@everyone", 0, permissions.EVERYONE),
    Role(ids.MEMBER_ROLE_ID, "Members", 1, permissions.MEMBER),
    Role(ids.BOT_ROLE_ID, "Ichiza", 2, permissions.BOT, managed=True),
    Role(ids.ADMIN_ROLE_ID, "Administrators", 3, permissions.BITS["administrator"]),
)
NONCE_SECONDS = 300.0
_DM_OFFSET = 5000
_Named = TypeVar("_Named", User, Channel, Role)


class World:
    """The whole state. Methods change the state without announcing the change; their callers announce it.

    Attributes:
        commands: the bot's registered application commands, as Discord's objects.
        application: the install settings of the bot's application; at first those of a new application.
        bot_seen: whether a bot has ever logged in.
    """

    def __init__(self) -> None:
        self.emojis: dict[str, Emoji] = {}
        self.commands: list[Json] = []
        self.application: Json = {}
        self.bot_seen = False
        self.bot = User(ids.APPLICATION_ID, "ichiza", 0x5C7CFA, "Ichiza", bot=True, roles=[ids.BOT_ROLE_ID])
        self.guilds: dict[str, Guild] = {}
        self.roles: dict[str, Role] = {}
        self.users: dict[str, User] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, Message] = {}
        self.scheduled_events: dict[str, Json] = {}
        """Discord's scheduled event objects by id."""
        self._by_channel: dict[str, dict[str, Message]] = {}
        self._by_nonce: dict[tuple[str, str], Message] = {}
        self._acted_at: dict[tuple[str, str], float] = {}
        """When a person last acted in a channel, in seconds of `time.monotonic`, by the ids of channel and person."""
        self.reset()

    def reset(self) -> None:
        """Restore people, channels and messages to the initial state."""
        self.guilds = {guild.id: dataclasses.replace(guild) for guild in _GUILDS}
        self.roles = {role.id: role for role in _ROLES}
        self.application = {
            "bot_public": True,
            "integration_types_config": {
                "0": {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}}
            },
        }
        self.bot.roles = [ids.BOT_ROLE_ID]
        self.users = {self.bot.id: self.bot}
        self.channels = {one.id: dataclasses.replace(one, overwrites={}, members=set()) for one in _CHANNELS}
        for user_id, (name, colour) in zip(ids.USER_IDS, _PEOPLE, strict=True):
            self.add_person(User(user_id, name.lower(), colour, name))
        friends = ids.USER_IDS[:3]
        name = ", ".join(name for name, _ in _PEOPLE[:3])
        self.channels[ids.GROUP_ID] = Channel(
            ids.GROUP_ID, name, GROUP_DM, None, owner_id=friends[0], members=set(friends)
        )
        self.messages = {}
        self.scheduled_events = {}
        self._by_channel = {}
        self._by_nonce = {}
        self._acted_at = {}

    def add_guild(self, name: str, channels: Sequence[str], locale: str = "en-US", *, bot: bool = True) -> Guild:
        """Create a server with these channels; all people are members, and with `bot` the bot too."""
        guild = Guild(ids.snowflake(), name, locale, bot)
        self.guilds[guild.id] = guild
        if not bot:
            self.bot.absent.add(guild.id)
        for position, channel in enumerate(channels):
            self.add_channel(guild, channel, position)
        return guild

    def add_channel(
        self, guild: Guild, name: str, position: int = 0, kind: int = TEXT, category: Channel | None = None
    ) -> Channel:
        """Create a channel of a server."""
        parent_id = None if category is None else category.id
        channel = Channel(ids.snowflake(), name, kind, guild.id, parent_id, position)
        self.channels[channel.id] = channel
        return channel

    def invite_bot(self, granted: int) -> None:
        """Give the bot's own role the permissions that an invitation asks for."""
        self.roles[ids.BOT_ROLE_ID] = dataclasses.replace(self.roles[ids.BOT_ROLE_ID], permissions=granted)

    def add_person(self, user: User) -> None:
        """Add a person, and the direct message channel between them and the bot."""
        user.roles = [ids.MEMBER_ROLE_ID]
        self.users[user.id] = user
        number = str(int(user.id) + _DM_OFFSET)
        self.channels[number] = Channel(number, f"@{user.username}", DM, None, members={user.id, self.bot.id})

    def private_channel(self, user: User) -> Channel:
        """Return the direct message channel of a person and the bot."""
        return self.channels[str(int(user.id) + _DM_OFFSET)]

    def takes_direct_messages(self, place: Channel) -> bool:
        """Return whether the bot may write a direct message.

        The person must accept messages from members of their servers. The person must also share a server with the
        bot, or have added the application to their account.
        """
        users = [self.users[one] for one in place.members if one != self.bot.id]
        return all(user.takes_messages and self.knows_bot(user) for user in users)

    def knows_bot(self, user: User) -> bool:
        """Return whether a person shares a server with the bot, or has added the application to their account."""
        return user.installed or bool(self.guilds.keys() - self.bot.absent - user.absent)

    @property
    def owner(self) -> User:
        """The owner of the servers."""
        return self.users[ids.USER_IDS[0]]

    @property
    def people(self) -> list[User]:
        """All users except the bot."""
        return [user for user in self.users.values() if not user.bot]

    def members(self, guild: Guild) -> list[User]:
        """Return the members of a server, the bot included."""
        return [user for user in self.users.values() if guild.id not in user.absent]

    # Look-ups by id or name; they raise ClientError if nothing is found

    def has_user(self, name: str) -> bool:
        """Return whether there is a user with this id or name."""
        return any(name.lower() in {one.id, one.username} for one in (*self.users.values(), self.bot)) or name == "bot"

    def find_user(self, who: object) -> User:
        """Return a user by id or name."""
        text = str(who).lower()
        if text == "bot":
            return self.bot
        names = ((one, {one.id, one.username, (one.global_name or "").lower()}) for one in self.users.values())
        return _first((one for one, known in names if text in known), "user", who)

    def find_channel(self, which: object) -> Channel:
        """Return a channel or thread by id or name; the newest if several have the name."""
        if (channel := self.channels.get(str(which))) is not None:
            return channel
        return _first((one for one in reversed(self.channels.values()) if one.name == which), "channel", which)

    def find_role(self, which: object) -> Role:
        """Return a role by id or name."""
        return _first((one for one in self.roles.values() if which in {one.id, one.name}), "role", which)

    def find_message(self, which: object, user: User | None = None) -> Message:
        """Return a message by id; raises `ClientError` if there is no such message, or if `user` does not see it."""
        message = self.messages.get(str(which))
        if message is None:
            raise ClientError(
                f"There is no message {which!r} (any more).", f"メッセージ {which!r} は（もう）ありません。", 404
            )
        if user is not None and not self.sees_message(user, message):
            raise ClientError(
                f"{user.global_name} does not see this message.",
                f"{user.global_name} さんにはこのメッセージが見えません。",
            )
        return message

    # Messages

    def add_message(self, message: Message) -> None:
        """Add a message to its channel."""
        self.messages[message.id] = message
        self._by_channel.setdefault(message.channel_id, {})[message.id] = message
        if "nonce" in message.data:
            self._by_nonce[message.channel_id, str(message.data["nonce"])] = message
        channel = self.channels[message.channel_id]
        if message.owner is None:
            channel.last_message_id = message.id
            channel.message_count += 1

    def remove_message(self, message: Message) -> None:
        """Remove a message."""
        self.messages.pop(message.id, None)
        self._by_channel.get(message.channel_id, {}).pop(message.id, None)

    def message_with_nonce(self, channel_id: str, nonce: object) -> Message | None:
        """Return the message sent with this nonce in the last five minutes, or None if there is no such message."""
        message = self._by_nonce.get((channel_id, str(nonce)))
        if message is None or message.id not in self.messages or time.time() - message.sent_at > NONCE_SECONDS:
            return None
        return message

    def channel_messages(self, channel_id: str) -> list[Message]:
        """Return a channel's messages, oldest first, ephemeral ones included."""
        return list(self._by_channel.get(channel_id, {}).values())

    def threads_and_channel(self, channel: Channel) -> list[Channel]:
        """Return a channel's threads, followed by the channel itself."""
        return [*(one for one in self.threads() if one.parent_id == channel.id), channel]

    def remove_channel(self, channel: Channel) -> None:
        """Remove a channel with its messages and threads."""
        for one in self.threads_and_channel(channel):
            self.channels.pop(one.id, None)
            for message_id in self._by_channel.pop(one.id, {}):
                self.messages.pop(message_id, None)

    def threads(self) -> Iterator[Channel]:
        """Return all threads."""
        return (channel for channel in self.channels.values() if channel.is_thread)

    def guild_channels(self) -> Iterator[Channel]:
        """Return all channels of servers, without threads."""
        return (one for one in self.channels.values() if not one.is_thread and one.guild_id is not None)

    # Permissions

    def permissions(self, user: User, channel: Channel | None = None) -> int:
        """Return a member's permissions in a channel or thread; without a channel, those that their roles give."""
        if channel is not None and channel.guild_id is None:
            return permissions.PRIVATE if user.id in channel.members else 0
        if user.id == self.owner.id:
            return permissions.ALL
        base = self.roles[ids.GUILD_ID].permissions
        for role_id in user.roles:
            base |= self.roles[role_id].permissions
        overwrites = {} if channel is None else self.permission_holder(channel).overwrites
        of_roles = [overwrites[who][1:] for who in user.roles if who in overwrites]
        layers = [
            *(overwrites[who][1:] for who in ([] if channel is None else [channel.guild_id]) if who in overwrites),
            *((0, deny) for _, deny in of_roles),  # roles' denies come first, because any role's allow overrides them
            *((allow, 0) for allow, _ in of_roles),
            *(overwrites[who][1:] for who in [user.id] if who in overwrites),
        ]
        found = permissions.apply_overwrites(base, layers)
        return found & permissions.TIMED_OUT if user.is_timed_out and found != permissions.ALL else found

    def permission_holder(self, channel: Channel) -> Channel:
        """Return the channel that holds the permission overwrites: for a thread its parent."""
        return self.channels.get(channel.parent_id or "", channel) if channel.is_thread else channel

    def may_read(self, user: User, channel: Channel) -> bool:
        """Return whether a member may read a channel that they see: voice and stage channels need Connect."""
        return channel.type not in VOCAL or self.may(user, channel, "connect")

    def may(self, user: User, channel: Channel, *names: str) -> bool:
        """Return whether a member has all of these permissions in a channel or thread."""
        wanted = permissions.bits(names)
        return self.permissions(user, channel) & wanted == wanted

    def may_write(self, user: User, channel: Channel) -> bool:
        """Return whether a member may send messages to a channel or thread."""
        return self.may(user, channel, "send_messages_in_threads" if channel.is_thread else "send_messages")

    def may_act(self, user: User, channel: Channel) -> bool:
        """Return whether a member may act in a channel that they see; a time-out forbids it to all but managers."""
        return channel.guild_id is None or not user.is_timed_out or self.may(user, channel, "administrator")

    def enter_slow_mode(self, user: User, channel: Channel) -> float:
        """Let a member act in a channel with slow mode, and return 0; or return for how many seconds they must wait."""
        if self.may(user, channel, "manage_messages") or self.may(user, channel, "manage_channels"):
            return 0.0
        key, now = (channel.id, user.id), time.monotonic()
        if (left := self._acted_at.get(key, -math.inf) + channel.slow_mode - now) > 0:
            return left
        self._acted_at[key] = now
        return 0.0

    def is_locked_for(self, user: User, channel: Channel) -> bool:
        """Return whether this is a locked thread and the member may not manage threads."""
        return channel.locked and not self.may(user, channel, "manage_threads")

    def usable_commands(self, user: User) -> list[Json]:
        """Return the commands whose default permissions let this member use them."""
        owned = self.permissions(user)
        found = []
        for command in self.commands:
            needed = command["default_member_permissions"]
            wanted = 0 if needed is None else int(needed) or permissions.BITS["administrator"]
            if owned & wanted == wanted:
                found.append(command)
        return found

    def sees(self, user: User, channel: Channel) -> bool:
        """Return whether a member sees a channel or thread; private threads need membership or Manage Threads.

        A category is also seen by those who see one of its channels.
        """
        if channel.type == CATEGORY and any(
            self.sees(user, one) for one in self.guild_channels() if one.parent_id == channel.id
        ):
            return True
        if channel.guild_id in user.absent or not self.may(user, channel, "view_channel"):
            return False
        return channel.type != PRIVATE_THREAD or user.id in channel.members or self.may(user, channel, "manage_threads")

    def sees_message(self, user: User, message: Message) -> bool:
        """Return whether a member sees a message."""
        channel = self.channels.get(message.channel_id)
        if channel is None or message.dismissed or message.owner not in {None, user.id}:
            return False
        return self.sees(user, channel)


def _first(found: Iterator[_Named], what: str, which: object) -> _Named:
    for one in found:
        return one
    raise ClientError(f"There is no {what} {which!r}.", f"{which!r} は見つかりません。", 404)
