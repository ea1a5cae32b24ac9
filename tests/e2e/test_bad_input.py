"""Mistakes of people and refusals by Discord: people get one clear sentence, and nothing is changed or lost."""

from random import Random

import pytest

from tests.driver import Driver, Json, buttons, components, is_ephemeral, labels, texts
from tests.e2e.playing import (
    LONG,
    PEOPLE,
    after_predictions,
    choose,
    grey_buttons,
    is_table,
    last_request,
    open_hand,
    open_options,
    open_table,
    playable,
    running,
    start_table,
    table_number,
    until,
    wait_for_turn,
)
from tests.e2e.processes import BotProcess

pytestmark = pytest.mark.slow


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


async def test_half_made_move_keeps_the_picture_and_can_be_taken_back(world: Driver) -> None:
    _, seats = await running(world)
    aki, panel, since = world.user("Aki"), seats.panels["Aki"], await last_request(world)
    half = (await aki.click(panel, custom_id=playable(panel)[0]["custom_id"])).reply
    (answer,) = await world.control.requests(since, kind="callback")
    assert answer["filenames"] == [], "an unchanged picture is not uploaded again"
    assert half["attachments"] == panel["attachments"] != []
    assert "Back" in labels(half)
    back = (await aki.click(half, label="Back")).reply
    assert labels(back) == labels(panel)


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


async def test_table_message_that_was_refused_is_posted_once_permissions_change(world: Driver) -> None:
    await world.control.fail("missing_access", kind="message create", times=None)
    since = await last_request(world)
    lobby = await open_table(world, "scharfe-schoten", seats=4, people=PEOPLE)
    aki, number = world.user("Aki"), table_number(lobby)
    await aki.click(lobby, custom_id=f"start:{number}")

    async def was_refused() -> bool:
        return any(one["status"] == 403 for one in await world.control.requests(since, kind="message create"))

    await until(was_refused)
    await world.control.clear_faults()
    await world.control.allow("card-room", "bot", "view_channel")
    await aki.wait_for(lambda one: is_table(one, number), within=30)


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


SUITS = ("spades", "hearts", "diamonds", "clubs")
"""The emojis of Saizen's suits."""


def own_emojis(message: Json) -> set[str]:
    """Return the names of the application's own emojis on a message's buttons."""
    found = [one.get("emoji") or {} for one in components(message)]
    return {emoji["name"] for emoji in found if emoji.get("id")}


async def there(world: Driver) -> set[str]:
    """Return the names of all emojis that the application has."""
    return {one["name"] for one in (await world.user("Aki").state())["emojis"]}


async def test_message_with_an_unknown_emoji_is_sent_with_plain_signs(world: Driver, bot: BotProcess) -> None:
    aki = world.user("Aki")

    async def all_there() -> bool:
        return set(SUITS) <= await there(world)

    await until(all_there)
    table = await start_table(world, await open_table(world, "saizen", 4, ["Aki"]))

    async def has_signs() -> bool:
        return bool(own_emojis(await open_hand(aki, table)))

    await until(has_signs)
    for suit in SUITS:
        await world.control.delete_emojis(suit)
    panel = await open_hand(aki, table)
    assert not own_emojis(panel)
    assert {"♠️", "♥️"} & {(one.get("emoji") or {}).get("name") for one in buttons(panel)}
    await until(all_there)
    await until(has_signs)
    assert [one for one in bot.complaints() if "ERROR" in one] == []


@pytest.mark.soak
@pytest.mark.parametrize(("age", "most", "seconds"), [(0, 4, 5.0), (3700, 3, 6.0)], ids=["young", "old"])
async def test_table_is_edited_exactly_as_often_as_discord_allows(
    world: Driver, age: float, most: int, seconds: float
) -> None:
    async with world.control.temporary_settings(message_age=age):
        since = await last_request(world)
        table = await start_table(world, await open_table(world, "saizen", seats=4, people=["Aki"]))
        aki = world.user("Aki")
        panel, random = await open_hand(aki, table), Random(2)
        for _ in range(12):
            panel = await choose(aki, await wait_for_turn(aki, panel), random)
        await wait_for_turn(aki, panel)
        edits: list[Json] = []

        async def one_has_waited() -> bool:
            every = await world.control.requests(since, kind="message edit")
            answered = [one for one in every if one["status"]]
            edits[:] = [one for one in answered if f"/channels/{table['channel_id']}/" in one["path"]]
            return len(edits) > most

        await until(one_has_waited)
    times = [one["time"] for one in edits]
    assert {one["status"] for one in edits} == {200}
    assert all(later - first > seconds for first, later in zip(times, times[most:], strict=False))
