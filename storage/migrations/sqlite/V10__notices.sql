-- Who wants to be told of which game's tables on a server: that one opens, that one seat is missing; in which language,
-- and whether Discord has refused to let them be written to. And who has been told of which table, for a day.

CREATE TABLE notices (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    opens INTEGER NOT NULL CHECK (opens IN (0, 1)),
    missing INTEGER NOT NULL CHECK (missing IN (0, 1)),
    locale TEXT NOT NULL,
    refused INTEGER NOT NULL DEFAULT 0 CHECK (refused IN (0, 1)),
    PRIMARY KEY (guild_id, game, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX notices_by_user ON notices (user_id, guild_id);

CREATE TABLE notices_sent (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX notices_sent_by_user ON notices_sent (user_id, at);

CREATE INDEX notices_sent_by_time ON notices_sent (at);
