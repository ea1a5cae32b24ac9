"""What the library is given by Discord: what it drops is kept, and what nobody asks it for it need not read.

- Which message is the newest in the channel where somebody clicks. Discord says so with each interaction. The library
  drops it: it takes the channel from its cache, which learns of new messages only with an intent that would bring us
  every message of every server.
- The components of a private page that was clicked, and what it answers: up to forty objects that it makes before
  anybody is told of the click. A click says by itself what it asks for.
- Of which servers the bot is no longer a member since the session before. A new session names all servers of its shard;
  the library adds them to what it knows, and with several shards forgets none.

Payloads of another shape than Discord documents raise here as they do in the library: see
`cogs/gateway/gateway_guard.py`.
"""

from typing import Any

import discord

from cogs.gateway.guild_snapshot import snowflake

_KEY = "newest message"
"""Where that is kept: among an interaction's own data, the only part of the payload that the library hands on."""
_PRIVATE: int = discord.MessageFlags.ephemeral.flag
_ORIGIN = ("interaction_metadata", "message_reference")


def prepare_payloads(client: discord.Client) -> None:
    """Let a client have interactions and new sessions so from now on."""
    connection = client._connection  # noqa: SLF001  the payload is seen nowhere else
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
                connection._remove_guild(guild)  # noqa: SLF001  as it does when it is told of that

    connection.parsers.update(INTERACTION_CREATE=parsed, READY=begun)


def newest(interaction: "discord.Interaction[Any]") -> int:
    """The newest message's number; 0: nobody knows. It may have been deleted since."""
    data: Any = interaction.data or {}
    return int(data.get(_KEY) or 0)
