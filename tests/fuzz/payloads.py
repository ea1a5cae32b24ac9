"""Discord's payloads, as far as discord.py reads them: servers, channels, people, components."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

Json = dict[str, Any]

BOT = 900
EPHEMERAL, V2 = 1 << 6, 1 << 15
VIEW, MANAGE, MANAGE_GUILD, ADMINISTRATOR, ALL = 1 << 10, 1 << 13, 1 << 5, 1 << 3, (1 << 49) - 1
USUAL: Final = VIEW | (1 << 11) | (1 << 31) | (1 << 38) | (1 << 15) | (1 << 16) | (1 << 35)
"""Permissions of @everyone: view, send, commands, threads, files."""
NOW = "2026-01-01T00:00:00+00:00"


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

    def payload(self) -> Json:
        """Return Discord's channel object."""
        shared = {"id": str(self.id), "guild_id": str(self.guild), "name": f"c{self.id}", "last_message_id": None}
        if self.parent is not None:
            about = {"archived": False, "auto_archive_duration": 60, "archive_timestamp": NOW, "locked": False}
            return shared | {
                "type": 12 if self.private else 11,
                "parent_id": str(self.parent),
                "owner_id": str(BOT),
                "message_count": 0,
                "member_count": 1,
                "thread_metadata": about,
            }
        closed = [{"id": str(self.guild), "type": 0, "allow": "0", "deny": str(VIEW)}]
        open_to = [{"id": str(staff_of(self.guild)), "type": 0, "allow": str(VIEW), "deny": "0"}]
        mine = [{"id": str(BOT), "type": 1, "allow": str(VIEW), "deny": "0"}]
        own = [
            {"id": str(one.user), "type": 1, "allow": str(one.allow), "deny": str(one.deny)} for one in self.overwrites
        ]
        overwrites = [*closed, *open_to, *mine, *own] if self.hidden else own
        return shared | {
            "type": 0,
            "position": 0,
            "permission_overwrites": overwrites,
            "parent_id": None,
            "nsfw": False,
        }


def staff_of(guild: int) -> int:
    """Return the id of the role that sees hidden channels."""
    return guild + 1


ROLES: Final = {2: MANAGE, 3: MANAGE_GUILD, 4: ADMINISTRATOR}
"""Permissions that a server gives by a role each, keyed by the difference between the role's and the server's id."""


@dataclass(frozen=True)
class User:
    """A person, the same on every server; has the role `staff` if set, and a role for each special permission."""

    id: int
    name: str
    staff: bool = False
    locale: str = "en-US"
    permissions: int = USUAL

    def payload(self) -> Json:
        """Return Discord's user object."""
        return {
            "id": str(self.id),
            "username": self.name[:32],
            "discriminator": "0",
            "avatar": None,
            "global_name": None,
        }

    def permissions_in(self, channel: Channel) -> int:
        """Return the person's permissions in a channel."""
        if self.permissions & ADMINISTRATOR:
            return ALL
        own = next((one for one in channel.overwrites if one.user == self.id), Overwrite(self.id))
        return (self.permissions & ~own.deny) | own.allow

    def member(self, guild: int, permissions: int | None = None) -> Json:
        """Return Discord's member object with the permissions in the interaction's channel."""
        roles = [str(staff_of(guild))] if self.staff else []
        roles += [str(guild + more) for more, right in ROLES.items() if self.permissions & right]
        about = {
            "roles": roles,
            "joined_at": NOW,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "nick": None,
            "avatar": None,
        }
        return about | {
            "user": self.payload(),
            "permissions": str(self.permissions if permissions is None else permissions),
        }


def guild_payload(guild: int, channels: Sequence[Channel]) -> Json:
    """Return a server as in GUILD_CREATE."""

    def role(number: int, permissions: int) -> Json:
        shared = {"name": "role", "color": 0, "hoist": False, "position": int(number != guild), "managed": False}
        colours = {"primary_color": 0, "secondary_color": None, "tertiary_color": None}
        about = {"mentionable": False, "flags": 0, "colors": colours, "permissions": str(permissions)}
        return {"id": str(number)} | shared | about

    here = [one for one in channels if one.guild == guild]
    me = User(BOT, "Ichiza").member(guild)
    return {
        "id": str(guild),
        "name": f"g{guild}",
        "owner_id": "1",
        "roles": [
            role(guild, USUAL),
            role(staff_of(guild), 0),
            *(role(guild + more, right) for more, right in ROLES.items()),
        ],
        "members": [me],
        "channels": [one.payload() for one in here if one.parent is None],
        "threads": [one.payload() for one in here if one.parent is not None],
        "emojis": [],
        "stickers": [],
        "features": [],
        "preferred_locale": "en-US",
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "premium_tier": 0,
        "nsfw_level": 0,
        "mfa_level": 0,
        "unavailable": False,
    }


def texts(shown: Any) -> list[str]:
    """Return every text of a message or form."""
    if isinstance(shown, list):
        return [text for one in shown for text in texts(one)]
    if not isinstance(shown, dict):
        return []
    own = [shown[key] for key in ("content", "label", "title", "value") if isinstance(shown.get(key), str)]
    return own + [text for value in shown.values() if isinstance(value, list | dict) for text in texts(value)]


def components_with(shown: Any, key: str = "custom_id") -> list[Json]:
    """Return every component that has the given key."""
    if isinstance(shown, list):
        return [part for one in shown for part in components_with(one, key)]
    if not isinstance(shown, dict):
        return []
    mine = [shown] if key in shown else []
    return mine + [
        part for value in shown.values() if isinstance(value, list | dict) for part in components_with(value, key)
    ]


def link_urls(shown: Any) -> list[str]:
    """Return the addresses of all link buttons."""
    return [part["url"] for part in components_with(shown, "url") if part.get("type") == 2]
