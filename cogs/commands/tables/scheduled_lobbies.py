"""Scheduled lobbies: `/play` with a time, the event that announces the lobby, and the button that calls it off.

When a lobby is dropped, `show.messages.public_answers` edits its message and deletes its event.
"""

import logging
from functools import partial

from discord.app_commands import Choice

from cogs.commands.tables.scheduled_events import NewEvent, create_event, delete_event
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


class ScheduledLobbyCommands(Handlers):
    """The button of a scheduled lobby's message."""

    async def call_off(self, click: InteractionContext, action: CallOff) -> None:
        """Call off a scheduled lobby; a background task deletes its event soon."""
        lobby = await self._services.scheduled_lobbies.call_off(click.place, click.person, action.scheduled)
        await click.repaint(dropped_page(lobby, _public(click)))


async def schedule(
    click: InteractionContext, services: Services, game: str, seats: int | None, time_control: str | None, at: str
) -> None:
    """Schedule a lobby, answer publicly, and create an event on the server if the bot has the permission."""
    opens_at = await chosen_time(click, services, at)
    lobby = await services.scheduled_lobbies.schedule(
        click.place, click.channel_id, click.person, game, seats, time_control, opens_at
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
    """Return the location of an event: the name of the channel, or the event's own `name` if the channel has none."""
    return f"#{getattr(click.interaction.channel, 'name', None) or name}"


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
