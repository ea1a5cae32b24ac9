"""Lobbies: /play and the lobby's buttons."""

import logging
from collections.abc import Awaitable, Iterable
from functools import partial

import discord
from discord import app_commands

from cogs.commands.fairness import confirm_seat
from cogs.commands.tables.scheduled_lobbies import schedule, time_choices
from cogs.commands.tables.seats import seats_page_for
from cogs.gateway.guild_events import existing_channels
from cogs.interactions.command_translator import localized, matching_games, time_controls, typed_game
from cogs.interactions.interaction_context import PUBLIC, Interaction, InteractionContext
from cogs.interactions.router import Handlers
from cogs.requests.bot_permissions import bot_permissions_in
from cogs.requests.install_settings import invitation
from engine.game import Game
from engine.players import LEVELS
from host.lobby.lobby_transitions import kind_of
from host.refusals import ALONE_HERE, UNKNOWN_MODERATOR, Refusal
from host.services import StoreError
from host.settings import ServerSettings
from host.tables.table import Table
from show.actions import table_actions
from show.actions.lesson_actions import PlayEasy
from show.actions.table_actions import Action, ScheduleLobby
from show.actions.welcome_actions import PlayHere
from show.pages.game.hand import Asked
from show.pages.lobby import SEATS, lobby_page, options_form, sure_start_page
from show.text.seat_names import link, person_name, table_translation

log = logging.getLogger(__name__)

EASIEST = next(iter(LEVELS))
"""The weakest level of computer players."""
MIN_SEATS = min(min(game.seat_counts) for game in Game.games.values())
MAX_SEATS = max(max(game.seat_counts) for game in Game.games.values())


class LobbyCommands(Handlers):
    """The command and buttons that open a table, change seats and options, and start the game."""

    @app_commands.command(description=localized("command-play"), extras={PUBLIC: True})
    @app_commands.rename(time_control="pace")
    @app_commands.describe(
        game=localized("command-play-game"),
        seats=localized("command-play-seats"),
        time_control=localized("command-play-pace"),
        at=localized("command-play-at"),
    )
    @app_commands.choices(time_control=time_controls())
    async def play(
        self,
        interaction: Interaction,
        game: str,
        seats: app_commands.Range[int, MIN_SEATS, MAX_SEATS] | None = None,
        time_control: str | None = None,
        at: str | None = None,
    ) -> None:
        """Open a table, or with `at` schedule its lobby. The answer is the lobby message, or says when the lobby opens.

        In direct messages a game against computer players begins at once.
        """
        click, game = InteractionContext.of(interaction), typed_game(game)
        if click.place.is_direct:
            await self._play_alone(click, game, seats, at)
            return
        if at is not None:
            asked = ScheduleLobby(kind_of(game).id, seats or 0, time_control or "", at)
            await self.schedule(click, asked)
            return
        if (reason := hosting_obstacle(click, await self._services.settings.of(click.place))) is not None:
            await click.tell(reason)
            return
        table = await self._services.lobby.open(click.place, click.channel_id, click.person, game, seats, time_control)
        await self._presenter.messages.post_promise(table.id)
        lobby = lobby_page(table, table_translation(table, click.public_locale), table.channel_id)
        # Without a message nobody could join, so the table is closed again. If nobody knows whether the message was
        # sent, the table stays open, and the first click on the message records it.
        cancel = partial(self._services.lobby.cancel, table.id, click.person)
        message = await click.publish_or_undo(lobby, cancel)
        await self._presenter.messages.lobby_sent(table.id, message, lobby)
        await confirm_seat(click, self._services, table)

    async def schedule(self, click: InteractionContext, action: ScheduleLobby) -> None:
        """Schedule a lobby, once the person has a time zone if the time needs one."""
        if (reason := hosting_obstacle(click, await self._services.settings.of(click.place))) is not None:
            await click.tell(reason)
        else:
            await schedule(click, self._services, action)

    async def play_easy(self, click: InteractionContext, action: PlayEasy) -> None:
        """Open a table with easy computer players on all other seats, deal at once, and show the person's panel."""
        if click.place.is_direct:
            await self._play_alone(click, action.game, level=EASIEST)
            return
        if (reason := hosting_obstacle(click, await self._services.settings.of(click.place))) is not None:
            await click.tell(reason)
            return
        lobby = self._services.lobby
        table = await lobby.open(click.place, click.channel_id, click.person, action.game, None, None)
        await self._presenter.messages.post_promise(table.id)
        await lobby.seat_computer(table.id, click.person, None, EASIEST)
        await lobby.start(table.id, click.person)
        with self._presenter.panels.writing(table.id, click.user_id):
            await self._presenter.panels.answer(click, table.id, Asked())

    async def play_here(self, click: InteractionContext, action: PlayHere) -> None:
        """Begin a game in direct messages."""
        await self._play_alone(click, action.game)

    async def _play_alone(
        self,
        click: InteractionContext,
        game: str,
        seats: int | None = None,
        at: str | None = None,
        level: str | None = None,
    ) -> None:
        """Begin a game in direct messages; the answer is the game's message.

        The game waits for nobody, so a time (`at`) is refused.
        """
        if at is not None:
            raise Refusal(ALONE_HERE())
        opened = self._services.direct_tables.open(click.place, click.channel_id, click.person, game, seats, level)
        table = await opened
        await self._presenter.hands_of(table).answer(click, table.id, Asked(), anew=True)

    @play.autocomplete("game")
    async def _games(self, interaction: Interaction, current: object) -> list[app_commands.Choice[str]]:
        """Return the games that can be opened here and match the typed text."""
        click = InteractionContext.of(interaction)
        return matching_games((await self._services.settings.of(click.place)).offered(), click.tr, str(current))

    @play.autocomplete("at")
    async def _times(self, interaction: Interaction, current: object) -> list[app_commands.Choice[str]]:
        """Return the times that match the typed text; none in direct messages, where games begin at once."""
        click = InteractionContext.of(interaction)
        return [] if click.place.is_direct else await time_choices(click, self._services, str(current))

    async def join(self, click: InteractionContext, action: table_actions.Join) -> None:
        """Join a lobby, and update the clicked message, even if the lobby has started or closed meanwhile."""
        await self._record_message(click)
        table = await _unless_closed(self._services.lobby.join(action.table, click.person))
        await self._presenter.messages.answer_lobby(action.table, click.message_id, click.repaint)
        if table is not None:
            await confirm_seat(click, self._services, table)

    async def start(self, click: InteractionContext, action: table_actions.Start) -> None:
        """Deal. The person who clicks gets the panel, and the lobby message then links to the table.

        A moderator without a seat must confirm first. If the button is on a private page, this page becomes the panel.
        If the lobby has started or closed meanwhile, the page becomes a copy of the lobby message instead.
        """
        await self._record_message(click)
        table = await _unless_closed(self._services.lobby.start(action.table, click.person))
        if table is not None and table.state == "lobby":
            await click.answer(sure_start_page(table, table_translation(table, click.locale)))
        elif table is not None and table.seat_of(click.user_id) is not None:
            with self._presenter.panels.writing(table.id, click.user_id):
                await self._presenter.panels.answer(click, table.id, Asked())
        elif click.in_private:
            with self._presenter.more_pages.writing(action.table, click.user_id):
                await self._answer_more(click, None)
        else:
            await self._presenter.messages.answer_lobby(action.table, click.message_id, click.repaint)

    async def start_anyway(self, click: InteractionContext, action: table_actions.StartAnyway) -> None:
        """Deal at other people's table, after the moderator's confirmation."""
        await self._change(click, self._services.lobby.start(action.table, click.person, sure=True))

    async def more(self, click: InteractionContext, _action: table_actions.OpenMore) -> None:
        """Show the further actions of a lobby or a running game in an ephemeral message."""
        await self._record_message(click)
        if click.table.state == "playing":
            await click.answer(await seats_page_for(click.table, click, self._services))
        else:
            await self._show_more(click, click.table)

    async def leave(self, click: InteractionContext, action: table_actions.Leave) -> None:
        """Leave the lobby."""
        await self._change(click, self._services.lobby.leave(action.table, click.person))

    async def move_seat(self, click: InteractionContext, action: table_actions.MoveSeat) -> None:
        """Move to the next free seat."""
        await self._change(click, self._services.lobby.move_seat(action.table, click.person))

    async def close(self, click: InteractionContext, action: table_actions.CloseTable) -> None:
        """Close the lobby."""
        await self._change(click, self._services.lobby.cancel(action.table, click.person))

    async def place_computer(self, click: InteractionContext, action: table_actions.PlaceComputer) -> None:
        """Add a computer player to a free seat, or remove the computer player from a seat."""
        lobby, (seat, level) = self._services.lobby, action.value
        if level or seat is None:
            await self._change(click, lobby.seat_computer(action.table, click.person, seat, level))
        else:
            await self._change(click, lobby.remove_computer(action.table, click.person, seat))

    async def options(self, click: InteractionContext, action: table_actions.OpenOptions) -> None:
        """Open the form of seats and options."""
        await click.open_form(options_form(kind_of(action.game), action, click.tr))

    async def set_up(self, click: InteractionContext, action: table_actions.SetUp) -> None:
        """Change seats and options to the values of the form."""
        places = dict(action.value)
        count = next(iter(places.pop(SEATS, ())), click.table.seat_count)
        await self._change(click, self._services.lobby.set_up(action.table, click.person, count, places))

    async def set_time_control(self, click: InteractionContext, action: table_actions.SetTimeControl) -> None:
        """Change the time control."""
        await self._change(click, self._services.lobby.set_time_control(action.table, click.person, action.value))

    async def remove(self, click: InteractionContext, action: table_actions.RemovePerson) -> None:
        """Remove a person from the lobby, and confirm that in the answer."""
        removed = self._services.lobby.remove(action.table, click.person, action.user)
        await self._change(click, removed, _done("lobby-removed", click, action.user))

    async def bar(self, click: InteractionContext, action: table_actions.BarPerson) -> None:
        """Remove a person from the lobby, forbid them to join it again, and confirm that in the answer."""
        barred = self._services.lobby.bar(action.table, click.person, action.user)
        await self._change(click, barred, _done("lobby-barred", click, action.user))

    async def invite(self, click: InteractionContext, action: table_actions.Invite) -> None:
        """Mention the picked people, once each, in a message with a link to the lobby."""
        table, picked = await self._services.lobby.invite(action.table, click.person, click.picked_people())
        invited = await self._presenter.messages.invite(table.id, picked)
        await self._show_more(click, table, click.tr("lobby-invited", count=len(invited)))

    async def ask_subscribers(self, click: InteractionContext, action: table_actions.AskSubscribers) -> None:
        """Notify the people who have subscribed to open lobbies.

        If only one seat is free, notify others instead: those who have subscribed to lobbies that lack one player.
        """
        table = await self._services.lobby.ask_subscribers(action.table, click.person)
        await self._show_more(click, table, click.tr("lobby-asked"))

    async def _change(self, click: InteractionContext, change: Awaitable[Table], note: str = "") -> None:
        """Change the lobby, and show the actions page again with a line about the change."""
        with self._presenter.more_pages.writing(click.table.id, click.user_id):
            await self._answer_more(click, await _unless_closed(change), note)

    async def _record_message(self, click: InteractionContext) -> None:
        """Record the clicked lobby message, in case the bot was stopped between the post and its record.

        A clicked private page is not recorded: it also has a Start button, but is no lobby message.
        """
        table_id = click.table.id
        if click.in_private or _lobby_on(click.components) != table_id:
            return
        try:
            await self._presenter.messages.note_clicked_message(
                table_id, click.channel_id, click.message_id, lobby=True
            )
        except (Refusal, StoreError) as error:  # the click's handler will report the same error
            log.info("the message of lobby %s is not noted: %s", table_id, error)

    async def _show_more(self, click: InteractionContext, table: Table, note: str = "") -> None:
        """Show the actions page, with a line about the person's last action."""
        with self._presenter.more_pages.writing(table.id, click.user_id):
            await self._answer_more(click, table, note)

    async def _answer_more(self, click: InteractionContext, table: Table | None, note: str = "") -> None:
        if table is None:
            table = await self._services.tables.get(click.table.id)
        moderates = click.person.moderates(table.channel_id)
        if moderates is None and click.user_id != table.in_charge:
            note = note or click.tr.text(UNKNOWN_MODERATOR(channel=str(table.channel_id)))
        await self._presenter.more_pages.answer(click, table, moderates=bool(moderates), note=note)


def _done(key: str, click: InteractionContext, user_id: int) -> str:
    """Return the sentence about a person who has been removed from the clicked lobby; "" if they did not sit there."""
    names = [who.name for who in click.table.occupants if who and who.user_id == user_id]
    return click.tr(key, who=person_name(names[0], click.tr.language)) if names else ""


def _lobby_on(components: Iterable[object]) -> int | None:
    """Return the table whose Start button is among the components; None: they have no Start button."""
    for one in components:
        action = Action.parse(getattr(one, "custom_id", None) or "")
        found = action.table if isinstance(action, table_actions.Start) else _lobby_on(getattr(one, "children", ()))
        if found is not None:
            return found
    return None


async def _unless_closed(change: Awaitable[Table]) -> Table | None:
    """Await a change of a lobby; return None if the lobby has started or closed.

    After None the caller must show the table's new state.
    """
    try:
        return await change
    except Refusal as refusal:
        if refusal.table is None or refusal.table.state == "lobby":
            raise
        return None


def hosting_obstacle(click: InteractionContext, server: ServerSettings) -> str | None:
    """Return one sentence that says why no table can be opened in this channel; None if one can be opened."""
    if (reason := server_obstacle(click)) is not None:
        return reason
    if (reason := forum_obstacle(click)) is not None:
        return _wrong_channel_message(click, server) or reason
    return permissions_obstacle(click) or _wrong_channel_message(click, server)


def other_channel_obstacle(
    click: InteractionContext, server: ServerSettings, channel: discord.abc.GuildChannel | discord.Thread
) -> str | None:
    """Return one sentence that says why a table cannot be moved to a channel; None if it can be moved there."""
    missing = _missing_permissions(bot_permissions_in(channel) or discord.Permissions.none(), channel)
    if missing:
        names = click.tr.listed(click.tr(name) for name in missing)
        return click.tr("lost-no-permissions", place=link(channel.id), permissions=names)
    places = existing_channels(click.interaction.guild, server)
    if not places or {channel.id, channel.parent_id if isinstance(channel, discord.Thread) else None} & {*places}:
        return None
    seen = [link(one) for one in places if click.sees(one)]
    return click.tr("lost-elsewhere", places=click.tr.listed(seen)) if seen else click.tr("fault-elsewhere-unseen")


def forum_obstacle(click: InteractionContext) -> str | None:
    """Return a sentence that says where to go if this is a forum or a media channel itself and no post; else None.

    Only its posts have messages, and a post is a thread.
    """
    if not isinstance(click.interaction.channel, discord.ForumChannel):
        return None
    return click.tr("fault-forum", forum=link(click.channel_id))


def permissions_obstacle(click: InteractionContext) -> str | None:
    """Return one sentence that names the permissions that the bot lacks in this channel; None if it lacks none."""
    missing = _missing_permissions(click.interaction.app_permissions, click.interaction.channel)
    names = click.tr.listed(click.tr(name) for name in missing)
    return click.tr("fault-permissions", permissions=names) if missing else None


def server_obstacle(click: InteractionContext) -> str | None:
    """Return one sentence that says why no game, even a private one, can be played here; else None."""
    interaction = click.interaction
    if click.place.is_direct:
        return None
    if interaction.guild_id is None or interaction.channel_id is None:
        return click.tr("fault-guild-only")
    if interaction.client.get_guild(interaction.guild_id) is None:
        return click.tr("fault-not-member", link=invitation(interaction.application_id, interaction.guild_id))
    return None


def _wrong_channel_message(click: InteractionContext, server: ServerSettings) -> str | None:
    """Return a sentence that names the channels that allow tables; None if this channel or its parent allows them."""
    tr, here = click.tr, click.interaction.channel
    places = existing_channels(click.interaction.guild, server)
    if not places or click.channel_id in places or (isinstance(here, discord.Thread) and here.parent_id in places):
        return None
    sights = {one: click.sees(one) for one in places}
    # Discord shows the name of a mentioned channel only to people who see it.
    named = [link(one) for one, sees in sights.items() if sees] or [link(one) for one in sights if sights[one] is None]
    return tr("fault-elsewhere", places=tr.listed(named)) if named else tr("fault-elsewhere-unseen")


def _missing_permissions(allowed: discord.Permissions, here: object) -> list[str]:
    """Return the message keys of permissions that the bot needs in a channel and lacks; `allowed` are those it has."""
    thread, vocal = isinstance(here, discord.Thread), isinstance(here, discord.VoiceChannel | discord.StageChannel)
    needed = {
        "right-view-channel": allowed.view_channel,
        "right-send-messages-in-threads" if thread else "right-send-messages": (
            allowed.send_messages_in_threads if thread else allowed.send_messages
        ),
        "right-connect": allowed.connect or not vocal,
    }
    return [name for name, has in needed.items() if not has]
