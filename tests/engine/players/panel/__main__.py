"""`python -m tests.engine.players.panel [GAME …]`: freeze the panel again after an intended change."""

import os
import sys

from engine.game import Game
from engine.players.arena import mean_interval
from tests.engine.players.panel import DEALS, freeze, points

for name in sys.argv[1:] or sorted(Game.games):
    found = points(name, DEALS, jobs=os.cpu_count() or 1)
    freeze(name, found)
    print(
        name,
        "normal over the first player, points a seat: {:+.2f} ({:.2f}-{:.2f})".format(*mean_interval(found)),
        flush=True,
    )
