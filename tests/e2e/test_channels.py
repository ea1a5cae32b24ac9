"""Tables in other guilds and other kinds of channels, with new people, and over a slow connection."""

from random import Random

import pytest

from local_discord.world import ids
from tests.driver import Driver, texts
from tests.e2e.playing import choose, open_hand, open_table, start_table, until
from tests.samples import sampled

pytestmark = pytest.mark.slow


@pytest.mark.drawn(1)
@pytest.mark.parametrize("channel", sampled(["Lounge", "news", "teahouse"], 2))
async def test_a_game_begins_in_every_kind_of_channel(world: Driver, channel: str) -> None:
    lobby = await open_table(world, "saizen", seats=4, people=["Aki"], channel=channel)
    table = await start_table(world, lobby)
    assert (table["channel_id"] == ids.VOICE_ID) == (channel == "Lounge"), "only voice channels take no threads"
    assert await choose(world.user("Aki"), await open_hand(world.user("Aki"), table), Random(1))


async def test_tables_are_listed_in_their_own_guild_only(world: Driver) -> None:
    await open_table(world, "tennos-square", seats=4, people=["Ben"], channel="teahouse")
    game = "Tennos Square"

    async def listed() -> bool:
        return game in texts((await world.user("Ben").command("teahouse", "tables")).reply)

    await until(listed)
    here = await world.user("Ben").command("card-room", "tables")
    assert game not in texts(here.reply)


async def test_new_member_plays_over_a_slow_connection(world: Driver) -> None:
    await world.newcomer("Emi")
    async with world.control.temporary_settings(latency=True):
        table = await start_table(world, await open_table(world, "saizen", seats=4, people=["Emi"]), opener="Emi")
        emi = world.user("Emi")
        assert await choose(emi, await open_hand(emi, table), Random(1))
