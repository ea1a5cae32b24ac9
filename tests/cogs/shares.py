"""The shares of Discord's limits that a process of the bot has."""


def whole() -> float:
    """Return the share of a process that carries all shards."""
    return 1.0
