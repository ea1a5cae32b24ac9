-- Results keep all that ratings are worked out from: who has left a seat to a computer player, which part of a seat's moves
-- its person has made, and in which order the games of a kind ended on a server. Ratings are worked out anew from them
-- when the bot starts, as those that were here come from another model; whoever plays alone against computers has a
-- practice rating of their own.

ALTER TABLE results ADD COLUMN left_by INTEGER CHECK (left_by IS NULL OR user_id IS NULL);

ALTER TABLE results ADD COLUMN own REAL NOT NULL DEFAULT 1 CHECK (own BETWEEN 0 AND 1);

ALTER TABLE results ADD COLUMN number INTEGER NOT NULL DEFAULT 0;

UPDATE results SET number = ended.number
  FROM (SELECT table_id, ROW_NUMBER() OVER (PARTITION BY guild_id, game ORDER BY ended_at, table_id) AS number
          FROM (SELECT DISTINCT table_id, guild_id, game, ended_at FROM results)) AS ended
 WHERE ended.table_id = results.table_id;

CREATE INDEX results_in_order ON results (guild_id, game, number);

DROP TABLE ratings;

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
