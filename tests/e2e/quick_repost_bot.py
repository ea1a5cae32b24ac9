"""`bot.py`, in which a click posts a table message again if chat below it is newer by 0.2 seconds, not minutes."""

import sys

import bot
from show.messages import table_messages

table_messages.FAR_SECONDS = 0.2

if __name__ == "__main__":
    sys.exit(bot.main())
