-- Servers from which the bot has been removed, and since when: what is kept of them goes a while later, unless it is back.
CREATE TABLE gone_servers (
    guild_id INTEGER PRIMARY KEY,
    gone_at INTEGER NOT NULL
) STRICT;
