"""REST: scheduled events of a server, of the type EXTERNAL, the only type without a channel.

Source: Discord's documentation, "Guild Scheduled Event" with its "System limitations". The local Discord
accepts events that repeat each week or every other week, and refuses other frequencies.
"""

from datetime import UTC, datetime

from local_discord.actions import announce
from local_discord.checks import errors, permissions
from local_discord.checks.form import Form, Path
from local_discord.rest import access
from local_discord.rest.requests import Call, Route
from local_discord.wire import Json
from local_discord.world import ids, scheduled_events
from local_discord.world.scheduled_events import WEEKLY

MOST = 100
"""Greatest number of events of a server that have not ended."""
SCHEDULED = 1
"""Status of an event that has not begun."""
_TIMES = ("scheduled_start_time", "scheduled_end_time")
_UNSUPPORTED = ("end", "count", "by_year_day", "by_n_weekday", "by_month", "by_month_day")
"""Fields that an application cannot set, at least not for a weekly event. They are null in answers."""


def _require_events(call: Call) -> None:
    world = call.discord.world
    needed = permissions.bits(["create_events"])
    if world.permissions(world.bot) & needed != needed:
        raise errors.missing_permissions()


def _create(call: Call) -> object:
    guild, world, body = access.guild(call), call.discord.world, call.body
    _require_events(call)
    rule = body.get("recurrence_rule")
    with Form() as form:
        form.text(("name",), body.get("name"), 1, 100)
        form.text(("description",), body.get("description"), 0, 1000)
        form.choice(("privacy_level",), body.get("privacy_level"), (2,))
        form.choice(("entity_type",), body.get("entity_type"), (3,))
        form.text(("entity_metadata", "location"), (body.get("entity_metadata") or {}).get("location"), 1, 100)
        _check_times(form, body, rule)
    if len(scheduled_events.of_guild(world.scheduled_events.values(), guild.id)) >= MOST:
        raise errors.too_many_scheduled_events()
    event = {
        "id": ids.snowflake(),
        "guild_id": guild.id,
        "channel_id": None,
        "creator_id": world.bot.id,
        "name": body["name"],
        "description": body.get("description"),
        "image": None,
        "scheduled_start_time": body["scheduled_start_time"],
        "scheduled_end_time": body["scheduled_end_time"],
        "privacy_level": 2,
        "status": 1,
        "entity_type": 3,
        "entity_id": None,
        "entity_metadata": body["entity_metadata"],
        "recurrence_rule": None if rule is None else {**dict.fromkeys(_UNSUPPORTED), **rule},
        "guild_scheduled_event_exceptions": [],
        "creator": world.bot.payload(),
    }
    world.scheduled_events[event["id"]] = event
    announce.scheduled_events(call.discord)
    return event


def _check_times(form: Form, body: Json, rule: object) -> None:
    """Check the start, the end and the recurrence rule of an event."""
    begins, ends = (_time(form, (key,), body) for key in ("scheduled_start_time", "scheduled_end_time"))
    if begins is not None and begins <= datetime.fromtimestamp(ids.now(), UTC):
        form.add(("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule in the past.")
    if begins is not None and ends is not None and ends <= begins:
        form.add(("scheduled_end_time",), "GUILD_SCHEDULED_EVENT_END_BEFORE_START", "Cannot end before its start.")
    if rule is not None:
        _check_rule(form, rule, begins)


def _check_rule(form: Form, rule: object, begins: datetime | None) -> None:
    """Check the recurrence rule of an event; `begins` is None if the event's start is missing or malformed."""
    if not isinstance(rule, dict):
        form.add(("recurrence_rule",), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        return
    for key in _UNSUPPORTED:
        if rule.get(key) is not None:
            code, message = "GUILD_SCHEDULED_EVENT_INVALID_RECURRENCE", "This field is not supported for this event."
            form.add(("recurrence_rule", key), code, message)
    form.choice(("recurrence_rule", "frequency"), rule.get("frequency"), (WEEKLY,))
    form.choice(("recurrence_rule", "interval"), rule.get("interval"), (1, 2))
    starts = _time(form, ("recurrence_rule", "start"), rule)
    if starts is not None and begins is not None and starts != begins:
        message = "Must be the start of the event."
        form.add(("recurrence_rule", "start"), "GUILD_SCHEDULED_EVENT_INVALID_RECURRENCE", message)
    path: Path = ("recurrence_rule", "by_weekday")
    days = form.listing(path, rule.get("by_weekday"), 1, 1)
    for place, day in enumerate(days):
        form.choice((*path, place), day, range(7))
    if starts is not None and len(days) == 1 and days[0] in range(7) and days[0] != starts.astimezone(UTC).weekday():
        form.add(path, "GUILD_SCHEDULED_EVENT_INVALID_RECURRENCE", "Must be the weekday of the start, in UTC.")


def _time(form: Form, path: Path, body: Json) -> datetime | None:
    """Return the time in a required field; None, with a finding in `form`, if it is missing or malformed.

    A time without an offset is in UTC.
    """
    value = body.get(str(path[-1]))
    if value is None:
        form.required(path)
        return None
    try:
        time = datetime.fromisoformat(str(value))
    except ValueError:
        form.add(path, "DATE_TIME_PARSE", "Could not parse the date.")
        return None
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def _list(call: Call) -> object:
    return scheduled_events.of_guild(call.discord.world.scheduled_events.values(), access.guild(call).id)


def _event(call: Call) -> Json:
    """Return an event with the times of its present or next occurrence; an event that has ended is unknown."""
    every = scheduled_events.of_guild(call.discord.world.scheduled_events.values(), access.guild(call).id)
    found = next((one for one in every if one["id"] == call.params["guild_scheduled_event_id"]), None)
    if found is None:
        raise errors.unknown_scheduled_event()
    return found


def _edit(call: Call) -> object:
    """Move an event. The local Discord accepts no other changes; an event that has begun keeps its start."""
    _require_events(call)
    event = _event(call)
    changed = {key: call.body[key] for key in (*_TIMES, "recurrence_rule") if key in call.body}
    moved = event | changed
    with Form() as form:
        for key in call.body.keys() - changed.keys():
            form.add((key,), "LOCAL_DISCORD", "This field cannot be changed.")
        if event["status"] != SCHEDULED and "scheduled_start_time" in changed:
            form.add(("scheduled_start_time",), "GUILD_SCHEDULED_EVENT_ACTIVE", "The event has begun.")
        _check_times(form, moved, moved["recurrence_rule"])
    if moved["recurrence_rule"] is not None:
        moved["recurrence_rule"] = {**dict.fromkeys(_UNSUPPORTED), **moved["recurrence_rule"]}
    call.discord.world.scheduled_events[event["id"]] = moved
    announce.scheduled_events(call.discord)
    return moved


def _delete(call: Call) -> object:
    _require_events(call)
    del call.discord.world.scheduled_events[_event(call)["id"]]
    announce.scheduled_events(call.discord)
    return None


_ALL = "/guilds/{guild_id}/scheduled-events"
_ONE = f"{_ALL}/{{guild_scheduled_event_id}}"
ROUTES = [
    Route("POST", _ALL, "event create", _create),
    Route("GET", _ALL, "event list", _list),
    Route("GET", _ONE, "event get", _event),
    Route("PATCH", _ONE, "event edit", _edit),
    Route("DELETE", _ONE, "event delete", _delete, status=204),
]
