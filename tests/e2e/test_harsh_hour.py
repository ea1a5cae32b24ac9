"""An hour on a harsh Discord, with a griefer in each guild, and then a ban: afterwards everything is right."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from tests.e2e.fault_run import run_faults
from tests.e2e.harsh_hour import HarshHour, Hour
from tests.e2e.request_counts import calls_in

SMALL = Hour(
    servers=3,
    crowd=20,
    tables=4,
    seconds=4.0,
    kill_every=2.0,
    ban=0.5,
    think=0.3,
    pause=0.5,
    fault_seconds=0.3,
    longest=2.0,
    within=150.0,  # the bot retries a refused message only after a minute
    ack=10.0,
    refusals=False,
)
FULL = Hour(
    servers=60, crowd=450, tables=300, seconds=3600.0, ban=600.0, think=45.0, pause=60.0, fault_seconds=6.0,
    longest=40.0, within=600.0,
)  # fmt: skip
INVALID = 20
"""Greatest number of requests a minute that Discord may count as invalid."""
QUIET = 12
"""Greatest number of requests a minute during a ban, not counting answers to interactions.

With these requests the bot checks whether the ban is over.
"""
FLAT = 1.1
"""Largest ratio of the memory used in the last quarter of the run to that in the second quarter. The memory grows a
little, because up to `limits.TABLES` finished games stay in it.
"""


@pytest.mark.slow
async def test_a_few_tables_come_right_after_kills_faults_griefers_and_a_ban(tmp_path: Path) -> None:
    hour = await run_faults(HarshHour, tmp_path, SMALL, seed=1)
    assert not hour.wrong(), "\n".join(hour.wrong())
    assert hour.fault_injector.kills
    assert hour.fault_injector.faults
    assert hour.joined
    assert hour.ledger.made
    assert hour.observer.read > hour.observer.unread


@pytest.mark.soak
async def test_an_hour_on_a_harsh_discord_and_a_ban_leave_everything_right(tmp_path: Path) -> None:
    """Run for an hour; the environment variables HARSH_SECONDS and HARSH_BAN make the run shorter."""
    seconds = float(os.environ.get("HARSH_SECONDS", FULL.seconds))
    plan = replace(FULL, seconds=seconds, ban=float(os.environ.get("HARSH_BAN", FULL.ban)))
    hour = await run_faults(HarshHour, tmp_path, plan, seed=34, ICHIZA_PAUSE="0.6", ICHIZA_THINKERS="2")
    assert not hour.wrong(), "\n".join(hour.wrong())
    assert max(hour.invalid) <= INVALID
    _, second, _, last = hour.quarters
    assert last <= second * FLAT
    assert calls_in(hour.banned) <= QUIET * max(1.0, plan.ban / 60)
    assert hour.joined
