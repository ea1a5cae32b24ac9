"""The lobby: its Start button, the page behind "More", the form of options, and the names of its people."""

import pytest

from engine.contract.options import describe
from engine.game import Game
from tests.driver import Driver, Json, buttons, is_ephemeral, labels, texts
from tests.e2e.playing import (
    LONG,
    is_table,
    offers_choice,
    open_hand,
    open_more,
    open_options,
    open_table,
    set_options,
    start_again,
    start_table,
    table_number,
)
from tests.e2e.processes import BotProcess

OPTIONS = "SELECT options FROM tables WHERE id = ?"


@pytest.mark.slow
async def test_start_opens_the_opener_hand_and_links_to_the_table(world: Driver) -> None:
    lobby = await open_table(world, "scharfe-schoten", seats=4, people=["Aki", "Ben"])
    aki, number = world.user("Aki"), table_number(lobby)
    assert "Start with 2 computers" in labels(lobby)
    panel = (await aki.click(lobby, custom_id=f"start:{number}")).reply
    assert is_ephemeral(panel)
    assert offers_choice(panel)
    table = await aki.wait_for(lambda one: is_table(one, number), within=LONG)
    led = await aki.wait_for(lambda one: one["id"] == lobby["id"] and not buttons(one), within=LONG)
    assert f"<#{table['channel_id']}>" in texts(led)
    assert await world.control.problems() == []


@pytest.mark.slow
async def test_change_under_more_appears_there_and_in_the_lobby(world: Driver) -> None:
    lobby = await open_table(world, "scharfe-schoten", seats=4, people=["Aki", "Ben"])
    ben = world.user("Ben")
    more = await open_more(ben, lobby)
    assert is_ephemeral(more)
    led = await open_more(world.user("Aki"), lobby)
    led = (await world.user("Aki").select(led, ["2.normal"], custom_id=f"computer:{table_number(lobby)}")).reply
    assert "🤖" in texts(led)
    await ben.wait_for(lambda one: one["id"] == lobby["id"] and "🤖" in texts(one), within=LONG)
    more = (await ben.click(more, label="Leave")).reply
    assert buttons(more) == []
    left = await ben.wait_for(lambda one: one["id"] == lobby["id"] and texts(one).count("*free*") == 2, within=LONG)
    assert "Start with 2 computers" in labels(left)


@pytest.mark.slow
async def test_every_option_can_be_changed_in_one_form(world: Driver, bot: BotProcess) -> None:
    game = "saizen"
    lobby = await open_table(world, game, seats=4, people=["Aki"])
    last = {info.name: len(info.allowed) - 1 for info in describe(Game.games[game].Options, 3)}
    await set_options(world, lobby, {"seats": 3, **last})
    values = [str(info.labels[-1]) for info in describe(Game.games[game].Options, 3)]

    def shows_all(message: Json) -> bool:
        return bool(message["id"] == lobby["id"]) and all(f"**{value}**" in texts(message) for value in values)

    await world.user("Aki").wait_for(shows_all, within=LONG)
    ((stored,),) = bot.rows("SELECT seat_count FROM tables WHERE id = ?", table_number(lobby))
    assert stored == 3
    assert await world.control.problems() == []


@pytest.mark.slow
async def test_form_opened_before_a_restart_is_accepted(world: Driver, bot: BotProcess) -> None:
    lobby = await open_table(world, "saizen", seats=4, people=["Aki"])
    aki, number = world.user("Aki"), table_number(lobby)
    form = await open_options(aki, lobby)
    assert bot.stop() == 0
    await start_again(world, bot)
    more = (await aki.submit(form, {"jokers": ["2"]})).reply
    assert "two" in texts(more)
    assert '"jokers": 2' in str(bot.rows(OPTIONS, number))


@pytest.mark.slow
async def test_form_submitted_after_the_start_links_to_the_game(world: Driver, bot: BotProcess) -> None:
    aki = world.user("Aki")
    lobby = await open_table(world, "saizen", seats=4, people=["Aki"])
    form, before = await open_options(aki, lobby), bot.rows(OPTIONS, table_number(lobby))
    table = await start_table(world, lobby)
    more = (await aki.submit(form, {"jokers": ["1"]})).reply
    assert f"<#{table['channel_id']}>" in texts(more)
    assert buttons(more) == []
    assert bot.rows(OPTIONS, table_number(lobby)) == before
    assert await world.control.problems() == []


@pytest.mark.slow
async def test_markup_and_mentions_in_names_are_escaped(world: Driver) -> None:
    ben = world.user("Ben")
    await world.control.user("Ben", nick=f"**<@{world.user('Aki').id}>**\u202e\u200b x")
    try:
        lobby = await open_table(world, "saizen", 3, ["Aki", "Ben"])
        assert f"2. \\*\\*\\<\\@{world.user('Aki').id}\\>\\*\\* x" in texts(lobby).splitlines()
        await world.control.user("Ben", nick="\u3164\u200b")
        await ben.click(await open_more(ben, lobby), label="Other seat")
        await ben.wait_for(lambda one: one["id"] == lobby["id"] and "3. Ben" in texts(one).splitlines(), LONG)
    finally:
        await world.control.user("Ben", nick=None)


@pytest.mark.soak
async def test_new_name_appears_at_the_table_after_a_click(world: Driver) -> None:
    ben = world.user("Ben")
    lobby = await open_table(world, "scharfe-schoten", 3, ["Aki", "Ben"])
    table = await start_table(world, lobby)
    number = table_number(lobby)
    await ben.wait_for(lambda one: is_table(one, number) and "Ben" in texts(one), LONG)
    await world.control.user("Ben", nick="Benjamin")
    try:
        await open_hand(ben, table)
        await ben.wait_for(lambda one: is_table(one, number) and "Benjamin" in texts(one), LONG)
        await ben.wait_for(lambda one: one["id"] == lobby["id"] and "Benjamin" in texts(one), LONG)
    finally:
        await world.control.user("Ben", nick=None)
        await open_hand(ben, table)
        await ben.wait_for(lambda one: is_table(one, number) and "Benjamin" not in texts(one), LONG)


@pytest.mark.slow
async def test_opener_invites_people_once_and_asks_subscribers(world: Driver) -> None:
    lobby = await open_table(world, "scharfe-schoten", seats=4, people=["Aki"])
    aki, ben, number = world.user("Aki"), world.user("Ben"), table_number(lobby)
    bot = (await aki.state())["bot"]["id"]
    led = await open_more(aki, lobby)
    led = (await aki.select(led, [ben.id, bot], custom_id=f"invite:{number}")).reply
    assert "1 person is invited" in texts(led)
    invitation = await ben.wait_for(lambda one: ben.id in one["pings"], LONG, channel=lobby["channel_id"])
    assert lobby["id"] in invitation["content"]
    assert "Scharfe Schoten" in invitation["content"]
    again = (await aki.select(led, [ben.id], custom_id=f"invite:{number}")).reply
    assert "You have asked them within the last hour" in texts(again)
    led = (await aki.click(led, custom_id=f"one-more:{number}")).reply
    assert "notices" in texts(led)
    await ben.click(lobby, custom_id=f"join:{number}")
    await ben.wait_for_event("MESSAGE_DELETE", lambda one: one["id"] == invitation["id"], since=0)
    assert [one for one in await ben.messages(lobby["channel_id"]) if ben.id in one["pings"]] == []
    assert await world.control.problems() == []
