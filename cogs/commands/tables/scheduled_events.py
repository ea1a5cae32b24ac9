"""Creates, finds and deletes scheduled events of a server. An event may repeat each week.

discord.py has no field for the repetition, neither in its requests nor in its objects, so the requests are raw.

Source: https://discord.com/developers/docs/resources/guild-scheduled-event
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import discord
from discord.http import Route

from show.text.page import Json

NAME_LIMIT: Final = 100
"""Discord's limit of characters of an event's name and of its location."""
_WEEK: Final = timedelta(weeks=1)
_WEEKLY: Final = 2
"""Discord's number for the frequency of an event that repeats weekly."""
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


async def find_weekly_event(client: discord.Client, guild_id: int, location: str, starts_at: int) -> int | None:
    """Return the id of the bot's weekly event at a location and at the weekday and time of `starts_at`, or None."""
    events: Any = await client.http.get_scheduled_events(guild_id, with_user_count=False)
    own_id = client.user.id if client.user else 0
    wanted = datetime.fromtimestamp(starts_at, UTC)
    for event in events:
        rule, metadata = event.get("recurrence_rule") or {}, event.get("entity_metadata") or {}
        is_weekly = (rule.get("frequency"), rule.get("interval")) == (_WEEKLY, 1)
        is_own, is_here = event.get("creator_id") == str(own_id), metadata.get("location") == location[:NAME_LIMIT]
        if not (is_weekly and is_own and is_here):
            continue
        # Discord gives the start of the present or next occurrence, which may be weeks away from `starts_at`.
        if not (wanted - datetime.fromisoformat(event["scheduled_start_time"])) % _WEEK:
            return int(event["id"])
    return None


async def delete_event(client: discord.Client, guild_id: int, event_id: int) -> None:
    """Delete an event; an event that repeats is deleted with all its occurrences."""
    await client.http.delete_scheduled_event(guild_id, event_id)
