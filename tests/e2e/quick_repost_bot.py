"""`bot.py` that reposts a table message at a click if chat below it is at least 0.2 seconds newer, not two minutes."""

import sys

import bot
from show.messages import table_messages

table_messages.FAR_SECONDS = 0.2

if __name__ == "__main__":
    sys.exit(bot.main())
