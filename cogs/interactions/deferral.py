"""Defers interactions that take long: Discord accepts an answer for three seconds only."""

from __future__ import annotations

import asyncio
import logging
from enum import Enum
from typing import Any

import discord

from cogs.requests.discord_calls import UNREACHABLE, UNREADABLE, wait_for_call
from show.actions.table_actions import Action

log = logging.getLogger(__name__)

DEFER_AFTER_SECONDS = 1.5
"""Seconds after which an interaction is deferred: half of Discord's limit leaves time for a slow network."""
PUBLIC = "public"
"""Key in a command's `extras`: everybody sees the command's answer."""
_KEY = "deferral"


class DeferralKind(Enum):
    """The kinds of deferral by what people see."""

    UPDATE = "the message that was clicked will change"
    PRIVATE = "they alone see that there will be an answer"
    PUBLIC = "everybody sees that there will be an answer"


class Deferral:
    """The deferral of one interaction. An answer in time cancels it; a later answer must edit the deferred message."""

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.kind = deferral_kind(interaction)
        self._response = interaction.response
        self._client = interaction.client
        self.answered = False
        """Whether the announced public answer was sent."""
        self._deferring: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(DEFER_AFTER_SECONDS, self._start)

    async def cancel(self) -> bool:
        """Cancel the deferral; return whether the interaction is already deferred."""
        if self._deferring is None:
            self._timer.cancel()
            return False
        await asyncio.wait([self._deferring])
        return True

    def _start(self) -> None:
        if not self._response.is_done():
            self._deferring = asyncio.create_task(self._defer(), name="deferral of an interaction")

    async def _defer(self) -> None:
        log.info("an answer takes long, and is deferred")
        try:
            private, thinking = self.kind is DeferralKind.PRIVATE, self.kind is not DeferralKind.UPDATE
            await wait_for_call(self._response.defer(ephemeral=private, thinking=thinking), urgent=True)
        except (*UNREACHABLE, *UNREADABLE) as error:
            log.warning("an interaction could not be deferred: %r", error)
        else:
            self._client.dispatch("deferral")


def is_ephemeral_page(message: discord.Message | None) -> bool:
    """Return whether a message is an ephemeral page of the bot."""
    return message is not None and message.flags.ephemeral and message.flags.components_v2


def deferral_kind(interaction: discord.Interaction[Any]) -> DeferralKind:
    """Return the kind of deferral, by the clicked component and message or by the command."""
    if interaction.type is discord.InteractionType.application_command:
        command = interaction.command
        return DeferralKind.PUBLIC if command is not None and command.extras.get(PUBLIC) else DeferralKind.PRIVATE
    data: Any = interaction.data
    action = Action.verbs.get(data["custom_id"].partition(":")[0])
    in_place = is_ephemeral_page(interaction.message) or (action is not None and action.repaints)
    return DeferralKind.UPDATE if in_place else DeferralKind.PRIVATE


def deferral_of(interaction: discord.Interaction[Any]) -> Deferral:
    """Return the deferral of an interaction; the first call starts its timer, so make it on arrival."""
    found = interaction.extras.get(_KEY)
    if not isinstance(found, Deferral):
        found = interaction.extras[_KEY] = Deferral(interaction)
    return found


async def cancel_deferral(interaction: discord.Interaction[Any]) -> bool:
    """Cancel the deferral of an interaction, if there is one; return whether the interaction is already deferred."""
    found = interaction.extras.get(_KEY)
    return isinstance(found, Deferral) and await found.cancel()
