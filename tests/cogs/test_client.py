"""The client: nobody runs out of time while the bot is disconnected; any click of an away player ends the absence."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest

from cogs.interactions import interaction_context
from host.cluster.shards import WHOLE
from host.place import Place
from host.tables.table import MOST_MISSES
from tests.fuzz.conftest import AKI, BEN, CHIE, HERE, ROOM
from tests.fuzz.offline import offline
from tests.storage.store_support import PATIENCE


async def test_clocks_know_the_connection_and_the_bots_servers(tmp_path: Path) -> None:
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM)
        bot, metrics = world.bot, world.bot._metrics
        metrics.connected(0)
        assert bot.is_connected(WHOLE)
        metrics.disconnected(0)
        assert not bot.is_connected(WHOLE)
        assert bot._is_available(Place.server(HERE))
        assert not bot._is_available(Place.server(HERE + 1))


async def test_any_click_of_an_away_player_ends_only_their_absence(tmp_path: Path) -> None:
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM)
        await world.open_table(AKI, BEN, where=ROOM)
        async with world.services.tables.locked(1) as table:
            away = tuple(who and replace(who, misses=MOST_MISSES) for who in table.occupants)
            gone = replace(table, occupants=away, turns={})
            await world.services.tables.commit(gone.next_version, world.store.tables.save_seats(table.seen, away, {}))
        for user in (CHIE, BEN):
            await world.wait_for(world.click(user, ROOM, "details:1"))
        await world.wait_until_idle()
        table = await world.services.tables.get(1)
        assert {who.user_id: who.misses for who in table.occupants if who} == {AKI.id: MOST_MISSES, BEN.id: 0}


async def test_interaction_of_another_process_is_left_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a suspended process receive an interaction late, after another process has answered it."""
    monkeypatch.setattr(interaction_context, "DEFER_AFTER_SECONDS", 0.0)
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM)
        monkeypatch.setattr(world.services.shards, "answers", AsyncMock(return_value=False))
        asked = [world.command(AKI, ROOM, "play", game="saizen", seats=2), world.click(BEN, ROOM, "join:1")]
        await world.wait_until_idle()
        assert [one.replies for one in asked] == [[], []]
        assert await world.services.tables.open_counts() == (0, 0)
        assert not [task for task in asyncio.all_tasks() if "deferral" in task.get_name()]


async def test_queues_count_as_crowded_only_with_more_clickers_than_one_table_has(tmp_path: Path) -> None:
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        clicking = asyncio.Event()

        async def click() -> None:
            world.bot.pipeline.track()
            await clicking.wait()

        async with asyncio.TaskGroup() as group:
            for many in range(1, 7):
                group.create_task(click())
                await asyncio.sleep(0)
                assert all(lane._crowded() == (many > 4) for lane in world.bot.presenter.queues[::2])
            clicking.set()
        assert not world.bot.presenter.queues[0]._crowded()


async def test_servers_of_every_shard_are_announced_even_if_sessions_begin_close_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let the library know only one of four shards at first, as in a bot with leased shards.

    Once this shard is ready, the library could conclude that all shards are ready.
    """
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        bot, ready = world.bot, asyncio.Queue[int]()
        monkeypatch.setattr(bot, "on_shard_ready", ready.put)
        monkeypatch.setattr(bot, "_shard_connections", AsyncMock())
        monkeypatch.setattr(bot, "shard_count", 4)
        bot._connection.shard_ids = [1]
        user: Any = world.discord.world.bot.payload()
        bot._connection.guild_ready_timeout = 0.05
        for number in (1, 2):
            await bot.before_identify_hook(number)
            bot._connection.parsers["READY"]({"shard": [number, 4], "user": user, "guilds": []})
            for _ in range(5):
                await asyncio.sleep(0)
        assert {await asyncio.wait_for(ready.get(), PATIENCE) for _ in range(2)} == {1, 2}


async def test_shard_that_was_in_doubt_and_is_regained_is_reachable(tmp_path: Path) -> None:
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.bot._metrics.connected(0)
        await world.bot._shard_lost(WHOLE)
        assert not world.bot.is_connected(WHOLE)
        await world.bot._shard_confirmed(WHOLE)
        assert world.bot.is_connected(WHOLE)


ODD_OPTIONS = ([{"name": "game"}], [5], {"name": "game"}, [{"name": "odd", "type": 3, "value": "", "focused": True}])


@pytest.mark.drawn(1)
@pytest.mark.parametrize("name", ["play", "odd"])
@pytest.mark.parametrize("kind", [2, 4], ids=["command", "typing"])
@pytest.mark.parametrize("options", ODD_OPTIONS, ids=repr)
async def test_command_with_odd_options_is_answered(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, name: str, kind: int, options: object
) -> None:
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM)
        await world.wait_for(world.send(kind, AKI, ROOM, {"id": "1", "name": name, "type": 1, "options": options}))
        await world.wait_until_idle()
    assert "never retrieved" not in caplog.text


async def test_command_is_answered_even_if_explaining_its_failure_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.client.Tree.on_error", AsyncMock(side_effect=RuntimeError))
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM)
        await world.wait_for(world.command(AKI, ROOM, "odd"))
