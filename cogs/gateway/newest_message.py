"""The newest message of an interaction's channel, which the parser's patch keeps in the interaction's data."""

from typing import Any

import discord

NEWEST_MESSAGE = "newest message"
"""Key of the newest message's id in the interaction's data, the only part of the payload that discord.py passes on."""


def newest(interaction: discord.Interaction[Any]) -> int:
    """Return the id of the channel's newest message, which may be deleted by now; 0 if it is unknown."""
    data: Any = interaction.data or {}
    return int(data.get(NEWEST_MESSAGE) or 0)
