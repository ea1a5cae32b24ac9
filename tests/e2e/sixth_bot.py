"""`bot.py`, with the sixth game registered: all that a new game takes is that its module is imported."""

import sys

from tests.e2e import high_card  # noqa: F401  registers the game, before the commands are made that offer it

# isort: split
import bot

if __name__ == "__main__":
    sys.exit(bot.main())
