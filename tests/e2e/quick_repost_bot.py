"""`bot.py`, for which a table message counts as far up after 0.2 seconds of chat instead of minutes."""

import sys

import bot
from show.messages import table_messages

table_messages.FAR_SECONDS = 0.2

if __name__ == "__main__":
    sys.exit(bot.main())
