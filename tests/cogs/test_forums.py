"""Forums and their posts, and slow mode."""

import pytest

from host.place import Place
from local_discord.world import model
from locales import Translation
from show.actions.settings_actions import SERVER, SERVER_DAY, OpenSettings, Put
from show.text.seat_names import link
from tests.fuzz.conftest import AKI, BEN, HERE, ROOM
from tests.fuzz.offline import Offline
from tests.fuzz.payloads import Channel, User

SAID = Translation("en")
FORUM, POST = Channel(1100, HERE), Channel(1101, HERE, parent=1100)
MANAGER = User(30, "Mei", roles=("manage_guild",))
GAME = "scharfe-schoten"


def add_forum(world: Offline, kind: int) -> None:
    """Add a forum or a media channel with a post to the bot's server."""
    for channel in (FORUM, POST):
        world._place(channel)
    world.discord.world.channels[str(FORUM.id)].type = kind
    world.add_guild(HERE, ROOM)


@pytest.fixture
def forum(world: Offline) -> Offline:
    """Return a bot on a server with a forum and a post."""
    add_forum(world, model.FORUM)
    return world


@pytest.mark.parametrize("kind", [model.FORUM, model.MEDIA], ids=["forum", "media"])
async def test_public_command_in_a_forum_says_where_to_go(world: Offline, kind: int) -> None:
    add_forum(world, kind)
    for name, options in (("play", {"game": GAME}), ("leaderboard", {}), ("night", {"game": GAME})):
        told = await world.complete(world.command(AKI, FORUM, name, **options))
        assert told.text == SAID("fault-forum", forum=link(FORUM.id))
        assert [reply for reply, _ in told.replies] == [4], "one answer, for one person"
    assert await world.services.tables.open_numbers(Place.server(HERE)) == []


async def test_game_in_a_post_is_played_there_like_one_in_a_thread(forum: Offline) -> None:
    number = await forum.open_table(AKI, BEN, where=POST)
    table = await forum.services.tables.get(number)
    assert (table.state, table.channel_id) == ("playing", POST.id)
    assert {int(one["channel_id"]) for one in forum.messages.values()} == {POST.id}
    hand = await forum.complete(forum.command(BEN, POST, "hand"))
    assert hand.custom_ids


async def test_table_list_and_other_private_answers_work_in_a_forum(forum: Offline) -> None:
    number = await forum.open_table(AKI, BEN, where=POST)
    listed = await forum.complete(forum.command(AKI, FORUM, "tables"))
    assert f"hand:{number}" in listed.custom_ids


async def test_forum_may_be_chosen_for_tables_and_leads_to_other_channels_if_it_was_not(forum: Offline) -> None:
    for chosen, answer in ((FORUM, "fault-forum"), (ROOM, "fault-elsewhere"), (FORUM, "fault-forum")):
        page = await forum.complete(forum.click(MANAGER, ROOM, f"set-some:{SERVER}:channels", values=[str(chosen.id)]))
        assert page.page is not None
        told = await forum.complete(forum.command(AKI, FORUM, "play", game=GAME))
        assert told.text == SAID(answer, forum=link(FORUM.id), places=link(ROOM.id))
    assert await forum.open_table(AKI, BEN, where=POST, start=False)


async def test_message_of_the_day_cannot_be_in_a_forum_itself(forum: Offline) -> None:
    page = await forum.complete(forum.click(MANAGER, FORUM, OpenSettings(SERVER_DAY).custom_id))
    here = Put(SERVER_DAY, "daily", str(FORUM.id)).custom_id
    assert here in page.custom_ids
    told = await forum.complete(forum.click(MANAGER, FORUM, here))
    assert told.text == SAID("fault-forum", forum=link(FORUM.id))
    assert (await forum.services.settings.of(Place.server(HERE))).daily == 0
    await forum.complete(forum.click(MANAGER, POST, Put(SERVER_DAY, "daily", str(POST.id)).custom_id))
    assert (await forum.services.settings.of(Place.server(HERE))).daily == POST.id


# --- Slow mode


@pytest.mark.parametrize("threads", ["on", "private"])
async def test_threads_of_tables_have_no_slow_mode(world: Offline, threads: str) -> None:
    if threads == "private":
        world.discord.world.invite_bot((1 << 36) | world.discord.world.permissions(world.discord.world.bot))
        world.add_guild(HERE, ROOM)
    place = world.discord.world.channels[str(ROOM.id)]
    place.slow_mode = place.thread_slow_mode = 120
    await world.complete(world.click(MANAGER, ROOM, f"set:{SERVER}:threads", values=[threads]))
    await world.open_table(AKI, BEN, where=ROOM)
    [thread] = [one for one in world.discord.world.threads() if one.parent_id == str(ROOM.id)]
    assert thread.type == (model.PRIVATE_THREAD if threads == "private" else model.PUBLIC_THREAD)
    assert thread.slow_mode == 0
