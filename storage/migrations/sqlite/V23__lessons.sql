-- Lessons that were offered to a person, and those that they have finished. offered_at and finished_at: unix seconds, or NULL.
CREATE TABLE lessons (
    user_id INTEGER NOT NULL,
    lesson TEXT NOT NULL,
    offered_at INTEGER,
    finished_at INTEGER,
    PRIMARY KEY (user_id, lesson)
) STRICT, WITHOUT ROWID;
