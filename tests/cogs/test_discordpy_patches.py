"""The payloads that discord.py parses, after the bot's patches have changed them."""

from typing import Any

import discord
import pytest

from cogs.gateway.parsers import install_parsers

BOT, EPHEMERAL = 900, 1 << 6
TEXT = {"type": 10, "content": "Your hand"}


def given(message: dict[str, Any] | None) -> dict[str, Any]:
    """Return the payload of a click as the library receives it; `message` is the clicked message, or None."""
    client = discord.Client(intents=discord.Intents.none())
    read: list[dict[str, Any]] = []
    client._connection.parsers["INTERACTION_CREATE"] = read.append
    install_parsers(client)
    channel = {"last_message_id": "5"}
    payload: dict[str, Any] = {"token": "t", "data": {"custom_id": "hand:1"}, "channel": channel}
    client._connection.parsers["INTERACTION_CREATE"](payload | ({"message": message} if message else {}))
    return read[0]


@pytest.mark.parametrize(("flags", "kept"), [(EPHEMERAL, []), (EPHEMERAL | 1 << 15, []), (1 << 15, [TEXT])])
def test_message_of_a_private_page_is_shortened_and_that_of_a_lobby_is_not(flags: int, kept: list[object]) -> None:
    whole = {"id": "7", "flags": flags, "components": [TEXT], "interaction_metadata": {}, "message_reference": {}}
    message = given(dict(whole))["message"]
    assert message == (whole if kept else {"id": "7", "flags": flags, "components": []})


async def test_new_session_forgets_the_servers_of_its_shard_that_it_does_not_name() -> None:
    client = discord.AutoShardedClient(intents=discord.Intents.none(), shard_count=2)
    client._connection.shard_count = 2
    install_parsers(client)
    servers = {number: number << 22 for number in range(1, 6)}

    def begin(shard: int, *named: int) -> None:
        guilds = [{"id": str(servers[number]), "unavailable": True} for number in named]
        user = {"id": str(BOT), "username": "Ichiza", "discriminator": "0", "avatar": None}
        ready = {"shard": [shard, 2], "user": user, "guilds": guilds, "application": {"id": str(BOT), "flags": 0}}
        client._connection.parsers["READY"](ready)

    begin(0, 2, 4)
    begin(1, 1, 3, 5)
    assert {guild.id for guild in client.guilds} == set(servers.values())
    begin(1, 3)
    assert {guild.id for guild in client.guilds} == {servers[number] for number in (2, 4, 3)}


def test_newest_message_of_the_channel_is_noted_also_without_a_clicked_message() -> None:
    assert given(None)["data"] == {"custom_id": "hand:1", "newest message": "5"}
