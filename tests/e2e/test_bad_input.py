"""Mistakes of people and refusals of Discord: each gets one clear sentence, and changes or loses nothing."""

import asyncio
from random import Random

import pytest

from tests.driver import Driver, Person, buttons, is_ephemeral, labels, texts
from tests.e2e.playing import (
    LONG,
    PEOPLE,
    Json,
    after_predictions,
    choose,
    finished_table,
    grey_buttons,
    is_table,
    offers_choice,
    open_hand,
    open_more,
    open_options,
    open_table,
    playable,
    reopened_panel,
    running,
    start_again,
    start_table,
    table_number,
    until,
)
from tests.e2e.processes import BotProcess
from tests.e2e.stored_games import kill_and_advance


async def click_outdated(person: Person, panel: Json, custom_id: str) -> Json:
    """Click a button of an outdated panel, which the page would have replaced."""
    answer = await person.click(panel, custom_id=custom_id)
    return answer.reply


async def test_grey_card_gives_its_reason_and_changes_nothing(world: Driver) -> None:
    table, seats = await running(world)
    await after_predictions(seats)
    for _ in range(60):
        for name in PEOPLE:
            panel = await seats.refresh(name)
            if playable(panel) and grey_buttons(panel) and "Follow" in texts(panel):
                grey = grey_buttons(panel)[0]["custom_id"]
                after = (await world.user(name).click(panel, custom_id=grey)).reply
                assert "cannot go: you must follow" in texts(after)
                assert [one["custom_id"] for one in playable(after)] == [one["custom_id"] for one in playable(panel)]
                return
        await seats.move_once()
    raise AssertionError("no grey card was ever seen")


async def test_a_choice_can_be_taken_back_until_the_move_is_complete(world: Driver) -> None:
    _, seats = await running(world)
    aki = world.user("Aki")
    half = (await aki.click(seats.panels["Aki"], custom_id=playable(seats.panels["Aki"])[0]["custom_id"])).reply
    assert "Back" in labels(half)
    back = (await aki.click(half, label="Back")).reply
    assert labels(back) == labels(seats.panels["Aki"])


async def test_outdated_panel_says_so_and_can_be_reopened(world: Driver, bot: BotProcess) -> None:
    table, seats = await running(world)
    aki, old = world.user("Aki"), seats.panels["Aki"]
    new = await open_hand(aki, table)
    left = (await aki.click(old, custom_id=playable(old)[0]["custom_id"])).reply
    assert left["id"] == old["id"]
    assert "left behind" in texts(left)
    assert playable(left) == []
    assert bot.rows("SELECT count(*) FROM moves WHERE table_id = ?", table_number(table)) == [(0,)]
    assert offers_choice(await reopened_panel(aki, left)), "a person who has dismissed the newer panel goes on here"
    assert "left behind" in texts((await aki.click(new, custom_id=playable(new)[0]["custom_id"])).reply)


async def test_two_clicks_on_one_decision_play_one_move(world: Driver, bot: BotProcess) -> None:
    table, seats = await running(world)
    name = await after_predictions(seats)
    person, panel = world.user(name), seats.panels[name]
    cards = playable(panel)[:2]
    await asyncio.gather(*(person.click(panel, custom_id=card["custom_id"]) for card in cards))
    answers = [one["body"] for one in await world.control.requests() if one["kind"] == "callback"]
    assert sum("already played" in str(one) for one in answers) == 1, (
        "the panel itself may display the sentence only briefly"
    )
    query = "SELECT count(*) FROM moves WHERE table_id = ? AND seat = ?"
    made = bot.rows(query, table_number(table), PEOPLE.index(name))
    assert made == [(2,)], "a prediction and one card"


async def test_person_without_a_seat_gets_no_hand(world: Driver) -> None:
    table, seats = await running(world, people=("Aki", "Ben", "Chie"))
    answer = await world.user("Dai").click(table, label="My hand")
    assert is_ephemeral(answer.reply)
    assert "You look on" in texts(answer.reply)
    forged = playable(seats.panels["Aki"])[0]["custom_id"]
    with pytest.raises(LookupError):
        await world.user("Dai").click(answer.reply, custom_id=forged)


async def test_full_lobby_refuses_to_be_joined(world: Driver) -> None:
    lobby = await open_table(world, "scharfe-schoten", seats=3, people=PEOPLE[:3])
    answer = await world.user("Dai").click(lobby, label="Join")
    assert "Every seat at this table is taken" in texts(answer.reply)
    assert "Dai" not in texts(await world.user("Aki").refreshed(lobby))


async def test_only_the_opener_starts(world: Driver) -> None:
    lobby = await open_table(world, "scharfe-schoten", seats=3, people=PEOPLE[:3])
    answer = await world.user("Ben").click(lobby, custom_id=f"start:{table_number(lobby)}")
    assert is_ephemeral(answer.reply)
    assert "Only Aki" in texts(answer.reply)


async def test_closed_table_loses_its_buttons_and_says_so(world: Driver) -> None:
    lobby = await open_table(world, "scharfe-schoten", seats=3, people=["Aki"])
    join = next(one["custom_id"] for one in buttons(lobby) if one["label"] == "Join")
    aki = world.user("Aki")
    answer = await aki.click(await open_more(aki, lobby), label="Close table")
    assert "closed" in texts(answer.reply)
    closed = await aki.wait_for(lambda one: one["id"] == lobby["id"] and "closed" in texts(one), within=LONG)
    assert join not in [one["custom_id"] for one in buttons(closed)]
    answer = await world.user("Ben").command("card-room", "hand", table=table_number(lobby))
    assert "This table was closed" in texts(answer.reply)


async def test_hand_of_an_unknown_table_is_refused(world: Driver) -> None:
    answer = await world.user("Ben").command("card-room", "hand", table=4711)
    assert "There is no such table" in texts(answer.reply)


async def test_unsupported_number_of_seats_is_refused(world: Driver) -> None:
    answer = await world.user("Ben").command("card-room", "play", game="scharfe-schoten", seats=6)
    assert "Scharfe Schoten is for 3 / 4 players" in texts(answer.reply).replace("\N{NO-BREAK SPACE}", " ")


async def test_deleted_table_message_is_posted_again(world: Driver) -> None:
    table, seats = await running(world)
    await world.control.delete_message(table)
    await after_predictions(seats)
    number = table_number(table)
    fresh = await world.user("Aki").wait_for(lambda one: is_table(one, number) and one["id"] != table["id"], within=30)
    await open_hand(world.user("Aki"), fresh)


async def test_a_deleted_thread_moves_the_table_to_the_channel(world: Driver) -> None:
    table, seats = await running(world)
    await world.control.delete_channel(table["channel_id"])
    aki = world.user("Aki")
    number = table_number(table)
    panel = (await aki.command("card-room", "hand", table=number)).reply
    await choose(aki, panel, Random(1))
    fresh = await aki.wait_for(
        lambda one: is_table(one, number) and one["channel_id"] != table["channel_id"], within=15
    )
    for name in PEOPLE[1:]:
        seats.panels[name] = await open_hand(world.user(name), fresh)
        await choose(world.user(name), seats.panels[name], Random(2))


async def test_an_archived_thread_is_opened_again(world: Driver) -> None:
    table, seats = await running(world)
    await world.control.archive(table["channel_id"])
    await after_predictions(seats)
    aki = world.user("Aki")
    await aki.wait_for(lambda one: one["id"] == table["id"] and "Trick 1" in texts(one), within=30)


async def test_table_message_edited_too_often_is_posted_again(world: Driver) -> None:
    table, seats = await running(world)
    await world.control.fail("old_edits", retry_after=60, path=f"/messages/{table['id']}$")
    await after_predictions(seats)
    number = table_number(table)
    await world.user("Aki").wait_for(lambda one: is_table(one, number) and one["id"] != table["id"], within=30)


async def test_table_is_not_opened_without_permission_to_post(world: Driver) -> None:
    async with world.control.without_permissions("table-talk", "bot", "send_messages"):
        answer = await world.user("Aki").command("table-talk", "play", game="scharfe-schoten")
        assert is_ephemeral(answer.reply)
        assert "Send Messages" in texts(answer.reply)


async def test_table_stays_in_the_channel_without_permission_for_threads(world: Driver) -> None:
    async with world.control.without_permissions("table-talk", "bot", "create_public_threads"):
        lobby = await open_table(world, "scharfe-schoten", seats=3, people=["Aki"], channel="table-talk")
        table = await start_table(world, lobby)
        assert table["channel_id"] == lobby["channel_id"]
        await open_hand(world.user("Aki"), table)


@pytest.mark.soak
async def test_game_moves_to_the_channel_when_every_edit_in_the_thread_is_refused(world: Driver) -> None:
    table, seats = await running(world)
    aki, number = world.user("Aki"), table_number(table)
    since = len(aki.events)
    await world.control.fail(
        "missing_access", kind="message edit", path=f"/channels/{table['channel_id']}/", times=None
    )
    name = await after_predictions(seats)
    assert playable(seats.panels[name])
    fresh = await aki.wait_for(
        lambda one: is_table(one, number) and one["channel_id"] != table["channel_id"], within=LONG
    )
    await aki.wait_for_event("MESSAGE_DELETE", lambda one: one["id"] == table["id"], LONG, since=since)
    await choose(world.user(name), seats.panels[name], Random(1))
    await aki.wait_for(lambda one: one["id"] == fresh["id"] and "Trick 1" in texts(one), within=LONG)


async def test_rate_limits_are_waited_out(world: Driver) -> None:
    await world.control.fail("rate_limit", kind="message edit", times=2, retry_after=0.2)
    table, seats = await running(world)
    await after_predictions(seats)
    await world.user("Aki").wait_for(lambda one: one["id"] == table["id"] and "Trick 1" in texts(one), within=30)


async def test_an_expired_panel_is_replaced_by_my_hand(world: Driver) -> None:
    table, seats = await running(world)
    await world.control.expire_tokens()
    await after_predictions(seats)
    await open_hand(world.user("Aki"), table)


async def test_a_reloaded_client_loses_panels_and_nothing_else(world: Driver) -> None:
    table, _ = await running(world)
    aki = world.user("Aki")
    await aki.state(fresh=True)
    panel = await open_hand(aki, table)
    assert playable(panel)
    assert playable((await aki.command(table["channel_id"], "hand")).reply)


@pytest.mark.soak
@pytest.mark.parametrize("resumable", [True, False])
async def test_a_lost_gateway_connection_comes_back(world: Driver, resumable: bool) -> None:
    table, seats = await running(world)
    counter = "resumes" if resumable else "identifies"
    before = (await world.control.gateway())[counter]
    await world.control.drop_gateway(resumable=resumable)

    async def is_back() -> bool:
        return bool((await world.control.gateway())[counter] > before)

    await until(is_back)
    await world.wait_until_online(within=60)
    await after_predictions(seats)
    assert table


@pytest.mark.soak
async def test_buttons_work_after_a_restart(world: Driver, bot: BotProcess) -> None:
    lobby = await open_table(world, "scharfe-schoten", seats=4, people=PEOPLE[:2])
    table, seats = await running(world)
    assert bot.stop() == 0
    await start_again(world, bot)
    await world.user("Chie").click(lobby, label="Join")
    await after_predictions(seats)
    await kill_and_advance(world, bot, table_number(table))
    await seats.open_hands_by_command(table_number(table), PEOPLE)
    await seats.play_out()
    await finished_table(world, table_number(table))


@pytest.mark.soak
async def test_older_of_two_lobby_messages_works_until_it_is_deleted(world: Driver) -> None:
    lobby = await open_table(world, "scharfe-schoten", seats=4, people=["Aki"])
    aki, ben, number = world.user("Aki"), world.user("Ben"), table_number(lobby)
    since = len(aki.events)
    await world.control.fail("old_edits", retry_after=60, path=f"/messages/{lobby['id']}$")
    await world.control.fail("server_error", kind="message delete", path=f"/messages/{lobby['id']}$", times=3)
    form = await open_options(aki, lobby)
    await aki.submit(form, {"seats": ["3"]})

    def is_lobby(message: Json) -> bool:
        return any(one["custom_id"] == f"join:{number}" for one in buttons(message))

    fresh = await aki.wait_for(lambda one: is_lobby(one) and one["id"] != lobby["id"], within=LONG)
    await ben.click(lobby, label="Join")
    await world.control.clear_faults()
    await aki.wait_for(lambda one: one["id"] == fresh["id"] and "Ben" in texts(one), within=LONG)
    await aki.wait_for_event("MESSAGE_DELETE", lambda one: one["id"] == lobby["id"], LONG, since=since)


async def test_table_message_that_was_refused_is_posted_later(world: Driver) -> None:
    await world.control.fail("missing_access", kind="message create", times=2)
    lobby = await open_table(world, "scharfe-schoten", seats=4, people=PEOPLE)
    table = await start_table(world, lobby)
    assert is_table(table, table_number(lobby))


async def test_table_has_no_picture_without_permission_to_attach_files(world: Driver) -> None:
    async with world.control.without_permissions("table-talk", "bot", "attach_files"):
        lobby = await open_table(world, "scharfe-schoten", seats=4, people=PEOPLE[:2], channel="table-talk")
        table = await start_table(world, lobby)
        assert lobby["attachments"] == table["attachments"] == []
        assert "waiting for" in texts(table)


async def test_table_is_not_opened_where_the_bot_is_no_member(world: Driver, bot: BotProcess) -> None:
    before = bot.rows("SELECT max(id) FROM tables")
    await world.control.leave("bot")
    try:
        answer = await world.user("Aki").command("table-talk", "play", game="scharfe-schoten")
    finally:
        await world.control.join("bot")
    assert is_ephemeral(answer.reply)
    assert "invite me as a bot too" in texts(answer.reply)
    assert "scope=bot+applications.commands" in texts(answer.reply)
    assert bot.rows("SELECT max(id) FROM tables") == before


async def test_a_button_of_another_version_says_what_to_use_instead(world: Driver, bot: BotProcess) -> None:
    others = ("juggle:1", "join", "join:1:2", "choose:1:2", "no-hints")
    pick = {"type": 3, "custom_id": "option:1", "options": [{"label": "One", "value": "1"}]}
    press = [{"type": 2, "style": 2, "label": one, "custom_id": one} for one in others]
    rows = [{"type": 1, "components": press}, {"type": 1, "components": [pick]}]
    body = {"components": rows, "content": "Old", "allowed_mentions": {"parse": []}}
    aki, log = world.user("Aki"), bot.log.stat().st_size
    channel = (await aki.state())["channels"][0]["id"]
    url = f"{world.url}/api/v10/channels/{channel}/messages"
    async with world.session.post(url, json=body, headers={"Authorization": "Bot local"}) as response:
        assert response.status == 200
        old = await response.json()
    for custom_id in others:
        answer = await aki.click(old, custom_id=custom_id)
        assert is_ephemeral(answer.reply)
        assert "another version of the bot" in texts(answer.reply)
    answer = await aki.select(old, ["1"], custom_id="option:1")
    assert "another version of the bot" in texts(answer.reply)
    assert bot.complaints(log) == []
