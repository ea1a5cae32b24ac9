"""The local Discord's client API, used through the driver, and the local Discord as a process of its own."""

import asyncio
import sys

import aiohttp
import pytest

from local_discord.server import Running
from tests.driver import (
    Driver,
    RefusedError,
    UnansweredError,
    buttons,
    find_component,
    labels,
    selects,
    texts,
)
from tests.local_discord.raw import APP, BEN, CARDS, PNG, TALK, V2, Raw, button, row, select, text

MESSAGES = f"/channels/{CARDS}/messages"


async def test_people_write_and_see_each_other(world: Driver) -> None:
    said = await world.user("Ben").say("table-talk", "hello")
    assert (await world.user("Chie").latest("table-talk"))["id"] == said["id"]
    event = await world.user("Dai").wait_for_event("MESSAGE_CREATE", since=0)
    assert event["author"]["global_name"] == "Ben"


async def test_wait_for_finds_existing_and_future_messages(world: Driver) -> None:
    dai = world.user("Dai")
    await world.user("Ben").say("table-talk", "first")
    assert (await dai.wait_for(lambda message: message["content"] == "first"))["channel_id"] == TALK
    waiting = asyncio.create_task(dai.wait_for(lambda message: message["content"] == "second", channel=CARDS))
    await world.user("Ben").say("table-talk", "second")
    await world.user("Ben").say("card-room", "second")
    assert (await waiting)["channel_id"] == CARDS


async def test_wait_for_timeout_names_the_awaited_thing(world: Driver) -> None:
    with pytest.raises(TimeoutError, match=r"Dai waited 0.01 s for a table in vain"):
        await world.user("Dai").wait_for(lambda _: False, within=0.01, what="a table")


async def test_people_delete_their_own_messages_and_moderators_all(world: Driver) -> None:
    ben, chie = world.user("Ben"), world.user("Chie")
    first, second = await ben.say("card-room", "a"), await ben.say("card-room", "b")
    await ben.delete(first)
    with pytest.raises(RefusedError, match="Chie may not delete"):
        await chie.delete(second)
    await world.user("Aki").delete(second)
    assert await ben.messages("card-room") == []


async def test_components_are_found_by_label_id_or_predicate(raw: Raw) -> None:
    parts = [
        text("Choose"),
        {"type": 17, "components": [row(button("A", "a"), button("B", "b", style=4)), row(select(2))]},
        {"type": 9, "components": [text("Rules")], "accessory": button("C", "c")},
    ]
    message = await raw.send({"flags": V2, "components": parts})
    assert labels(message) == ["A", "B", "C"]
    assert [one["custom_id"] for one in selects(message)] == ["choose"]
    assert texts(message) == "Choose\nRules"
    assert find_component(message, label="B")["custom_id"] == "b"
    assert find_component(message, custom_id="c")["label"] == "C"
    assert find_component(message, where=lambda one: one.get("style") == 4)["label"] == "B"
    with pytest.raises(LookupError, match=r"No component fits D; there are \['A', 'B', 'choose', 'C'\]"):
        find_component(message, label="D")
    assert [one["id"] for one in buttons(message)] == sorted({one["id"] for one in buttons(message)})


async def test_command_without_an_answer_from_the_bot_fails(world: Driver, raw: Raw) -> None:
    await raw.call("PUT", f"/applications/{APP}/commands", [{"name": "play", "description": "x"}])
    await world.control.settings(ack_seconds=0.02)
    ben = world.user("Ben")
    with pytest.raises(UnansweredError, match="did not respond"):
        await ben.command("card-room", "play")
    assert not (await ben.command("card-room", "play", check=False)).ok
    failure = await ben.wait_for_event("INTERACTION_FAILURE", since=0)
    assert "did not respond" in failure["reason"]


async def test_commands_are_offered_by_their_default_permissions(world: Driver, raw: Raw) -> None:
    commands = [
        {"name": "play", "description": "x"},
        {"name": "settings", "description": "x", "default_member_permissions": "32"},
    ]
    await raw.call("PUT", f"/applications/{APP}/commands", commands)

    async def offered(who: str) -> list[str]:
        return [one["name"] for one in (await world.user(who).state())["commands"]]

    assert await offered("Aki") == ["play", "settings"]
    assert await offered("Ben") == ["play"]
    await world.control.user("Ben", administrator=True)
    assert await offered("Ben") == ["play", "settings"]


@pytest.mark.parametrize(
    ("allowed", "mentioned", "pinged"),
    [
        (None, [BEN], [BEN]),
        ({"parse": []}, [], []),
        ({"parse": [], "users": [BEN]}, [BEN], [BEN]),
        ({"parse": ["users"]}, [BEN], [BEN]),
    ],
)
async def test_only_allowed_mentions_ping(
    world: Driver, raw: Raw, allowed: object, mentioned: list[str], pinged: list[str]
) -> None:
    body = {"content": f"<@{BEN}>", **({"allowed_mentions": allowed} if allowed else {})}
    message = await raw.send(body)
    assert [one["id"] for one in message["mentions"]] == mentioned
    assert (await world.user("Ben").latest("card-room"))["pings"] == pinged


async def test_an_edit_never_pings(world: Driver, raw: Raw) -> None:
    message = await raw.send({"content": "x"})
    await raw.call("PATCH", f"{MESSAGES}/{message['id']}", {"content": f"<@{BEN}>"})
    shown = await world.user("Ben").latest("card-room")
    assert [one["id"] for one in shown["mentions"]] == [BEN]
    assert shown["pings"] == []


async def test_a_text_display_pings_and_a_silent_message_does_not(world: Driver, raw: Raw) -> None:
    body = {"flags": V2, "components": [text(f"<@{BEN}>")]}
    await raw.send(body)
    assert (await world.user("Ben").latest("card-room"))["pings"] == [BEN]
    await raw.send({**body, "flags": V2 | 4096})
    assert (await world.user("Ben").latest("card-room"))["pings"] == []


async def test_messages_of_an_invisible_channel_are_not_delivered(world: Driver, raw: Raw) -> None:
    await world.control.deny("card-room", "Ben", "view_channel")
    await raw.send({"content": "secret"})
    await raw.send({"content": "open"}, TALK)
    ben = world.user("Ben")
    await ben.wait_for(lambda message: message["content"] == "open")
    contents = [data.get("content") for name, data in ben.events if name == "MESSAGE_CREATE"]
    assert contents == ["open"]
    assert "card-room" not in [one["name"] for one in (await ben.state())["channels"]]


async def test_pictures_and_emojis_are_served(server: Running, raw: Raw) -> None:
    _, message = await raw.upload("POST", MESSAGES, {}, ("my table.png", PNG))
    attachment = message["attachments"][0]
    assert (attachment["filename"], attachment["width"]) == ("my_table.png", 7)
    async with raw.session.get(attachment["url"]) as response:
        assert await response.read() == PNG
    image = "data:image/png;base64,iVBORw0KGgo="
    _, emoji = await raw.call("POST", f"/applications/{APP}/emojis", {"name": "leaf", "image": image})
    async with raw.session.get(f"{server.url}/cdn/emojis/{emoji['id']}.png?size=64") as response:
        assert (response.status, response.content_type) == (200, "image/png")
    async with raw.session.get(f"{server.url}/cdn/attachments/1/2/x.png") as response:
        assert response.status == 404


async def test_closing_the_server_ends_the_sockets_cleanly(server: Running, world: Driver, raw: Raw) -> None:
    async with raw.gateway() as gateway:
        closing = asyncio.create_task(server.close())
        assert await gateway.close_code() == 1001
        await closing
        assert world.user("Aki").id


async def test_process_prints_its_address_and_stops_on_sigterm() -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "local_discord", "--port", "0", stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    line = (await process.stdout.readline()).decode()
    assert line.startswith("Local Discord: http://127.0.0.1:")
    url = line.removeprefix("Local Discord: ").strip()
    async with aiohttp.ClientSession() as session, session.get(f"{url}client/users") as response:
        assert len(await response.json()) == 4
    process.terminate()
    await process.communicate()
    assert process.returncode == 0


async def test_port_in_use_is_reported(server: Running) -> None:
    arguments = (sys.executable, "-m", "local_discord", "--port", str(server.port))
    process = await asyncio.create_subprocess_exec(*arguments, stderr=asyncio.subprocess.PIPE)
    _, output = await process.communicate()
    assert process.returncode == 1
    assert f"cannot listen on port {server.port}" in output.decode()
