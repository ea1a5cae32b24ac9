"""REST: the bot itself, servers, members, direct messages."""

from datetime import UTC, datetime

from local_discord.checks import errors, permissions
from local_discord.checks.form import Form
from local_discord.rest import access
from local_discord.rest.requests import Call, Route
from local_discord.wire import Json
from local_discord.world import ids, payloads

_DAY_MS = 86_400_000


def _me(call: Call) -> object:
    return {**call.discord.world.bot.payload(), "verified": True}


def _gateway(call: Call) -> object:
    settings = call.discord.settings
    start = {
        "total": settings.session_starts,
        "remaining": max(0, settings.session_starts - call.discord.hub.identifies),
        "reset_after": _DAY_MS,
        "max_concurrency": settings.max_concurrency,
    }
    return {"url": call.discord.files.gateway_url, "shards": settings.shards, "session_start_limit": start}


def _user(call: Call) -> object:
    user = call.discord.world.users.get(call.params["user_id"])
    if user is None:
        raise errors.unknown_user()
    return user.payload()


def _open_private(call: Call) -> object:
    world = call.discord.world
    user = world.users.get(str(call.body.get("recipient_id")))
    place = world.private_channel(user) if user is not None and not user.bot else None
    if user is None or place is None:
        raise errors.invalid_recipient()
    return {**place.payload(), "recipients": [user.payload()]}


def _guild(call: Call) -> object:
    return payloads.guild(call.discord.world, access.guild(call))


def _member(call: Call) -> object:
    guild = access.guild(call)
    user = call.discord.world.users.get(call.params["user_id"])
    if user is None or guild.id in user.absent:
        raise errors.unknown_member()
    return user.member()


def _require_events(call: Call) -> None:
    world = call.discord.world
    needed = permissions.bits(["create_events"])
    if world.permissions(world.bot) & needed != needed:
        raise errors.missing_permissions()


def _create_event(call: Call) -> object:
    """Create a scheduled event of the type EXTERNAL, the only type without a channel.

    Source: Discord's documentation, "Guild Scheduled Event".
    """
    guild, world, body = access.guild(call), call.discord.world, call.body
    _require_events(call)
    with Form() as form:
        form.text(("name",), body.get("name"), 1, 100)
        form.text(("description",), body.get("description"), 0, 1000)
        form.choice(("privacy_level",), body.get("privacy_level"), (2,))
        form.choice(("entity_type",), body.get("entity_type"), (3,))
        form.text(("entity_metadata", "location"), (body.get("entity_metadata") or {}).get("location"), 1, 100)
        begins, ends = (_time(form, key, body) for key in ("scheduled_start_time", "scheduled_end_time"))
        if begins is not None and begins <= datetime.now(UTC):
            form.add(("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule in the past.")
        if begins is not None and ends is not None and ends <= begins:
            form.add(("scheduled_end_time",), "GUILD_SCHEDULED_EVENT_END_BEFORE_START", "Cannot end before its start.")
    event = {
        "id": ids.snowflake(),
        "guild_id": guild.id,
        "channel_id": None,
        "creator_id": world.bot.id,
        "name": body["name"],
        "description": body.get("description"),
        "scheduled_start_time": body["scheduled_start_time"],
        "scheduled_end_time": body["scheduled_end_time"],
        "privacy_level": 2,
        "status": 1,
        "entity_type": 3,
        "entity_id": None,
        "entity_metadata": body["entity_metadata"],
        "creator": world.bot.payload(),
    }
    world.scheduled_events[event["id"]] = event
    return event


def _time(form: Form, key: str, body: Json) -> datetime | None:
    """Return the time in a required field; None, with a finding in `form`, if it is missing or malformed."""
    try:
        return datetime.fromisoformat(str(body[key]))
    except KeyError:
        form.required((key,))
    except ValueError:
        form.add((key,), "DATE_TIME_PARSE", "Could not parse the date.")
    return None


def _event(call: Call) -> Json:
    guild = access.guild(call)
    event = call.discord.world.scheduled_events.get(call.params["guild_scheduled_event_id"])
    if event is None or event["guild_id"] != guild.id:
        raise errors.unknown_scheduled_event()
    return event


def _delete_event(call: Call) -> object:
    _require_events(call)
    del call.discord.world.scheduled_events[_event(call)["id"]]
    return None


ROUTES = [
    Route("GET", "/users/@me", "me", _me),
    Route("POST", "/users/@me/channels", "dm open", _open_private),
    Route("GET", "/users/{user_id}", "user get", _user),
    Route("GET", "/gateway/bot", "gateway get", _gateway),
    Route("GET", "/guilds/{guild_id}", "guild get", _guild),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", "member get", _member),
    Route("POST", "/guilds/{guild_id}/scheduled-events", "event create", _create_event),
    Route("GET", "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}", "event get", _event),
    Route(
        "DELETE",
        "/guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}",
        "event delete",
        _delete_event,
        status=204,
    ),
]
