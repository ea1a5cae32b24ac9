"""Scheduled events of a server."""

from datetime import UTC, datetime, timedelta, timezone

import pytest

from local_discord.world.scheduled_events import of_guild
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


def a_rule(begins: datetime, **changes: object) -> Json:
    rule = {"start": begins.isoformat(), "frequency": 2, "interval": 1, "by_weekday": [begins.weekday()]}
    return {key: value for key, value in (rule | changes).items() if value != "missing"}


def a_weekly_event(**changes: object) -> Json:
    event = an_event()
    return event | {"recurrence_rule": a_rule(datetime.fromisoformat(event["scheduled_start_time"]), **changes)}


async def test_weekly_event_is_listed_with_its_rule(raw: Raw) -> None:
    wanted = a_weekly_event()
    status, made = await raw.call("POST", EVENTS, wanted)
    assert status == 200
    status, listed = await raw.call("GET", EVENTS)
    assert (status, [one["id"] for one in listed]) == (200, [made["id"]])
    nothing = dict.fromkeys(("end", "count", "by_n_weekday", "by_month", "by_month_day", "by_year_day"))
    assert listed[0]["recurrence_rule"] == wanted["recurrence_rule"] | nothing
    await raw.call("DELETE", f"{EVENTS}/{made['id']}")
    assert (await raw.call("GET", EVENTS))[1] == []


NOW = datetime.now(UTC)


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"frequency": 4}, "frequency"),
        ({"frequency": "missing"}, "frequency"),
        ({"interval": 3}, "interval"),
        ({"interval": "missing"}, "interval"),
        ({"by_weekday": [0, 1]}, "by_weekday"),
        ({"by_weekday": []}, "by_weekday"),
        ({"by_weekday": "missing"}, "by_weekday"),
        ({"by_weekday": [7]}, "by_weekday"),
        ({"by_weekday": [((NOW + timedelta(hours=1)).weekday() + 1) % 7]}, "by_weekday"),
        ({"start": "2020-01-01T00:00:00+00:00"}, "start"),
        ({"start": "missing"}, "start"),
        ({"start": "soon"}, "start"),
        ({"end": (NOW + timedelta(days=30)).isoformat()}, "end"),
        ({"count": 4}, "count"),
        ({"by_year_day": [1]}, "by_year_day"),
        ({"by_month_day": [1]}, "by_month_day"),
    ],
)
async def test_wrong_recurrence_rule_is_refused(raw: Raw, wrong: Json, field: str) -> None:
    status, body = await raw.call("POST", EVENTS, a_weekly_event(**wrong))
    assert (status, body["code"]) == (400, 50035)
    assert field in body["errors"]["recurrence_rule"]


async def test_weekly_event_needs_a_time_in_the_future(raw: Raw) -> None:
    past = NOW - timedelta(hours=1)
    begun = a_weekly_event() | {"scheduled_start_time": past.isoformat(), "recurrence_rule": a_rule(past)}
    timeless = a_weekly_event()
    del timeless["scheduled_start_time"]
    for wrong in (begun, timeless):
        assert "scheduled_start_time" in (await raw.call("POST", EVENTS, wrong))[1]["errors"]


async def test_weekday_of_the_rule_is_that_in_utc(raw: Raw) -> None:
    zone = timezone(timedelta(hours=9))
    begins = (datetime.now(zone) + timedelta(days=2)).replace(hour=1)  # in UTC it is still the day before
    ends = begins + timedelta(hours=1)
    event = an_event(scheduled_start_time=begins.isoformat(), scheduled_end_time=ends.isoformat())
    assert form_errors(await raw.call("POST", EVENTS, event | {"recurrence_rule": a_rule(begins)}))
    in_utc = a_rule(begins, by_weekday=[begins.astimezone(UTC).weekday()])
    assert (await raw.call("POST", EVENTS, event | {"recurrence_rule": in_utc}))[0] == 200


async def test_server_has_at_most_a_hundred_events(raw: Raw) -> None:
    await raw.control("settings", global_limit=None)
    for _ in range(100):
        await raw.call("POST", EVENTS, an_event())
    assert refusal_of(await raw.call("POST", EVENTS, an_event())) == (400, 30038)


@pytest.mark.parametrize(("rule", "days"), [(None, None), ({"interval": 1}, 7), ({"interval": 2}, 14)])
def test_event_that_has_ended_is_at_its_next_time(rule: Json | None, days: int | None) -> None:
    begins = NOW - timedelta(hours=3)
    times = {"scheduled_start_time": begins.isoformat(), "scheduled_end_time": (NOW - timedelta(hours=1)).isoformat()}
    now = of_guild([{"guild_id": GUILD, "status": 1, "recurrence_rule": rule, **times}], GUILD)
    expected = [] if days is None else [(begins + timedelta(days=days)).isoformat()]
    assert [one["scheduled_start_time"] for one in now] == expected


async def test_scheduled_event_needs_the_permission(raw: Raw) -> None:
    await raw.control("role", role="Ichiza", permissions=["view_channel"])
    assert refusal_of(await raw.call("POST", EVENTS, an_event())) == (403, 50013)


def moved(event: Json, by: timedelta) -> Json:
    """Return the request that moves an event and its rule."""
    begins, ends = (datetime.fromisoformat(event[key]) + by for key in ("scheduled_start_time", "scheduled_end_time"))
    rule = a_rule(begins) if event["recurrence_rule"] else None
    return {
        "scheduled_start_time": begins.isoformat(),
        "scheduled_end_time": ends.isoformat(),
        "recurrence_rule": rule,
    }


async def test_weekly_event_is_moved_with_its_rule(raw: Raw) -> None:
    _, made = await raw.call("POST", EVENTS, a_weekly_event())
    wanted = moved(made, timedelta(hours=1))
    status, changed = await raw.call("PATCH", f"{EVENTS}/{made['id']}", wanted)
    assert (status, changed["scheduled_start_time"]) == (200, wanted["scheduled_start_time"])
    assert changed["recurrence_rule"]["start"] == wanted["scheduled_start_time"]
    assert (await raw.call("GET", f"{EVENTS}/{made['id']}"))[1] == changed
    await raw.call("DELETE", f"{EVENTS}/{made['id']}")
    assert refusal_of(await raw.call("PATCH", f"{EVENTS}/{made['id']}", wanted)) == (404, 10070)


async def test_event_is_not_moved_into_the_past_or_without_its_rule(raw: Raw) -> None:
    _, made = await raw.call("POST", EVENTS, a_weekly_event())
    alone = moved(made, timedelta(hours=1)) | {"recurrence_rule": made["recurrence_rule"]}
    for wrong in (moved(made, -timedelta(hours=2)), alone, {"name": "Tea"}):
        assert form_errors(await raw.call("PATCH", f"{EVENTS}/{made['id']}", wrong))
    await raw.control("role", role="Ichiza", permissions=["view_channel"])
    assert refusal_of(await raw.call("PATCH", f"{EVENTS}/{made['id']}", moved(made, timedelta(hours=1)))) == (
        403,
        50013,
    )
