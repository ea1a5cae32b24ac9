"""A storm of gateway events on a very large server, while people click on another one."""

import asyncio
import json
import time
from itertools import cycle, islice

import pytest

from local_discord.world import ids
from tests.cogs.large_server import LARGEST, Json, LargeServer, common_events, new_client
from tests.driver import Driver
from tests.e2e.playing import CHANNEL
from tests.e2e.processes import BotProcess

pytestmark = pytest.mark.slow

EVENTS = 500
PART = 100
"""Number of events that one request sends; a request of more than a megabyte would block the test."""
LONGEST = 1.0
"""Seconds that a click may take longer than without a storm."""
OTHER_ID = "1700000000000000000"
"""Id of the large server, which only the bot knows."""


def frame(event: str, payload: Json) -> str:
    """Return a frame of the gateway about the large server."""
    return json.dumps({"op": 0, "s": None, "t": event, "d": payload}).replace(ids.GUILD_ID, OTHER_ID)


def storm(server: Json) -> list[str]:
    """Return changes of channels, as after a change of their category, and of threads, roles and the server."""
    changed = [("CHANNEL_UPDATE", one | {"guild_id": ids.GUILD_ID}) for one in server["channels"]]
    once = {"INTERACTION_CREATE", "GUILD_CREATE"}
    others = [one for name, some in common_events(server).items() if name not in once for one in some]
    frames = [frame(*one) for one in (*changed[: EVENTS // 2], *islice(cycle(others), EVENTS // 2))]
    assert len(frames) == EVENTS
    return frames


async def test_clicks_on_another_server_are_answered_within_a_second(world: Driver, bot: BotProcess) -> None:
    server = LargeServer(new_client(), LARGEST).payload
    await world.control.send_frames(frame("GUILD_CREATE", server))
    aki, waited = world.user("Aki"), list[float]()

    async def click() -> None:
        start = time.monotonic()
        answer = await aki.command(CHANNEL, "tables")
        waited.append(time.monotonic() - start)
        assert answer.message is not None

    for _ in range(3):
        await click()
    quiet = max(waited)  # on a busy machine, every click takes long
    frames = storm(server)
    parts = [frames[first : first + PART] for first in range(0, EVENTS, PART)]
    sending = asyncio.gather(*(world.control.send_frames(*part) for part in parts))
    while not sending.done():
        await click()
    await sending
    for _ in range(3):  # the bot reads these interactions after all events of the storm
        await click()
    print(f"{EVENTS} events: {len(waited)} clicks, the longest took {max(waited):.2f} s, before {quiet:.2f} s")
    assert max(waited) < quiet + LONGEST
    assert bot.running
