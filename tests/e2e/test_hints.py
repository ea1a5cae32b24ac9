"""Hints and rules for beginners.

A person gets hints in the first game of each kind, unless the person hides them. Each rule is explained only once.
"""

from random import Random

import pytest

from tests.driver import Driver, Json, components, texts
from tests.e2e.playing import (
    CHANNEL,
    Seats,
    choose,
    finished_table,
    open_hand,
    open_table,
    reopened_panel,
    start_again,
    start_table,
    table_number,
    until,
    wait_for_turn,
)
from tests.e2e.processes import BotProcess
from tests.e2e.stored_games import kill_and_advance

pytestmark = pytest.mark.slow

GAME = "scharfe-schoten"
HINT, RULE = "💡", "📖"
GALLERY = 12
"""Discord's type of a picture among components."""


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
    await dai.click(answer.message, label="Turn hints on")
    assert HINT in texts(await reopened_panel(dai, other))


async def test_rule_is_shown_once_also_if_the_bot_is_killed(world: Driver, bot: BotProcess) -> None:
    ben, random = world.user("Ben"), Random(3)
    _, panel = await seated(world, "Ben", "tennos-square")
    while RULE not in texts(panel):
        panel = await wait_for_turn(ben, await choose(ben, panel, random))

    async def is_stored() -> bool:
        return bot.rows("SELECT 1 FROM coached WHERE sentence LIKE 'square-coach-%'") != []

    await until(is_stored)
    bot.kill()
    await start_again(world, bot)
    shown = rules_in(panel)
    again = await reopened_panel(ben, panel)
    assert shown & rules_in(again) == set(), "at most another rule that matters here"


async def test_hand_in_plain_words_names_the_cards_and_has_no_picture(world: Driver) -> None:
    dai = world.user("Dai")
    _, panel = await seated(world, "Dai", "saizen")
    assert has_picture(panel)
    mine = (await dai.command(CHANNEL, "settings")).reply
    await dai.click(mine, custom_id="put:mine:plain:on")
    again = await reopened_panel(dai, panel)
    assert not has_picture(again)
    assert "You can" in texts(again)
    assert "Your hand: " in texts(again)


def rules_in(panel: Json) -> set[str]:
    return {line for line in texts(panel).splitlines() if RULE in line}


def has_picture(panel: Json) -> bool:
    return any(part["type"] == GALLERY for part in components(panel))


async def seated(world: Driver, name: str, game: str = GAME) -> tuple[Json, Json]:
    """Start a game of one person against AI players; return the table message and the panel at the first turn."""
    table = await start_table(world, await open_table(world, game, seats=3, people=[name]), opener=name)
    person = world.user(name)
    return table, await wait_for_turn(person, await open_hand(person, table))
