"""Discord's larger objects: guild, application, partial channels of interactions."""

from __future__ import annotations

from local_discord.world import ids
from local_discord.world.model import Channel, Json, User
from local_discord.world.world import World


def guild(world: World) -> Json:
    """The guild as GET /guilds/{guild_id} answers it."""
    return {
        "id": ids.GUILD_ID,
        "name": world.guild_name,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "owner_id": world.owner.id,
        "application_id": None,
        "region": "local",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": world.roles(),
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500000,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": world.preferred_locale,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "incidents_data": None,
        "emojis": [],
        "stickers": [],
    }


def guild_create(world: World, *, all_members: bool) -> Json:
    """The guild as GUILD_CREATE carries it; without the members intent only the bot itself is in `members`."""
    bot = world.bot
    members = world.members if all_members else [bot]
    threads = [thread for thread in world.threads() if not thread.archived and world.sees(bot, thread)]
    return {
        **guild(world),
        "joined_at": bot.joined_at,
        "large": False,
        "unavailable": False,
        "member_count": len(world.members),
        "members": [full_member(user) for user in members],
        "channels": [channel.payload() for channel in world.text_channels()],
        "threads": [thread_for_bot(thread, bot) for thread in threads],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def full_member(user: User) -> Json:
    """A member with their user."""
    return {**user.member(), "user": user.payload()}


def thread_for_bot(thread: Channel, bot: User) -> Json:
    """A thread as the bot gets it: with its own membership if it has joined."""
    data = thread.payload()
    if bot.id in thread.members:
        data["member"] = thread.thread_member(bot.id)
    return data


def application(world: World) -> Json:
    """The bot's application."""
    bot = world.bot
    owner = world.owner
    return {
        "id": bot.id,
        "name": bot.global_name,
        "icon": None,
        "description": "",
        "type": None,
        "summary": "",
        "bot": bot.payload(),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "owner": owner.payload(),
        "team": None,
        "flags": 0,
        "hook": True,
        "tags": [],
        "rpc_origins": [],
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "integration_types_config": {"0": {}},
        "approximate_guild_count": 1,
    }


def interaction_channel(world: World, channel: Channel, user: User) -> Json:
    """The partial channel of an interaction: with the invoking user's permissions."""
    data = channel.payload()
    data.pop("permission_overwrites", None)
    return {**data, "permissions": str(world.permissions(user, channel))}


def resolved(world: World, users: list[User], channels: list[Channel], invoker: User, roles: list[str]) -> Json:
    """Discord's `resolved`: what the ids in an interaction stand for."""
    data: Json = {}
    if users:
        data["users"] = {user.id: user.payload() for user in users}
        data["members"] = {
            user.id: {**user.member(), "permissions": str(world.permissions(user))} for user in users if user.present
        }
    if channels:
        data["channels"] = {one.id: interaction_channel(world, one, invoker) for one in channels}
    if roles:
        data["roles"] = {role["id"]: role for role in world.roles() if role["id"] in roles}
    return data
