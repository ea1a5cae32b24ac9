"""Permissions of the bot and of people in channels and threads, and archiving of threads."""

import pytest

from local_discord.checks import permissions
from local_discord.world import ids
from tests.driver import Driver
from tests.local_discord.raw import AKI, BEN, CARDS, GUILD, PNG, TALK, Json, Raw, button, refusal_of, row

MESSAGES = f"/channels/{CARDS}/messages"


async def deny(raw: Raw, *names: str, channel: str | None = CARDS, who: str = "bot") -> None:
    await raw.control("permissions", channel_id=channel, who=who, deny=names)


async def thread(raw: Raw, **body: object) -> Json:
    status, made = await raw.call("POST", f"/channels/{CARDS}/threads", {"name": "Table", "type": 11, **body})
    assert status == 201, made
    assert isinstance(made, dict)
    return made


@pytest.mark.parametrize(
    ("denied", "method", "path", "body", "code"),
    [
        ("view_channel", "POST", MESSAGES, {"content": "x"}, 50001),
        ("view_channel", "GET", f"/channels/{CARDS}", None, 50001),
        ("send_messages", "POST", MESSAGES, {"content": "x"}, 50013),
        ("embed_links", "POST", MESSAGES, {"embeds": [{"title": "x"}]}, 50013),
        ("create_public_threads", "POST", f"/channels/{CARDS}/threads", {"name": "x", "type": 11}, 50013),
        ("create_private_threads", "POST", f"/channels/{CARDS}/threads", {"name": "x"}, 50013),
        ("manage_messages", "POST", f"{MESSAGES}/bulk-delete", {"messages": ["1", "2"]}, 50013),
        ("manage_channels", "PATCH", f"/channels/{CARDS}", {"name": "x"}, 50013),
    ],
)
async def test_request_without_permission_is_refused(
    raw: Raw, denied: str, method: str, path: str, body: Json | None, code: int
) -> None:
    await deny(raw, denied)
    assert refusal_of(await raw.call(method, path, body)) == (403, code)


async def test_files_need_their_permission(raw: Raw) -> None:
    await deny(raw, "attach_files")
    assert refusal_of(await raw.upload("POST", MESSAGES, {"content": "x"}, ("a.png", PNG))) == (403, 50013)


async def test_overwrites_of_one_channel_do_not_affect_another(raw: Raw) -> None:
    await deny(raw, "send_messages")
    assert (await raw.call("POST", f"/channels/{TALK}/messages", {"content": "x"}))[0] == 200


async def test_the_bot_sees_its_permissions_in_channel_and_interaction(raw: Raw) -> None:
    async with raw.gateway() as gateway:
        await deny(raw, "send_messages", "attach_files")
        update = await gateway.event("CHANNEL_UPDATE")
        denied = permissions.bits(["send_messages", "attach_files"])
        assert int(update["permission_overwrites"][0]["deny"]) == denied
        await raw.call("PUT", "/applications/1400000000000004001/commands", [{"name": "play", "description": "x"}])
        await raw.client("interactions", user="Aki", channel_id=CARDS, type=2, name="play")
        interaction = await gateway.event("INTERACTION_CREATE")
        assert not int(interaction["app_permissions"]) & denied
        assert int(interaction["member"]["permissions"]) == permissions.ALL
        assert interaction["channel"]["permissions"] == str(permissions.ALL)


async def test_denied_permission_can_be_allowed_again(raw: Raw) -> None:
    await deny(raw, "send_messages")
    await raw.control("permissions", channel_id=CARDS, who="bot", allow=["send_messages"])
    assert (await raw.call("POST", MESSAGES, {"content": "x"}))[0] == 200


async def test_threads_have_permissions_of_their_own(raw: Raw) -> None:
    made = await thread(raw)
    await deny(raw, "send_messages")
    assert (await raw.call("POST", f"/channels/{made['id']}/messages", {"content": "x"}))[0] == 200
    await deny(raw, "send_messages_in_threads")
    assert (await raw.call("POST", f"/channels/{made['id']}/messages", {"content": "x"}))[0] == 403


async def test_a_thread_in_a_thread_is_refused(raw: Raw) -> None:
    made = await thread(raw)
    status, answer = await raw.call("POST", f"/channels/{made['id']}/threads", {"name": "x", "type": 11})
    assert (status, answer["code"]) == (400, 50024)


async def test_a_message_has_one_thread(raw: Raw) -> None:
    message = await raw.send({"content": "x"})
    path = f"{MESSAGES}/{message['id']}/threads"
    status, made = await raw.call("POST", path, {"name": "Table"})
    assert (status, made["id"]) == (201, message["id"])
    assert refusal_of(await raw.call("POST", path, {"name": "Table"})) == (400, 160004)


async def test_archived_thread_is_unarchived_by_a_message_but_not_by_an_edit(raw: Raw) -> None:
    made = await thread(raw)
    path = f"/channels/{made['id']}/messages"
    _, message = await raw.call("POST", path, {"content": "x"})
    await raw.call("PATCH", f"/channels/{made['id']}", {"archived": True})
    assert refusal_of(await raw.call("PATCH", f"{path}/{message['id']}", {"content": "y"})) == (400, 50083)
    assert (await raw.call("POST", path, {"content": "again"}))[0] == 200
    assert (await raw.call("PATCH", f"{path}/{message['id']}", {"content": "y"}))[0] == 200


async def test_a_locked_archived_thread_takes_no_message(raw: Raw) -> None:
    made = await thread(raw)
    await raw.control("channel", channel_id=made["id"], archived=True, locked=True)
    assert refusal_of(await raw.call("POST", f"/channels/{made['id']}/messages", {"content": "x"})) == (400, 50083)


@pytest.mark.parametrize("archived", [False, True])
async def test_locked_thread_needs_manage_threads(raw: Raw, *, archived: bool) -> None:
    made = await thread(raw)
    path = f"/channels/{made['id']}/messages"
    _, message = await raw.call("POST", path, {"content": "x"})
    await raw.control("channel", channel_id=made["id"], archived=archived, locked=True)
    await deny(raw, "manage_threads")
    one = f"{path}/{message['id']}"
    requests = [("POST", path, {"content": "y"}), ("PATCH", one, {"content": "y"}), ("DELETE", one, None)]
    answers = [await raw.call(method, where, body) for method, where, body in requests]
    shut = 50083 if archived else 160005
    assert [(status, answer["code"]) for status, answer in answers] == [(400, shut), (400, shut), (400, 160005)]
    await raw.control("permissions", channel_id=CARDS, who="bot", allow=["manage_threads"])
    if not archived:
        assert (await raw.call("PATCH", one, {"content": "y"}))[0] == 200
    assert (await raw.call("DELETE", one))[0] == 204


async def test_people_do_not_write_in_a_locked_thread(raw: Raw) -> None:
    made = await thread(raw)
    await raw.control("channel", channel_id=made["id"], locked=True)
    assert (await raw.client("messages", user="Ben", channel_id=made["id"], content="x"))[0] == 400
    assert (await raw.client("messages", user=AKI, channel_id=made["id"], content="x"))[0] == 200


async def test_archived_thread_is_renamed_only_when_unarchived(raw: Raw) -> None:
    made = await thread(raw)
    path = f"/channels/{made['id']}"
    await raw.call("PATCH", path, {"archived": True})
    assert refusal_of(await raw.call("PATCH", path, {"name": "new"})) == (400, 50083)
    status, answer = await raw.call("PATCH", path, {"name": "new", "archived": False})
    assert (status, answer["name"]) == (200, "new")


async def test_deleting_a_channel_deletes_its_threads(raw: Raw) -> None:
    made = await thread(raw)
    await raw.control("channel", channel_id=CARDS, delete=True)
    assert refusal_of(await raw.call("POST", f"/channels/{made['id']}/messages", {"content": "x"})) == (404, 10003)


async def test_mention_adds_a_person_to_a_private_thread(raw: Raw) -> None:
    made = await thread(raw, type=12)
    await raw.call("POST", f"/channels/{made['id']}/messages", {"content": f"<@{BEN}>"})

    async def seen_by(user: str) -> bool:
        async with raw.session.get(f"{raw.url}/client/state?user={user}") as response:
            return made["id"] in [one["id"] for one in (await response.json())["channels"]]

    assert [await seen_by(one) for one in ("Ben", "Chie", "Aki")] == [True, False, True]


async def test_bot_removed_from_the_guild_gets_an_event_and_is_refused(raw: Raw) -> None:
    async with raw.gateway() as gateway:
        await raw.control("member", user="bot", present=False)
        assert (await gateway.event("GUILD_DELETE"))["id"] == GUILD
        assert (await raw.call("POST", MESSAGES, {"content": "x"}))[0] == 403
        assert (await raw.call("GET", f"/guilds/{GUILD}"))[0] == 404
        await raw.control("member", user="bot", present=True)
        assert (await gateway.event("GUILD_CREATE"))["id"] == GUILD


async def test_people_need_permission_to_write(raw: Raw) -> None:
    await deny(raw, "send_messages", who="everyone")
    status, answer = await raw.client("messages", user="Ben", channel_id=CARDS, content="x")
    assert (status, answer["error"]) == (400, "Ben may not write here.")
    assert (await raw.client("messages", user=AKI, channel_id=CARDS, content="x"))[0] == 200


async def test_thread_from_a_message_needs_read_message_history(raw: Raw) -> None:
    message = await raw.send({"content": "x"})
    await deny(raw, "read_message_history")
    assert refusal_of(await raw.call("POST", f"{MESSAGES}/{message['id']}/threads", {"name": "Table"})) == (403, 50013)


async def test_bot_has_only_the_permissions_of_its_invitation(raw: Raw) -> None:
    await raw.control("member", user="bot", present=True, permissions=permissions.bits(["view_channel"]))
    assert refusal_of(await raw.call("POST", MESSAGES, {"content": "x"})) == (403, 50013)


async def test_thread_archives_after_its_idle_time(raw: Raw) -> None:
    made = await thread(raw, auto_archive_duration=4320)
    for minutes, archived in ((1440, False), (4320, True)):
        await raw.control("channel", channel_id=made["id"], idle_minutes=minutes)
        _, now = await raw.call("GET", f"/channels/{made['id']}")
        assert now["thread_metadata"]["archived"] is archived


async def test_click_unarchives_a_thread_for_people_who_may_write_there(raw: Raw) -> None:
    made = await thread(raw)
    _, message = await raw.call("POST", f"/channels/{made['id']}/messages", {"components": [row(button())]})
    click = {"channel_id": made["id"], "type": 3, "message_id": message["id"], "custom_id": "go", "user": "Ben"}
    await raw.control("channel", channel_id=made["id"], archived=True)
    await deny(raw, "send_messages_in_threads", who="Ben")
    status, answer = await raw.client("interactions", **click)
    assert (status, answer["error"]) == (400, "Ben may not open this archived thread again.")
    await raw.control("permissions", channel_id=CARDS, who="Ben", allow=["send_messages_in_threads"])
    assert (await raw.client("interactions", **click))[0] == 200
    _, now = await raw.call("GET", f"/channels/{made['id']}")
    assert not now["thread_metadata"]["archived"]


async def test_added_member_sees_a_private_thread(raw: Raw, world: Driver) -> None:
    await raw.control("permissions", channel_id=CARDS, who="bot", allow=["create_private_threads"])
    made = await thread(raw, type=12)
    path, ben = f"/channels/{made['id']}/thread-members", world.user("Ben")
    assert (await raw.call("PUT", f"{path}/{BEN}"))[0] == 204
    await ben.wait_for_event("THREAD_CREATE", lambda one: one["id"] == made["id"], since=0)
    (said,) = await ben.messages(made["id"])
    assert (said["type"], [one["id"] for one in said["mentions"]]) == (1, [BEN])
    assert (await raw.call("PUT", f"{path}/{BEN}"))[0] == 204, "who is in it stays, and nothing more is said"
    assert len(await ben.messages(made["id"])) == 1
    assert made["id"] not in [one["id"] for one in (await world.user("Chie").state())["channels"]]


async def test_user_who_does_not_see_a_channel_cannot_be_added_to_its_threads(raw: Raw) -> None:
    made = await thread(raw)
    await deny(raw, "view_channel", who="Ben")
    assert refusal_of(await raw.call("PUT", f"/channels/{made['id']}/thread-members/{BEN}")) == (403, 50001)
    await raw.call("PATCH", f"/channels/{made['id']}", {"archived": True})
    assert refusal_of(await raw.call("PUT", f"/channels/{made['id']}/thread-members/{AKI}")) == (400, 50083)


@pytest.mark.parametrize("kind", [2, 13], ids=["voice", "stage"])
@pytest.mark.parametrize("method", ["POST", "GET"])
async def test_messages_of_a_voice_channel_need_connect(raw: Raw, kind: int, method: str) -> None:
    made = (await raw.control("guild", guild_id=GUILD, channels=["Stage"], type=kind))["channels"][0]
    body = {"content": "x"} if method == "POST" else None
    assert (await raw.call(method, f"/channels/{made}/messages", body))[0] == 200
    await deny(raw, "connect", channel=made)
    assert refusal_of(await raw.call(method, f"/channels/{made}/messages", body)) == (403, 50001)


async def test_permission_allowed_by_one_role_overrides_denials_of_other_roles(raw: Raw) -> None:
    for name in ("allows", "denies"):
        await raw.control("role", role=name, permissions=[], give=["bot"])
    await raw.control("permissions", channel_id=CARDS, who="allows", allow=["manage_messages"])
    await raw.control("permissions", channel_id=CARDS, who="denies", deny=["manage_messages"])
    answer = await raw.control("permissions", channel_id=CARDS, who="everyone")
    assert answer["bot"] & permissions.BITS["manage_messages"]


async def test_bot_without_members_intent_gets_updates_of_its_own_roles_only(raw: Raw) -> None:
    async with raw.gateway() as gateway:
        role = (await raw.control("role", role="Dealers", permissions=["manage_messages"], give=["Ben"]))["id"]
        assert (await gateway.event("GUILD_ROLE_CREATE"))["role"]["id"] == role
        await raw.control("role", role="Dealers", give=["bot"])
        update = await gateway.event("GUILD_MEMBER_UPDATE")
        assert (update["user"]["id"], role in update["roles"]) == (ids.APPLICATION_ID, True)
