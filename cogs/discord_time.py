"""Discord's time, which every response has in its header `Date`."""

from collections.abc import Mapping
from email.utils import parsedate_to_datetime

import aiohttp
import discord

ANSWER_SECONDS = 10.0
"""Seconds after which Discord no longer answers."""


def told_time(headers: Mapping[str, str]) -> float | None:
    """Return the time that a response tells, in unix seconds; None if it tells none."""
    try:
        return parsedate_to_datetime(headers["Date"]).timestamp()
    except (LookupError, ValueError):
        return None


async def ask_time(proxy: str | None) -> float | None:
    """Ask Discord for its time, and return it in unix seconds; None without an answer.

    The request needs no token, so the bot can send it before it logs in. `proxy` is the address of an HTTP proxy.
    """
    agent = {"User-Agent": f"DiscordBot (https://github.com/Rapptz/discord.py {discord.__version__})"}
    timeout = aiohttp.ClientTimeout(total=ANSWER_SECONDS)
    try:
        async with (
            aiohttp.ClientSession(headers=agent, timeout=timeout) as session,
            session.get(f"{discord.http.Route.BASE}/gateway", proxy=proxy) as response,
        ):
            return told_time(response.headers)
    except (aiohttp.ClientError, OSError, TimeoutError):  # the clock logs once that Discord does not tell its time
        return None
