"""`bot.py`, for which a table is far up a moment after its message instead of minutes."""

import sys

import bot
from show import boards

boards.FAR_SECONDS = 0.2

if __name__ == "__main__":
    sys.exit(bot.main())
