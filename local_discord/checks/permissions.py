"""Permission names and bits, and Discord's rules for combining overwrites.

Source: Discord's documentation, "Permissions". The names are discord.py's.
"""

from collections.abc import Iterable

BITS: dict[str, int] = {
    name: 1 << bit
    for name, bit in {
        "administrator": 3,
        "manage_channels": 4,
        "manage_guild": 5,
        "view_channel": 10,
        "send_messages": 11,
        "manage_messages": 13,
        "embed_links": 14,
        "attach_files": 15,
        "read_message_history": 16,
        "mention_everyone": 17,
        "external_emojis": 18,
        "connect": 20,
        "use_application_commands": 31,
        "manage_threads": 34,
        "create_public_threads": 35,
        "create_private_threads": 36,
        "send_messages_in_threads": 38,
        "create_events": 44,
        "use_external_apps": 50,
    }.items()
}
ALL = sum(BITS.values())


def bits(names: Iterable[str]) -> int:
    """Return the bit field of these permissions.

    Raises:
        KeyError: a name is unknown.
    """
    return sum({BITS[name] for name in names})


MEMBER = bits(
    (
        *("view_channel", "send_messages", "send_messages_in_threads", "embed_links", "attach_files"),
        *("read_message_history", "external_emojis", "use_application_commands"),
        *("create_public_threads", "create_private_threads", "use_external_apps"),
    )
)
BOT = bits(
    (
        *("view_channel", "send_messages", "send_messages_in_threads", "create_public_threads"),
        *("attach_files", "read_message_history", "create_events"),
    )
)
"""Permissions that the README's invitation asks for; see also `EVERYONE`."""
EVERYONE = bits(("connect",))
"""Permissions of @everyone: only Connect, one of Discord's defaults. Without View, Connect permits nothing."""
PRIVATE = MEMBER & ~bits(("create_public_threads", "create_private_threads", "send_messages_in_threads"))
"""Permissions of a person and the bot in their direct messages."""
TIMED_OUT = bits(("view_channel", "read_message_history"))
"""All that a time-out leaves of a member's permissions; administrators cannot be timed out."""
_NEEDS_SENDING = bits(("mention_everyone", "attach_files", "embed_links"))


def apply_overwrites(base: int, layers: Iterable[tuple[int, int]]) -> int:
    """Return the permissions `base` after the overwrites in `layers`, pairs (allow, deny) with the most general first.

    Overwrites do not change the permissions of administrators. A result without View Channel has no permissions at all.
    A result without permission to send messages has none of the permissions that only matter for sent messages.
    """
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
