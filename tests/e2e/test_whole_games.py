"""Games by slash command and buttons, from the lobby to the leaderboard; only a soak plays their middle."""

import os
from random import Random

import pytest

from tests.driver import Driver, texts
from tests.e2e.playing import PEOPLE, Seats, finished_table, open_table, set_options, start_table, table_number
from tests.e2e.processes import BotProcess
from tests.e2e.stored_games import kill_and_advance

SOAK = os.environ.get("ICHIZA_SOAK") == "1"
BEGINNING = 6
"""Moves of everybody before the game is advanced to its last round."""

GAMES: tuple[tuple[str, int, int, dict[str, int]], ...] = (
    ("scharfe-schoten", 3, 2, {}),
    ("tezuma-trick", 3, 2, {"redraw": 1}),
    ("tezumashi", 3, 1, {"abilities": 1}),
    ("tennos-square", 4, 2, {}),
    ("saizen", 2, 2, {"jokers": 2}),
)
"""Each game once: seats, people, and options, each by the index of its value."""
EVERY_RUN = [one for one in GAMES if one[0] == "saizen"]
MORE: tuple[tuple[str, int, int, dict[str, int]], ...] = (
    ("scharfe-schoten", 4, 4, {}),
    ("tezuma-trick", 4, 1, {}),
    ("tezumashi", 4, 4, {}),
    ("tennos-square", 3, 3, {}),
    ("saizen", 6, 4, {"jokers": 1}),
)


async def play(
    world: Driver, bot: BotProcess, game: str, count: int, people_count: int, options: dict[str, int]
) -> None:
    """Play a whole game, and check its end."""
    people = PEOPLE[:people_count]
    lobby = await open_table(world, game, count, people)
    await set_options(world, lobby, options)
    number = table_number(lobby)
    table = await start_table(world, lobby)
    seats = Seats(world, Random(7))
    await seats.open_hands(table, people)
    if not SOAK:
        for _ in range(BEGINNING):
            await seats.move_once()
        await kill_and_advance(world, bot, number)
        await seats.open_hands_by_command(number, people)
    await seats.play_out()
    over = await finished_table(world, number)
    assert "🏆" in texts(over)
    assert ("🤖" in texts(over)) == (people_count < count)
    board = (await world.user("Ben").command("card-room", "leaderboard", game=game, period="all")).reply
    for name in people:
        assert (name in texts(board)) == (people_count > 1), "practice alone does not count"
    assert len(seats.moves) > 20 or not SOAK
    problems = await world.control.problems()
    if not SOAK:  # killed before storing that a message was deleted, the bot deletes it again
        problems = [one for one in problems if (one["kind"], one["code"]) != ("message delete", 10008)]
    assert problems == []
    assert await world.control.unknown_routes() == []


@pytest.mark.parametrize(
    ("game", "count", "people_count", "options"),
    [*EVERY_RUN, *(pytest.param(*one, marks=pytest.mark.soak) for one in (*GAMES, *MORE))],
)
async def test_people_play_a_game_from_lobby_to_leaderboard(
    world: Driver, bot: BotProcess, game: str, count: int, people_count: int, options: dict[str, int]
) -> None:
    await play(world, bot, game, count, people_count, options)


async def test_bot_logs_no_error(world: Driver, bot: BotProcess) -> None:
    await world.user("Aki").command("card-room", "help")
    lines = [line for line in bot.log.read_text().splitlines() if "ERROR" in line or "Traceback" in line]
    assert lines == []
