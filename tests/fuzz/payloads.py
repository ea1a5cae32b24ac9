"""Types for the people and channels of the tests, and functions that find texts and components in messages."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from local_discord.checks.permissions import BITS

Json = dict[str, Any]

MANAGE, MANAGE_GUILD = BITS["manage_messages"], BITS["manage_guild"]


class Overwrite(NamedTuple):
    """One member's permission overwrite in one channel."""

    user: int
    allow: int = 0
    deny: int = 0


@dataclass(frozen=True)
class Channel:
    """A channel or (with `parent`) a thread; `hidden` channels are visible only to people with the role `staff`."""

    id: int
    guild: int
    hidden: bool = False
    parent: int | None = None
    private: bool = False
    overwrites: tuple[Overwrite, ...] = ()


ROLES = {
    "staff": 0,
    "manage_messages": MANAGE,
    "manage_guild": MANAGE_GUILD,
    "administrator": BITS["administrator"],
}
"""The permissions of the roles on every server, by the role's name."""


@dataclass(frozen=True)
class User:
    """A person, the same on every server."""

    id: int
    name: str
    roles: tuple[str, ...] = ()
    """Names of roles in `ROLES`."""
    locale: str = "en-US"


def texts(message: Any) -> list[str]:
    """Return every text of a message or form."""
    if isinstance(message, list):
        return [text for one in message for text in texts(one)]
    if not isinstance(message, dict):
        return []
    own = [message[key] for key in ("content", "label", "title", "value") if isinstance(message.get(key), str)]
    return own + [text for value in message.values() if isinstance(value, list | dict) for text in texts(value)]


def components_with(message: Any, key: str = "custom_id") -> list[Json]:
    """Return every component that has the given key."""
    if isinstance(message, list):
        return [part for one in message for part in components_with(one, key)]
    if not isinstance(message, dict):
        return []
    mine = [message] if key in message else []
    return mine + [
        part for value in message.values() if isinstance(value, list | dict) for part in components_with(value, key)
    ]


def link_urls(message: Any) -> list[str]:
    """Return the addresses of all link buttons."""
    return [part["url"] for part in components_with(message, "url") if part.get("type") == 2]
