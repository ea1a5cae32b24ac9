"""Creates, finds, moves and deletes scheduled events of a server. An event may repeat each week.

discord.py has no field for the repetition, neither in its requests nor in its objects, so the requests are raw.

Source: https://discord.com/developers/docs/resources/guild-scheduled-event
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import discord
from discord.http import Route

from host.time_zones import clock, time_zone
from show.text.page import Json

NAME_LIMIT: Final = 100
"""Discord's limit of characters of an event's name and of its location."""
_WEEK: Final = timedelta(weeks=1)
_WEEKLY: Final = 2
"""Discord's number for the frequency of an event that repeats weekly."""
_SCHEDULED: Final = 1
"""Discord's status of an event whose next occurrence has not begun."""
_EXTERNAL: Final = 3
"""Discord's type of an event outside of voice and stage channels."""
_GUILD_ONLY: Final = 2
"""Discord's only privacy level."""


@dataclass(frozen=True, slots=True)
class NewEvent:
    """A scheduled event that is to be created."""

    name: str
    about: str
    location: str
    starts_at: int
    """The beginning in unix seconds."""
    minutes: int
    weekly: bool = False
    """Whether the event repeats each week."""


def event_json(event: NewEvent) -> Json:
    """Return the body of the request that creates an event."""
    begins = datetime.fromtimestamp(event.starts_at, UTC)
    body: Json = {
        "name": event.name[:NAME_LIMIT],
        "description": event.about,
        "scheduled_start_time": begins.isoformat(),
        "scheduled_end_time": (begins + timedelta(minutes=event.minutes)).isoformat(),
        "entity_type": _EXTERNAL,
        "privacy_level": _GUILD_ONLY,
        "entity_metadata": {"location": event.location[:NAME_LIMIT]},
    }
    return body | {"recurrence_rule": weekly_rule(begins)} if event.weekly else body


def weekly_rule(begins: datetime) -> Json:
    """Return Discord's recurrence rule of an event that begins at a time in UTC and repeats each week.

    A rule has no time zone: its weekday is the weekday in UTC, from 0 for Monday.
    """
    return {"start": begins.isoformat(), "frequency": _WEEKLY, "interval": 1, "by_weekday": [begins.weekday()]}


async def create_event(client: discord.Client, guild_id: int, event: NewEvent) -> int:
    """Create an event on a server, and return its id."""
    route = Route("POST", "/guilds/{guild_id}/scheduled-events", guild_id=guild_id)
    made: Any = await client.http.request(route, json=event_json(event))
    return int(made["id"])


async def find_weekly_event(
    client: discord.Client, guild_id: int, location: str, starts_at: int, zones: Mapping[int, ZoneInfo]
) -> int | None:
    """Return the id of the bot's weekly event at a location and at the weekday and time of `starts_at`, or None.

    The weekday and the time are those of a clock in the event's time zone, found in `zones` by the event's id, or in
    UTC if the event has none.
    """
    events: Any = await client.http.get_scheduled_events(guild_id, with_user_count=False)
    own_id = client.user.id if client.user else 0
    for event in events:
        is_own = event.get("creator_id") == str(own_id)
        is_here = (event.get("entity_metadata") or {}).get("location") == location[:NAME_LIMIT]
        if not (is_weekly(event) and is_own and is_here):
            continue
        # Discord gives the start of the present or next occurrence, which may be weeks away from `starts_at`.
        zone = zones.get(int(event["id"]), time_zone("UTC"))
        if not (clock(starts_at, zone) - clock(start_of(event), zone)) % _WEEK:
            return int(event["id"])
    return None


async def fetch_event(client: discord.Client, guild_id: int, event_id: int) -> Json:
    """Return an event with the times of its present or next occurrence."""
    event: Any = await client.http.get_scheduled_event(guild_id, event_id, with_user_count=False)
    return dict(event)


def start_of(event: Json) -> int:
    """Return the start of an event's present or next occurrence in unix seconds."""
    return int(datetime.fromisoformat(event["scheduled_start_time"]).timestamp())


def is_ahead(event: Json) -> bool:
    """Return whether no occurrence is going on; Discord moves no event that has begun."""
    return bool(event["status"] == _SCHEDULED)


def is_weekly(event: Json) -> bool:
    """Return whether an event repeats each week."""
    rule = event.get("recurrence_rule") or {}
    return (rule.get("frequency"), rule.get("interval")) == (_WEEKLY, 1)


async def move_weekly_event(client: discord.Client, event: Json, starts_at: int) -> None:
    """Move a weekly event, with all its later occurrences, so that its next one begins at `starts_at`."""
    begins = datetime.fromtimestamp(starts_at, UTC)
    ends = datetime.fromisoformat(event["scheduled_end_time"]) + timedelta(seconds=starts_at - start_of(event))
    body = {
        "scheduled_start_time": begins.isoformat(),
        "scheduled_end_time": ends.isoformat(),
        "recurrence_rule": weekly_rule(begins),
    }
    path = "/guilds/{guild_id}/scheduled-events/{event_id}"
    await client.http.request(Route("PATCH", path, guild_id=event["guild_id"], event_id=event["id"]), json=body)


async def delete_event(client: discord.Client, guild_id: int, event_id: int) -> None:
    """Delete an event; an event that repeats is deleted with all its occurrences."""
    await client.http.delete_scheduled_event(guild_id, event_id)
