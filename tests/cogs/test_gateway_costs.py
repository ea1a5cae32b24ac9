"""What a gateway event costs: only the cached objects that it changes are used, however large its server is."""

import pytest

from cogs.gateway.parsers import install_parsers
from tests.cogs.large_server import LARGE, LARGEST, SMALL, Events, LargeServer, Size, common_events, new_client

EVENTS = sorted(common_events(LargeServer(new_client(), SMALL).payload))
OF_THE_WHOLE_SERVER = {"GUILD_CREATE", "GUILD_UPDATE", "CHANNEL_CREATE, CHANNEL_DELETE"}
"""Events that contain a server, or for which discord.py itself looks at every thread of the server."""


def used(size: Size, events: str, *, guarded: bool) -> int:
    """Return how many cached objects the events use on a server of this size."""
    client = new_client()
    if guarded:
        install_parsers(client)
    server = LargeServer(client, size, count=True)
    found: Events = common_events(server.payload)[events]
    server.receive(found)
    return server.counts[0]


@pytest.mark.parametrize("size", [SMALL, LARGE, LARGEST])
@pytest.mark.parametrize("events", EVENTS)
async def test_event_uses_no_more_cached_objects_than_in_the_library_alone(events: str, size: Size) -> None:
    assert used(size, events, guarded=True) <= used(size, events, guarded=False) + 1


@pytest.mark.parametrize("events", sorted({*EVENTS} - OF_THE_WHOLE_SERVER))
async def test_event_uses_as_many_cached_objects_on_a_small_server_as_on_the_largest(events: str) -> None:
    assert used(SMALL, events, guarded=True) == used(LARGEST, events, guarded=True) <= 6
