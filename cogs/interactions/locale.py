"""Applies the languages that people and servers have set to interactions; the default is Discord's locale."""

from typing import Any

import discord

from cogs.interactions.interaction_context import Interaction
from host.settings import Language, Settings
from show.text.addressing import spoken

_KEY = "locale"
"""Key of the person's own Discord locale in an interaction's extras."""


async def apply_locales(interaction: Interaction, settings: Settings) -> None:
    """Set the person's and the server's locale of an interaction by the settings; call again after a change of them."""
    told: Any = interaction.extras.setdefault(_KEY, interaction.locale)
    interaction.locale = _as_set((await settings.person(interaction.user.id)).language, told)
    if interaction.guild_locale is not None:
        server = await settings.server(interaction.guild_id or 0)
        interaction.guild_locale = _as_set(server.language, interaction.guild_locale)


def _as_set(language: Language, told: discord.Locale) -> discord.Locale:
    said = spoken(language, told.value)
    return told if said == told.value else discord.Locale(said)
