"""Telling people that it is their turn: one mention a turn, taken away once they have acted."""

from __future__ import annotations

import hashlib
import logging
from typing import TYPE_CHECKING

import discord

from cogs.panels import Panels
from cogs.speech import table_speech
from host.table import Table
from storage import MentionRow

if TYPE_CHECKING:
    from cogs.client import Ichiza

log = logging.getLogger(__name__)

Owed = tuple[int, int]
"""A person, and the number of the decision they owe."""
NONCE_LENGTH = 25


class Turns:
    """The mentions that stand now are in the store, so that a restart neither repeats them nor leaves them behind."""

    def __init__(self, bot: Ichiza, panels: Panels) -> None:
        self._bot = bot
        self._panels = panels
        self._looked: dict[int, frozenset[Owed]] = {}
        """By table, who needed no mention because they were looking at their hand."""

    async def show(self, table: Table) -> None:
        """Take away what is out of date, and mention whoever owes a move and has not been told."""
        owed = _owed(table)
        mentioned = await self._mentioned(table, owed)
        told = mentioned | (self._looked.pop(table.id, frozenset()) & owed)
        fresh = frozenset(one for one in owed - told if not self._panels.is_watched(table, one[0]))
        if looked := owed - mentioned - fresh:
            self._looked[table.id] = looked
        if fresh:
            await self._mention(table, fresh)

    async def _mentioned(self, table: Table, owed: frozenset[Owed]) -> frozenset[Owed]:
        """Delete the mentions of which nobody owes the move any more; returns who is mentioned by the others."""
        mentioned: frozenset[Owed] = frozenset()
        for mention in await self._bot.house.store.mentions(table.id):
            if mention.owed & owed:
                mentioned |= mention.owed
                continue
            channel = self._bot.get_partial_messageable(mention.channel_id)
            try:
                await channel.get_partial_message(mention.message_id).delete()
            except discord.NotFound:
                pass
            except discord.DiscordException as error:
                log.debug("a mention is taken away with the next change: %s", error)
                continue
            await self._bot.house.store.remove_mention(mention.message_id)
        return mentioned

    async def _mention(self, table: Table, whom: frozenset[Owed]) -> None:
        speech = table_speech(table, self._bot.presenter.locale_of(table))
        users = [user for user, _ in sorted(whom)]
        try:
            message = await self._bot.get_partial_messageable(table.post_id).send(
                speech("table-turn", who=speech.listed(f"<@{user}>" for user in users)),
                allowed_mentions=discord.AllowedMentions(users=[discord.Object(user) for user in users]),
                nonce=_nonce(table, whom),
            )
        except discord.NotFound as error:  # without a channel nobody can be told; the presenter has said so
            log.debug("nobody is mentioned at table %s: %s", table.id, error)
            return
        await self._bot.house.store.add_mention(table.id, MentionRow(table.post_id, message.id, whom))


def _owed(table: Table) -> frozenset[Owed]:
    """Nobody owes anything before the table is shown, in its thread."""
    game = table.game
    if game is None or table.fresh or table.state != "playing":
        return frozenset()
    return frozenset(
        (who.user_id, game.moves_made(seat))
        for seat in game.to_act
        if (who := table.occupants[seat]) and who.user_id is not None
    )


def _nonce(table: Table, whom: frozenset[Owed]) -> str:
    """The same for the same mention: Discord sends it once, though the bot may not have learned of it."""
    return hashlib.sha256(f"{table.id} {sorted(whom)}".encode()).hexdigest()[:NONCE_LENGTH]
