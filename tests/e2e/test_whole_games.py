"""Games by slash command and buttons, from the lobby to the leaderboard."""

from random import Random

import pytest

from tests.driver import Driver, texts
from tests.e2e.playing import PEOPLE, Seats, finished_table, open_table, set_options, start_table, table_number
from tests.e2e.processes import BotProcess
from tests.e2e.request_counts import unexpected_refusals

GAMES: tuple[tuple[str, int, int, dict[str, int]], ...] = (
    ("scharfe-schoten", 3, 2, {}),
    ("tezuma-trick", 3, 2, {"redraw": 1}),
    ("tezumashi", 3, 1, {"abilities": 1}),
    ("tennos-square", 4, 2, {}),
    ("saizen", 2, 2, {"jokers": 2}),
    ("scharfe-schoten", 4, 4, {}),
    ("tezuma-trick", 4, 1, {}),
    ("tezumashi", 4, 4, {}),
    ("tennos-square", 3, 3, {}),
    ("saizen", 6, 4, {"jokers": 1}),
)
"""Each game twice, with its seats, people and options; an option is given by the index of its value."""


@pytest.mark.soak
@pytest.mark.parametrize(("game", "count", "people_count", "options"), GAMES)
async def test_people_play_a_game_from_lobby_to_leaderboard(
    world: Driver, bot: BotProcess, game: str, count: int, people_count: int, options: dict[str, int]
) -> None:
    people = PEOPLE[:people_count]
    lobby = await open_table(world, game, count, people)
    await set_options(world, lobby, options)
    table = await start_table(world, lobby)
    seats = Seats(world, Random(7))
    await seats.open_hands(table, people)
    await seats.play_out()
    over = await finished_table(world, table_number(lobby))
    assert "🏆" in texts(over)
    assert ("🤖" in texts(over)) == (people_count < count)
    board = (await world.user("Ben").command("card-room", "leaderboard", game=game, period="all")).reply
    for name in people:
        assert (name in texts(board)) == (people_count > 1), "practice alone does not count"
    assert len(seats.moves) > 20
    assert await unexpected_refusals(world) == []
    assert await world.control.unknown_routes() == []
    assert [line for line in bot.complaints() if "WARNING" not in line] == []
