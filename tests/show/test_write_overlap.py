"""Answers that arrive out of order leave no outdated message."""

import asyncio

import pytest

from host.tables.table import Person
from tests.show.bot_run import NetworkError, faulty
from tests.show.fake_discord import Click, FakeAsker, FakePort, Message, Private
from tests.show.world import PEOPLE, REST, World
from tests.virtual_time import in_virtual_time

pytestmark = pytest.mark.usefixtures("stub_pages")


async def soon_after_a_join(world: World, user: int, what: str, seconds: float) -> Message:
    """Let somebody click while the answer to a join takes `seconds`; return the lobby's message after both answers."""
    (lobby,) = world.discord.messages.values()
    with faulty(Click, "repaint", seconds=seconds):
        world.spawn(world.click_lobby(lobby, PEOPLE[1], "join"))
        await asyncio.sleep(0.02)
    world.spawn(world.click_lobby(lobby, user, what))
    await asyncio.sleep(REST + seconds)
    return lobby


@pytest.mark.parametrize("seconds", [0.1, 0.3, 0.5, 0.8, 5.0])
@in_virtual_time
async def test_two_joins_are_both_shown_if_the_first_is_answered_last(seconds: float) -> None:
    world = await World.with_lobby(3)
    await soon_after_a_join(world, PEOPLE[2], "join", seconds)
    assert world.message_texts() == [f"lobby 1 lobby {PEOPLE[0]}-{PEOPLE[1]}-{PEOPLE[2]} "]


@pytest.mark.parametrize("seconds", [0.5, 2.0, 9.0])
@in_virtual_time
async def test_lobby_that_answers_a_click_is_not_edited_as_well(seconds: float) -> None:
    world = await World.with_lobby(3)
    (lobby,) = world.discord.messages.values()
    await asyncio.sleep(REST)
    with faulty(Click, "repaint", seconds=seconds), faulty(FakePort, "edit") as edits:
        world.spawn(world.click_lobby(lobby, PEOPLE[1], "join"))
        await asyncio.sleep(REST + seconds)
    assert world.message_texts() == [f"lobby 1 lobby {PEOPLE[0]}-{PEOPLE[1]}-free "]
    assert edits == []


@pytest.mark.parametrize("seconds", [0.1, 0.5, 2.0, 9.0])
@in_virtual_time
async def test_game_that_starts_while_a_join_is_answered_leaves_no_joinable_lobby(seconds: float) -> None:
    world = await World.with_lobby(2)
    lobby = await soon_after_a_join(world, PEOPLE[0], "start", seconds)
    assert lobby.text.startswith("lobby 1 begun")


@in_virtual_time
async def test_answer_with_unknown_outcome_leaves_no_outdated_lobby() -> None:
    world = await World.with_lobby(3)
    (lobby,) = world.discord.messages.values()
    with faulty(Click, "repaint", NetworkError(), seconds=3.0, done=True):
        world.spawn(world.click_lobby(lobby, PEOPLE[1], "join"))
        await asyncio.sleep(0.02)
    world.spawn(world.click_lobby(lobby, PEOPLE[2], "join"))
    await asyncio.sleep(2 * REST)
    assert world.message_texts() == [f"lobby 1 lobby {PEOPLE[0]}-{PEOPLE[1]}-{PEOPLE[2]} "]


@in_virtual_time
async def test_answer_with_unknown_outcome_is_not_taken_for_the_previous_content() -> None:
    world = await World.with_lobby(3)
    (lobby,) = world.discord.messages.values()
    await world.click_lobby(lobby, PEOPLE[1], "join")
    await asyncio.sleep(1.0)
    with faulty(Click, "repaint", NetworkError(), done=True):
        world.spawn(world.click_lobby(lobby, PEOPLE[2], "join"))
        while str(PEOPLE[2]) not in lobby.text:
            await asyncio.sleep(0.01)
        await world.services.lobby.leave(1, Person(PEOPLE[2]))
    await asyncio.sleep(REST)
    assert world.message_texts() == [f"lobby 1 lobby {PEOPLE[0]}-{PEOPLE[1]}-free "]


@pytest.mark.parametrize("seconds", [0.1, 0.5, 2.0])
@in_virtual_time
async def test_panel_shows_the_second_choice_if_the_first_is_answered_later(seconds: float) -> None:
    world = await World.with_game()
    panel = world.panels[1, PEOPLE[0]] = Private()
    with faulty(FakeAsker, "answer", seconds=seconds):
        world.spawn(world.use_hand(1, PEOPLE[0], "all", fresh=False))
        await asyncio.sleep(0.02)
    world.spawn(world.use_hand(1, PEOPLE[0], "next", fresh=False))
    await asyncio.sleep(REST + seconds)
    assert panel.text == "hand 1 0 2 False False"


@in_virtual_time
async def test_failed_click_does_not_suppress_a_push() -> None:
    world = await World.with_game()
    with faulty(FakeAsker, "answer", NetworkError(), seconds=5.0):
        world.spawn(world.use_hand(1, PEOPLE[1], None, fresh=True))
        await asyncio.sleep(0.02)
    await world.use_hand(1, PEOPLE[1], None, fresh=True)
    await world.move("next")
    assert world.panels[1, PEOPLE[1]].text == "hand 1 1 0 True False"


@in_virtual_time
async def test_turn_is_pushed_and_mentioned_while_the_table_message_hangs() -> None:
    world = await World.with_game(3)
    await world.use_hand(1, PEOPLE[1], None, fresh=True)
    with faulty(FakePort, "edit", seconds=300.0):
        await world.move("next", rest=1.0)
    assert world.panels[1, PEOPLE[1]].text == "hand 1 1 0 True False"
    await world.move("next", rest=1.0)
    assert any(text.startswith(f"turn {PEOPLE[2]} ") for text in world.message_texts())
    assert "table 1 1 0" in world.message_texts()
    await world.presenter.close()
