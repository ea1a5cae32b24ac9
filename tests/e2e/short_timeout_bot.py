"""`bot.py` that waits one second, not ten, for a call to Discord."""

import sys

import bot
from cogs.requests import discord_calls

discord_calls.CALL_SECONDS = 1.0

if __name__ == "__main__":
    sys.exit(bot.main())
