"""Refusals in the log of the whole bot: each line has its server, channel, table and route, and names nobody."""

import asyncio
import logging
from pathlib import Path
from typing import Any, cast

import pytest

from cogs.interactions.interaction_context import InteractionContext
from cogs.interactions.pipeline import Pipeline
from cogs.metrics import Metrics
from local_discord.world import ids
from operations.logs import TextFormatter
from show.log_context import LogContext, current_log_context
from tests.cogs.interactions import CHANNEL, GUILD, FakeInteraction, a_router
from tests.operations.test_alerts import running_world
from tests.virtual_time import in_virtual_time


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("kind", "status", "code", "route"),
    [("message edit", 400, 50035, "message_edit"), ("callback", 404, 10062, "answer")],
)
@in_virtual_time
async def test_refusal_names_server_channel_table_and_route(
    kind: str, status: int, code: int, route: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "cogs")
    async with running_world(tmp_path / "ichiza.sqlite3") as world:
        channel = world.wire.world.world.channels[ids.CHANNEL_IDS[0]]
        world.wire.refusals[kind] = status, code
        await asyncio.sleep(60)
        people = world.wire.world.world.users
        names = [name for one in people.values() for name in (one.id, one.username, one.global_name) if name]
    lines: list[Any] = [one for one in caplog.records if one.getMessage().startswith("Discord refuses")]
    places = {(one.server, one.channel, one.table, one.route) for one in lines}
    assert places == {(int(channel.guild_id or 0), int(channel.id), 1, route)}
    text = " ".join(TextFormatter().format(one) for one in lines)
    assert [name for name in names if name in text.split()] == []


@pytest.mark.parametrize(("guild_id", "expected"), [(GUILD, LogContext(GUILD, CHANNEL)), (None, LogContext())])
async def test_channel_of_a_direct_message_is_not_known_to_the_log(guild_id: int | None, expected: LogContext) -> None:
    interaction, found = FakeInteraction("join:12"), list[LogContext]()
    interaction.guild_id = cast("Any", guild_id)  # None in a direct message

    async def note_log_context(_context: InteractionContext) -> None:
        found.append(current_log_context())

    pipeline = Pipeline(cast("Any", None), Metrics(), a_router())
    pipeline.gates = ()
    await asyncio.create_task(pipeline.run(interaction.real, note_log_context))
    assert found == [expected]
