"""Routes every click and form to its handler, however old its message is.

`Router.table` is the only place that decides whether a person may use a table, for clicks and commands alike.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

import discord

from cogs.interactions.interaction_context import Interaction, InteractionContext
from host.refusals import NO_SUCH_TABLE, Overtaken, Refusal
from host.tables.table import Table
from host.tables.table_repository import TableRepository
from show.actions.table_actions import Action, OpenHand, TableAction

log = logging.getLogger(__name__)

A = TypeVar("A", bound=Action)
Handler = Callable[[InteractionContext, Any], Awaitable[None]]


class Router:
    """The handlers by action, and the access check of tables."""

    def __init__(self, tables: TableRepository) -> None:
        self._tables = tables
        self.came: Callable[[int, int], Awaitable[object]] = _nothing
        """Called with a table's id and the id of a person who clicks on the table, before the handler."""
        self._handlers: dict[type[Action], Handler] = {}

    def register(self, kind: type[A], handler: Callable[[InteractionContext, A], Awaitable[None]]) -> None:
        """Register the handler of an action."""
        self._handlers[kind] = handler

    async def answer(self, interaction: Interaction) -> None:
        """Answer a click or a form; an unknown action comes from another version of the bot, or is forged."""
        data: Any = interaction.data
        if interaction.type is discord.InteractionType.component:
            picked = data.get("values", ())
        elif interaction.type is discord.InteractionType.modal_submit:
            picked = [_form_values(data["components"])]
        else:
            return
        click, action = InteractionContext(interaction), Action.parse(data["custom_id"], picked)
        handler = self._handlers.get(type(action)) if action else None
        if action is None or handler is None:
            log.info("a component is of another version, or forged")
            await click.guarded(click.tell(click.tr("fault-other-version")))
        else:
            await click.guarded(self._handled(click, handler, action))

    async def table(self, click: InteractionContext, number: int) -> Table:
        """Return a table that a person may use.

        Raises:
            Refusal: the server has no such table, the person may not see the table, or the clicked message belongs to
                another
                table. The message does not say which.
        """
        table = await self._tables.on_server(click.guild_id, number)
        if not may_see(click, table):
            raise Refusal(NO_SUCH_TABLE())
        if click.message_id and not click.in_private:
            of_message = await self._tables.of_message(click.message_id)
            if of_message and number not in of_message:
                raise Refusal(NO_SUCH_TABLE())
        return table

    async def _handled(self, click: InteractionContext, handler: Handler, action: Action) -> None:
        try:
            await self._done(click, handler, action)
        except Overtaken:  # answer with the current state
            await self._done(click, handler, action)

    async def _done(self, click: InteractionContext, handler: Handler, action: Action) -> None:
        if isinstance(action, TableAction):
            await self.table(click, action.table)
            if not isinstance(action, OpenHand):  # its handler reports the return itself
                await self.came(action.table, click.user_id)
        await handler(click, action)


async def _nothing(_table_id: int, _user_id: int) -> None: ...


def may_see(click: InteractionContext, table: Table) -> bool:
    """Return whether a person sits at a table or sees its channel."""
    return table.seat_of(click.user_id) is not None or click.sees(table.channel_id)


def _form_values(components: list[Any]) -> dict[str, str]:
    """Return the values of a form by custom id: the picked value of a list, the text of a text field."""
    fields = [one["component"] for one in components if "component" in one]
    picked = {one["custom_id"]: one["values"][0] for one in fields if one.get("values")}
    return picked | {one["custom_id"]: one["value"] for one in fields if "value" in one}
