"""The bot with leases of three seconds and about a second between sessions, so that no test waits half a minute."""

from bot import main
from cogs.gateway import shard_connections
from host.cluster import leases, shards
from operations.shutdown import exit_process

leases.SECONDS, leases.SLACK = 3.0, 0.5
leases.STEP = 0.5
shards.IDENTIFY_SECONDS = 1.2
shards.HANDOVER_SECONDS, shard_connections.LINGER_SECONDS = 6.0, 4.0

if __name__ == "__main__":
    exit_process(main())
