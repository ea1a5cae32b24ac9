"""Discord's gateway: guards against malformed payloads, shard connections, changes of servers."""
