"""The bot with short leases, as in `short_leases_bot`, and with short clocks.

Clocks run out within seconds and are checked every second, so they run out even if a process lives only a few seconds.
"""

from bot import main
from host.cluster import leases, shards
from host.play import clocks, time_control
from operations.shutdown import exit_process

leases.SECONDS, leases.SLACK = 3.0, 0.5
leases.STEP = 0.5
shards.IDENTIFY_SECONDS = 1.2
clocks.TICK = 1.0
time_control.SECONDS = {**time_control.SECONDS, "live": 10}  # type: ignore[misc]  # final for the bot

if __name__ == "__main__":
    exit_process(main())
