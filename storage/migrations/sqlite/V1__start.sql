-- Tables, their seats, moves, results and posts; people, ratings; settings. Ids are Discord snowflakes, times are unix seconds.

CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    rules INTEGER NOT NULL,
    seat_count INTEGER NOT NULL CHECK (seat_count > 0),
    options TEXT NOT NULL CHECK (json_valid(options)),
    seed TEXT,
    state TEXT NOT NULL DEFAULT 'lobby' CHECK (state IN ('lobby', 'playing', 'over', 'closed', 'frozen')),
    opener_id INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    ended_at INTEGER
) STRICT;

CREATE INDEX tables_by_state ON tables (state, guild_id);
CREATE INDEX tables_by_guild ON tables (guild_id, state);
CREATE INDEX tables_by_channel ON tables (channel_id, state);

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER,
    computer TEXT,
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, user_id),
    CHECK ((user_id IS NULL) <> (computer IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_user ON seats (user_id) WHERE user_id IS NOT NULL;

-- What whoever has sat at a table is called on its server, as they were last seen there.
CREATE TABLE people (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (name <> ''),
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;

-- The primary key is what makes a second writer fail instead of fork the game.
CREATE TABLE moves (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 0),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    move TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    by_computer INTEGER NOT NULL CHECK (by_computer IN (0, 1)),
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

-- What stands on Discord for a table. message_id NULL: it is about to be sent, or was and the answer is lost.
-- fingerprint NULL: it is not known to show how things stand.
CREATE TABLE posts (
    nonce TEXT PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    slot TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    fingerprint TEXT,
    UNIQUE (table_id, slot)
) STRICT, WITHOUT ROWID;

CREATE INDEX posts_by_channel ON posts (channel_id);
CREATE INDEX posts_by_message ON posts (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX posts_to_check ON posts (table_id) WHERE fingerprint IS NULL;

-- Whatever is done to a table but a move can be taken back, so that a page from before could look right again; and an
-- end must be shown even if nothing else happens. Moves are never taken back, and leave older rounds' posts alone.
CREATE TRIGGER posts_of_a_changed_table AFTER UPDATE OF state, seat_count, options ON tables BEGIN
    UPDATE posts SET fingerprint = NULL WHERE table_id = NEW.id;
END;

-- guild_id, game and ended_at repeat the table's, so that a leaderboard is one walk along one index.
CREATE TABLE results (
    table_id INTEGER NOT NULL REFERENCES tables (id),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER,
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    points INTEGER NOT NULL,
    place INTEGER NOT NULL CHECK (place >= 1),
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    ended_at INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_leaders ON results (guild_id, user_id, game, ended_at, won, points) WHERE user_id IS NOT NULL;

CREATE TABLE ratings (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    games INTEGER NOT NULL CHECK (games >= 0),
    PRIMARY KEY (guild_id, game, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_user ON ratings (user_id);

-- owner_id: a guild, a person (no snowflake is both), or 0, the bot itself.
CREATE TABLE settings (
    owner_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (owner_id, name)
) STRICT, WITHOUT ROWID;
