"""Which message is the newest in the channel where somebody clicks.

Discord says so with each interaction. The library drops it: it takes the channel from its cache, which learns of new
messages only with an intent that would bring us every message of every server.
"""

from typing import Any

import discord

_KEY = "newest message"
"""Where it is kept: among an interaction's own data, the only part of the payload that the library hands on."""


def keep_newest(client: discord.Client) -> None:
    """Let a client keep it from now on."""
    parsers = client._connection.parsers  # noqa: SLF001  the payload is seen nowhere else
    parse = parsers["INTERACTION_CREATE"]

    def parsed(payload: dict[str, Any]) -> None:
        if "data" in payload:
            payload["data"][_KEY] = (payload.get("channel") or {}).get("last_message_id")
        parse(payload)

    parsers["INTERACTION_CREATE"] = parsed


def newest(interaction: "discord.Interaction[Any]") -> int:
    """That message's number; 0: nobody knows. It may have been deleted since."""
    data: Any = interaction.data or {}
    return int(data.get(_KEY) or 0)
