-- Lobbies that open later. id: the interaction of the command, the first event of the deal commitment. event_id: the
-- scheduled event on Discord, if there is one.
CREATE TABLE scheduled_lobbies (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    opener_id INTEGER NOT NULL,
    opener_name TEXT NOT NULL,
    game TEXT NOT NULL,
    seats INTEGER,
    time_control TEXT CHECK (time_control IN ('live', 'relaxed', 'letter', 'none')),
    opens_at INTEGER NOT NULL,
    event_id INTEGER
) STRICT;

CREATE INDEX scheduled_lobbies_by_time ON scheduled_lobbies (opens_at);
CREATE INDEX scheduled_lobbies_by_guild ON scheduled_lobbies (guild_id);
