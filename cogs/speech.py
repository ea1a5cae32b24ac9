"""Who is spoken to in which language, and by which names seats go."""

from __future__ import annotations

from typing import Any

import discord

from cogs.signs import Signs
from host.table import Table
from locales import Speech, language_of


def speech_for(interaction: discord.Interaction[Any]) -> Speech:
    """The language of the person who asked."""
    return Speech(language_of(interaction.locale.value))


def public_speech(interaction: discord.Interaction[Any]) -> Speech:
    """The language of an answer that everybody sees: the server's."""
    return Speech(language_of((interaction.guild_locale or interaction.locale).value))


def table_speech(table: Table, locale: discord.Locale | str, signs: Signs | None = None) -> Speech:
    """A language, with the names of the table's seats and the signs of its game: as emojis where `signs` has them."""
    language = language_of(str(locale))
    emojis = signs.of(table.kind) if signs else {}
    return Speech(language, game=table.kind, emojis=emojis, seat_name=lambda seat: seat_name(table, seat, language))


def seat_name(table: Table, seat: int, language: str) -> str:
    """Who sits there: a mention, which notifies nobody unless a message says so, or a computer's name."""
    who = table.occupants[seat]
    if who is None:
        return Speech(language)("lobby-free")
    if who.user_id is not None:
        return f"<@{who.user_id}>"
    return Speech(language)("computer-name", seat=seat + 1)
