"""*Show again* in the list posts a table's message again if it was deleted; otherwise it changes nothing."""

from typing import Any

import pytest

from tests.fuzz.conftest import AKI, BEN, OTHER_ROOM, ROOM
from tests.fuzz.offline import Offline, SentInteraction
from tests.fuzz.payloads import components_with, link_urls


async def table_list(world: Offline) -> SentInteraction:
    """Send /tables and wait for the answer, a list of one table."""
    return await world.wait_for(world.command(AKI, OTHER_ROOM, "tables"))


async def click_show_again(world: Offline) -> SentInteraction:
    """Click "show again" in the list."""
    return await world.wait_for(world.click(AKI, OTHER_ROOM, "show-again:1:0:", (await table_list(world)).page))


@pytest.mark.drawn(1)
@pytest.mark.parametrize("playing", [False, True], ids=["lobby", "game"])
async def test_show_again_posts_a_deleted_message_and_links_to_it(world: Offline, playing: bool) -> None:
    await world.open_table(AKI, BEN, where=ROOM, start=playing)
    [before] = link_urls((await table_list(world)).answers)
    world.delete_messages()
    [after] = link_urls((await click_show_again(world)).answers)
    assert after != before
    fresh = world.messages[int(after.rpartition("/")[2])]
    wanted = "hand:1" if playing else "start:1"
    assert wanted in [part["custom_id"] for part in components_with(fresh)]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("playing", [False, True], ids=["lobby", "game"])
async def test_show_again_leaves_an_existing_message_unchanged(world: Offline, playing: bool) -> None:
    await world.open_table(AKI, BEN, where=ROOM, start=playing)
    before = set(world.messages)
    page = await click_show_again(world)
    assert set(world.messages) == before
    assert link_urls(page.answers) == link_urls((await table_list(world)).answers)


@pytest.mark.drawn(1)
@pytest.mark.parametrize(("playing", "way"), [(False, "tables"), (True, "tables"), (True, "hand")])
async def test_deleted_message_is_posted_again_when_somebody_uses_the_table(
    world: Offline, playing: bool, way: str
) -> None:
    await world.open_table(AKI, BEN, where=ROOM, start=playing)
    world.delete_messages()
    await world.complete(world.command(AKI, OTHER_ROOM, way))
    wanted = "hand:1" if playing else "start:1"
    assert wanted in [part["custom_id"] for one in world.messages.values() for part in components_with(one)]


async def test_existence_of_a_table_message_is_checked_at_most_once_a_minute(
    world: Offline, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.open_table(AKI, BEN, where=ROOM)
    clock, edits, request = [1000.0], [0], world.bot.http.request

    async def counted(route: Any, **how: Any) -> Any:
        edits[0] += route.method == "PATCH"
        return await request(route, **how)

    monkeypatch.setattr("show.presenter.now", lambda: clock[0])
    monkeypatch.setattr(world.bot.http, "request", counted)
    for seconds, expected in ((0, 1), (59, 1), (1, 2)):
        clock[0] += seconds
        for way in ("tables", "hand", "tables"):
            await world.complete(world.command(AKI, OTHER_ROOM, way))
        assert edits == [expected]
