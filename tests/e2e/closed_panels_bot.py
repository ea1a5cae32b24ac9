"""The bot as if everybody closed each panel immediately, so that it must ping people for every decision."""

import sys

from bot import main
from show.panels import open_panels

open_panels.TOKEN_SECONDS = 0.0
open_panels.FRESH_SECONDS = 0.0

if __name__ == "__main__":
    sys.exit(main())
