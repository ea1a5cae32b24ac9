"""Strangers at a table: leaving, hurrying, being decided for, ending, and playing again, over real sockets."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from random import Random
from typing import Any

from tests.driver import Driver, Person, texts
from tests.e2e.playing import (
    LONG,
    Seats,
    come_back,
    finished_table,
    is_table,
    open_hand,
    open_table,
    running,
    start_table,
    table_number,
    until,
)
from tests.e2e.processes import BotProcess
from tests.e2e.replay import leap, replayed

Json = dict[str, Any]
TWO = ("Aki", "Ben")


async def press(person: Person, message: Json, label: str) -> Json:
    """Click on the button that says so; the private answer."""
    return (await person.click(message, label=label)).shown


async def more(person: Person, table: Json) -> Json:
    """What can be done besides playing."""
    return await press(person, table, "More")


async def test_whoever_leaves_is_asked_once_and_a_computer_plays_on_in_their_seat(world: Driver) -> None:
    table, _ = await running(world, people=TWO)
    aki, ben = (world.user(name) for name in TWO)
    sure = await press(ben, await more(ben, table), "Leave")
    assert "cannot come back" in texts(sure)
    gone = await press(ben, sure, "Yes, do it")
    assert "You have left this game" in texts(gone)
    said = await aki.wait_for(lambda one: "has left the game" in texts(one), within=LONG)
    assert "Ben" in texts(said)
    assert said["pings"] == []
    assert "do not sit" in texts(await press(ben, table, "My hand"))
    assert "Scharfe Schoten" in texts(await open_hand(aki, table))


async def test_others_are_asked_to_hurry_once_by_a_mention_of_their_own(world: Driver, bot: BotProcess) -> None:
    lobby = await open_table(world, "saizen", 3, TWO)
    table = await start_table(world, lobby)
    aki, ben = (world.user(name) for name in TWO)
    query = "SELECT user_id FROM seats JOIN turns USING (table_id, seat) WHERE table_id = ?"
    ((user,),) = bot.rows(query, table_number(table))
    awaited, asker = (aki, ben) if str(user) == aki.id else (ben, aki)
    asked = await press(asker, await more(asker, table), "Nudge")
    assert "asked to hurry" in texts(asked)
    nudge = await asker.wait_for(lambda one: "waiting for you" in texts(one), within=LONG)
    assert nudge["pings"] == [awaited.id]


async def test_a_moderator_ends_a_game_and_everybody_is_told(world: Driver) -> None:
    lobby = await open_table(world, "scharfe-schoten", 4, ("Ben", "Chie"))
    table = await start_table(world, lobby, "Ben")
    owner, ben = world.user("Aki"), world.user("Ben")
    panel = await open_hand(ben, table)
    assert "Only those who play here" in texts(await more(world.user("Dai"), table))
    sure = await press(owner, await more(owner, table), "End the game")
    await press(owner, sure, "Yes, do it")
    await ben.wait_for(lambda one: one["id"] == table["id"] and "moderator has ended" in texts(one), within=LONG)

    async def told() -> bool:
        return "The game has ended" in texts(await ben.refreshed(panel))

    await until(told)


async def test_who_lets_their_time_pass_is_decided_for_also_after_a_restart_and_is_told(
    world: Driver, bot: BotProcess
) -> None:
    table = await start_table(world, await open_table(world, "saizen", 3, TWO))
    number = table_number(table)
    before = len(replayed(bot, number).history)
    ((seat,),) = bot.rows("SELECT seat FROM turns WHERE table_id = ?", number)
    ((user,),) = bot.rows("SELECT user_id FROM seats WHERE table_id = ? AND seat = ?", number, seat)
    bot.kill()
    with closing(sqlite3.connect(bot.database)) as connection, connection:
        now = int(time.time())
        connection.execute("UPDATE turns SET since = ?, remind = NULL, due = ?", (now - 600, now - 1))
        connection.execute("UPDATE settings SET value = ? WHERE name = 'alive'", (str(now),))
    await come_back(world, bot)

    async def decided() -> bool:
        return len(replayed(bot, number).history) > before

    await until(decided)
    person = world.user(str(user))
    panel = (await person.command("card-room", "hand", table=number)).shown
    assert "the computer moved for you" in texts(panel)


async def test_a_rematch_begins_in_the_same_thread_once_all_want_it(world: Driver, bot: BotProcess) -> None:
    table, _ = await running(world, people=TWO)
    number = table_number(table)
    await leap(world, bot, number)
    seats = Seats(world, Random(5))
    await seats.sit_again(number, TWO)
    await seats.play_out()
    over = await finished_table(world, number)
    await until(lambda: lasts(world, over["channel_id"], minutes=60))
    aki, ben = (world.user(name) for name in TWO)
    answer = await press(aki, over, "Rematch (0/2)")
    assert "1 of 2 agree" in texts(answer)
    await aki.wait_for(
        lambda one: one["id"] == over["id"] and any("1/2" in str(row) for row in one["components"]), within=LONG
    )
    await ben.click(over, custom_id=f"rematch:{number}")
    ((following,),) = bot.rows("SELECT next_id FROM tables WHERE id = ?", number)
    again = await aki.wait_for(lambda one: is_table(one, int(str(following))), within=LONG)
    assert again["channel_id"] == over["channel_id"]
    assert str(following) in str((await open_hand(ben, again))["components"])
    await until(lambda: lasts(world, over["channel_id"], minutes=10_080))


async def lasts(world: Driver, thread: str, minutes: int) -> bool:
    """Whether the last that was said of a thread is that it is archived after so many quiet minutes."""
    asked = [one["body"] for one in await world.control.requests(kind="channel edit") if thread in one["path"]]
    return asked[-1:] == [{"auto_archive_duration": minutes}]
