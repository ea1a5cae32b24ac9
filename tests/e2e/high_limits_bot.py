"""`bot.py` with higher limits of tables per hour, for the few people who play all tests of a module."""

import limits
from bot import main
from operations.shutdown import exit_process

limits.OPENED_AN_HOUR = limits.JOINED_AN_HOUR = 1_000

if __name__ == "__main__":
    exit_process(main())
