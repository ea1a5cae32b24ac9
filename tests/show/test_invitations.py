"""Invitations: each person is mentioned once, and the message is deleted when it no longer matters."""

import asyncio

import pytest

from host.tables.message_records import Post
from storage import StoreError
from storage.owners import Owner, table_owner
from tests.show.world import CHANNELS, PEOPLE, REST, World
from tests.virtual_time import in_virtual_time

pytestmark = pytest.mark.usefixtures("stub_pages")

AKI, BEN, CHIE = PEOPLE


async def invited(*users: int, seats: int = 3) -> World:
    """Return a world in which these users are invited to a lobby."""
    world = await World.with_lobby(seats)
    await asyncio.sleep(REST)
    await world.presenter.messages.invite(1, users)
    await asyncio.sleep(REST)
    return world


def invitations(world: World) -> list[str]:
    """Return the texts of all invitations."""
    return [text for text in world.message_texts() if text.startswith("invitation")]


@in_virtual_time
async def test_each_person_is_mentioned_once_with_a_link_to_the_lobby() -> None:
    world = await invited(BEN, CHIE)
    lobby = world.message("lobby")
    assert invitations(world) == [f"invitation {BEN} to {lobby.id}", f"invitation {CHIE} to {lobby.id}"]
    assert await world.presenter.messages.invite(1, [BEN]) == []
    await world.restart()
    assert [world.notifications(user) for user in PEOPLE] == [0, 1, 1]


@in_virtual_time
async def test_refused_invitation_is_logged_without_the_person(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    world = await World.with_lobby(3)
    await asyncio.sleep(REST)
    world.discord.channels[CHANNELS[0]].refused = frozenset({"send"})
    await world.presenter.messages.invite(1, [BEN])
    await asyncio.sleep(REST)
    assert "invite:… of table 1 is left as it is" in caplog.text


@in_virtual_time
async def test_two_people_who_invite_at_once_both_succeed_and_nobody_is_mentioned_twice() -> None:
    world = await invited()
    outcomes = await asyncio.gather(
        world.presenter.messages.invite(1, [BEN, CHIE]), world.presenter.messages.invite(1, [CHIE, BEN])
    )
    await asyncio.sleep(REST)
    assert sorted([*outcomes[0], *outcomes[1]]) == [BEN, CHIE]
    assert [world.notifications(user) for user in PEOPLE] == [0, 1, 1]


@in_virtual_time
async def test_invitation_recorded_before_a_kill_is_posted_after_it() -> None:
    world = await World.with_lobby(3)
    await asyncio.sleep(REST)
    world.bot_run.reliable = True
    await world.services.message_records.write_ahead(table_owner(1), f"invite:{BEN}", CHANNELS[0])
    await world.restart()
    assert world.notifications(BEN) == 1
    assert len(invitations(world)) == 1


@in_virtual_time
async def test_invitation_goes_away_when_its_person_sits_down_or_the_lobby_ends() -> None:
    world = await invited(BEN, CHIE)
    lobby = world.message("lobby")
    await world.click_lobby(lobby, BEN, "join")
    await asyncio.sleep(REST)
    assert invitations(world) == [f"invitation {CHIE} to {lobby.id}"]
    await world.click_lobby(lobby, AKI, "cancel")
    await asyncio.sleep(REST)
    assert invitations(world) == []


@in_virtual_time
async def test_deleted_invitation_is_not_posted_again() -> None:
    world = await invited(BEN)
    world.discord.delete_message(world.message("invitation").id)
    await world.presenter.show_again(1)
    await asyncio.sleep(REST)
    await world.restart()
    assert invitations(world) == []
    assert world.notifications(BEN) == 1


@in_virtual_time
async def test_invitations_recorded_before_a_failed_write_are_posted(monkeypatch: pytest.MonkeyPatch) -> None:
    world = await World.with_lobby(3)
    await asyncio.sleep(REST)
    records, write = world.services.message_records, world.services.message_records.write_ahead

    async def fail_for_chie(owner: Owner, slot: str, channel_id: int) -> Post:
        if slot == f"invite:{CHIE}":
            raise StoreError("The disk is full.")
        return await write(owner, slot, channel_id)

    monkeypatch.setattr(records, "write_ahead", fail_for_chie)
    with pytest.raises(StoreError):
        await world.presenter.messages.invite(1, [BEN, CHIE])
    await asyncio.sleep(REST)
    assert [world.notifications(user) for user in PEOPLE] == [0, 1, 0]


@in_virtual_time
async def test_kill_at_any_operation_never_mentions_a_person_twice() -> None:
    for operations in range(1, 12):
        world = await World.with_lobby(3)
        await asyncio.sleep(REST)
        world.bot_run.kill_in(operations, after=bool(operations % 2))
        world.spawn(_invite(world))
        await world.pass_time(REST)
        await world.restart()
        assert world.notifications(BEN) <= 1
        assert len(invitations(world)) == world.notifications(BEN)


async def _invite(world: World) -> None:
    await world.presenter.messages.invite(1, [BEN])
