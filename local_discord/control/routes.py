"""The control API: tests change the world and read the log."""

import dataclasses
import time
from collections.abc import Callable

from aiohttp import web

from local_discord.actions import announce, messages, threads
from local_discord.checks import permissions
from local_discord.checks.commands import ENTRY_POINT, registered
from local_discord.checks.errors import ClientError
from local_discord.client.http import answer, get_handler, post_handler, with_error_answers
from local_discord.control import deviations
from local_discord.core import LocalDiscord, discord_of
from local_discord.wire import Json
from local_discord.world import ids
from local_discord.world.model import TEXT, Role, User

_SLOW_MODES = ("rate_limit_per_user", "default_thread_rate_limit_per_user")


def _settings(discord: LocalDiscord, body: Json) -> object:
    wanted = dict(body)
    locale = wanted.pop("preferred_locale", None)
    discord.settings.change(wanted)
    ids.set_clock(discord.settings.clock_offset)
    if locale is not None:
        guild = discord.world.guilds[ids.GUILD_ID]
        guild.preferred_locale = str(locale)
        announce.guild(discord, guild)
    return _all_settings(discord)


def _all_settings(discord: LocalDiscord) -> Json:
    return {**discord.settings.all(), "preferred_locale": discord.world.guilds[ids.GUILD_ID].preferred_locale}


def _limit(discord: LocalDiscord, body: Json) -> None:
    if "global_seconds" in body:
        discord.limits.refuse_all(float(body["global_seconds"]))
    if "limit" in body:
        discord.limits.set_size(body.get("method"), body.get("route"), int(body["limit"]), float(body.get("per", 1)))


def _permissions(discord: LocalDiscord, body: Json) -> object:
    world = discord.world
    which = body.get("channel_id")
    places = list(world.guild_channels()) if which is None else [world.permission_holder(world.find_channel(which))]
    who = str(body.get("who"))
    kind = 1 if who != "everyone" and world.has_user(who) else 0
    named = "" if who == "everyone" else (world.find_user(who) if kind else world.find_role(who)).id
    allow, deny, seen = _bits(body, "allow"), _bits(body, "deny"), announce.seen_by_bot(discord)
    for place in places:
        target = named or str(place.guild_id)
        _, old_allow, old_deny = place.overwrites.get(target, (kind, 0, 0))
        place.overwrites[target] = (kind, (old_allow & ~deny) | allow, (old_deny & ~allow) | deny)
    announced = announce.sight_changes(discord, seen)
    for place in places:
        if place.id not in announced:
            announce.channel(discord, "CHANNEL_UPDATE", place)
    return {"bot": world.permissions(world.bot, places[0])}


def _bits(body: Json, name: str) -> int:
    try:
        return permissions.bits(body.get(name, []))
    except KeyError as unknown:
        raise ClientError(f"There is no permission {unknown}.") from None


def _role(discord: LocalDiscord, body: Json) -> Json:
    """Create a role, change its permissions, give it to members, take it from members, or delete it."""
    world, name = discord.world, str(body.get("role"))
    role = next((one for one in world.roles.values() if name in {one.id, one.name}), None)
    event, seen = "GUILD_ROLE_UPDATE", announce.seen_by_bot(discord)
    if role is None:
        role, event = Role(ids.snowflake(), name, len(world.roles), 0), "GUILD_ROLE_CREATE"
        world.roles[role.id] = role
    if body.get("delete"):
        del world.roles[role.id]
        event = "GUILD_ROLE_DELETE"
    elif "permissions" in body:
        role = world.roles[role.id] = dataclasses.replace(role, permissions=_bits(body, "permissions"))
    elif event == "GUILD_ROLE_UPDATE":
        event = ""
    if event:
        announce.role(discord, event, role)
    for user in [*world.people, world.bot]:
        given = user.id in {world.find_user(one).id for one in body.get("give", [])}
        taken = body.get("delete") or user.id in {world.find_user(one).id for one in body.get("take", [])}
        if (given and role.id not in user.roles) or (taken and role.id in user.roles):
            (user.roles.append if given else user.roles.remove)(role.id)
            for guild in world.guilds.values():
                if guild.id not in user.absent:
                    announce.member(discord, "GUILD_MEMBER_UPDATE", user, guild)
    announce.sight_changes(discord, seen)
    announce.commands(discord)
    return {"id": role.id}


def _user(discord: LocalDiscord, body: Json) -> object:
    user = discord.world.find_user(body.get("user"))
    user.locale = str(body.get("locale", user.locale))
    user.nick = body.get("nick", user.nick)
    user.global_name = body.get("global_name", user.global_name)
    user.takes_messages = bool(body.get("takes_messages", user.takes_messages))
    if "timed_out_seconds" in body:
        user.timed_out_until = time.time() + float(body["timed_out_seconds"])
    if "timed_out_seconds" in body:
        user.timed_out_until = time.time() + float(body["timed_out_seconds"])
    if "administrator" in body:
        user.roles = [ids.MEMBER_ROLE_ID, *([ids.ADMIN_ROLE_ID] if body["administrator"] else [])]
    announce.member(discord, "GUILD_MEMBER_UPDATE", user, discord.world.guilds[ids.GUILD_ID])
    announce.commands(discord)
    return user.public()


def _member(discord: LocalDiscord, body: Json) -> None:
    world, name, present = discord.world, str(body.get("user")), bool(body.get("present"))
    guild = world.guilds[str(body.get("guild_id", ids.GUILD_ID))]
    newcomer = present and not world.has_user(name)
    if newcomer:
        world.add_person(User(ids.snowflake(), name.lower(), 0x868E96, name))
    user = world.find_user(name)
    if user.bot and "permissions" in body:
        world.invite_bot(int(body["permissions"]))
    if user.bot:
        guild.has_app = present or bool(body.get("commands", True))
        discord.hub.to_people("GUILD_UPDATE", guild.public())
    if newcomer or present == (guild.id in user.absent):
        (user.absent.discard if present else user.absent.add)(guild.id)
        announce.member(discord, "GUILD_MEMBER_ADD" if present else "GUILD_MEMBER_REMOVE", user, guild)


def _guild(discord: LocalDiscord, body: Json) -> Json:
    """Create a server, or further channels of a server, and announce them to the bot and the pages."""
    world, names = discord.world, [str(one) for one in body.get("channels", [])]
    if "guild_id" in body:
        guild = world.guilds.get(str(body["guild_id"]))
        if guild is None:
            raise ClientError(f"There is no server {body['guild_id']!r}.", status=404)
        kind, seen = int(body.get("type", TEXT)), announce.seen_by_bot(discord)
        category = world.find_channel(body["parent_id"]) if "parent_id" in body else None
        made = [world.add_channel(guild, name, len(world.channels), kind, category) for name in names]
        for channel in made:
            announce.channel(discord, "CHANNEL_CREATE", channel)
        created = {channel.id for channel in made} & announce.seen_by_bot(discord)
        announce.sight_changes(discord, seen | created)
    else:
        name, locale = str(body.get("name", "Another server")), str(body.get("locale", "en-US"))
        guild = world.add_guild(name, names, locale, bot=bool(body.get("bot", True)))
        made = [one for one in world.guild_channels() if one.guild_id == guild.id]
        if guild.has_app:
            announce.member(discord, "GUILD_MEMBER_ADD", world.bot, guild)
        discord.hub.to_people("GUILD_UPDATE", guild.public())
        for channel in made:
            discord.hub.to_people("CHANNEL_CREATE", channel.public())
    return {"id": guild.id, "channels": [channel.id for channel in made]}


def _message(discord: LocalDiscord, body: Json) -> None:
    message = discord.world.find_message(body.get("message_id"))
    message.sent_at -= float(body.get("age_seconds", 0))
    if body.get("delete"):
        messages.delete(discord, message)


def _channel(discord: LocalDiscord, body: Json) -> None:
    channel = discord.world.find_channel(body.get("channel_id"))
    if body.get("delete"):
        seen = announce.seen_by_bot(discord)
        threads.remove(discord, channel)
        announce.sight_changes(discord, seen)
    elif channel.is_thread and "idle_minutes" in body:
        threads.pass_idle_time(discord, channel, int(body["idle_minutes"]))
    else:
        known = (*_SLOW_MODES, *(("archived", "locked") if channel.is_thread else ()))
        changes = {key: body[key] for key in known if key in body}
        if not changes:
            raise ClientError("Only threads can be archived or locked.")
        threads.change(discord, channel, changes)


def _emoji(discord: LocalDiscord, body: Json) -> None:
    """Delete the application's emojis whose names start with `begins`, as the application's owner could."""
    begins = str(body.get("begins"))
    for emoji in [one for one in discord.world.emojis.values() if one.name.startswith(begins)]:
        del discord.world.emojis[emoji.id]
    announce.emojis(discord)


def _gateway(discord: LocalDiscord, body: Json) -> None:
    for session in list(discord.hub.sessions.values()):
        if session.outbox is None or body.get("shard", session.shard[0]) != session.shard[0]:
            continue
        if "hang" in body:
            session.outbox.hang(bool(body["hang"]))
        if body.get("reconnect"):
            session.outbox.send({"op": 7, "d": None, "s": None, "t": None})
        if "invalid" in body:
            gone = body["invalid"] != "resumable"
            session.outbox.send({"op": 9, "d": not gone, "s": None, "t": None})
            if gone:
                del discord.hub.sessions[session.id]
        if body.get("drop"):
            session.outbox.close(int(body.get("code", 4000)))
            if not body.get("resumable", True):
                del discord.hub.sessions[session.id]
    discord.hub.note_status()


def _gateway_status(discord: LocalDiscord, _: dict[str, str]) -> Json:
    hub = discord.hub
    return {
        "online": hub.online,
        "sessions": len(hub.sessions),
        "shards": sorted(hub.connected),
        "identifies": hub.identifies,
        "too_soon": hub.too_soon,
        "resumes": hub.resumes,
    }


def _ban(discord: LocalDiscord, body: Json) -> None:
    discord.ban.begin(float(body.get("seconds", discord.settings.ban_seconds)))


def _outage(discord: LocalDiscord, body: Json) -> None:
    wanted = str(body.get("guild_id", ids.GUILD_ID))
    if wanted not in discord.world.guilds:
        raise ClientError(f"There is no server {wanted!r}.", status=404)
    announce.outage(discord, discord.world.guilds[wanted], unavailable=bool(body.get("unavailable", True)))


def _application(discord: LocalDiscord, body: Json) -> Json:
    """Change settings of the bot's application, as its operator does; a null removes a setting."""
    discord.world.application |= body
    announce.application(discord)
    return discord.world.application


def _entry_point(discord: LocalDiscord, _: Json) -> None:
    """Add the command that Discord itself gives to applications with an Activity."""
    discord.world.commands.append(registered({"type": ENTRY_POINT, "name": "launch", "handler": 2}, {}))
    announce.commands(discord)


def _expire(discord: LocalDiscord, body: Json) -> None:
    who = body.get("user")
    discord.interactions.expire(None if who is None else discord.world.find_user(who).id)


def _reset(discord: LocalDiscord, _: Json) -> None:
    discord.reset()
    discord.hub.to_people("RESET", {})
    for guild in discord.world.guilds.values():
        announce.guild(discord, guild)


def _requests(discord: LocalDiscord, query: dict[str, str]) -> object:
    since = query.get("since", "0")
    if not since.isdecimal():
        raise ClientError("`since` is the number of a request.")
    return discord.journal.since(int(since), query.get("kind"))


async def _clear_faults(request: web.Request) -> web.StreamResponse:
    discord_of(request).faults.clear()
    return answer({})


_POST: dict[str, Callable[[LocalDiscord, Json], object]] = {
    "settings": _settings,
    "faults": lambda discord, body: {"id": discord.faults.plan(body).id},
    "limits": _limit,
    "permissions": _permissions,
    "role": _role,
    "user": _user,
    "member": _member,
    "guild": _guild,
    "message": _message,
    "channel": _channel,
    "emoji": _emoji,
    "gateway": _gateway,
    "ban": _ban,
    "outage": _outage,
    "deviations": deviations.plan,
    "event": deviations.send_examples,
    "frames": deviations.send_frames,
    "application": _application,
    "entry_point": _entry_point,
    "expire_tokens": _expire,
    "reset": _reset,
    "reset_counts": lambda discord, _: discord.journal.reset_counts(),
}

_GET: dict[str, Callable[[LocalDiscord, dict[str, str]], object]] = {
    "settings": lambda discord, _: _all_settings(discord),
    "faults": lambda discord, _: [dataclasses.asdict(one) for one in discord.faults.planned],
    "requests": _requests,
    "counts": lambda discord, _: discord.journal.counts(),
    "problems": lambda discord, _: list(discord.journal.problems),
    "unknown_routes": lambda discord, _: discord.journal.unknown_routes,
    "gateway": _gateway_status,
    "ban": lambda discord, _: discord.ban.status(discord.settings),
    "deviations": deviations.sent,
    "events": deviations.known_events,
}


def add_routes(app: web.Application) -> None:
    """Register the control API."""
    for name, action in _POST.items():
        app.router.add_post(f"/control/{name}", post_handler(action))
    for name, read in _GET.items():
        app.router.add_get(f"/control/{name}", get_handler(read))
    app.router.add_delete("/control/faults", with_error_answers(_clear_faults))
