"""Patches of two parsers of discord.py.

- INTERACTION_CREATE: keep the id of the channel's newest message. Discord sends this id with each interaction, but
  discord.py drops it and takes the channel from its cache, which is out of date without the messages intent.
- INTERACTION_CREATE: drop the components of a clicked ephemeral message and its references. discord.py would build up
  to forty objects from them before it dispatches the click, and the bot uses none of these objects.
- READY: remove guilds that the new session does not name. discord.py with several shards keeps them.

A payload with an undocumented shape raises an error here, as in discord.py: see `cogs/gateway/gateway_guard.py`.
"""

from typing import Any

import discord

from cogs.gateway.guild_snapshot import snowflake

_KEY = "newest message"
"""Key of the newest message's id in the interaction's data, the only part of the payload that discord.py passes on."""
_PRIVATE: int = discord.MessageFlags.ephemeral.flag
_ORIGIN = ("interaction_metadata", "message_reference")


def patch_parsers(client: discord.Client) -> None:
    """Install the patches on a client."""
    connection = client._connection  # noqa: SLF001  discord.py has no public hook for payloads
    parse, begin = connection.parsers["INTERACTION_CREATE"], connection.parsers["READY"]

    def parsed(payload: dict[str, Any]) -> None:
        if not isinstance(payload["token"], str) or not payload["token"]:
            raise ValueError("an interaction that nobody can answer")
        if "data" in payload:
            payload["data"][_KEY] = (payload.get("channel") or {}).get("last_message_id")
        message = payload.get("message")
        if message and message.get("flags", 0) & _PRIVATE:
            message["components"] = []
            for key in _ORIGIN:
                message.pop(key, None)
        parse(payload)

    def begun(payload: dict[str, Any]) -> None:
        number, named = payload["shard"][0], {snowflake(one["id"]) for one in payload["guilds"]}
        if number not in range(client.shard_count or 1):
            raise ValueError("a session of a shard that there is not")
        if client.user is not None and snowflake(payload["user"]["id"]) != client.user.id:
            raise ValueError("a session of another bot")
        begin(payload)
        for guild in client.guilds:
            if guild.shard_id == number and guild.id not in named:
                connection._remove_guild(guild)  # noqa: SLF001  as discord.py does for GUILD_DELETE

    connection.parsers.update(INTERACTION_CREATE=parsed, READY=begun)


def newest(interaction: "discord.Interaction[Any]") -> int:
    """Return the id of the channel's newest message, which may be deleted by now; 0 if it is unknown."""
    data: Any = interaction.data or {}
    return int(data.get(_KEY) or 0)
