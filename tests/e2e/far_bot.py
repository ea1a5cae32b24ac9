"""`bot.py`, for which a table is far up a moment after its message instead of minutes."""

import sys

import bot
from show.messages import table_messages

table_messages.FAR_SECONDS = 0.2

if __name__ == "__main__":
    sys.exit(bot.main())
