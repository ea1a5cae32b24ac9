"""The *More* pages of a lobby: if one person changes the lobby, the pages that others have open are updated."""

import pytest

from locales import Translation
from show.text.seat_names import link
from tests.cogs.test_seats import MODERATOR
from tests.fuzz.conftest import AKI, BEN, CHIE, ROOM
from tests.fuzz.offline import Offline, SentInteraction
from tests.fuzz.payloads import components_with, texts

LOBBY = 1


async def with_more(world: Offline) -> SentInteraction:
    """Open a lobby of three, and return Aki's click on *More*, whose answer is displayed."""
    await world.open_table(AKI, where=ROOM, game="saizen", seats=3, start=False)
    more = await world.complete(world.click(AKI, ROOM, f"more:{LOBBY}"))
    await world.wait_until_idle()
    return more


def shown(sent: SentInteraction) -> str:
    """Return the text that an interaction's message displays now."""
    assert sent.page is not None
    return "\n".join(texts(sent.page))


async def join(world: Offline) -> None:
    """Let Ben join, and wait until that is displayed everywhere."""
    await world.complete(world.click(BEN, ROOM, f"join:{LOBBY}"))
    await world.wait_until_idle()


async def test_page_follows_when_others_join_and_leave_and_when_the_game_begins(world: Offline) -> None:
    more = await with_more(world)
    assert "Ben" not in shown(more)
    await join(world)
    assert "Ben" in shown(more)
    assert any(one["custom_id"].startswith(f"unseat:{LOBBY}:") for one in components_with(more.page))
    await world.complete(world.click(BEN, ROOM, f"leave:{LOBBY}"))
    await world.wait_until_idle()
    assert "Ben" not in shown(more)
    await world.complete(world.click(AKI, ROOM, f"start:{LOBBY}"))
    await world.wait_until_idle()
    assert not any(one["custom_id"].startswith("leave:") for one in components_with(more.page))
    assert not world.bot.presenter.more_pages.has_open(LOBBY)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("moderator", [False, True], ids=["opener", "moderator"])
async def test_page_links_to_the_tables_thread_once_the_game_has_begun(world: Offline, moderator: bool) -> None:
    more = await with_more(world)
    if moderator:
        more = await world.complete(world.click(MODERATOR, ROOM, f"start-anyway:{LOBBY}"))
    else:
        await world.complete(world.click(AKI, ROOM, f"start:{LOBBY}"))
    await world.wait_until_idle()
    thread = await world.bot.presenter.messages.game_channel_id(LOBBY)
    assert thread != ROOM.id
    assert Translation("en")("lobby-started", place=link(thread)) in shown(more)
    assert not world.bot.presenter.more_pages.has_open(LOBBY)


async def test_own_click_is_answered_with_one_edit_and_keeps_its_line_when_others_join(world: Offline) -> None:
    more = await with_more(world)
    await join(world)
    pushes = len(more.replies)
    removed = await world.complete(world.click(AKI, ROOM, f"unseat:{LOBBY}:{BEN.id}", more.page))
    await world.wait_until_idle()
    assert (len(more.replies), len(removed.replies)) == (pushes, 1)
    said = [line for line in shown(removed).splitlines() if "Ben" in line]
    assert len(said) == 1
    await world.complete(world.click(CHIE, ROOM, f"join:{LOBBY}"))
    await world.wait_until_idle()
    assert "Chie" in shown(removed)
    assert said[0] in shown(removed)


async def test_unchanged_page_is_not_pushed(world: Offline) -> None:
    more = await with_more(world)
    replies = len(more.replies)
    world.bot.presenter.changed(LOBBY)
    await world.wait_until_idle()
    assert len(more.replies) == replies


async def test_page_of_a_person_without_a_seat_stays_as_it_is(world: Offline) -> None:
    await with_more(world)
    other = await world.complete(world.click(CHIE, ROOM, f"more:{LOBBY}"))
    await join(world)
    assert "Ben" not in shown(other)


async def test_page_that_takes_no_pushes_is_forgotten(world: Offline) -> None:
    (await with_more(world)).asked.expired = True
    await join(world)
    assert not world.bot.presenter.more_pages.has_open(LOBBY)
