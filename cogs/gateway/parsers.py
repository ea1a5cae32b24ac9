"""Wraps the parsers of discord.py: a guard around each parser, and patches of some parsers.

The guard survives gateway payloads with an unexpected shape. discord.py ends the whole process when one of its parsers
raises an error. The guard drops the event instead; `cogs/gateway/payloads.py` reads the payload before, so that a
dropped event changes nothing. The log gets the types of the event and the error, never the payload: it may contain a
hand or a token. A dropped interaction is answered with a sentence if its id and token can be read. READY and RESUMED
are left to `cogs/gateway/gateway_socket.py`: without them there is no session. Events that the bot does not use have no
parser.

The patches:

- INTERACTION_CREATE: keep the id of the channel's newest message. Discord sends this id with each interaction, but
  discord.py drops it and takes the channel from its cache, which is out of date without the messages intent.
- INTERACTION_CREATE: replace nulls in the channel, with which discord.py could not build it.
- INTERACTION_CREATE: drop the components of a clicked ephemeral message and its references. discord.py would build up
  to forty objects from them before it dispatches the click, and the bot uses none of these objects.
- MESSAGE_CREATE: drop messages of bots, above all the bot's own, which come back as events in direct messages.
- GUILD_CREATE: add the bot as a member without roles if its own member could not be read.
- CHANNEL_UPDATE: add a channel that could not be read before. discord.py ignores channels that it does not know.
- READY: remove guilds that the new session does not name. discord.py with several shards keeps them.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

import discord

from cogs.gateway.payloads import READERS, error_fields, snowflake
from cogs.interactions.error_answers import answer_unreadable
from cogs.interactions.interaction_context import NEWEST_MESSAGE

log = logging.getLogger(__name__)

SESSION_EVENTS = ("READY", "RESUMED")
INTERACTION = "INTERACTION_CREATE"
USED_EVENTS = (*SESSION_EVENTS, INTERACTION, "MESSAGE_CREATE", *READERS)
Parser: TypeAlias = Callable[[dict[str, Any]], None]
"""A parser of discord.py."""
_PRIVATE: int = discord.MessageFlags.ephemeral.flag
_CHANNEL_DEFAULTS = {"name": "", "position": 0, "bitrate": 0, "user_limit": 0}
"""Fields without which discord.py cannot build an interaction's channel. It does so if the channel is not cached."""
_ORIGIN = ("interaction_metadata", "message_reference")


_answers: set[asyncio.Task[None]] = set()
"""Strong references to the tasks that answer dropped interactions, because an event loop keeps only weak ones."""


def install_parsers(client: discord.Client) -> None:
    """Install the patches on a client, and the guard around them and all other parsers; remove the unused parsers."""
    _patch_parsers(client)
    parsers = client._connection.parsers  # noqa: SLF001  discord.py has no public hook for parsers
    for event in list(parsers):
        if event not in USED_EVENTS:
            del parsers[event]
        elif event not in SESSION_EVENTS:
            parsers[event] = partial(_parse, client, event, parsers[event])


def _patch_parsers(client: discord.Client) -> None:
    parsers = client._connection.parsers  # noqa: SLF001  discord.py has no public hook for payloads
    parsers.update(
        INTERACTION_CREATE=partial(_parse_interaction, parsers["INTERACTION_CREATE"]),
        MESSAGE_CREATE=partial(_parse_message, parsers["MESSAGE_CREATE"]),
        GUILD_CREATE=partial(_parse_new_guild, client, parsers["GUILD_CREATE"]),
        CHANNEL_UPDATE=partial(_parse_channel, client, parsers["CHANNEL_UPDATE"], parsers["CHANNEL_CREATE"]),
        READY=partial(_parse_ready, client, parsers["READY"]),
    )


def _parse_interaction(parse: Parser, payload: dict[str, Any]) -> None:
    if not isinstance(payload["token"], str) or not payload["token"]:
        raise ValueError("an interaction that nobody can answer")
    if "data" in payload:
        payload["data"][NEWEST_MESSAGE] = (payload.get("channel") or {}).get("last_message_id")
    if payload.get("channel"):
        known = {key: value for key, value in payload["channel"].items() if value is not None}
        payload["channel"] = _CHANNEL_DEFAULTS | known
    message = payload.get("message")
    if message and message.get("flags", 0) & _PRIVATE:
        message["components"] = []
        for key in _ORIGIN:
            message.pop(key, None)
    parse(payload)


def _parse_message(parse: Parser, payload: dict[str, Any]) -> None:
    author = payload["author"]
    for number in (payload["id"], payload["channel_id"], author["id"]):
        snowflake(number)
    if not author.get("bot"):
        parse(payload)


def _parse_ready(client: discord.Client, parse: Parser, payload: dict[str, Any]) -> None:
    number, named = payload["shard"][0], {snowflake(one["id"]) for one in payload["guilds"]}
    if number not in range(client.shard_count or 1):
        raise ValueError("a session of a shard that there is not")
    if client.user is not None and snowflake(payload["user"]["id"]) != client.user.id:
        raise ValueError("a session of another bot")
    parse(payload)
    for guild in client.guilds:
        if guild.shard_id == number and guild.id not in named:
            client._connection._remove_guild(guild)  # noqa: SLF001  as discord.py does for GUILD_DELETE


def _parse_new_guild(client: discord.Client, parse: Parser, payload: dict[str, Any]) -> None:
    if (user := client.user) is not None and all(one["user"]["id"] != user.id for one in payload["members"]):
        bot = {"user": user._to_minimal_user_json(), "roles": [], "flags": 0}  # noqa: SLF001  as discord.py does
        payload["members"] = [*payload["members"], bot]
    parse(payload)


def _parse_channel(client: discord.Client, update: Parser, create: Parser, payload: dict[str, Any]) -> None:
    guild = client.get_guild(payload["guild_id"])
    is_new = guild is not None and guild.get_channel(payload["id"]) is None
    (create if is_new else update)(payload)


def _parse(client: discord.Client, event: str, parse: Callable[[Any], None], payload: Any) -> None:  # noqa: ANN401
    try:
        parse(READERS[event](payload) if event in READERS else payload)
    except Exception as error:  # noqa: BLE001  a payload of an unexpected shape may raise anything
        extra = {"gateway_event": event, **error_fields(error)}
        log.warning("a gateway event could not be read, and is dropped", extra=extra)
        if event == INTERACTION:
            task = asyncio.get_running_loop().create_task(answer_unreadable(client, payload))
            _answers.add(task)
            task.add_done_callback(_answers.discard)
