"""Statistics of a server's players: /leaderboard and /profile."""

from dataclasses import replace

import discord
from discord import app_commands

from cogs.commands.tables.lobbies import forum_obstacle
from cogs.interactions.command_translator import game_choices, localized, period_choices
from cogs.interactions.interaction_context import PUBLIC, Interaction, InteractionContext, name_of
from cogs.interactions.router import Handlers
from engine.game import Game
from host.lobby.lobby_transitions import kind_of
from host.people.standings import Period, PublicMessage
from host.refusals import LEADERBOARDS_ON_SERVERS, Refusal
from locales import Translation, language_of
from show.actions import table_actions
from show.pages.learning.lesson_list import ordered_lessons
from show.pages.standings import PERIODS, leaders_page, profile_page
from show.text.page import Page

USUAL: Period = "rating"


class StandingsCommands(Handlers):
    """The commands and buttons for leaderboards and profiles."""

    @app_commands.command(description=localized("command-leaderboard"), extras={PUBLIC: True})
    @app_commands.describe(game=localized("command-leaderboard-game"), period=localized("command-leaderboard-period"))
    @app_commands.choices(game=game_choices(), period=period_choices())
    async def leaderboard(self, interaction: Interaction, game: str | None = None, period: str | None = None) -> None:
        """Show a leaderboard publicly, with the rank of the person who asks."""
        click = InteractionContext.of(interaction)
        if not click.place.has_leaderboard:
            raise Refusal(LEADERBOARDS_ON_SERVERS())
        if (reason := forum_obstacle(click)) is not None:
            await click.tell(reason)
            return
        kind = kind_of(game) if game else await self._services.standings.usual_game(click.place)
        tr = Translation(language_of(click.public_locale))
        if period is None:
            rated = await self._services.standings.board(click.place, click.user_id, kind.id, USUAL)
            period = USUAL if rated.lines else "all"  # "all" also shows wins, so it is not empty while nobody is rated
        message_id = await click.publish(await self._leaders(click, kind, period, 0, tr))
        message = PublicMessage(click.place.server_id, click.channel_id, message_id)
        await self._services.standings.add_leaderboard(message)

    async def turn_page(self, click: InteractionContext, action: table_actions.ShowLeaders) -> None:
        """Show another page of a leaderboard in an ephemeral message."""
        page = await self._leaders(click, kind_of(action.game), action.period, action.page, click.tr)
        await click.answer(page)

    async def pick_game(self, click: InteractionContext, action: table_actions.PickGame) -> None:
        """Show another game's leaderboard."""
        await click.answer(await self._leaders(click, kind_of(action.value), action.period, 0, click.tr))

    async def pick_period(self, click: InteractionContext, action: table_actions.PickPeriod) -> None:
        """Show the leaderboard of another period."""
        await click.answer(await self._leaders(click, kind_of(action.game), action.value, 0, click.tr))

    async def _leaders(
        self, click: InteractionContext, kind: type[Game], period: str, number: int, tr: Translation
    ) -> Page:
        if not click.place.has_leaderboard:
            raise Refusal(LEADERBOARDS_ON_SERVERS())
        by: Period = next((one for one in PERIODS if one == period), USUAL)
        season = (await self._services.settings.of(click.place)).season
        board = await self._services.standings.board(click.place, click.user_id, kind.id, by, number, season, click.at)
        return leaders_page(kind, by, number, board, tr, season)

    @app_commands.command(description=localized("command-profile"))
    @app_commands.describe(member=localized("command-profile-member"))
    async def profile(self, interaction: Interaction, member: discord.Member | discord.User | None = None) -> None:
        """Show a person's results on the server, in an ephemeral message. The person may have left the server."""
        user = member or interaction.user
        await self._profile(InteractionContext.of(interaction), user.id, name_of(user))

    async def show_profile(self, click: InteractionContext, _action: table_actions.ShowProfile) -> None:
        """Show the person's own profile."""
        await self._profile(click, click.user_id, click.person.name)

    async def pick_career(self, click: InteractionContext, action: table_actions.PickCareer) -> None:
        """Show a profile with details of the given game."""
        name = click.person.name if action.user == click.user_id else ""
        await self._profile(click, action.user, name, action.value)

    async def _profile(self, click: InteractionContext, user_id: int, name: str, game: str = "") -> None:
        """Show a profile with details of a game, by default of that played most.

        On their own profile, a person also sees the finished lessons, the streak of the day's deal and the mean losses.
        Other people see the mean losses only if the owner of the profile has chosen to show them.

        Args:
            click: the interaction.
            user_id: the person.
            name: the person's name if it is known; that of a person who has never sat at a table is not stored.
            game: the game's id.
        """
        profile = await self._services.standings.profile(click.place, user_id)
        profile = replace(profile, name=profile.name or name)
        is_own = user_id == click.user_id
        finished = await self._services.lessons.finished(user_id) if is_own else ()
        lessons = [lesson for lesson in ordered_lessons() if lesson.id in finished]
        told = is_own or (await self._services.settings.person(user_id)).losses == "on"
        losses = await self._services.reviews.losses(click.place, user_id) if told else {}
        streak = await self._services.daily.streak(user_id, click.at) if is_own else None
        direct = click.place.is_direct
        await click.answer(profile_page(profile, game, click.tr, lessons, losses, streak, direct=direct))
