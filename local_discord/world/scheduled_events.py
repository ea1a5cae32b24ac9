"""Scheduled events as they are now: ended ones are left out, and repeating ones have their present or next time."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from local_discord.wire import Json
from local_discord.world import ids

WEEKLY = 2
"""Frequency of an event that repeats each week."""


def of_guild(events: Iterable[Json], guild_id: str) -> list[Json]:
    """Return the events of a server that have not ended, the next first."""
    now = datetime.fromtimestamp(ids.now(), UTC)
    here = (_at(event, now) for event in events if event["guild_id"] == guild_id)
    return sorted((one for one in here if one is not None), key=lambda one: _times(one)[0])


def _at(event: Json, now: datetime) -> Json | None:
    """Return an event with the times of its present or next occurrence; None if there is none."""
    begins, ends = _times(event)
    rule = event["recurrence_rule"]
    if ends <= now and rule is None:
        return None
    if ends <= now:
        step = timedelta(weeks=rule["interval"])
        passed = ((now - ends) // step + 1) * step
        begins, ends = begins + passed, ends + passed
    times = {"scheduled_start_time": begins.isoformat(), "scheduled_end_time": ends.isoformat()}
    return event | times | {"status": 2 if begins <= now else 1}


def _times(event: Json) -> tuple[datetime, datetime]:
    begins, ends = (datetime.fromisoformat(event[key]) for key in ("scheduled_start_time", "scheduled_end_time"))
    return begins, ends
