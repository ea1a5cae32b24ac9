"""The bot with people who close their panels at once, so that it must ping them for every decision."""

import sys

from bot import main
from show.panels import open_panels

open_panels.TOKEN_SECONDS = 0.0
open_panels.FRESH_SECONDS = 0.0

if __name__ == "__main__":
    sys.exit(main())
