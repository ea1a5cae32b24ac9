"""Routes every click and form to its handler, however old its message is.

`Router.table` is the only place that decides whether a person may use a table that they name by a click or a command.
Lists of a place's tables contain those that `may_list` allows.
"""

import inspect
import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, get_args, get_type_hints

import discord
from discord.ext import commands

from cogs.interactions.interaction_context import InteractionContext
from host.play.lost_tables import may_move
from host.refusals import NO_SUCH_TABLE, SEALED, UNSEEN_CHANNEL, Overtaken, Refusal
from host.services import Services
from host.tables.table import Table
from host.tables.table_repository import TableRepository
from show.actions.table_actions import Action, MoveTable, MoveTo, OpenHand
from show.log_context import extend_log_context
from show.presenter import Presenter

log = logging.getLogger(__name__)

A = TypeVar("A", bound=Action)
Handler = Callable[[InteractionContext, Any], Awaitable[None]]
EndAbsence = Callable[[Table, int], Awaitable[Table | None]]


class Router:
    """The handlers by action, and the access check of tables."""

    def __init__(self, tables: TableRepository, end_absence: EndAbsence) -> None:
        """Create a router without handlers.

        Args:
            tables: the tables.
            end_absence: called with the current snapshot of a table and the id of a person who clicks on the table;
                returns the table without the absence, or None if the person was not away.
        """
        self._tables = tables
        self._end_absence = end_absence
        self._handlers: dict[type[Action], Handler] = {}

    def register(self, kind: type[A], handler: Callable[[InteractionContext, A], Awaitable[None]]) -> None:
        """Register the handler of an action; raises `RuntimeError` if the action has one already."""
        if kind in self._handlers:
            raise RuntimeError(f"two handlers of {kind.__name__}")
        self._handlers[kind] = handler

    def check(self) -> None:
        """Check that each action has a handler; raises `RuntimeError` with the names of actions that have none."""
        kinds = dict.fromkeys(form.kind for form in Action.verbs.values())
        missing = [kind.__name__ for kind in kinds if kind not in self._handlers]
        if missing:
            raise RuntimeError(f"no handler of {', '.join(missing)}")

    async def answer(self, context: InteractionContext) -> None:
        """Answer a click or a form. An unknown action comes from another version of the bot, or is forged."""
        data: Any = context.interaction.data
        if context.interaction.type is discord.InteractionType.modal_submit:
            picked = [_form_values(data["components"])]
        else:
            picked = data.get("values", ())
        action = Action.parse(data["custom_id"], picked)
        if action is None or type(action) not in self._handlers:
            log.info("a component is of another version, or forged")
            await context.tell(context.tr("fault-other-version"))
        else:
            await self.handle(context, action)

    async def table(
        self, context: InteractionContext, number: int, *, blind: bool = False, to_move: bool = False
    ) -> Table:
        """Return the current snapshot of the table `number` if the person may use it.

        Pass `blind` if the person will be shown nothing of the table's game: sealed tables are then allowed. Pass
        `to_move` if the person moves a lost table: tables that the person `may_list` are then allowed.

        Raises:
            Refusal: the place has no such table, the person may not see the table, or the clicked message belongs to
                another table; the text is the same in these three cases. Another text says that it is unknown whether
                the person may see the table. A sealed table is refused with a third text, unless `blind` is set or the
                person has a seat in the running game at this table.
        """
        extend_log_context(table=number)
        of_message = []
        if context.message_id and not context.in_private and not context.place.is_direct:
            of_message = await self._tables.of_message(context.message_id)
        table = await self._tables.in_place(context.place, number)  # read last, so that the snapshot is current
        visible = may_list(context, table) if to_move else may_see(context, table)
        if visible is None:
            raise Refusal(UNSEEN_CHANNEL(channel=str(table.channel_id)))
        if not visible:
            raise Refusal(NO_SUCH_TABLE())
        if not (blind or table.open_to(context.user_id)):
            raise Refusal(SEALED())
        if of_message and not table.private and number not in of_message:
            raise Refusal(NO_SUCH_TABLE())
        return table

    async def handle(self, context: InteractionContext, action: Action) -> None:
        """Check the access to the action's table, and call the handler; repeat both if the table changes meanwhile."""
        try:
            await self._handle(context, action)
        except Overtaken:  # the second attempt reads the table's current state
            await self._handle(context, action)

    async def _handle(self, context: InteractionContext, action: Action) -> None:
        if action.table_id is not None:
            to_move = isinstance(action, MoveTable | MoveTo)
            context.table = await self.table(context, action.table_id, blind=action.blind, to_move=to_move)
            # The handler of OpenHand ends the absence itself.
            if not isinstance(action, OpenHand):
                context.table = await self._end_absence(context.table, context.user_id) or context.table
        await self._handlers[type(action)](context, action)


class Handlers(commands.Cog):
    """Base class of the cogs that handle actions.

    A public coroutine method becomes the handler of the action class that is the type of one of its parameters. If the
    type is a union of action classes, the method handles all of them.
    """

    def __init__(self, services: Services, presenter: Presenter, router: Router) -> None:
        self._services = services
        self._presenter = presenter
        self._router = router
        for name, method in vars(type(self)).items():
            if inspect.iscoroutinefunction(method) and not name.startswith("_"):
                for kind in _annotated_actions(method):
                    router.register(kind, getattr(self, name))


def _annotated_actions(method: Callable[..., object]) -> list[type[Action]]:
    kinds = [kind for hint in get_type_hints(method).values() for kind in (hint, *get_args(hint))]
    return [kind for kind in kinds if isinstance(kind, type) and issubclass(kind, Action)]


def may_see(context: InteractionContext, table: Table) -> bool | None:
    """Return whether a person may see a table: people with a seat may, and people who see the table's channel.

    Return None if it is unknown whether the person sees the channel. A private table may be seen only by the person who
    opened it.
    """
    if table.private:
        return context.user_id == table.opener_id
    return True if table.seat_of(context.user_id) is not None else context.sees(table.channel_id)


def may_list(context: InteractionContext, table: Table) -> bool | None:
    """Return whether a person may see a table in the list: those who may see it, and those who `may_move` it.

    The managers of a server may move its lost games, also out of channels that they do not see. They see nothing else
    of such a game. Return None if it is unknown.
    """
    return True if not table.private and may_move(table, context.person) else may_see(context, table)


def _form_values(components: list[Any]) -> dict[str, str | list[str]]:
    """Return the values of a form by custom id: the picked values of a list, the text of a text field."""
    fields = [one["component"] for one in components if "component" in one]
    picked = {one["custom_id"]: one["values"] for one in fields if "values" in one}
    return picked | {one["custom_id"]: one["value"] for one in fields if "value" in one}
