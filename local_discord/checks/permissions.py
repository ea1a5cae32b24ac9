"""Permission names and bits, and Discord's way of adding them up.

Source: Discord's documentation, "Permissions". Names are discord.py's.
"""

from __future__ import annotations

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
    }.items()
}
ALL = sum(BITS.values())


def bits(names: Iterable[str]) -> int:
    """The number for these names.

    Raises:
        KeyError: a name is not a permission's.
    """
    return sum({BITS[name] for name in names})


MEMBER = bits(
    (
        *("view_channel", "send_messages", "send_messages_in_threads", "embed_links", "attach_files"),
        *("read_message_history", "external_emojis", "use_application_commands"),
        *("create_public_threads", "create_private_threads"),
    )
)
BOT = bits(
    (
        *("view_channel", "send_messages", "send_messages_in_threads", "create_public_threads"),
        *("attach_files", "read_message_history"),
    )
)
"""What the README's invitation asks for, and nothing else: see `EVERYONE`."""
EVERYONE = bits(("connect",))
"""What @everyone has on these servers: Connect is in Discord's own defaults, and takes View to be of use."""
PRIVATE = MEMBER & ~bits(("create_public_threads", "create_private_threads", "send_messages_in_threads"))
"""Between one person and the bot."""
_NEEDS_SENDING = bits(("mention_everyone", "attach_files", "embed_links"))


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
