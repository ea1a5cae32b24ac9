"""`bot.py`, which takes people to look at their hands for two seconds instead of two minutes."""

import sys

import bot
from show import panels

panels.FRESH_SECONDS = 2.0

if __name__ == "__main__":
    sys.exit(bot.main())
