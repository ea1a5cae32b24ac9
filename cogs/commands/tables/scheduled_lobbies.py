"""Scheduled lobbies: `/play` with a time, the event that announces the lobby, and the button that calls it off.

When a lobby is dropped, `show.messages.public_answers` edits its message and deletes its event.
"""

import logging
import re
from functools import partial
from itertools import islice
from typing import Final

import discord
from discord.app_commands import Choice

from cogs.commands.tables.scheduled_events import NewEvent, create_event, delete_event
from cogs.interactions.command_translator import MOST_CHOICES
from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.router import Handlers
from cogs.requests.bot_permissions import is_hidden
from cogs.requests.discord_adapter import call_result
from engine.game import Game
from host.lobby.scheduled_lobbies import ScheduledLobby
from host.services import Services, StoreError
from locales import Translation, language_of
from show.actions.settings_actions import FindZone
from show.actions.table_actions import MOST, Action, CallOff, ScheduleLobby
from show.pages.scheduled_lobbies import delays, dropped_page, has_words, is_time_somewhere, scheduled_page, times
from show.pages.time_zone import zone_page

log = logging.getLogger(__name__)

LONGEST: Final = 40
"""Characters of a typed time that the list repeats; no label is longer."""
_LISTED: Final = re.compile("[0-9]{10,19}")
"""The value of a time in the list: unix seconds. A typed time has fewer digits."""


class ScheduledLobbyCommands(Handlers):
    """The button of a scheduled lobby's message."""

    async def call_off(self, click: InteractionContext, action: CallOff) -> None:
        """Call off a scheduled lobby; a background task deletes its event soon."""
        lobby = await self._services.scheduled_lobbies.call_off(click.place, click.person, action.scheduled)
        await click.repaint(dropped_page(lobby, _public(click)))


async def schedule(click: InteractionContext, services: Services, action: ScheduleLobby) -> None:
    """Schedule a lobby, answer publicly, and create an event on the server if the bot has the permission."""
    opens_at = await chosen_time(click, services, action.at, action)
    if opens_at is None:
        return
    seats, time_control = action.seats or None, action.pace or None
    lobby = await services.scheduled_lobbies.schedule(
        click.place, click.channel_id, click.person, action.game, seats, time_control, opens_at, click.at
    )
    tr = _public(click)
    # If the message was not sent, nobody can see the lobby, so the lobby is removed. If nobody knows whether the
    # message was sent, the lobby stays, and a background task posts a message soon.
    forget = partial(services.scheduled_lobbies.forget_unpublished, lobby)
    message_id = await click.publish_or_undo(scheduled_page(lobby, tr), forget)
    await services.scheduled_lobbies.set_message(lobby, message_id)
    guild = click.interaction.guild
    if guild is not None and guild.me.guild_permissions.create_events:
        kind, client = Game.games[lobby.game], click.interaction.client
        name = tr.text(kind.title)
        event = NewEvent(name, tr.text(kind.pitch), event_location(click, name), opens_at, 2 * kind.minutes)
        made = await call_result(create_event(client, guild.id, event))
        if isinstance(made, int) and not await _is_stored(services, lobby, made):
            await call_result(delete_event(client, guild.id, made))


async def _is_stored(services: Services, lobby: ScheduledLobby, event_id: int) -> bool:
    """Store the id of a lobby's event; return False if the lobby was called off meanwhile, or the write failed."""
    try:
        return await services.scheduled_lobbies.set_event(lobby, event_id)
    except StoreError as error:
        log.warning("the event of scheduled lobby %s could not be stored: %s", lobby.id, error)
        return False


def event_location(click: InteractionContext, name: str) -> str:
    """Return the location of an event: the name of the channel, or the event's own `name` if that is unknown."""
    channel = click.interaction.channel
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread) or is_hidden(channel):
        return f"#{name}"
    return f"#{channel.name or name}"


async def chosen_time(
    click: InteractionContext, services: Services, at: str, then: Action, *, weekly: bool = False
) -> int | None:
    """Return the time of a command's option `at` in unix seconds; 0 if there is no such time.

    A person may type a time without choosing one from the list. Discord then sends the typed text, and the bot takes
    the first time that it would list for this text. A typed time means nothing without a time zone, nor does one that
    repeats `weekly`. So a person without one is asked privately, and None is returned; their choice goes on with
    `then`.
    """
    mine, now = await services.settings.person(click.user_id), click.at
    listed = int(at) if _LISTED.fullmatch(at) else None
    if mine.zone is None and (weekly or (listed is None and is_time_somewhere(at, now, click.tr))):
        asked = then.custom_id
        if len(FindZone(asked).custom_id) > MOST:
            return 0
        await click.tell_page(zone_page(now, "", click.discord_locale, asked, click.tr))
        return None
    if listed is not None:
        return listed
    offered = times(now, mine.zone, click.tr) if mine.zone else ()
    return next((time for label, time in offered if has_words(label, at)), 0)


async def time_choices(click: InteractionContext, services: Services, typed: str) -> list[Choice[str]]:
    """Return the times whose labels contain all typed words, the earliest time first.

    A person without a time zone can choose how long from now, or the typed time, which is followed by the question for
    their time zone.
    """
    mine, now = await services.settings.person(click.user_id), click.at
    offered = times(now, mine.zone, click.tr) if mine.zone else delays(now, click.tr)
    found = (Choice(name=name, value=str(at)) for name, at in offered if has_words(name, typed))
    choices = list(islice(found, MOST_CHOICES - 1))
    if mine.zone is None and typed.strip() and len(typed) <= LONGEST and is_time_somewhere(typed, now, click.tr):
        choices.insert(0, Choice(name=click.tr("scheduled-asks", typed=typed), value=typed))
    return choices


def _public(click: InteractionContext) -> Translation:
    return Translation(language_of(click.public_locale))
