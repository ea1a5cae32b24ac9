-- message_id: the public message that announces the lobby; NULL until it is known. dropped: why the lobby never opens, which its
-- message has to say before the row is removed; NULL: it opens at its time. Who is forgotten leaves opener_id 0 and no name.
ALTER TABLE scheduled_lobbies ADD COLUMN message_id BIGINT;
ALTER TABLE scheduled_lobbies ADD COLUMN dropped TEXT
    CHECK (dropped IN ('called-off', 'late', 'opener', 'server', 'game', 'lost'));

-- Public leaderboards on Discord, which name people. withdrawn: 1: the bot has to delete the message.
CREATE TABLE leaderboards (
    message_id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    withdrawn SMALLINT NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1))
);

CREATE INDEX leaderboards_by_guild ON leaderboards (guild_id, message_id);
CREATE INDEX leaderboards_withdrawn ON leaderboards (message_id) WHERE withdrawn = 1;
