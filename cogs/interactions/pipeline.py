"""The pipeline of every interaction: command, click or form.

The gates run in the order of `Pipeline.gates`; a gate that returns False ends the interaction. After the gates the
router checks that the person may use the table and calls the handler of a click or form; discord.py calls a command.
`answer_error` answers every error in the pipeline.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import discord
from discord.ext import commands

import limits
from cogs.interactions.bot_presence import needs_bot, show_way_to_bot
from cogs.interactions.error_answers import answer_error
from cogs.interactions.interaction_context import Interaction, InteractionContext
from cogs.interactions.router import Router
from cogs.metrics import Metrics
from host.place import NOWHERE
from host.services import Services, StoreError
from show.log_context import begin_log_context

log = logging.getLogger(__name__)

BUSY_INTERACTIONS = 4
"""If more interactions than this are in progress, edits that nobody waits for are delayed."""
_ROUTED: Final = frozenset({discord.InteractionType.component, discord.InteractionType.modal_submit})
_COMMANDS: Final = frozenset({discord.InteractionType.application_command, discord.InteractionType.autocomplete})


class Pipeline(commands.Cog):
    """The gates of interactions, and the interactions in progress."""

    def __init__(self, services: Services, metrics: Metrics, router: Router) -> None:
        self._services = services
        self._metrics = metrics
        self._router = router
        self.tasks: dict[asyncio.Task[object], int] = {}
        """The tasks that handle interactions, with their users; 0 for a user who is not known yet."""
        self.gates: tuple[Callable[[InteractionContext], Awaitable[bool]], ...] = (
            self.check_ownership,
            self.limit_concurrency,
            self.apply_settings,
            self.check_presence,
        )

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle a click or a form; the command tree handles commands."""
        if interaction.type not in _COMMANDS:
            await self.run(interaction, self._route)

    async def run(self, interaction: Interaction, route: Callable[[InteractionContext], Awaitable[None]]) -> None:
        """Take an interaction through the gates to its handler, and answer any error."""
        self.track()
        context, guild_id = None, interaction.guild_id or 0
        # The id of a direct message's channel would identify a person.
        begin_log_context(server=guild_id, channel=interaction.channel_id or 0 if guild_id else 0)
        try:
            context = InteractionContext(interaction)
            self._metrics.record_interaction(interaction.id)
            for gate in self.gates:
                if not await gate(context):
                    return
            await route(context)
        except Exception as error:  # noqa: BLE001  the payload may have any shape, and a handler may raise anything
            await answer_error(interaction, context, error)

    async def _route(self, context: InteractionContext) -> None:
        if context.interaction.type not in _ROUTED:
            raise ValueError("an interaction of an unknown type")
        await self._router.answer(context)

    def is_busy(self) -> bool:
        """Return whether so many interactions are in progress that background edits must wait."""
        return len(self.tasks) > BUSY_INTERACTIONS

    def track(self, user_id: int = 0) -> None:
        """Register the running task as one that handles an interaction, so that the shutdown waits for it."""
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  only tasks call this
        if task not in self.tasks:
            task.add_done_callback(self.tasks.pop)
        self.tasks[task] = user_id

    # --- Gates

    async def check_ownership(self, context: InteractionContext) -> bool:
        """Drop an interaction of a shard that another process holds.

        Discord does not say which shard gets an interaction from a place without the bot. So the process that gets such
        an interaction answers it.
        """
        if context.is_bot_missing or await self._services.shards.answers(context.place, context.interaction.id):
            return True
        self._metrics.discard_interaction(context.interaction.id)
        await context.cancel_deferral()
        return False

    async def limit_concurrency(self, context: InteractionContext) -> bool:
        """Limit concurrent interactions per user; tell a person over the limit to wait."""
        self.track(context.user_id)
        if list(self.tasks.values()).count(context.user_id) <= limits.CONCURRENT_INTERACTIONS:
            return True
        if not context.is_autocomplete:  # after the next typed letter Discord asks for choices again
            await context.tell(context.tr("fault-busy"))
        return False

    async def apply_settings(self, context: InteractionContext) -> bool:
        """Apply the languages that the person and the server have set, and store the person's current name."""
        try:
            await context.apply_locales(self._services.settings)
            if context.place != NOWHERE:
                await self._services.people.update_name(context.place, context.person)
        except StoreError as error:
            log.warning("a name could not be kept, or what somebody has set not be read: %s", error)
        return True

    async def check_presence(self, context: InteractionContext) -> bool:
        """Point to the bot's direct messages if the interaction needs the bot, but the place does not have the bot."""
        if not (context.is_bot_missing and needs_bot(context.interaction)):
            return True
        await show_way_to_bot(context, self._services.people)
        return False
