-- What leaderboards and profiles are read from: whether somebody was the only person at a game, which is practice; the
-- rating with which they left it; and badges, which outlive the records that they were earned in.

ALTER TABLE results ADD COLUMN practice INTEGER NOT NULL DEFAULT 0 CHECK (practice IN (0, 1));

UPDATE results SET practice = 1
 WHERE table_id IN (SELECT table_id FROM results GROUP BY table_id HAVING COUNT(COALESCE(user_id, left_by)) = 1);

-- Filled in when the bot starts, as all ratings are then worked out anew. NULL: a computer player, or not rated.
ALTER TABLE results ADD COLUMN mu REAL;

ALTER TABLE results ADD COLUMN sigma REAL;

DROP INDEX results_leaders;

CREATE INDEX results_of_a_game ON results (guild_id, game, ended_at, user_id, won, own, place)
 WHERE user_id IS NOT NULL AND NOT practice;

CREATE INDEX results_of_a_person ON results (guild_id, COALESCE(user_id, left_by), ended_at, table_id);

CREATE TABLE badges (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    badge TEXT NOT NULL,
    times INTEGER NOT NULL CHECK (times >= 1),
    table_id INTEGER NOT NULL,
    earned_at INTEGER NOT NULL,
    PRIMARY KEY (guild_id, user_id, badge)
) STRICT, WITHOUT ROWID;
