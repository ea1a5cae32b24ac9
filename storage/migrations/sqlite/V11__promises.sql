-- What is promised of each deal before anybody sits down: the house's secret, and what joins, cuts and the start have said
-- since, which names nobody. name: the table's number; of a rematch that may come, 12/rematch at the table before.

CREATE TABLE promises (
    name TEXT PRIMARY KEY,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    rules INTEGER NOT NULL,
    secret TEXT NOT NULL,
    events TEXT NOT NULL CHECK (json_valid(events))
) STRICT, WITHOUT ROWID;

CREATE INDEX promises_by_table ON promises (table_id);

-- How many cuts of the deck a person at a lobby has made.
ALTER TABLE seats ADD COLUMN cuts INTEGER NOT NULL DEFAULT 0 CHECK (cuts >= 0);

-- How many games have been dealt on a server, and how many lobbies were closed instead: for good, as tables are forgotten.
CREATE TABLE deals (
    guild_id INTEGER PRIMARY KEY,
    dealt INTEGER NOT NULL,
    cancelled INTEGER NOT NULL
) STRICT;

INSERT INTO deals (guild_id, dealt, cancelled)
SELECT guild_id, SUM(started_at IS NOT NULL), SUM(started_at IS NULL AND state <> 'lobby') FROM tables GROUP BY guild_id;
