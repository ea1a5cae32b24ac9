"""Who wins here: /leaderboard."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.client import Ichiza
from cogs.layouts import layout
from cogs.router import Interaction, tell
from cogs.speech import speech_for
from cogs.tables import game_choices
from engine.game import Game

LINES = 15


class Leaderboard(commands.Cog):
    """Games, wins and points of a server's people."""

    def __init__(self, bot: Ichiza) -> None:
        self.bot = bot

    @app_commands.command(description="Who wins")
    @app_commands.describe(game="One game only")
    @app_commands.autocomplete(game=game_choices)
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the best, and the asker's own place."""
        speech = speech_for(interaction)
        guild = interaction.guild_id
        if guild is None or (game is not None and game not in Game.games):
            await tell(
                interaction, speech("fault-no-such-game", game=game or "") if guild else speech("fault-guild-only")
            )
            return
        title = Game.games[game].title if game else speech("leaderboard-all")
        leaders = await self.bot.house.store.leaderboard(guild, game=game, limit=LINES)
        lines = [
            speech(
                "leaderboard-line",
                rank=row.rank,
                who=f"<@{row.user_id}>",
                wins=row.wins,
                games=row.games,
                points=row.points,
            )
            for row in leaders
        ]
        own = await self.bot.house.store.leader_rank(guild, interaction.user.id, game=game)
        if own is not None:
            lines.append(speech("leaderboard-own", rank=own.rank, wins=own.wins, games=own.games, points=own.points))
        text = "\n".join([speech("leaderboard-title", game=title), *(lines or [speech("leaderboard-none")])])
        await interaction.response.send_message(view=layout(text))


async def setup(bot: Ichiza) -> None:
    """Load the cog."""
    await bot.add_cog(Leaderboard(bot))
