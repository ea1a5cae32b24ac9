"""`bot.py`, in which a click counts as looking at the hand for WATCHED seconds instead of two minutes.

OPENED raises the number of tables that each person may open and join within an hour.
"""

import os
import sys

import bot
import limits
from show.panels import open_panels

open_panels.FRESH_SECONDS = float(os.environ["WATCHED"])
limits.OPENED_AN_HOUR = int(os.environ.get("OPENED", limits.OPENED_AN_HOUR))
limits.JOINED_AN_HOUR = int(os.environ.get("OPENED", limits.JOINED_AN_HOUR))

if __name__ == "__main__":
    sys.exit(bot.main())
