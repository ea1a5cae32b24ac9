"""Settings: /settings shows a person's own settings, and the server's to people who may manage the server."""

from collections.abc import Sequence

from discord import app_commands
from discord.app_commands import Choice

import limits
from cogs.commands.tables.lobbies import forum_obstacle
from cogs.gateway.guild_events import can_open_private_threads, existing_channels
from cogs.interactions.command_translator import localized
from cogs.interactions.interaction_context import Interaction, InteractionContext
from cogs.interactions.router import Handlers, Router
from host.refusals import NO_PRIVATE_THREADS, NO_SUCH_SETTING, NOT_MANAGER, NOTICES_ON_SERVERS, Refusal
from host.services import Services
from host.settings import MESSAGE_SETTINGS
from host.time_zones import zone_names
from show.actions import settings_actions as actions
from show.actions.settings_actions import (
    MINE,
    MY_DAY,
    NOTICES,
    SERVER,
    SERVER_DAY,
    AskZone,
    FindZone,
    PickZone,
    Put,
    TypeZone,
)
from show.actions.table_actions import Action
from show.pages.daily.settings import OFF as NO_CHANNEL
from show.pages.daily.settings import my_day_page, server_day_page
from show.pages.notifications import notices_page
from show.pages.settings import my_page, server_page
from show.pages.time_zone import found_zones, usual_zones, zone_form, zone_label, zone_page, zone_set_page
from show.presenter import Presenter

HOURS = ("hush_from", "hush_until")
"""Personal settings that are edited on the notifications page."""
NEED_ZONE = {(NOTICES, "hush_from"), (MY_DAY, "reminder")}
"""Settings, by scope and name, that are turned on by people with a time zone only, because they mean times of day."""
OFF = {"no", "off"}
"""The values by which they are turned off."""


class SettingsCommands(Handlers):
    """The command and buttons for settings."""

    def __init__(self, services: Services, presenter: Presenter, router: Router) -> None:
        super().__init__(services, presenter, router)
        self._answered: dict[int, None] = {}
        """The messages of answered questions for a time zone that a public message has followed."""

    @app_commands.command(description=localized("command-settings"))
    @app_commands.describe(zone=localized("command-settings-zone"))
    async def settings(self, interaction: Interaction, zone: str = "") -> None:
        """Show the server's settings to a manager, and personal settings to others; with `zone` set the time zone."""
        click = InteractionContext.of(interaction)
        if zone:
            await self._find_zone(click, zone, "")
        else:
            await self._show(click, SERVER if click.person.manages_server() else MINE)

    @settings.autocomplete("zone")
    async def _zones(self, interaction: Interaction, current: object) -> list[Choice[str]]:
        """Return the time zones that match the typed text, each with its present time."""
        click, now = InteractionContext.of(interaction), self._services.now()
        found = found_zones(str(current), now) if current else usual_zones(click.discord_locale)
        return [Choice(name=zone_label(one, now), value=one) for one in found]

    async def open(self, click: InteractionContext, action: actions.OpenSettings) -> None:
        """Show the settings that the button names."""
        await self._show(click, action.whose)

    async def put(self, click: InteractionContext, action: actions.Put) -> None:
        """Turn a setting on or off; the message of the day's deal cannot be turned on in a forum itself."""
        reason = forum_obstacle(click) if action.name == "daily" and action.to != NO_CHANNEL else None
        if reason is not None:
            await click.tell(reason)
        else:
            await self._set(click, action.whose, action.name, (action.to,))

    async def pick(self, click: InteractionContext, action: actions.PickOne) -> None:
        """Set a setting to one of a few values."""
        await self._set(click, action.whose, action.name, (action.value,))

    async def pick_some(self, click: InteractionContext, action: actions.PickSome) -> None:
        """Store the picked values of a setting that can have several."""
        await self._set(click, action.whose, action.name, tuple(action.value))

    # --- Time zone

    async def ask_zone(self, click: InteractionContext, action: AskZone) -> None:
        """Ask for the person's time zone."""
        await self._ask_zone(click, action.then)

    async def type_zone(self, click: InteractionContext, action: TypeZone) -> None:
        """Open the form in which the person types a city or country."""
        await click.open_form(zone_form(action.then, click.tr))

    async def find_zone(self, click: InteractionContext, action: FindZone) -> None:
        """Set the time zone that was found, or let the person choose if there are several."""
        await self._find_zone(click, action.value, action.then)

    async def pick_zone(self, click: InteractionContext, action: PickZone) -> None:
        """Set the person's time zone, and go on with what the person was asked for."""
        await self._services.settings.set_person(click.user_id, "time_zone", (action.value,))
        following = Action.parse(action.then)
        again = following is not None and following.publishes and not self._is_first(click)
        if following is None or again or (click.is_bot_missing and not following.anywhere):
            await click.answer(zone_set_page(action.value, click.tr))
        else:
            if following.publishes and click.in_private:
                await click.answer(zone_set_page(action.value, click.tr))
            await self._router.handle(click, following)

    def _is_first(self, click: InteractionContext) -> bool:
        """Return whether a question has not been answered before; a double click must make only one public message."""
        if click.message_id in self._answered:
            return False
        self._answered[click.message_id] = None
        limits.evict_oldest(self._answered, limits.ANSWERED_QUESTIONS)
        return True

    async def _find_zone(self, click: InteractionContext, typed: str, then: str) -> None:
        found = [typed] if typed in zone_names() else found_zones(typed, self._services.now())
        if len(found) == 1:
            await self.pick_zone(click, PickZone(then, found[0]))
        else:
            await self._ask_zone(click, then, typed, found)

    async def _ask_zone(self, click: InteractionContext, then: str, typed: str = "", found: Sequence[str] = ()) -> None:
        mine = await self._services.settings.person(click.user_id)
        now, locale = self._services.now(), click.discord_locale
        await click.answer(zone_page(now, mine.time_zone, locale, then, click.tr, typed, found))

    # --- Other settings

    async def _set(self, click: InteractionContext, whose: str, name: str, picked: tuple[str, ...]) -> None:
        if (whose, name) in NEED_ZONE and not OFF & {*picked}:
            mine = await self._services.settings.person(click.user_id)
            if mine.zone is None:
                await self._ask_zone(click, Put(whose, name, ",".join(picked)).custom_id)
                return
        if (whose, name) == (MY_DAY, "reminder"):
            await self._set_reminder(click, picked)
        elif whose in {MINE, MY_DAY} or (whose == NOTICES and name in HOURS):
            await self._services.settings.set_person(click.user_id, name, picked)
            if name == "named":
                await self._services.daily_servers.outdate(click.user_id)
        elif whose == NOTICES:
            values = tuple(filter(None, picked))
            await self._services.notifications.set(click.place, click.user_id, name, values, click.locale)
        elif whose in {SERVER, SERVER_DAY}:
            if (name, picked) == ("threads", ("private",)) and not can_open_private_threads(click.interaction.guild):
                raise Refusal(NO_PRIVATE_THREADS())
            await self._services.settings.set_server(click.place, click.person, name, picked)
            if name == "compared" and click.interaction.guild is not None:
                await self._services.daily_servers.keep_name(click.place, click.interaction.guild.name)
        await self._show(click, whose)
        if whose == SERVER and name in MESSAGE_SETTINGS:
            for number in await self._services.tables.open_numbers(click.place):
                self._presenter.changed(number)

    async def _set_reminder(self, click: InteractionContext, picked: tuple[str, ...]) -> None:
        """Turn the person's reminders on or off."""
        if picked == ("on",):
            await self._services.reminders.ask(click.user_id, click.locale, click.at)
        elif picked == ("off",):
            await self._services.reminders.stop(click.user_id)
        else:
            raise Refusal(NO_SUCH_SETTING())

    async def _show(self, click: InteractionContext, whose: str) -> None:
        """Show the settings in the language that the person has now.

        Raises:
            Refusal: the person may not manage the server, or no such settings exist.
        """
        await click.apply_locales(self._services.settings)
        tr = click.tr
        if whose == MINE:
            mine = await self._services.settings.person(click.user_id)
            manager, notices = click.person.manages_server(), click.place.has_notices
            await click.answer(my_page(mine, tr, manager=manager, notices=notices))
        elif whose == NOTICES and not click.place.has_notices:
            raise Refusal(NOTICES_ON_SERVERS())
        elif whose == NOTICES:
            wishes = await self._services.notifications.subscription(click.place, click.user_id)
            mine = await self._services.settings.person(click.user_id)
            await click.answer(notices_page(wishes, mine, tr))
        elif whose == MY_DAY:
            mine = await self._services.settings.person(click.user_id)
            await click.answer(my_day_page(mine, await self._services.reminders.of(click.user_id), tr))
        elif whose not in {SERVER, SERVER_DAY}:
            raise Refusal(NO_SUCH_SETTING())
        elif not click.person.manages_server():
            raise Refusal(NOT_MANAGER())
        elif whose == SERVER_DAY:
            server = await self._services.settings.of(click.place)
            await click.answer(server_day_page(server, click.channel_id, tr))
        else:
            server = await self._services.settings.of(click.place)
            guild = click.interaction.guild
            channels, private = existing_channels(guild, server), can_open_private_threads(guild)
            await click.answer(server_page(server, channels, tr, private=private))
