"""Whole games by slash command and buttons, from the lobby to the leaderboard."""

from random import Random

import pytest

from tests.driver import Driver, texts
from tests.e2e.playing import PEOPLE, Seats, finished_table, open_table, set_options, start_table, table_number
from tests.e2e.processes import BotProcess


@pytest.mark.parametrize(
    ("game", "count", "options"),
    [
        ("scharfe-schoten", 4, {}),
        ("tezuma-trick", 4, {"redraw": 1}),
        ("tezumashi", 3, {"abilities": 1}),
        ("tennos-square", 4, {}),
        ("saizen", 2, {"jokers": 2}),
        pytest.param("saizen", 6, {"jokers": 1}, marks=pytest.mark.soak),
    ],
)
async def test_people_play_a_whole_game(world: Driver, game: str, count: int, options: dict[str, int]) -> None:
    people = PEOPLE[:count]
    lobby = await open_table(world, game, count, people)
    await set_options(world, lobby, options)
    number = table_number(lobby)
    table = await start_table(world, lobby)
    seats = Seats(world, Random(7))
    await seats.sit(table, people)
    await seats.play_out()
    over = await finished_table(world, number)
    assert "🏆" in texts(over)
    board = (await world.user("Ben").command("card-room", "leaderboard", game=game)).shown
    for name in people:
        assert name in texts(board)
    assert len(seats.moves) > 20
    assert await world.control.problems() == []
    assert await world.control.unknown_routes() == []


async def test_one_person_plays_against_computers(world: Driver) -> None:
    lobby = await open_table(world, "scharfe-schoten", seats=3, people=["Dai"])
    table = await start_table(world, lobby, opener="Dai")
    seats = Seats(world, Random(1))
    await seats.sit(table, ["Dai"])
    await seats.play_out()
    assert "🤖" in texts(await finished_table(world, table_number(lobby), "Dai"))


async def test_the_bot_logs_no_fault(world: Driver, bot: BotProcess) -> None:
    await world.user("Aki").command("card-room", "help")
    lines = [line for line in bot.log.read_text().splitlines() if "ERROR" in line or "Traceback" in line]
    assert lines == []
