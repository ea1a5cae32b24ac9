"""`bot.py`, which takes people to look at their hands for WATCHED seconds instead of two minutes."""

import os
import sys

import bot
from show import panels

panels.FRESH_SECONDS = float(os.environ["WATCHED"])

if __name__ == "__main__":
    sys.exit(bot.main())
