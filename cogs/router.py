"""Every click on a button, every pick from a list and every form comes in here, however old its message is."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord

from cogs.click import Click, Interaction
from show.actions import Action, OpenHand, TableAction

log = logging.getLogger(__name__)

A = TypeVar("A", bound=Action)


class Router:
    """What each action does."""

    def __init__(self) -> None:
        self.came: Callable[[int, int], Awaitable[object]] = _nothing
        """Called with a table's number and a person's who clicks on something of that table, before it is done."""
        self._handlers: dict[type[Action], Callable[[Click, Any], Awaitable[None]]] = {}

    def on(self, kind: type[A], handler: Callable[[Click, A], Awaitable[None]]) -> None:
        """Let `handler` do what `kind` asks for."""
        self._handlers[kind] = handler

    async def answer(self, interaction: Interaction) -> None:
        """Answer a click or a form. What another version of the bot has sent may not be known to this one."""
        data: Any = interaction.data
        if interaction.type is discord.InteractionType.component:
            picked = data.get("values", ())
        elif interaction.type is discord.InteractionType.modal_submit:
            picked = [_filled(data["components"])]
        else:
            return
        click, action = Click(interaction), Action.parse(data["custom_id"], picked)
        handler = self._handlers.get(type(action)) if action else None
        if handler is None:
            log.info("a component is of another version: %s", data["custom_id"].partition(":")[0])
            await click.guarded(click.tell(click.speech("fault-other-version")))
        else:
            await click.guarded(self._handled(click, handler, action))

    async def _handled(self, click: Click, handler: Callable[[Click, Any], Awaitable[None]], action: Any) -> None:  # noqa: ANN401  one of the handler's kind
        if isinstance(action, TableAction) and not isinstance(action, OpenHand):  # which says that they are back
            await self.came(action.table, click.user_id)
        await handler(click, action)


async def _nothing(_table_id: int, _user_id: int) -> None: ...


def _filled(components: list[Any]) -> dict[str, str]:
    """What a form was filled in with: of each list, by its custom id, the value that was picked."""
    lists = (one["component"] for one in components if "component" in one)
    return {one["custom_id"]: one["values"][0] for one in lists if one.get("values")}
