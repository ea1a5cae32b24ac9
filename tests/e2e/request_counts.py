"""Counts of the bot's requests: those that use an interaction's token, and all others, here named *calls*.

The token of an interaction, such as a click, is valid for fifteen minutes. It serves for the callback, for follow-ups,
and for edits and deletions of private messages. Discord's documentation says that interaction endpoints are not bound
to the bot's global rate limit.
"""

from collections.abc import Mapping

from local_discord.server import ROUTES
from tests.driver import Driver, Json

BY_TOKEN = frozenset(route.kind for route in ROUTES if not route.authorised)
"""Kinds of requests on the token of an interaction."""
MOVED = ("callback", 10008)
"""The refusal of an answer in a panel that was moved at the same moment; the answer is then sent anew."""


def requests_by_token(counts: Mapping[str, int]) -> int:
    """Return the number of requests that use interaction tokens; `counts` has the number of requests of each kind."""
    return sum(number for kind, number in counts.items() if kind in BY_TOKEN)


def calls_in(counts: Mapping[str, int]) -> int:
    """Return the number of requests under the bot's global rate limit; `counts` has the number of each kind."""
    return sum(counts.values()) - requests_by_token(counts)


async def unexpected_refusals(world: Driver) -> list[Json]:
    """Return the refused requests, except answers to clicks in a panel that the bot was just posting anew."""
    return [one for one in await world.control.problems() if (one["kind"], one["code"]) != MOVED]
