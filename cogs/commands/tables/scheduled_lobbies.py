"""Scheduled lobbies: `/play` with a time, the event that announces the lobby, and the button that calls it off.

When a lobby is dropped, `show.messages.public_answers` edits its message and deletes its event.
"""

import logging
from datetime import UTC, datetime, timedelta
from functools import partial

import discord
from discord.app_commands import Choice

from cogs.interactions.command_translator import MOST_CHOICES
from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.router import Handlers
from cogs.requests.discord_adapter import call_result
from engine.game import Game
from host.lobby.scheduled_lobbies import ScheduledLobby
from host.services import Services, StoreError
from locales import Translation, language_of
from show.actions.table_actions import CallOff
from show.pages.scheduled_lobbies import dropped_page, scheduled_page, times

log = logging.getLogger(__name__)

NAME_LIMIT = 100
"""Discord's limit of characters of an event's name and of its location."""


class ScheduledLobbyCommands(Handlers):
    """The button of a scheduled lobby's message."""

    async def call_off(self, click: InteractionContext, action: CallOff) -> None:
        """Call off a scheduled lobby; a background task deletes its event soon."""
        lobby = await self._services.scheduled_lobbies.call_off(click.place, click.person, action.scheduled)
        await click.repaint(dropped_page(lobby, _public(click)))


async def schedule(
    click: InteractionContext, services: Services, game: str, seats: int | None, pace: str | None, at: str
) -> None:
    """Schedule a lobby, answer publicly, and create an event on the server if the bot has the permission."""
    opens_at = await chosen_time(click, services, at)
    lobby = await services.scheduled_lobbies.schedule(
        click.place, click.channel_id, click.person, game, seats, pace, opens_at
    )
    tr = _public(click)
    # If the message was not sent, nobody can see the lobby, so the lobby is removed. If nobody knows whether the
    # message was sent, the lobby stays, and a background task posts a message soon.
    forget = partial(services.scheduled_lobbies.forget_unpublished, lobby)
    message_id = await click.publish_or_undo(scheduled_page(lobby, tr), forget)
    await services.scheduled_lobbies.set_message(lobby, message_id)
    guild = click.interaction.guild
    if guild is not None and guild.me.guild_permissions.create_events:
        kind = Game.games[lobby.game]
        event = create_event(guild, click, tr.text(kind.title), tr.text(kind.pitch), opens_at, 2 * kind.minutes)
        made = await call_result(event)
        if isinstance(made, discord.ScheduledEvent) and not await _is_stored(services, lobby, made.id):
            await call_result(made.delete())


async def _is_stored(services: Services, lobby: ScheduledLobby, event_id: int) -> bool:
    """Store the id of a lobby's event; return False if the lobby was called off meanwhile, or the write failed."""
    try:
        return await services.scheduled_lobbies.set_event(lobby, event_id)
    except StoreError as error:
        log.warning("the event of scheduled lobby %s could not be stored: %s", lobby.id, error)
        return False


async def create_event(
    guild: discord.Guild, click: InteractionContext, name: str, about: str, at: int, minutes: int
) -> discord.ScheduledEvent:
    """Create an event on a server, in the channel of the click.

    Args:
        guild: the server.
        click: the command.
        name: the name of the event.
        about: its description.
        at: its beginning, in unix seconds.
        minutes: its duration in minutes.
    """
    begins = datetime.fromtimestamp(at, UTC)
    place = getattr(click.interaction.channel, "name", None) or name
    return await guild.create_scheduled_event(
        name=name[:NAME_LIMIT],
        description=about,
        start_time=begins,
        end_time=begins + timedelta(minutes=minutes),
        entity_type=discord.EntityType.external,
        privacy_level=discord.PrivacyLevel.guild_only,
        location=f"#{place}"[:NAME_LIMIT],
    )


async def chosen_time(click: InteractionContext, services: Services, at: str) -> int:
    """Return the time of a command's option `at` in unix seconds; 0 if there is no such time.

    A person may type a time without choosing one from the list. Discord then sends the typed text, and the bot takes
    the first time that it would list for this text.
    """
    chosen = at if at.isdecimal() else next((one.value for one in await time_choices(click, services, at)), "0")
    return int(chosen) if chosen.isascii() and len(chosen) <= len(str(2**62)) else 0


async def time_choices(click: InteractionContext, services: Services, typed: str) -> list[Choice[str]]:
    """Return the times whose labels contain all typed words, the earliest time first."""
    mine = await services.settings.person(click.user_id)
    offered = times(services.now(), mine, Translation(language_of(click.locale)))
    parts = typed.casefold().split()
    found = (Choice(name=name, value=str(at)) for name, at in offered if all(one in name.casefold() for one in parts))
    return [one for one, _ in zip(found, range(MOST_CHOICES), strict=False)]


def _public(click: InteractionContext) -> Translation:
    return Translation(language_of(click.public_locale))
