"""Posts of which nobody heard whether they stand, once Discord has forgotten their nonces: they are looked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import asynccontextmanager
from collections.abc import AsyncIterator
from random import Random

import pytest

from show.lane import LONGEST
from show.page import Page
from show.port import Later, Outcome
from tests.show.fake_discord import ALL, GUILD, FakePort
from tests.show.life import Life
from tests.show.test_faults import move, rounds, turns
from tests.show.virtual import in_virtual_time
from tests.show.world import PEOPLE, REST, World

pytestmark = pytest.mark.usefixtures("stub_pages")

AKI, BEN = PEOPLE[:2]
TEN_MINUTES = 600.0


@asynccontextmanager
async def refused(world: World) -> AsyncIterator[None]:
    """The bot may do nothing in the thread, such as when that is locked."""
    thread = next(one for one in world.discord.channels.values() if one.parent)
    thread.refused = ALL
    yield
    thread.refused = frozenset()
    await world.stage.wake(GUILD)


@asynccontextmanager
async def down(world: World) -> AsyncIterator[None]:
    """Discord does not answer."""

    async def failing(*_: object) -> Outcome:
        return Later()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Life, "called", failing)
        yield
    await asyncio.sleep(LONGEST)


@asynccontextmanager
async def killed(world: World) -> AsyncIterator[None]:
    """The bot is killed, and started again."""
    await world._killed()
    yield
    await world.begun()


HINDRANCES = [refused, down, killed]


async def unheard(world: World, begins: str, kind: str, *, posted: bool) -> None:
    """Let somebody make a move; nobody hears what becomes of the first message that begins so."""
    plain, tried = FakePort.send, asyncio.Event()

    async def lost(self: FakePort, channel_id: int, page: Page, nonce: str) -> Outcome:
        if not page.text.startswith(begins):
            return await plain(self, channel_id, page, nonce)
        if posted:
            await plain(self, channel_id, page, nonce)
        tried.set()
        return Later()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FakePort, "send", lost)
        await move(world, kind)
        await tried.wait()


def told(world: World, user: int) -> int:
    """How often somebody was notified."""
    return sum(who == user for _, who in world.discord.told)


@pytest.mark.parametrize("hindrance", HINDRANCES)
@pytest.mark.parametrize("posted", [True, False])
def test_a_mention_of_which_nobody_heard_stands_once_ten_minutes_later(
    hindrance: Callable[[World], asynccontextmanager], posted: bool
) -> None:
    @in_virtual_time
    async def called() -> None:
        world = World(Random(0))
        await world.begin_game()
        await unheard(world, f"turn {BEN}", "next", posted=posted)
        async with hindrance(world):
            await asyncio.sleep(TEN_MINUTES)
        await asyncio.sleep(2 * REST)
        assert turns(world) == [f"turn {BEN}"]
        assert told(world, BEN) == 1

    called()


@pytest.mark.parametrize("hindrance", HINDRANCES)
def test_a_mention_of_which_nobody_heard_is_taken_away_if_they_have_decided_meanwhile(hindrance) -> None:
    @in_virtual_time
    async def decided() -> None:
        world = World(Random(0))
        await world.begin_game()
        await unheard(world, f"turn {BEN}", "next", posted=True)
        async with hindrance(world):
            if hindrance is not killed:
                await move(world, "next")
            await asyncio.sleep(TEN_MINUTES)
        if hindrance is killed:
            await move(world, "next")
        await asyncio.sleep(2 * REST)
        assert turns(world) == [f"turn {AKI}"]

    decided()


@pytest.mark.parametrize("hindrance", HINDRANCES)
def test_a_rounds_message_of_which_nobody_heard_stands_once_ten_minutes_later(hindrance) -> None:
    @in_virtual_time
    async def stands() -> None:
        world = World(Random(0))
        await world.begin_game()
        await unheard(world, "table 1 2", "end", posted=True)
        async with hindrance(world):
            await asyncio.sleep(TEN_MINUTES)
        await asyncio.sleep(2 * REST)
        assert sorted(rounds(world)) == ["sheet 1 1", "table 1 2 1"]

    stands()
