"""A lobby that was posted works as a lobby even if the bot was killed before recording its message."""

import asyncio
from contextlib import suppress
from random import Random

import pytest

from host.place import Place
from host.tables.table import Person
from show.text.seat_names import message_link
from tests.show.bot_run import BotRun, NetworkError, faulty
from tests.show.fake_discord import GUILD, Discord, Message
from tests.show.world import CHANNELS, PEOPLE, REST, World
from tests.virtual_time import in_virtual_time

pytestmark = pytest.mark.usefixtures("stub_pages")

AKI, BEN, CHIE = PEOPLE


async def shown_and_not_noted(seats: int = 3) -> tuple[World, Message]:
    """Return a restarted world with a lobby that a killed bot had posted but not recorded, and the lobby's message."""
    world = World(Random(0))
    await world.start_bot()
    # The operations: load the settings, the last set-up and the open tables; store and load the table; post the lobby.
    world.bot_run.kill_in(6, after=True)
    world.spawn(world.open(CHANNELS[0], AKI, seats))
    await world.pass_time(REST)
    (lobby,) = world.discord.messages.values()
    assert not world.database.posts()
    return world, lobby


async def listed(world: World) -> list[int]:
    """Return the tables that `/tables` lists."""
    return [table.id for table in await world.services.tables.open_in(Place.server(1))]


@in_virtual_time
async def test_first_click_after_a_kill_joins_an_unrecorded_lobby() -> None:
    world, lobby = await shown_and_not_noted()
    assert await listed(world) == []
    await world.click_lobby(lobby, BEN, "join")
    assert world.message_texts() == [f"lobby 1 lobby {AKI}-{BEN}-free "]
    assert await listed(world) == [1]
    await world.services.lobby.join(1, Person(CHIE))
    await asyncio.sleep(REST)
    assert world.message_texts() == [f"lobby 1 lobby {AKI}-{BEN}-{CHIE} "], "it follows from then on"


@in_virtual_time
async def test_link_to_a_lobby_without_a_known_message_leads_to_its_channel() -> None:
    world, lobby = await shown_and_not_noted()
    channel = message_link(Place.server(GUILD), CHANNELS[0])
    assert (
        await world.presenter.messages.url(1, BEN) == channel == f"https://discord.com/channels/{GUILD}/{CHANNELS[0]}"
    )
    await world.click_lobby(lobby, BEN, "join")
    assert await world.presenter.messages.url(1, BEN) == f"{channel}/{lobby.id}"


@in_virtual_time
async def test_refused_click_adopts_an_unrecorded_lobby_too() -> None:
    world, lobby = await shown_and_not_noted()
    await world.services.lobby.join(1, Person(BEN))  # the bot was killed at once after this click
    await world.click_lobby(lobby, CHIE, "leave")
    assert world.counts["refused clicks"] == 1
    await asyncio.sleep(REST)
    assert world.message_texts() == [f"lobby 1 lobby {AKI}-{BEN}-free "]
    assert await listed(world) == [1]


@in_virtual_time
async def test_game_started_from_an_unrecorded_lobby_gets_its_thread() -> None:
    world, lobby = await shown_and_not_noted(2)
    await world.services.lobby.join(1, Person(BEN))
    await world.click_lobby(lobby, AKI, "start")
    await asyncio.sleep(REST)
    assert lobby.id in world.discord.channels
    assert lobby.text == f"lobby 1 begun {AKI}-{BEN} {lobby.id}"


@in_virtual_time
async def test_closed_lobby_with_an_unknown_message_says_so_at_the_next_click() -> None:
    world, lobby = await shown_and_not_noted()
    await world.services.lobby.cancel(1, Person(AKI))
    await world.click_lobby(lobby, BEN, "leave")  # the click is on the private More page
    await asyncio.sleep(REST)
    assert world.message_texts() == [f"lobby 1 closed {AKI}-free-free "]


@in_virtual_time
async def test_click_in_a_deleted_lobby_adopts_nothing_while_a_new_one_is_posted() -> None:
    world = await World.with_lobby(3)
    (lobby,) = world.discord.messages.values()
    lobby.worn = True
    await world.services.lobby.join(1, Person(BEN))
    await asyncio.sleep(REST)
    await world.presenter.messages.note_clicked_message(1, CHANNELS[0], lobby.id, lobby=True)
    await asyncio.sleep(REST)
    assert [post.slot for post in world.database.posts()] == ["lobby", "promise"]
    assert world.message_texts() == [f"lobby 1 lobby {AKI}-{BEN}-free "]


def unknown(_: Discord, _text: str) -> int:
    raise NetworkError


@pytest.mark.parametrize(("made", "known"), [(True, True), (True, False), (False, True), (False, False)])
@in_virtual_time
async def test_lobby_with_a_lost_answer_is_listed_exactly_if_it_exists(
    monkeypatch: pytest.MonkeyPatch, made: bool, known: bool
) -> None:
    """Lose the answer to `/play`. `made`: the answer was posted. `known`: the bot can find out whether it was."""
    world = World(Random(0))
    await world.start_bot()
    with faulty(BotRun, "answer_call", NetworkError(), done=made), monkeypatch.context() as patch:
        if not known:
            patch.setattr(Discord, "find_answer", unknown)
        with suppress(NetworkError):
            await world.open(CHANNELS[0], AKI, 3)
    await asyncio.sleep(REST)
    assert await listed(world) == ([1] if made and known else [])
    assert len(world.message_texts()) == made
    for message in [one for one in world.discord.messages.values() if one.text in world.message_texts()]:
        await world.click_lobby(message, BEN, "join")
        assert world.message_texts() == [f"lobby 1 lobby {AKI}-{BEN}-free "]
    assert await listed(world) == ([1] if made else [])
    assert ((await world.services.tables.get(1)).state == "closed") == (known and not made)
