"""Changes of servers: blocked messages are retried, once for many changes."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import discord

from cogs.gateway.guild_events import GuildEvents
from host.place import Place


class Presenter:
    """A stand-in that notes the places whose messages are retried; a retry takes a moment."""

    def __init__(self) -> None:
        self.retried: list[Place] = []

    async def retry_place(self, place: Place) -> None:
        self.retried.append(place)
        for _ in range(3):
            await asyncio.sleep(0)


def channel_of(guild_id: int) -> Any:
    return Mock(spec=discord.TextChannel, guild=SimpleNamespace(id=guild_id))


async def test_blocked_messages_are_retried_once_for_many_changes_of_a_server() -> None:
    presenter = Presenter()
    events = GuildEvents(cast("Any", None), cast("Any", presenter))
    changes = [events.retry_blocked(channel_of(guild_id)) for guild_id in [1] * 500 + [2]]
    await asyncio.gather(*changes)
    assert presenter.retried[0] == Place.server(1), "the first change is not kept waiting"
    assert sorted(presenter.retried, key=str) == [Place.server(1), Place.server(1), Place.server(2)]


async def test_change_during_a_retry_is_followed_by_another_retry() -> None:
    presenter = Presenter()
    events = GuildEvents(cast("Any", None), cast("Any", presenter))
    first = asyncio.create_task(events.retry_blocked(channel_of(1)))
    await asyncio.sleep(0)
    assert len(presenter.retried) == 1
    await asyncio.gather(first, events.retry_blocked(channel_of(1)))
    assert len(presenter.retried) == 2


async def test_failed_retry_does_not_keep_later_ones_away() -> None:
    presenter = Mock(retry_place=Mock(side_effect=OSError))
    events = GuildEvents(cast("Any", None), presenter)
    for _ in range(2):
        await asyncio.gather(events.retry_blocked(channel_of(1)), return_exceptions=True)
    assert presenter.retry_place.call_count == 2


def test_channel_that_appears_may_unblock_messages() -> None:
    events = GuildEvents(cast("Any", None), cast("Any", Presenter()))
    assert ("on_guild_channel_create", events.retry_blocked) in events.get_listeners()
