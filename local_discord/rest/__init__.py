"""Discord's HTTP API v10, as far as the bot uses it."""
