-- guild_id: the server for which an attempt counts; NULL: it was opened in direct messages.
ALTER TABLE attempts ADD COLUMN guild_id INTEGER;

CREATE INDEX attempts_by_guild ON attempts (guild_id) WHERE guild_id IS NOT NULL;

-- The message of a server about a day's deal. It is written before the message is sent; message_id NULL: Discord has not answered yet.
-- shown: fingerprint of the displayed page; NULL: unknown or out of date. final: 1: the page of the closed day, or no message any more.
CREATE TABLE daily_messages (
    day INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    nonce TEXT NOT NULL UNIQUE,
    message_id INTEGER,
    shown TEXT,
    final INTEGER NOT NULL DEFAULT 0 CHECK (final IN (0, 1)),
    PRIMARY KEY (day, guild_id)
) STRICT;

CREATE INDEX daily_messages_open ON daily_messages (day) WHERE final = 0 OR shown IS NULL;
CREATE INDEX daily_messages_by_guild ON daily_messages (guild_id);
CREATE INDEX daily_messages_by_channel ON daily_messages (channel_id);

-- People who want to be reminded of the day's deal. next_at: unix seconds of the next check. refused: 1: Discord has refused a message.
CREATE TABLE reminders (
    user_id INTEGER PRIMARY KEY,
    locale TEXT NOT NULL,
    next_at INTEGER NOT NULL,
    refused INTEGER NOT NULL DEFAULT 0 CHECK (refused IN (0, 1))
) STRICT;

CREATE INDEX reminders_due ON reminders (next_at) WHERE refused = 0;
