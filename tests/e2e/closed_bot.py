"""The bot among people who close their hands at once: whatever they owe, they must be called to."""

import sys

from bot import main
from show import panels

panels.TOKEN_SECONDS = 0.0
panels.FRESH_SECONDS = 0.0

if __name__ == "__main__":
    sys.exit(main())
