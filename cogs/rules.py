"""How to play: /rules and /help."""

from __future__ import annotations

import asyncio

from discord import app_commands
from discord.ext import commands

import pictures
from cogs.client import Ichiza
from cogs.layouts import Page, in_rows, layout
from cogs.router import Interaction, Press, show, tell
from cogs.speech import speech_for
from cogs.table_panel import alt_text
from cogs.tables import game_choices
from cogs.translator import described
from engine.game import Game
from locales import Speech, example_view, rules_pages


class Rules(commands.Cog):
    """Rules pages and help."""

    def __init__(self, bot: Ichiza) -> None:
        self.bot = bot
        bot.router.on("rules", self.turn_page)

    @app_commands.command(description=described("command-rules"))
    @app_commands.describe(game=described("command-rules-game"))
    @app_commands.autocomplete(game=game_choices)
    async def rules(self, interaction: Interaction, game: str | None = None) -> None:
        """Show a game's rules, or the games to choose from."""
        speech = speech_for(interaction)
        if game is None:
            buttons = [Press("rules", one.id, 0, label=speech.text(one.title)) for one in Game.games.values()]
            await show(interaction, layout(speech("rules-choose"), *in_rows(buttons)))
        elif game not in Game.games:
            await tell(interaction, speech("fault-no-such-game", game=game))
        else:
            await show(interaction, await self._page(interaction, Game.games[game], 0))

    async def turn_page(self, interaction: Interaction, game: str, page: str) -> None:
        """Show one page of a game's rules."""
        speech = speech_for(interaction)
        if game not in Game.games:
            await tell(interaction, speech("fault-no-such-game", game=game))
            return
        await show(interaction, await self._page(interaction, Game.games[game], int(page)))

    async def _page(self, interaction: Interaction, game: type[Game], page: int) -> Page:
        speech = Speech(speech_for(interaction).language, game=game, emojis=self.bot.signs.of(game))
        return await rules_page(game, page, speech)

    @app_commands.command(description=described("command-help"))
    async def help(self, interaction: Interaction) -> None:
        """Say what the bot does."""
        speech = speech_for(interaction)
        games = speech.listed(speech.text(game.title) for game in Game.games.values())
        button = Press("hints", 0, "on", label=speech("help-hints"), emoji="💡")
        await show(interaction, layout(speech("help-text", games=games), [button]))


async def rules_page(game: type[Game], page: int, speech: Speech) -> Page:
    """One page of a game's rules, with buttons to turn it; the first one shows a position of the game."""
    pages = rules_pages(speech.language, game.id)
    if not pages:
        return layout(speech("rules-missing"))
    page = min(page, len(pages) - 1)
    credit = speech("rules-credit", designer=game.designer, page=page + 1, pages=len(pages))
    buttons = []
    if page > 0:
        buttons.append(Press("rules", game.id, page - 1, label=speech("rules-previous"), emoji="◀️"))
    if page < len(pages) - 1:
        buttons.append(Press("rules", game.id, page + 1, label=speech("rules-next"), emoji="▶️"))
    view = example_view(game.id) if page == 0 else None
    picture = await asyncio.to_thread(pictures.table_picture, view) if view else None
    alt = alt_text(view, speech.aside()) if view else ""
    return layout(f"{speech.drawn(pages[page])}\n{credit}", buttons, picture=picture, alt=alt)


async def setup(bot: Ichiza) -> None:
    """Load the cog."""
    await bot.add_cog(Rules(bot))
