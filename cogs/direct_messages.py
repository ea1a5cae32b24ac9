"""Direct messages that the bot begins: notifications and reminders.

Discord limits how many conversations a bot may open in a short time, but does not document the number. So the id of a
conversation is stored, and nobody's conversation is opened twice.
"""

import asyncio
from typing import Final, Literal

import discord

from cogs.requests.discord_adapter import TAKES_NO_MESSAGES, call_result
from cogs.requests.discord_calls import Call, current_call
from cogs.requests.pages import PageView
from host.people.people import People
from show.discord_port import Later, Outcome
from show.text.page import Page

TAKES_NO_CONVERSATION: Final = TAKES_NO_MESSAGES | {10013, 50033}
"""Error codes for a person with whom no conversation can be opened, such as one whose account was deleted.

All other refusals of a conversation concern the bot: 40003 that it opens too many, 20026 that it is taken for spam.
"""
NOT_OURS: Final = frozenset({10003, 50001})
"""Error codes for a stored conversation that this bot does not have: the stored one is of another application."""
PAUSE_SECONDS: Final = 600.0
"""Seconds without another try after a conversation could not be opened."""


class NotSentError(Exception):
    """Nothing was sent, for a reason that is not the person's. A try after `PAUSE_SECONDS` may succeed."""


class DirectMessages:
    """Writes direct messages to people."""

    def __init__(self, bot: discord.Client, people: People) -> None:
        """Write as a client; `people` stores the conversations."""
        self._bot = bot
        self._people = people
        self._paused_until = 0.0
        """Loop time until which no conversation is opened."""

    @property
    def opens_none(self) -> bool:
        """Whether no conversation is opened now, so that nothing can be sent to a person without one."""
        return asyncio.get_running_loop().time() < self._paused_until

    async def write(self, user_id: int, page: Page) -> bool:
        """Send a direct message; return False if the person accepts no direct messages, or exists no longer.

        Also return True if the message may have been sent, and if Discord refuses it for good for another reason: that
        says nothing about the person, and is not retried.

        Raises:
            NotSentError: nothing can be sent now, or there is no conversation yet, and none can be opened now.
            StoreError: the database could not be read. Nothing was sent.
        """
        known = await self._people.conversation(user_id)
        sent = await self._post(known, page) if known else "not ours"
        if sent == "not ours":
            opened = await self._open(user_id)
            sent = await self._post(opened, page) if opened else "refused"
        return sent != "refused"

    async def _open(self, user_id: int) -> int:
        """Open a conversation, and return its id; 0 if none can ever be opened with this person.

        Raises:
            NotSentError: none can be opened now.
        """
        if self.opens_none:
            raise NotSentError

        async def create() -> discord.DMChannel | None:
            try:
                return await self._bot.create_dm(discord.Object(user_id))
            except discord.HTTPException as error:
                if error.code not in TAKES_NO_CONVERSATION:
                    raise
                return None

        opened = await call_result(create())
        if opened is None:
            return 0
        if isinstance(opened, Outcome):
            self._paused_until = asyncio.get_running_loop().time() + PAUSE_SECONDS
            raise NotSentError
        await self._people.note_conversation(user_id, opened.id)
        return opened.id

    async def _post(self, channel_id: int, page: Page) -> Literal["done", "refused", "not ours"]:
        """Send a page to a conversation; "done" if it may have been sent.

        discord.py repeats a request that has failed in Discord's servers; its own nonce prevents a second message.
        """
        made = Call(urgent=False)

        async def post() -> Literal["done", "refused", "not ours"]:
            nonlocal made
            made = current_call() or made
            try:
                await self._bot.get_partial_messageable(channel_id).send(view=PageView(page, {}))
            except discord.HTTPException as error:
                if error.code not in TAKES_NO_MESSAGES | NOT_OURS:
                    raise
                return "refused" if error.code in TAKES_NO_MESSAGES else "not ours"
            return "done"

        sent = await call_result(post())
        if isinstance(sent, Later) and not made.sent:
            raise NotSentError
        return "done" if isinstance(sent, Outcome) else sent
