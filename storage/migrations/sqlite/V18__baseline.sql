-- The schema of version 18, in which all earlier migrations are folded. Ids are Discord snowflakes, times are unix seconds.

-- A table from its lobby to its end. version: incremented by each write, for optimistic locking. shown: the version that its
-- messages display; -1: unknown. acting: a computer player has to decide now. turns: pending decisions of people, as lists
-- [seat, decision, since, remind, due, nudged, given]. deadline: the next reminder or expiry among them.
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
    ended_at INTEGER,
    version INTEGER NOT NULL DEFAULT 0,
    pace TEXT NOT NULL DEFAULT 'none' CHECK (pace IN ('live', 'relaxed', 'letter', 'none')),
    idle_since INTEGER NOT NULL DEFAULT 0,
    next_id INTEGER REFERENCES tables (id) ON DELETE SET NULL,
    origin_id INTEGER,
    origin_moves INTEGER CHECK ((origin_moves IS NULL) = (origin_id IS NULL)),
    acting INTEGER NOT NULL DEFAULT 0 CHECK (acting IN (0, 1)),
    shown INTEGER NOT NULL DEFAULT -1,
    turns TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(turns)),
    deadline INTEGER,
    why TEXT CHECK (why IN ('idle', 'left', 'ended', 'restored'))
) STRICT;

CREATE INDEX tables_acting ON tables (id) WHERE acting = 1;
CREATE INDEX tables_behind ON tables (id) WHERE shown <> version AND state NOT IN ('lobby', 'playing');
CREATE INDEX tables_by_channel ON tables (channel_id, state);
CREATE INDEX tables_by_deadline ON tables (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX tables_by_end ON tables (guild_id, ended_at, id, channel_id)
 WHERE state IN ('over', 'closed') AND seed IS NOT NULL AND origin_id IS NULL;
CREATE INDEX tables_by_guild ON tables (guild_id, state);
CREATE INDEX tables_by_opener ON tables (opener_id);
CREATE INDEX tables_by_origin ON tables (origin_id, origin_moves) WHERE origin_id IS NOT NULL;
CREATE INDEX tables_by_state ON tables (state, id);
CREATE INDEX tables_last_started ON tables (channel_id, game, started_at)
 WHERE started_at IS NOT NULL AND origin_id IS NULL;

-- left_by: the person whose seat a computer player has taken over. mixed: this person's events of the deal commitment.
CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER,
    computer TEXT,
    left_by INTEGER,
    removed INTEGER NOT NULL DEFAULT 0 CHECK (removed IN (0, 1)),
    misses INTEGER NOT NULL DEFAULT 0 CHECK (misses >= 0),
    agreed INTEGER NOT NULL DEFAULT 0 CHECK (agreed IN (0, 1)),
    cuts INTEGER NOT NULL DEFAULT 0 CHECK (cuts >= 0),
    mixed TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(mixed)),
    PRIMARY KEY (table_id, seat),
    UNIQUE (table_id, user_id),
    CHECK ((user_id IS NULL) <> (computer IS NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_user ON seats (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX seats_of_a_person ON seats (COALESCE(user_id, left_by)) WHERE COALESCE(user_id, left_by) IS NOT NULL;

-- People who may not join a lobby.
CREATE TABLE barred (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX barred_by_user ON barred (user_id);

-- Names of people on servers where they have ever sat.
CREATE TABLE people (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL CHECK (name <> ''),
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX people_by_user ON people (user_id);

-- The primary key makes a second writer fail instead of forking the game.
CREATE TABLE moves (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL CHECK (number >= 0),
    seat INTEGER NOT NULL CHECK (seat >= 0),
    move TEXT NOT NULL,
    made_at INTEGER NOT NULL,
    computer TEXT,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

-- Message records. message_id NULL: the message is about to be sent, or was sent and the answer was lost. fingerprint NULL: the
-- message may be outdated.
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

-- A change of state, seats or options can be reverted, and an older fingerprint would match again: so fingerprints are cleared.
CREATE TRIGGER posts_of_a_changed_table AFTER UPDATE OF state, seat_count, options ON tables BEGIN
    UPDATE posts SET fingerprint = NULL WHERE table_id = NEW.id;
END;

-- Deal commitments: the bot's secret, and the events of joins, cuts and the start, which name nobody. name: the table's number,
-- or 12/rematch for a possible rematch, stored at the table before.
CREATE TABLE promises (
    name TEXT PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    rules INTEGER NOT NULL,
    secret TEXT NOT NULL,
    events TEXT NOT NULL CHECK (json_valid(events)),
    renewed INTEGER NOT NULL DEFAULT 0 CHECK (renewed IN (0, 1))
) STRICT, WITHOUT ROWID;

CREATE INDEX promises_by_table ON promises (table_id);

-- Numbers of games and closed lobbies of a server; they outlive their tables.
CREATE TABLE deals (
    guild_id INTEGER PRIMARY KEY,
    dealt INTEGER NOT NULL,
    cancelled INTEGER NOT NULL,
    closed_alone INTEGER NOT NULL DEFAULT 0,
    ended_early INTEGER NOT NULL DEFAULT 0
) STRICT;

-- guild_id, game and ended_at repeat the table's, so that a leaderboard is one scan of one index; results outlive their table.
CREATE TABLE results (
    table_id INTEGER NOT NULL,
    seat INTEGER NOT NULL CHECK (seat >= 0),
    user_id INTEGER,
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    points INTEGER NOT NULL,
    place INTEGER NOT NULL CHECK (place >= 1),
    won INTEGER NOT NULL CHECK (won IN (0, 1)),
    ended_at INTEGER NOT NULL,
    computer TEXT CHECK (computer IS NULL OR user_id IS NULL),
    left_by INTEGER CHECK (left_by IS NULL OR user_id IS NULL),
    own REAL NOT NULL DEFAULT 1 CHECK (own BETWEEN 0 AND 1),
    number INTEGER NOT NULL DEFAULT 0,
    practice INTEGER NOT NULL DEFAULT 0 CHECK (practice IN (0, 1)),
    mu REAL,
    sigma REAL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_in_order ON results (guild_id, game, number);
CREATE INDEX results_of_a_game ON results (guild_id, game, ended_at, user_id, won, own, place)
 WHERE user_id IS NOT NULL AND practice = 0;
CREATE INDEX results_of_a_person ON results (guild_id, COALESCE(user_id, left_by), ended_at, table_id);
CREATE INDEX results_of_anybody ON results (COALESCE(user_id, left_by)) WHERE COALESCE(user_id, left_by) IS NOT NULL;

-- Ratings follow from results alone.
CREATE TABLE ratings (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    user_id INTEGER NOT NULL,
    practice INTEGER NOT NULL CHECK (practice IN (0, 1)),
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    games INTEGER NOT NULL CHECK (games >= 0),
    PRIMARY KEY (guild_id, game, user_id, practice)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_user ON ratings (user_id);

-- Badges of people, with the table and time of the first one.
CREATE TABLE badges (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    badge TEXT NOT NULL,
    times INTEGER NOT NULL CHECK (times >= 1),
    table_id INTEGER NOT NULL,
    earned_at INTEGER NOT NULL,
    PRIMARY KEY (guild_id, user_id, badge)
) STRICT, WITHOUT ROWID;

CREATE INDEX badges_by_user ON badges (user_id);

-- owner_id: a guild, a person (no snowflake is both), or 0, the bot itself.
CREATE TABLE settings (
    owner_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (owner_id, name)
) STRICT, WITHOUT ROWID;

-- Servers from which the bot was removed.
CREATE TABLE gone_servers (
    guild_id INTEGER PRIMARY KEY,
    gone_at INTEGER NOT NULL
) STRICT;

-- Subscriptions to notifications about a game: when a lobby opens, and when it misses one player. refused: Discord lets nobody
-- write to the person.
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

-- Notifications of the last day.
CREATE TABLE notices_sent (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX notices_sent_by_time ON notices_sent (at);
CREATE INDEX notices_sent_by_user ON notices_sent (user_id, at);

-- Locks of processes that share a database; times are unix milliseconds of the database's clock.
CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    term INTEGER NOT NULL CHECK (term > 0),
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
