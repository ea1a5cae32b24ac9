"""A lobby that was shown stays what it was, whatever the bot could note of that: fault 3 of issue 9."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from host.tables.table import Person
from show.text.addressing import message_link
from tests.show.fake_discord import GUILD, Discord, Message
from tests.show.life import Life, NetworkError
from tests.show.virtual import in_virtual_time
from tests.show.world import CHANNELS, PEOPLE, REST, World

pytestmark = pytest.mark.usefixtures("stub_pages")

AKI, BEN, CHIE = PEOPLE


async def shown_and_not_noted(seats: int = 3) -> tuple[World, Message]:
    """A lobby that was shown by a bot that was killed before it had noted its message, and a bot after that."""
    world = World(Random(0))
    await world.begun()
    world.life.kill_at, world.life.kill_after = (
        world.life.operations + 7,
        True,
    )  # settings and the last one read, counted twice, opened, read, and shown
    world.act(world.open(CHANNELS[0], AKI, seats))
    await world.after(REST)
    (lobby,) = world.discord.messages.values()
    assert not world.shelf.posts
    return world, lobby


async def listed(world: World) -> list[int]:
    """The lobbies of `/tables`."""
    return [table.id for table in await world.services.tables.open_in(1)]


@in_virtual_time
async def test_a_lobby_that_was_shown_and_not_noted_is_joined_by_the_first_click_after_a_kill() -> None:
    world, lobby = await shown_and_not_noted()
    assert await listed(world) == []
    await world.click_lobby(lobby, BEN, "join")
    assert world.shown() == [f"lobby 1 lobby {AKI}-{BEN}-free "]
    assert await listed(world) == [1]
    await world.services.lobby.join(1, Person(CHIE))
    await asyncio.sleep(REST)
    assert world.shown() == [f"lobby 1 lobby {AKI}-{BEN}-{CHIE} "], "it follows from then on"


@in_virtual_time
async def test_a_link_to_a_lobby_of_which_no_message_is_known_leads_to_its_channel() -> None:
    world, lobby = await shown_and_not_noted()
    channel = message_link(GUILD, CHANNELS[0])
    assert (
        await world.presenter.messages.url(1, BEN) == channel == f"https://discord.com/channels/{GUILD}/{CHANNELS[0]}"
    )
    await world.click_lobby(lobby, BEN, "join")
    assert await world.presenter.messages.url(1, BEN) == f"{channel}/{lobby.id}"


@in_virtual_time
async def test_a_click_that_is_refused_adopts_a_lobby_too() -> None:
    world, lobby = await shown_and_not_noted()
    await world.services.lobby.join(1, Person(BEN))  # by a click after which the bot was killed at once
    await world.click_lobby(lobby, CHIE, "leave")
    assert world.counts["refused clicks"] == 1
    await asyncio.sleep(REST)
    assert world.shown() == [f"lobby 1 lobby {AKI}-{BEN}-free "]
    assert await listed(world) == [1]


@in_virtual_time
async def test_a_game_that_is_started_from_a_lobby_that_was_not_noted_has_its_thread() -> None:
    world, lobby = await shown_and_not_noted(2)
    await world.services.lobby.join(1, Person(BEN))
    await world.click_lobby(lobby, AKI, "start")
    await asyncio.sleep(REST)
    assert lobby.id in world.discord.channels
    assert lobby.text == f"lobby 1 begun {AKI}-{BEN} {lobby.id}"


@in_virtual_time
async def test_a_lobby_that_was_closed_while_nobody_knew_its_message_says_so_once_that_is_used() -> None:
    world, lobby = await shown_and_not_noted()
    await world.services.lobby.cancel(1, Person(AKI))
    await world.click_lobby(lobby, BEN, "leave")  # under More: a private page
    await asyncio.sleep(REST)
    assert world.shown() == [f"lobby 1 closed {AKI}-free-free "]


@in_virtual_time
async def test_while_a_lobby_is_posted_afresh_the_click_in_one_that_is_gone_adopts_nothing() -> None:
    world = World(Random(0))
    await world.begun()
    await world.open(CHANNELS[0], AKI, 3)
    (lobby,) = world.discord.messages.values()
    lobby.worn = True
    await world.services.lobby.join(1, Person(BEN))
    await asyncio.sleep(REST)
    await world.presenter.messages.clicked(1, CHANNELS[0], lobby.id, lobby=True)
    await asyncio.sleep(REST)
    assert [post.slot for post in world.shelf.of(1)] == ["lobby", "promise"]
    assert world.shown() == [f"lobby 1 lobby {AKI}-{BEN}-free "]


async def opened_with(world: World, monkeypatch: pytest.MonkeyPatch, *, made: bool, known: bool) -> None:
    """Open a table whose answer is lost: it was made or not, which Discord tells or not."""

    async def lost(_: Life, effect: Any) -> None:
        if made:
            effect()
        raise NetworkError

    def deaf(_: Discord, _text: str) -> int:
        raise NetworkError

    await world.begun()
    with monkeypatch.context() as patch:
        patch.setattr(Life, "answered", lost)
        if not known:
            patch.setattr(Discord, "answered_with", deaf)
        try:
            await world.open(CHANNELS[0], AKI, 3)
        except NetworkError:
            assert not known
    await asyncio.sleep(REST)


@pytest.mark.parametrize(("made", "known"), [(True, True), (True, False), (False, True), (False, False)])
def test_a_lobby_whose_answer_was_lost_is_listed_if_it_is_there_and_none_is_listed_that_is_not(
    monkeypatch: pytest.MonkeyPatch, made: bool, known: bool
) -> None:
    @in_virtual_time
    async def lost() -> None:
        world = World(Random(0))
        await opened_with(world, monkeypatch, made=made, known=known)
        assert await listed(world) == ([1] if made and known else [])
        assert len(world.shown()) == made
        for message in [one for one in world.discord.messages.values() if one.text in world.shown()]:
            await world.click_lobby(message, BEN, "join")
            assert world.shown() == [f"lobby 1 lobby {AKI}-{BEN}-free "]
        assert await listed(world) == ([1] if made else [])
        assert (world.shelf.tables[1].state == "closed") == (known and not made)

    lost()
