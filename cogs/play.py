"""Playing: /hand, the hand panel's buttons, and the score sheet."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.client import Ichiza
from cogs.router import Interaction, show, tell
from cogs.speech import speech_for, table_speech
from cogs.table_panel import sheet_layout
from cogs.translator import described
from engine.game import Path
from engine.text import Text
from host.words import NOT_PLAYING, Refusal, Stale


async def table_choices(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """The running games at which the person sits."""
    house = interaction.client.house
    choices = []
    for row in await house.tables.of(interaction.user.id, interaction.guild_id or 0):
        table = await house.tables.get(row.id)
        name = table_speech(table, interaction.locale)("table-thread", game=table.kind.title, table=str(table.id))
        if table.game is not None and current.casefold() in name.casefold():
            choices.append(app_commands.Choice(name=name, value=table.id))
    return choices[:25]


class Play(commands.Cog):
    """Hands and moves."""

    def __init__(self, bot: Ichiza) -> None:
        self.bot = bot
        for action, handler in (
            ("hand", self.open_hand),
            ("move", self.move),
            ("pick", self.pick),
            ("sheet", self.sheet),
            ("hints", self.turn_hints),
        ):
            bot.router.on(action, handler)

    @app_commands.command(description=described("command-hand"))
    @app_commands.describe(table=described("command-hand-table"))
    @app_commands.autocomplete(table=table_choices)
    @app_commands.guild_only()
    async def hand(self, interaction: Interaction, table: int | None = None) -> None:
        """Open the hand: of the table named, else of the one here, else of one that waits for you."""
        number = table if table is not None else await self._likely_table(interaction)
        if number is None:
            await tell(interaction, speech_for(interaction)("hand-none"))
            return
        await self.bot.panels.show(interaction, await self.bot.house.tables.get(number))

    async def _likely_table(self, interaction: Interaction) -> int | None:
        user = interaction.user.id
        rows = await self.bot.house.tables.of(user, interaction.guild_id or 0)
        running = [row for row in rows if row.state == "playing"]
        tables = [await self.bot.house.tables.get(row.id) for row in running]
        best = sorted(
            tables,
            key=lambda one: (
                one.post_id != interaction.channel_id,
                one.game is None or one.seat_of(user) not in one.game.to_act,
                -one.id,
            ),
        )
        return best[0].id if best else None

    async def open_hand(self, interaction: Interaction, number: str) -> None:
        """Show the hand, or show it anew."""
        await self.bot.panels.show(interaction, await self.bot.house.tables.get(int(number)))

    async def move(self, interaction: Interaction, number: str, decision: str, steps: str) -> None:
        """Choose a card, or the next step of a move."""
        await self._choose(interaction, int(number), int(decision), tuple(steps.split(".")) if steps else ())

    async def pick(
        self, interaction: Interaction, number: str, decision: str, steps: str, _list: str, token: str
    ) -> None:
        """Choose from a list."""
        path = (*(steps.split(".") if steps else ()), token)
        await self._choose(interaction, int(number), int(decision), path)

    async def _choose(self, interaction: Interaction, number: int, decision: int, path: Path) -> None:
        note: Text | None = None
        try:
            table, path = await self.bot.house.play.choose(number, interaction.user.id, decision, path)
        except Stale as refusal:
            note, path = refusal.text, ()
            table = await self.bot.house.tables.get(number)
        except Refusal as refusal:
            table = await self.bot.house.tables.get(number)
            if table.seat_of(interaction.user.id) is None or table.game is None:
                raise
            note, path = refusal.text, path[:-1]
        await self.bot.panels.show(interaction, table, path=path, note=note)

    async def turn_hints(self, interaction: Interaction, number: str, choice: str) -> None:
        """Turn hints on or off, and show the hand again where that was asked for from a hand."""
        await self.bot.panels.turn_hints(interaction.user.id, choice)
        if int(number):
            await self.bot.panels.show(interaction, await self.bot.house.tables.get(int(number)))
        else:
            await tell(interaction, speech_for(interaction)("hints-on"))

    async def sheet(self, interaction: Interaction, number: str) -> None:
        """Show the score sheet, privately."""
        table = await self.bot.house.tables.get(int(number))
        if table.game is None:
            raise Refusal(NOT_PLAYING[table.state]())
        await show(interaction, sheet_layout(table, table_speech(table, interaction.locale, self.bot.signs)))


async def setup(bot: Ichiza) -> None:
    """Load the cog."""
    await bot.add_cog(Play(bot))
