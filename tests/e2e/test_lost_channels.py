"""Kills while a thread or a message is created, removal of the bot, and deleted channels: people can play on."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from tests.driver import Driver, buttons, labels, texts
from tests.e2e.playing import (
    LONG,
    PEOPLE,
    Seats,
    after_predictions,
    choose,
    is_table,
    last_request,
    offers_choice,
    online,
    open_table,
    restart,
    running,
    start_table,
    table_number,
    until,
    wait_for_request,
)
from tests.e2e.processes import BotProcess, CheckedDiscord
from tests.e2e.stored_games import kill_and_advance


@pytest.mark.slow
async def test_lobby_killed_before_its_message_is_not_listed(world: Driver, bot: BotProcess) -> None:
    since = await last_request(world)
    await world.control.fail("server_error", kind="callback", times=None)
    asking = asyncio.create_task(world.user("Dai").command("card-room", "play", check=False, game="saizen"))
    await wait_for_request(world, since, "callback")
    await restart(world, bot)
    asking.cancel()  # the command will get no answer
    ((number,),) = bot.rows("SELECT max(id) FROM tables")
    assert f"table {number} " not in texts((await world.user("Dai").command("card-room", "tables")).reply)


@pytest.mark.slow
async def test_lobby_killed_before_its_record_is_adopted_by_the_first_click(world: Driver, bot: BotProcess) -> None:
    """Check a regression: after a kill between posting and recording a lobby, the restarted bot closed the lobby.

    Then the lobby's buttons did nothing.
    """
    aki, dai = world.user("Aki"), world.user("Dai")
    before = {one["id"] for one in await aki.messages("card-room")}
    for kind in ("callback", "original edit"):  # a busy bot defers its answer, and edits it later
        await world.control.fail("server_error", kind=kind, apply=True, times=None)
    asking = asyncio.create_task(dai.command("card-room", "play", check=False, game="saizen"))
    lobby = await aki.wait_for(
        lambda one: one["id"] not in before and "Join" in labels(one), within=LONG, what="the lobby"
    )
    await restart(world, bot)
    await asking
    number = table_number(lobby)
    assert f"table {number} " not in texts((await aki.command("card-room", "tables")).reply)
    lobby_message = (await aki.click(lobby, label="Join")).reply
    assert lobby_message["id"] == lobby["id"]
    await aki.wait_for(  # Aki's name may appear only in an edit after the answer
        lambda one: one["id"] == lobby["id"] and "Aki" in texts(one), within=LONG, what="the lobby with Aki"
    )
    assert f"table {number} " in texts((await aki.command("card-room", "tables")).reply)


@pytest.mark.parametrize("made", [False, True], ids=["before", "after"])
@pytest.mark.soak
async def test_kill_before_or_after_the_creation_of_a_thread_is_recovered(
    world: Driver, bot: BotProcess, made: bool
) -> None:
    lobby = await open_table(world, "scharfe-schoten", seats=4)
    aki, number = world.user("Aki"), table_number(lobby)
    since, seen = await last_request(world), len(aki.events)
    await world.control.fail("server_error", kind="thread create", apply=made, times=None)
    await aki.click(lobby, custom_id=f"start:{number}")
    if made:
        await aki.wait_for_event("THREAD_CREATE", lambda one: one["id"] == lobby["id"], LONG, since=seen)
    else:
        await wait_for_request(world, since, "thread create")
    await restart(world, bot)
    table = await aki.wait_for(lambda one: is_table(one, number), within=LONG, what=f"table {number}")
    assert table["channel_id"] == lobby["id"], "a message's thread has the message's id"
    head = await aki.refreshed(lobby)
    assert f"The game has begun: <#{lobby['id']}>" in texts(head)
    assert buttons(head) == []
    seats = Seats(world, Random(3))
    await seats.open_hands(table, PEOPLE)
    await after_predictions(seats)
    assert [one["id"] for one in await aki.messages(lobby["id"]) if is_table(one, number)] == [table["id"]]


@pytest.mark.slow
async def test_removed_bot_updates_tables_after_its_return(world: Driver, bot: BotProcess) -> None:
    table = await start_table(world, await open_table(world, "scharfe-schoten", seats=4, people=["Ben"]))
    ben, log = world.user("Ben"), bot.log.stat().st_size
    await ben.wait_for(lambda one: ben.id in one["pings"], within=LONG, channel=table["channel_id"])
    await ben.wait_for(lambda one: one["id"] == table["id"] and "waiting for Ben**" in texts(one), within=LONG)
    seats = Seats(world, Random(1))
    await seats.open_hands(table, ["Ben"])
    await world.control.leave("bot")
    try:
        await move_some(seats, 1)  # events come in order: the bot that answers a click knows of its removal
        since = await last_request(world)
        await move_some(seats, 2)
        await restart(world, bot)
        await move_some(seats, 2)
        asked = {one["kind"] for one in await world.control.requests(since)}
        assert not asked & {"message create", "message edit", "message delete", "thread create"}
    finally:
        await world.control.join("bot")
    await ben.wait_for(lambda one: one["id"] == table["id"] and "Last trick" in texts(one), within=LONG)
    assert bot.complaints(log) == []


async def move_some(seats: Seats, moves: int) -> None:
    """Let Ben make some moves. He refreshes his hand before each, because the bot does not update it here."""
    ben = seats.world.user("Ben")
    async with asyncio.timeout(LONG):
        while moves:
            if offers_choice(await seats.refresh("Ben")):
                seats.panels["Ben"] = await choose(ben, seats.panels["Ben"], seats.random)
                moves -= 1


@pytest.mark.soak
async def test_game_in_a_deleted_channel_is_played_on_with_the_hand_command(tmp_path: Path) -> None:
    with CheckedDiscord() as discord:
        with BotProcess(discord.url, tmp_path / "ichiza.sqlite3") as bot:
            async with online(discord.url) as world:
                await play_on_by_hand(world, bot)
        assert bot.complaints() == []


async def play_on_by_hand(world: Driver, bot: BotProcess) -> None:
    """Delete the channel that has a lobby and a running game; after a restart play the game to its end with /hand."""
    lobby = table_number(await open_table(world, "saizen", seats=4, people=["Ben"]))
    table, seats = await running(world)
    number = table_number(table)
    await world.control.delete_channel("card-room")

    async def lobby_is_closed() -> bool:
        return bot.rows("SELECT state FROM tables WHERE id = ?", lobby) == [("closed",)]

    await until(lobby_is_closed)
    listed = texts((await world.user("Ben").command("table-talk", "tables")).reply)
    assert f"table {number} " in listed
    assert f"table {lobby} " not in listed
    for name in PEOPLE:
        panel = (await world.user(name).command("table-talk", "hand")).reply
        await choose(world.user(name), panel, seats.random)
    await kill_and_advance(world, bot, number)
    await seats.open_hands_by_command(number, PEOPLE, "table-talk")
    await seats.play_out()

    async def nothing_is_left_to_show() -> bool:
        return bot.rows("SELECT nonce FROM posts") == []

    await until(nothing_is_left_to_show)
    assert "Aki" in texts((await world.user("Aki").command("table-talk", "leaderboard")).reply)
