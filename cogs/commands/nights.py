"""League nights: /night and the buttons of a night's message."""

from functools import partial

import discord
from discord import app_commands
from discord.app_commands import Choice

from cogs.commands.tables.lobbies import MAX_SEATS, MIN_SEATS, hosting_obstacle, permissions_obstacle
from cogs.commands.tables.scheduled_events import NewEvent, create_event, delete_event, find_weekly_event
from cogs.commands.tables.scheduled_lobbies import chosen_time, event_location, time_choices
from cogs.interactions.command_translator import localized, matching_games, typed_game
from cogs.interactions.interaction_context import PUBLIC, Interaction, InteractionContext
from cogs.interactions.router import Handlers
from cogs.requests.discord_adapter import call_result
from engine.game import Game
from engine.players import LEVELS
from host.lobby.lobby_transitions import kind_of
from host.nights.night import Night
from host.nights.nights import STAGES, TIME_CONTROLS, Setup
from host.refusals import NIGHT_UNPROMISED, NO_SUCH_NIGHT, UNSEEN_CHANNEL, WEEKLY_WITHOUT_TIME, Refusal
from host.time_zones import stored_time_zone
from locales import Translation, language_of
from show.actions import night_actions as actions
from show.discord_port import Forbidden, Outcome
from show.pages.nights.night import check_page, ended_page, night_page, no_event_page, sure_page
from show.pages.nights.standings import standings_page
from show.text.seat_names import message_link


class NightCommands(Handlers):
    """The command and buttons of league nights."""

    @app_commands.command(description=localized("command-night"), extras={PUBLIC: True})
    @app_commands.rename(time_control="pace")
    @app_commands.describe(
        game=localized("command-night-game"),
        stages=localized("command-night-stages"),
        seats=localized("command-night-seats"),
        time_control=localized("command-night-pace"),
        level=localized("command-night-level"),
        at=localized("command-night-at"),
        weekly=localized("command-night-weekly"),
    )
    @app_commands.choices(
        time_control=[Choice(name=localized(f"pace-{one}"), value=one) for one in TIME_CONTROLS],
        level=[Choice(name=localized(f"level-{one}"), value=one) for one in LEVELS],
    )
    async def night(
        self,
        interaction: Interaction,
        game: str,
        stages: app_commands.Range[int, 1, STAGES] = 2,
        seats: app_commands.Range[int, MIN_SEATS, MAX_SEATS] | None = None,
        time_control: str | None = None,
        level: str | None = None,
        at: str | None = None,
        weekly: bool = False,
    ) -> None:
        """Announce a league night; the answer is its public message."""
        asked = actions.AnnounceNight(
            kind_of(typed_game(game)).id, stages, seats or 0, time_control or "", level or "", weekly, at or ""
        )
        await self.announce(InteractionContext.of(interaction), asked)

    async def announce(self, click: InteractionContext, action: actions.AnnounceNight) -> None:
        """Announce a league night, once the person has a time zone if the night needs one."""
        nights, server = self._services.nights, await self._services.settings.of(click.place)
        if not click.place.is_direct and (reason := hosting_obstacle(click, server)) is not None:
            await click.tell(reason)
            return
        if action.weekly and not action.at:
            raise Refusal(WEEKLY_WITHOUT_TIME())
        starts_at = None
        if action.at:
            nights.check_manager(click.place, click.person)
            starts_at = await chosen_time(click, self._services, action.at, action, weekly=action.weekly)
            if starts_at is None:
                return
        setup = Setup(
            action.game,
            action.seats or None,
            action.stages,
            action.pace or None,
            action.level or None,
            starts_at,
        )
        await self._announce(click, setup, weekly=action.weekly)

    async def _announce(self, click: InteractionContext, setup: Setup, *, weekly: bool) -> None:
        """Announce a league night by a public message.

        If the night has a time and the bot has the permission, also create an event on the server, which repeats each
        week if `weekly`. If the event cannot be created, the person is told.
        """
        nights, starts_at = self._services.nights, setup.starts_at
        night = await nights.announce(click.place, click.channel_id, click.person, setup, click.at)
        tr = _public(click)
        # If nobody knows whether the message was sent, the night stays, and a background task posts a message soon.
        message_id = await click.publish_or_undo(night_page(night, tr), partial(nights.drop, night.id))
        await nights.set_message(night.id, message_id)
        guild = click.interaction.guild
        if starts_at is not None and guild is not None:
            kind = Game.games[night.row.game]
            name, minutes = tr("night-event", game=kind.title), 2 * kind.minutes * night.row.stages
            about = tr("night-event-about")
            if not weekly:  # an event that repeats must not link to the message of its first night
                about = f"{about}\n{message_link(click.place, click.channel_id, message_id)}"
            event = NewEvent(name, about, event_location(click, name), starts_at, minutes, weekly)
            failure = await self._announce_event(click, guild, night, event)
            if failure is not None:
                await click.whisper(no_event_page(failure, click.tr))

    async def _announce_event(
        self, click: InteractionContext, guild: discord.Guild, night: Night, event: NewEvent
    ) -> Outcome | None:
        """Create the event of a night, or use a weekly event that already exists for the same location and time.

        If the night was called off meanwhile, a new event is deleted again. If the event cannot be created, return
        the outcome of the failed call, else None.
        """
        client, nights = click.interaction.client, self._services.nights
        if not guild.me.guild_permissions.create_events:
            return Forbidden()
        zones = {one.event_id: stored_time_zone(one.zone) for one in await nights.weekly_events()}
        found = await call_result(find_weekly_event(client, guild.id, event.location, event.starts_at, zones))
        used = await call_result(create_event(client, guild.id, event)) if found is None else found
        if isinstance(used, Outcome):
            return used
        weekly, zone = event.weekly or found is not None, (await self._services.settings.person(click.user_id)).zone
        stored = await nights.set_event(night.id, used, weekly=weekly)
        if not stored and found is None:
            await call_result(delete_event(client, guild.id, used))
        elif weekly and zone is not None:
            await nights.keep_hour(night.place, used, zone, event.starts_at)
        return None

    @night.autocomplete("game")
    async def _games(self, interaction: Interaction, current: object) -> list[Choice[str]]:
        """Return the games that are offered here and match the typed text."""
        click = InteractionContext.of(interaction)
        return matching_games((await self._services.settings.of(click.place)).offered(), click.tr, str(current))

    @night.autocomplete("at")
    async def _times(self, interaction: Interaction, current: object) -> list[Choice[str]]:
        """Return the times that match the typed text."""
        click = InteractionContext.of(interaction)
        return [] if click.place.is_direct else await time_choices(click, self._services, str(current))

    async def join(self, click: InteractionContext, action: actions.JoinNight) -> None:
        """Join a night, or come back to it."""
        await self._visible(click, action)
        await self._repaint(click, await self._services.nights.join(click.place, click.person, action.night))

    async def leave(self, click: InteractionContext, action: actions.LeaveNight) -> None:
        """Leave a night."""
        await self._visible(click, action)
        await self._repaint(click, await self._services.nights.leave(click.place, click.person, action.night))

    async def start(self, click: InteractionContext, action: actions.StartNight) -> None:
        """Seat the people, and begin the first stage.

        If the deal commitments could not be posted because of missing permissions, the person is told which ones.
        """
        await self._note_message(click, await self._visible(click, action))
        try:
            night = await self._services.nights.start(click.place, click.person, action.night)
        except Refusal as refusal:
            reason = permissions_obstacle(click) if refusal.text.key == NIGHT_UNPROMISED.key else None
            if reason is None:
                raise
            await click.tell(reason)
        else:
            await self._repaint(click, night)

    async def end(
        self, click: InteractionContext, action: actions.EndNight | actions.ConfirmEndNight | actions.EndNightAndEvent
    ) -> None:
        """Call off a night that has not begun, or end a running night after its current stage.

        Only a manager may do so, after a confirmation. A background task soon edits the night's message, and deletes
        the event of a night that is called off; a weekly event is deleted only by `EndNightAndEvent`.
        """
        night = await self._visible(click, action)
        stage = None if isinstance(action, actions.EndNight) else action.stage
        event = isinstance(action, actions.EndNightAndEvent)
        done = await self._services.nights.call_off(
            click.place, click.person, action.night, stage=stage, delete_event=event
        )
        await self._note_message(click, night)
        await click.answer(sure_page(night, click.tr) if done is None else ended_page(done, click.tr))

    async def standings(self, click: InteractionContext, action: actions.ShowNightStandings) -> None:
        """Show the standings with all people; the night's message has only the best."""
        night = await self._visible(click, action)
        await click.answer(standings_page(night, click.user_id, click.tr))

    async def check(self, click: InteractionContext, action: actions.CheckNight) -> None:
        """Show the night's deal commitments, and for stages that are over also the secrets that prove the deals."""
        night = await self._visible(click, action)
        await click.answer(check_page(night, click.tr))

    async def _visible(self, click: InteractionContext, action: actions.NightAction) -> Night:
        """Return the night of an action if the person sees the night's channel. The number in the action may be forged.

        Raises:
            Refusal: the server has no such night, or the person is not known to see its channel.
        """
        night = await self._services.nights.in_place(click.place, action.night)
        visible = click.sees(night.row.channel_id)
        if visible is None:
            raise Refusal(UNSEEN_CHANNEL(channel=str(night.row.channel_id)))
        if not visible:
            raise Refusal(NO_SUCH_NIGHT())
        return night

    async def _repaint(self, click: InteractionContext, night: Night) -> None:
        """Show a night in the clicked message; record this message if the night has none yet.

        A night has no recorded message if the bot was stopped between the post and its record.
        """
        await self._note_message(click, night)
        await click.repaint(night_page(night, _public(click)))

    async def _note_message(self, click: InteractionContext, night: Night) -> None:
        """Record the clicked public message if the night has none yet."""
        missing = night.row.message_id is None and not click.in_private
        if missing and click.message_id and click.channel_id == night.row.channel_id:
            await self._services.nights.set_message(night.id, click.message_id)


def _public(click: InteractionContext) -> Translation:
    return Translation(language_of(click.public_locale))
