"""REST: application commands and application emojis."""

from __future__ import annotations

import base64
import binascii
import re

from local_discord.actions import announce
from local_discord.checks import errors
from local_discord.checks.errors import DiscordError
from local_discord.checks.form import Form
from local_discord.rest import access
from local_discord.rest.requests import Call, Reply, Route
from local_discord.world import ids
from local_discord.world.model import Emoji, Json

_DATA_URI = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.+)$", re.DOTALL)
_EMOJI_NAME = re.compile(r"\w{2,32}$", re.ASCII)
_MAX_EMOJI_BYTES = 256 * 1024
_MAX_EMOJIS = 2000


def _scope(call: Call) -> str | None:
    access.application(call)
    if "guild_id" in call.params:
        access.guild(call)
    return call.params.get("guild_id")


def _without_translations(command: Json) -> Json:
    """A list names translations only when asked to; one command always does."""
    return {key: value for key, value in command.items() if not key.endswith("_localizations")}


def _commands(call: Call) -> object:
    commands = call.discord.commands.of(_scope(call))
    if call.query.get("with_localizations") in {"1", "true", "True"}:
        return commands
    return [_without_translations(command) for command in commands]


def _sync(call: Call) -> object:
    scope = _scope(call)
    if not isinstance(call.payload, list):
        raise errors.invalid_json()
    commands = call.discord.commands.replace_all(scope, call.payload)
    announce.commands(call.discord)
    return commands


def _create_command(call: Call) -> object:
    command, new = call.discord.commands.create(_scope(call), call.body)
    announce.commands(call.discord)
    return Reply(201 if new else 200, command)


def _command(call: Call) -> object:
    return call.discord.commands.get(_scope(call), call.params["command_id"])


def _edit_command(call: Call) -> object:
    command = call.discord.commands.edit(_scope(call), call.params["command_id"], call.body)
    announce.commands(call.discord)
    return command


def _delete_command(call: Call) -> None:
    call.discord.commands.delete(_scope(call), call.params["command_id"])
    announce.commands(call.discord)


def _emojis(call: Call) -> object:
    access.application(call)
    world = call.discord.world
    return {"items": [emoji.payload(world.bot) for emoji in world.emojis.values()]}


def _emoji_name(form: Form, name: object) -> str:
    if not isinstance(name, str) or not _EMOJI_NAME.match(name):
        form.add(("name",), "STRING_TYPE_REGEX", "An emoji's name has 2 to 32 letters, digits and underscores.")
    return str(name)


def _create_emoji(call: Call) -> object:
    access.application(call)
    world = call.discord.world
    if len(world.emojis) >= _MAX_EMOJIS:
        raise DiscordError(400, 30008, f"Maximum number of emojis reached ({_MAX_EMOJIS})")
    form = Form()
    name = _emoji_name(form, call.body.get("name"))
    if any(one.name == name for one in world.emojis.values()):
        form.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists")
    content_type, image = _picture(form, call.body.get("image"))
    form.raise_if_bad()
    emoji = Emoji(ids.snowflake(), name, content_type == "image/gif", content_type, image)
    world.emojis[emoji.id] = emoji
    announce.emojis(call.discord)
    return emoji.payload(world.bot)


def _picture(form: Form, uri: object) -> tuple[str, bytes]:
    match = _DATA_URI.match(uri) if isinstance(uri, str) else None
    try:
        image = base64.b64decode(match[2], validate=True) if match else b""
    except binascii.Error:
        image = b""
    if match is None or not image:
        form.add(("image",), "IMAGE_INVALID", "Invalid image data")
        return "", b""
    if len(image) > _MAX_EMOJI_BYTES:
        form.add(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    return match[1], image


def _emoji_of(call: Call) -> Emoji:
    access.application(call)
    emoji = call.discord.world.emojis.get(call.params["emoji_id"])
    if emoji is None:
        raise errors.unknown_emoji()
    return emoji


def _emoji(call: Call) -> object:
    return _emoji_of(call).payload(call.discord.world.bot)


def _edit_emoji(call: Call) -> object:
    emoji = _emoji_of(call)
    form = Form()
    name = _emoji_name(form, call.body.get("name"))
    form.raise_if_bad()
    emoji.name = name
    announce.emojis(call.discord)
    return emoji.payload(call.discord.world.bot)


def _delete_emoji(call: Call) -> None:
    del call.discord.world.emojis[_emoji_of(call).id]
    announce.emojis(call.discord)


_APPLICATION = "/applications/{application_id}"
_EMOJIS = _APPLICATION + "/emojis"


def _command_routes(base: str) -> list[Route]:
    one = base + "/{command_id}"
    return [
        Route("GET", base, "commands list", _commands),
        Route("PUT", base, "commands sync", _sync),
        Route("POST", base, "command create", _create_command),
        Route("GET", one, "command get", _command),
        Route("PATCH", one, "command edit", _edit_command),
        Route("DELETE", one, "command delete", _delete_command),
    ]


ROUTES = [
    *_command_routes(_APPLICATION + "/commands"),
    *_command_routes(_APPLICATION + "/guilds/{guild_id}/commands"),
    Route("GET", _EMOJIS, "emojis list", _emojis),
    Route("POST", _EMOJIS, "emoji create", _create_emoji, 201),
    Route("GET", _EMOJIS + "/{emoji_id}", "emoji get", _emoji),
    Route("PATCH", _EMOJIS + "/{emoji_id}", "emoji edit", _edit_emoji),
    Route("DELETE", _EMOJIS + "/{emoji_id}", "emoji delete", _delete_emoji),
]
