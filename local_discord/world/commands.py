"""The application commands a bot has registered, for the guild and globally."""

from __future__ import annotations

import copy

from local_discord.checks import errors
from local_discord.checks.commands import CHAT_INPUT, MAX_COMMANDS, check_command, check_commands
from local_discord.checks.errors import DiscordError
from local_discord.world import ids
from local_discord.world.model import Json

Scope = str | None  # a guild's id, or None for global commands


class CommandBook:
    """Commands by scope and id. Every change is checked first, as a whole."""

    def __init__(self) -> None:
        self._scopes: dict[Scope, dict[str, Json]] = {}

    def of(self, scope: Scope) -> list[Json]:
        """A scope's commands."""
        return list(self._scopes.get(scope, {}).values())

    def get(self, scope: Scope, command_id: str) -> Json:
        """One command.

        Raises:
            DiscordError: 10063.
        """
        command = self._scopes.get(scope, {}).get(command_id)
        if command is None:
            raise errors.unknown_command()
        return command

    def replace_all(self, scope: Scope, bodies: object) -> list[Json]:
        """The bulk overwrite: a command of the same type and name keeps its id."""
        check_commands(bodies)
        known = {_key(one): one for one in self.of(scope)}
        commands = (
            [_complete(body, scope, known.get(_key(body))) for body in bodies] if isinstance(bodies, list) else []
        )
        self._scopes[scope] = {one["id"]: one for one in commands}
        return commands

    def create(self, scope: Scope, body: Json) -> tuple[Json, bool]:
        """Add a command, or take the place of the one of its name; also says whether it is new."""
        check_command(body)
        old = next((one for one in self.of(scope) if _key(one) == _key(body)), None)
        if old is None and sum(one["type"] == body.get("type", CHAT_INPUT) for one in self.of(scope)) >= MAX_COMMANDS:
            raise DiscordError(400, 30032, f"Maximum number of application commands reached ({MAX_COMMANDS})")
        command = _complete(body, scope, old)
        self._scopes.setdefault(scope, {})[command["id"]] = command
        return command, old is None

    def edit(self, scope: Scope, command_id: str, body: Json) -> Json:
        """Change some fields of a command."""
        old = self.get(scope, command_id)
        merged = {**old, **body}
        check_command(merged)
        command = _complete(merged, scope, old)
        self._scopes[scope][command_id] = command
        return command

    def delete(self, scope: Scope, command_id: str) -> None:
        """Take a command away."""
        self.get(scope, command_id)
        del self._scopes[scope][command_id]

    def offered(self) -> list[Json]:
        """What the guild's members are offered: a guild's command hides a global one of its name."""
        merged = {_key(one): one for scope in (None, ids.GUILD_ID) for one in self.of(scope)}
        return list(merged.values())

    def find(self, name: object, kinds: tuple[int, ...] = (1, 2, 3)) -> Json | None:
        """The offered command of a name."""
        return next((one for one in self.offered() if one["name"] == name and one["type"] in kinds), None)


def _key(command: Json) -> tuple[object, object]:
    return command.get("type") or CHAT_INPUT, command.get("name")


def _complete(body: Json, scope: Scope, old: Json | None) -> Json:
    """Discord's command object for a request's."""
    command: Json = {
        "id": old["id"] if old else ids.snowflake(),
        "application_id": ids.APPLICATION_ID,
        "version": ids.snowflake(),
        "type": body.get("type") or CHAT_INPUT,
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
    if scope is not None:
        command["guild_id"] = scope
    return command
