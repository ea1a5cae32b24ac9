"""`bot.py`, for which people count as looking at their hand for WATCHED seconds after a click, not two minutes.

OPENED is the number of tables that each person may open, and join, within an hour. Both are environment variables. New
sessions do not slow down, because a run of faults ends many sessions within an hour.
"""

import os
import sys

import bot
import limits
from cogs.gateway import session_starts
from show.panels import open_panels

session_starts.FIRST_PAUSE_SECONDS = session_starts.MAX_PAUSE_SECONDS = 0.01
open_panels.FRESH_SECONDS = float(os.environ["WATCHED"])
limits.OPENED_AN_HOUR = int(os.environ.get("OPENED", limits.OPENED_AN_HOUR))
limits.JOINED_AN_HOUR = int(os.environ.get("OPENED", limits.JOINED_AN_HOUR))

if __name__ == "__main__":
    sys.exit(bot.main())
