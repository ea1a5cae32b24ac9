"""REST: the application, its commands and its emojis."""

import base64
import binascii
import re

from local_discord.actions import announce
from local_discord.checks import errors
from local_discord.checks.commands import ENTRY_POINT, check_commands, registered
from local_discord.checks.form import Form, Path
from local_discord.rest import access
from local_discord.rest.requests import Call, Route
from local_discord.wire import Json
from local_discord.world import ids, installations, payloads
from local_discord.world.model import Emoji

_DATA_URI = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.+)$", re.DOTALL)
_EMOJI_NAME = re.compile(r"\w{2,32}$", re.ASCII)
_MAX_EMOJI_BYTES = 256 * 1024
_MAX_EMOJIS = 2000


_SCOPES = {"0": ("applications.commands", "bot"), "1": ("applications.commands",)}
"""Scopes of an installation on a server ("0") and of an installation for a person's account ("1")."""
_MOST_PERMISSIONS = 2**54 - 1


def _application(call: Call) -> object:
    return payloads.application(call.discord.world)


def _edit_application(call: Call) -> object:
    """Change how the application is installed; other fields are accepted and ignored. A null removes a field."""
    world, body = call.discord.world, call.body
    changed: Json = {
        key: body[key] for key in ("custom_install_url", "install_params", "integration_types_config") if key in body
    }
    with Form() as form:
        if (url := changed.get("custom_install_url")) is not None and not str(url).startswith(("https://", "http://")):
            form.add(("custom_install_url",), "URL_TYPE_INVALID_URL", "Not a well formed URL.")
        if (asked := changed.get("install_params")) is not None:
            _check_install(form, ("install_params",), asked)
        contexts = changed.get("integration_types_config") or {}
        if not isinstance(contexts, dict):
            form.add(("integration_types_config",), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            contexts = {}
        for context, asked in contexts.items():
            where = ("integration_types_config", context)
            if context not in _SCOPES:
                form.choice(where, context, _SCOPES)
            elif asked and asked.get("oauth2_install_params") is not None:
                _check_install(form, (*where, "oauth2_install_params"), asked["oauth2_install_params"], context)
        if not world.application["bot_public"] and any(changed.values()):
            form.add(
                (next(key for key, value in changed.items() if value),),
                "APPLICATION_PRIVATE_INSTALL_LINK",
                "Private application cannot have a default authorization link.",
            )
    if "install_params" in changed:
        changed["install_params"] = _as_answered(changed["install_params"])
    if contexts:
        changed["integration_types_config"] = {
            context: {"oauth2_install_params": _as_answered(asked["oauth2_install_params"])}
            if asked and "oauth2_install_params" in asked
            else {}
            for context, asked in contexts.items()
        }
    world.application |= changed
    announce.application(call.discord)
    return payloads.application(world)


def _check_install(form: Form, path: Path, asked: Json, context: str = "0") -> None:
    """Check the scopes and the permissions that an installation asks for."""
    known = _SCOPES[context]
    for index, scope in enumerate(form.listing((*path, "scopes"), asked.get("scopes"), 1, len(known))):
        form.choice((*path, "scopes", index), scope, known)
    form.number((*path, "permissions"), asked.get("permissions"), 0, _MOST_PERMISSIONS)


def _as_answered(asked: Json | None) -> Json | None:
    """Return scopes and permissions in the form of Discord's answers, in which the permissions are a string."""
    if not asked:
        return asked
    return {"scopes": asked.get("scopes") or [], "permissions": str(asked.get("permissions") or 0)}


def _commands(call: Call) -> object:
    access.application(call)
    return call.discord.world.commands


def _sync(call: Call) -> object:
    access.application(call)
    if not isinstance(call.payload, list):
        raise errors.invalid_json()
    world = call.discord.world
    installs = installations.supported(world)
    check_commands(call.payload, installs)
    entry = next((one["id"] for one in world.commands if one["type"] == ENTRY_POINT), None)
    if entry is not None and all(body.get("type") != ENTRY_POINT for body in call.payload):
        raise errors.entry_point_missing()
    known = {(one["type"], one["name"]): one["id"] for one in world.commands}
    world.commands = [registered(body, known, installs) for body in call.payload]
    announce.commands(call.discord)
    return world.commands


def _command(call: Call) -> object:
    access.application(call)
    for command in call.discord.world.commands:
        if command["id"] == call.params["command_id"]:
            return command
    raise errors.unknown_command()


def _emojis(call: Call) -> object:
    access.application(call)
    return {"items": [emoji.payload() for emoji in call.discord.world.emojis.values()]}


def _create_emoji(call: Call) -> object:
    access.application(call)
    emojis, name = call.discord.world.emojis, str(call.body.get("name"))
    if len(emojis) >= _MAX_EMOJIS:
        raise errors.too_many_emojis()
    with Form() as form:
        if not _EMOJI_NAME.match(name):
            form.add(("name",), "STRING_TYPE_REGEX", "An emoji's name has 2 to 32 letters, digits and underscores.")
        if any(one.name == name for one in emojis.values()):
            form.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji with that name already exists")
        content_type, image = _picture(form, call.body.get("image"))
    emoji = Emoji(ids.snowflake(), name, content_type, image)
    emojis[emoji.id] = emoji
    announce.emojis(call.discord)
    return emoji.payload()


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


def _delete_emoji(call: Call) -> None:
    access.application(call)
    if call.discord.world.emojis.pop(call.params["emoji_id"], None) is None:
        raise errors.unknown_emoji()
    announce.emojis(call.discord)


_COMMANDS = "/applications/{application_id}/commands"
_EMOJIS = "/applications/{application_id}/emojis"

ROUTES = [
    Route("GET", "/oauth2/applications/@me", "application", _application),
    Route("PATCH", "/applications/@me", "application edit", _edit_application),
    Route("GET", _COMMANDS, "commands list", _commands),
    Route("PUT", _COMMANDS, "commands sync", _sync),
    Route("GET", _COMMANDS + "/{command_id}", "command get", _command),
    Route("GET", _EMOJIS, "emojis list", _emojis),
    Route("POST", _EMOJIS, "emoji create", _create_emoji, 201),
    Route("DELETE", _EMOJIS + "/{emoji_id}", "emoji delete", _delete_emoji),
]
