"""Every click on a button, every pick from a list and every form comes in here, however old its message is.

And whoever names a table, by a click or in a command, finds it here: `Router.table` is the one place where it is
decided whether there is such a table for them.
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
    """What each action does, and at which tables."""

    def __init__(self, tables: TableRepository) -> None:
        self._tables = tables
        self.came: Callable[[int, int], Awaitable[object]] = _nothing
        """Called with a table's number and a person's who clicks on something of that table, before it is done."""
        self._handlers: dict[type[Action], Handler] = {}

    def on(self, kind: type[A], handler: Callable[[InteractionContext, A], Awaitable[None]]) -> None:
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
        click, action = InteractionContext(interaction), Action.parse(data["custom_id"], picked)
        handler = self._handlers.get(type(action)) if action else None
        if action is None or handler is None:
            log.info("a component is of another version, or forged")
            await click.guarded(click.tell(click.tr("fault-other-version")))
        else:
            await click.guarded(self._handled(click, handler, action))

    async def table(self, click: InteractionContext, number: int) -> Table:
        """The table of a number that somebody has named.

        Raises:
            Refusal: there is none for them: on their server, where they can see it or sit at it, and where what they
                have clicked on does not belong to another one. The words tell nothing of which it was.
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
        except Overtaken:  # they are answered what is true now
            await self._done(click, handler, action)

    async def _done(self, click: InteractionContext, handler: Handler, action: Action) -> None:
        if isinstance(action, TableAction):
            await self.table(click, action.table)
            if not isinstance(action, OpenHand):  # which says that they are back
                await self.came(action.table, click.user_id)
        await handler(click, action)


async def _nothing(_table_id: int, _user_id: int) -> None: ...


def may_see(click: InteractionContext, table: Table) -> bool:
    """Whether a table of the server is there for somebody: they sit at it, or see its channel."""
    return table.seat_of(click.user_id) is not None or click.sees(table.channel_id)


def _filled(components: list[Any]) -> dict[str, str]:
    """What a form was filled in with, by custom ids: of a list the value that was picked, of a text what was typed."""
    fields = [one["component"] for one in components if "component" in one]
    picked = {one["custom_id"]: one["values"][0] for one in fields if one.get("values")}
    return picked | {one["custom_id"]: one["value"] for one in fields if "value" in one}
