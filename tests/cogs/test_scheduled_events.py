"""Scheduled events as raw requests: their JSON, and the weekday in a weekly event's rule."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import pytest

from cogs.commands.tables.scheduled_events import NewEvent, create_event, event_json, find_weekly_event
from show.text.page import Json

OWN, OTHER = 77, 78
SERVER = 5
TUESDAY = int(datetime(2026, 12, 1, 20, 30, tzinfo=UTC).timestamp())
HOUR, WEEK = 3_600, 604_800
EVENT = NewEvent("League night", "The same deals", "#cards", TUESDAY, 90)
WEEKLY = NewEvent("League night", "The same deals", "#cards", TUESDAY, 90, weekly=True)
RULE = {"start": "2026-12-01T20:30:00+00:00", "frequency": 2, "interval": 1, "by_weekday": [1]}


def client_of(*events: Json) -> tuple[Any, AsyncMock]:
    """Return a client on a server with these events, and its mock of raw requests."""
    request = AsyncMock(return_value={"id": "123"})
    http = SimpleNamespace(request=request, get_scheduled_events=AsyncMock(return_value=[*events]))
    return SimpleNamespace(http=http, user=SimpleNamespace(id=OWN)), request


def an_event(**changes: object) -> Json:
    rule = {**RULE, "end": None, "count": None}
    return {
        "id": "9",
        "creator_id": str(OWN),
        "scheduled_start_time": RULE["start"],
        "recurrence_rule": rule,
        "entity_metadata": {"location": "#cards"},
        **changes,
    }


def test_event_that_does_not_repeat_has_no_rule() -> None:
    assert event_json(EVENT) == {
        "name": "League night",
        "description": "The same deals",
        "scheduled_start_time": "2026-12-01T20:30:00+00:00",
        "scheduled_end_time": "2026-12-01T22:00:00+00:00",
        "entity_type": 3,
        "privacy_level": 2,
        "entity_metadata": {"location": "#cards"},
    }


def test_weekly_event_has_a_rule_with_one_weekday_and_no_end() -> None:
    assert event_json(WEEKLY) == event_json(EVENT) | {"recurrence_rule": RULE}


@pytest.mark.parametrize(
    ("local", "weekday"),
    [
        ("2026-12-06T23:59:00+00:00", 6),  # Sunday
        ("2026-12-07T00:00:00+00:00", 0),  # Monday
        ("2026-12-07T08:00:00+09:00", 6),  # Monday in Tokyo, still Sunday in UTC
        ("2026-12-06T18:00:00-08:00", 0),  # Sunday in Los Angeles, already Monday in UTC
    ],
)
def test_weekday_of_the_rule_is_that_of_the_start_in_utc(local: str, weekday: int) -> None:
    at = int(datetime.fromisoformat(local).timestamp())
    rule = event_json(NewEvent("Night", "", "#cards", at, 60, weekly=True))["recurrence_rule"]
    assert rule["by_weekday"] == [weekday]
    assert datetime.fromisoformat(rule["start"]).weekday() == weekday


async def test_event_is_created_by_a_request_with_the_rule() -> None:
    client, request = client_of()
    assert await create_event(client, SERVER, WEEKLY) == 123
    [call] = request.await_args_list
    assert (call.args[0].method, call.args[0].url[-len("/guilds/5/scheduled-events") :]) == (
        "POST",
        "/guilds/5/scheduled-events",
    )
    assert call.kwargs["json"]["recurrence_rule"] == RULE


@pytest.mark.parametrize(
    ("event", "at", "found"),
    [
        (an_event(), TUESDAY, 9),
        (an_event(), TUESDAY + WEEK, 9),
        (an_event(scheduled_start_time="2026-12-15T20:30:00+00:00"), TUESDAY + WEEK, 9),
        (an_event(scheduled_start_time="2026-12-02T05:30:00+09:00"), TUESDAY, 9),
        (an_event(), TUESDAY + HOUR, None),
        (an_event(), TUESDAY + WEEK // 7, None),
        (an_event(recurrence_rule=None), TUESDAY, None),
        (an_event(recurrence_rule={**RULE, "interval": 2}), TUESDAY, None),
        (an_event(recurrence_rule={**RULE, "frequency": 3}), TUESDAY, None),
        (an_event(creator_id=str(OTHER)), TUESDAY, None),
        (an_event(creator_id=None), TUESDAY, None),
        (an_event(entity_metadata={"location": "#tea"}), TUESDAY, None),
        (an_event(recurrence_rule=None, entity_metadata=None), TUESDAY, None),
        ({"id": "5"}, TUESDAY, None),
    ],
)
async def test_only_the_bots_weekly_event_at_this_place_and_time_is_used_again(
    event: Json, at: int, found: int | None
) -> None:
    client, _ = client_of(event)
    assert await find_weekly_event(client, SERVER, "#cards", at, {}) == found
