"""A deal commitment is published in a message that is never edited, and so is its proof after the game."""

import asyncio
from random import Random

import pytest

from host.place import Place
from host.tables.table import Person
from show.messages.reconciler import PROMISE_SECONDS
from tests.show.fake_discord import FakePort, Message
from tests.show.stub_game import END, StubGame
from tests.show.world import CHANNELS, PEOPLE, REST, World
from tests.virtual_time import in_virtual_time

pytestmark = pytest.mark.usefixtures("stub_pages")

AKI, BEN = PEOPLE[:2]
HOUR = 3600.0


def fixed(world: World) -> list[Message]:
    """Return the existing messages that are never edited."""
    return [message for message in world.discord.messages.values() if message.fixed]


async def opened(*, promise: bool = True) -> World:
    """Return a world in which Aki has opened a lobby of two seats, and all of the lobby's messages are posted."""
    world = World(Random(0))
    await world.start_bot()
    await world.open(CHANNELS[0], AKI, 2, promise=promise)
    await asyncio.sleep(REST)
    return world


def lobby_of(world: World) -> Message:
    return world.message("lobby")


async def doubted(world: World) -> None:
    """Mark every message record of the table as uncertain, and reconcile the table."""
    await world.presenter.messages.distrust_records(1)
    world.presenter.changed(1)
    await asyncio.sleep(REST)


@pytest.mark.parametrize("above", [True, False])
@in_virtual_time
async def test_promise_is_posted_once_above_each_lobby_or_else_below_it(*, above: bool) -> None:
    world = await opened(promise=above)
    (promise,) = fixed(world)
    assert (promise.text, promise.channel_id) == ("promise 1", CHANNELS[0])
    assert (promise.id < lobby_of(world).id) == above
    await world.restart()
    assert fixed(world) == [promise]


@in_virtual_time
async def test_lobby_does_not_wait_long_for_its_promise() -> None:
    world = World(Random(0))
    await world.start_bot()

    async def hang(*_: object) -> None:
        await asyncio.sleep(HOUR)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FakePort, "send", hang)
        begun = asyncio.get_running_loop().time()
        await world.open(CHANNELS[0], AKI, 2, promise=True)
        assert asyncio.get_running_loop().time() - begun < 2 * PROMISE_SECONDS
    await world.restart()
    assert [one.text for one in fixed(world)] == ["promise 1"]
    assert fixed(world)[0].id > lobby_of(world).id


@in_virtual_time
async def test_rename_language_doubt_and_end_do_not_edit_the_promise() -> None:
    world = await opened()
    world.database.run("INSERT INTO people (place_id, user_id, name) VALUES (1, ?, 'Aki')", (AKI,))
    await world.services.people.update_name(Place.server(1), Person(AKI, name="Somebody else"))
    assert (await world.services.tables.get(1)).occupants[0].name == "Somebody else"  # type: ignore[union-attr]
    await world.click_lobby(lobby_of(world), BEN, "join")
    world.discord.locale = "ja"
    await doubted(world)
    await world.click_lobby(lobby_of(world), AKI, "start")
    await doubted(world)
    while (table := await world.services.tables.get(1)).state == "playing":
        await world.play(table, next(iter(table.pending_decisions()))[0], StubGame.moves[END])
    await asyncio.sleep(HOUR)
    world.discord.locale = "en-GB"
    await doubted(world)
    assert [(message.text, message.shown) for message in fixed(world)] == [
        ("promise 1", ["promise 1"]),
        ("proof 1", ["proof 1"]),
    ]
    assert fixed(world)[1].channel_id == lobby_of(world).id, "in the game's thread"
    assert not any(one.fixed for one in world.discord.deleted_by_bot.values())


@pytest.mark.parametrize("threads", [True, False], ids=["thread", "channel"])
@in_virtual_time
async def test_promise_comes_before_the_first_table_message_which_is_the_newest(*, threads: bool) -> None:
    world = await opened()
    if not threads:
        world.discord.channels[CHANNELS[0]].refused = frozenset({"thread"})
    await world.click_lobby(lobby_of(world), BEN, "join")
    await world.click_lobby(lobby_of(world), AKI, "start")
    await asyncio.sleep(REST)
    table = world.message("table")
    (promise,) = fixed(world)
    assert promise.id < table.id
    here = [one for one in world.discord.messages.values() if one.channel_id == table.channel_id and not one.calls]
    assert here[-1] == table
    assert (here == [table]) == threads


@in_virtual_time
async def test_promise_that_could_not_be_posted_before_the_deal_is_never_posted() -> None:
    world = await World.with_lobby(2)
    world.discord.channels[CHANNELS[0]].refused = frozenset({"send"})
    await asyncio.sleep(REST)
    await world.click_lobby(lobby_of(world), BEN, "join")
    await world.click_lobby(lobby_of(world), AKI, "start")
    world.discord.channels[CHANNELS[0]].refused = frozenset()
    await asyncio.sleep(HOUR)
    assert fixed(world) == []


@in_virtual_time
async def test_no_promise_is_posted_below_a_lobby_that_may_not_exist() -> None:
    world = World(Random(0))
    await world.start_bot()
    await world.services.lobby.open(Place.server(1), CHANNELS[0], Person(AKI), StubGame.id, 2)
    world.presenter.changed(1)
    await asyncio.sleep(REST)
    assert world.discord.messages == {}


@in_virtual_time
async def test_closed_lobby_keeps_its_promise_and_gets_no_other_message() -> None:
    world = await opened()
    await world.services.lobby.cancel(1, Person(AKI))
    await asyncio.sleep(REST)
    assert [message.text for message in fixed(world)] == ["promise 1"]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("after", [True, False], ids=["sent", "not sent"])
@pytest.mark.parametrize("operation", range(1, 5))
@in_virtual_time
async def test_kill_while_the_promise_is_posted_leaves_one_promise(operation: int, *, after: bool) -> None:
    world = await World.with_lobby(2)
    world.bot_run.kill_in(operation, after=after)
    await world.pass_time(REST)
    await asyncio.sleep(REST)
    assert [message.shown for message in fixed(world)] == [["promise 1"]]
