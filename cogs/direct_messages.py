"""Direct messages that the bot begins: notifications and reminders."""

from collections.abc import Awaitable, Collection
from typing import Final, TypeVar

import discord

from cogs.requests.discord_adapter import call_result
from cogs.requests.pages import PageView
from show.text.page import Page

T = TypeVar("T")

TAKES_NO_MESSAGES: Final = frozenset({50007, 50278})
"""Error codes for a person who accepts no direct messages. Other codes say nothing about the person."""


async def send_direct(bot: discord.Client, user_id: int, page: Page) -> bool:
    """Send a direct message; return False if the person accepts no direct messages.

    After any other failure return True: the failure says nothing about the person. No failure is retried.
    """

    async def send() -> discord.Message:
        place = await bot.create_dm(discord.Object(user_id))
        return await place.send(view=PageView(page, {}))

    return await call_result(none_if_refused(send(), TAKES_NO_MESSAGES)) is not None


async def none_if_refused(call: Awaitable[T], codes: Collection[int]) -> T | None:
    """Await a call to Discord; return None if Discord refuses it with one of these error codes."""
    try:
        return await call
    except discord.HTTPException as error:
        if error.code not in codes:
            raise
        return None
