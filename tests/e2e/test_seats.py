"""Strangers at a table over real sockets: leaving, nudges, expired clocks, ends and rematches."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from engine import complaint
from tests.driver import Driver, Person, buttons, is_ephemeral, texts
from tests.e2e.playing import (
    LONG,
    Seats,
    is_table,
    open_hand,
    open_table,
    running,
    start_again,
    start_table,
    table_number,
    until,
    wait_for_panel,
)
from tests.e2e.processes import BotProcess
from tests.e2e.stored_games import replayed
from tests.pending_decisions import read_pending, write_pending

Json = dict[str, Any]
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


def filed_complaints(bot: BotProcess) -> list[complaint.Complaint]:
    """Return the complaints in the operator's folder."""
    return [complaint.loads(file.read_text("utf-8")) for file in Path(f"{bot.database}-silly").glob("*.json")]


async def test_opener_chooses_the_level_in_the_lobby_and_changes_it_in_play(world: Driver, bot: BotProcess) -> None:
    lobby = await open_table(world, "scharfe-schoten", 4, TWO)
    (aki, ben), number = (world.user(name) for name in TWO), table_number(lobby)
    assert f"computer:{number}" not in str(await more(ben, lobby)), "Aki is in charge"
    page = (await aki.select(await more(aki, lobby), ["2.hard"], custom_id=f"computer:{number}")).reply
    assert "(hard)" in texts(page)
    await ben.wait_for(lambda one: one["id"] == lobby["id"] and "(hard)" in texts(one), within=LONG)
    table = await start_table(world, lobby)
    levels = "SELECT seat, computer FROM seats WHERE table_id = ? AND computer IS NOT NULL ORDER BY seat"
    assert bot.rows(levels, number) == [(2, "hard"), (3, "normal")]
    assert f"level:{number}" not in str(await more(ben, table)), "Aki is in charge"
    page = (await aki.select(await more(aki, table), [".easy"], custom_id=f"level:{number}")).reply
    assert texts(page).count("(easy)") == 2
    assert bot.rows(levels, number) == [(2, "easy"), (3, "easy")]
    await ben.wait_for(lambda one: is_table(one, number) and texts(one).count("(easy)") == 2, within=LONG)
    assert await world.control.problems() == []


async def test_complaint_about_a_move_is_filed_for_the_operator(world: Driver, bot: BotProcess) -> None:
    table, _ = await running(world, people=TWO[:1])
    aki, number = world.user("Aki"), table_number(table)
    panel = await open_hand(aki, table)
    silly = await press(aki, await press(aki, panel, "Tricks"), "That was silly")
    assert "Which move was silly?" in texts(silly)
    thanks = await press(aki, silly, "This one")
    assert "Thank you" in texts(thanks)
    (found,) = filed_complaints(bot)
    seat, move = found.record.moves[-1]
    assert bot.rows("SELECT computer FROM seats WHERE table_id = ? AND seat = ?", number, seat) == [(found.level,)]
    assert move in found.before().view(seat)["legal"]
    assert await world.control.problems() == []


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


async def test_end_of_a_game_by_a_moderator_is_announced(world: Driver) -> None:
    lobby = await open_table(world, "scharfe-schoten", 4, ("Ben", "Chie"))
    table = await start_table(world, lobby, "Ben")
    owner, ben = world.user("Aki"), world.user("Ben")
    panel = await open_hand(ben, table)
    assert "Only those who play here" in texts(await more(world.user("Dai"), table))
    sure = await press(owner, await more(owner, table), "End the game")
    await press(owner, sure, "Yes, do it")
    await ben.wait_for(lambda one: one["id"] == table["id"] and "moderator has ended" in texts(one), within=LONG)

    async def is_informed() -> bool:
        return "The game has ended" in texts(await ben.refreshed(panel))

    await until(is_informed)


async def test_expired_time_is_played_by_the_computer_after_a_restart_and_the_player_is_informed(
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


def asked(panel: Json) -> list[str]:
    """Return the actions of a panel's buttons."""
    return [str(one["custom_id"]).split(":")[0] for one in buttons(panel)]


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
    await press(aki, await press(aki, await more(aki, table), "End the game"), "Yes, do it")
    panel = await wait_for_panel(dai, panel, lambda one: "A moderator has ended" in texts(one))
    assert asked(panel) == []
