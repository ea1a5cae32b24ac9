"""A table whose channel the bot sees no longer: it is lost, its people are told, and it can be moved."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import discord
import pytest

import limits
from cogs.commands.tables.lost_tables import LostTableCommands
from cogs.direct_messages import DirectMessages, NotSentError
from cogs.requests.discord_calls import PausedError
from host.tables.table import Table
from local_discord.control import routes
from local_discord.world import payloads
from show import channel_sight
from show.text.page import Page
from storage import StoreError
from storage.queries import lost_tables as queries
from tests.fuzz.conftest import AKI, BEN, CHIE, ELSEWHERE, HERE, OTHER_ROOM, ROOM
from tests.fuzz.offline import Offline, SentInteraction, offline
from tests.fuzz.payloads import Channel, User
from tests.storage.store_support import rewrite

THREAD = Channel(1100, HERE, parent=OTHER_ROOM.id)
MANAGER = User(30, "Mei", ("manage_guild",))
MODERATOR = User(31, "Mio", ("manage_messages",))
PEOPLE = (AKI, BEN)


@pytest.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Offline]:
    """Yield a bot on a server with two text channels and a thread; it looks at channels at once."""
    monkeypatch.setattr(channel_sight, "SETTLE_SECONDS", 0.01)
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM, OTHER_ROOM, THREAD)
        await world.wait_until_idle()
        yield world


async def hide(world: Offline, channel: Channel, *, hidden: bool = True) -> None:
    """Hide a channel from the bot, or show it again."""
    change = {"deny" if hidden else "allow": ["view_channel"]}
    routes._permissions(world.discord, {"channel_id": str(channel.id), "who": "bot", **change})
    await world.wait_until_idle()


async def until(world: Offline, number: int, happened: Callable[[Table], bool]) -> Table:
    """Wait until `happened` is true of a table, and return the table."""
    async with asyncio.timeout(10):
        while not happened(table := await world.services.tables.get(number)):
            await asyncio.sleep(0.005)
    await world.wait_until_idle()
    return table


def is_lost(table: Table) -> bool:
    return table.lost_since is not None


def is_found(table: Table) -> bool:
    return table.lost_since is None


@pytest.mark.parametrize("where", [OTHER_ROOM, THREAD], ids=["channel", "thread"])
async def test_table_is_lost_while_its_channel_is_hidden_from_the_bot(world: Offline, where: Channel) -> None:
    number = await world.open_table(AKI, BEN, where=where)
    await hide(world, OTHER_ROOM)
    await until(world, number, is_lost)
    before = len(world.messages)
    await hide(world, OTHER_ROOM, hidden=False)
    await until(world, number, is_found)
    assert len(world.messages) == before, "its messages still stand"


async def test_table_is_lost_while_the_bots_role_may_not_view_channels(world: Offline) -> None:
    number = await world.open_table(AKI, BEN, where=OTHER_ROOM)
    routes._permissions(world.discord, {"channel_id": str(OTHER_ROOM.id), "who": "everyone", "deny": ["view_channel"]})
    await until(world, number, is_lost)


async def test_table_of_a_deleted_channel_is_lost(world: Offline) -> None:
    number = await world.open_table(AKI, BEN, where=OTHER_ROOM)
    world.delete_channel(OTHER_ROOM)
    await until(world, number, is_lost)


async def test_table_is_lost_while_the_bot_is_not_on_the_server(world: Offline) -> None:
    number = await world.open_table(AKI, BEN, where=OTHER_ROOM)
    world.discord.hub.to_bot("GUILD_DELETE", {"id": str(HERE)})
    await until(world, number, is_lost)
    world.add_guild(HERE, ROOM, OTHER_ROOM)
    world.bot.dispatch("guild_join", world.bot.get_guild(HERE))
    await until(world, number, is_found)


async def test_tables_in_other_channels_are_not_lost(world: Offline) -> None:
    world.add_guild(ELSEWHERE.guild, ELSEWHERE)
    numbers = [await world.open_table(AKI, BEN, where=where) for where in (ROOM, ELSEWHERE, OTHER_ROOM)]
    await hide(world, OTHER_ROOM)
    await until(world, numbers[-1], is_lost)
    assert [is_lost(await world.services.tables.get(number)) for number in numbers] == [False, False, True]


async def test_channel_that_was_deleted_while_the_bot_was_offline_is_noticed_when_it_is_ready(world: Offline) -> None:
    number = await world.open_table(AKI, BEN, where=OTHER_ROOM)
    guild = world.bot.get_guild(HERE)
    assert guild is not None
    for one in (THREAD, OTHER_ROOM):
        world.discord.world.remove_channel(world.discord.world.channels[str(one.id)])
    guild._channels.pop(OTHER_ROOM.id)
    await world.bot.on_shard_ready(0)
    await until(world, number, is_lost)


# --- The move


async def lost_table(world: Offline) -> int:
    """Return a table of Aki and Ben that was lost because its channel is hidden from the bot."""
    number = await world.open_table(*PEOPLE, where=OTHER_ROOM)
    await hide(world, OTHER_ROOM)
    await until(world, number, is_lost)
    return number


async def pick(world: Offline, user: User, where: Channel, number: int, channel_id: int) -> SentInteraction:
    """Pick a channel on the page that asks where a table moves to; Discord tells the person's permissions there."""
    data = {"custom_id": f"move-to:{number}", "component_type": 8, "values": [str(channel_id)]}
    found = [one for one in world.discord.world.channels.values() if one.id == str(channel_id)]
    data["resolved"] = payloads.resolved(world.discord.world, world.person(user), [*found])
    return await world.complete(world.send(3, user, where, data, world.private(user, where)))


async def deny(world: Offline, channel: Channel, who: str, *names: str) -> None:
    routes._permissions(world.discord, {"channel_id": str(channel.id), "who": who, "deny": [*names]})
    await world.wait_until_idle()


async def test_opener_moves_a_lost_table_to_a_channel_of_the_list(world: Offline) -> None:
    number = await lost_table(world)
    listed = await world.complete(world.command(AKI, ROOM, "tables"))
    assert f"move:{number}" in listed.custom_ids
    asked = await world.complete(world.click(AKI, ROOM, f"move:{number}"))
    assert asked.custom_ids == [f"move-to:{number}"]
    moved = await pick(world, AKI, ROOM, number, ROOM.id)
    assert f"<#{ROOM.id}>" in moved.text
    table = await until(world, number, is_found)
    assert table.channel_id == ROOM.id
    here = [one for one in world.messages.values() if one["channel_id"] == str(ROOM.id)]
    assert sum(f"hand:{number}" in str(one["components"]) for one in here) == 1
    listed = await world.complete(world.command(AKI, ROOM, "tables"))
    assert f"move:{number}" not in listed.custom_ids


async def test_player_who_has_not_opened_the_table_cannot_move_it(world: Offline) -> None:
    number = await lost_table(world)
    assert f"move:{number}" not in (await world.complete(world.command(BEN, ROOM, "tables"))).custom_ids
    for refused in (
        await world.complete(world.click(BEN, ROOM, f"move:{number}")),
        await pick(world, BEN, ROOM, number, ROOM.id),
    ):
        assert f"<#{OTHER_ROOM.id}>" in refused.text, "it is unknown whether Ben moderates there"
    assert is_lost(await world.services.tables.get(number))


async def test_stranger_neither_sees_nor_moves_a_lost_table(world: Offline) -> None:
    number = await lost_table(world)
    assert f"hand:{number}" not in (await world.complete(world.command(CHIE, ROOM, "tables"))).custom_ids
    await pick(world, CHIE, ROOM, number, ROOM.id)
    assert is_lost(await world.services.tables.get(number))


@pytest.mark.parametrize("deleted", [False, True], ids=["hidden", "deleted"])
async def test_manager_of_the_server_sees_a_lost_table_and_moves_it(world: Offline, deleted: bool) -> None:
    number = await lost_table(world)
    if deleted:
        world.delete_channel(OTHER_ROOM)
        await world.wait_until_idle()
    assert f"move:{number}" in (await world.complete(world.command(MANAGER, ROOM, "tables"))).custom_ids
    await pick(world, MANAGER, ROOM, number, ROOM.id)
    assert (await until(world, number, is_found)).channel_id == ROOM.id


@pytest.mark.parametrize("known", [False, True], ids=["unknown", "known not to"])
async def test_manager_who_does_not_see_the_channel_of_a_lost_table_sees_nothing_of_its_game(
    world: Offline, known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    number = await lost_table(world)
    if known:
        monkeypatch.setattr("cogs.interactions.interaction_context.sees", lambda _click, where: where == ROOM.id)
    listed = await world.complete(world.command(MANAGER, ROOM, "tables"))
    assert [one for one in listed.custom_ids if one.endswith(f":{number}")] == [f"move:{number}"]
    asked = await world.complete(world.click(MANAGER, ROOM, f"move:{number}"))
    assert asked.custom_ids == [f"move-to:{number}"]
    for verb in ("hand", "more", "nudge"):
        refused = await world.complete(world.click(MANAGER, ROOM, f"{verb}:{number}"))
        assert not refused.custom_ids
        assert "I cannot see" in refused.text or "no such table" in refused.text.lower(), refused.text


async def test_moderator_moves_a_table_from_the_channel_that_only_the_bot_does_not_see(world: Offline) -> None:
    number = await lost_table(world)
    listed = await world.complete(world.command(MODERATOR, OTHER_ROOM, "tables"))
    assert f"move:{number}" in listed.custom_ids
    await pick(world, MODERATOR, OTHER_ROOM, number, ROOM.id)
    assert (await until(world, number, is_found)).channel_id == ROOM.id


@pytest.mark.parametrize("who", ["Aki", "bot"])
async def test_table_is_not_moved_to_a_channel_where_the_person_or_the_bot_may_not_post(
    world: Offline, who: str
) -> None:
    number = await lost_table(world)
    world.person(AKI)
    await deny(world, ROOM, str(AKI.id) if who == "Aki" else who, "send_messages")
    refused = await pick(world, AKI, ROOM, number, ROOM.id)
    assert f"<#{ROOM.id}>" in refused.text
    assert is_lost(await world.services.tables.get(number))


async def test_table_is_moved_only_to_channels_in_which_the_server_allows_tables(world: Offline) -> None:
    number = await lost_table(world)
    await world.complete(world.click(MANAGER, ROOM, "set-some:server:channels", values=[str(OTHER_ROOM.id)]))
    refused = await pick(world, AKI, ROOM, number, ROOM.id)
    assert "Tables on this server" in refused.text or "hidden from you" in refused.text
    assert is_lost(await world.services.tables.get(number))


@pytest.mark.parametrize("channel_id", [OTHER_ROOM.id, 77, ELSEWHERE.id], ids=["hidden", "none", "other server"])
async def test_table_is_not_moved_to_a_channel_out_of_the_bots_sight(world: Offline, channel_id: int) -> None:
    world.add_guild(ELSEWHERE.guild, ELSEWHERE)
    number = await lost_table(world)
    await pick(world, AKI, ROOM, number, channel_id)
    assert is_lost(await world.services.tables.get(number))


@pytest.mark.parametrize("values", [[], ["x"], ["0"], [str(2**70)]], ids=repr)
async def test_forged_pick_moves_nothing_and_is_answered(world: Offline, values: list[str]) -> None:
    number = await lost_table(world)
    forged = await world.complete(world.click(AKI, ROOM, f"move-to:{number}", values=values))
    assert "pick another" in forged.text
    assert is_lost(await world.services.tables.get(number))


async def test_hand_opens_anywhere_and_says_that_the_table_is_lost(world: Offline) -> None:
    number = await lost_table(world)
    hand = await world.complete(world.command(BEN, ROOM, "hand"))
    assert "I cannot see this game's channel" in hand.text
    assert number in [int(one.split(":")[1]) for one in hand.custom_ids]


# --- The direct messages


@pytest.fixture
def cog(world: Offline, monkeypatch: pytest.MonkeyPatch) -> LostTableCommands:
    """Return the cog that tells people, which waits no minute before."""
    monkeypatch.setattr(queries, "TELL_AFTER_SECONDS", 0)
    cog = world.bot.get_cog("LostTableCommands")
    assert isinstance(cog, LostTableCommands)
    return cog


def messages_to(world: Offline) -> list[int]:
    """Return how many direct messages Aki and Ben have."""
    return [len(world.direct_messages(user)) for user in PEOPLE]


async def test_each_player_is_told_once_in_a_direct_message(world: Offline, cog: LostTableCommands) -> None:
    await lost_table(world)
    for _ in range(2):
        await cog._tell()
    assert messages_to(world) == [1, 1]
    assert "/tables" in str(world.direct_messages(BEN))


async def test_nobody_is_told_while_the_bot_is_not_on_the_server(world: Offline, cog: LostTableCommands) -> None:
    number = await world.open_table(*PEOPLE, where=OTHER_ROOM)
    world.discord.hub.to_bot("GUILD_DELETE", {"id": str(HERE)})
    await until(world, number, is_lost)
    await cog._tell()
    assert messages_to(world) == [0, 0]


async def test_player_in_quiet_hours_is_told_later(world: Offline, cog: LostTableCommands) -> None:
    for name in ("hush_from", "hush_until"):
        await world.services.settings.set_person(BEN.id, name, ["0"])  # the whole day
    number = await lost_table(world)
    await cog._tell()
    assert messages_to(world) == [1, 0]
    rows = await world.store._database.read("SELECT user_id FROM lost_notices WHERE due_at IS NOT NULL")
    assert rows == [(BEN.id,)], number


async def test_player_whose_conversation_cannot_be_opened_now_is_told_later(
    world: Offline, cog: LostTableCommands, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = DirectMessages.write

    async def refused(self: DirectMessages, user_id: int, page: Page) -> bool:
        if user_id == AKI.id:
            raise NotSentError
        return await write(self, user_id, page)

    with monkeypatch.context() as patch:
        patch.setattr(DirectMessages, "write", refused)
        await lost_table(world)
        await cog._tell()
    assert messages_to(world) == [0, 1]
    await tell_due(world, cog)
    assert messages_to(world) == [1, 1]


async def tell_due(world: Offline, cog: LostTableCommands) -> None:
    """Let the bot tell the people who are to be told later."""
    await rewrite(world.store, "UPDATE lost_notices SET due_at = 0 WHERE due_at IS NOT NULL")
    await cog._tell()


async def test_people_are_told_after_a_pause_of_requests(
    world: Offline, cog: LostTableCommands, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def paused(*_: object, **__: object) -> None:
        raise PausedError(30)

    for who in PEOPLE:
        channel = world.discord.world.private_channel(world.person(who))
        await world.services.people.note_conversation(who.id, int(channel.id))
    await lost_table(world)
    with monkeypatch.context() as patch:
        patch.setattr(discord.abc.Messageable, "send", paused)
        await cog._tell()
    await tell_due(world, cog)
    assert messages_to(world) == [1, 1]


@pytest.mark.parametrize("what", ["people.conversation", "settings.person", "tables.get"])
async def test_people_are_told_once_the_database_can_be_read_again(
    world: Offline, cog: LostTableCommands, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    async def broken(*_: object) -> int:
        raise StoreError("the database is gone")

    await lost_table(world)
    with monkeypatch.context() as patch:
        service, method = what.split(".")
        patch.setattr(getattr(world.services, service), method, broken)
        with pytest.raises(StoreError):
            await cog._tell()
    await tell_due(world, cog)
    assert messages_to(world) == [1, 1]


async def test_few_people_are_told_at_once(
    world: Offline, cog: LostTableCommands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LOST_NOTICES_AT_ONCE", 1)
    await lost_table(world)
    await cog._tell()
    assert sum(messages_to(world)) == 1
    await cog._tell()
    assert messages_to(world) == [1, 1]
