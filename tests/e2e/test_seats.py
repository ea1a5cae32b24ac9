"""Strangers at a table over real sockets: leaving, nudges, expired clocks, ends and rematches."""

import asyncio
import sqlite3
import time
from contextlib import closing
from dataclasses import replace
from random import Random

import pytest

from show.messages.lost_post_search import ARRIVING, REMEMBERED
from tests.driver import Driver, Json, Person, buttons, is_ephemeral, texts
from tests.e2e.playing import (
    LONG,
    Seats,
    choose,
    end_game,
    is_table,
    open_hand,
    open_table,
    running,
    start_again,
    start_table,
    table_number,
    until,
    wait_for_panel,
    wait_for_record,
)
from tests.e2e.processes import BotProcess
from tests.e2e.stored_games import replayed
from tests.pending_decisions import read_pending, write_pending

TWO = ("Aki", "Ben")
OWES = """
SELECT user_id FROM seats JOIN tables ON tables.id = table_id JOIN json_each(turns) AS turn
    ON seat = json_extract(turn.value, '$[0]') WHERE table_id = ?
"""
"""The people who must decide at a table."""


async def press(person: Person, message: Json, label: str) -> Json:
    """Click the button of that label; return the private answer."""
    return (await person.click(message, label=label)).reply


async def more(person: Person, table: Json) -> Json:
    """Open "More"."""
    return await press(person, table, "More")


@pytest.mark.slow
async def test_leaving_asks_once_and_a_computer_takes_the_seat(world: Driver) -> None:
    table, _ = await running(world, people=TWO)
    aki, ben = (world.user(name) for name in TWO)
    sure = await press(ben, await more(ben, table), "Leave")
    assert "cannot come back" in texts(sure)
    gone = await press(ben, sure, "Yes, do it")
    assert "You have left this game" in texts(gone)
    said = await aki.wait_for(lambda one: "has left the game" in texts(one), within=LONG)
    assert "Ben" in texts(said)
    assert said["pings"] == []
    assert "You look on" in texts(await press(ben, table, "My hand"))
    assert "Scharfe Schoten" in texts(await open_hand(aki, table))


@pytest.mark.slow
async def test_nudge_pings_the_awaited_player(world: Driver, bot: BotProcess) -> None:
    lobby = await open_table(world, "saizen", 3, TWO)
    table = await start_table(world, lobby)
    aki, ben = (world.user(name) for name in TWO)
    ((user,),) = bot.rows(OWES, table_number(table))
    awaited, asker = (aki, ben) if str(user) == aki.id else (ben, aki)
    asked = await press(asker, await more(asker, table), "Nudge")
    assert "asked to hurry" in texts(asked)
    nudge = await asker.wait_for(lambda one: "waiting for you" in texts(one), within=LONG)
    assert nudge["pings"] == [awaited.id]


@pytest.mark.slow
async def test_expired_time_is_played_by_the_computer_after_a_restart_and_everybody_is_informed(
    world: Driver, bot: BotProcess
) -> None:
    table = await start_table(world, await open_table(world, "saizen", 3, TWO))
    number = table_number(table)
    before = len(replayed(bot, number).history)
    with bot.transaction() as transaction:
        ((seat, turn),) = read_pending(transaction, number).items()
    ((user,),) = bot.rows(OWES, number)
    bot.kill()
    with bot.transaction(writes=True) as transaction:
        now = int(time.time())
        write_pending(transaction, number, {seat: replace(turn, since=now - 600, remind=None, due=now - 1)})
        transaction.run("UPDATE settings SET value = ? WHERE name = 'alive'", (str(now),))
    await start_again(world, bot)

    async def decided() -> bool:
        return len(replayed(bot, number).history) > before

    await until(decided)
    person = world.user(str(user))
    panel = (await person.command("card-room", "hand", table=number)).reply
    assert "the computer moved for you" in texts(panel)

    def says_so(message: Json) -> bool:
        return is_table(message, number) and "time ran out, so the computer moved: " in texts(message)

    assert "⏳" in texts(await world.user("Dai").wait_for(says_so, within=LONG, what="who played"))


def asked(panel: Json) -> list[str]:
    """Return the verb of each button of a panel: the part of its custom id before the first colon."""
    return [str(one["custom_id"]).split(":")[0] for one in buttons(panel)]


@pytest.mark.slow
async def test_spectator_follows_a_game_until_its_end(world: Driver) -> None:
    table = await start_table(world, await open_table(world, "saizen", seats=2, people=TWO))
    seats, aki, dai = Seats(world, Random(3)), world.user("Aki"), world.user("Dai")
    await seats.open_hands(table, TWO)
    panel = await open_hand(dai, table)
    assert is_ephemeral(panel)
    assert "You look on" in texts(panel)
    assert asked(panel) == ["hand", "look", "look", "look"]
    before = texts(panel)
    async with asyncio.TaskGroup() as group:
        playing = group.create_task(seats.play_out())
        panel = await wait_for_panel(dai, panel, lambda one: texts(one) != before)
        playing.cancel()
    assert panel["attachments"]
    await end_game(aki, table)
    panel = await wait_for_panel(dai, panel, lambda one: "A moderator has ended" in texts(one))
    assert asked(panel) == []


def pings(message: Json, person: Person) -> bool:
    return person.id in message["pings"]


async def pings_at(person: Person, table: Json) -> list[Json]:
    """Return the existing pings of a person at a table."""
    return [one for one in await person.messages(table["channel_id"]) if pings(one, person)]


@pytest.mark.slow
async def test_player_to_move_is_pinged_once_until_the_move(world: Driver) -> None:
    table = await start_table(world, await open_table(world, "scharfe-schoten", 4, ["Ben", "Chie"]))
    ben, chie = world.user("Ben"), world.user("Chie")
    mention = await ben.wait_for(lambda one: pings(one, ben), within=LONG, channel=table["channel_id"])
    other = await ben.wait_for(lambda one: pings(one, chie), within=LONG, channel=table["channel_id"])
    assert mention["id"] != other["id"], "each of them must predict, and has an own ping"
    since = len(ben.events)
    await choose(chie, await open_hand(chie, table), Random(1))
    await ben.wait_for_event("MESSAGE_DELETE", lambda one: one["id"] == other["id"], LONG, since=since)
    assert await pings_at(ben, table) == [mention]
    since = len(ben.events)
    await choose(ben, await open_hand(ben, table), Random(1))
    await ben.wait_for_event("MESSAGE_DELETE", lambda one: one["id"] == mention["id"], LONG, since=since)


@pytest.mark.slow
async def test_ping_with_a_long_lost_answer_is_found_and_not_repeated(world: Driver, bot: BotProcess) -> None:
    """Check that the bot searches the thread for its ping once Discord no longer remembers the ping's nonce."""
    table = await start_table(world, await open_table(world, "scharfe-schoten", 4, ["Ben"]))
    ben = world.user("Ben")
    mention = await ben.wait_for(lambda one: pings(one, ben), within=LONG, channel=table["channel_id"])
    await wait_for_record(bot, mention)
    bot.kill()
    with closing(sqlite3.connect(bot.database)) as connection, connection:
        nonce = f"{int(time.time() - REMEMBERED - ARRIVING - 1):08x}-{'0' * 16}"
        sql = "UPDATE posts SET nonce = ?, message_id = NULL WHERE message_id = ?"
        connection.execute(sql, (nonce, int(mention["id"])))
    await start_again(world, bot)
    await wait_for_record(bot, mention)
    assert [one["id"] for one in await pings_at(ben, table)] == [mention["id"]]
