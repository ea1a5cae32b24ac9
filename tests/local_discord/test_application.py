"""Checks of the application's install settings, commands and emojis."""

from typing import Any

import pytest

from tests.local_discord.raw import APP, Json, Raw, form_errors

COMMANDS = f"/applications/{APP}/commands"


def command(**more: object) -> Json:
    return {"name": "play", "description": "x", **more}


def option(name: str = "game", **more: object) -> Json:
    return {"type": 3, "name": name, "description": "x", **more}


BAD_COMMANDS: dict[str, tuple[Any, str]] = {
    "an upper-case name": ([command(name="Play")], "APPLICATION_COMMAND_INVALID_NAME"),
    "a name with a space": ([command(name="play it")], "APPLICATION_COMMAND_INVALID_NAME"),
    "a name over 32": ([command(name="x" * 33)], "BASE_TYPE_BAD_LENGTH"),
    "no description": ([{"name": "play"}], "BASE_TYPE_REQUIRED"),
    "a description over 100": ([command(description="x" * 101)], "BASE_TYPE_BAD_LENGTH"),
    "over 100 commands": ([command(name=f"c{n}") for n in range(101)], "BASE_TYPE_MAX_LENGTH"),
    "a name twice": ([command(), command()], "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    "a required option after an optional one": (
        [command(options=[option(), option("seats", required=True)])],
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "an option without description": ([command(options=[{"type": 3, "name": "x"}])], "BASE_TYPE_REQUIRED"),
    "an upper-case option": ([command(options=[option("Game")])], "APPLICATION_COMMAND_INVALID_NAME"),
    "an option twice": ([command(options=[option(), option()])], "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE"),
    "26 options": ([command(options=[option(f"o{n}") for n in range(26)])], "BASE_TYPE_BAD_LENGTH"),
    "26 choices": (
        [command(options=[option(choices=[{"name": f"{n}", "value": f"{n}"} for n in range(26)])])],
        "BASE_TYPE_BAD_LENGTH",
    ),
    "choices with autocomplete": (
        [command(options=[option(autocomplete=True, choices=[{"name": "x", "value": "x"}])])],
        "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
    ),
    "an unknown locale": ([command(name_localizations={"jp": "x"})], "BASE_TYPE_CHOICES"),
    "an upper-case translation": (
        [command(name_localizations={"de": "Spielen"})],
        "APPLICATION_COMMAND_INVALID_NAME",
    ),
    "sub-commands beside options": (
        [command(options=[option(), {"type": 1, "name": "sub", "description": "x"}])],
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "over 8000 characters": (
        [
            command(
                options=[
                    option(f"o{n}", choices=[{"name": f"{n}-{m}" + "x" * 60, "value": "y" * 60} for m in range(25)])
                    for n in range(3)
                ]
            )
        ],
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
}


@pytest.mark.drawn(3)
@pytest.mark.parametrize(("body", "code"), BAD_COMMANDS.values(), ids=BAD_COMMANDS.keys())
async def test_bad_commands_are_refused_as_a_whole(raw: Raw, body: list[Json], code: str) -> None:
    await raw.call("PUT", COMMANDS, [command(name="before")])
    assert code in form_errors(await raw.call("PUT", COMMANDS, body))
    assert [one["name"] for one in (await raw.call("GET", COMMANDS))[1]] == ["before"]


async def test_unchanged_commands_retain_their_ids(raw: Raw) -> None:
    body = [command(name_localizations={"ja": "あそぶ"}, options=[option(required=True), option("seats")])]
    _, first = await raw.call("PUT", COMMANDS, body)
    _, second = await raw.call("PUT", COMMANDS, [*body, command(name="hand")])
    assert second[0]["id"] == first[0]["id"]
    status, single = await raw.call("GET", f"{COMMANDS}/{first[0]['id']}")
    assert (status, single["name_localizations"]) == (200, {"ja": "あそぶ"})


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "a", "image": "x"}, "IMAGE_INVALID"),
        ({"name": "with space", "image": "data:image/png;base64,aGk="}, "STRING_TYPE_REGEX"),
        ({"name": "big", "image": "data:image/png;base64," + "AAAA" * 90_000}, "BINARY_TYPE_MAX_SIZE"),
    ],
)
async def test_a_bad_emoji_is_refused(raw: Raw, body: Json, code: str) -> None:
    assert code in form_errors(await raw.call("POST", f"/applications/{APP}/emojis", body))


# --- Install settings

OWN = {"scopes": ["bot", "applications.commands"], "permissions": 2048}
ON_SERVERS = {"integration_types_config": {"0": {"oauth2_install_params": OWN}}}


async def test_install_settings_are_a_new_applications_until_they_are_changed(raw: Raw) -> None:
    _, before = await raw.call("GET", "/oauth2/applications/@me")
    asked = before["integration_types_config"]["0"]["oauth2_install_params"]
    assert (asked["scopes"], asked["permissions"]) == (["applications.commands"], "0")
    status, changed = await raw.call("PATCH", "/applications/@me", {**ON_SERVERS, "custom_install_url": None})
    assert status == 200
    assert (await raw.call("GET", "/oauth2/applications/@me"))[1] == changed
    answered = changed["integration_types_config"]["0"]["oauth2_install_params"]
    assert answered == {**OWN, "permissions": "2048"}, "as text, unlike in the request"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"install_params": {**OWN, "scopes": ["bots"]}}, "BASE_TYPE_CHOICES"),
        ({"install_params": {**OWN, "scopes": []}}, "BASE_TYPE_BAD_LENGTH"),
        ({"install_params": {**OWN, "permissions": "2048"}}, "NUMBER_TYPE_COERCE"),
        ({"integration_types_config": {"2": {}}}, "BASE_TYPE_CHOICES"),
        ({"integration_types_config": {"0": {"oauth2_install_params": {**OWN, "scopes": ["x"]}}}}, "BASE_TYPE_CHOICES"),
        ({"integration_types_config": [1]}, "DICT_TYPE_CONVERT"),
        ({"custom_install_url": "x"}, "URL_TYPE_INVALID_URL"),
    ],
)
async def test_bad_install_settings_are_refused_as_a_whole(raw: Raw, body: Json, code: str) -> None:
    _, before = await raw.call("GET", "/oauth2/applications/@me")
    assert code in form_errors(await raw.call("PATCH", "/applications/@me", {**ON_SERVERS, **body}))
    assert (await raw.call("GET", "/oauth2/applications/@me"))[1] == before


async def test_a_private_application_has_no_install_settings(raw: Raw) -> None:
    await raw.control("application", bot_public=False)
    answer = await raw.call("PATCH", "/applications/@me", ON_SERVERS)
    assert "Private application cannot have a default authorization link." in str(answer[1])
    assert (await raw.call("PATCH", "/applications/@me", {"custom_install_url": None}))[0] == 200
