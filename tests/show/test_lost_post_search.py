"""Posts with an unknown outcome are searched for in the channel once Discord has forgotten their nonces."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from random import Random
from typing import TypeAlias

import pytest

from host.lobby.scheduled_lobbies import ScheduledLobby
from host.nights.night import Night
from host.nights.nights import Setup
from host.people.standings import PublicMessage
from host.place import Place
from host.tables.message_records import Post
from host.tables.table import Occupant, Person
from local_discord.world.world import NONCE_SECONDS
from locales import Translation
from show.discord_port import Done, Gone, Later
from show.messages.lost_post_search import ARRIVING, REMEMBERED, LostPostSearch
from show.messages.work_queue import LONGEST
from show.pages.nights.night import promise_page
from show.text.page import Page, page
from storage.owners import table_owner
from tests.show.bot_run import BotRun, faulty
from tests.show.fake_discord import ALL, GUILD, FakePort
from tests.show.test_faults import rounds, turns
from tests.show.world import CHANNELS, PEOPLE, REST, World
from tests.virtual_time import in_virtual_time, now

pytestmark = pytest.mark.usefixtures("stub_pages")

AKI, BEN = PEOPLE[:2]
LONG = 600.0
"""Seconds after which Discord has forgotten every nonce."""


async def unheard(world: World, begins: str, kind: str, *, posted: bool = True) -> None:
    """Let somebody make a move, and lose Discord's answer to the first post whose text begins with `begins`."""
    with faulty(FakePort, "send", Later(), done=posted, begins=begins) as lost:
        await world.move(kind, rest=0.0)
        while not lost:
            await asyncio.sleep(0.01)


# --- Reasons why the bot does not search in time

Hindrance: TypeAlias = Callable[[World], AbstractAsyncContextManager[None]]


@asynccontextmanager
async def refused(world: World) -> AsyncIterator[None]:
    """Refuse every operation in the thread, as if the thread were locked."""
    thread = world.thread
    thread.refused = ALL
    yield
    thread.refused = frozenset()
    await world.presenter.retry_place(Place.server(GUILD))


@asynccontextmanager
async def down(_: World) -> AsyncIterator[None]:
    """Let Discord answer no search."""
    with faulty(BotRun, "discord_call", Later()):
        yield
    await asyncio.sleep(LONGEST)


@asynccontextmanager
async def killed(world: World) -> AsyncIterator[None]:
    """Kill the bot, and restart it afterwards."""
    await world._killed()
    yield
    await world.start_bot()


hindered = pytest.mark.parametrize("hindrance", [refused, down, killed])


@pytest.mark.drawn(1)
@hindered
@pytest.mark.parametrize("posted", [False, True])
@in_virtual_time
async def test_player_is_notified_once_whether_or_not_the_first_try_was_posted(
    hindrance: Hindrance, posted: bool
) -> None:
    world = await World.with_game()
    await unheard(world, f"turn {BEN}", "next", posted=posted)
    async with hindrance(world):
        await asyncio.sleep(LONG)
    await asyncio.sleep(2 * REST)
    assert turns(world) == [f"turn {BEN}"]
    assert world.notifications(BEN) == 1


@pytest.mark.parametrize("hindrance", [refused, down])
@in_virtual_time
async def test_mention_is_deleted_if_the_player_has_decided_meanwhile(hindrance: Hindrance) -> None:
    world = await World.with_game()
    await unheard(world, f"turn {BEN}", "next")
    async with hindrance(world):
        await world.move("next", rest=LONG)
    await asyncio.sleep(2 * REST)
    assert turns(world) == [f"turn {AKI}"]


@hindered
@in_virtual_time
async def test_round_has_one_message(hindrance: Hindrance) -> None:
    world = await World.with_game()
    await unheard(world, "table 1 2", "end")
    async with hindrance(world):
        await asyncio.sleep(LONG)
    await asyncio.sleep(2 * REST)
    assert sorted(rounds(world)) == ["sheet 1 1", "table 1 2 1"]


@in_virtual_time
async def test_replacement_of_a_lost_message_is_found_and_deleted_as_well() -> None:
    world = await World.with_game()
    await unheard(world, f"turn {BEN}", "next", posted=False)
    await unheard(world, "…", "next")
    assert "…" in world.message_texts()
    async with down(world):
        await asyncio.sleep(LONG)
    await asyncio.sleep(REST)
    assert "…" not in world.message_texts()
    assert turns(world) == [f"turn {AKI}"]


@in_virtual_time
async def test_nothing_is_sent_while_an_earlier_try_may_still_arrive() -> None:
    """Let the earlier try arrive after the bot's timeout, when Discord has forgotten the nonce."""
    world = await World.with_game()
    with faulty(FakePort, "send", Later(), seconds=9.0) as tries:
        begun = now()
        await world.move("next", rest=REMEMBERED + 1)
        world.presenter.queues.mentions.retry_now(1)
        await asyncio.sleep(REST)
    tried, arguments = tries[-1]
    assert begun + REMEMBERED - LONGEST < tried < begun + REMEMBERED
    await world.port.send(*arguments)
    await asyncio.sleep(LONGEST + REST)
    assert turns(world) == [f"turn {BEN}"]
    assert world.notifications(BEN) == 1


# --- Choosing among candidates

CHANNEL = CHANNELS[0]
ROUND, CALL = page("table"), Page((f"turn {BEN}",), notify=(BEN,))


async def table_without_messages(seed: int = 0) -> World:
    """Return a world with a stored table without any posted message."""
    world = World(Random(seed))
    occupants = (Occupant(AKI), Occupant(BEN))
    await world.store.tables.create(
        place_id=GUILD, channel_id=CHANNEL, game="stub", rules=1, opener_id=AKI, seats=occupants
    )
    return world


async def sent(world: World, slot: str, shown: Page, *, heard: bool = False) -> tuple[Post, int]:
    """Send a post, and return its message record and its message id; `heard` tells whether the answer arrived."""
    post = await world.services.message_records.write_ahead(table_owner(1), slot, CHANNEL)
    outcome = await world.port.send(CHANNEL, shown, post.nonce)
    assert isinstance(outcome, Done)
    return await world.services.message_records.confirm(post, CHANNEL, outcome.id) if heard else post, outcome.id


@in_virtual_time
async def test_search_skips_messages_of_other_posts_and_mentions_of_others() -> None:
    world = await table_without_messages()
    await sent(world, f"turn:{BEN}:1", CALL, heard=True)
    await sent(world, f"turn:{AKI}:1", Page((f"turn {AKI}",), notify=(AKI,)))
    await sent(world, "round:1", ROUND)
    post, message_id = await sent(world, f"turn:{BEN}:2", CALL)
    lost = await world.services.message_records.write_ahead(table_owner(1), f"turn:{BEN}:3", CHANNEL)
    await asyncio.sleep(LONG)
    search = LostPostSearch(world.services, world.port)
    assert await search.find_or_send(post, CALL) == Done(message_id)
    assert await search.find_or_send(lost, CALL) == Gone()
    assert len(world.discord.messages) == 4


async def night_in_channel(world: World) -> Night:
    """Return a league night in the channel."""
    manager = Person(AKI, manages_server=lambda: True)
    return await world.services.nights.announce(Place.server(GUILD), CHANNEL, manager, Setup("stub", stages=1))


async def note_night(world: World, message_id: int) -> None:
    await world.services.nights.set_message((await night_in_channel(world)).id, message_id)


async def note_promise_of_night(world: World, message_id: int) -> None:
    await world.services.nights.set_promise((await night_in_channel(world)).id, message_id)


async def note_scheduled_lobby(world: World, message_id: int) -> None:
    lobby = ScheduledLobby(5, GUILD, CHANNEL, AKI, "Aki", "stub", 2, "live", 2**31, message_id=message_id)
    await world.store.scheduled_lobbies.add(lobby)


async def note_leaderboard(world: World, message_id: int) -> None:
    await world.store.leaderboard_messages.add(PublicMessage(GUILD, CHANNEL, message_id), 9)


@pytest.mark.parametrize("note", [note_night, note_promise_of_night, note_scheduled_lobby, note_leaderboard])
@in_virtual_time
async def test_search_skips_messages_that_belong_to_no_table(note: Callable[[World, int], Awaitable[None]]) -> None:
    world = await table_without_messages()
    lost = await world.services.message_records.write_ahead(table_owner(1), "round:1", CHANNEL)
    outcome = await world.port.send(CHANNEL, ROUND, "nonce")
    assert isinstance(outcome, Done)
    await note(world, outcome.id)
    await asyncio.sleep(LONG)
    assert await LostPostSearch(world.services, world.port).find_or_send(lost, ROUND) == Gone()


@in_virtual_time
async def test_search_skips_commitments_of_a_league_night_that_no_record_names() -> None:
    """Discord's answer to a night's commitments was lost, so they stand twice, and one of them is in no record."""
    world = await table_without_messages()
    lost = await world.services.message_records.write_ahead(table_owner(1), "round:1", CHANNEL)
    await world.port.send(CHANNEL, promise_page(await night_in_channel(world), Translation("en")), "nonce")
    await asyncio.sleep(LONG)
    assert await LostPostSearch(world.services, world.port).find_or_send(lost, ROUND) == Gone()


@in_virtual_time
async def test_search_skips_messages_from_long_before_or_after_the_try() -> None:
    world = await table_without_messages()
    await sent(world, "round:1", ROUND)
    await asyncio.sleep(LONG)
    lost = await world.services.message_records.write_ahead(table_owner(1), "round:2", CHANNEL)
    await asyncio.sleep(LONG)
    await sent(world, "round:3", ROUND)
    await asyncio.sleep(LONG)
    assert await LostPostSearch(world.services, world.port).find_or_send(lost, ROUND) == Gone()


@in_virtual_time
async def test_search_skips_messages_that_another_worker_is_sending() -> None:
    world = await table_without_messages()
    lost = await world.services.message_records.write_ahead(table_owner(1), "round:1", CHANNEL)
    await asyncio.sleep(REMEMBERED + ARRIVING)
    other, message_id = await sent(world, "round:2", ROUND)
    search = LostPostSearch(world.services, world.port)
    assert await search.find_or_send(lost, ROUND) == Later()
    await world.services.message_records.confirm(other, CHANNEL, message_id)
    assert await search.find_or_send(lost, ROUND) == Gone()


@pytest.mark.parametrize("seed", range(9))
@in_virtual_time
async def test_two_concurrent_searches_do_not_find_the_same_message(seed: int) -> None:
    world = await table_without_messages(seed)
    (one, first), (two, second) = [await sent(world, f"round:{number}", ROUND) for number in (1, 2)]
    three = await world.services.message_records.write_ahead(table_owner(1), "round:3", CHANNEL)
    await asyncio.sleep(LONG)
    search = LostPostSearch(world.services, world.port)
    found = await asyncio.gather(*(search.find_or_send(post, ROUND) for post in (one, two, three)))
    assert set(found) == {Done(first), Done(second), Gone()}


@in_virtual_time
async def test_post_is_sent_again_if_the_bot_may_not_read_the_channel() -> None:
    world = await table_without_messages()
    post, message_id = await sent(world, "round:1", ROUND)
    world.discord.channels[CHANNEL].refused = frozenset({"history"})
    await asyncio.sleep(NONCE_SECONDS - 1)
    search = LostPostSearch(world.services, world.port)
    assert await search.find_or_send(post, ROUND) == Done(message_id)
    await asyncio.sleep(2)
    assert await search.find_or_send(post, ROUND) == Done(message_id + 1)


@pytest.mark.parametrize("nonce", ["f" * 24, "7fffffff-" + "0" * 16])
@in_virtual_time
async def test_nonce_without_a_plausible_time_is_resolved_only_by_sending_again(
    nonce: str,
) -> None:
    world = World(Random(0))
    await asyncio.sleep(LONG)
    search, post = LostPostSearch(world.services, world.port), Post(nonce, "round:1", CHANNEL)
    assert search.wait(post) == 0.0
    outcome = await search.find_or_send(post, ROUND)
    assert world.message_texts() == ["table"]
    assert await search.find_or_send(post, ROUND) == outcome
