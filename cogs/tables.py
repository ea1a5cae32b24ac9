"""Opening tables, sitting down, and what is going on: /play, /tables, and the lobby's buttons."""

from __future__ import annotations

import contextlib

import discord
from discord import app_commands
from discord.ext import commands

from cogs.client import Ichiza
from cogs.layouts import layout
from cogs.lobby_panel import fill_layout, lobby_layout, options_layout
from cogs.router import Interaction, show, tell
from cogs.speech import speech_for, table_speech
from cogs.translator import described
from engine.game import Game
from engine.options import describe
from host.words import BAD_OPTION, Refusal
from storage import TableRow

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    attach_files=True,
)
"""What the bot asks for when it is invited, as in the README; it can do without the last three."""


async def game_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The games whose name or id contains what has been typed."""
    speech = speech_for(interaction)
    named = [(speech.text(game.title), game.id) for game in Game.games.values()]
    typed = current.casefold()
    return [
        app_commands.Choice(name=name, value=game) for name, game in named if typed in name.casefold() or typed in game
    ][:25]


class Tables(commands.Cog):
    """Lobbies."""

    def __init__(self, bot: Ichiza) -> None:
        self.bot = bot
        self.lobby = bot.house.lobby
        for action, handler in (
            ("join", self.join),
            ("leave", self.leave),
            ("move-seat", self.move_seat),
            ("computer", self.add_computer),
            ("no-computer", self.remove_computer),
            ("options", self.options),
            ("seats", self.resize),
            ("option", self.set_option),
            ("start", self.start),
            ("close", self.cancel),
        ):
            bot.router.on(action, handler)

    async def cog_load(self) -> None:
        """Begin without the lobbies that nobody has seen: the bot was stopped between opening and showing them."""
        await self.lobby.close_unshown()

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on with the tables of a server that the bot is back on."""
        await self.bot.house.play.resume(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Do without a channel."""
        for row in await self.bot.house.tables.in_guild(channel.guild.id):
            if row.channel_id == channel.id:
                await self.bot.presenter.lost(await self.bot.house.tables.get(row.id))

    @app_commands.command(description=described("command-play"))
    @app_commands.describe(game=described("command-play-game"), seats=described("command-play-seats"))
    @app_commands.autocomplete(game=game_choices)
    @app_commands.guild_only()
    async def play(
        self, interaction: Interaction, game: str, seats: app_commands.Range[int, 2, 6] | None = None
    ) -> None:
        """Open a table: its lobby is the answer."""
        speech = speech_for(interaction)
        if interaction.guild_id is None or interaction.channel_id is None:
            await tell(interaction, speech("fault-guild-only"))
            return
        if self.bot.get_guild(interaction.guild_id) is None:
            await tell(interaction, speech("fault-not-member", link=_invitation(interaction)))
            return
        if missing := _missing_permissions(interaction):
            names = speech.listed(speech(name) for name in missing)
            await tell(interaction, speech("fault-permissions", permissions=names))
            return
        table = await self.lobby.open(interaction.guild_id, interaction.channel_id, interaction.user.id, game, seats)
        spoken = table_speech(table, self.bot.presenter.locale_of(table))
        try:
            answer = await interaction.response.send_message(view=lobby_layout(table, spoken).view)
        except discord.HTTPException:
            await self.lobby.cancel(table.id, interaction.user.id)  # nobody sees it, so nobody could ever join
            raise
        await self.bot.house.tables.place(table, None, answer.message_id)

    @app_commands.command(description=described("command-tables"))
    @app_commands.guild_only()
    async def tables(self, interaction: Interaction) -> None:
        """List the lobbies and running games of the server."""
        speech = speech_for(interaction)
        rows = await self.bot.house.tables.in_guild(interaction.guild_id or 0)
        lines = [await self._line(row, interaction) for row in rows]
        text = "\n".join([speech("tables-title"), *(lines or [speech("tables-none")])])
        await interaction.response.send_message(view=layout(text).view, ephemeral=True)

    async def _line(self, row: TableRow, interaction: Interaction) -> str:
        table = await self.bot.house.tables.get(row.id)
        speech = table_speech(table, interaction.locale)
        if table.game is None:
            taken = sum(who is not None for who in table.occupants)
            state = speech("tables-gathering", taken=taken, seats=table.seat_count)
        else:
            names = speech.listed(speech.seat(seat) for seat in table.game.to_act)
            state = speech("tables-waiting", round=table.game.round, names=names)
        sitting = speech.listed(speech.seat(seat) for seat, who in enumerate(table.occupants) if who)
        place = f"<#{table.post_id}>"
        return speech("tables-line", game=table.kind.title, table=str(table.id), state=state, who=sitting, place=place)

    # --- The lobby's buttons: the presenter shows what has changed, so most are answered with nothing else

    async def join(self, interaction: Interaction, number: str) -> None:
        """Sit down."""
        await self.bot.presenter.answer(interaction, await self.lobby.join(int(number), interaction.user.id))

    async def leave(self, interaction: Interaction, number: str) -> None:
        """Stand up."""
        await self.bot.presenter.answer(interaction, await self.lobby.leave(int(number), interaction.user.id))

    async def move_seat(self, interaction: Interaction, number: str) -> None:
        """Take the next free seat."""
        await self.bot.presenter.answer(interaction, await self.lobby.move_seat(int(number), interaction.user.id))

    async def add_computer(self, interaction: Interaction, number: str) -> None:
        """Put a computer player on a free seat."""
        await self.bot.presenter.answer(interaction, await self.lobby.add_computer(int(number), interaction.user.id))

    async def remove_computer(self, interaction: Interaction, number: str) -> None:
        """Take the last computer player out again."""
        await self.bot.presenter.answer(interaction, await self.lobby.remove_computer(int(number), interaction.user.id))

    async def cancel(self, interaction: Interaction, number: str) -> None:
        """Close the lobby."""
        moderator = interaction.permissions.manage_messages
        table = await self.lobby.cancel(int(number), interaction.user.id, moderator=moderator)
        await self.bot.presenter.answer(interaction, table)

    async def options(self, interaction: Interaction, number: str) -> None:
        """Show the options, privately."""
        table = await self.bot.house.tables.get(int(number))
        await show(interaction, options_layout(table, table_speech(table, interaction.locale)))

    async def resize(self, interaction: Interaction, number: str, count: str) -> None:
        """Change the number of seats."""
        moderator = interaction.permissions.manage_messages
        table = await self.lobby.resize(int(number), interaction.user.id, int(count), moderator=moderator)
        await show(interaction, options_layout(table, table_speech(table, interaction.locale)))

    async def set_option(self, interaction: Interaction, number: str, name: str, place: str) -> None:
        """Change one option: the value is given by its place among the allowed ones."""
        table = await self.bot.house.tables.get(int(number))
        offered = {info.name: info.allowed for info in describe(table.kind.Options, table.seat_count)}
        if name not in offered or int(place) >= len(offered[name]):
            raise Refusal(BAD_OPTION())
        moderator = interaction.permissions.manage_messages
        value = offered[name][int(place)]
        table = await self.lobby.set_option(table.id, interaction.user.id, name, value, moderator=moderator)
        await show(interaction, options_layout(table, table_speech(table, interaction.locale)))

    async def start(self, interaction: Interaction, number: str, fill: str = "") -> None:
        """Deal; with free seats, ask first."""
        moderator = interaction.permissions.manage_messages
        table = await self.bot.house.start(int(number), interaction.user.id, fill=bool(fill), moderator=moderator)
        if table is None:
            waiting = await self.bot.house.tables.get(int(number))
            await show(interaction, fill_layout(waiting, table_speech(waiting, interaction.locale)))
            return
        if fill:
            await interaction.response.defer()
            with contextlib.suppress(discord.HTTPException):  # the game has begun, whether or not the question stays
                await interaction.delete_original_response()
        else:
            await self.bot.presenter.answer(interaction, table)


def _missing_permissions(interaction: Interaction) -> list[str]:
    """What the bot may not do here, and must be able to, as message keys."""
    allowed = interaction.app_permissions
    thread = isinstance(interaction.channel, discord.Thread)
    needed = {
        "permission-view": allowed.view_channel,
        "permission-send-threads" if thread else "permission-send": (
            allowed.send_messages_in_threads if thread else allowed.send_messages
        ),
    }
    return [name for name, has in needed.items() if not has]


def _invitation(interaction: Interaction) -> str:
    """Where whoever manages the server lets the bot in."""
    return discord.utils.oauth_url(
        interaction.application_id,
        permissions=PERMISSIONS,
        guild=discord.Object(interaction.guild_id or 0),
        scopes=("bot", "applications.commands"),
    )


async def setup(bot: Ichiza) -> None:
    """Load the cog."""
    await bot.add_cog(Tables(bot))
