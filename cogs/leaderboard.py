"""Who wins here: /leaderboard."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.client import Ichiza
from cogs.layouts import layout
from cogs.router import Interaction, tell
from cogs.speech import public_speech, speech_for
from cogs.tables import game_choices
from cogs.translator import described
from engine.game import Game
from locales import Speech
from storage import LeaderRow

LINES = 15


class Leaderboard(commands.Cog):
    """Games, wins and points of a server's people."""

    def __init__(self, bot: Ichiza) -> None:
        self.bot = bot

    @app_commands.command(description=described("command-leaderboard"))
    @app_commands.describe(game=described("command-leaderboard-game"))
    @app_commands.autocomplete(game=game_choices)
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction, game: str | None = None) -> None:
        """Show the best, and the asker's own place."""
        guild = interaction.guild_id
        if guild is None or (game is not None and game not in Game.games):
            private = speech_for(interaction)
            await tell(
                interaction, private("fault-no-such-game", game=game or "") if guild else private("fault-guild-only")
            )
            return
        speech = public_speech(interaction)
        title = Game.games[game].title if game else speech("leaderboard-all")
        leaders = await self.bot.house.store.leaderboard(guild, game=game, limit=LINES)
        lines = [_line(row, speech) for row in leaders]
        own = await self.bot.house.store.leader_rank(guild, interaction.user.id, game=game)
        if own is not None and own not in leaders:
            lines += ["…", _line(own, speech)]
        text = "\n".join([speech("leaderboard-title", game=title), *(lines or [speech("leaderboard-none")])])
        await interaction.response.send_message(view=layout(text).view)


def _line(row: LeaderRow, speech: Speech) -> str:
    who = f"<@{row.user_id}>"
    return speech("leaderboard-line", rank=row.rank, who=who, wins=row.wins, games=row.games, points=row.points)


async def setup(bot: Ichiza) -> None:
    """Load the cog."""
    await bot.add_cog(Leaderboard(bot))
