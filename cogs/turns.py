"""Telling people that it is their turn: one mention a turn, taken away once they have acted."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord

from cogs.panels import Panels
from cogs.speech import table_speech
from host.table import Table

if TYPE_CHECKING:
    from cogs.client import Ichiza

log = logging.getLogger(__name__)

Owed = tuple[int, int]
"""A person, and the number of the decision they owe."""


class Turns:
    """The mentions that stand now, by table."""

    def __init__(self, bot: Ichiza, panels: Panels) -> None:
        self._bot = bot
        self._panels = panels
        self._standing: dict[int, tuple[discord.Message, frozenset[Owed]]] = {}
        self._told: dict[int, frozenset[Owed]] = {}

    async def show(self, table: Table) -> None:
        """Take away what is out of date, and mention whoever owes a move and has not been told."""
        owed = _owed(table)
        standing = self._standing.get(table.id)
        if standing and not standing[1] & owed:
            del self._standing[table.id]
            try:
                await standing[0].delete()
            except discord.HTTPException as error:
                log.debug("a mention was gone already: %s", error)
        told = self._told.get(table.id, frozenset()) & owed
        fresh = frozenset(one for one in owed - told if not self._panels.is_watched(table, one[0]))
        self._told[table.id] = owed
        if not fresh:
            return
        guild = self._bot.get_guild(table.guild_id)
        speech = table_speech(table, guild.preferred_locale if guild else discord.Locale.american_english)
        users = [user for user, _ in sorted(fresh)]
        message = await self._bot.get_partial_messageable(table.post_id).send(
            speech("table-turn", who=speech.listed(f"<@{user}>" for user in users)),
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(user) for user in users]),
        )
        self._standing[table.id] = (message, fresh)


def _owed(table: Table) -> frozenset[Owed]:
    game = table.game
    if game is None or table.state != "playing":
        return frozenset()
    return frozenset(
        (who.user_id, game.moves_made(seat))
        for seat in game.to_act
        if (who := table.occupants[seat]) and who.user_id is not None
    )
