"""Running the bot: its log, its health, its end, and what it says to whoever runs it. Only `bot.py` knows this room."""
