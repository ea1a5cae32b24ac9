"""Hints for beginners: in a person's first game of a kind, unless the person hides them."""

from random import Random

import pytest

from tests.driver import Driver, Json, texts
from tests.e2e.playing import (
    CHANNEL,
    Seats,
    finished_table,
    open_hand,
    open_table,
    reopened_panel,
    start_table,
    table_number,
    wait_for_turn,
)
from tests.e2e.processes import BotProcess
from tests.e2e.stored_games import kill_and_advance

GAME = "scharfe-schoten"
HINT = "💡"


@pytest.mark.soak
async def test_a_first_game_has_hints_and_a_second_has_none(world: Driver, bot: BotProcess) -> None:
    table, panel = await seated(world, "Chie")
    assert HINT in texts(panel)
    seats = Seats(world, Random(2))
    await kill_and_advance(world, bot, table_number(table))
    await seats.open_hands_by_command(table_number(table), ["Chie"])
    await seats.play_out()
    await finished_table(world, table_number(table), "Chie")
    _, panel = await seated(world, "Chie")
    assert HINT not in texts(panel)


async def test_first_game_of_another_kind_has_hints(world: Driver) -> None:
    _, panel = await seated(world, "Chie", "tezumashi")
    assert HINT in texts(panel)


async def test_hints_stay_hidden_until_a_button_or_help_restores_them(world: Driver) -> None:
    dai = world.user("Dai")
    _, panel = await seated(world, "Dai")
    assert HINT in texts(panel)
    hidden = (await dai.click(panel, label="Hide")).reply
    assert HINT not in texts(hidden)
    assert "/help and /settings bring them back" in texts(hidden)
    shown = (await dai.click(hidden, label="Show hints")).reply
    assert HINT in texts(shown)
    hidden = (await dai.click(shown, label="Hide")).reply
    assert HINT not in texts(hidden)
    _, other = await seated(world, "Dai")
    assert HINT not in texts(other)
    assert "/help" not in texts(other)
    answer = await dai.command(CHANNEL, "help")
    await dai.click(answer.message, label="Hints in first games")
    assert HINT in texts(await reopened_panel(dai, other))


async def seated(world: Driver, name: str, game: str = GAME) -> tuple[Json, Json]:
    """Start a game of one person against AI players; return the table message and the panel at the first turn."""
    table = await start_table(world, await open_table(world, game, seats=3, people=[name]), opener=name)
    person = world.user(name)
    return table, await wait_for_turn(person, await open_hand(person, table))
