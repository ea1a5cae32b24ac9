"""Running the bot: log, health, metrics, error tracker, shutdown, start-up errors. Only `bot.py` imports it."""
