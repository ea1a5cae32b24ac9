"""Score sheets: a round's message becomes its score sheet, and the table goes on in a new message."""

import asyncio
from random import Random

import pytest

from tests.driver import Driver, Person, is_ephemeral, labels, texts
from tests.e2e.playing import (
    LONG,
    Json,
    Seats,
    finished_table,
    is_table,
    open_table,
    start_table,
    table_number,
)
from tests.e2e.processes import BotProcess
from tests.e2e.stored_games import kill_and_advance

PEOPLE = ("Aki", "Ben", "Chie")


@pytest.mark.soak
async def test_every_round_but_the_last_leaves_a_score_sheet_and_a_new_table_message(
    world: Driver, bot: BotProcess
) -> None:
    aki = world.user("Aki")
    first, number, seats = await started(world)
    await kill_and_advance(world, bot, number, last_round=False)
    await seats.open_hands_by_command(number, PEOPLE)
    await play_rounds(seats, bot, number, 1)
    sheet = await aki.wait_for(lambda one: is_sheet(one, 1), within=LONG, channel=first["channel_id"], what="the sheet")
    assert sheet["id"] == first["id"]
    assert sheet["attachments"], "the sheet is a picture too"
    board = await board_after(aki, number, first)
    assert [one["id"] for one in await public(aki, first) if is_table(one, number)] == [board["id"]]
    await kill_and_advance(world, bot, number)
    await seats.open_hands_by_command(number, PEOPLE)
    await seats.play_out()
    over = await finished_table(world, number)
    left = await public(aki, first)
    assert [[is_sheet(one, at) for one in left].count(True) for at in (1, 2, 3)] == [1, 1, 0]
    assert [one for one in left if is_table(one, number)] == []
    assert int(over["id"]) > max(int(one["id"]) for one in left if is_sheet(one, 2))


async def started(world: Driver) -> tuple[Json, int, Seats]:
    """Start a game of three rounds for three people; return its first message, its number and the hands."""
    lobby = await open_table(world, "scharfe-schoten", 3, PEOPLE)
    table = await start_table(world, lobby)
    seats = Seats(world, Random(4))
    await seats.open_hands(table, PEOPLE)
    return table, table_number(table), seats


async def play_rounds(seats: Seats, bot: BotProcess, table: int, rounds: int) -> None:
    """Move until so many rounds are over and somebody has predicted for the next one."""
    query = "SELECT count(*) FROM moves WHERE table_id = ? AND move LIKE 'predict%'"
    async with asyncio.timeout(2 * LONG):
        while bot.rows(query, table)[0][0] <= rounds * len(PEOPLE):
            await seats.move_once()


async def board_after(person: Person, table: int, before: Json) -> Json:
    """Wait for the table message of the next round, below the one before."""
    return await person.wait_for(
        lambda one: is_table(one, table) and int(one["id"]) > int(before["id"]), within=LONG, what="the new board"
    )


def is_sheet(message: Json, round_number: int) -> bool:
    """Return whether this is the public message of a finished round, without buttons to play on."""
    over = f"round {round_number} is over" in texts(message)
    return over and not is_ephemeral(message) and "My hand" not in labels(message)


async def public(person: Person, beside: Json) -> list[Json]:
    """Return the public messages in a message's channel."""
    return [one for one in await person.messages(beside["channel_id"]) if not is_ephemeral(one)]
