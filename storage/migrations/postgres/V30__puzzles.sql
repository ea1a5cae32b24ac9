-- The puzzle of a day. version: of the method and its sentences; only the newest is shown. content: the decision with its answer, as JSON. table_id: the game of people from which it is; NULL: computers
-- have played. withdrawn: one of these people has taken back the leave, so that the puzzle is shown on its own day only.
CREATE TABLE puzzles (
    day BIGINT PRIMARY KEY CHECK (day >= 0),
    version BIGINT NOT NULL,
    content TEXT NOT NULL CHECK (CAST(content AS json) IS NOT NULL),
    table_id BIGINT REFERENCES tables (id) ON DELETE CASCADE,
    withdrawn SMALLINT NOT NULL DEFAULT 0 CHECK (withdrawn IN (0, 1))
);

CREATE INDEX puzzles_by_table ON puzzles (table_id) WHERE table_id IS NOT NULL;

-- The people from whose game a puzzle is.
CREATE TABLE puzzle_sources (
    day BIGINT NOT NULL REFERENCES puzzles (day) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    PRIMARY KEY (day, user_id)
);

CREATE INDEX puzzle_sources_by_user ON puzzle_sources (user_id);

-- A person's only answer to a puzzle. move: in notation. solved: it is one of the right moves.
CREATE TABLE puzzle_answers (
    day BIGINT NOT NULL REFERENCES puzzles (day) ON DELETE CASCADE,
    user_id BIGINT NOT NULL,
    move TEXT NOT NULL,
    solved SMALLINT NOT NULL CHECK (solved IN (0, 1)),
    answered_at BIGINT NOT NULL,
    PRIMARY KEY (day, user_id)
);

CREATE INDEX puzzle_answers_by_user ON puzzle_answers (user_id);
-- The people whose games may be made into puzzles.
CREATE INDEX settings_puzzles ON settings (owner_id) WHERE name = 'puzzles' AND value = 'on';
