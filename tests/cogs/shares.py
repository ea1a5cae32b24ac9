"""The shares of Discord's limits that a process of the bot has."""


def whole() -> float:
    """Return the share of Discord's limits that a process with all shards has: all of them."""
    return 1.0
