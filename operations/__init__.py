"""Running the bot: log, health report, shutdown and start-up errors. Only `bot.py` imports this package."""
