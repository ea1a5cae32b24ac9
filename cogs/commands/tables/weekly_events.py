"""The background task that lets weekly events keep their local hour when the clocks change.

Discord repeats an event each week at the same time in UTC. So the event is moved after a switch of summer time, as soon
as the last occurrence before the switch is over.
"""

import logging
from functools import partial

import discord
from discord.ext import commands

from cogs.commands.tables.scheduled_events import fetch_event, is_ahead, is_weekly, move_weekly_event, start_of
from cogs.requests.discord_adapter import call_result
from host.background import BackgroundTask, run_every
from host.nights.nights import WeeklyEvent
from host.place import Place
from host.services import Services, StoreError
from host.time_zones import in_its_week, stored_time_zone
from show.discord_port import Done, Gone, Outcome

log = logging.getLogger(__name__)

SECONDS = 6 * 3_600.0
"""Seconds between two checks."""
WEEK = 604_800
"""Seconds of a week."""


class WeeklyEvents(commands.Cog):
    """The background task that moves weekly events."""

    def __init__(self, services: Services, bot: discord.Client) -> None:
        self._services = services
        self._bot = bot
        self._task = BackgroundTask("weekly events")

    @commands.Cog.listener()
    async def on_shard_ready(self, _number: int) -> None:
        """Start the task, unless it was started before."""
        failure = "weekly events could not be looked at, which is tried again"
        self._task.start(partial(run_every, SECONDS, self.poll, failure))

    async def cog_unload(self) -> None:
        """Stop the task."""
        await self._task.close()

    async def poll(self) -> None:
        """Move the events whose next occurrence would begin at another hour of their zone's clocks.

        Every event is asked for, also between the switches, because somebody may have moved it on Discord.
        """
        for event in await self._services.nights.weekly_events():
            ours = self._services.tables.ours(Place.server(event.guild_id))
            if ours and self._bot.get_guild(event.guild_id) is not None:
                try:
                    await self._move(event)
                except StoreError:
                    raise
                except Exception:
                    log.exception("weekly event %s is looked at again later", event.event_id)

    async def _move(self, event: WeeklyEvent) -> None:
        """Move an event to its local hour.

        If somebody has moved it on Discord, its new hour is the one to keep. If somebody has deleted it, or it does not
        repeat each week any more, it is forgotten.
        """
        nights = self._services.nights
        found = await call_result(fetch_event(self._bot, event.guild_id, event.event_id))
        if isinstance(found, Gone) or (isinstance(found, dict) and not is_weekly(found)):
            await nights.remove_weekly_event(event)
        elif isinstance(found, Outcome):
            log.info("a weekly event is looked at later: %s", found)
        elif is_ahead(found):
            begins = start_of(found)
            wanted = begins if (begins - event.starts_at) % WEEK else _local_start(event, begins)
            if wanted is None:  # the clocks skip the hour of this occurrence
                return
            moved = Done() if wanted == begins else await call_result(move_weekly_event(self._bot, found, wanted))
            if isinstance(moved, Outcome) and moved != Done():
                log.warning("a weekly event is moved later: %s", moved)
            elif wanted != event.starts_at:
                await nights.move_weekly_event(event, wanted)


def _local_start(event: WeeklyEvent, begins: int) -> int | None:
    """Return when the occurrence that begins at a time should begin; None if no clock shows its hour."""
    return in_its_week(event.starts_at, begins, stored_time_zone(event.zone))
