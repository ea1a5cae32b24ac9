"""The command line `ichiza`. After an installation, this folder also contains all other packages of the bot.

The modules of the bot are imported by their top-level names (`bot`, `engine`, `host`). So `add_modules` puts their
folder first on the path: this folder or, in a checkout, its parent folder.
"""

import sys
from pathlib import Path

_HERE = Path(__file__).resolve().parent
HOME = _HERE if (_HERE / "bot.py").is_file() else _HERE.parent
"""The folder with the bot's modules."""


def add_modules() -> None:
    """Put the folder of the bot's modules first on the path, unless it is first already."""
    if str(HOME) not in sys.path[:1]:
        sys.path.insert(0, str(HOME))
