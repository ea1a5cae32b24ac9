"""In which language somebody is spoken to, and everybody where they are: as is set, else as Discord says."""

from typing import Any

import discord

from cogs.interactions.interaction_context import Interaction
from host.settings import Language, Settings
from show.text.addressing import spoken

_KEY = "locale"
"""Where the person's language is kept as Discord says it: among an interaction's extras."""


async def speak(interaction: Interaction, settings: Settings) -> None:
    """Let an interaction have the languages that are set: all that is said because of it goes by them.

    Called again when they have changed meanwhile.
    """
    told: Any = interaction.extras.setdefault(_KEY, interaction.locale)
    interaction.locale = _as_set((await settings.mine(interaction.user.id)).language, told)
    if interaction.guild_locale is not None:
        server = await settings.server(interaction.guild_id or 0)
        interaction.guild_locale = _as_set(server.language, interaction.guild_locale)


def _as_set(language: Language, told: discord.Locale) -> discord.Locale:
    said = spoken(language, told.value)
    return told if said == told.value else discord.Locale(said)
