"""The world's state: one guild, its people, channels and messages; in memory only."""

from __future__ import annotations

from collections.abc import Iterator

from local_discord.checks import permissions
from local_discord.checks.errors import ClientError
from local_discord.world import ids
from local_discord.world.model import PRIVATE_THREAD, TEXT, Channel, Emoji, Json, Message, User

_PEOPLE = (("Aki", 0xD9480F), ("Ben", 0x1971C2), ("Chie", 0x2F9E44), ("Dai", 0x7048E8))
_CHANNELS = ("table-talk", "card-room")


class World:
    """Everything that exists. Changing it here announces nothing; that is the callers' part."""

    def __init__(self) -> None:
        self.guild_name = "Card Club"
        self.preferred_locale = "en-US"
        self.emojis: dict[str, Emoji] = {}
        self.bot = User(ids.APPLICATION_ID, "ichiza", 0x5C7CFA, "Ichiza", bot=True, roles=[ids.BOT_ROLE_ID])
        self.users: dict[str, User] = {}
        self.channels: dict[str, Channel] = {}
        self.messages: dict[str, Message] = {}
        self._by_channel: dict[str, dict[str, Message]] = {}
        self.reset()

    def reset(self) -> None:
        """Make people, channels and messages as they were at the start."""
        self.preferred_locale = "en-US"
        self.users = {self.bot.id: self.bot}
        for user_id, (name, colour) in zip(ids.USER_IDS, _PEOPLE, strict=True):
            self.users[user_id] = User(user_id, name.lower(), colour, name)
        self.channels = {
            channel_id: Channel(channel_id, name, position=position)
            for position, (channel_id, name) in enumerate(zip(ids.CHANNEL_IDS, _CHANNELS, strict=True))
        }
        self.messages = {}
        self._by_channel = {}

    @property
    def owner(self) -> User:
        """The guild's owner."""
        return self.users[ids.USER_IDS[0]]

    @property
    def people(self) -> list[User]:
        """Everybody but the bot."""
        return [user for user in self.users.values() if not user.bot]

    @property
    def members(self) -> list[User]:
        """Everybody in the guild, the bot included."""
        return [user for user in self.users.values() if user.present]

    def member(self, user_id: str) -> User | None:
        """The member of this id, or None."""
        user = self.users.get(user_id)
        return user if user is not None and user.present else None

    def find_user(self, who: object) -> User:
        """A user by id or name.

        Raises:
            ClientError: there is none.
        """
        text = str(who).lower()
        if text == "bot":
            return self.bot
        for user in self.users.values():
            if text in {user.id, user.username, (user.global_name or "").lower()}:
                return user
        raise ClientError(f"There is no user {who!r}.", 404)

    def find_channel(self, which: object) -> Channel:
        """A channel or thread by id or name (of equal names the newest).

        Raises:
            ClientError: there is none.
        """
        if (channel := self.channels.get(str(which))) is not None:
            return channel
        for candidate in reversed(self.channels.values()):
            if candidate.name == which:
                return candidate
        raise ClientError(f"There is no channel {which!r}.", 404)

    def find_message(self, which: object) -> Message:
        """A message by id.

        Raises:
            ClientError: there is none.
        """
        message = self.messages.get(str(which))
        if message is None:
            raise ClientError(f"There is no message {which!r} (any more).", 404)
        return message

    # Messages

    def add_message(self, message: Message) -> None:
        """Put a message into its channel."""
        self.messages[message.id] = message
        self._by_channel.setdefault(message.channel_id, {})[message.id] = message
        channel = self.channels[message.channel_id]
        if message.owner is None:
            channel.last_message_id = message.id
            channel.message_count += 1

    def remove_message(self, message: Message) -> None:
        """Take a message away."""
        self.messages.pop(message.id, None)
        self._by_channel.get(message.channel_id, {}).pop(message.id, None)

    def channel_messages(self, channel_id: str) -> list[Message]:
        """A channel's messages, oldest first, ephemeral ones included."""
        return list(self._by_channel.get(channel_id, {}).values())

    def remove_channel(self, channel: Channel) -> list[Channel]:
        """Take a channel with its messages and threads away; gives all channels that went, threads first."""
        gone = [one for one in self.channels.values() if one.parent_id == channel.id]
        gone.append(channel)
        for one in gone:
            self.channels.pop(one.id, None)
            for message_id in self._by_channel.pop(one.id, {}):
                self.messages.pop(message_id, None)
        return gone

    def threads(self) -> Iterator[Channel]:
        """All threads."""
        return (channel for channel in self.channels.values() if channel.is_thread)

    def text_channels(self) -> Iterator[Channel]:
        """All channels that are no threads."""
        return (channel for channel in self.channels.values() if channel.type == TEXT)

    # Permissions

    def roles(self) -> list[Json]:
        """Discord's role objects."""
        return [
            _role(ids.GUILD_ID, "@everyone", 0, permissions.EVERYONE),
            _role(ids.BOT_ROLE_ID, "Ichiza", 1, permissions.BOT_ROLE, {"bot_id": self.bot.id}),
            _role(ids.ADMIN_ROLE_ID, "Administrators", 2, permissions.BITS["administrator"]),
        ]

    def permissions(self, user: User, channel: Channel | None = None) -> int:
        """What a member may do in a channel or thread (None: in the guild at large)."""
        if user.id == self.owner.id:
            return permissions.ALL
        base = permissions.EVERYONE
        if ids.BOT_ROLE_ID in user.roles:
            base |= permissions.BOT_ROLE
        if ids.ADMIN_ROLE_ID in user.roles:
            base |= permissions.BITS["administrator"]
        if channel is None:
            return permissions.overwritten(base, [])
        holder = self.channels.get(channel.parent_id or "", channel) if channel.is_thread else channel
        order = [ids.GUILD_ID, *user.roles, user.id]
        layers = [holder.overwrites[who][1:] for who in order if who in holder.overwrites]
        return permissions.overwritten(base, layers)

    def may(self, user: User, channel: Channel, *names: str) -> bool:
        """Whether a member may do all of this in a channel or thread."""
        return permissions.has(self.permissions(user, channel), *names)

    def sees(self, user: User, channel: Channel) -> bool:
        """Whether a member sees a channel or thread; private threads are for those added to them."""
        if not user.present or not self.may(user, channel, "view_channel"):
            return False
        return channel.type != PRIVATE_THREAD or user.id in channel.members or self.may(user, channel, "manage_threads")

    def sees_message(self, user: User, message: Message) -> bool:
        """Whether a member sees a message."""
        channel = self.channels.get(message.channel_id)
        if channel is None or message.dismissed or message.owner not in {None, user.id}:
            return False
        return self.sees(user, channel)


def _role(role_id: str, name: str, position: int, bits: int, tags: Json | None = None) -> Json:
    role: Json = {
        "id": role_id,
        "name": name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": position,
        "permissions": str(bits),
        "managed": tags is not None,
        "mentionable": False,
        "flags": 0,
    }
    if tags is not None:
        role["tags"] = tags
    return role
