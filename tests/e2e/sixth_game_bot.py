"""`bot.py` with a sixth game: importing the game's module is enough."""

import sys

from tests.e2e import high_card  # noqa: F401  registers the game before the commands are created

# isort: split
import bot

if __name__ == "__main__":
    sys.exit(bot.main())
