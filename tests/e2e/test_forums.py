"""A game in a forum's post, with a player who is timed out, and one in a channel whose slow mode blocks clicks."""

from random import Random

import pytest

from tests.driver import Driver, RefusedError, texts
from tests.e2e.playing import Seats, is_over, is_table, open_table, start_table, table_number
from tests.e2e.processes import BotProcess

GAME, THREE = "scharfe-schoten", ("Aki", "Ben", "Chie")
FORUM = "game-corner"


@pytest.mark.slow
async def test_game_in_a_post_goes_on_to_its_end_without_a_timed_out_player(world: Driver) -> None:
    aki, ben, chie = (world.user(name) for name in THREE)
    refused = await ben.command(FORUM, "play", game=GAME)
    assert "posts" in texts(refused.reply)
    post = (await ben.say(FORUM, "Who plays?"))["channel_id"]
    lobby = await open_table(world, GAME, 3, THREE, channel=post)
    table = await start_table(world, lobby)
    assert table["channel_id"] == post
    seats = Seats(world, Random(3))
    await seats.open_hands(table, THREE)
    await world.control.user("Ben", timed_out_seconds=600)
    with pytest.raises(RefusedError, match="Ben is timed out"):
        await ben.click(table, label="My hand")
    more = (await chie.click(table, label="More")).reply
    assert "Ben is timed out on this server until" in texts((await chie.click(more, label="Nudge")).reply)
    more = (await aki.click(table, label="More")).reply
    sure = (await aki.click(more, label="Remove Ben")).reply
    await aki.click(sure, label="Yes, do it")
    del seats.panels["Ben"]
    await seats.play_out()
    assert all(map(is_over, seats.panels.values()))
    await world.control.user("Ben", timed_out_seconds=0)


@pytest.mark.slow
async def test_slow_mode_that_blocks_clicks_in_a_channel_lets_its_threads_games_be(
    world: Driver, bot: BotProcess
) -> None:
    ben = world.user("Ben")
    async with world.control.temporary_settings(slow_mode_blocks_clicks=True):
        await world.control.channel("card-room", rate_limit_per_user=600, default_thread_rate_limit_per_user=600)
        lobby = await open_table(world, GAME, 3, THREE)
        table = await start_table(world, lobby)
        assert is_table(table, table_number(lobby))
        with pytest.raises(RefusedError, match="Slow mode is on: Ben must wait"):
            await ben.command("card-room", "hand")
        seats = Seats(world, Random(3))
        await seats.open_hands(table, THREE)
        await seats.play_out()
        assert all(map(is_over, seats.panels.values()))
        await world.control.channel("card-room", rate_limit_per_user=0, default_thread_rate_limit_per_user=0)
    assert bot.complaints(0) == []
