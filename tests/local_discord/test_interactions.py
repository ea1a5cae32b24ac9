"""Interactions: acknowledgements, tokens, follow-ups, and what the client refuses to send."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from tests.local_discord.raw import (
    APP,
    CARDS,
    GUILD,
    TALK,
    V2,
    Gateway,
    Json,
    Raw,
    button,
    channels,
    refusal_of,
    row,
    select,
    text,
)

COMMANDS = [
    {
        "name": "play",
        "description": "x",
        "options": [
            {"type": 3, "name": "game", "description": "x", "required": True, "autocomplete": True},
            {"type": 4, "name": "seats", "description": "x", "min_value": 2, "max_value": 5},
            {"type": 3, "name": "pace", "description": "x", "choices": [{"name": "Live", "value": "live"}]},
            {"type": 6, "name": "guest", "description": "x"},
            {"type": 7, "name": "place", "description": "x"},
        ],
    },
    {"name": "admin", "description": "x", "default_member_permissions": "32"},
    {"name": "Look", "type": 3},
]
EPHEMERAL = 64


@pytest.fixture
async def gateway(raw: Raw) -> AsyncIterator[Gateway]:
    async with raw.gateway() as connection:
        assert (await raw.call("PUT", f"/applications/{APP}/commands", COMMANDS))[0] == 200
        yield connection


async def start(raw: Raw, gateway: Gateway, **body: object) -> Json:
    """Start an interaction, /play by default, and return it as the bot receives it."""
    wanted = {"user": "Ben", "channel_id": CARDS, "type": 2, "name": "play", "options": {"game": "x"}, **body}
    status, answer = await raw.client("interactions", **wanted)
    assert status == 200, answer
    interaction = await gateway.event("INTERACTION_CREATE")
    assert interaction["id"] == answer["id"]
    return interaction


async def reply(raw: Raw, interaction: Json, kind: int, data: Json | None = None) -> tuple[int, Any]:
    path = f"/interactions/{interaction['id']}/{interaction['token']}/callback?with_response=1"
    return await raw.call("POST", path, {"type": kind, "data": data or {}}, headers={})


def webhook(interaction: Json, rest: str = "") -> str:
    return f"/webhooks/{APP}/{interaction['token']}{rest}"


async def start_click(raw: Raw, gateway: Gateway, message: Json, custom_id: str = "go", **body: object) -> Json:
    return await start(raw, gateway, type=3, message_id=message["id"], custom_id=custom_id, **body)


async def test_bot_gets_typed_options_and_resolved_objects(raw: Raw, gateway: Gateway) -> None:
    options = {"game": "x", "seats": "3", "pace": "Live", "guest": "Chie", "place": "table-talk"}
    data = (await start(raw, gateway, options=options))["data"]
    found = {one["name"]: (one["type"], one["value"]) for one in data["options"]}
    chie = found["guest"][1]
    assert found["seats"] == (4, 3)
    assert found["pace"] == (3, "live")
    assert found["place"] == (7, TALK)
    assert data["resolved"]["users"][chie]["username"] == "chie"
    assert data["resolved"]["members"][chie]["nick"] is None
    assert data["resolved"]["channels"][TALK]["name"] == "table-talk"


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"name": "nothing"}, "There is no command 'nothing'."),
        ({"options": {}}, "play needs the option 'game'."),
        ({"options": {"game": "x", "dice": 1}}, "play has no option 'dice'."),
        ({"options": {"game": "x", "seats": 9}}, "9 is out of the range of 'seats'."),
        ({"options": {"game": "x", "seats": "many"}}, "The option 'seats' is a number."),
        ({"options": {"game": "x", "pace": "slow"}}, "'slow' is not among the choices of 'pace'."),
        ({"options": {"game": "x", "guest": "Eve"}}, "There is no user 'Eve'."),
        ({"name": "admin", "options": {}}, "Ben may not use /admin."),
        ({"type": 4, "focused": "pace"}, "The option 'pace' of play has no autocomplete."),
        ({"type": 7}, "The type of an interaction is 2, 3, 4 or 5."),
        ({"type": 5, "custom_id": "x"}, "No modal 'x' is open for Ben."),
        ({"channel_id": "cellar"}, "There is no channel 'cellar'."),
    ],
)
@pytest.mark.usefixtures("gateway")
async def test_invalid_interaction_is_refused_by_the_client(raw: Raw, body: Json, reason: str) -> None:
    wanted = {"user": "Ben", "channel_id": CARDS, "type": 2, "name": "play", "options": {"game": "x"}, **body}
    status, answer = await raw.client("interactions", **wanted)
    assert (status in {400, 404}, answer["error"]) == (True, reason)


async def test_a_second_acknowledgement_is_refused(raw: Raw, gateway: Gateway) -> None:
    interaction = await start(raw, gateway)
    status, answer = await reply(raw, interaction, 4, {"content": "x"})
    assert status == 200
    assert answer["interaction"]["response_message_id"] == answer["resource"]["message"]["id"]
    assert refusal_of(await reply(raw, interaction, 4, {"content": "y"})) == (400, 40060)


async def test_a_refused_answer_does_not_acknowledge(raw: Raw, gateway: Gateway) -> None:
    interaction = await start(raw, gateway)
    assert (await reply(raw, interaction, 4, {"content": "x" * 2001}))[0] == 400
    assert (await reply(raw, interaction, 4, {"content": "x"}))[0] == 200


async def test_an_answer_after_the_deadline_is_refused(raw: Raw, gateway: Gateway) -> None:
    await raw.control("settings", ack_seconds=0.05)
    body = {"user": "Ben", "channel_id": CARDS, "type": 2, "name": "play", "options": {"game": "x"}}
    status, outcome = await raw.client("interactions?wait=1", **body)
    assert (status, outcome["ok"]) == (200, False)
    assert "did not respond" in outcome["error"]
    interaction = await gateway.event("INTERACTION_CREATE")
    assert refusal_of(await reply(raw, interaction, 4, {"content": "x"})) == (404, 10062)


@pytest.mark.parametrize("expire", [True, False])
async def test_an_old_token_is_refused(raw: Raw, gateway: Gateway, *, expire: bool) -> None:
    interaction = await start(raw, gateway)
    await reply(raw, interaction, 4, {"content": "x", "flags": EPHEMERAL})
    if expire:
        await raw.control("expire_tokens")
    else:
        await raw.control("settings", token_seconds=0)
    assert refusal_of(await raw.call("POST", webhook(interaction), {"content": "y"}, headers={})) == (401, 50027)
    status, answer = await raw.call("PATCH", webhook(interaction, "/messages/@original"), {"content": "y"}, headers={})
    assert (status, answer["code"]) == (404, 10015)


async def test_a_follow_up_before_the_acknowledgement_is_refused(raw: Raw, gateway: Gateway) -> None:
    interaction = await start(raw, gateway)
    assert refusal_of(await raw.call("POST", webhook(interaction), {"content": "y"}, headers={})) == (404, 10015)


async def test_an_ephemeral_message_is_reached_by_its_token_only(raw: Raw, gateway: Gateway) -> None:
    interaction = await start(raw, gateway)
    _, answer = await reply(raw, interaction, 4, {"content": "x", "flags": EPHEMERAL})
    message = answer["resource"]["message"]
    status, refusal = await raw.call("PATCH", f"/channels/{CARDS}/messages/{message['id']}", {"content": "y"})
    assert (status, refusal["code"]) == (404, 10008)
    status, changed = await raw.call("PATCH", webhook(interaction, "/messages/@original"), {"content": "z"}, headers={})
    assert (status, changed["content"]) == (200, "z")


async def test_token_does_not_reach_messages_of_another_interaction(raw: Raw, gateway: Gateway) -> None:
    first, second = await start(raw, gateway), await start(raw, gateway)
    _, answer = await reply(raw, first, 4, {"content": "x", "flags": EPHEMERAL})
    await reply(raw, second, 4, {"content": "y"})
    path = webhook(second, f"/messages/{answer['resource']['message']['id']}")
    assert refusal_of(await raw.call("PATCH", path, {"content": "z"}, headers={})) == (404, 10008)


async def test_the_first_follow_up_fills_a_deferred_answer(raw: Raw, gateway: Gateway) -> None:
    interaction = await start(raw, gateway)
    _, answer = await reply(raw, interaction, 5, {"flags": EPHEMERAL})
    loading = answer["resource"]["message"]
    assert loading["flags"] == EPHEMERAL | 128
    _, filled = await raw.call("POST", webhook(interaction), {"content": "x"}, headers={})
    assert (filled["id"], filled["flags"]) == (loading["id"], EPHEMERAL)
    _, next_one = await raw.call("POST", webhook(interaction), {"content": "y"}, headers={})
    assert next_one["id"] != loading["id"]
    assert not next_one["flags"] & EPHEMERAL


async def private_message(raw: Raw, gateway: Gateway) -> Json:
    """Let the bot answer Ben with an ephemeral message that has a button, and return the message."""
    _, answer = await reply(
        raw, await start(raw, gateway), 4, {"flags": EPHEMERAL | V2, "components": [text("a"), row(button())]}
    )
    message = answer["resource"]["message"]
    assert isinstance(message, dict)
    return message


async def test_click_on_an_ephemeral_message_may_send_another_and_delete_the_clicked_one(
    raw: Raw, gateway: Gateway
) -> None:
    old = await private_message(raw, gateway)
    click = await start_click(raw, gateway, old)
    assert (await reply(raw, click, 6))[0] == 200
    below = {"flags": EPHEMERAL | V2, "components": [text("b"), row(button())]}
    status, new = await raw.call("POST", webhook(click), below, headers={})
    assert (status, new["flags"] & EPHEMERAL) == (200, EPHEMERAL)
    assert int(new["id"]) > int(old["id"])
    assert (await raw.call("DELETE", webhook(click, "/messages/@original"), headers={}))[0] == 204
    assert refusal_of(await raw.call("GET", webhook(click, "/messages/@original"), headers={})) == (404, 10008)
    changed = {"components": [text("c"), row(button())]}
    status, edited = await raw.call("PATCH", webhook(click, f"/messages/{new['id']}"), changed, headers={})
    assert (status, edited["components"][0]["content"]) == (200, "c")
    assert (await raw.call("DELETE", webhook(click, f"/messages/{new['id']}"), headers={}))[0] == 204


async def test_interaction_names_the_newest_public_message_even_a_deleted_one(raw: Raw, gateway: Gateway) -> None:
    said = await raw.send({"content": "x"})
    private = await private_message(raw, gateway)
    click = await start_click(raw, gateway, private)
    assert click["channel"]["last_message_id"] == said["id"], "ephemeral messages do not count"
    await raw.control("message", message_id=said["id"], delete=True)
    assert (await start_click(raw, gateway, private))["channel"]["last_message_id"] == said["id"]


async def test_an_update_is_for_components_only(raw: Raw, gateway: Gateway) -> None:
    interaction = await start(raw, gateway)
    for kind in (6, 7, 8):
        assert refusal_of(await reply(raw, interaction, kind, {"content": "x"})) == (400, 50035)


async def test_a_click_updates_its_message(raw: Raw, gateway: Gateway) -> None:
    message = await raw.send({"flags": V2, "components": [text("a"), row(button())]})
    interaction = await start_click(raw, gateway, message)
    assert interaction["message"]["id"] == message["id"]
    assert interaction["data"]["component_type"] == 2
    _, answer = await reply(raw, interaction, 7, {"components": [text("b")]})
    assert answer["resource"]["message"]["components"][0]["content"] == "b"
    _, original = await raw.call("GET", webhook(interaction, "/messages/@original"), headers={})
    assert original["id"] == message["id"]


@pytest.mark.parametrize("kind", [6, 7])
async def test_a_click_on_a_deleted_message_cannot_update_it(raw: Raw, gateway: Gateway, kind: int) -> None:
    message = await raw.send({"components": [row(button())]})
    interaction = await start_click(raw, gateway, message)
    await raw.control("message", message_id=message["id"], delete=True)
    assert refusal_of(await reply(raw, interaction, kind, {"content": "x"})) == (404, 10008)


async def test_disabled_absent_and_invisible_components_cannot_be_used(raw: Raw, gateway: Gateway) -> None:
    message = await raw.send({"components": [row(button(disabled=True))]})
    hidden = await start(raw, gateway, user="Chie")
    _, answer = await reply(raw, hidden, 4, {"flags": EPHEMERAL, "components": [row(button())]})
    private = answer["resource"]["message"]["id"]

    async def reason(message_id: str, custom_id: str) -> object:
        wanted = {"user": "Ben", "channel_id": CARDS, "type": 3, "message_id": message_id, "custom_id": custom_id}
        status, refusal = await raw.client("interactions", **wanted)
        assert status >= 400
        return refusal["error"]

    assert await reason(message["id"], "go") == "The component 'go' is disabled."
    assert await reason(message["id"], "no") == "The message has no component 'no'."
    assert await reason(private, "go") == "Ben does not see this message."
    assert "no message" in str(await reason("1", "go"))


async def test_selected_values_must_be_offered_and_within_the_allowed_number(raw: Raw, gateway: Gateway) -> None:
    message = await raw.send({"components": [row(select(3, max_values=2))]})
    data = (await start_click(raw, gateway, message, "choose", values=["0", "2"]))["data"]
    assert data["values"] == ["0", "2"]
    for values in ([], ["9"], ["0", "1", "2"]):
        body = {"user": "Ben", "channel_id": CARDS, "type": 3, "message_id": message["id"], "custom_id": "choose"}
        assert (await raw.client("interactions", **body, values=values))[0] == 400


async def test_channel_select_accepts_listed_types_and_an_empty_choice(raw: Raw, gateway: Gateway) -> None:
    message = await raw.send({"components": [row(channels(channel_types=[0]))]})
    data = (await start_click(raw, gateway, message, "where", values=["card-room", TALK]))["data"]
    assert (data["component_type"], data["values"]) == (8, [CARDS, TALK])
    assert data["resolved"]["channels"][TALK]["name"] == "table-talk"
    assert (await start_click(raw, gateway, message, "where", values=[]))["data"]["values"] == []
    body = {"user": "Ben", "channel_id": CARDS, "type": 3, "message_id": message["id"], "custom_id": "where"}
    status, answer = await raw.client("interactions", **body, values=["Lounge"])
    assert (status, answer["error"]) == (400, "The channel 'Lounge' cannot be chosen here.")


async def test_a_user_select_resolves_its_users(raw: Raw, gateway: Gateway) -> None:
    message = await raw.send({"components": [row({"type": 5, "custom_id": "who"})]})
    data = (await start_click(raw, gateway, message, "who", values=["Dai"]))["data"]
    assert data["resolved"]["users"][data["values"][0]]["global_name"] == "Dai"


@pytest.mark.parametrize("length", [0, 6])
async def test_a_modal_has_one_to_five_rows(raw: Raw, gateway: Gateway, length: int) -> None:
    interaction = await start(raw, gateway)
    fields = [row({"type": 4, "custom_id": f"f{n}", "style": 1, "label": "x"}) for n in range(length)]
    status, answer = await reply(raw, interaction, 9, {"custom_id": "m", "title": "x", "components": fields})
    assert (status, answer["code"]) == (400, 50035)


async def test_submitted_modal_has_its_texts(raw: Raw, gateway: Gateway) -> None:
    opener = await start(raw, gateway)
    field = {"type": 4, "custom_id": "name", "style": 1, "max_length": 3}
    modal = {"custom_id": "m", "title": "x", "components": [{"type": 18, "label": "Name", "component": field}]}
    assert (await reply(raw, opener, 9, modal))[0] == 200
    body = {"user": "Ben", "channel_id": CARDS, "type": 5, "custom_id": "m"}
    assert (await raw.client("interactions", **body, values={"name": "long"}))[0] == 400
    assert (await raw.client("interactions", **body, values={}))[0] == 400
    submitted = await start(raw, gateway, type=5, custom_id="m", values={"name": "abc"})
    assert submitted["data"]["components"][0]["component"]["value"] == "abc"


def form(**more: object) -> Json:
    """Return a modal with a select."""
    options = [{"label": "One", "value": "1", "default": True}, {"label": "Two", "value": "2"}]
    field = {"type": 3, "custom_id": "number", "options": options, **more}
    return {"custom_id": "m", "title": "x", "components": [{"type": 18, "label": "Number", "component": field}]}


async def test_submitted_select_in_a_modal_has_the_chosen_or_default_values(raw: Raw, gateway: Gateway) -> None:
    for values, sent in (({"number": ["2"]}, ["2"]), ({}, ["1"])):
        assert (await reply(raw, await start(raw, gateway), 9, form()))[0] == 200
        submitted = await start(raw, gateway, type=5, custom_id="m", values=values)
        assert submitted["data"]["components"][0]["component"]["values"] == sent


async def test_select_in_a_modal_cannot_be_disabled(raw: Raw, gateway: Gateway) -> None:
    assert refusal_of(await reply(raw, await start(raw, gateway), 9, form(disabled=True))) == (400, 50035)


async def test_ephemeral_message_has_no_context_menu_commands(raw: Raw, gateway: Gateway) -> None:
    _, answer = await reply(raw, await start(raw, gateway), 4, {"content": "for you", "flags": 64})
    body = {"user": "Ben", "channel_id": CARDS, "type": 2, "name": "Look"}
    target = answer["resource"]["message"]["id"]
    assert (await raw.client("interactions", **body, target_id=target))[0] == 400


async def test_autocomplete_is_answered_with_choices(raw: Raw, gateway: Gateway) -> None:
    interaction = await start(raw, gateway, type=4, options={"game": "sch"}, focused="game")
    assert interaction["data"]["options"] == [{"name": "game", "type": 3, "value": "sch", "focused": True}]
    assert (await reply(raw, interaction, 4, {"content": "x"}))[0] == 400
    too_many = [{"name": f"{n}", "value": f"{n}"} for n in range(26)]
    assert (await reply(raw, interaction, 8, {"choices": too_many}))[0] == 400
    assert (await reply(raw, interaction, 8, {"choices": too_many[:25]}))[0] == 200


async def test_a_context_menu_command_names_its_target(raw: Raw, gateway: Gateway) -> None:
    message = await raw.send({"content": "look"})
    data = (await start(raw, gateway, name="Look", target_id=message["id"]))["data"]
    assert data["resolved"]["messages"][message["id"]]["content"] == "look"


async def test_waiting_returns_the_message_that_follows_a_deferred_answer(raw: Raw, gateway: Gateway) -> None:
    body = {"user": "Ben", "channel_id": CARDS, "type": 2, "name": "play", "options": {"game": "x"}}
    waiting = asyncio.create_task(raw.client("interactions?wait=1", **body))
    interaction = await gateway.event("INTERACTION_CREATE")
    await reply(raw, interaction, 5)
    await raw.call("PATCH", webhook(interaction, "/messages/@original"), {"content": "late"}, headers={})
    _, outcome = await waiting
    assert (outcome["ok"], outcome["callback_type"], outcome["message"]["content"]) == (True, 5, "late")
    assert outcome["elapsed_ms"] > 0


async def test_waiting_for_a_deferred_update_ends_with_any_edit_of_its_message(raw: Raw, gateway: Gateway) -> None:
    message = await raw.send({"content": "before", "components": [row(button())]})
    body = {"user": "Ben", "channel_id": CARDS, "type": 3, "message_id": message["id"], "custom_id": "go"}
    waiting = asyncio.create_task(raw.client("interactions?wait=1", **body))
    interaction = await gateway.event("INTERACTION_CREATE")
    await reply(raw, interaction, 6)
    await raw.call("PATCH", f"/channels/{CARDS}/messages/{message['id']}", {"content": "after"})
    _, outcome = await asyncio.wait_for(waiting, 2)
    assert (outcome["callback_type"], outcome["message"]["content"]) == (6, "after")


async def test_waiting_for_a_deferred_update_returns_the_new_message_and_not_the_deleted_one(
    raw: Raw, gateway: Gateway
) -> None:
    old = await private_message(raw, gateway)
    body = {"user": "Ben", "channel_id": CARDS, "type": 3, "message_id": old["id"], "custom_id": "go"}
    waiting = asyncio.create_task(raw.client("interactions?wait=1", **body))
    click = await gateway.event("INTERACTION_CREATE")
    await reply(raw, click, 6)
    _, new = await raw.call("POST", webhook(click), {"content": "b", "flags": EPHEMERAL}, headers={})
    await raw.call("DELETE", webhook(click, "/messages/@original"), headers={})
    _, outcome = await waiting
    assert (outcome["callback_type"], outcome["message"]["id"]) == (6, new["id"])


async def test_interaction_has_the_locales_of_guild_and_user(raw: Raw, gateway: Gateway) -> None:
    await raw.control("user", user="Ben", locale="ja")
    await raw.control("settings", preferred_locale="fr")
    interaction = await start(raw, gateway)
    assert (interaction["locale"], interaction["guild_locale"]) == ("ja", "fr")
    assert interaction["guild"] == {"id": GUILD, "locale": "fr", "features": []}


async def test_locale_chosen_on_the_page_is_sent_with_the_users_interactions(raw: Raw, gateway: Gateway) -> None:
    status, user = await raw.client("locale", user="Ben", locale="ja")
    assert (status, user["locale"]) == (200, "ja")
    assert (await start(raw, gateway))["locale"] == "ja"


async def test_unknown_locale_is_refused(raw: Raw) -> None:
    status, refusal = await raw.client("locale", user="Ben", locale="jp")
    assert (status, refusal["error"]) == (400, "Discord has no language 'jp'.")
    assert "jp" in refusal["error_localizations"]["ja"]
