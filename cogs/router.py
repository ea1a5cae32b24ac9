"""Every button and select of the bot: one class of each, one place that finds what to do, one guard around it.

A custom id is `i:ACTION:ARGUMENT:…` on a button and `s:ACTION:ARGUMENT:…` on a select. Both are dynamic items, so they
work after a restart and for ever. Layouts are built afresh for each render and stopped before they are sent, so that
the library stores none.
"""

from __future__ import annotations

import inspect
import logging
import re
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import discord
from discord import ui

from cogs.layouts import Page
from cogs.speech import speech_for
from host.words import Refusal
from storage import StoreError

if TYPE_CHECKING:
    from cogs.client import Ichiza

log = logging.getLogger(__name__)

Interaction: TypeAlias = "discord.Interaction[Ichiza]"
Handler = Callable[..., Awaitable[None]]
"""Gets the interaction and the custom id's arguments, each a text; those of a select are followed by the values."""

CONTENT_LIMIT = 2000
"""Characters of a plain message; Discord refuses more."""
_ID = r":(?P<action>[a-z-]+)(?P<args>(?::[^:]*)*)"


class Router:
    """What each action does."""

    def __init__(self) -> None:
        self._handlers: dict[str, Handler] = {}

    def on(self, action: str, handler: Handler) -> None:
        """Let `handler` answer `action`."""
        self._handlers[action] = handler

    async def answer(self, interaction: Interaction, action: str, args: list[str]) -> None:
        """Run the action's handler, guarded. What another version of the bot has sent may not be known to this one."""
        handler = self._handlers.get(action)
        if handler is None or not _takes(handler, interaction, *args):
            log.info("the action %s with %d arguments is of another version", action, len(args))
            await guarded(interaction, tell(interaction, speech_for(interaction)("fault-other-version")))
            return
        await guarded(interaction, handler(interaction, *args))


def _takes(handler: Handler, *args: object) -> bool:
    try:
        inspect.signature(handler).bind(*args)
    except TypeError:
        return False
    return True


async def guarded(interaction: Interaction, work: Awaitable[None]) -> None:
    """Run an interaction's work; whatever goes wrong, its user gets one clear sentence."""
    try:
        await work
    except Exception as error:  # noqa: BLE001  the last guard: explain() logs what it does not know
        await explain(interaction, error)


async def explain(interaction: Interaction, error: BaseException) -> None:
    """Answer an interaction whose work failed."""
    speech = speech_for(interaction)
    if isinstance(error, Refusal):
        sentence = speech.text(error.text)
    elif isinstance(error, StoreError):
        log.error("the store failed: %s", error)
        sentence = speech("fault-store")
    else:
        log.error("an interaction failed", exc_info=error)
        sentence = speech("fault-unknown")
    try:
        await tell(interaction, sentence)
    except discord.HTTPException as failure:
        log.warning("an interaction could not be answered: %s", failure)


async def tell(interaction: Interaction, sentence: str) -> None:
    """Say something to the interaction's user alone; it may repeat what they have typed, which can be long."""
    sentence = sentence[:CONTENT_LIMIT]
    if interaction.response.is_done():
        await interaction.followup.send(sentence, ephemeral=True)
    else:
        await interaction.response.send_message(sentence, ephemeral=True)


async def show(interaction: Interaction, page: Page) -> None:
    """Answer with a private page: in place where the click came from one, else as a new message."""
    message = interaction.message
    if message is not None and message.flags.ephemeral and message.flags.components_v2:
        await interaction.response.edit_message(view=page.view, attachments=page.files())
    else:
        await interaction.response.send_message(view=page.view, files=page.files(), ephemeral=True)


class Press(ui.DynamicItem[ui.Button[Any]], template="i" + _ID):
    """The one button class."""

    def __init__(
        self,
        action: str,
        *args: object,
        label: str | None = None,
        emoji: str | None = None,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    ) -> None:
        self.action = action
        self.args = [str(arg) for arg in args]
        custom_id = ":".join(["i", action, *self.args])
        super().__init__(ui.Button(label=label, emoji=emoji, style=style, custom_id=custom_id))

    @classmethod
    async def from_custom_id(cls, _interaction: Interaction, item: ui.Item[Any], match: re.Match[str]) -> Self:  # type: ignore[override]  # the client is ours
        """The button that was clicked."""
        del item
        return cls(match["action"], *match["args"].split(":")[1:], label="·")

    def callback(self, interaction: Interaction) -> Coroutine[Any, Any, Any]:  # type: ignore[override]  # the client is ours
        """Answer the click."""
        return interaction.client.router.answer(interaction, self.action, self.args)


class Pick(ui.DynamicItem[ui.Select[Any]], template="s" + _ID):
    """The one select class: one value of a list."""

    def __init__(
        self, action: str, *args: object, options: list[discord.SelectOption] | None = None, placeholder: str = ""
    ) -> None:
        self.action = action
        self.args = [str(arg) for arg in args]
        custom_id = ":".join(["s", action, *self.args])
        super().__init__(ui.Select(custom_id=custom_id, options=options or [], placeholder=placeholder or None))

    @classmethod
    async def from_custom_id(cls, _interaction: Interaction, item: ui.Item[Any], match: re.Match[str]) -> Self:  # type: ignore[override]  # the client is ours
        """The select that was used."""
        del item
        return cls(match["action"], *match["args"].split(":")[1:])

    def callback(self, interaction: Interaction) -> Coroutine[Any, Any, Any]:  # type: ignore[override]  # the client is ours
        """Answer the pick."""
        return interaction.client.router.answer(interaction, self.action, [*self.args, *self.item.values])
