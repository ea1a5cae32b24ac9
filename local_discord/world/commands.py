"""The application commands a bot has registered, as Discord's objects."""

from __future__ import annotations

import copy

from local_discord.checks.commands import CHAT_INPUT
from local_discord.wire import Json
from local_discord.world import ids


def registered(bodies: list[Json], known: list[Json]) -> list[Json]:
    """Discord's command objects for checked bodies; a command of the same type and name keeps its id."""
    old = {(one["type"], one["name"]): one["id"] for one in known}
    return [_registered(body, old) for body in bodies]


def _registered(body: Json, old: dict[tuple[int, str], str]) -> Json:
    kind = body.get("type") or CHAT_INPUT
    return {
        "id": old.get((kind, body["name"])) or ids.snowflake(),
        "application_id": ids.APPLICATION_ID,
        "version": ids.snowflake(),
        "type": kind,
        "name": body["name"],
        "name_localizations": body.get("name_localizations"),
        "description": body.get("description") or "",
        "description_localizations": body.get("description_localizations"),
        "options": copy.deepcopy(body.get("options") or []),
        "default_member_permissions": body.get("default_member_permissions"),
        "dm_permission": body.get("dm_permission", True),
        "contexts": body.get("contexts"),
        "integration_types": body.get("integration_types") or [0],
        "nsfw": bool(body.get("nsfw")),
    }
