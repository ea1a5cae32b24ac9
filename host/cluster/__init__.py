"""Several processes on one database: leases, shards, and the refresh of cached tables."""
