"""Permission names and bits, and Discord's way of adding them up.

Source: Discord's documentation, "Permissions". Names are discord.py's.
"""

from __future__ import annotations

from collections.abc import Iterable

BITS: dict[str, int] = {
    name: 1 << bit
    for name, bit in {
        "create_instant_invite": 0,
        "kick_members": 1,
        "ban_members": 2,
        "administrator": 3,
        "manage_channels": 4,
        "manage_guild": 5,
        "add_reactions": 6,
        "view_audit_log": 7,
        "view_channel": 10,
        "send_messages": 11,
        "send_tts_messages": 12,
        "manage_messages": 13,
        "embed_links": 14,
        "attach_files": 15,
        "read_message_history": 16,
        "mention_everyone": 17,
        "external_emojis": 18,
        "change_nickname": 26,
        "manage_nicknames": 27,
        "manage_roles": 28,
        "manage_webhooks": 29,
        "manage_expressions": 30,
        "use_application_commands": 31,
        "manage_threads": 34,
        "create_public_threads": 35,
        "create_private_threads": 36,
        "external_stickers": 37,
        "send_messages_in_threads": 38,
        "moderate_members": 40,
        "send_polls": 49,
        "use_external_apps": 50,
        "pin_messages": 51,
    }.items()
}
ALL = sum(BITS.values())


def bits(names: Iterable[str]) -> int:
    """The number for these names.

    Raises:
        KeyError: a name is not a permission's.
    """
    total = 0
    for name in names:
        total |= BITS[name]
    return total


EVERYONE = bits(
    [
        *("create_instant_invite", "add_reactions", "view_channel", "send_messages", "embed_links", "attach_files"),
        *(
            "read_message_history",
            "external_emojis",
            "change_nickname",
            "use_application_commands",
            "external_stickers",
        ),
        *("create_public_threads", "create_private_threads", "send_messages_in_threads", "use_external_apps"),
    ]
)
BOT_ROLE = bits(
    [
        *("view_channel", "send_messages", "embed_links", "attach_files", "read_message_history", "external_emojis"),
        *("manage_messages", "manage_threads", "create_public_threads", "create_private_threads"),
        *("send_messages_in_threads", "add_reactions", "use_application_commands"),
    ]
)
_NEEDS_SENDING = bits(["mention_everyone", "send_tts_messages", "attach_files", "embed_links"])


def has(permissions: int, *names: str) -> bool:
    """Whether all of these are in it."""
    wanted = bits(names)
    return permissions & wanted == wanted


def overwritten(base: int, layers: Iterable[tuple[int, int]]) -> int:
    """`base` after overwrites, each (allow, deny), the most general first; administrators are not bound by them."""
    if base & BITS["administrator"]:
        return ALL
    result = base
    for allow, deny in layers:
        result = (result & ~deny) | allow
    if not result & BITS["view_channel"]:
        return 0
    if not result & (BITS["send_messages"] | BITS["send_messages_in_threads"]):
        result &= ~_NEEDS_SENDING
    return result
