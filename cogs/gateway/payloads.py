"""Readers of gateway payloads: they check what the bot uses of an event, and leave out everything else.

discord.py changes its cached objects while it parses a payload. An error halfway would leave them half changed, and a
value of a wrong type would raise an error much later. So discord.py only gets what a reader returns.

A payload that cannot be read raises an error, and its event changes nothing. Of a server that the bot joins, or that
becomes available, only those channels, threads and roles are left out that cannot be read. Fields that Discord sets to
null get a default. Without overwrites a channel is closed to everybody, because a hidden channel may come like that.
"""

import logging
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from traceback import extract_tb
from typing import Any, TypeAlias

import discord

log = logging.getLogger(__name__)

Json: TypeAlias = dict[str, Any]
Raw: TypeAlias = Any
"""A value of a payload, which may have any type."""
Reader: TypeAlias = Callable[[Raw], Any]
"""Function that returns a value for discord.py, or raises any error. A missing field is None."""

_MAX_SNOWFLAKE = 2**63 - 1
_KEPT_MISSING = ("channel_ids", "nick", "unavailable")
"""Fields that mean something else when they are missing than when they are null."""


def snowflake(value: Raw) -> int:
    """Return a Discord id as an integer that fits the database.

    Raises:
        TypeError, ValueError: the value is not a Discord id.
    """
    number = _number(value)
    if not 0 < number <= _MAX_SNOWFLAKE:
        raise ValueError("no id of Discord's")
    return number


def error_fields(error: BaseException) -> dict[str, str]:
    """Return fields of a log line: the error's type, and the file and line that raised it."""
    frames = extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "unknown"
    return {"error": type(error).__name__, "at": place}


def _number(value: Raw) -> int:
    if type(value) is not int and not isinstance(value, str):
        raise TypeError("no integer")
    return int(value)


def _permissions(value: Raw) -> int:
    if (number := _number(value)) < 0:
        raise ValueError("no set of permissions")
    return number


def _time(value: Raw) -> str:
    if datetime.fromisoformat(value).tzinfo is None:
        raise ValueError("no time zone")
    return str(value)


def _zero(_value: Raw) -> int:
    """Replace a number that discord.py needs and the bot does not use."""
    return 0


def _unused_time(_value: Raw) -> None:
    """Replace a time that discord.py needs and the bot does not use."""


def _typed(kind: type) -> Reader:
    def read(value: Raw) -> Raw:
        if not isinstance(value, kind):
            raise TypeError(f"no {kind.__name__}")
        return value

    return read


_text, _flag, _list = map(_typed, (str, bool, list))


def _or(default: object, read: Reader) -> Reader:
    return lambda value: default if value is None else read(value)


def _object(**readers: Reader) -> Reader:
    fields = list(readers.items())
    return lambda raw: {key: read(raw.get(key)) for key, read in fields if key in raw or key not in _KEPT_MISSING}


def _each(read: Reader) -> Reader:
    return lambda values: [read(one) for one in _list(values)]


def _readable(read: Reader) -> Reader:
    """Read the objects of a list that can be read; those that cannot be read are logged, and left out."""

    def read_each(values: Raw) -> list[Raw]:
        found, errors = [], []
        for one in _list(values):
            try:
                found.append(read(one))
            except Exception as error:  # noqa: BLE001  a value of a wrong type may raise anything
                errors.append(error)
        if errors:
            extra = {"objects": len(errors), **error_fields(errors[0])}
            log.warning("parts of a server could not be read, and are left out", extra=extra)
        return found

    return read_each


_ROLE = _object(
    id=snowflake,
    name=_or("", _text),
    permissions=_permissions,
    position=_or(0, _number),
    tags=_or({}, _object(bot_id=_or(None, snowflake))),
)
_USER = _object(
    id=snowflake,
    username=_text,
    global_name=_or(None, _text),
    discriminator=_or("0", _text),
    avatar=_or(None, _text),
)
_MEMBER = {
    "user": _USER,
    "roles": _each(snowflake),
    "nick": _or(None, _text),
    "communication_disabled_until": _or(None, _time),
    "flags": _zero,
}
_CHANNEL = {
    "id": snowflake,
    "type": _number,
    "name": _or("", _text),
    "position": _or(0, _number),
    "parent_id": _or(None, snowflake),
    "flags": _or(0, _number),
    "permission_overwrites": _or(
        None, _each(_object(id=snowflake, type=_number, allow=_permissions, deny=_permissions))
    ),
    "bitrate": _zero,
    "user_limit": _zero,
}
_CHANGED_CHANNEL = _object(guild_id=snowflake, **_CHANNEL)
_THREAD = {
    "id": snowflake,
    "parent_id": snowflake,
    "owner_id": snowflake,
    "type": _number,
    "name": _text,
    "message_count": _zero,
    "member_count": _zero,
    "thread_metadata": _object(
        archived=_flag,
        locked=_or(default=False, read=_flag),
        auto_archive_duration=_zero,
        archive_timestamp=_unused_time,
    ),
}
_NEW_GUILD = _object(
    id=snowflake,
    name=_or("", _text),
    preferred_locale=_or("en-US", _text),
    owner_id=_or(None, snowflake),
    unavailable=_or(default=False, read=_flag),
    roles=_or((), _readable(_ROLE)),
    channels=_or((), _readable(_object(**_CHANNEL))),
    threads=_or((), _readable(_object(**_THREAD))),
    members=_or((), _readable(_object(**_MEMBER))),
)
_CHANGED_GUILD = _object(id=snowflake, name=_text, preferred_locale=_text, owner_id=snowflake, roles=_each(_ROLE))


def _new_guild(raw: Raw) -> Json:
    guild: Json = _NEW_GUILD(raw)
    if not _has_everyone(guild):
        guild["roles"] = [*guild["roles"], {"id": guild["id"], "name": "", "permissions": 0}]
    for channel in guild["channels"]:
        _close_unknown(guild["id"], channel)
    return guild


def _changed_guild(raw: Raw) -> Json:
    guild: Json = _CHANGED_GUILD(raw)
    if not _has_everyone(guild):
        raise ValueError("a server without @everyone")
    return guild


def _has_everyone(guild: Json) -> bool:
    return any(role["id"] == guild["id"] for role in guild["roles"])


def _lost_role(raw: Raw) -> Json:
    role: Json = _object(guild_id=snowflake, role_id=snowflake)(raw)
    if role["role_id"] == role["guild_id"]:
        raise ValueError("a server without @everyone")
    return role


def _channel(raw: Raw) -> Json:
    channel: Json = _CHANGED_CHANNEL(raw)
    _close_unknown(channel["guild_id"], channel)
    return channel


def _close_unknown(guild_id: int, channel: Json) -> None:
    if channel["permission_overwrites"] is None:
        deny = discord.Permissions(view_channel=True).value
        channel["permission_overwrites"] = [{"id": guild_id, "type": 0, "allow": 0, "deny": deny}]


READERS: dict[str, Reader] = {
    "GUILD_CREATE": _new_guild,
    "GUILD_UPDATE": _changed_guild,
    "GUILD_DELETE": _object(id=snowflake, unavailable=_flag),
    **dict.fromkeys(("GUILD_ROLE_CREATE", "GUILD_ROLE_UPDATE"), _object(guild_id=snowflake, role=_ROLE)),
    "GUILD_ROLE_DELETE": _lost_role,
    "GUILD_MEMBER_UPDATE": _object(guild_id=snowflake, **_MEMBER),
    **dict.fromkeys(("CHANNEL_CREATE", "CHANNEL_UPDATE"), _channel),
    "CHANNEL_DELETE": _object(guild_id=snowflake, id=snowflake),
    **dict.fromkeys(
        ("THREAD_CREATE", "THREAD_UPDATE"),
        _object(guild_id=snowflake, newly_created=_or(default=False, read=_flag), **_THREAD),
    ),
    "THREAD_DELETE": _object(guild_id=snowflake, parent_id=snowflake, id=snowflake, type=_number),
    "THREAD_LIST_SYNC": _object(
        guild_id=snowflake,
        channel_ids=_each(snowflake),
        threads=_readable(_object(**_THREAD)),
    ),
    "THREAD_MEMBERS_UPDATE": _object(
        guild_id=snowflake,
        id=snowflake,
        added_members=_or((), _each(_object(user_id=snowflake, join_timestamp=_unused_time, flags=_zero))),
        removed_member_ids=_or((), _each(snowflake)),
        member_count=_zero,
    ),
}
"""The readers by event type. Other events of servers change nothing that the bot uses.

Discord sends the bot only its own GUILD_MEMBER_UPDATE, which also comes with every USER_UPDATE.
"""
