"""A server as the library knew it before a gateway event, to go back to where the event cannot be applied."""

from __future__ import annotations

from functools import cache
from typing import Any

_MOST = 2**63 - 1
OF_GUILDS = ("GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE")
"""The events whose `id` is the server's; all others of a server have its `guild_id`."""


def snowflake(value: Any) -> int:  # noqa: ANN401  whatever stands in a payload
    """An id of Discord's, as the store takes it.

    Raises:
        TypeError, ValueError: it is none.
    """
    number = int(value)
    if isinstance(value, bool | float) or not 0 < number <= _MOST:
        raise ValueError("no id of Discord's")
    return number


class Snapshot:
    """The server of an event with its channels, threads, roles and members, and the bot's own user, as they were."""

    def __init__(self, connection: Any, event: str, payload: Any) -> None:  # noqa: ANN401  the library's state; anything
        """Raises TypeError, ValueError or AttributeError where the payload names its server in an odd way."""
        self._connection = connection
        named = payload["id"] if event in OF_GUILDS else payload.get("guild_id")
        self._id = None if named is None else snowflake(named)
        self._guild = connection._guilds.get(self._id)  # noqa: SLF001  what is public makes copies
        self._user_id = connection.user and connection.user.id
        self._states = [(one, _state(one)) for one in (connection.user, self._guild, *_parts(self._guild)) if one]

    def check(self) -> None:
        """Look at all that is used of the server.

        Raises:
            ValueError: the bot is another user, or the server has no @everyone or no member for the bot.
            Exception: whatever the library raises where a value is of a wrong type.
        """
        if self._connection.user and self._connection.user.id != self._user_id:
            raise ValueError("the bot has become another user")
        guild = self._connection._guilds.get(self._id)  # noqa: SLF001  as above
        if guild is None or guild.unavailable is True:
            return
        if guild.default_role is None or guild.me is None or not isinstance(guild.preferred_locale.value, str):
            raise ValueError("a server without @everyone, without the bot or without a language")
        for part in (*guild.channels, *guild.threads, *guild.roles):
            snowflake(part.id)
            if not isinstance(part.name, str):
                raise TypeError("a name that is none")
        for channel in guild.channels:
            channel.permissions_for(guild.me)
        sorted(guild.channels, key=lambda one: (one.position, one.id))

    def restore(self) -> None:
        """Let the library know again what it knew."""
        for one, state in self._states:
            for name, value in state.items():
                setattr(one, name, value)
        if self._guild is not None:
            self._connection._guilds[self._id] = self._guild  # noqa: SLF001  as above
        elif self._id is not None:
            self._connection._guilds.pop(self._id, None)  # noqa: SLF001  as above


def _parts(guild: Any) -> list[Any]:  # noqa: ANN401  the library's
    """All objects of a server that events change."""
    if guild is None:
        return []
    held = (guild._channels, guild._threads, guild._roles, guild._members, guild._stage_instances)  # noqa: SLF001
    return [part for parts in held for part in parts.values()]


@cache
def _slots(kind: type) -> tuple[str, ...]:
    slots = (name for one in kind.__mro__ for name in getattr(one, "__slots__", ()))
    return tuple(name for name in slots if name != "__weakref__")


def _state(one: Any) -> dict[str, Any]:  # noqa: ANN401  one of the library's objects
    """All values of an object; of what it holds by number a copy, as the library changes that in place."""
    values = {name: getattr(one, name) for name in _slots(one.__class__) if hasattr(one, name)}
    return {name: value.copy() if type(value) is dict else value for name, value in values.items()}
