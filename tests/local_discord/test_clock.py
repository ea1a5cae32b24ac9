"""Discord's clock: it dates ids, timestamps and responses, and tests can set it."""

import time
from datetime import datetime
from email.utils import parsedate_to_datetime

import pytest

from local_discord.core import LocalDiscord
from local_discord.world import ids
from local_discord.world.interactions import COMMAND, Interaction
from tests.local_discord.raw import AKI, CARDS, Raw

NINE_HOURS = 9 * 3600.0


def told_in(number: str) -> float:
    """Return the time in an id, in unix seconds."""
    return ((int(number) >> 22) + ids.EPOCH_MS) / 1000


@pytest.mark.parametrize("offset", [0.0, NINE_HOURS, -NINE_HOURS])
async def test_ids_timestamps_and_responses_have_the_time_of_discords_clock(raw: Raw, offset: float) -> None:
    await raw.control("settings", clock_offset=offset)
    message = await raw.send({"content": "Hello"})
    expected = pytest.approx(time.time() + offset, abs=2)
    assert parsedate_to_datetime(raw.last_headers["Date"]).timestamp() == expected
    assert told_in(message["id"]) == expected
    assert datetime.fromisoformat(message["timestamp"]).timestamp() == expected
    assert told_in(Interaction(COMMAND, AKI, CARDS).id) == expected


async def test_refusals_are_dated_too(raw: Raw) -> None:
    await raw.control("settings", clock_offset=NINE_HOURS)
    status, _ = await raw.call("GET", "/users/@me", headers={})
    assert status == 401
    dated = parsedate_to_datetime(raw.last_headers["Date"]).timestamp()
    assert dated == pytest.approx(time.time() + NINE_HOURS, abs=2)


async def test_clock_that_is_set_back_gives_new_ids(raw: Raw) -> None:
    seen = []
    for offset in (0.0, NINE_HOURS, 0.0, 86_400.0, 0.0):
        await raw.control("settings", clock_offset=offset)
        seen += [ids.snowflake(), ids.snowflake()]
    assert len({*seen}) == len(seen)


async def test_gateway_is_told_without_a_token(raw: Raw) -> None:
    status, answer = await raw.call("GET", "/gateway", headers={})
    assert status == 200
    assert answer["url"].startswith("ws://")


async def test_new_local_discord_has_this_computers_time() -> None:
    ids.set_clock(NINE_HOURS)
    LocalDiscord()
    assert ids.now() == pytest.approx(time.time(), abs=1)
