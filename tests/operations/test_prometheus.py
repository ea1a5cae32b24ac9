"""GET /metrics: its form, its agreement with the health report, and its labels, which are few and name nobody."""

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest
from prometheus_client import REGISTRY, generate_latest
from prometheus_client.parser import text_string_to_metric_families
from prometheus_client.samples import Sample

from cogs.requests.routes import CODES, OTHER, ROUTES, SCOPES, STATUSES
from engine.lessons import Lesson
from engine.lessons.lesson import MOST_TAPS
from host.histogram import BOUNDS
from host.services import StoreError
from operations.endpoint import serve_endpoint
from operations.health import Health
from operations.logs import ErrorCounter
from operations.prometheus import Exposition
from tests.fuzz.offline import offline
from tests.fuzz.payloads import Channel, User
from tests.operations.alert_rules import alerts, metrics_of
from tests.operations.test_alerts import running_world
from tests.operations.test_guide import GUIDE
from tests.operations.test_health import Body, body
from tests.source_tree import ROOT
from tests.virtual_time import in_virtual_time

__all__ = ["body"]

LABELS = {
    "route": set(ROUTES),
    "status": {OTHER, *map(str, STATUSES)},
    "code": {OTHER, *map(str, CODES)},
    "scope": set(SCOPES),
    "state": {"connected", "missing", "busy", "waiting", "lobby", "playing"},
    "queue": {"pushing", "mentioning", "showing", "refreshing_spectators"},
    "kind": {"sqlite", "postgresql"},
    "lesson": {*Lesson.all},
    "step": {str(number + 1) for number in range(MOST_TAPS + 1)},
    "le": {*(str(bound) for bound in BOUNDS), "+Inf"},
}
"""All values of each label."""
MOST_SERIES = 900
"""Greatest number of time series of a process. Only refusals add series: one for each new pair of status and code."""
DASHBOARD = ROOT / "docs" / "monitoring" / "dashboard.json"


def samples(text: bytes) -> Iterator[Sample]:
    """Yield the samples on a page of metrics."""
    for family in text_string_to_metric_families(text.decode()):
        yield from family.samples


def values(text: bytes) -> dict[str, float]:
    """Return the values on a page of metrics. The keys are name and labels, as they are written on the page."""
    return {
        " ".join([one.name, *(f"{name}={value}" for name, value in sorted(one.labels.items()))]): one.value
        for one in samples(text)
    }


async def test_page_is_served_beside_the_health_report_in_the_text_form(body: Body) -> None:
    async with (
        serve_endpoint(body.health, body.exposition, 0) as address,
        aiohttp.ClientSession() as session,
        session.get(f"{address}/metrics") as got,
    ):
        assert (got.status, got.content_type) == (200, "text/plain")
        assert values(await got.read())["ichiza_tables state=playing"] == 2


async def test_page_and_health_report_agree(body: Body) -> None:
    for number in range(5):
        body.metrics.record_interaction(number)
    body.metrics.record_answer(1)
    body.metrics.deferred += 1
    body.metrics.record_commit(0.004)
    body.metrics.record_commit(None)
    body.metrics.record_message_failed()
    body.metrics.disconnected(0)
    body.breaker.record_response(403, {}, urgent=False)
    body.clock.told(body.clock.now() + 7)
    body.now += 30
    report: Any = await body.health.report()
    page = values(await body.exposition.text())
    assert {
        "received": page["ichiza_interactions_total"],
        "answered": page["ichiza_interactions_answered_total"],
        "deferred": page["ichiza_interactions_deferred_total"],
        "failed": page["ichiza_interactions_unanswered_total"],
    } == report["interactions"]
    assert report["commits"] == {
        "count": page["ichiza_commit_seconds_count"],
        "failed": page["ichiza_commits_failed_total"],
    }
    assert report["gateway"]["down_seconds"] == page["ichiza_gateway_down_seconds"] == 30
    assert report["discord"]["unwritten_seconds"] == page["ichiza_messages_overdue_seconds"] == 30
    assert report["discord"]["refused_requests"] == page["ichiza_discord_invalid_requests"] == 1
    assert report["lanes"]["showing"] == {
        "backlog": page["ichiza_queue_tables queue=showing"],
        "failing": page["ichiza_queue_failing_tables queue=showing"],
    }
    assert report["clock"] == {"ahead_seconds": -page["ichiza_clock_error_seconds"]} == {"ahead_seconds": -7}
    assert page["ichiza_gateway_shards state=missing"] == 1


async def test_histogram_counts_each_answer_in_the_buckets_from_its_time_on(body: Body) -> None:
    for number, seconds in enumerate((0.2, 0.25, 2.0)):
        body.metrics.record_interaction(number)
        body.now += seconds
        body.metrics.record_answer(number)
    page = values(await body.exposition.text())
    buckets = {
        bound: page[f"ichiza_answer_seconds_bucket le={bound}"] for bound in ("0.1", "0.25", "1.5", "3.0", "+Inf")
    }
    assert buckets == {"0.1": 0, "0.25": 2, "1.5": 2, "3.0": 3, "+Inf": 3}
    assert page["ichiza_answer_seconds_count"] == 3
    assert page["ichiza_answer_seconds_sum"] == pytest.approx(2.45)


@pytest.mark.parametrize("fails", [True, False], ids=["fails", "hangs"])
async def test_page_is_answered_while_the_database_is_not(
    body: Body, monkeypatch: pytest.MonkeyPatch, *, fails: bool
) -> None:
    monkeypatch.setattr("operations.health.STORE_SECONDS", 0.01)

    def failing() -> Any:
        raise StoreError("The disk is full.")

    async def hanging() -> Any:
        await asyncio.Event().wait()

    body.counts = failing if fails else hanging
    page = values(await body.exposition.text())
    assert "ichiza_tables state=lobby" not in page
    body.now += 30
    waited = values(await body.exposition.text())["ichiza_database_read_wait_seconds"]
    assert waited == (0 if fails else 30)


@pytest.mark.parametrize("again", [True, False], ids=["fails again", "succeeds"])
async def test_database_is_unwritable_while_the_try_of_the_report_fails_too(
    body: Body, monkeypatch: pytest.MonkeyPatch, *, again: bool
) -> None:
    async def set_setting(_name: str, _value: str) -> None:
        if again:
            raise StoreError("The disk is full.")
        body.metrics.record_commit(0.004)

    monkeypatch.setattr(body, "set_setting", set_setting)
    assert values(await body.exposition.text())["ichiza_database_unwritable"] == 0
    body.metrics.record_commit(None)
    assert values(await body.exposition.text())["ichiza_database_unwritable"] == again
    body.metrics.record_commit(0.004)
    assert values(await body.exposition.text())["ichiza_database_unwritable"] == 0


async def test_click_without_an_answer_is_counted_without_a_further_click(body: Body) -> None:
    body.metrics.record_interaction(1)
    body.now += 10
    assert values(await body.exposition.text())["ichiza_interactions_unanswered_total"] == 1


async def test_memory_is_that_of_this_process_also_where_proc_stat_is_hidden(body: Body) -> None:
    page = values(await body.exposition.text())
    assert 10_000_000 < page["process_resident_memory_bytes"] < 10_000_000_000
    assert page["process_open_fds"] > 2


async def test_nothing_of_the_bot_is_in_the_global_registry(body: Body) -> None:
    await body.exposition.text()
    assert [family.name for family in REGISTRY.collect() if family.name.startswith("ichiza")] == []


def unlisted(page: bytes) -> set[tuple[str, str]]:
    """Return the label values on a page that are not in the code's lists, as pairs (name of the label, value)."""
    return {(name, value) for one in samples(page) for name, value in one.labels.items() if value not in LABELS[name]}


async def test_any_response_makes_no_label_value_that_is_not_listed(body: Body) -> None:
    random, before = Random(1), len([*samples(await body.exposition.text())])
    for _ in range(5_000):
        body.metrics.record_refusal(random.randrange(400, 600), random.randrange(300_000))
        body.metrics.record_refusal(random.choice([*STATUSES]), random.choice([*CODES]))
    page = await body.exposition.text()
    after = [*samples(page)]
    assert unlisted(page) == set()
    pairs = (len(STATUSES) + 1) * (len(CODES) + 1)
    assert len(after) - before <= pairs
    assert before + pairs < MOST_SERIES


async def test_page_of_a_used_bot_names_no_server_channel_table_or_person(tmp_path: Path) -> None:
    aki, ben = User(810_000_000_000_000_011, "Akikonym"), User(810_000_000_000_000_012, "Bennonym")
    room = Channel(810_000_000_000_000_021, 810_000_000_000_000_022)
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(room.guild, room)
        number = await world.finish_game(aki, ben, where=room)
        await world.complete(world.command(aki, room, "leaderboard", game="typed"))
        services, metrics, errors = world.services, world.bot._metrics, ErrorCounter()
        health = Health(world.bot, services, metrics, errors)
        page = await Exposition(health, world.bot, services, metrics, errors).text()
        tokens = [*world.interactions]
    text = page.decode()
    assert number
    assert values(page)["ichiza_interactions_total"] == len(tokens)
    assert unlisted(page) == set()
    named = [str(one) for one in (aki.id, ben.id, room.id, room.guild)] + ["onym", "typed", "saizen", *tokens]
    assert [one for one in named if one in text] == []


@in_virtual_time
async def test_page_of_a_bot_whose_requests_are_refused_names_only_listed_routes_and_codes(tmp_path: Path) -> None:
    async with running_world(tmp_path / "ichiza.sqlite3") as world:
        world.wire.refusals["message edit"] = 400, 987_654_321
        await asyncio.sleep(60)
        page = await world.exposition.text()
    page_values = values(page)
    assert page_values["ichiza_discord_refusals_total code=other status=400"] > 0
    assert page_values["ichiza_discord_request_seconds_count route=answer"] > 0
    assert page_values["ichiza_discord_request_seconds_count route=message_edit"] > 0
    assert page_values["ichiza_discord_request_seconds_count route=other"] == 0
    assert unlisted(page) == set()
    assert re.findall(r"\d{15,}", re.sub(r"\.\d+", "", page.decode())) == []


def test_every_metric_of_dashboard_alerts_and_guide_exists_and_all_are_in_the_guide() -> None:
    body = Body()
    body.metrics.record_refusal(403, 50013)
    body.clock.told(0.0)
    existing = {one.name for one in samples(generate_latest(body.exposition))} | {"ichiza_tables"}
    families = {re.sub(r"_(bucket|count|sum)\Z", "", name) for name in existing}
    content = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    shown = [target["expr"] for panel in content["panels"] for target in panel["targets"]]
    assert {name for one in (*shown, *alerts().values()) for name in metrics_of(one)} - existing == set()
    assert metrics_of(GUIDE[GUIDE.index("| metric |") :]) == families
    assert [name for name in alerts() if f"| `{name}` |" not in GUIDE] == []


def test_panels_of_the_dashboard_have_a_title_a_unit_and_a_place_of_their_own() -> None:
    panels = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    assert len({(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels}) == len(panels)
    assert all(panel["title"] and panel["fieldConfig"]["defaults"]["unit"] for panel in panels)
