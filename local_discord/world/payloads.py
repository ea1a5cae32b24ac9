"""Discord's larger objects, as far as discord.py reads them: guild, application, `resolved`."""

from collections.abc import Iterable

from local_discord.checks import permissions
from local_discord.wire import Json
from local_discord.world import ids
from local_discord.world.model import DM, Channel, Guild, Named, User
from local_discord.world.world import World

HIDDEN_NAME = "___hidden___"
OBFUSCATED = 1 << 17
_KEPT_IF_HIDDEN = ("id", "type", "guild_id", "parent_id", "position")


def guild(world: World, subject: Guild) -> Json:
    """Return a server in the form of GET /guilds/{guild_id}."""
    everyone = {**world.roles[ids.GUILD_ID].payload(), "id": subject.id}
    return {
        "id": subject.id,
        "name": subject.name,
        "icon": None,
        "features": [],
        "owner_id": world.owner.id,
        "verification_level": 0,
        "roles": [everyone, *(role.payload() for role in world.roles.values() if role.id != ids.GUILD_ID)],
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "max_members": 500000,
        "premium_tier": 0,
        "preferred_locale": subject.preferred_locale,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
    }


def guild_create(world: World, subject: Guild, *, all_members: bool) -> Json:
    """Return a server in the form of GUILD_CREATE; without the members intent, `members` has only the bot."""
    bot, members = world.bot, world.members(subject)
    here = [one for one in (*world.guild_channels(), *world.threads()) if one.guild_id == subject.id]
    return {
        **guild(world, subject),
        "joined_at": bot.joined_at,
        "unavailable": False,
        "member_count": len(members),
        "members": [user.member() for user in (members if all_members else [bot])],
        "channels": [gateway_channel(world, one) for one in here if not one.is_thread],
        "threads": [one.payload() for one in here if one.is_thread and not one.archived and world.sees(bot, one)],
    }


def gateway_channel(world: World, channel: Channel) -> Json:
    """Return a channel in the form of gateway events, which hide most of a channel that the bot cannot view.

    Interactions hide nothing, and REST leaves such channels out.

    Source: Discord's documentation, "Channels Resource", Obfuscated Channels.
    """
    whole = channel.payload()
    if channel.is_thread or channel.guild_id is None or world.sees(world.bot, channel):
        return whole
    denied = {"id": channel.guild_id, "type": 0, "allow": "0", "deny": str(permissions.BITS["view_channel"])}
    kept = {key: whole[key] for key in _KEPT_IF_HIDDEN}
    told = {"name": HIDDEN_NAME, "flags": OBFUSCATED, "permission_overwrites": [denied]}
    return {**dict.fromkeys(whole), **kept, **told}


def application(world: World) -> Json:
    """Return the bot's application."""
    return {
        "id": world.bot.id,
        "name": world.bot.global_name,
        "icon": None,
        "description": "",
        "bot": world.bot.payload(),
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "owner": world.owner.payload(),
        "flags": 0,
        **world.application,
    }


def interaction_channel(world: World, channel: Channel, user: User) -> Json:
    """Return the partial channel of an interaction, with the invoking user's permissions."""
    data = channel.payload()
    data.pop("permission_overwrites", None)
    if channel.guild_id is None:
        people = [world.users[one] for one in channel.members - {world.bot.id}]
        data["recipients"] = [one.payload() for one in people if channel.type == DM or one is not user]
    return {**data, "permissions": str(world.permissions(user, channel))}


def resolved(world: World, invoker: User, found: list[Named]) -> Json:
    """Return Discord's `resolved` for the users, channels and roles in `found`, without the field `members`."""
    data: dict[str, Json] = {}
    for one in found:
        if isinstance(one, User):
            data.setdefault("users", {})[one.id] = one.payload()
        elif isinstance(one, Channel):
            data.setdefault("channels", {})[one.id] = interaction_channel(world, one, invoker)
        else:
            data.setdefault("roles", {})[one.id] = one.payload()
    return data


def members(world: World, guild_id: str, users: Iterable[str]) -> Json:
    """Return the `members` of Discord's `resolved`: the given users who are on this server."""
    found = [world.users[one] for one in users if guild_id not in world.users[one].absent]
    return {one.id: {**one.membership(), "permissions": str(world.permissions(one))} for one in found}
