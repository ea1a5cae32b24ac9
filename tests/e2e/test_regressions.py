"""Regression tests for faults of the running bot."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from bot import DiscordProcess
from engine.game import Path as Steps
from show.actions.table_actions import Action, Choose
from tests.driver import Driver, Person, is_ephemeral, labels, texts
from tests.e2e.playing import (
    LONG,
    PEOPLE,
    Json,
    Seats,
    after_predictions,
    choose,
    is_table,
    last_request,
    offers_choice,
    open_hand,
    open_table,
    playable,
    restart,
    running,
    start_again,
    table_number,
    to_act,
    until,
    wait_for_panel,
    wait_for_turn,
)
from tests.e2e.processes import ROOT, BotProcess, FreshBot
from tests.e2e.stored_games import advance, replayed

HANGS = 60.0
"""Seconds for which a request hangs, longer than anything may wait for it."""
UNNOTICED: Json = {"apply": True, "drop": True}
"""A fault that posts a message without the bot's knowledge."""


@pytest.fixture
def bot_with_fives(discord_process: DiscordProcess, tmp_path: Path) -> Iterator[BotProcess]:
    """Prepare a bot with a game for five to seven players only."""
    process = FreshBot(discord_process.url, tmp_path / "fives.sqlite3", script=ROOT / "tests/e2e/five_seats_bot.py")
    yield process
    process.stop()


@pytest.mark.soak
async def test_kill_between_two_rounds_keeps_the_score_sheet(world: Driver, bot: BotProcess) -> None:
    """Check a regression: the score sheet never appeared, and its message became the next round's table."""
    table, seats = await running(world)
    aki, number = world.user("Aki"), table_number(table)
    bot.kill()
    advance(bot, number, Random(1))
    await start_again(world, bot)
    await world.control.fail("server_error", kind="message edit", times=None)  # nothing can be posted before the kill
    await world.control.fail("server_error", kind="message create", times=None)
    while replayed(bot, number).round == 1:
        await move_everybody(seats)
    bot.kill()
    await world.control.clear_faults()
    await start_again(world, bot)
    await aki.wait_for(lambda one: is_table(one, number) and one["id"] != table["id"], within=LONG, what="round 2")
    sheet = await aki.wait_for(lambda one: one["id"] == table["id"] and not is_table(one, number), within=LONG)
    assert "round 1" in texts(sheet).lower()


async def test_game_for_more_than_four_opens_with_enough_seats(
    discord_process: DiscordProcess, bot: BotProcess, bot_with_fives: BotProcess
) -> None:
    """Check a regression: /play failed without a number of seats, and offered no more than six."""
    bot.stop()
    bot_with_fives.start()
    async with Driver(discord_process.url) as world:
        await world.wait_until_online(within=60)
        five = (await world.user("Aki").command("card-room", "play", game="five-card")).reply
        assert not is_ephemeral(five), texts(five)
        assert "\n5. " in texts(five)
        seven = (await world.user("Aki").command("card-room", "play", game="five-card", seats=7)).reply
        assert "\n7. " in texts(seven)


async def move_everybody(seats: Seats) -> None:
    """Let everybody move whose hand offers a choice, after reopening it by its own button."""
    for name in seats.panels:
        if offers_choice(await seats.refresh(name)):
            seats.panels[name] = await choose(seats.world.user(name), seats.panels[name], seats.random)


async def click_with_delayed_answer(
    world: Driver, group: asyncio.TaskGroup, person: Person, message: Json, label: str
) -> None:
    """Let somebody click, and hold the answer back until faults are cleared."""
    since = await last_request(world)
    await world.control.fail(kind="callback", delay=HANGS)
    group.create_task(person.click(message, label=label))

    async def is_on_its_way() -> bool:
        return bool(await world.control.requests(since, kind="callback"))

    await until(is_on_its_way)


async def wait_for_lobby(person: Person, lobby: Json, *words: str, without: str = "\0") -> Json:
    """Wait until the lobby message has these words, and no button `without`."""

    def is_so(one: Json) -> bool:
        said = texts(one)
        return bool(one["id"] == lobby["id"] and all(word in said for word in words) and without not in labels(one))

    return await person.wait_for(is_so, within=LONG, what=f"a lobby with {words}, without {without}")


async def test_lobby_displays_both_joins_when_the_first_answer_is_last(world: Driver) -> None:
    """Check a regression: the late first answer was displayed over the second join."""
    lobby = await open_table(world, "scharfe-schoten", seats=4, people=["Aki"])
    aki, ben, chie = (world.user(name) for name in PEOPLE[:3])
    async with asyncio.TaskGroup() as group:
        await click_with_delayed_answer(world, group, ben, lobby, "Join")
        await chie.click(lobby, label="Join")
        await world.control.clear_faults()
    await wait_for_lobby(aki, lobby, *PEOPLE[:3])


async def test_start_during_a_join_leaves_no_open_lobby(world: Driver) -> None:
    """Check a regression: the game ran while its lobby still had Join and Start."""
    lobby = await open_table(world, "scharfe-schoten", seats=3, people=["Aki", "Ben"])
    aki, chie = world.user("Aki"), world.user("Chie")
    async with asyncio.TaskGroup() as group:
        await click_with_delayed_answer(world, group, chie, lobby, "Join")
        await aki.click(lobby, custom_id=f"start:{table_number(lobby)}")
        await world.control.clear_faults()
    await wait_for_lobby(aki, lobby, "The game has begun", without="Join")


def path_of(button: Json) -> Steps:
    """Return the path of a button's choice."""
    action = Action.parse(button["custom_id"])
    assert isinstance(action, Choose)
    return action.path


async def test_panel_displays_the_later_choice_when_its_answer_is_first(world: Driver) -> None:
    """Check a regression: the panel displayed the first choice after the answer to the second."""
    _, seats = await running(world)
    aki, panel = world.user("Aki"), seats.panels["Aki"]
    first, second = playable(panel)[:2]
    chosen = path_of(second)
    async with asyncio.TaskGroup() as group:
        await click_with_delayed_answer(world, group, aki, panel, first["label"])
        await aki.click(panel, custom_id=second["custom_id"])
        await world.control.clear_faults()

    def is_second(one: Json) -> bool:
        steps = [path_of(button)[: len(chosen)] for button in playable(one)]
        return bool(one["id"] == panel["id"] and steps and all(step == chosen for step in steps))

    await wait_for_panel(aki, panel, is_second)


@pytest.mark.parametrize("killed", [False, True], ids=["answer lost", "killed before it was noted"])
@pytest.mark.soak
async def test_message_with_a_lost_answer_is_not_posted_twice(world: Driver, bot: BotProcess, killed: bool) -> None:
    """Check a regression: the message was posted twice, both working, and people were pinged twice."""
    lobby = await open_table(world, "scharfe-schoten", seats=3, people=PEOPLE[:3])
    aki, number, seen = world.user("Aki"), table_number(lobby), len(world.user("Aki").events)
    called = sorted(world.user(name).id for name in (PEOPLE[:3] if killed else PEOPLE[1:3]))  # Aki looks at her hand

    def made() -> list[Json]:
        every = [one for event, one in aki.events[seen:] if event == "MESSAGE_CREATE"]
        return [one for one in every if one["channel_id"] == lobby["id"]]

    async def is_posted() -> bool:
        return any(is_table(one, number) for one in made())

    async def is_called() -> bool:
        return any(one["pings"] for one in made())

    async def all_are_called() -> bool:
        return {who for one in made() for who in one["pings"]} == set(called)

    here: Json = {"kind": "message create", "path": f"/channels/{lobby['id']}/"}  # the future thread's id
    await world.control.fail(**here, **UNNOTICED, times=None)
    await aki.click(lobby, custom_id=f"start:{number}")
    await until(is_posted)
    if killed:
        bot.kill()
    await world.control.clear_faults()
    await world.control.fail(**here)  # the table message is sent once more, as it should be
    await world.control.fail(**here, **UNNOTICED, times=None if killed else 1)
    if killed:
        await start_again(world, bot)
    await until(is_called)
    if killed:
        await restart(world, bot)
    await until(all_are_called)
    table = await aki.wait_for(lambda one: is_table(one, number), within=LONG)
    for name in PEOPLE[:3]:  # a duplicate message exists by the time they have moved
        await choose(world.user(name), await open_hand(world.user(name), table), Random(1))
    await aki.wait_for(lambda one: is_table(one, number) and "Trick 1" in texts(one), within=LONG)
    assert sum(is_table(one, number) for one in made()) == 1
    assert sorted(who for one in made() for who in one["pings"]) == called


@pytest.mark.soak
async def test_table_message_forbidden_many_times_is_posted_once_allowed(world: Driver) -> None:
    """Check a regression: after 85 seconds of 403 the table message was never posted, even when permissions changed."""
    table, seats = await running(world)
    aki, number = world.user("Aki"), table_number(table)
    for kind in ("message edit", "message create"):
        await world.control.fail("missing_access", kind=kind, times=None)
    await after_predictions(seats)
    async with world.control.temporary_settings(message_limits=False):  # refused requests count against the limit too
        for _ in range(12):
            since = await last_request(world)
            await world.control.allow("card-room", "bot", "view_channel")

            async def has_tried_again(since: int = since) -> bool:
                return any(one["status"] == 403 for one in await world.control.requests(since))

            await until(has_tried_again)
    await world.control.clear_faults()
    await world.control.allow("card-room", "bot", "view_channel")
    await aki.wait_for(lambda one: is_table(one, number) and "Trick 1" in texts(one), within=LONG)


@pytest.mark.soak
async def test_table_moves_from_a_locked_thread_to_the_channel(world: Driver) -> None:
    """Check a regression: a locked thread froze its table."""
    table, seats = await running(world)
    number = table_number(table)
    await world.control.archive(table["channel_id"], locked=True)
    await after_predictions(seats)
    fresh = await world.user("Aki").wait_for(
        lambda one: is_table(one, number) and "Trick 1" in texts(one), within=LONG, what="the table in the channel"
    )
    assert fresh["channel_id"] != table["channel_id"]


async def test_hanging_edits_delay_neither_pushes_nor_pings(world: Driver) -> None:
    """Check a regression: one hanging edit delayed the table message, pushes and pings for 300 seconds."""
    table, seats = await running(world, "saizen")  # in Saizen chips are moved one after another, and never by force
    first = await to_act(seats)
    second, third = (PEOPLE[(PEOPLE.index(first) + step) % 4] for step in (1, 2))
    called = world.user(third)
    await called.wait_for(lambda one: one["id"] == table["id"] and f"waiting for {first}" in texts(one), LONG)
    await world.control.fail(kind="message edit", path=f"/messages/{table['id']}$", delay=HANGS, times=None)
    since = await last_request(world)
    await world.control.expire_tokens(third)
    await choose(world.user(first), seats.panels[first], seats.random)
    panel = await wait_for_turn(world.user(second), seats.panels[second])
    await choose(world.user(second), panel, seats.random)
    await called.wait_for(lambda one: called.id in one["pings"], LONG, channel=table["channel_id"], what="a mention")
    edits = [one for one in await world.control.requests(since, "message edit") if table["id"] in one["path"]]
    assert [one["status"] for one in edits] == [0] * len(edits), "none was answered so far"
    await world.control.clear_faults()
    await called.wait_for(lambda one: one["id"] == table["id"] and f"waiting for {third}" in texts(one), LONG)
