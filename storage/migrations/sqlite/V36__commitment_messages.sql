-- The messages of a server with the commitments of coming days; they are never edited. A row is written before its message is sent;
-- message_id NULL: Discord has not answered yet. number: counts the server's messages, from 1. days: [game, commitment] of each day
-- from first_day on. replaces: 1: the message says that it replaces earlier ones, because a backup was restored.
CREATE TABLE commitment_messages (
    guild_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    nonce TEXT NOT NULL UNIQUE,
    first_day INTEGER NOT NULL,
    days TEXT NOT NULL CHECK (json_valid(days)),
    replaces INTEGER NOT NULL DEFAULT 0 CHECK (replaces IN (0, 1)),
    message_id INTEGER,
    PRIMARY KEY (guild_id, number)
) STRICT;

CREATE INDEX commitment_messages_by_channel ON commitment_messages (channel_id);
