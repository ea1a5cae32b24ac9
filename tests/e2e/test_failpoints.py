"""Kills at the named points around the opening and the move of a table; `tests.e2e.kills` has all other actions."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.driver import Driver, labels, texts
from tests.e2e.audit import Audit
from tests.e2e.kills import POINT, Failpoint, running
from tests.e2e.playing import (
    CHANNEL,
    end_game,
    is_table,
    online,
    open_table,
    start_again,
    start_table,
    table_number,
    until,
)
from tests.e2e.processes import BotProcess

pytestmark = pytest.mark.slow

PATIENCE = 5.0
"""Seconds to wait for a point."""
OPENING = ("before commit", "after commit", "before answer", "after answer", "before note", "after note")
MOVING = ("before move", "after move", "before answer", "after answer", "before note", "after note", "after send")
ELSEWHERE = "table-talk"
UNSEEN = OPENING[:3]
"""Points at which nobody has seen the lobby yet."""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.soak)])
def home(request: pytest.FixtureRequest) -> Iterator[str]:
    """Return the URL of a PostgreSQL database of the test's own, or "" for SQLite."""
    if request.param == "sqlite":
        yield ""
    else:
        with request.getfixturevalue("cluster").database() as url:
            yield url


async def is_listed(world: Driver, number: int) -> bool:
    """Return whether `/tables` lists a table."""
    return f"table {number} " in texts((await world.user("Aki").command(CHANNEL, "tables")).reply)


async def open_and_kill(world: Driver, bot: BotProcess, folder: Path, point: str, button: str) -> None:
    """Let Dai open a table while the bot is killed at a point. If the lobby was posted, let others use it."""
    dai = world.user("Dai")
    before = {one["id"] for one in await dai.messages(CHANNEL)}
    opening = asyncio.ensure_future(dai.command(CHANNEL, "play", check=False, game="saizen", seats=3))
    assert await Failpoint(bot, folder / POINT).reach(f"{point} 1", PATIENCE), point
    opening.cancel()
    await asyncio.gather(opening, return_exceptions=True)
    await start_again(world, bot)
    ((number,),) = bot.rows("SELECT max(id) FROM tables")
    lobbies = [one for one in await dai.messages(CHANNEL) if one["id"] not in before and "Join" in labels(one)]
    assert len(lobbies) == (point not in UNSEEN)
    assert await is_listed(world, number) == (point == "after note")
    for lobby in lobbies:
        assert table_number(lobby) == number
        await world.user("Aki").click(lobby, where=lambda one: one["label"].startswith(button))
        assert await is_listed(world, number)
        if button != "Start":
            await world.user("Ben").click(lobby, custom_id=f"join:{number}")
            ben = int(world.user("Ben").id)
            assert bot.rows("SELECT 1 FROM seats WHERE table_id = ? AND user_id = ?", number, ben)


@pytest.mark.parametrize(
    ("points", "button"),
    [
        (("after answer", "before answer"), "Join"),
        *(pytest.param(OPENING, button, marks=pytest.mark.soak) for button in ("Join", "Start", "More")),
    ],
)
async def test_kill_during_the_opening_of_a_table_keeps_a_posted_lobby_and_lists_no_other(
    tmp_path: Path, home: str, points: tuple[str, ...], button: str
) -> None:
    folder = tmp_path / "season"
    with running(folder, home) as (discord, bot):
        async with online(discord.url) as world:
            audit = Audit(world, bot, folder)
            for point in points:
                await open_and_kill(world, bot, folder, point, button)
                await audit.wait_until_right()


async def move(world: Driver, number: int, channel: str) -> None:
    """Let Aki move a lost table to another channel."""
    aki = world.user("Aki")
    listed = (await aki.command(channel, "tables", check=False)).reply
    asked = (await aki.click(listed, custom_id=f"move:{number}")).reply
    await aki.select(asked, [channel], custom_id=f"move-to:{number}", check=False)


async def move_and_kill(world: Driver, bot: BotProcess, folder: Path, point: str) -> None:
    """Hide the channel of a game, and move the game while the bot is killed at a point; then show the channel again."""
    number = table_number(lobby := await open_table(world, "saizen", seats=2, people=("Aki", "Ben")))
    table = await start_table(world, lobby)

    async def is_lost() -> bool:
        return bot.rows("SELECT lost_since IS NULL FROM tables WHERE id = ?", number) == [(0,)]

    await world.control.deny(CHANNEL, "bot", "view_channel")
    await until(is_lost)
    ben = world.user("Ben")
    (elsewhere,) = [one["id"] for one in (await ben.state())["channels"] if one["name"] == ELSEWHERE]
    moving = asyncio.ensure_future(move(world, number, elsewhere))
    assert await Failpoint(bot, folder / POINT).reach(f"{point} 1", PATIENCE), point
    moving.cancel()
    await asyncio.gather(moving, return_exceptions=True)
    await start_again(world, bot)
    if bot.rows("SELECT lost_since IS NULL FROM tables WHERE id = ?", number) == [(0,)]:
        await move(world, number, elsewhere)
    moved = await ben.wait_for(lambda one: is_table(one, number), channel=elsewhere)
    await world.control.allow(CHANNEL, "bot", "view_channel")

    async def is_alone() -> bool:
        every = [*await ben.messages(elsewhere), *await ben.messages(table["channel_id"])]
        return [one["id"] for one in every if is_table(one, number)] == [moved["id"]]

    await until(is_alone)
    await end_game(world.user("Aki"), await ben.refreshed(moved))


@pytest.mark.parametrize("points", [("after move", "after send"), pytest.param(MOVING, marks=pytest.mark.soak)])
async def test_kill_during_the_move_of_a_table_leaves_its_messages_once(
    tmp_path: Path, home: str, points: tuple[str, ...]
) -> None:
    folder = tmp_path / "season"
    with running(folder, home) as (discord, bot):
        async with online(discord.url) as world:
            audit = Audit(world, bot, folder)
            for point in points:
                await move_and_kill(world, bot, folder, point)
                await audit.wait_until_right(reposted=True)
