"""Running the bot: log, health report, metrics, error tracker, shutdown and start-up errors. Only `bot.py` imports this package."""
