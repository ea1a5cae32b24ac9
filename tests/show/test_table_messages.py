"""Table messages: links to them, and table messages that are far up because others have written long after them."""

import asyncio

import pytest

from host.place import Place
from show.messages.edit_rate_limit import OLD_EDITS
from show.messages.table_messages import FAR_SECONDS, NEAR_SECONDS, PATIENCE, TableMessage, TableMessages
from show.panels.open_panels import FRESH_SECONDS
from tests.show.fake_discord import FakeAsker
from tests.show.test_open_panels import no_table_messages
from tests.show.world import CHANNELS, PEOPLE, REST, World
from tests.virtual_time import in_virtual_time

pytestmark = pytest.mark.usefixtures("stub_pages")

TABLE, CHANNEL = 7, 20
POSTED = 1000 << 22
"""Id of a message that was posted one second after the epoch of Discord's ids."""


def later(seconds: float, message_id: int = POSTED) -> int:
    """Return the id of a message that was posted `seconds` after the message with the given id."""
    return message_id + (round(seconds * 1000) << 22)


@pytest.fixture
def table_messages() -> TableMessages:
    """Return a cache that knows one table message, posted in a channel."""
    made = no_table_messages()
    made.note(TABLE, TableMessage(Place.server(1), CHANNEL, POSTED, 1))
    made.note_own_message(CHANNEL, POSTED)
    return made


def test_link_leads_to_a_rounds_newest_message_while_the_game_lasts(
    table_messages: TableMessages,
) -> None:
    assert table_messages.link(TABLE, 1) == f"https://discord.com/channels/1/{CHANNEL}/{POSTED}"
    table_messages.note(TABLE, TableMessage(Place.server(1), CHANNEL, POSTED + 1, 1))
    assert table_messages.link(TABLE, 1) == f"https://discord.com/channels/1/{CHANNEL}/{POSTED + 1}"
    assert table_messages.link(TABLE, 2) is None
    table_messages.forget(TABLE)
    assert table_messages.link(TABLE, 1) is None


def test_message_counts_as_reposted_if_another_of_its_round_existed(table_messages: TableMessages) -> None:
    assert table_messages.needed_link(TABLE, 1, CHANNEL) is None
    table_messages.note(TABLE, TableMessage(Place.server(1), CHANNEL, POSTED + 1, 1))
    assert table_messages.needed_link(TABLE, 1, CHANNEL) == table_messages.link(TABLE, 1)
    table_messages.note(TABLE, TableMessage(Place.server(1), CHANNEL, POSTED + 2, 2))
    assert table_messages.needed_link(TABLE, 2, CHANNEL) is None


def test_panel_in_another_channel_needs_the_link(table_messages: TableMessages) -> None:
    assert table_messages.needed_link(TABLE, 1, CHANNEL + 1) == table_messages.link(TABLE, 1)
    assert table_messages.needed_link(TABLE, 2, CHANNEL + 1) is None, "this round's message is not posted"


def test_message_long_before_somebody_elses_newest_one_is_far_up(table_messages: TableMessages) -> None:
    assert not table_messages.note_click(TABLE, CHANNEL, later(FAR_SECONDS - 1))
    assert not table_messages.is_far_up(POSTED)
    assert table_messages.note_click(TABLE, CHANNEL, later(FAR_SECONDS))
    assert table_messages.is_far_up(POSTED)


def test_fresh_message_is_not_far_up(table_messages: TableMessages) -> None:
    table_messages.note_click(TABLE, CHANNEL, later(FAR_SECONDS))
    table_messages.note(TABLE, TableMessage(Place.server(1), CHANNEL, later(FAR_SECONDS + 1), 1))
    assert not table_messages.is_far_up(POSTED)
    assert not table_messages.note_click(TABLE, CHANNEL, later(FAR_SECONDS + 2))


def test_bots_own_messages_even_deleted_ones_push_no_table_up(table_messages: TableMessages) -> None:
    table_messages.note_own_message(CHANNEL, later(900))
    assert not table_messages.note_click(TABLE, CHANNEL, later(900))
    assert table_messages.note_click(TABLE, CHANNEL, later(901))


def test_end_of_another_game_does_not_make_the_bots_messages_somebody_elses(table_messages: TableMessages) -> None:
    table_messages.note(TABLE + 1, TableMessage(Place.server(1), CHANNEL, POSTED + 1, 1))
    table_messages.note_own_message(CHANNEL, later(900))
    table_messages.forget(TABLE + 1)
    assert not table_messages.note_click(TABLE, CHANNEL, later(900))


def test_only_the_latest_channels_are_remembered(
    table_messages: TableMessages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("limits.CHANNELS", 2)
    for channel in (CHANNEL + 1, CHANNEL, CHANNEL + 2):
        table_messages.note_own_message(channel, later(900))
    assert not table_messages.note_click(TABLE, CHANNEL, later(900))
    assert len(table_messages._own) == 2


PANEL = later(10)
"""A panel below the table message."""


def test_panel_scrolls_away_when_others_have_written_for_some_seconds(table_messages: TableMessages) -> None:
    for newest, away in ((0, False), (POSTED, False), (later(NEAR_SECONDS - 1, PANEL), False)):
        assert table_messages.has_scrolled_away(CHANNEL, PANEL, newest) is away
    assert table_messages.has_scrolled_away(CHANNEL, PANEL, later(NEAR_SECONDS, PANEL))


def test_table_message_or_a_lobby_pushes_a_panel_away_at_once_and_a_mention_after_some_seconds(
    table_messages: TableMessages,
) -> None:
    """Check two mentions: one soon after the panel, and a later one.

    Between the panel and the later mention, other people may have written messages that push the panel away.
    """
    mention = later(NEAR_SECONDS - 1, PANEL)
    for newest, away in ((mention, False), (later(NEAR_SECONDS, PANEL), True)):
        table_messages.note_own_message(CHANNEL, newest)
        assert table_messages.has_scrolled_away(CHANNEL, PANEL, newest) is away
    table_messages.note_own_message(CHANNEL, mention, tall=True)
    assert table_messages.has_scrolled_away(CHANNEL, PANEL, mention)
    assert not table_messages.has_scrolled_away(CHANNEL, mention + 1, mention)
    assert not table_messages.has_scrolled_away(CHANNEL + 1, PANEL, PANEL + 1)
    table_messages.note(TABLE, TableMessage(Place.server(1), CHANNEL + 1, PANEL + 1, 2))
    assert table_messages.has_scrolled_away(CHANNEL + 1, PANEL, PANEL + 1)


@pytest.mark.parametrize(("table", "channel"), [(TABLE, CHANNEL + 1), (TABLE + 1, CHANNEL)])
def test_click_elsewhere_says_nothing_about_a_table(table_messages: TableMessages, table: int, channel: int) -> None:
    assert not table_messages.note_click(table, channel, later(900))


def test_nothing_is_far_up_if_discord_does_not_name_the_newest_message(table_messages: TableMessages) -> None:
    assert not table_messages.note_click(TABLE, CHANNEL, 0)


async def test_wait_for_the_fresh_message_ends_once_it_exists(table_messages: TableMessages) -> None:
    waiting = asyncio.create_task(table_messages.wait_for_repost(TABLE))
    await asyncio.sleep(0)
    assert not waiting.done()
    table_messages.note(TABLE, TableMessage(Place.server(1), CHANNEL, POSTED + 1, 1))
    await waiting


async def test_wait_for_the_fresh_message_ends_with_the_game(table_messages: TableMessages) -> None:
    waiting = asyncio.create_task(table_messages.wait_for_repost(TABLE))
    await asyncio.sleep(0)
    table_messages.forget(TABLE)
    await waiting
    assert table_messages._moving == {}


@in_virtual_time
async def test_wait_for_a_fresh_message_is_short() -> None:
    before = asyncio.get_running_loop().time()
    await no_table_messages().wait_for_repost(TABLE)
    assert asyncio.get_running_loop().time() - before == pytest.approx(PATIENCE)


# --- The same in a world with a game


@in_virtual_time
async def test_table_far_up_is_reposted_once_and_mentions_link_to_it() -> None:
    world = await World.with_game()
    _, table, mention = world.discord.messages.values()
    assert mention.text == f"turn {PEOPLE[0]} at {table.id}"
    assert await world.presenter.clicked(1, table.channel_id, later(FAR_SECONDS, world.discord.new_id()))
    await asyncio.sleep(REST)
    _, mention, fresh = world.discord.messages.values()
    assert fresh.text == "table 1 1 0"
    assert fresh.id > table.id
    assert mention.text == f"turn {PEOPLE[0]} at {fresh.id}"
    assert [user for _, user in world.discord.pings] == [PEOPLE[0]], "who was called is not called again"
    assert world.presenter.table_messages.link(1, 1) == f"https://discord.com/channels/1/{fresh.channel_id}/{fresh.id}"


@in_virtual_time
async def test_mention_gets_the_new_link_once_another_edit_is_allowed() -> None:
    world = await World.with_game()
    _, table, mention = world.discord.messages.values()
    for _ in range(OLD_EDITS[0]):
        with world.presenter.messages._edit_rate_limit.editing(mention.channel_id, mention.id):
            pass
    assert await world.presenter.clicked(1, table.channel_id, later(FAR_SECONDS, world.discord.new_id()))
    await asyncio.sleep(OLD_EDITS[1] - 1)
    assert mention.text == f"turn {PEOPLE[0]} at {table.id}"
    await asyncio.sleep(2)
    assert mention.text != f"turn {PEOPLE[0]} at {table.id}"


@in_virtual_time
async def test_open_panels_link_to_a_reposted_table() -> None:
    world = await World.with_game()
    _, table, _ = world.discord.messages.values()
    for user in PEOPLE[:2]:
        await world.use_hand(1, user, None, fresh=True)
    assert await world.presenter.clicked(1, table.channel_id, later(FAR_SECONDS, world.discord.new_id()))
    await asyncio.sleep(REST)
    for user in PEOPLE[:2]:
        assert str(world.presenter.table_messages.link(1, 1)) in world.panels[1, user].way


@in_virtual_time
async def test_nothing_links_to_a_game_whose_channel_is_gone() -> None:
    world = await World.with_game()
    for gone in world.discord.delete_channel(CHANNELS[0]):
        await world.presenter.channel_deleted(gone)
    await asyncio.sleep(REST)
    assert world.presenter.table_messages.link(1, 1) is None
    assert await world.presenter.messages.url(1, PEOPLE[0]) is None


@in_virtual_time
async def test_new_round_mentions_nobody_whose_panel_follows_its_table_message() -> None:
    world = await World.with_game()
    for user in PEOPLE[:2]:
        await world.use_hand(1, user, None, fresh=True)
    told = len(world.discord.pings)
    await world.use_hand(1, PEOPLE[0], "next", fresh=False)
    await asyncio.sleep(REST)
    assert len(world.discord.pings) == told, "whoever looks at their panel is not called"
    await world.use_hand(1, PEOPLE[1], "end", fresh=False)
    await asyncio.sleep(REST)
    game = (await world.services.tables.get(1)).game
    assert game is not None
    assert [PEOPLE[seat] for seat in game.to_act] == [PEOPLE[0]]
    latest = max(message.id for message in world.discord.messages.values() if message.text.startswith("table"))
    for user in PEOPLE[:2]:
        assert world.panels[1, user].id > latest, "the panel is in sight below the message"
        assert str(world.presenter.table_messages.link(1, game.round)) in world.panels[1, user].way
    await asyncio.sleep(FRESH_SECONDS - 4 * REST)
    assert len(world.discord.pings) == told
    await asyncio.sleep(4 * REST)
    assert [user for _, user in world.discord.pings[told:]] == [PEOPLE[0]]
    assert [text for text in world.message_texts() if text.startswith("turn")] == [f"turn {PEOPLE[0]} at {latest}"]


@in_virtual_time
async def test_new_round_mentions_its_first_player_if_their_panel_stays_above_its_table_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = await World.with_game()
    for user in PEOPLE[:2]:
        await world.use_hand(1, user, None, fresh=True)
    await world.use_hand(1, PEOPLE[0], "next", fresh=False)
    await asyncio.sleep(REST)
    told = len(world.discord.pings)
    monkeypatch.setattr(FakeAsker, "push_below", FakeAsker.push)
    await world.use_hand(1, PEOPLE[1], "end", fresh=False)
    await asyncio.sleep(REST)
    assert [user for _, user in world.discord.pings[told:]] == [PEOPLE[0]]


@in_virtual_time
async def test_click_after_a_new_rounds_table_counts_as_looking_at_the_panel() -> None:
    world = await World.with_game()
    await world.use_hand(1, PEOPLE[0], "end", fresh=True)
    await asyncio.sleep(REST)
    await world.use_hand(1, PEOPLE[1], None, fresh=True)
    assert world.presenter.panels.seconds_watched(1, PEOPLE[1]) > 0
