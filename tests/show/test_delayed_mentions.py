"""An open panel delays a player's mention. A player who stops looking at the panel is mentioned later."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from show.discord_port import Gone
from show.observed import observe
from show.panels import open_panels
from show.panels.open_panels import FRESH_SECONDS
from tests.show.bot_run import faulty
from tests.show.fake_discord import FakeAsker
from tests.show.world import PEOPLE, REST, World
from tests.virtual_time import in_virtual_time, now

pytestmark = pytest.mark.usefixtures("stub_pages")

AKI, BEN, CHIE = PEOPLE


async def game_of(seats: int) -> World:
    """Return a world with a running game in which Aki must act and has been mentioned."""
    world = await World.with_game(seats)
    assert world.notifications(AKI) == 1
    return world


async def set_pending_decision(world: World, **how: Any) -> None:
    """Change the pending decision, and wait until all messages are up to date."""
    table = await world.services.tables.get(1)
    ((seat, turn),) = table.turns.items()
    turns = {seat: replace(turn, **how)}
    write = world.store.tables.save_seats(table.seen, table.occupants, turns)
    await world.services.tables.commit(replace(table, turns=turns).next_version, write)
    await asyncio.sleep(REST)


async def until(moment: float) -> None:
    await asyncio.sleep(max(0.0, moment - now()))


@pytest.mark.parametrize("after", [0.0, 30.0, 100.0])
@in_virtual_time
async def test_player_who_clicked_and_left_is_mentioned_two_minutes_after_their_click_despite_pushes(
    after: float,
) -> None:
    world = await game_of(3)
    clicked = now()
    await world.use_hand(1, CHIE, None, fresh=True)
    await asyncio.sleep(after / 2)
    await world.move("next", rest=after / 2)
    await world.move("next", rest=0.0)
    await until(clicked + FRESH_SECONDS - 1)
    assert world.panels[1, CHIE].text == "hand 1 2 0 True False", "it was pushed, and Discord has taken it"
    assert world.notifications(CHIE) == 0
    await until(clicked + FRESH_SECONDS + REST)
    assert world.notifications(CHIE) == 1


@in_virtual_time
async def test_player_who_starts_a_game_and_leaves_is_mentioned_for_their_turn() -> None:
    world = await World.with_lobby(2)
    (lobby,) = world.discord.messages.values()
    await world.click_lobby(lobby, BEN, "join")
    clicked = now()
    await world.click_lobby(lobby, AKI, "start")
    await until(clicked + FRESH_SECONDS - 1)
    assert world.notifications(AKI) == 0
    await until(clicked + FRESH_SECONDS + REST)
    assert world.notifications(AKI) == 1


@in_virtual_time
async def test_every_click_and_only_a_click_counts_as_looking() -> None:
    world = await game_of(2)
    await world.use_hand(1, BEN, None, fresh=True)
    await world.move("next", rest=FRESH_SECONDS - REST)
    clicked = now()
    await world.use_hand(1, BEN, None, fresh=False)
    await until(clicked + FRESH_SECONDS - 1)
    assert world.notifications(BEN) == 0
    await until(clicked + FRESH_SECONDS + REST)
    assert world.notifications(BEN) == 1


@in_virtual_time
async def test_player_whose_panel_takes_no_pushes_is_mentioned_at_once() -> None:
    world = await game_of(2)
    await world.use_hand(1, BEN, None, fresh=True)
    with faulty(FakeAsker, "push", Gone()):
        await world.move("next")
    assert world.notifications(BEN) == 1


@in_virtual_time
async def test_player_who_looks_at_their_hand_is_still_reminded_at_half_time() -> None:
    world = await game_of(2)
    await world.use_hand(1, BEN, None, fresh=True)
    await world.move("next", rest=0.0)
    await set_pending_decision(world, remind=None, due=60)
    assert world.notifications(BEN) == 1
    await asyncio.sleep(2 * FRESH_SECONDS)
    assert world.notifications(BEN) == 1, "they know that it is their turn"


@in_virtual_time
async def test_hanging_push_delays_no_mention() -> None:
    world = await game_of(2)
    clicked = now()
    await world.use_hand(1, BEN, None, fresh=True)
    with faulty(FakeAsker, "push", seconds=3600):
        await world.move("next", rest=0.0)
        await until(clicked + FRESH_SECONDS + REST)
    assert world.notifications(BEN) == 1
    await world.presenter.close()


@in_virtual_time
async def test_only_one_panel_of_a_busy_clicker_waits_for_its_expiry(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, waiting = asyncio.get_running_loop(), list[asyncio.TimerHandle]()
    later = loop.call_later

    def call_later(delay: float, *what: Any, **how: Any) -> asyncio.TimerHandle:
        handle = later(delay, *what, **how)
        waiting.extend([handle] if delay == open_panels.TOKEN_SECONDS else [])
        return handle

    world = await game_of(2)
    monkeypatch.setattr(loop, "call_later", call_later)
    for click in range(5):
        await world.use_hand(1, AKI, None, fresh=click == 0)
    assert sum(not one.cancelled() for one in waiting) == 1
    await asyncio.sleep(open_panels.TOKEN_SECONDS)
    assert not world.presenter.panels.has_open(1)


@in_virtual_time
async def test_reminder_notices_a_deleted_table_message_and_reposts_it() -> None:
    world = await game_of(2)
    await set_pending_decision(world, remind=30, due=60)
    board = (await observe(world.services, 1)).table_message
    assert board is not None
    world.discord.delete_message(board.message_id)
    await asyncio.sleep(REST)
    assert (await observe(world.services, 1)).table_message == board, "nobody tells of that"
    await set_pending_decision(world, remind=None)
    fresh = (await observe(world.services, 1)).table_message
    assert fresh is not None
    assert fresh.message_id in world.discord.messages
