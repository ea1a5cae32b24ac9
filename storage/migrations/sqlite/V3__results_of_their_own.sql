-- Results stay when a table that ended long ago is forgotten, so they refer to it no more. Its number is never used again.

CREATE TABLE results_of_their_own (
    table_id INTEGER NOT NULL,
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

INSERT INTO results_of_their_own (table_id, seat, user_id, guild_id, game, points, place, won, ended_at)
SELECT table_id, seat, user_id, guild_id, game, points, place, won, ended_at FROM results;

DROP TABLE results;

ALTER TABLE results_of_their_own RENAME TO results;

CREATE INDEX results_leaders ON results (guild_id, user_id, game, ended_at, won, points) WHERE user_id IS NOT NULL;
