"""Refusals of Discord, tested with raw requests."""

import asyncio
import logging
from urllib.parse import urlsplit

import pytest

from local_discord.server import Running
from tests.local_discord.raw import (
    APP,
    CARDS,
    GUILD,
    PNG,
    TALK,
    V2,
    Json,
    Raw,
    button,
    channels,
    form_errors,
    refusal_of,
    row,
    select,
    text,
)

MESSAGES = f"/channels/{CARDS}/messages"


def many_rows(count: int) -> list[Json]:
    return [row(button(custom_id=f"b{n}")) for n in range(count)]


def with_button(**more: object) -> Json:
    return {"components": [row({**button(), **more})]}


BAD_MESSAGES: dict[str, tuple[Json, str]] = {
    "long content": ({"content": "x" * 2001}, "BASE_TYPE_MAX_LENGTH"),
    "embeds over 6000": ({"embeds": [{"description": "x" * 3001}] * 2}, "MAX_EMBED_SIZE_EXCEEDED"),
    "a long embed title": ({"embeds": [{"title": "x" * 257}]}, "BASE_TYPE_MAX_LENGTH"),
    "eleven embeds": ({"embeds": [{"title": "x"}] * 11}, "BASE_TYPE_BAD_LENGTH"),
    "an embed field without value": ({"embeds": [{"fields": [{"name": "x"}]}]}, "BASE_TYPE_REQUIRED"),
    "a button without custom_id": (
        {"components": [row({"type": 2, "style": 1, "label": "x"})]},
        "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED",
    ),
    "a button with custom_id and url": (
        with_button(url="https://example.org"),
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    "a link without url": (
        {"components": [row({"type": 2, "style": 5, "label": "x"})]},
        "BUTTON_COMPONENT_URL_REQUIRED",
    ),
    "a button without label and emoji": (with_button(label=""), "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"),
    "an unknown button style": (with_button(style=9), "BASE_TYPE_CHOICES"),
    "a custom_id over 100": (with_button(custom_id="x" * 101), "BASE_TYPE_BAD_LENGTH"),
    "an empty custom_id": (with_button(custom_id=""), "BASE_TYPE_REQUIRED"),
    "a label over 80": (with_button(label="x" * 81), "BASE_TYPE_MAX_LENGTH"),
    "an emoji that is not there": (
        with_button(emoji={"id": "123456789012345678", "name": "x"}),
        "BUTTON_COMPONENT_INVALID_EMOJI",
    ),
    "an emoji that is a letter": (with_button(emoji={"id": None, "name": "x"}), "BUTTON_COMPONENT_INVALID_EMOJI"),
    "a custom_id twice": ({"components": [row(button(), button())]}, "COMPONENT_CUSTOM_ID_DUPLICATED"),
    "six rows": ({"components": many_rows(6)}, "BASE_TYPE_BAD_LENGTH"),
    "six buttons in a row": (
        {"components": [row(*(button(custom_id=f"b{n}") for n in range(6)))]},
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an empty row": ({"components": [row()]}, "BASE_TYPE_BAD_LENGTH"),
    "a row with button and select": ({"components": [row(button(), select())]}, "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    "a button without a row": ({"components": [button()]}, "COMPONENT_TYPE_INVALID"),
    "a text input in a message": (
        {"components": [row({"type": 4, "custom_id": "x", "style": 1, "label": "x"})]},
        "COMPONENT_TYPE_INVALID",
    ),
    "an unknown component type": ({"components": [{"type": 99}]}, "BASE_TYPE_CHOICES"),
    "a select over 25": ({"components": [row(select(26))]}, "BASE_TYPE_BAD_LENGTH"),
    "an empty select": ({"components": [row(select(0))]}, "BASE_TYPE_BAD_LENGTH"),
    "an option value over 100": (
        {"components": [row({**select(), "options": [{"label": "x", "value": "x" * 101}]})]},
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an option value twice": (
        {"components": [row({**select(), "options": [{"label": "x", "value": "x"}] * 2})]},
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "more values than options": (
        {"components": [row(select(2, max_values=3))]},
        "SELECT_COMPONENT_MAX_VALUES_GREATER_THAN_OPTIONS",
    ),
    "more channels than can be chosen": (
        {"components": [row(channels(default_values=[{"id": TALK, "type": "channel"}] * 3))]},
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a person chosen among channels": (
        {"components": [row(channels(default_values=[{"id": TALK, "type": "user"}]))]},
        "BASE_TYPE_CHOICES",
    ),
    "channels of a kind that there is not": (
        {"components": [row(channels(channel_types=[0, 99]))]},
        "BASE_TYPE_CHOICES",
    ),
    "a placeholder over 150": ({"components": [row(select(placeholder="x" * 151))]}, "BASE_TYPE_MAX_LENGTH"),
    "V2 with content": (
        {"flags": V2, "content": "x", "components": [text("x")]},
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "V2 with embeds": (
        {"flags": V2, "embeds": [{"title": "x"}], "components": [text("x")]},
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "V2 components without the flag": ({"components": [text("x")]}, "COMPONENT_TYPE_INVALID"),
    "over 40 components": (
        {"flags": V2, "components": [{"type": 17, "components": [text("x")] * 20}] * 2},
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "over 4000 characters of text": (
        {"flags": V2, "components": [text("x" * 2001)] * 2},
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "an empty text display": ({"flags": V2, "components": [text("")]}, "BASE_TYPE_REQUIRED"),
    "a section without accessory": (
        {"flags": V2, "components": [{"type": 9, "components": [text("x")]}]},
        "BASE_TYPE_REQUIRED",
    ),
    "a container in a container": (
        {"flags": V2, "components": [{"type": 17, "components": [{"type": 17, "components": [text("x")]}]}]},
        "COMPONENT_TYPE_INVALID",
    ),
    "a picture that was not sent": (
        {"flags": V2, "components": [{"type": 12, "items": [{"media": {"url": "attachment://x.png"}}]}]},
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "a component id twice": (
        {"flags": V2, "components": [{**text("x"), "id": 3}, {**text("y"), "id": 3}]},
        "COMPONENT_ID_DUPLICATED",
    ),
    "an attachment that was not sent": (
        {"content": "x", "attachments": [{"id": 0, "filename": "x.png"}]},
        "ATTACHMENT_NOT_FOUND",
    ),
    "mentions both listed and parsed": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    "a reply to nothing": ({"content": "x", "message_reference": {"message_id": "1"}}, "REPLIES_UNKNOWN_MESSAGE"),
}


@pytest.mark.drawn(3)
@pytest.mark.parametrize(("body", "code"), BAD_MESSAGES.values(), ids=BAD_MESSAGES.keys())
async def test_a_bad_message_is_refused(raw: Raw, body: Json, code: str) -> None:
    assert code in form_errors(await raw.call("POST", MESSAGES, body))


BAD_EDITS = {name: case for name, case in BAD_MESSAGES.items() if "message_reference" not in case[0]}


@pytest.mark.drawn(3)
@pytest.mark.parametrize(("body", "code"), BAD_EDITS.values(), ids=BAD_EDITS.keys())
async def test_a_bad_edit_is_refused_and_changes_nothing(raw: Raw, body: Json, code: str) -> None:
    before = await raw.send({"content": "before"})
    wanted = {"content": None, **body} if body.get("flags") else body
    assert code in form_errors(await raw.call("PATCH", f"{MESSAGES}/{before['id']}", wanted))
    assert (await raw.call("GET", f"{MESSAGES}/{before['id']}"))[1] == before


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2000},
        {"components": many_rows(5)},
        {"components": [row(*(button(custom_id=f"b{n}") for n in range(5)))]},
        {"components": [row(select(25, max_values=25))]},
        {"flags": V2, "components": [{"type": 17, "components": [text("x" * 100)] * 39}]},
        {"flags": V2, "components": [text("x" * 4000)]},
        with_button(label="x" * 80, custom_id="x" * 100, emoji={"name": "♠️"}),
        {"embeds": [{"description": "x" * 3000}] * 2},
    ],
)
async def test_message_at_the_limits_is_accepted(raw: Raw, body: Json) -> None:
    assert (await raw.call("POST", MESSAGES, body))[0] == 200


@pytest.mark.parametrize("body", [{}, {"content": ""}, {"content": "  \n"}, {"components": []}, {"flags": V2}])
async def test_an_empty_message_is_refused(raw: Raw, body: Json) -> None:
    assert refusal_of(await raw.call("POST", MESSAGES, body)) == (400, 50006)


async def test_an_edit_to_nothing_is_refused(raw: Raw) -> None:
    message = await raw.send({"content": "x"})
    assert refusal_of(await raw.call("PATCH", f"{MESSAGES}/{message['id']}", {"content": ""})) == (400, 50006)


async def test_the_v2_flag_stays_and_forbids_content(raw: Raw) -> None:
    message = await raw.send({"flags": V2, "components": [text("x")]})
    assert refusal_of(await raw.call("PATCH", f"{MESSAGES}/{message['id']}", {"content": "y"})) == (400, 50035)
    status, answer = await raw.call("PATCH", f"{MESSAGES}/{message['id']}", {"components": [text("z")]})
    assert (status, answer["flags"] & V2) == (200, V2)


async def test_broken_json_is_refused(raw: Raw) -> None:
    headers = {**raw.headers, "Content-Type": "application/json"}
    assert refusal_of(await raw.call("POST", MESSAGES, data="{", headers=headers)) == (400, 50109)


async def test_a_file_over_the_limit_is_refused(raw: Raw) -> None:
    await raw.control("settings", attachment_size_limit=100)
    assert refusal_of(await raw.upload("POST", MESSAGES, {"content": "x"}, ("a.bin", b"x" * 101))) == (413, 40005)


async def test_attachments_are_kept_only_if_an_edit_lists_them(raw: Raw) -> None:
    status, message = await raw.upload("POST", MESSAGES, {}, ("a.png", PNG), ("b.png", PNG))
    assert status == 200
    first, second = message["attachments"]
    url = f"{MESSAGES}/{message['id']}"
    _, kept = await raw.call("PATCH", url, {"content": "both"})
    assert [one["id"] for one in kept["attachments"]] == [first["id"], second["id"]]
    payload = {"attachments": [{"id": second["id"]}, {"id": 0, "filename": "c.png"}]}
    _, changed = await raw.upload("PATCH", url, payload, ("c.png", PNG))
    assert [one["filename"] for one in changed["attachments"]] == ["b.png", "c.png"]
    _, emptied = await raw.call("PATCH", url, {"attachments": []})
    assert emptied["attachments"] == []


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("POST", "/channels/1/messages", {"content": "x"}, 404, 10003),
        ("PATCH", f"{MESSAGES}/1", {"content": "x"}, 404, 10008),
        ("DELETE", f"{MESSAGES}/1", None, 404, 10008),
        ("GET", "/channels/1", None, 404, 10003),
        ("GET", "/guilds/1", None, 404, 10004),
        ("GET", f"/guilds/{GUILD}/members/1", None, 404, 10007),
        ("GET", "/users/1", None, 404, 10013),
        ("GET", "/applications/1/commands", None, 404, 10002),
        ("GET", f"/applications/{APP}/commands/1", None, 404, 10063),
        ("DELETE", f"/applications/{APP}/emojis/1", None, 404, 10014),
        ("POST", "/interactions/1/foreign/callback", {"type": 4, "data": {"content": "x"}}, 404, 10062),
        ("POST", f"/webhooks/{APP}/foreign", {"content": "x"}, 401, 50027),
        ("PATCH", f"/webhooks/{APP}/foreign/messages/@original", {"content": "x"}, 404, 10015),
        ("POST", f"/channels/{CARDS}/threads", {"name": "x" * 101, "type": 11}, 400, 50035),
        ("POST", f"/channels/{CARDS}/threads", {"type": 11}, 400, 50035),
        ("GET", "/sounds/of/silence", None, 404, 0),
    ],
)
async def test_unknown_object_is_refused(
    raw: Raw, method: str, path: str, body: Json | None, status: int, code: int
) -> None:
    assert refusal_of(await raw.call(method, path, body)) == (status, code)


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bot refused"}, {"Authorization": "anything"}])
async def test_a_bad_token_is_refused(raw: Raw, headers: dict[str, str]) -> None:
    status, answer = await raw.call("GET", "/users/@me", headers=headers)
    assert (status, answer) == (401, {"message": "401: Unauthorized", "code": 0})


async def test_message_of_another_author_can_be_deleted_but_not_edited(raw: Raw) -> None:
    _, message = await raw.client("messages", user="Ben", channel_id=TALK, content="hello")
    url = f"/channels/{TALK}/messages/{message['id']}"
    assert refusal_of(await raw.call("PATCH", url, {"content": "x"})) == (403, 50005)
    assert (await raw.call("DELETE", url))[0] == 204


async def test_messages_are_deleted_in_bulk(raw: Raw) -> None:
    made = [await raw.send({"content": f"{n}"}) for n in range(3)]
    path = f"{MESSAGES}/bulk-delete"
    assert (await raw.call("POST", path, {"messages": [made[0]["id"]]}))[0] == 400
    assert (await raw.call("POST", path, {"messages": [made[0]["id"], made[2]["id"]]}))[0] == 204
    assert [one["content"] for one in (await raw.call("GET", MESSAGES))[1]] == ["1"]


async def test_aborted_upload_logs_no_error(raw: Raw, server: Running, caplog: pytest.LogCaptureFixture) -> None:
    broken_off = f"POST /api/v10{MESSAGES} HTTP/1.1\r\nHost: x\r\nContent-Length: 999\r\n"
    _, writer = await asyncio.open_connection("127.0.0.1", urlsplit(server.url).port)
    writer.write(f"{broken_off}Content-Type: multipart/form-data; boundary=b\r\n\r\n--b\r\n".encode())
    await writer.drain()
    journal = server.discord.journal
    while not journal.entries:
        await asyncio.sleep(0)
    writer.transport.abort()
    async with asyncio.timeout(10):
        while not journal.counts()["total"]:
            await asyncio.sleep(0)
    assert (await raw.call("GET", MESSAGES))[0] == 200
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []
