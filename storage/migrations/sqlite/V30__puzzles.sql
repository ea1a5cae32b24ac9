-- The puzzle of a day. version: of the method and its sentences; only the newest is shown. content: the decision with its answer, as JSON. table_id: the game of people from which it is; NULL: computers
-- have played. withdrawn: one of these people has taken back the leave, so that the puzzle is shown on its own day only.
CREATE TABLE puzzles (
    day INTEGER PRIMARY KEY CHECK (day >= 0),
    version INTEGER NOT NULL,
    content TEXT NOT NULL CHECK (json_valid(content)),
    table_id INTEGER REFERENCES tables (id) ON DELETE CASCADE,
    withdrawn INTEGER NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1))
) STRICT;

CREATE INDEX puzzles_by_table ON puzzles (table_id) WHERE table_id IS NOT NULL;

-- The people from whose game a puzzle is.
CREATE TABLE puzzle_sources (
    day INTEGER NOT NULL REFERENCES puzzles (day) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (day, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_sources_by_user ON puzzle_sources (user_id);

-- A person's only answer to a puzzle. move: in notation. solved: it is one of the right moves.
CREATE TABLE puzzle_answers (
    day INTEGER NOT NULL REFERENCES puzzles (day) ON DELETE CASCADE,
    user_id INTEGER NOT NULL,
    move TEXT NOT NULL,
    solved INTEGER NOT NULL CHECK (solved IN (0, 1)),
    answered_at INTEGER NOT NULL,
    PRIMARY KEY (day, user_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_answers_by_user ON puzzle_answers (user_id);
-- The people whose games may be made into puzzles.
CREATE INDEX settings_puzzles ON settings (owner_id) WHERE name = 'puzzles' AND value = 'on';
