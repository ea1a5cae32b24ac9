"""Scheduled events of a server."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.local_discord.raw import GUILD, Json, Raw, form_errors, refusal_of

EVENTS = f"/guilds/{GUILD}/scheduled-events"


def an_event(**changes: object) -> Json:
    begins = datetime.now(UTC) + timedelta(hours=1)
    event: Json = {"name": "Cards", "privacy_level": 2, "entity_type": 3, "entity_metadata": {"location": "#cards"}}
    times = {"scheduled_start_time": begins, "scheduled_end_time": begins + timedelta(hours=1)}
    return event | {key: time.isoformat() for key, time in times.items()} | changes


async def test_scheduled_event_is_created_and_deleted(raw: Raw) -> None:
    status, made = await raw.call("POST", EVENTS, an_event())
    assert status == 200
    assert (made["name"], made["status"]) == ("Cards", 1)
    assert (await raw.call("DELETE", f"{EVENTS}/{made['id']}"))[0] == 204
    assert refusal_of(await raw.call("DELETE", f"{EVENTS}/{made['id']}")) == (404, 10070)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"entity_type": 1},
        {"entity_metadata": None},
        {"scheduled_start_time": "2020-01-01T00:00:00+00:00"},
        {"scheduled_end_time": "2020-01-01T00:00:00+00:00"},
        {"scheduled_start_time": "soon"},
    ],
)
async def test_scheduled_event_with_a_wrong_field_is_refused(raw: Raw, wrong: Json) -> None:
    assert form_errors(await raw.call("POST", EVENTS, an_event(**wrong)))


async def test_scheduled_event_needs_the_permission(raw: Raw) -> None:
    await raw.control("role", role="Ichiza", permissions=["view_channel"])
    assert refusal_of(await raw.call("POST", EVENTS, an_event())) == (403, 50013)
