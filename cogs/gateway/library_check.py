"""A check that discord.py has everything undocumented that the bot patches or uses.

Such an attribute may be gone in any version of discord.py, and would otherwise fail at the first click that needs it.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import discord
from discord.gateway import DiscordWebSocket
from discord.shard import ShardInfo

CLASSES: Mapping[Any, tuple[str, ...]] = {
    discord.ClientUser: ("_to_minimal_user_json",),
    discord.AppInfo: ("_integration_types_config",),
    discord.AutoShardedClient: ("before_identify_hook", "launch_shard"),
    discord.app_commands.CommandTree: ("_call",),
    discord.VoiceClient: ("warn_dave", "warn_nacl"),
    discord.asset.Asset: ("BASE",),
    discord.http.Route: ("BASE",),
    discord.http.HTTPClient: (
        "bulk_upsert_global_commands",
        "close",
        "delete_scheduled_event",
        "edit_application_info",
        "get_global_commands",
        "get_scheduled_events",
        "request",
        "ws_connect",
    ),
    DiscordWebSocket: ("DEFAULT_GATEWAY", "close", "from_client", "open", "poll_event"),
    ShardInfo: ("_parent",),
    discord.shard: ("DiscordWebSocket",),
}
"""Attributes of classes, whose instances have them too, and of a module."""


def missing_attributes() -> Iterator[str]:
    """Yield the names of the attributes that discord.py lacks, such as `AppInfo._integration_types_config`."""
    client = discord.AutoShardedClient(intents=discord.Intents.none())
    nothing: Any = None
    socket = DiscordWebSocket(nothing, loop=nothing)
    objects: tuple[tuple[object, tuple[str, ...]], ...] = (
        (client, ("_connection", "http", "shard_count", "shard_ids")),
        (client.http, ("_HTTPClient__session", "connector", "proxy", "proxy_auth")),
        (getattr(client, "_connection", None), ("_remove_guild", "parsers", "shard_ids")),
        (socket, ("_dispatch", "_keep_alive", "sequence")),
    )
    for owner, names in (*CLASSES.items(), *objects):
        kind = owner if isinstance(owner, type) else type(owner)
        title = getattr(owner, "__name__", kind.__name__)
        yield from (f"{title}.{name}" for name in names if not hasattr(owner, name))
