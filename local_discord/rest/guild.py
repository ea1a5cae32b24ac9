"""REST: the bot itself, servers, members, direct messages."""

from local_discord.checks import errors
from local_discord.rest import access
from local_discord.rest.requests import Call, Route
from local_discord.world import payloads


def _me(call: Call) -> object:
    return {**call.discord.world.bot.payload(), "verified": True}


def _gateway(call: Call) -> object:
    return {"url": call.discord.files.gateway_url}


def _gateway_of_bot(call: Call) -> object:
    settings = call.discord.settings
    start = {
        "total": settings.session_starts,
        "remaining": call.discord.hub.session_starts_left(settings),
        "reset_after": round(settings.starts_reset_seconds * 1000),
        "max_concurrency": settings.max_concurrency,
    }
    return {"url": call.discord.files.gateway_url, "shards": settings.shards, "session_start_limit": start}


def _user(call: Call) -> object:
    user = call.discord.world.users.get(call.params["user_id"])
    if user is None:
        raise errors.unknown_user()
    return user.payload()


def _open_private(call: Call) -> object:
    world, settings = call.discord.world, call.discord.settings
    call.discord.limits.check_opening(settings.openings, settings.opening_seconds)
    user = world.users.get(str(call.body.get("recipient_id")))
    place = world.private_channel(user) if user is not None and not user.bot else None
    if user is None or place is None:
        raise errors.invalid_recipient()
    return {**place.payload(), "recipients": [user.payload()]}


def _guild(call: Call) -> object:
    return payloads.guild(call.discord.world, access.guild(call))


def _channels(call: Call) -> object:
    """Return the channels of a server that the bot sees, without threads."""
    guild, world = access.guild(call), call.discord.world
    here = [one for one in world.guild_channels() if one.guild_id == guild.id]
    return [one.payload() for one in here if world.sees(world.bot, one)]


def _member(call: Call) -> object:
    guild = access.guild(call)
    user = call.discord.world.users.get(call.params["user_id"])
    if user is None or guild.id in user.absent:
        raise errors.unknown_member()
    return user.member()


ROUTES = [
    Route("GET", "/users/@me", "me", _me),
    Route("POST", "/users/@me/channels", "dm open", _open_private),
    Route("GET", "/users/{user_id}", "user get", _user),
    Route("GET", "/gateway", "gateway get", _gateway, authorised=False),
    Route("GET", "/gateway/bot", "gateway get", _gateway_of_bot),
    Route("GET", "/guilds/{guild_id}", "guild get", _guild),
    Route("GET", "/guilds/{guild_id}/channels", "channels list", _channels),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", "member get", _member),
]
