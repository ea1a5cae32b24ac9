"""What is not answered soon is deferred: Discord waits three seconds for an answer, and then takes none."""

from __future__ import annotations

import asyncio
import logging
from enum import Enum
from typing import Any

import discord

from cogs.requests.discord_calls import UNREACHABLE, UNREADABLE, finished
from show.actions.table_actions import Action

log = logging.getLogger(__name__)

SECONDS = 1.5
"""After which an interaction is deferred: half of the time that there is, so that a slow way there is no harm."""
PUBLIC = "public"
"""In a command's `extras`: everybody sees its answer."""
_KEY = "deferral"


class Manner(Enum):
    """As what an interaction is deferred: it is the same each time, as people see it."""

    UPDATE = "the message that was clicked will change"
    PRIVATE = "they alone see that there will be an answer"
    PUBLIC = "everybody sees that there will be an answer"


class Deferral:
    """Of one interaction. It is called off by the answer, or the answer goes another way after it."""

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.manner = manner_of(interaction)
        self._response = interaction.response
        self._client = interaction.client
        self.answered = False
        """Whether what everybody had been told to expect has come."""
        self._deferring: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(SECONDS, self._begin)

    async def over(self) -> bool:
        """Defer no more; whether it has been deferred already."""
        if self._deferring is None:
            self._timer.cancel()
            return False
        await asyncio.wait([self._deferring])
        return True

    def _begin(self) -> None:
        if not self._response.is_done():
            self._deferring = asyncio.create_task(self._defer(), name="deferral of an interaction")

    async def _defer(self) -> None:
        log.info("an answer takes long, and is deferred")
        try:
            private, thinking = self.manner is Manner.PRIVATE, self.manner is not Manner.UPDATE
            await finished(self._response.defer(ephemeral=private, thinking=thinking), urgent=True)
        except (*UNREACHABLE, *UNREADABLE) as error:
            log.warning("an interaction could not be deferred: %r", error)
        else:
            self._client.dispatch("deferral")


def is_private_page(message: discord.Message | None) -> bool:
    """Whether that is a private page of ours."""
    return message is not None and message.flags.ephemeral and message.flags.components_v2


def manner_of(interaction: discord.Interaction[Any]) -> Manner:
    """How an interaction is deferred: by what was clicked and where, or by the command."""
    if interaction.type is discord.InteractionType.application_command:
        command = interaction.command
        return Manner.PUBLIC if command is not None and command.extras.get(PUBLIC) else Manner.PRIVATE
    data: Any = interaction.data
    action = Action.verbs.get(data["custom_id"].partition(":")[0])
    in_place = is_private_page(interaction.message) or (action is not None and action.repaints)
    return Manner.UPDATE if in_place else Manner.PRIVATE


def deferral_of(interaction: discord.Interaction[Any]) -> Deferral:
    """An interaction's deferral, which begins with the first call: to be made when the interaction comes."""
    found = interaction.extras.get(_KEY)
    if not isinstance(found, Deferral):
        found = interaction.extras[_KEY] = Deferral(interaction)
    return found


async def call_off(interaction: discord.Interaction[Any]) -> bool:
    """Defer an interaction no more, if its deferral had begun; whether it has been deferred already."""
    found = interaction.extras.get(_KEY)
    return isinstance(found, Deferral) and await found.over()
