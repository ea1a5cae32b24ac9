"""REST: the bot itself, the guild, its members and roles."""

from __future__ import annotations

from local_discord.checks import errors
from local_discord.rest import access
from local_discord.rest.requests import Call, Route
from local_discord.world import payloads
from local_discord.world.model import User


def _me(call: Call) -> object:
    return {**call.discord.world.bot.payload(), "email": None, "mfa_enabled": True, "verified": True, "locale": "en-US"}


def _application(call: Call) -> object:
    return payloads.application(call.discord.world)


def _gateway(call: Call) -> object:
    return {"url": call.discord.files.base_url.replace("http", "ws", 1) + "/gateway"}


def _gateway_bot(call: Call) -> object:
    url = call.discord.files.base_url.replace("http", "ws", 1) + "/gateway"
    start = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return {"url": url, "shards": 1, "session_start_limit": start}


def _my_guilds(call: Call) -> object:
    world = call.discord.world
    guild = {key: value for key, value in payloads.guild(world).items() if key in {"id", "name", "icon", "features"}}
    return [{**guild, "banner": None, "owner": False, "permissions": str(world.permissions(world.bot))}]


def _user(call: Call) -> object:
    user = call.discord.world.users.get(call.params["user_id"])
    if user is None:
        raise errors.unknown_user()
    return user.payload()


def _guild(call: Call) -> object:
    access.guild(call)
    data = payloads.guild(call.discord.world)
    if call.query.get("with_counts") in {"1", "true", "True"}:
        count = len(call.discord.world.members)
        data |= {"approximate_member_count": count, "approximate_presence_count": count}
    return data


def _member_of(call: Call) -> User:
    access.guild(call)
    user = call.discord.world.member(call.params["user_id"])
    if user is None:
        raise errors.unknown_member()
    return user


def _member(call: Call) -> object:
    return payloads.full_member(_member_of(call))


def _members(call: Call) -> object:
    access.guild(call)
    after = int(call.query.get("after") or 0)
    limit = int(call.query.get("limit") or 1)
    members = sorted(call.discord.world.members, key=lambda user: int(user.id))
    return [payloads.full_member(user) for user in members if int(user.id) > after][:limit]


def _search(call: Call) -> object:
    access.guild(call)
    query = call.query.get("query", "").lower()
    found = [one for one in call.discord.world.members if f"{one.nick or one.username}".lower().startswith(query)]
    return [payloads.full_member(user) for user in found][: int(call.query.get("limit") or 1)]


def _roles(call: Call) -> object:
    access.guild(call)
    return call.discord.world.roles()


_GUILD = "/guilds/{guild_id}"

ROUTES = [
    Route("GET", "/users/@me", "me", _me),
    Route("GET", "/users/@me/guilds", "me", _my_guilds),
    Route("GET", "/users/{user_id}", "user get", _user),
    Route("GET", "/oauth2/applications/@me", "application", _application),
    Route("GET", "/applications/@me", "application", _application),
    Route("GET", "/gateway", "gateway get", _gateway, authorised=False),
    Route("GET", "/gateway/bot", "gateway get", _gateway_bot),
    Route("GET", _GUILD, "guild get", _guild),
    Route("GET", _GUILD + "/members", "members list", _members),
    Route("GET", _GUILD + "/members/search", "members list", _search),
    Route("GET", _GUILD + "/members/{user_id}", "member get", _member),
    Route("GET", _GUILD + "/roles", "roles list", _roles),
]
