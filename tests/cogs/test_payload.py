"""What the library is given of an interaction."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from cogs.payload import prepare_payloads

EPHEMERAL = 1 << 6
TEXT = {"type": 10, "content": "Your hand"}


def given(message: dict[str, Any] | None) -> dict[str, Any]:
    """An interaction's payload as the library comes to read it."""
    client = discord.Client(intents=discord.Intents.none())
    read: list[dict[str, Any]] = []
    client._connection.parsers["INTERACTION_CREATE"] = read.append
    prepare_payloads(client)
    payload: dict[str, Any] = {"data": {"custom_id": "hand:1"}, "channel": {"last_message_id": "5"}}
    client._connection.parsers["INTERACTION_CREATE"](payload | ({"message": message} if message else {}))
    return read[0]


@pytest.mark.parametrize(("flags", "kept"), [(EPHEMERAL, []), (EPHEMERAL | 1 << 15, []), (1 << 15, [TEXT])])
def test_a_private_page_s_components_and_origin_need_not_be_read_and_a_lobby_s_are(
    flags: int, kept: list[object]
) -> None:
    whole = {"id": "7", "flags": flags, "components": [TEXT], "interaction_metadata": {}, "message_reference": {}}
    message = given(dict(whole))["message"]
    assert message == (whole if kept else {"id": "7", "flags": flags, "components": []})


def test_the_newest_message_of_the_channel_is_noted_also_where_no_message_was_clicked() -> None:
    assert given(None)["data"] == {"custom_id": "hand:1", "newest message": "5"}
