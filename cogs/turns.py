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
        self._standing: dict[int, list[tuple[discord.Message, frozenset[Owed]]]] = {}
        self._told: dict[int, frozenset[Owed]] = {}

    async def show(self, table: Table) -> None:
        """Take away what is out of date, and mention whoever owes a move and has not been told."""
        owed = _owed(table)
        await self._take_away(table, owed)
        told = self._told.pop(table.id, frozenset()) & owed
        fresh = frozenset(one for one in owed - told if not self._panels.is_watched(table, one[0]))
        if owed - fresh:
            self._told[table.id] = owed - fresh
        if not fresh:
            return
        speech = table_speech(table, self._bot.presenter.locale_of(table))
        users = [user for user, _ in sorted(fresh)]
        message = await self._bot.get_partial_messageable(table.post_id).send(
            speech("table-turn", who=speech.listed(f"<@{user}>" for user in users)),
            allowed_mentions=discord.AllowedMentions(users=[discord.Object(user) for user in users]),
        )
        self._told[table.id] = owed
        self._standing.setdefault(table.id, []).append((message, fresh))

    async def _take_away(self, table: Table, owed: frozenset[Owed]) -> None:
        """Delete the mentions of which nobody owes the move any more."""
        standing = self._standing.pop(table.id, [])
        kept = [one for one in standing if one[1] & owed]
        if kept:
            self._standing[table.id] = kept
        for message, whom in standing:
            if not whom & owed:
                try:
                    await message.delete()
                except discord.DiscordException as error:
                    log.debug("a mention could not be taken away: %s", error)


def _owed(table: Table) -> frozenset[Owed]:
    game = table.game
    if game is None or table.state != "playing":
        return frozenset()
    return frozenset(
        (who.user_id, game.moves_made(seat))
        for seat in game.to_act
        if (who := table.occupants[seat]) and who.user_id is not None
    )
