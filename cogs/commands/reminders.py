"""Direct messages to people who want to be reminded of the day's deal."""

from functools import partial

from discord.ext import commands

from cogs.direct_messages import DirectMessages, NotSentError
from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.router import Handlers, Router
from host.background import BackgroundTask, run_every
from host.services import Services, StoreError
from locales import Translation, language_of
from show.actions.settings_actions import StopReminders
from show.pages.daily.reminders import reminder_page, stopped_reminders_page
from show.presenter import Presenter

SECONDS = 60.0
"""Seconds between two checks for reminders that are due."""


class ReminderCommands(Handlers):
    """The background task that reminds people, and the button that stops it."""

    def __init__(
        self, services: Services, presenter: Presenter, router: Router, direct_messages: DirectMessages
    ) -> None:
        super().__init__(services, presenter, router)
        self._direct_messages = direct_messages
        self._task = BackgroundTask("reminders of the day's deal")

    @commands.Cog.listener()
    async def on_shard_ready(self, _number: int) -> None:
        """Start the task, unless it was started before."""
        failure = "nobody could be reminded of the day's deal, which is tried again"
        self._task.start(partial(run_every, SECONDS, self._remind, failure))

    async def cog_unload(self) -> None:
        """Stop the task."""
        await self._task.close()

    async def stop(self, click: InteractionContext, _action: StopReminders) -> None:
        """Stop the person's reminders; a confirmation replaces the clicked reminder."""
        await self._services.reminders.stop(click.user_id)
        if click.place.is_server:  # the clicked message is no reminder, which could be replaced
            await click.tell(click.tr("reminder-stopped"))
        else:
            await click.repaint(stopped_reminders_page(click.tr))

    async def _remind(self) -> None:
        """Send the reminders that are due now, until one cannot be sent, which is due again in the next run."""
        reminders = self._services.reminders
        async with self._services.shards.only("reminders"):
            async for one in reminders.claim_due(only_known=self._direct_messages.opens_none):
                page = reminder_page(one, Translation(language_of(one.locale)))
                try:
                    if not await self._direct_messages.write(one.user_id, page):
                        await reminders.mark_refused(one.user_id)
                except NotSentError:
                    await reminders.give_back(one)
                    break
                except StoreError:
                    await reminders.give_back(one)
                    raise
