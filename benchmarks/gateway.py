"""Microseconds to parse the commonest gateway events, with the bot's guard and in discord.py alone.

The servers have 10 channels, 450 channels, and 500 channels with 1,000 threads and 250 roles. Neither client has
listeners, so the times do not include what the bot then does with an event. `tests/cogs/test_gateway_costs.py` counts
the cached objects that an event uses.
"""

from collections.abc import Iterator

import discord

from benchmarks.measure import Budget, Figure, Work, figure, rates
from cogs.gateway.parsers import install_parsers
from tests.cogs.large_server import LARGE, LARGEST, SMALL, LargeServer, Size, common_events, new_client

USUAL = Budget(rounds=9, seconds=0.03)


def figures(budget: Budget = USUAL) -> Iterator[Figure]:
    """Yield microseconds for each kind of event and size of a server."""
    for size in (SMALL, LARGE, LARGEST):
        for name in common_events(LargeServer(new_client(), size).payload):
            ours, beside = new_client(), new_client()
            install_parsers(ours)
            pairs = rates((_work(client, size, name) for client in (ours, beside)), budget)
            times = [(1e6 / mine, 1e6 / other) for mine, other in pairs]
            yield figure(f"gateway/{size.channels}/{name.replace(', ', '+')}-us", times)


def _work(client: discord.AutoShardedClient, size: Size, name: str) -> Work:
    server = LargeServer(client, size)
    events = common_events(server.payload)[name]

    def parse() -> int:
        server.receive(events)
        return len(events)

    return parse
